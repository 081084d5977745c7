"""A kind of answer: one object that owns all rules of one form of answer. Nobody else asks which kind an answer is of.

To add one, write a file like those beside this one, and name its object in `diorama.kinds` or in the entry point
`diorama.kinds` of your own package.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np

from diorama.kinds.answer import Answer
from diorama.kinds.counts import Counts
from diorama.kinds.key import Key
from diorama.kinds.marks import Mark, name_marks
from diorama.kinds.measures import Measure
from diorama.kinds.query import Query, QueryDigest
from diorama.kinds.verdicts import Judgement, Verdict
from diorama.whatif import Intervention

Rng = np.random.Generator
A = TypeVar("A", bound=Answer)

Grader = Callable[[str], Awaitable[str]]
"""A model that compares an answer with the truth: it is sent a text and returns its reply."""


class UnreadableGrade(Exception):
    """What a kind raises when a grader's reply cannot be used: the reply it graded stays unscored."""


@dataclass(frozen=True)
class Form:
    """How an answer is wanted, in words."""

    alone: str
    """For a reply that holds the answer and nothing else: a whole sentence."""
    last_line: str
    """For the last line of a reply that reasons first: what the line holds."""
    people: str = ""
    """In place of `alone`, for a person who sits a quiz; only where that is plainer."""


class Kind(ABC, Generic[A]):
    """All rules of one form of answer."""

    name: ClassVar[str]
    rules: ClassVar[int] = 1
    """Raise it when reading or scoring changes: verdicts by other rules can then be distinguished."""
    answer: type[A]
    """The model of its answers."""
    measures: ClassVar[dict[str, Measure]] = {}
    """What tables make of the flags and numbers that scoring notes."""
    carries_out: ClassVar[bool] = False
    """Whether scoring needs the sample's world."""
    grades: ClassVar[bool] = False
    """Whether scoring asks a grader, if there is one …"""
    shows_grader: ClassVar[bool] = False
    """… and the grader is shown what the model was shown."""
    names_objects: ClassVar[bool] = True
    """Whether a reply names objects of the scene."""
    offers_options: ClassVar[bool] = False
    """Whether a question comes with options to choose from."""

    # what is asked

    @abstractmethod
    def form(self, answer: A, query: Query | None = None) -> Form:
        """How the answer is wanted; it must not reveal what is right. Without a query, nothing may be right too."""

    @abstractmethod
    def forms(self) -> tuple[Form, ...]:
        """All that `form` can give."""

    def check(self, answer: A, options: tuple[str, ...]) -> None:
        """Raise a ValueError for an answer that does not fit these options."""
        if options:
            raise ValueError("options belong to multiple choice only")

    @abstractmethod
    def size(self, answer: A) -> int:
        """How many objects, swaps or steps there are in an answer; 1 where that means nothing."""

    def known_size(self, answer: A) -> int | None:
        """The same for reports by answer size; None for an answer that has no size, such as "it cannot be done"."""
        return self.size(answer)

    def size_group(self, size: int) -> str:
        """The name of the group in which reports show answers of this size."""
        return str(size)

    def bodies(self, answer: A) -> tuple[str, ...]:
        """The bodies that an answer names, to be outlined in pictures for people."""
        return ()

    def proposes(self, answer: A) -> Intervention | None:
        """The intervention that an answer proposes; None if it only states facts."""
        return None

    def from_table(self, value: Any, options: tuple[str, ...] = (), names: Mapping[str, str] | None = None) -> A:
        """An answer as a table of somebody else gives it; a ValueError says what is wrong with it.

        `names` gives the name of each object by what it is called there (`folded`). A kind that has no rule for it
        takes the fields of its answers.
        """
        if not isinstance(value, Mapping):
            raise ValueError(f"an answer of the kind '{self.name}' is an object with the fields of that kind")
        return self.answer.model_validate({**value, "kind": self.name})

    def called(self, value: Any) -> tuple[str, ...]:
        """What such an answer calls objects, in order; empty where it names none."""
        return ()

    # what is replied

    @abstractmethod
    async def score(self, key: Key, reply: str, grader: Grader | None = None) -> Judgement:
        """Read a reply and compare it with the right answer. Whatever the grader raises goes through to the caller."""

    @abstractmethod
    def restated(self, key: Key) -> str:
        """How a reader, which never sees the right answer, is asked to write down what a reply says."""

    def in_words(self, key: Key, answer: A) -> str:
        """A reply that gives this answer."""
        return answer.words(key.phrases)

    def as_asked(self, key: Key, answer: A) -> str:
        """The same in the very form in which `form` asks for it."""
        return self.in_words(key, answer)

    @abstractmethod
    def wrong(self, key: Key, rng: Rng) -> str:
        """A reply that is surely wrong, to test scorers with."""

    @abstractmethod
    def guess(self, key: Key, rng: Rng) -> str:
        """A blind guess, which knows the form of an answer and nothing else."""

    @abstractmethod
    def chance(self, key: Key) -> float | None:
        """The exact probability that `guess` is right; None where it is not known."""

    # what is rewarded

    def without_world(self, key: Key) -> Key:
        """What of a key is needed to score replies elsewhere, where no world is carried along."""
        shows = key.query is not None and key.query.surroundings_show()
        digest = QueryDigest(surroundings=True) if shows and self.names_objects else None
        named = key if self.names_objects else replace(key, things={}, scenery=())
        return replace(named, world=None, camera=None, query=digest)

    def credit(self, key: Key, reply: str) -> float:
        """From 0 to 1, how much of a reply is right, by a key without a world: 1 if all of it is, and only then."""
        return float(score_alone(self, key, reply).verdict is Verdict.CORRECT)

    def marks(self, key: Key, text: str) -> tuple[Mark, ...]:
        """What a text mentions, and where, for people who wonder how it was read."""
        return name_marks(key, text) if self.names_objects else ()

    # what is counted

    def agrees(self, answer: A, guess: A) -> bool:
        """Whether a guesser's answer counts as right in an audit, which is lenient where a scorer is not."""
        return answer == guess

    def counts(self) -> Counts:
        """An empty account of answers, for `audit`."""
        return Counts()


def score_alone(kind: Kind[Any], key: Key, reply: str) -> Judgement:
    """Score without a grader, and so without waiting."""
    coroutine = kind.score(key, reply)
    try:
        coroutine.send(None)
    except StopIteration as done:
        judgement: Judgement = done.value
        return judgement
    finally:
        coroutine.close()
    raise RuntimeError(f"the kind '{kind.name}' waits for something though it has no grader")


def with_flags(judgement: Judgement, **flags: bool) -> Judgement:
    """The same judgement with more flags."""
    return replace(judgement, flags={**judgement.flags, **flags})
