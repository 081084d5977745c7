"""Objects: some of the scene's objects, as a set or in an order."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import comb, perm
from typing import Any, ClassVar, Literal, Self

from pydantic import model_validator

from diorama.kinds.answer import Answer, Phrases, Text, listing
from diorama.kinds.counts import ERRORS, Counts, beyond
from diorama.kinds.elimination import by_elimination
from diorama.kinds.key import Key
from diorama.kinds.kind import Form, Grader, Kind, Rng
from diorama.kinds.measures import Measure
from diorama.kinds.names import Match
from diorama.kinds.query import Query
from diorama.kinds.reading import NotRead, read_objects
from diorama.kinds.surroundings import is_surroundings
from diorama.kinds.table_values import listed, named
from diorama.kinds.verdicts import Judgement, Verdict

MOST_RESOLUTIONS = 1000
"""Ways to settle ambiguous names that are tried before a reply counts as possibly right."""
MOST_GUESSED = 6
LOPSIDED = 0.2
"""A name that is in more than this share of the answers earns a warning."""


class ObjectSet(Answer):
    """Some objects, maybe none; `ordered` if the question asks for a sequence.

    Without an order the names are kept sorted, so that equal sets are equal answers and equal bytes.
    """

    kind: Literal["objects"] = "objects"
    names: tuple[Text, ...]
    ordered: bool = False

    @model_validator(mode="before")
    @classmethod
    def _sort(cls, data: Any) -> Any:
        names = data.get("names") if isinstance(data, dict) else None
        if not isinstance(names, list | tuple | set | frozenset) or not all(isinstance(n, str) for n in names):
            return data
        if not data.get("ordered", False):
            return {**data, "names": tuple(sorted(names))}
        if isinstance(names, set | frozenset):
            raise ValueError("an ordered answer needs a sequence of names, not a set")
        return data

    @model_validator(mode="after")
    def _no_repeats(self) -> ObjectSet:
        if len(set(self.names)) < len(self.names):
            raise ValueError("an object is named twice")
        return self

    def words(self, phrases: Phrases) -> str:
        items = [phrases.get(n, n) for n in self.names]
        if not items:
            return "none"
        return "first " + ", then ".join(items) if self.ordered and len(items) > 1 else listing(items)


@dataclass
class ObjectCounts(Counts):
    """How large answers are, and what they name."""

    sizes: Counter[int] = field(default_factory=Counter)
    names: Counter[str] = field(default_factory=Counter)

    def count(self, key: Key) -> None:
        super().count(key)
        assert isinstance(key.answer, ObjectSet)
        self.sizes[len(key.answer.names)] += 1
        self.names.update(key.answer.names)

    def add(self, other: Self) -> None:
        super().add(other)
        self.sizes.update(other.sizes)
        self.names.update(other.names)

    def lines(self) -> list[str]:
        sizes = ", ".join(f"{n}×{size}" for size, n in sorted(self.sizes.items()))
        names = ", ".join(f"{name} {n}" for name, n in self.names.most_common(4))
        return [f"answer sizes {sizes or '–'}; most named {names or '–'}"]

    def warnings(self, errors: float = ERRORS) -> list[str]:
        found = super().warnings(errors)
        for name, times in self.names.most_common(1):
            if beyond(times, self.samples, LOPSIDED, errors):
                found.append(f"'{name}' is in {times} of {self.samples} answers")
        return found


class ObjectsKind(Kind[ObjectSet]):
    """Objects named in words; exactly the right ones, in the right order if there is one."""

    name = "objects"
    rules: ClassVar[int] = 5
    answer = ObjectSet
    measures: ClassVar[dict[str, Measure]] = {
        "ordered_correct": Measure("right, order counted"),
        "unordered_correct": Measure("right, order ignored"),
        "ambiguous": Measure("ambiguous name"),
    }

    def form(self, answer: ObjectSet, query: Query | None = None) -> Form:
        return self.forms()[2 * (query is None or query.may_fail()) + answer.ordered]

    def forms(self) -> tuple[Form, ...]:
        listed = [f"the names of the objects{order}, separated by commas" for order in ("", " in order")]
        plain = [Form(f"Reply with {names} and nothing else.", f"'Answer: ' and {names}") for names in listed]
        may_fail = [Form(f"Reply with {n}, or with 'none'.", f"'Answer: ' and {n}, or 'none'") for n in listed]
        return (*plain, *may_fail)

    def from_table(
        self, value: Any, options: tuple[str, ...] = (), names: Mapping[str, str] | None = None
    ) -> ObjectSet:
        """A list of names, or an object with `names` and `ordered`."""
        ordered = isinstance(value, Mapping) and bool(value.get("ordered"))
        found = tuple(dict.fromkeys(named(text, names) for text in self.called(value)))
        return ObjectSet(names=found, ordered=ordered)

    def called(self, value: Any) -> tuple[str, ...]:
        return listed(value.get("names") if isinstance(value, Mapping) else value)

    def size(self, answer: ObjectSet) -> int:
        return len(answer.names)

    def bodies(self, answer: ObjectSet) -> tuple[str, ...]:
        return answer.names

    async def score(self, key: Key, reply: str, grader: Grader | None = None) -> Judgement:
        assert isinstance(key.answer, ObjectSet)
        reading = read_objects(reply, key.names(), key.question)
        if isinstance(reading, NotRead):
            return Judgement(reading.verdict, note=reading.note)
        return _compared(key, key.answer, by_elimination(reading.items))

    def restated(self, key: Key) -> str:
        return "Write the objects that the reply answers with, separated by commas; or 'none'; or 'no answer'."

    def as_asked(self, key: Key, answer: ObjectSet) -> str:
        return ", ".join(key.phrases[name] for name in answer.names) or "none"

    def wrong(self, key: Key, rng: Rng) -> str:
        assert isinstance(key.answer, ObjectSet)
        others = [n for n in key.things if n not in key.answer.names]
        named = [*key.answer.names[1:], *([str(rng.choice(others))] if others else [])]
        return listing([key.phrases[n] for n in named]) if named else "none"

    def guess(self, key: Key, rng: Rng) -> str:
        """A number from one to six, then that many of the scene's objects, in any order."""
        size = 1 + int(rng.integers(_most(key)))
        drawn = rng.choice(len(key.things), size=size, replace=False)
        phrases = list(key.phrases.values())
        return listing([phrases[int(k)] for k in drawn])

    def chance(self, key: Key) -> float:
        assert isinstance(key.answer, ObjectSet)
        size, most = len(key.answer.names), _most(key)
        if not 1 <= size <= most:
            return 0.0
        return 1 / most / (perm if key.answer.ordered else comb)(len(key.things), size)

    def agrees(self, answer: ObjectSet, guess: ObjectSet) -> bool:
        """The same objects, in whatever order."""
        return set(answer.names) == set(guess.names)

    def counts(self) -> ObjectCounts:
        return ObjectCounts()


