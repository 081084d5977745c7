"""Small samples that tests make by hand."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from PIL import Image

from diorama.data import Builder, BuildPlan, Media, Sample, Slot, create_or_open
from diorama.kinds import Choice, Query
from diorama.sight import Shot
from diorama.suites.causal.collision import Drive, DriveWithout
from diorama.suites.causal.occlusion import Uncovering
from diorama.suites.causal.occlusion_course import Sliding
from diorama.whatif import Move
from diorama.world import World
from tests.worlds import level_camera, row

PLAN = BuildPlan(suites=("causal", "structure"), count=10, seed=7, shard_size=4, version="1.0")
GO = Move(name="near", way="forward", distance=1.0)
QUERIES: dict[tuple[str, str, str], Query] = {
    ("causal", "collision", "L1"): Drive(form="any", move=GO),
    ("causal", "collision", "L2"): DriveWithout(move=GO, removed="far"),
    ("causal", "occlusion", "L1"): Uncovering(form="moves", occluder="near", hidden="far", move=GO),
    ("causal", "occlusion", "L2"): Sliding(move=GO, other="far"),
}
"""What the samples of these tasks ask; those of other tasks have no query unless it is given."""


@cache
def small_world() -> World:
    return row("near", "far")


@cache
def png(shade: int = 200, side: int = 8) -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (side, side), (shade % 256, 10, 10)).save(stream, "PNG")
    return stream.getvalue()


def sample(number: int = 0, **fields: Any) -> Sample:
    """A multiple choice sample with one picture; `number` makes it distinct, a `world` replaces its two blocks."""
    world = fields.pop("world", small_world())
    given: dict[str, Any] = {
        "id": f"causal-{number:06d}",
        "suite": "causal",
        "task": ("collision", "occlusion")[number % 2],
        "level": ("L1", "L2")[number // 2 % 2],
        "question": f"Will the far block, number {number}, be hit? – “yes” or “no”",
        "options": ("Yes", "No", "Not sure"),
        "answer": Choice(option=("Yes", "No")[number % 2]),
        "media": (Media(role="view", kind="image", data=png(number), name="view.png"),),
        "shots": (Shot(world=world, camera=level_camera()),),
        "trace": {"hidden_px": {"far": 40 + number}, "path": [[0.1, 0.2], [1e-300, -0.0]]},
        "gates": ("recognisable", "survives-nudges"),
        "margin": 0.125 * number,
        "seed": number,
        "version": "1.0",
    }
    given |= fields
    return Sample(**{"query": QUERIES.get((given["suite"], given["task"], given["level"])), **given})


def for_slot(slot: Slot) -> Iterator[Sample]:
    for number in range(slot.start, slot.start + slot.count):
        yield sample(number, id=f"{slot.suite}-{number:06d}", suite=slot.suite)


def build(folder: Path, plan: BuildPlan = PLAN) -> Builder:
    builder = create_or_open(folder, plan, name="small")
    for slot in builder.missing_shards():
        builder.add_shard(slot.name, for_slot(slot))
    return builder


def every_file(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}
