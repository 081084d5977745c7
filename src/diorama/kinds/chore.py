"""A chore: what a question asks to be done by hand."""

from __future__ import annotations

from typing import Literal

from pydantic import model_validator

from diorama.kinds.query import Query


class Chore(Query):
    """What is to be done by hand."""

    goal: Literal["pick up", "take out", "remove", "place"]
    target: str
    place: str | None = None
    """What it is taken out of or off, or placed on."""
    source: Literal["original", "subgraph", "expansion"] = "original"

    @model_validator(mode="after")
    def _has_its_place(self) -> Chore:
        if (self.goal == "pick up") != (self.place is None):
            raise ValueError("to pick up needs no place, and every other goal needs one")
        if self.place == self.target:
            raise ValueError("an object is not its own place")
        return self

    def bodies(self) -> tuple[str, ...]:
        return (self.target,) if self.place is None else (self.target, self.place)
