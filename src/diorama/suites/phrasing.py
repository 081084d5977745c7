"""Words are data: each question has several wordings, one of which a sample draws.

A file ``wordings.toml`` beside a suite's tasks holds them; a translation or a paper's own wording replaces it.
Wordings in a table are found by the table's name too: ``opening`` in ``[collision]`` is ``collision.opening``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any

import numpy as np

from diorama.errors import DioramaError, UnknownName

Rng = np.random.Generator

_BEGINNING = re.compile(r"(?:^|(?<=[.?!] ))[a-z]")


def phrase(rng: Rng, suite: str, name: str, **words: str) -> str:
    """One wording of a question, drawn, with its gaps filled; every sentence begins with a large letter."""
    options = wordings(suite)
    if name not in options:
        raise UnknownName(f"wording of {suite}", name, options)
    text = options[name][int(rng.integers(len(options[name])))]
    gaps = {gap for _, gap, _, _ in Formatter().parse(text) if gap}
    if gaps != set(words):
        raise DioramaError(f"the wording '{text}' has gaps {sorted(gaps)}, not {sorted(words)}")
    return _BEGINNING.sub(lambda letter: letter[0].upper(), text.format(**words))


@cache
def wordings(suite: str) -> dict[str, tuple[str, ...]]:
    """All wordings of a suite by name."""
    text = files(f"diorama.suites.{suite}").joinpath("wordings.toml").read_text(encoding="utf-8")
    return dict(_flat(tomllib.loads(text)))


def _flat(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, found in table.items():
        if isinstance(found, dict):
            yield from _flat(found, f"{prefix}{name}.")
        else:
            yield prefix + name, tuple(found)


def listed(phrases: Sequence[str]) -> str:
    """Join as people do: ``the mug, the lamp and the vase``."""
    return phrases[0] if len(phrases) == 1 else ", ".join(phrases[:-1]) + " and " + phrases[-1]
