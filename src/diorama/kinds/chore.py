"""A chore: what a question asks to be done by hand."""

from __future__ import annotations

from typing import Literal

from diorama.kinds.query import Query


class Chore(Query):
    """What is to be done by hand."""

    goal: Literal["pick up", "take out", "remove", "place"]
    target: str
    place: str | None = None
    """What it is taken out of or off, or placed on."""
    source: Literal["original", "subgraph", "expansion"] = "original"

    def bodies(self) -> tuple[str, ...]:
        return (self.target,) if self.place is None else (self.target, self.place)
