"""`python -m diorama.cli` is `diorama`."""

from __future__ import annotations

from diorama.cli import main

main()
