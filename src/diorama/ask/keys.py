"""Answer keys: what a scorer must know of a sample, and nothing else.

A sample carries pictures and a world; scoring a hundred thousand replies needs neither, save the world where an
answer is simulated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from diorama.ask.records import scene_of
from diorama.data import Sample, load
from diorama.data.shards import read_columns
from diorama.suites import ANSWERS
from diorama.suites.answers import Answer, Choice, Swaps
from diorama.world.model import Camera, World

_COLUMNS = [
    "id", "suite", "task", "level", "question", "options", "answer", "world", "camera", "trace", "margin",
]  # fmt: skip
_FURNISHED = re.compile(r'^\{"layout":"([^"\\]*)","seed":(-?\d+)')


@dataclass(frozen=True)
class Thing:
    """What there is to call a body."""

    phrase: str
    noun: str


@dataclass(frozen=True)
class Key:
    """The right answer of one sample and what a reply is read against."""

    sample_id: str
    scene: str
    suite: str
    task: str
    level: str
    answer: Answer
    question: str = ""
    options: tuple[str, ...] = ()
    things: Mapping[str, Thing] = field(default_factory=dict)
    """The objects that a reply can name, by the names that answers use."""
    scenery: tuple[str, ...] = ()
    """What is there too, and never an answer: tables, walls."""
    order: tuple[str, ...] = ()
    """The order from left to right that swaps are to reach."""
    shortest: int = 1
    """How many different sequences of swaps are right."""
    margin: float | None = None
    world: World | None = field(default=None, repr=False)
    """Kept only where an answer is simulated."""
    camera: Camera | None = field(default=None, repr=False)

    @property
    def phrases(self) -> dict[str, str]:
        return {name: thing.phrase for name, thing in self.things.items()}

    @property
    def truth(self) -> str:
        """The right answer as a person would write it."""
        return self.answer.words(self.phrases)


def key_of(sample: Sample) -> Key:
    """The key of a sample."""
    world, simulated = sample.world, isinstance(sample.answer, Swaps)
    bodies = [(b.name, b.phrase, b.noun, b.inventory) for b in world.bodies]
    return Key(
        sample.id, scene_of(sample), sample.suite, sample.task, sample.level, sample.answer, sample.question,
        sample.options, *_named(bodies, [f.name for f in world.fixtures]), *_goal(sample.trace), sample.margin,
        world if simulated else None, sample.camera if simulated else None,
    )  # fmt: skip


def read_keys(folder: str | Path) -> Iterator[Key]:
    """The keys of a whole dataset, without a look at its pictures."""
    data = load(folder)
    for name in sorted(data.manifest.shards):
        for row in read_columns(data.folder / "data" / name, _COLUMNS):
            yield _from_row(row)


def _from_row(row: Mapping[str, Any]) -> Key:
    answer = ANSWERS.validate_json(row["answer"])
    found = _FURNISHED.match(row["world"])
    scene = f"{found[1]}-{found[2]}" if found and found[1] else row["id"]
    things: tuple[dict[str, Thing], tuple[str, ...]] = ({}, ())
    world = camera = None
    if not isinstance(answer, Choice):
        plain = from_json(row["world"])
        bodies = [(b["name"], b["phrase"], b["noun"], b["inventory"]) for b in plain["bodies"]]
        things = _named(bodies, [f["name"] for f in plain["fixtures"]])
    if isinstance(answer, Swaps):
        world = World.from_json(row["world"])
        camera = Camera.model_validate_json(row["camera"]) if row["camera"] else None
    goal = _goal(from_json(row["trace"])) if isinstance(answer, Swaps) else _goal({})
    return Key(
        row["id"], scene, row["suite"], row["task"], row["level"], answer, row["question"], tuple(row["options"]),
        *things, *goal, row["margin"], world, camera,
    )  # fmt: skip


def _named(bodies: list[tuple[str, str, str, bool]], fixtures: list[str]) -> tuple[dict[str, Thing], tuple[str, ...]]:
    things = {name: Thing(phrase or f"the {noun}", noun) for name, phrase, noun, inventory in bodies if inventory}
    return things, (*fixtures, *(noun for _, _, noun, inventory in bodies if not inventory))


def _goal(trace: Mapping[str, Any]) -> tuple[tuple[str, ...], int]:
    """The order to reach and how many sequences reach it, from the trace of a swapping task."""
    return tuple(trace.get("order", ())), max(1, len(trace.get("shortest", ())))