OBJECTS = ObjectsKind()


def unnameable(items: Sequence[Match]) -> tuple[Verdict, str] | None:
    """The verdict on names that are never right: of something that is not there, of another colour, or of furniture."""
    unknown = [m.said.strip() for m in items if m.unknown]
    if unknown:
        return Verdict.HALLUCINATED, f"'{unknown[0][:80]}' is not in the scene"
    for match in items:
        if match.clash:
            return Verdict.HALLUCINATED, f"'{match.said.strip()[:80]}' is not {match.clash} in the scene"
    scenery = [m.said.strip() for m in items if m.how == "scenery"]
    return (Verdict.INCORRECT, f"'{scenery[0][:80]}' is no object of the question") if scenery else None


def match_words(key: Key, match: Match) -> str:
    """An object as the question would call it, or the reply's own word for what is not clear."""
    if match.plural or len(match.names) == 1:
        return listing([key.phrases[n] for n in match.names])
    return f"“{match.said.strip()[:80]}”"


def unclear_note(key: Key, match: Match) -> str:
    """Why a name is ambiguous."""
    return f"'{match.said}' could be {listing([key.phrases[n] for n in match.names])}"


def _compared(key: Key, answer: ObjectSet, said: Sequence[Match]) -> Judgement:
    read_as = _words(key, said, ordered=answer.ordered)
    items = _objects_of_question(key, said)
    none_right = {"ordered_correct": False, "unordered_correct": False} if answer.ordered else {}
    if wrong := unnameable(items):
        return Judgement(wrong[0], read_as, wrong[1], none_right)
    named = [_meant(m) for m in items]
    too_many = math.prod(len(m) for m in named) > MOST_RESOLUTIONS
    best = (1, 1) if too_many else max(_agreement(answer, sequence) for sequence in product(*named))
    unclear = [m for m in items if m.ambiguous]
    right = best == (1, 1)
    if not unclear:
        flags = {"ordered_correct": right, "unordered_correct": best[0] == 1} if answer.ordered else {}
        return Judgement(Verdict.CORRECT if right else Verdict.INCORRECT, read_as, flags=flags)
    flags = {**none_right, "ambiguous": True}
    return Judgement(Verdict.UNREAD if right else Verdict.INCORRECT, read_as, unclear_note(key, unclear[0]), flags)


def _objects_of_question(key: Key, said: Sequence[Match]) -> Sequence[Match]:
    """What a reply names, without walls and windows where these may be seen as well as the objects."""
    if key.query is None or not key.query.surroundings_show():
        return said
    return [m for m in said if m.how != "scenery" and not (m.unknown and is_surroundings(m.said))]


def _agreement(answer: ObjectSet, sequence: Sequence[tuple[str, ...]]) -> tuple[int, int]:
    """Whether these are the right objects, and whether they are in the right order."""
    names = tuple(dict.fromkeys(name for group in sequence for name in group))
    same = set(names) == set(answer.names)
    return int(same), int(same and (not answer.ordered or names == answer.names))


def _meant(match: Match) -> list[tuple[str, ...]]:
    """All that a match may mean: one object each if it is not clear which, all of them for a plural."""
    return [match.names] if match.plural or len(match.names) == 1 else [(name,) for name in match.names]


def _words(key: Key, items: Sequence[Match], *, ordered: bool) -> str:
    words = [match_words(key, m) for m in items]
    if not words:
        return "none"
    return "first " + ", then ".join(words) if ordered and len(words) > 1 else listing(words)


def _most(key: Key) -> int:
    return min(MOST_GUESSED, len(key.things))
