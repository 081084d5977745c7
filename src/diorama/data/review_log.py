"""The log of a review by people (`review.json`): who found what in which sample, and that nothing is outstanding.

It lies in the folder of the dataset, names the pipeline that made the samples and the checksum of every file that they
are in, and has a checksum of its own. `check_review` proves all of it again, without the database it came from.

Two people look at every sample, one after the other; where they differ, votes decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError, model_validator

from diorama.data._files import whole_file
from diorama.data.dataset import check, load
from diorama.data.sample import Text, to_json_text
from diorama.errors import DioramaError, first_fault
from diorama.world.model import Plain, replace

REVIEW = "review.json"
FEWEST_VOTES = 3
"""With so many votes the larger side wins, unless the two who differed agree before."""


class Issue(StrEnum):
    """What can be wrong with a sample."""

    OBJECT_MISSED = "object missed"
    DEPTH_ORDER = "depth order"
    REFLECTION = "reflection correspondence"
    AMBIGUOUS_SWAP = "ambiguous swap"
    WORDING = "wording"
    PICTURE = "picture"
    OTHER = "other"


ISSUES: Mapping[Issue, str] = {
    Issue.OBJECT_MISSED: "something in the picture was not found, or is called by a wrong name",
    Issue.DEPTH_ORDER: "what is in front of what is wrong",
    Issue.REFLECTION: "a reflection is given to the wrong object, or is missed",
    Issue.AMBIGUOUS_SWAP: "another swap, or another sequence, would be right too",
    Issue.WORDING: "the question or an option is wrong, or can be read in two ways",
    Issue.PICTURE: "the picture is damaged, unnatural, or shows text or brands",
    Issue.OTHER: "something else: say what in the note",
}
"""What each means, for those who choose."""


class State(StrEnum):
    """Where a sample stands."""

    PENDING = "pending"
    """Nobody has reviewed it."""
    ANNOTATED = "annotated"
    """One person has."""
    DISPUTED = "disputed"
    """Two have, and differ."""
    VERIFIED = "verified"
    FLAGGED = "flagged"
    """It has to be made again."""
    REPLACED = "replaced"
    """It was: another one stands in its place."""


OUTSTANDING = (State.PENDING, State.ANNOTATED, State.DISPUTED, State.FLAGGED)
"""What keeps a batch from being signed off."""


class Review(Plain):
    """What one person found."""

    layer: Literal[1, 2]
    person: int
    """As the studio numbers people: their names stay there."""
    at: datetime
    issues: tuple[Issue, ...] = ()
    """None if everything was verified."""
    note: str = ""

    @property
    def flagged(self) -> bool:
        return bool(self.issues)


class Ballot(Plain):
    """A vote on a sample about which two people differ."""

    person: int
    at: datetime
    keep: bool


def outcome(reviews: Sequence[Review], ballots: Sequence[Ballot] = ()) -> State:
    """What follows from what people found and how they voted.

    >>> at = datetime(2026, 1, 1)
    >>> one, two = Review(layer=1, person=1, at=at), Review(layer=2, person=2, at=at, issues=(Issue.PICTURE,))
    >>> outcome([one]).value, outcome([one, two]).value
    ('annotated', 'disputed')
    >>> outcome([one, two], [Ballot(person=1, at=at, keep=False), Ballot(person=2, at=at, keep=False)]).value
    'flagged'
    """
    if len(reviews) < 2:
        return State.ANNOTATED if reviews else State.PENDING
    sides = {review.flagged for review in reviews}
    if len(sides) == 1:
        return State.FLAGGED if sides.pop() else State.VERIFIED
    votes = {ballot.person: ballot.keep for ballot in ballots}
    parties = [votes.get(review.person) for review in reviews]
    kept = sum(votes.values())
    if parties[0] is not None and parties[0] == parties[1]:
        return State.VERIFIED if parties[0] else State.FLAGGED
    if len(votes) < FEWEST_VOTES or 2 * kept == len(votes):
        return State.DISPUTED
    return State.VERIFIED if 2 * kept > len(votes) else State.FLAGGED


class ReviewedSample(Plain):
    """A sample of the batch, with all that was said about it."""

    id: Text
    suite: str
    task: str
    level: str = ""
    round: int = Field(ge=1)
    """In which it came."""
    state: State
    replaces: str = ""
    """The sample in whose place it was made."""
    reviews: tuple[Review, ...] = ()
    ballots: tuple[Ballot, ...] = ()
    remarks: int = Field(default=0, ge=0)
    """How much was written in its discussion."""


class ReviewRound(Plain):
    """One iteration: samples are reviewed, and those at fault are made again for the next."""

    number: int = Field(ge=1)
    dataset: Text
    """By name and checksum."""
    began: datetime
    new: int = Field(ge=0)
    """Samples that came in it."""
    flagged: int = Field(ge=0)
    """How many of all were found at fault, and made again."""


class Pilot(Plain):
    """The review on which the trust in a pipeline rests."""

    dataset: Text
    sha256: str
    """Of its log."""
    pipeline: tuple[Text, ...]


class ReviewLog(Plain):
    """What `review.json` holds."""

    format: Literal[1] = 1
    sort: Literal["pilot", "whole", "spot check"]
    name: str
    dataset: Text
    """By name and checksum, as it was signed."""
    shards: dict[str, str]
    """The checksum of each file that holds a sample of the batch."""
    pipeline: tuple[Text, ...]
    """The versions that made the samples."""
    seed: int
    """By which the samples were drawn."""
    share: float | None = None
    """Of a spot check."""
    pilot: Pilot | None = None
    """What a spot check refers to."""
    rounds: tuple[ReviewRound, ...]
    samples: tuple[ReviewedSample, ...]
    issues: dict[str, dict[Issue, int]] = Field(default_factory=dict)
    """By suite and task: how many samples each issue was raised about, by whomever."""
    signed_by: int
    signed_at: datetime
    sha256: str = ""
    """Of all the rest."""

    @property
    def iterations(self) -> int:
        return len(self.rounds)

    @property
    def standing(self) -> tuple[ReviewedSample, ...]:
        """The samples that were not replaced."""
        return tuple(sample for sample in self.samples if sample.state is not State.REPLACED)

    def found(self) -> dict[str, int]:
        """How many samples ended how, and how often each issue was raised."""
        issues = sum((Counter(counts) for counts in self.issues.values()), Counter[Issue]())
        return {
            **{state.value: n for state in State if (n := sum(s.state is state for s in self.samples))},
            **{f"raised: {issue.value}": issues[issue] for issue in Issue if issues[issue]},
        }

    @model_validator(mode="after")
    def _rounds_count_up(self) -> ReviewLog:
        if [each.number for each in self.rounds] != list(range(1, len(self.rounds) + 1)) or not self.rounds:
            raise ValueError("rounds: they are not numbered 1, 2, 3, …")
        return self

    def checksum(self) -> str:
        return sha256(to_json_text(self.model_dump(mode="json", exclude={"sha256"})).encode()).hexdigest()

    def sealed(self) -> ReviewLog:
        """The log with its checksum."""
        return replace(self, sha256=self.checksum())


def count_issues(samples: Iterable[ReviewedSample]) -> dict[str, dict[Issue, int]]:
    """By suite and task, how many samples each issue was raised about."""
    counts: dict[str, Counter[Issue]] = {}
    for sample in samples:
        raised = {issue for review in sample.reviews for issue in review.issues}
        counts.setdefault(f"{sample.suite} {sample.task}", Counter()).update(raised)
    return {task: {i: found[i] for i in Issue if found[i]} for task, found in sorted(counts.items()) if found}


def write_review(folder: Path, log: ReviewLog) -> ReviewLog:
    """Seal a log and write it into its dataset, completely or not at all; an earlier one is replaced."""
    log = log.sealed()
    with whole_file(folder / REVIEW) as file:
        file.write((log.model_dump_json(indent=1) + "\n").encode())
    return log


def read_review(folder: Path) -> ReviewLog:
    """The log in the folder of a dataset."""
    path = folder / REVIEW
    try:
        return ReviewLog.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        raise DioramaError(f"{folder} has no {REVIEW}: no review of it was signed off") from None
    except OSError as error:
        raise DioramaError(f"cannot read {path}: {error.strerror or error}") from None
    except ValidationError as error:
        raise DioramaError(f"{path} is not the log of a review: {first_fault(error)}") from None


def check_review(folder: str | Path) -> list[str]:
    """What is wrong with the log of a dataset, one line each: its checksum, the files it speaks of, its own rules."""
    log = read_review(Path(folder))
    faults = [] if log.sha256 == log.checksum() else ["its checksum does not fit: it was changed after signing"]
    return [*faults, *_file_faults(Path(folder), log), *_rule_faults(log)]


def _file_faults(folder: Path, log: ReviewLog) -> Iterator[str]:
    data = load(folder)
    for name, checksum in sorted(log.shards.items()):
        shard = data.manifest.shards.get(name)
        if shard is None:
            yield f"{name} was reviewed, and is not in the dataset"
        elif shard.sha256 != checksum:
            yield f"{name} is not the file that was reviewed"
    if damage := check(folder):
        yield from damage
        return
    there = {key: name for key, (name, _, _) in data._places.items()}
    for sample in log.samples:
        if sample.state is State.REPLACED:
            continue
        if there.get(sample.id) not in log.shards:
            yield f"{sample.id} was reviewed, and is not in a file that was"


def _rule_faults(log: ReviewLog) -> Iterator[str]:
    """Rules of the review that the log itself breaks."""
    gate = log.sort != "spot check"
    for sample in log.samples:
        layers = [review.layer for review in sample.reviews]
        if layers not in ([], [1], [1, 2]):
            yield f"{sample.id}: its reviews are of the layers {layers}"
        people = [review.person for review in sample.reviews]
        if len(set(people)) < len(people):
            yield f"{sample.id}: somebody reviewed their own work"
        found = outcome(sample.reviews, sample.ballots)
        if sample.state not in (found, State.REPLACED):
            yield f"{sample.id}: it is called {sample.state.value}, and its reviews say {found.value}"
        if gate and sample.state in OUTSTANDING:
            yield f"{sample.id} is {sample.state.value}: nothing may be outstanding when a review is signed"
    replaced = {sample.replaces for sample in log.samples}
    for sample in log.samples:
        if sample.state is State.REPLACED and sample.id not in replaced:
            yield f"{sample.id} was taken out, and nothing stands in its place"
    if log.issues != count_issues(log.samples):
        yield "its counts of issues are not those of its samples"
    if not log.pipeline:
        yield "it names no pipeline"
