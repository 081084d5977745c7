"""The demonstration: a small dataset of every suite, three players that answer it, a table and a page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from diorama.ask.evaluate import Order, evaluate
from diorama.data.build import BuildWishes, build, plan_build
from diorama.report.making import make_report, results_text

DEMONSTRATED = ("causal", "logic", "structure", "video")
SAMPLES = 40
ASKED = ("diorama/random", "diorama/catalogue", "diorama/oracle")
SHARD = 6
"""Samples per shard: few, so that both workers are busy until the end."""


def make_demo(out: Path, *, seed: int, samples: int = SAMPLES, workers: int = 2) -> Iterator[str]:
    """Build, ask and report, yielding a line about each step; an interrupted demo continues where it stopped."""
    data, logs, page = out / "mini", out / "logs", out / "report.html"
    names = DEMONSTRATED
    plan = plan_build(names, max(1, round(samples / len(names))), seed, BuildWishes(shard_size=SHARD))
    for done, _ in enumerate(build(data, plan, workers=workers), start=1):
        yield f"built shard {done} of {len(plan.slots())}"
    for player in ASKED:
        result = evaluate(Order(data, player, logs=logs))
        yield f"asked {player}: {sum(r.correct for r in result.records)} of {len(result.records)} correct"
    make_report([logs], out=page, data=data)
    yield f"\n{results_text([logs])}\nopen {page}"
