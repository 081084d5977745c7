"""Exports: seconds beside a plain copy of the same bytes, and peak memory for few and for many samples.

Both are timed until the bytes are on the disk. An export compares the checksums of the dataset, too.

Run with `python bench/run.py exchange_export`, or `python bench/exchange_export.py 2000` for a tenth of the samples.
The 20,000 samples, an export of them and its copy take 20 GB of disk for a while.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image

from clock import seconds
from diorama.data import BuildPlan, Sample, create_or_open, load
from diorama.data.build import build, plan_build

FORMATS = ("evalscope", "hf", "jsonl", "lmms-eval", "vlmevalkit", "webdataset")
MANY = 20_000
MOST_TIMES, MOST_GROWTH = 1.5, 1.1

ROUNDS = 3

EXPORT = """
import json, os, re, shutil, sys, time
from pathlib import Path
from diorama.exchange import ExportOrder, export
real, data, out, to = *map(Path, sys.argv[1:4]), sys.argv[4]
def written(folder):
    export(ExportOrder(folder, out), to, lambda done, total: lambda: None)
written(real)  # imports what it needs
shutil.rmtree(out)
start = time.perf_counter()
written(data)
os.sync()
took = time.perf_counter() - start
print(json.dumps([took, int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) / 1000]))
"""


def main(many: int = MANY) -> None:
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as place:
        folder = Path(place)
        few, lot = _dataset(folder, many // 10), _dataset(folder, many)
        for to in FORMATS:
            rounds = [_measured(folder, few, to) for _ in range(ROUNDS)]
            took, small, copying = (statistics.median(column) for column in zip(*rounds, strict=True))
            _, large, _ = _measured(folder, lot, to)
            print(
                f"{to}: {took:.1f} s, {took / copying:.1f}× a plain copy of the same bytes ({copying:.1f} s; limit "
                f"{MOST_TIMES}); {large:.0f} MB for {many:,} samples, {large / small:.2f}× that for {many // 10:,} "
                f"(limit {MOST_GROWTH})",
                flush=True,
            )


def _measured(folder: Path, data: Path, to: str) -> tuple[float, float, float]:
    """Seconds and megabytes of an export, and seconds of copying what it wrote."""
    out, copy = folder / "out", folder / "copy"
    os.sync()
    words = [sys.executable, "-c", EXPORT, str(folder / "real"), str(data), str(out), to]
    took, megabytes = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
    copying = seconds(lambda: _copied(out, copy))
    for made in (out, copy):
        shutil.rmtree(made, ignore_errors=True)
    return took, megabytes, copying


def _copied(folder: Path, to: Path) -> None:
    shutil.copytree(folder, to)
    os.sync()


def _dataset(folder: Path, count: int) -> Path:
    """So many samples from a dozen real ones: new ids, and pictures that are all different and cannot be packed."""
    few = folder / "real"
    if not few.exists():
        for _ in build(few, plan_build(("causal", "structure"), 6, seed=1)):
            pass
    real = list(load(few))
    made = folder / f"data-{count}"
    builder = create_or_open(made, BuildPlan(suites=("causal", "structure"), count=count // 2, seed=1, shard_size=500))
    for slot in builder.missing_shards():
        own = [sample for sample in real if sample.suite == slot.suite]
        builder.add_shard(slot.name, _copies(own, slot.start, slot.count))
    return made


def _copies(real: list[Sample], start: int, count: int) -> Iterator[Sample]:
    for number in range(start, start + count):
        sample = real[number % len(real)]
        noise = np.random.default_rng(number).integers(0, 255, (300, 300, 3), dtype=np.uint8)
        stream = io.BytesIO()
        Image.fromarray(noise).save(stream, "PNG", compress_level=0)
        media = tuple(m.model_copy(update={"data": stream.getvalue()}) for m in sample.media)
        yield sample.model_copy(update={"id": f"{sample.suite}-{number:06d}", "seed": number, "media": media})


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
