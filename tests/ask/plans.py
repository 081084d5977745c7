"""Small datasets of plans that tests make by hand."""

from __future__ import annotations

from pathlib import Path

from diorama.data import BuildPlan, Media, Sample, create_or_open
from diorama.kinds import Plan, Step

RIGHT = Plan(steps=(Step(id=1, content="Remove the lamp"), Step(id=2, content="Pick up the mug", needs=(1,))))


def plans_dataset(folder: Path, count: int = 2, media: tuple[Media, ...] = (), shard_size: int = 64) -> Path:
    """Questions whose answer is a plan, numbered from 0, without a world; only the first shard is built."""
    plan = BuildPlan(suites=("logic",), count=count, seed=1, shard_size=shard_size, version="1.0")
    samples = (
        Sample(
            id=f"logic-{k:06d}", suite="logic", task="pick", question=f"Pick up the mug, number {k}.",
            answer=RIGHT, objects={"lamp": "the lamp", "mug": "the mug"}, seed=1, version="1.0", media=media,
        )
        for k in range(min(count, shard_size))
    )  # fmt: skip
    builder = create_or_open(folder, plan)
    builder.add_shard(builder.missing_shards()[0].name, samples)
    return folder
