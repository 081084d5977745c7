"""What a judge may hold a reply against: the question, and exact captions of what the clip shows and leaves out."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from diorama.ask.clip_facts import exact_clip_facts
from diorama.ask.question import question_of, unseen_side
from diorama.ask.source import Source
from diorama.ask.tools import ToolFailed
from diorama.ask.wordings import Rewording, reworded
from diorama.data import Sample
from diorama.errors import DioramaError


@dataclass(frozen=True)
class Captions:
    """A whole event in words, from its simulation."""

    shown: str
    """Of the clip."""
    unseen: str
    side: Literal["before", "after"]
    """Where the unseen part lies."""
    reference: str = ""
    """Of the reference picture, if there is one."""


@dataclass(frozen=True)
class Evidence:
    """All that a judge is told besides the reply."""

    question: str
    options: tuple[str, ...]
    captions: Captions


class Witness:
    """Gives evidence on the samples of a dataset; each event is simulated once, one at a time."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._known: dict[str, Captions] = {}
        self._one_at_a_time = threading.Lock()

    def evidence(self, sample_id: str, words: Rewording | None = None) -> Evidence:
        """The evidence on a sample whose question was put in these words; an error if its event is not known."""
        with self._one_at_a_time:
            sample = reworded(self._source.get(sample_id), words)
            if sample_id not in self._known:
                self._known[sample_id] = captions_of(sample)
            return Evidence(sample.question, sample.options, self._known[sample_id])


def open_witness(folder: Path) -> Witness:
    """The witness of a dataset: the same one for all runs of it, which often err on the same samples."""
    source = Source(folder)
    return _WITNESSES.setdefault((folder.resolve(), source.fingerprint), Witness(source))


_WITNESSES: dict[tuple[Path, str], Witness] = {}


def captions_of(sample: Sample) -> Captions:
    """Exact captions of a sample's event; an error if it was not simulated."""
    describe = exact_clip_facts(sample).caption
    try:
        reference = describe("reference") if question_of(sample).reference is not None else ""
        return Captions(describe("clip"), describe("unseen"), unseen_side(sample), reference)
    except ToolFailed:
        raise DioramaError(f"the sample '{sample.id}' has no simulated event, so there is no exact caption") from None
