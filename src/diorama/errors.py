"""The one family of errors that users are meant to read, and how foreign ones become one line of it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import ValidationError


class DioramaError(Exception):
    """Something the user can put right; the message says what and how.

    The command line prints the message alone and exits with code 2. Except for what the system says of files
    (`OSError`), any other exception is a bug.
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


def first_fault(error: ValidationError) -> str:
    """The first thing wrong, in one line: where and what."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    message = first["msg"].removeprefix("Value error, ")
    return short(f"{where}: {message}" if where else message)


def short(text: object, most: int = 200) -> str:
    """One harmless line of bounded length: what files and servers say ends up in messages, and can be anything."""
    line = " ".join(harmless(str(text)).split())
    return line if len(line) <= most else line[:most] + "…"


_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])")
"""What terminals obey: colours, moves of the cursor, titles of windows."""
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def harmless(text: str) -> str:
    r"""A text that can be printed: without what a terminal would obey, and without halves of characters.

    >>> harmless("\x1b[31mred\x07")
    'red'
    """
    return _CONTROLS.sub("", _ESCAPES.sub("", text))
