"""Replies that people scored: the rubric, the file of their scores, and the run that reports set beside ours.

Two people score each reply and do not see each other; where they differ, a third decides. `apply_scores` makes a run of
its own from a run and such a file: the same replies, with the verdicts of people. Nothing of the first run is changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError, model_validator

from diorama.ask.line_files import whole_lines
from diorama.ask.records import PEOPLE, Record, judged_again
from diorama.ask.run_files import RunFile, RunInfo, read_run
from diorama.errors import DioramaError, first_fault
from diorama.kinds import Judgement, Verdict
from diorama.world.model import Plain

RUBRIC = 1
"""The version of the rubric: goes up when its rules change."""
RULES: Mapping[Verdict, str] = {
    Verdict.CORRECT: "exactly the right answer: all of it and nothing else, in the right order if one is asked for",
    Verdict.INCORRECT: "another answer, made of things that are there, or none; a part of the right one is not right",
    Verdict.HALLUCINATED: "it names something that is not in the scene, or that nobody would call so",
}
"""The three ways in which people score a reply."""


class PeopleScore(Plain):
    """How people scored one reply."""

    run: str
    """The key of the run."""
    sample_id: str
    repeat: int = Field(default=0, ge=0)
    reply_sha256: str
    first: Verdict
    second: Verdict
    third: Verdict | None = None
    """Of whoever decided, where the two differ."""
    note: str = ""

    @model_validator(mode="after")
    def _decided(self) -> PeopleScore:
        if any(v not in RULES for v in (self.first, self.second, self.third) if v is not None):
            raise ValueError(f"people score a reply as {', '.join(RULES)}")
        if (self.first is not self.second) != (self.third is not None):
            raise ValueError("a third decides where two differ, and only there")
        return self

    @property
    def verdict(self) -> Verdict:
        return self.first if self.third is None else self.third


class ScoresInfo(Plain):
    """The first line of a file of scores."""

    format: Literal[1] = 1
    name: str
    dataset: str
    """By name and checksum."""
    rubric: int = RUBRIC
    samples: tuple[str, ...]
    """Those whose replies were to be scored."""
    people: int = Field(ge=2)
    """How many took part."""


@dataclass(frozen=True)
class PeopleScores:
    """A file of scores."""

    info: ScoresInfo
    scores: tuple[PeopleScore, ...]

    def lines(self) -> Iterator[str]:
        yield self.info.model_dump_json()
        for score in self.scores:
            yield score.model_dump_json(exclude_defaults=True)


def checksum_of(reply: str) -> str:
    """Of a reply: scores are of these very words."""
    return sha256(reply.encode("utf-8", "replace")).hexdigest()


def read_scores(path: Path) -> PeopleScores:
    """A file of scores, as the studio writes it."""
    try:
        lines = whole_lines(path)
        info = ScoresInfo.model_validate_json(lines[0])
    except (ValidationError, IndexError):
        raise DioramaError(f"{path} is not a file of scores by people: its first line does not say of what") from None
    except OSError as error:
        raise DioramaError(f"cannot read {path}: {error.strerror or error}") from None
    scores = []
    for number, line in enumerate(lines[1:], start=2):
        try:
            scores.append(PeopleScore.model_validate_json(line))
        except ValidationError as error:
            raise DioramaError(f"{path}, line {number}: {first_fault(error)}") from None
    return PeopleScores(info, tuple(scores))


@dataclass(frozen=True)
class Applied:
    """What came of the scores for one run."""

    path: Path
    """The run with the verdicts of people."""
    scored: int
    left: int
    """Replies that people have not settled."""
    changes: Counter[tuple[Verdict, Verdict]] = field(default_factory=Counter)
    """How often one verdict of ours became another of theirs."""

    def line(self) -> str:
        """What happened, for people."""
        moved = ", ".join(
            f"{count} {ours.value.replace('_', ' ')} → {theirs.value}"
            for (ours, theirs), count in sorted(self.changes.items())
        )
        left = f"; {self.left} replies are not settled yet, and left out" if self.left else ""
        return f"{self.path}: {self.scored} replies scored by people, {moved or 'all as by our rules'}{left}"


def people_info(info: RunInfo, scores: ScoresInfo) -> RunInfo:
    """The settings of a run whose verdicts people gave."""
    scored_by = f"{PEOPLE}, rubric {scores.rubric}"
    return info.model_copy(update={"scored_by": scored_by, "reader": "", "grader": ""})


def apply_scores(path: Path, scores: PeopleScores) -> Applied | None:
    """Write the run of one file of answers with the verdicts of people beside it; None if none are of it.

    Questions without a reply stay as they were. An earlier run of the same scores is replaced.
    """
    run = read_run(path)
    mine = {(s.sample_id, s.repeat): s for s in scores.scores if s.run == run.info.key}
    if run.info.scored_by or not mine:
        return None
    if run.info.dataset != scores.info.dataset:
        raise DioramaError(f"{path} is of {run.info.dataset}, and the scores are of {scores.info.dataset}")
    wanted, info = set(scores.info.samples), people_info(run.info, scores.info)
    kept: list[Record] = []
    changes: Counter[tuple[Verdict, Verdict]] = Counter()
    left = 0
    for record in run.records:
        score = mine.pop((record.sample_id, record.repeat), None)
        if score is not None:
            if checksum_of(record.reply) != score.reply_sha256:
                raise DioramaError(f"{path}: the reply to '{record.sample_id}' is not the one that people scored")
            if record.verdict is not score.verdict:
                changes[record.verdict, score.verdict] += 1
            kept.append(_scored(record, score, info.scored_by))
        elif record.sample_id in wanted and record.to_ask_again:
            kept.append(record)
        else:
            left += record.sample_id in wanted
    if mine:
        raise DioramaError(f"{path} has no reply to '{min(mine)[0]}', which people scored")
    with RunFile(path.parent, info) as file:
        file.replace(info, kept)
    return Applied(file.path, sum(not record.to_ask_again for record in kept), left, changes)


def apply_to_all(paths: Sequence[Path], scores: PeopleScores) -> list[Applied]:
    """The same for several files of answers; there must be one at least that people scored."""
    found = [applied for path in paths if (applied := apply_scores(path, scores)) is not None]
    if not found:
        raise DioramaError("people scored none of these runs: name the files or folders of those that they did")
    return found


def three_ways(verdict: Verdict) -> Verdict:
    """A verdict of ours as people would give it: whoever does not answer is not correct, and made nothing up."""
    return verdict if verdict in RULES else Verdict.INCORRECT


def _scored(record: Record, score: PeopleScore, scored_by: str) -> Record:
    flags = {"adjudicated": True} if score.third is not None else {}
    return judged_again(record, Judgement(score.verdict, note=score.note, flags=flags), scoring=scored_by)
