"""`python -m diorama`: the command line."""

from diorama.cli import main

if __name__ == "__main__":
    main()
