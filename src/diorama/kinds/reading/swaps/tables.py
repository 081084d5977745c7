"""Swaps in tables and columns: a row with two things, or two things under each number."""

from __future__ import annotations

import re
from collections.abc import Sequence

from diorama.kinds.names import Match, Names
from diorama.kinds.reading.swaps.pairs import Pair
from diorama.kinds.reading.swaps.tokens import Token, shape, tokens

_ORDERS = re.compile(
    r"\b(?:current|target|goal|now|before|after|initial|final|desired|order|result|positions?|place|present|arrangement|left|right)\b"
    r"|顺序|目标|位置|順|現在",
    re.I,
)
"""Heads of columns that compare orders, or tell what follows."""
_TALK = re.compile(r"reason|note|why|explan|comment|remark|effect|grund|raison|motivo|原因|说明|理由", re.I)
_PAIR_CELL = re.compile(r"V?:?\(?N(?:[wax/,>])N\)?")


def without_tables(text: str, names: Names) -> tuple[str, list[Pair]]:
    """A text without its tables, and the swaps that the last table of swaps lists."""
    kept: list[str] = []
    rows: list[list[str]] = []
    found: list[Pair] = []
    for line in (*text.splitlines(), ""):
        cells = _cells(line)
        if cells is not None:
            rows.append(cells)
            continue
        if rows:
            found = _swaps(rows, names) or found
            rows = []
            kept.append("")
        kept.append(line)
    return "\n".join(kept[:-1]) if kept else text, found


def columns(words: Sequence[Token]) -> list[Pair]:
    """Two things alone, or two under each number or in each paragraph; nothing if there is more than that."""
    letters = shape([t for t in words if not re.fullmatch(r"[a-h12]|objects?", t.text, re.I)])
    if not re.fullmatch(r"[#NLP,;.:ASV]*", letters):
        return []
    groups: list[list[Match]] = [[]]
    for token in words:
        if token.match is not None:
            groups[-1].append(token.match)
        elif token.sort in "#PSV" and groups[-1]:
            groups.append([])
    groups = [g for g in groups if g]
    every = [m for g in groups for m in g]
    if len(every) == 2:
        return [(every[0], every[1])]
    if all(len(g) == 2 for g in groups) and not re.search(r"N[,;]N", letters):
        return [(g[0], g[1]) for g in groups]
    return []


def _cells(line: str) -> list[str] | None:
    if line.count("|") < 2 or "|" not in (line.strip()[0], line.strip()[-1]):
        return None  # an order may be written with bars, too
    cells = [c.strip() for c in line.strip().strip("|").split("|")]
    return [] if all(not c.strip(" :-–=+") for c in cells) else cells


def _swaps(rows: Sequence[Sequence[str]], names: Names) -> list[Pair]:
    """The pairs in the rows of a table; nothing if it compares orders."""
    full = [list(row) for row in rows if row]
    head = full[0] if full and not any(_things(c, names) for c in full[0]) else []
    body = full[1:] if head else full
    skipped = {k for k, cell in enumerate(head) if _ORDERS.search(cell) or _TALK.search(cell)}
    found: list[Pair] = []
    for row in body:
        cells = [c for k, c in enumerate(row) if k not in skipped]
        named = [things for c in cells if (things := _things(c, names))]
        whole = [c for c in cells if _PAIR_CELL.fullmatch(shape([t for t in tokens(c, names) if t.sort != "#"]))]
        if whole:
            things = _things(whole[0], names)
            found.append((things[0], things[1]))
        elif len(named) == 2 and all(len(things) == 1 for things in named):
            found.append((named[0][0], named[1][0]))
        elif named:
            return []
    return found


def _things(cell: str, names: Names) -> list[Match]:
    return [m for _, _, m in names.mentions(cell)]
