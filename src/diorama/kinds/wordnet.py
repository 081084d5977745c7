"""WordNet, if the user asks for it: words of one meaning beyond our own table of synonyms.

`DIORAMA_WORDNET` names a folder with WordNet's `index.noun` (Debian's `wordnet-base` puts one into
`/usr/share/wordnet`). It is never used by default, so that a score does not depend on what a machine has installed. The
files are plain text sorted by word, so a lookup is a binary search and nothing is loaded.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

from diorama.errors import DioramaError

VARIABLE = "DIORAMA_WORDNET"
MOST_SENSES = 3
"""Rarer senses are left out: a "lemon" is a bad car only in the fourth."""


def same_meaning(one: str, other: str) -> bool:
    """Whether two nouns share one of their common senses; False without WordNet."""
    return bool(senses(one) & senses(other))


@lru_cache(maxsize=10_000)
def senses(noun: str) -> frozenset[str]:
    """The synsets of a noun's most common senses."""
    folder = home()
    if folder is None:
        return frozenset()
    line = _line(folder / "index.noun", noun.strip().replace(" ", "_"))
    if line is None:
        return frozenset()
    fields = line.split()
    return frozenset(fields[-int(fields[2]) :][:MOST_SENSES])


def home() -> Path | None:
    """The folder that the user named, or None."""
    folder = os.environ.get(VARIABLE, "")
    if folder and not (Path(folder) / "index.noun").is_file():
        raise DioramaError(f"{VARIABLE}: {folder} holds no index.noun; name a folder of WordNet or unset it")
    return Path(folder) if folder else None


def _line(path: Path, word: str) -> str | None:
    """The line that begins with a word, by bisection on byte offsets."""
    wanted = word.encode()
    with path.open("rb") as file:
        low, high = 0, path.stat().st_size
        while low < high:
            middle = (low + high) // 2
            file.seek(middle)
            if middle:
                file.readline()
            line = file.readline()
            key = line.split(b" ", 1)[0]
            if line and (line.startswith(b"  ") or key < wanted):
                low = middle + 1
            else:
                high = middle
        file.seek(low)
        if low:
            file.readline()
        line = file.readline()
    return line.decode("utf-8", "replace") if line.split(b" ", 1)[0] == wanted else None
