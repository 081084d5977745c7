"""The kinds of answer a question can have: what is right, as data that a scorer can compare.

An answer speaks of bodies by name; `words` turns names into phrases, as a person would write it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, model_validator

from diorama.world.model import Plain

Phrases = Mapping[str, str]
Text = Annotated[str, Field(min_length=1)]


class Choice(Plain):
    """One option of several; its text, not its letter, so that shuffling the options changes nothing."""

    kind: Literal["choice"] = "choice"
    option: Text

    def words(self, phrases: Phrases) -> str:
        return self.option


class ObjectSet(Plain):
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
        said = [phrases.get(n, n) for n in self.names]
        if not said:
            return "none"
        if self.ordered and len(said) > 1:
            return "first " + ", then ".join(said)
        return listing(said)


class Swaps(Plain):
    """Pairs of objects to exchange, one pair after the other; not `feasible` if no sequence would do."""

    kind: Literal["swaps"] = "swaps"
    pairs: tuple[tuple[Text, Text], ...] = ()
    feasible: bool = True

    @model_validator(mode="after")
    def _sensible(self) -> Swaps:
        if self.pairs and not self.feasible:
            raise ValueError("an infeasible answer has no pairs")
        if any(a == b for a, b in self.pairs):
            raise ValueError("an object cannot be swapped with itself")
        return self

    def words(self, phrases: Phrases) -> str:
        if not self.feasible:
            return "infeasible"
        said = [f"swap {phrases.get(a, a)} with {phrases.get(b, b)}" for a, b in self.pairs]
        return ", then ".join(said) or "no swap is needed"


class Step(Plain):
    """One step of a plan; `needs` are the steps that must be done right before it (direct ones only)."""

    id: int = Field(ge=0)
    content: Text
    needs: tuple[int, ...] = ()


class Plan(Plain):
    """Steps in an order in which they can be done: whatever a step needs comes before it."""

    kind: Literal["plan"] = "plan"
    steps: tuple[Step, ...]

    @model_validator(mode="after")
    def _in_order(self) -> Plan:
        done: set[int] = set()
        for step in self.steps:
            if step.id in done:
                raise ValueError(f"two steps have the id {step.id}")
            if len(set(step.needs)) < len(step.needs):
                raise ValueError(f"step {step.id} names the same need twice")
            for need in step.needs:
                if need not in done:
                    raise ValueError(f"step {step.id} needs step {need}, which is not before it")
            done.add(step.id)
        return self

    def words(self, phrases: Phrases) -> str:
        return "\n".join(_step_words(s) for s in self.steps) or "nothing to do"


Answer = Choice | ObjectSet | Swaps | Plan
AnyAnswer = Annotated[Answer, Field(discriminator="kind")]
ANSWERS: TypeAdapter[Answer] = TypeAdapter(AnyAnswer)
"""Reads and writes any kind of answer."""


def listing(said: Sequence[str]) -> str:
    """``the mug``, ``the mug and the vase``, ``the mug, the vase and the lamp``."""
    return " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)


def _step_words(step: Step) -> str:
    after = f" (after {listing([str(n) for n in step.needs])})" if step.needs else ""
    return f"{step.id}. {step.content}{after}"
