"""A pile that tests ask about: a mug on a book on a suitcase, and a radio that stands beside them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from diorama.data import BuildPlan, Sample, create_or_open
from diorama.kinds import Plan, Step
from diorama.sight import Shot
from diorama.world import World, make_body, settle
from diorama.world.poses import extent
from tests.data.samples import sample
from tests.worlds import floor_with, level_camera

RIGHT = Plan(
    steps=(
        Step(id=1, content="Remove the mug from the book"),
        Step(id=2, content="Remove the book from the suitcase", needs=(1,)),
        Step(id=3, content="Pick up the suitcase", needs=(2,)),
    )
)


@cache
def pile() -> World:
    height, bodies = 0.0, []
    for noun in ("suitcase", "book", "mug"):
        bodies.append(make_body(noun, name=f"{noun}_1", position=(0.0, 0.0, height)))
        height = float(extent(bodies[-1])[1][2]) + 0.001
    world = settle(floor_with(*bodies, make_body("radio", name="radio_1", position=(0.6, 0.0, 0.0))))
    assert world is not None
    return world


def piled(number: int = 0, **fields: Any) -> Sample:
    given: dict[str, Any] = {
        "id": f"logic-{number:06d}", "suite": "logic", "task": "pick", "level": "", "options": (), "answer": RIGHT,
        "question": f"Pick up the suitcase, number {number}.", "query": None,
        "shots": (Shot(world=pile(), camera=level_camera(3.0, 0.3)),),
    }  # fmt: skip
    return sample(number, **{**given, **fields})


def piles(folder: Path, *samples: Sample) -> Path:
    """A dataset of some samples; one pile unless given."""
    kept = samples or (piled(),)
    plan = BuildPlan(suites=("logic",), count=len(kept), seed=1, shard_size=64, version="1.0")
    builder = create_or_open(folder, plan)
    builder.add_shard(builder.missing_shards()[0].name, kept)
    return folder
