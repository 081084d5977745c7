"""Swaps: pairs of objects to exchange, one pair after the other, until a listed order is reached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import comb
from typing import Any, ClassVar, Literal

from pydantic import Field, model_validator

from diorama.kinds.answer import Answer, Phrases, Text
from diorama.kinds.counts import LengthCounts
from diorama.kinds.key import Key
from diorama.kinds.kind import Form, Grader, Kind, Rng
from diorama.kinds.measures import Measure
from diorama.kinds.objects import match_words, unclear_note, unnameable
from diorama.kinds.query import Query
from diorama.kinds.reading import NotRead, read_swaps
from diorama.kinds.table_values import named, told_pairs
from diorama.kinds.verdicts import SAMPLE_AT_FAULT, Judgement, Verdict
from diorama.whatif import Intervention, Swap, SwapTrials, Then

Pair = tuple[Text, Text]
MOST_GUESSED = 4
INFEASIBLE = 0.2
"""How often a blind guess says that it cannot be done."""


class Rearrangement(Query):
    """What a question about swaps asks: which order is wanted, and which bodies may move."""

    order: tuple[Text, ...] = Field(min_length=2)
    """The bodies from left to right, as they should stand."""
    only_listed: bool = False
    """Whether only these may change places; otherwise any two bodies of the scene may."""

    def bodies(self) -> tuple[str, ...]:
        return self.order

    def form_name(self) -> str:
        return f"{len(self.order)} listed"

    def may_fail(self) -> bool:
        return self.only_listed


class Swaps(Answer):
    """Pairs of objects to exchange, one pair after the other; not `feasible` if no sequence would do."""

    kind: Literal["swaps"] = "swaps"
    pairs: tuple[Pair, ...] = ()
    feasible: bool = True
    others: tuple[tuple[Pair, ...], ...] = ()
    """Every other sequence that is right too: none of them is shorter."""

    @model_validator(mode="after")
    def _sensible(self) -> Swaps:
        if (self.pairs or self.others) and not self.feasible:
            raise ValueError("an infeasible answer has no pairs")
        if any(a == b for a, b in self.pairs):
            raise ValueError("an object cannot be swapped with itself")
        return self

    def words(self, phrases: Phrases) -> str:
        if not self.feasible:
            return "infeasible"
        steps = [f"swap {phrases.get(a, a)} with {phrases.get(b, b)}" for a, b in self.pairs]
        return ", then ".join(steps) or "no swap is needed"


class SwapsKind(Kind[Swaps]):
    """Any sequence that works is right, if it is as short as can be: it is carried out, not compared."""

    name = "swaps"
    rules = 5
    answer = Swaps
    carries_out: ClassVar[bool] = True
    measures: ClassVar[dict[str, Measure]] = {
        "reaches_order": Measure("reaches the order"),
        "overlaps": Measure("would overlap"),
        "off_surface": Measure("would leave the surface"),
        "ambiguous": Measure("ambiguous name"),
    }

    def form(self, answer: Swaps, query: Query | None = None) -> Form:
        return self.forms()[query is None or query.may_fail()]

    def forms(self) -> tuple[Form, ...]:
        one = "the swap as 'swap A with B'"
        swaps = "each swap as 'swap A with B', in order, separated by semicolons"
        return (
            Form(f"Write {one}.", f"'Answer: ' and {one}"),
            Form(f"Write {swaps}; or write 'infeasible'.", f"'Answer: ' and {swaps}, or 'infeasible'"),
        )

    def from_table(self, value: Any, options: tuple[str, ...] = (), names: Mapping[str, str] | None = None) -> Swaps:
        """Pairs, as lists of two or as ``swap A with B``, in order; or ``infeasible``."""
        pairs = told_pairs(value)
        if pairs is None:
            return Swaps(feasible=False)
        return Swaps(pairs=tuple((named(a, names), named(b, names)) for a, b in pairs))

    def called(self, value: Any) -> tuple[str, ...]:
        return tuple(text for pair in told_pairs(value) or () for text in pair)

    def size(self, answer: Swaps) -> int:
        return len(answer.pairs)

    def known_size(self, answer: Swaps) -> int | None:
        return len(answer.pairs) if answer.feasible else None

    def bodies(self, answer: Swaps) -> tuple[str, ...]:
        return tuple(name for pair in answer.pairs for name in pair)

    def proposes(self, answer: Swaps) -> Intervention | None:
        return Then(steps=tuple(Swap(a=a, b=b) for a, b in answer.pairs)) if answer.pairs else None

    async def score(self, key: Key, reply: str, grader: Grader | None = None) -> Judgement:
        assert isinstance(key.answer, Swaps)
        reading = read_swaps(reply, key.names(), key.question)
        if isinstance(reading, NotRead):
            return Judgement(reading.verdict, note=reading.note)
        if not reading.feasible:
            right = not key.answer.feasible
            return Judgement(Verdict.CORRECT if right else Verdict.INCORRECT, "infeasible", flags={"overlaps": False})
        items = [m for pair in reading.pairs for m in pair]
        steps = (f"swap {match_words(key, a)} with {match_words(key, b)}" for a, b in reading.pairs)
        read_as = "; ".join(steps) or "no swap"
        if wrong := unnameable(items):
            return Judgement(wrong[0], read_as, wrong[1], {"overlaps": False})
        if unclear := next((m for m in items if len(m.names) > 1), None):
            flags = {"ambiguous": True, "overlaps": False}
            return Judgement(Verdict.UNREAD, read_as, unclear_note(key, unclear), flags)
        pairs = [(a.names[0], b.names[0]) for a, b in reading.pairs]
        if any(a == b for a, b in pairs):
            return Judgement(Verdict.INCORRECT, read_as, "it swaps an object with itself", {"overlaps": False})
        return _carried_out(key, key.answer, pairs, read_as)

    def restated(self, key: Key) -> str:
        return "Write each swap as 'swap A with B', separated by semicolons; or 'infeasible'; or 'no answer'."

    def as_asked(self, key: Key, answer: Swaps) -> str:
        return answer.words(key.phrases).replace(", then swap ", "; swap ")

    def wrong(self, key: Key, rng: Rng) -> str:
        assert isinstance(key.answer, Swaps)
        if key.answer.feasible:
            return "infeasible"
        first, second = _movable(key)[:2]
        return Swaps(pairs=((first, second),)).words(key.phrases)

    def guess(self, key: Key, rng: Rng) -> str:
        """One time in five "infeasible"; else one to four swaps, each of any two of the listed objects."""
        if rng.random() < INFEASIBLE:
            return "infeasible"
        pairs = list(combinations(_movable(key), 2))
        drawn = rng.integers(len(pairs), size=1 + int(rng.integers(MOST_GUESSED)))
        return Swaps(pairs=tuple(pairs[int(k)] for k in drawn)).words(key.phrases)

    def chance(self, key: Key) -> float:
        assert isinstance(key.answer, Swaps)
        if not key.answer.feasible:
            return INFEASIBLE
        if not 1 <= len(key.answer.pairs) <= MOST_GUESSED:
            return 0.0
        guesses: int = comb(len(_movable(key)), 2) ** len(key.answer.pairs)
        return (1 - INFEASIBLE) / MOST_GUESSED * (1 + len(key.answer.others)) / guesses

    def counts(self) -> LengthCounts:
        return LengthCounts(what="swaps needed", size=self.size)


SWAPS = SwapsKind()


def simulate_swaps(key: Key, pairs: Sequence[tuple[str, str]]) -> dict[str, bool]:
    """Carry swaps out in the key's world: do they reach the order, and does any of them overlap something?

    A swap that was tried before in the same arrangement is not carried out again.
    """
    world, camera, query = key.world, key.camera, key.query
    if world is None or camera is None or not isinstance(query, Rearrangement):
        raise ValueError(f"the key of {key.sample_id} holds no world to swap things in")
    trial = key.kept("swap trials", lambda: SwapTrials(world, camera, query.order)).carry_out(pairs)
    reaches = trial.order == query.order
    return {"reaches_order": reaches, "overlaps": trial.overlaps, "off_surface": trial.off_surface}


def _carried_out(key: Key, answer: Swaps, pairs: list[tuple[str, str]], read_as: str) -> Judgement:
    if key.world is None or not isinstance(key.query, Rearrangement):
        return _compared(answer, pairs, read_as)
    flags = simulate_swaps(key, pairs)
    works = flags["reaches_order"] and not flags["overlaps"] and not flags["off_surface"]
    allowed = _may_move(key, pairs)
    if works and allowed and not answer.feasible:
        note = "it works, though the key says that nothing does: the sample is at fault"
        return Judgement(Verdict.UNSCORED, read_as, note, {**flags, SAMPLE_AT_FAULT: True})
    if works and allowed and len(pairs) == len(answer.pairs):
        return Judgement(Verdict.CORRECT, read_as, flags=flags)
    reasons = {
        "it overlaps something": flags["overlaps"],
        "it leaves the surface": flags["off_surface"],
        "it does not reach the order": not flags["reaches_order"],
        "it moves an object that may not be moved": not allowed,
        "there is a shorter sequence": len(pairs) > len(answer.pairs),
    }
    return Judgement(Verdict.INCORRECT, read_as, next((r for r, holds in reasons.items() if holds), ""), flags)


def _compared(answer: Swaps, pairs: list[tuple[str, str]], read_as: str) -> Judgement:
    """Score without a world: right if it is one of the sequences that are known to be right."""
    right = _unordered(pairs) in [_unordered(known) for known in (answer.pairs, *answer.others)]
    return Judgement(Verdict.CORRECT if right and answer.feasible else Verdict.INCORRECT, read_as)


def _unordered(pairs: Sequence[tuple[str, str]]) -> list[frozenset[str]]:
    return [frozenset(pair) for pair in pairs]


def _may_move(key: Key, pairs: Sequence[tuple[str, str]]) -> bool:
    query = key.query
    if not isinstance(query, Rearrangement) or not query.only_listed:
        return True
    return all(name in query.order for pair in pairs for name in pair)


def _movable(key: Key) -> tuple[str, ...]:
    """The objects that a guess swaps: the listed ones."""
    return key.query.order if isinstance(key.query, Rearrangement) else tuple(key.things)
