"""Options that are written into a question: ``(A) Yes, (B) No or (C) Not sure``, ``A. Yes; B. No``, ``E.Removing …``.

>>> found = options_in("Will it hit? Answer by (A) Yes, (B) No or (C) Not sure.")
>>> found.stem, found.options
('Will it hit?', ('Yes', 'No', 'Not sure'))
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from string import ascii_uppercase

from diorama.exchange.importers.faults import BadRow

MOST_OPTIONS = 10
_MARK = re.compile(r"(?<![A-Za-z0-9'’])(?:\((?P<round>[A-J])\)[.:]?|(?P<plain>[A-J])(?P<sign>[.:)]))(?=\s*\S|\s*$)")
_LEAD_IN = re.compile(
    r"(?:^|(?<=[.?!:;\n]))[^.?!\n]{0,40}\b(?:answer|choose|select|specify|respond|reply|options?|choices?)\b[^.?!\n]{0,60}$",
    re.I,
)
"""What introduces options, at the end of what stands before them."""
_BULLET = re.compile(r"[\s;,.•*–-]+$")
_OR = re.compile(r"[\s;,]+(?:or|and)\s*$", re.I)
_ENDS = re.compile(r"\n|(?<=[.!?])\s+(?=[A-Z])")
"""Where the last option ends, if more follows it."""


@dataclass(frozen=True)
class Asked:
    """A question without its options, and the options in order."""

    stem: str
    options: tuple[str, ...]


@dataclass(frozen=True)
class _Mark:
    letter: str
    style: str
    start: int
    end: int


def options_in(question: str) -> Asked:
    """The longest run of options A, B, C … in a question; of equal ones the last."""
    marks = [
        _Mark(m["round"] or m["plain"], "()" if m["round"] else m["sign"], m.start(), m.end())
        for m in _MARK.finditer(question)
    ]
    runs = [run for style in dict.fromkeys(m.style for m in marks) for run in _runs(marks, style)]
    if not runs:
        raise BadRow("its question holds no options such as (A) Yes, (B) No")
    longest = max(runs, key=lambda run: (len(run), run[0].start))
    if len(longest) < 2:
        raise BadRow("its question holds one option only")
    _refuse_gap(longest, marks)
    options, end = _texts(question, longest)
    before, after = question[: longest[0].start], question[end:]
    for run in runs:  # another list of letters contradicts ours
        if run is not longest and len(run) > 1 and run[0].start >= end:
            _, closes = _texts(question, run)
            after = _without_lead_in(question[end : run[0].start]) + question[closes:]
            break
    stem = f"{_without_lead_in(before)}\n{after.strip(' ;')}".strip()
    if not stem:
        raise BadRow("its question holds nothing but options")
    return Asked(re.sub(r"\n{3,}", "\n\n", stem), options)


def _runs(marks: list[_Mark], style: str) -> list[list[_Mark]]:
    """Every A of a style with the letters that follow it in order."""
    runs: list[list[_Mark]] = []
    for mark in marks:
        if mark.style != style:
            continue
        if mark.letter == "A":
            runs.append([mark])
        elif runs and mark.letter == ascii_uppercase[len(runs[-1])] and len(runs[-1]) < MOST_OPTIONS:
            runs[-1].append(mark)
    return runs


def _refuse_gap(run: list[_Mark], marks: list[_Mark]) -> None:
    """A letter that is left out means that an option was lost, and that the one before it holds the rest."""
    letters = "".join(m.letter for m in run)
    later = [
        m.letter for m in marks if m.start > run[-1].start and m.style == run[0].style and m.letter > run[-1].letter
    ]
    if later:
        missing = ascii_uppercase[len(letters)]
        raise BadRow(f"its options go {', '.join(letters)}, {later[0]}: {missing} is missing")
    inside = [m for m in marks if run[0].start < m.start < run[-1].start and m.style == run[0].style and m not in run]
    if inside:
        raise BadRow(f"where its options begin is unclear: {inside[0].letter} stands among them out of turn")


def _texts(question: str, run: list[_Mark]) -> tuple[tuple[str, ...], int]:
    """The texts of a run, and where the last one ends."""
    texts, close = [], len(question)
    for k, mark in enumerate(run):
        last = k + 1 == len(run)
        text = question[mark.end : len(question) if last else run[k + 1].start]
        if last:
            lead = len(text) - len(text.lstrip())
            ends = _ENDS.search(text, lead)
            close = mark.end + (ends.start() if ends else len(text))
            text = text[: ends.start()] if ends else text
        else:
            text = _OR.sub("", _BULLET.sub("", text))
        text = " ".join(text.strip(" \n\t;,.•*").split())
        if not text:
            raise BadRow(f"its option {mark.letter} has no text")
        texts.append(text)
    return tuple(texts), close


def _without_lead_in(text: str) -> str:
    """What stands before options, without the words that introduce them."""
    bare = text.rstrip(" \n\t:;,-–*•")
    found = _LEAD_IN.search(bare)
    kept = bare[: found.start()].strip() if found else ""
    return kept or bare.strip()
