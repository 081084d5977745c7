"""Kinds of answer: choice, objects, swaps, plan. A kind owns every rule of its form of answer, in one file.

This room imports `world`, `sight` and `whatif`. What a kind holds: the model of its answers, the wording of the wanted
form, reading a reply, scoring it, exact chance, a blind guess, a wrong answer for tests, and what an audit counts.
Packages add kinds by the entry point `diorama.kinds`.

>>> from diorama.kinds import ObjectSet, kind_of
>>> answer = ObjectSet(names=("vase_1", "mug_1"))
>>> answer.words({"mug_1": "the red mug", "vase_1": "the vase"}), kind_of(answer).size(answer)
('the red mug and the vase', 2)
"""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json

from diorama.errors import DioramaError, first_fault
from diorama.kinds.answer import Answer, Phrases, listing
from diorama.kinds.choice import Choice, lettered, lettered_options
from diorama.kinds.chore import Chore
from diorama.kinds.counts import Counts
from diorama.kinds.key import Key, Thing
from diorama.kinds.kind import Form, Grader, Kind, UnreadableGrade, score_alone, with_flags
from diorama.kinds.marks import Mark
from diorama.kinds.measures import Measure
from diorama.kinds.objects import ObjectSet
from diorama.kinds.plan import Plan, Step
from diorama.kinds.query import Described, ForeignQuery, Query, QueryDigest, read_described
from diorama.kinds.swaps import Rearrangement, Swaps
from diorama.kinds.verdicts import ANSWERED, NOT_ANSWERED, Judgement, Verdict
from diorama.plugins import Registry

__all__ = [
    "ANSWERED", "KINDS", "NOT_ANSWERED", "Answer", "Choice", "Chore", "Counts", "Described", "ForeignQuery", "Form",
    "Grader", "Judgement", "Key", "Kind", "Mark", "Measure", "ObjectSet", "Phrases", "Plan", "Query", "QueryDigest",
    "Rearrangement", "Step", "Swaps", "Thing", "UnreadableGrade", "Verdict", "get_kind", "kind_of", "lettered",
    "lettered_options", "listing", "read_answer", "read_described", "score_alone", "with_flags",
]  # fmt: skip

KINDS: Registry[Kind[Any]] = Registry(
    "diorama.kinds",
    "kind of answer",
    {name: f"diorama.kinds.{name}:{name.upper()}" for name in ("choice", "objects", "plan", "swaps")},
    Kind,  # type: ignore[type-abstract]
)


def get_kind(name: str) -> Kind[Any]:
    return KINDS.get(name)


def kind_of(answer: Answer) -> Kind[Any]:
    """The kind that owns an answer's rules."""
    return KINDS.get(answer.kind)


def read_answer(text: str | bytes) -> Answer:
    """An answer from its JSON, as a sample stores it."""
    try:
        data = from_json(text)
    except ValueError:
        raise DioramaError("not an answer: it is no JSON") from None
    if not isinstance(data, dict) or not isinstance(data.get("kind"), str):
        raise DioramaError("not an answer: it has no kind")
    try:
        answer: Answer = get_kind(data["kind"]).answer.model_validate_json(text)
    except ValidationError as error:
        raise DioramaError(f"not an answer: {first_fault(error)}") from None
    return answer
