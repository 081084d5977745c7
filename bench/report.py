"""A report on 20,000 answers: seconds and megabytes, beside merely reading the same answers as JSON."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from clock import seconds
from diorama.ask import make_record
from diorama.ask.run_files import RunFile, RunInfo
from diorama.data import BuildPlan, Sample, create_or_open, load, read_keys
from diorama.data.build import build, plan_build
from diorama.kinds import Judgement, Verdict
from diorama.report import make_report
from diorama.world import replace

SAMPLES, MODELS, REPEATS = 1000, 4, 5
MOST_SECONDS, MOST_MEGABYTES = 30, 30


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        data, logs, page = Path(folder, "data"), Path(folder, "logs"), Path(folder, "report.html")
        _dataset(Path(folder, "few"), data)
        for number in range(MODELS):
            _answers(data, logs, number)
        files = sorted(logs.iterdir())
        reading = seconds(lambda: [json.loads(line) for path in files for line in path.read_text("utf-8").splitlines()])
        took = seconds(lambda: make_report([logs], out=page))
        megabytes = page.stat().st_size / 1e6
    print(
        f"report on {SAMPLES * MODELS * REPEATS:,} answers: {took:.1f} s (limit {MOST_SECONDS}), "
        f"{took / reading:.0f}× reading them as JSON; {megabytes:.1f} MB (limit {MOST_MEGABYTES})"
    )


def _dataset(few: Path, folder: Path) -> None:
    """A thousand samples from six real ones: new ids, new scenes, the same pictures."""
    for _ in build(few, plan_build(("structure",), 6, seed=1)):
        pass
    real = list(load(few))
    builder = create_or_open(folder, BuildPlan(suites=("structure",), count=SAMPLES, seed=1, shard_size=100))
    for slot in builder.missing_shards():
        builder.add_shard(slot.name, _copies(real, slot.start, slot.count))


def _copies(real: list[Sample], start: int, count: int) -> Iterator[Sample]:
    for number in range(start, start + count):
        sample = real[number % len(real)]
        shots = tuple(replace(shot, world=replace(shot.world, seed=number)) for shot in sample.shots)
        yield sample.model_copy(update={"id": f"structure-{number:06d}", "seed": number, "shots": shots})


def _answers(data: Path, logs: Path, number: int) -> None:
    """A model that is right now and then and writes six hundred letters each time."""
    rng = np.random.default_rng(number)
    info = RunInfo(dataset=load(data).fingerprint, folder=str(data), model=f"lab/model-{number}")
    ends = (Verdict.CORRECT, Verdict.INCORRECT, Verdict.HALLUCINATED, Verdict.NOT_SURE, Verdict.UNREAD)
    with RunFile(logs, info) as file:
        for key in read_keys(data):
            for repeat in range(REPEATS):
                judgement = Judgement(ends[int(rng.integers(len(ends)))], read_as=key.truth)
                file.add(
                    make_record(
                        key, "I look at the picture. " * 26, judgement, model=info.model, dataset=info.dataset,
                        repeat=repeat, seconds=2.0, input_tokens=900, output_tokens=int(rng.integers(50, 900)),
                    )
                )  # fmt: skip


if __name__ == "__main__":
    main()
