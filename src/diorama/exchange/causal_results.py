"""Result files of CausalSpatial's own script, scored on the imported release by our reading.

Its lines name questions by ids that repeat, so each line is matched by its id and whatever else it tells (type, level,
right answer, words of the question), and among questions that agree in all of that, by the order in which they come.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from diorama.ask.evaluate import Result
from diorama.ask.run_files import RunInfo
from diorama.ask.score_replies import REPLIES, score_collected
from diorama.ask.source import Source
from diorama.data import read_keys
from diorama.data.dataset import require_whole
from diorama.errors import DioramaError, short
from diorama.exchange.importers.causalspatial import SUITE
from diorama.exchange.importers.faults import RowFault
from diorama.exchange.importers.tables import rows_of
from diorama.kinds import Described, Key

FAILED = re.compile(r"\s*Error:")
"""How the script begins the answer of a request that failed."""
TOLD = {"type": "the type", "difficulty": "the level", "question": "the words", "gt_answer": "the right answer"}
"""What lines may tell of their question besides its id, and how messages call it."""
_LETTER = re.compile(r"\(?([A-J])\b")


@dataclass
class CausalResults:
    """Replies by sample, and what became of the lines."""

    replies: dict[tuple[str, int | None], str] = field(default_factory=dict)
    without: dict[str, str] = field(default_factory=dict)
    """Every sample that the run covers, and what to note where it has no reply."""
    faults: list[RowFault] = field(default_factory=list)
    """Lines that belong to no question."""
    left_out: Counter[str] = field(default_factory=Counter)
    """Samples by parts of the release about which the file has nothing."""


def score_results(
    folder: Path, predictions: Path, *, name: str, logs: Path, lenient: bool = False
) -> tuple[Result, CausalResults]:
    """Score a result file as a run of its own.

    Questions without a line count as failed, but parts of the release that the file has nothing about are left out.
    """
    require_whole(folder)
    source = Source(folder)
    found = match_results(folder, predictions)
    if not found.replies:
        why = f": {found.faults[0]}" if found.faults else ""
        raise DioramaError(f"no line of {predictions} is about a question of {folder}{why}")
    info = RunInfo(
        dataset=source.fingerprint, folder=str(folder.resolve()), model=name, strategy=REPLIES,
        collected_from=str(predictions.resolve()), unfinished=source.data.manifest.unfinished,
    )  # fmt: skip
    result = score_collected(info, found.replies, logs=logs, without=found.without, lenient=lenient)
    return result, found


def match_results(folder: Path, predictions: Path) -> CausalResults:
    """The reply to each question, as far as lines can be matched."""
    keys = [key for key in read_keys(folder) if key.suite == SUITE and _told(key).released_id]
    if not keys:
        raise DioramaError(f"{folder} holds no questions of CausalSpatial: make it with `diorama import causalspatial`")
    by_id: dict[str, deque[Key]] = defaultdict(deque)
    for key in keys:
        by_id[_told(key).released_id].append(key)
    found = CausalResults()
    failed: dict[str, str] = {}
    for row in rows_of(predictions):
        try:
            if row.fault:
                raise ValueError(row.fault)
            key = _matched(row.values, row.text("question_id"), by_id)
            by_id[_told(key).released_id].remove(key)
            reply = row.values.get("model_answer")
            if not isinstance(reply, str):
                failed[key.sample_id] = "the file has no answer"
            elif FAILED.match(reply):
                failed[key.sample_id] = f"the script's request failed: {short(reply, 100)}"
            else:
                found.replies[key.sample_id, None] = reply.encode("utf-8", "replace").decode()
        except ValueError as error:
            found.faults.append(RowFault(row.file, f"{row.number} ({short(row.get('question_id'), 40)})", str(error)))
    there = {sample_id for sample_id, _ in found.replies} | failed.keys()
    covered = {(key.task, _told(key).group) for key in keys if key.sample_id in there}
    for key in keys:
        if (key.task, _told(key).group) in covered:
            found.without[key.sample_id] = failed.get(key.sample_id, "no line in the file")
        else:
            found.left_out[_told(key).group or key.task] += 1
    return found


def _matched(line: Any, released_id: str, by_id: dict[str, deque[Key]]) -> Key:
    """The first question left with this id that agrees with all that a line tells."""
    if released_id not in by_id:
        raise ValueError("no question of the dataset has this id")
    left: list[Key] = list(by_id[released_id])
    if not left:
        raise ValueError("there is an answer to every question of this id already; the first ones count")
    for name, what in TOLD.items():
        said = line.get(name)
        if not isinstance(said, str) or not said.strip():
            continue
        left = [key for key in left if _agrees(key, name, said.strip())]
        if not left:
            raise ValueError(f"no question left with this id has {what} '{short(said, 40)}'")
    return left[0]


def _agrees(key: Key, name: str, said: str) -> bool:
    """Whether a question is as a field of a line tells."""
    told = _told(key)
    if name == "type":
        return said.lower() in (key.task, told.group)
    if name == "difficulty":
        return key.level.upper()[-1:] == said.upper()[-1]
    if name == "question":
        return _plain(said) in (_plain(told.asked), _plain(key.question))
    return _is_right(key, said)


def _is_right(key: Key, said: str) -> bool:
    """Whether a letter, or the text of an option, is the right one."""
    if said in key.options:
        return said == key.truth
    letter = _LETTER.match(said)
    place = ascii_uppercase.index(letter[1]) if letter else len(key.options)
    return place < len(key.options) and key.options[place] == key.truth


def _plain(text: str) -> str:
    return " ".join(text.split())


def _told(key: Key) -> Described:
    return key.query if isinstance(key.query, Described) else Described()
