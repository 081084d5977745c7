"""Rows of JSON files, one at a time: lines, or the entries of a list however long it is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from diorama.errors import DioramaError, short

PIECE = 1 << 20
MOST_ENTRY = 256 << 20
"""Characters of one entry."""
_BLANK = re.compile(r"[\s,]*")
Entry = tuple[Any, str]
"""An entry, or why there is none."""


def lines_of(stream: IO[str]) -> Iterator[Entry]:
    """The values of a file with one on each line; blank lines are passed over."""
    for line in stream:
        if line.strip():
            yield _value(line)


def _value(text: str) -> Entry:
    try:
        return json.loads(text), ""
    except (ValueError, RecursionError) as error:
        cut = "" if text.endswith("\n") else "; the file may be cut short"
        return None, f"it is no JSON ({short(error, 60)}){cut}"


def entries_of(stream: IO[str], path: Path) -> Iterator[Entry]:
    """The entries of a list, read piece by piece; or of a list that is the only one in an object; or of {id: entry}."""
    head = stream.read(PIECE)
    first = head.lstrip()[:1]
    if first == "[":
        yield from _of_list(stream, head[head.index("[") + 1 :])
        return
    if first != "{":
        raise DioramaError(f"{path} is no JSON list of rows" if first else f"{path} is empty")
    value, why = _value(head + stream.read())
    if why:
        raise DioramaError(f"{path}: {why}")
    lists = [v for v in value.values() if isinstance(v, list)]
    if len(lists) == 1:
        yield from ((entry, "") for entry in lists[0])
    elif value and all(isinstance(v, dict) for v in value.values()):
        yield from (({"id": key, **entry}, "") for key, entry in value.items())
    else:
        raise DioramaError(f"{path} holds no list of rows; its fields are {short(', '.join(value), 120)}")


def _of_list(stream: IO[str], rest: str) -> Iterator[Entry]:
    decoder = json.JSONDecoder()
    at, size = 0, PIECE
    while True:
        match = _BLANK.match(rest, at)
        at = match.end() if match else at
        if rest[at : at + 1] == "]":
            return
        try:
            value, end = decoder.raw_decode(rest, at)
        except RecursionError:
            yield None, "it is nested too deeply"
            return
        except ValueError as error:
            value, end, why = None, len(rest), short(error, 60)
        if end < len(rest):  # what ends with the text could go on after it
            yield value, ""
            at = end
            continue
        more = stream.read(size)
        if not more:
            where = why if value is None else "no ] at its end"
            yield None, f"the list ends in the middle ({where}): the file may be cut short"
            return
        if len(rest) - at > MOST_ENTRY:
            yield None, f"it is longer than {MOST_ENTRY} characters, or is no JSON ({why})"
            return
        rest, at, size = rest[at:] + more, 0, max(PIECE, 2 * (len(rest) - at))
