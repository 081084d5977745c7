"""The one family of errors that users are meant to read."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class DioramaError(Exception):
    """Something the user can put right; the message says what and how.

    The command line prints the message alone and exits with code 2. Any other exception is a bug.
    """


class UnknownName(DioramaError):
    """A name that is not in a registry or a world; the message suggests the nearest one."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        options = sorted(known)
        near = difflib.get_close_matches(name, options, n=1, cutoff=0.5)
        if near:
            hint = f"did you mean '{near[0]}'?"
        elif options:
            shown = ", ".join(options[:12])
            hint = f"there is {shown}" + (" …" if len(options) > 12 else "")
        else:
            hint = "there are none"
        super().__init__(f"no {kind} named '{name}': {hint}")


class MissingSystemLibrary(DioramaError):
    """Something outside Python is not installed; the message names the package."""


class CannotPlace(DioramaError):
    """A layout could not fit what was asked of it within its bounded number of tries."""
