"""How a reply is read and why: its verdict, and its text with every mention marked."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from diorama.ask.replies import read_replies
from diorama.ask.run_files import ENDING, read_run
from diorama.ask.scoring import score_reply
from diorama.data import load, read_keys
from diorama.errors import DioramaError, UnknownName, short
from diorama.kinds import Judgement, Key, Mark, kind_of

if TYPE_CHECKING:
    from rich.text import Text

LONGEST_SHOWN = 8000
"""Characters of a reply that are shown."""


@dataclass(frozen=True)
class Explained:
    """A reply with how it was scored and what it mentions."""

    key: Key
    reply: str
    judgement: Judgement
    marks: tuple[Mark, ...]


def explain(key: Key, reply: str) -> Explained:
    """Score a reply by our own rules and mark what it mentions."""
    return Explained(key, reply, score_reply(key, reply), kind_of(key.answer).marks(key, reply))


def explain_file(folder: Path, replies: Path, *, lenient: bool = False) -> Iterator[Explained]:
    """Every reply in a file: lines of replies that somebody collected, or the answers of a run."""
    data = load(folder)
    found = _replies(replies, data.fingerprint)
    known = set(data.ids())
    for sample_id, _ in found:
        if sample_id not in known:
            raise UnknownName("sample", printable(short(sample_id, 80)), sorted(known))
    by_sample: dict[str, list[str]] = {}
    for sample_id, reply in found:
        by_sample.setdefault(sample_id, []).append(reply)
    for key in (replace(key, lenient=lenient) for key in read_keys(folder)):
        for reply in by_sample.get(key.sample_id, ()):
            yield explain(key, reply)


def explained_text(one: Explained) -> Text:
    """For a terminal: the verdict and why, then the reply with its marks."""
    from rich.text import Text

    judgement = one.judgement
    text = Text()
    text.append(one.key.sample_id, style="bold").append(f": {judgement.verdict.value.replace('_', ' ')}")
    if judgement.read_as:
        text.append(printable(f", read as: {judgement.read_as}"))
    if judgement.note:
        text.append(printable(f" ({judgement.note})"))
    text.append("\n")
    for piece, mark in pieces(printable(one.reply[:LONGEST_SHOWN]), one.marks):
        if mark is None:
            text.append(piece)
            continue
        same = mark.means.casefold().removeprefix("the ") == piece.casefold().removeprefix("the ")
        text.append("[")
        text.append(piece, style="bold green" if mark.fits else "bold red")
        text.append("]" if same else f" = {mark.means}]", style="dim")
    return text.append(f"\n… {len(one.reply):,} characters in all\n" if len(one.reply) > LONGEST_SHOWN else "\n")


def printable(text: str) -> str:
    """A text of the same length without signs that would steer a terminal."""
    return "".join(c if c in "\n\t" or (c.isprintable() and unicodedata.category(c) != "Cf") else "·" for c in text)


def _replies(path: Path, dataset: str) -> list[tuple[str, str]]:
    if path.name.endswith(ENDING):
        run = read_run(path)
        if run.info.dataset != dataset:
            raise DioramaError(f"{path} is a run of {run.info.dataset}, not of {dataset}: name its own dataset")
        return [(record.sample_id, record.reply) for record in run.records if record.reply]
    return [(sample_id, reply) for (sample_id, _), reply in read_replies(path).items()]


def pieces(text: str, marks: tuple[Mark, ...]) -> Iterator[tuple[str, Mark | None]]:
    """A text cut at its marks: each piece with its mark, or without one."""
    at = 0
    for mark in marks:
        if mark.start < at or mark.end > len(text):
            continue
        if mark.start > at:
            yield text[at : mark.start], None
        yield text[mark.start : mark.end], mark
        at = mark.end
    if at < len(text):
        yield text[at:], None
