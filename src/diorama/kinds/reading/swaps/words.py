"""The words of replies about swaps, in six languages: what each of them does in a sentence.

The words themselves are data (`words.toml`). Each has a sort, written as one letter, so that a sentence becomes a
short string, its shape, on which patterns are simple: "Swap the mug with the vase, then the lamp and the box." is
``VNwN,tNaN.``. Words that say nothing have no letter. Besides those of the vocabulary there are

====  ====================================================  ====  ==================================================
N     a thing                                               /     a slash, or a dash between two things
x     ↔                                                     -     any other dash
``>`` →, =                                                  T     a tick
L, P  the end of a line, of a paragraph                     ~     three dots
====  ====================================================  ====  ==================================================

and brackets ``()`` and the stops ``,;:.?``.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def vocabulary() -> tuple[re.Pattern[str], tuple[str, ...]]:
    """One pattern for all words, and the sort that each of its groups stands for."""
    table = _table()
    groups = [f"({_either(entry, table['parts'])})" for entry in table["sorts"]]
    return re.compile("|".join(groups), re.I), tuple(entry["letter"] for entry in table["sorts"])


def _either(entry: dict[str, Any], parts: dict[str, str]) -> str:
    """The pattern of one sort; words stand alone, signs anywhere."""
    words = "|".join(entry.get("words", ()))
    for name, part in parts.items():
        words = words.replace(f"<{name}>", part)
    words = words.replace("’", "['’]")
    return "|".join([*([rf"(?<![^\W_])(?:{words})(?![^\W_])"] if words else []), *entry.get("signs", ())])


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(files("diorama.kinds.reading.swaps").joinpath("words.toml").read_text(encoding="utf-8"))
