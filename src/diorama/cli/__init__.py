"""The `diorama` command: thin, each command one call into a room; a module for each family of commands.

Importing a module adds its commands; the order of the imports is the order of `diorama --help`.
"""

from __future__ import annotations

# isort: off
from diorama.cli.base import app, main
from diorama.cli import worlds
from diorama.cli import datasets
from diorama.cli import evaluation
from diorama.cli import scoring
from diorama.cli import judging
from diorama.cli import imagination
from diorama.cli import quizzes
from diorama.cli import footage
from diorama.cli import perception
from diorama.cli import perception_bench
from diorama.cli import laboratory
from diorama.cli import reports
from diorama.cli import imports
from diorama.cli import exports
from diorama.cli import overlaps
from diorama.cli import studio
from diorama.cli import reviewing
# isort: on

__all__ = [
    "app", "datasets", "evaluation", "exports", "footage", "imagination", "imports", "judging", "laboratory",
    "main", "overlaps", "perception", "perception_bench", "quizzes", "reports", "reviewing", "scoring",
    "studio", "worlds",
]  # fmt: skip
