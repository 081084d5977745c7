"""Importing twenty thousand questions with pictures, beside a plain loop that decodes each and writes a Parquet file.

`python bench/exchange_import.py`. The memory of a tenth of the table and of all of it is measured in processes of their
own: it must be the same, as rows come and go one by one.
"""

from __future__ import annotations

import base64
import csv
import io
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from PIL import Image, ImageFilter

SAMPLES, PICTURES = 20_000, 400
SLOWEST, GROWTH = 2.0, 1.15
"""What importing may take of the plain loop's time, and all of the table of the memory of a tenth."""
COLUMNS = ("index", "image", "question", "A", "B", "C", "answer", "category")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        write_table(work / "all.tsv", SAMPLES)
        write_table(work / "tenth.tsv", SAMPLES // 10)
        found = {
            (what, name): measured(work, what, name) for name in ("tenth", "all") for what in ("ours", "plain")
        }  # fmt: skip
    (ours, most), (plain, plain_most) = found["ours", "all"], found["plain", "all"]
    print(
        f"{SAMPLES} questions with pictures imported: {ours:.0f} s, {ours / plain:.2f}× a plain loop that decodes "
        f"each picture and writes Parquet ({plain:.0f} s; at most {SLOWEST})"
    )
    small = found["ours", "tenth"][1]
    print(
        f"memory at most {most:.0f} MB, {most / small:.2f}× that for a tenth of them ({small:.0f} MB; at most "
        f"{GROWTH}), the plain loop {plain_most:.0f} MB"
    )


def measured(work: Path, what: str, name: str) -> tuple[float, float]:
    """Seconds, and megabytes at the most, of a process of its own."""
    done = subprocess.run(
        [sys.executable, __file__, what, str(work / f"{name}.tsv"), str(work / f"{what}-{name}")],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    took, most = json.loads(done.stdout)
    return float(took), float(most)


def write_table(path: Path, count: int) -> None:
    rng = np.random.default_rng(5)
    pictures = [picture(rng) for _ in range(PICTURES)]
    with path.open("w", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(COLUMNS)
        for k in range(count):
            answer = "ABC"[k % 3]
            writer.writerow([k, pictures[k % PICTURES], f"What is in {k}?", "Yes", "No", "Not sure", answer, "any"])


def picture(rng: np.random.Generator) -> str:
    noise = Image.fromarray(rng.integers(0, 255, (240, 320, 3)).astype(np.uint8)).filter(ImageFilter.GaussianBlur(3))
    buffer = io.BytesIO()
    noise.save(buffer, "JPEG", quality=90)
    return base64.b64encode(buffer.getvalue()).decode()


def ours(table: Path, out: Path) -> None:
    from diorama.exchange import ImportOrder, import_release

    assert not import_release(ImportOrder(str(table), out), "generic").faults


def plain(table: Path, out: Path) -> None:
    """What anybody would write who trusts the table."""
    csv.field_size_limit(1 << 28)
    columns = ("index", "question", "A", "B", "C", "answer", "category")
    schema = pa.schema([*((name, pa.string()) for name in columns), ("image", pa.binary())])
    with table.open(newline="") as file, pq.ParquetWriter(out, schema, compression="zstd") as writer:
        for group in groups(csv.DictReader(file, delimiter="\t")):
            for row in group:
                data = base64.b64decode(row["image"])
                Image.open(io.BytesIO(data)).load()
                row["image"] = data
            writer.write_batch(pa.RecordBatch.from_pylist(group, schema=schema))


def groups(rows: Iterator[dict[str, str]], size: int = 32) -> Iterator[list[dict[str, str | bytes]]]:
    group: list[dict[str, str | bytes]] = []
    for row in rows:
        group.append({**row})
        if len(group) == size:
            yield group
            group = []
    if group:
        yield group


def alone(what: str, table: Path, out: Path) -> None:
    """One measurement, in a process of its own."""
    import resource

    start = time.perf_counter()
    {"ours": ours, "plain": plain}[what](table, out)
    took = time.perf_counter() - start
    print(json.dumps([took, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]))


if __name__ == "__main__":
    if len(sys.argv) == 4:
        alone(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
    else:
        main()
