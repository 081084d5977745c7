"""Keys of samples: what a reply is scored against, read from a dataset without its pictures."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from diorama.data.columns import damage_named, read_query, read_shots
from diorama.data.dataset import SHARDS, load
from diorama.data.sample import Sample, named_things
from diorama.data.shards import read_columns
from diorama.kinds import Described, Key, Query, Thing, get_kind, read_answer, read_described

KEY_COLUMNS = (
    "id", "suite", "task", "level", "kind", "question", "options", "answer", "query", "shots", "world", "objects",
    "margin",
)  # fmt: skip
"""The columns of `key_from_row`."""
_FURNISHED = re.compile(r'^\{"layout":"([^"\\]*)","seed":(-?\d+)')
"""How the JSON of a world begins: reading all of it only to know its scene would take most of the time."""


def key_of(sample: Sample) -> Key:
    """The key of a sample."""
    things, scenery = sample.things()
    world, camera = (sample.world, sample.camera) if sample.kind.carries_out else (None, None)
    return Key(
        sample.id, scene_of(sample), sample.suite, sample.task, sample.level, sample.answer,
        question=sample.question, options=sample.options, things=things, scenery=scenery, query=sample.query,
        margin=sample.margin, world=world, camera=camera,
    )  # fmt: skip


def read_keys(folder: str | Path) -> Iterator[Key]:
    """The keys of a whole dataset, without reading its pictures."""
    data = load(folder)
    for name in data.shards:
        for row in read_columns(data.folder / SHARDS / name, KEY_COLUMNS):
            with damage_named(row["id"]):
                key = key_from_row(row)
            yield key


def scene_of(sample: Sample) -> str:
    """The cluster a sample belongs to: the layout and seed its world was furnished from, or what a release says."""
    world = sample.world
    if world is not None and world.layout:
        return f"{world.layout}-{world.seed}"
    return _described_scene(sample.query) or sample.id


def scene_from_row(row: Mapping[str, Any]) -> str:
    """`scene_of` a stored row, of which only `id`, `world` and `query` are needed."""
    described = None if row["query"] is None else read_described(row["query"])
    return _furnished(row) or _described_scene(described) or str(row["id"])


def _furnished(row: Mapping[str, Any]) -> str:
    """The layout and seed of a row's world; empty if it has none."""
    found = _FURNISHED.match(row["world"] or "")
    return f"{found[1]}-{found[2]}" if found and found[1] else ""


def _described_scene(query: Query | None) -> str:
    return query.scene if isinstance(query, Described) else ""


def key_from_row(row: Mapping[str, Any], *, to_score: bool = True) -> Key:
    """The key of a stored row; one that only says what is right has no world, which takes long to build."""
    if row["margin"] is not None and not math.isfinite(row["margin"]):
        raise ValueError(f"its margin is {row['margin']}")
    kind = get_kind(row["kind"])
    plain = from_json(row["world"]) if kind.names_objects and row["world"] is not None else None
    things: dict[str, Thing] = {}
    scenery: tuple[str, ...] = ()
    if plain is not None:
        bodies = [
            (b["name"], b["phrase"], b["noun"], b["inventory"], tuple(b["finish"].values())) for b in plain["bodies"]
        ]
        things, scenery = named_things(bodies, [f["name"] for f in plain["fixtures"]])
    elif row["objects"] is not None:
        things = {n: Thing(said, said.removeprefix("the ")) for n, said in from_json(row["objects"]).items()}
    shots = read_shots(row["shots"], row["world"]) if kind.carries_out and to_score else ()
    query = read_query(row["suite"], row["task"], row["level"], row["query"])
    scene = _furnished(row) or _described_scene(query) or row["id"]
    return Key(
        row["id"], scene, row["suite"], row["task"], row["level"], read_answer(row["answer"]),
        question=row["question"], options=tuple(row["options"]), things=things, scenery=scenery,
        query=query, margin=row["margin"],
        world=shots[0].world if shots else None, camera=shots[0].camera if shots else None,
    )  # fmt: skip
