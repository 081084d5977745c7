"""Parquet shards: the same samples give the same bytes, and a shard is complete or not there at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import Field

from diorama.data._files import whole_file
from diorama.data.columns import KEYS, LIGHT, SCHEMA, OnDamage, check_schema, from_batch, to_batch, without_files
from diorama.data.sample import Sample
from diorama.errors import DioramaError, short
from diorama.world.model import Plain, replace

GROUP_SAMPLES = 32
GROUP_BYTES = 32 << 20
"""A row group ends at this many samples or bytes of media: it is what a reader holds at a time."""
_WRITING: dict[str, Any] = {
    "compression": "zstd",
    "compression_level": 3,
    "version": "2.6",
    "use_dictionary": ["suite", "task", "level", "kind", "version"],
    "write_statistics": [*KEYS, "margin", "seed"],
    "write_page_checksum": True,
}


class Shard(Plain):
    """What the manifest remembers of a shard."""

    samples: int = Field(gt=0)
    bytes: int = Field(gt=0)
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    tasks: dict[str, int]
    """How many samples of each task."""


def write_shard(path: str | Path, samples: Iterable[Sample]) -> Shard:
    """Write samples as they come; the file appears under its name only when complete.

    Holds one row group in memory, however many samples there are.
    """
    path = Path(path)
    tasks: Counter[str] = Counter()
    ids: set[str] = set()
    with whole_file(path) as file:
        with pq.ParquetWriter(pa.PythonFile(file, mode="w"), SCHEMA, **_WRITING) as writer:
            for group in _groups(samples):
                for sample in group:
                    if sample.id in ids:
                        raise DioramaError(f"{path.name}: two samples have the id '{sample.id}'")
                    ids.add(sample.id)
                    tasks[sample.task] += 1
                writer.write_batch(to_batch(group), row_group_size=len(group))
        if not ids:
            raise DioramaError(f"{path.name}: a shard needs at least one sample")
    return Shard(samples=len(ids), bytes=file.size, sha256=file.sha256, tasks=dict(sorted(tasks.items())))


def read_shard(
    path: Path, keep: Callable[[dict[str, str]], bool] | None = None, on_damage: OnDamage | None = None
) -> Iterator[Sample]:
    """The samples of a shard, holding one row group at a time.

    `keep` decides on the light columns alone; row groups without a sample to keep are not read. The first sample that
    cannot be read is an error, unless `on_damage` wants to be told of each.
    """
    with _opened(path) as file:
        for group in range(file.num_row_groups):
            kept = None
            if keep is not None:
                rows = file.read_row_group(group, columns=list(KEYS), use_threads=False).to_pylist()
                kept = [k for k, row in enumerate(rows) if keep(row)]
                if not kept:
                    continue
            yield from from_batch(_rows(file, group, kept), on_damage)


def read_rows(path: Path, group: int, rows: list[int]) -> Iterator[Sample]:
    """Some samples of one row group."""
    with _opened(path) as file:
        yield from from_batch(_rows(file, group, rows))


def read_group(path: Path, group: int) -> pa.Table:
    """All columns of one row group, to take samples from one by one (`columns.from_batch`)."""
    with _opened(path) as file:
        return _rows(file, group, None)


def read_index(path: Path) -> Iterator[tuple[int, int, dict[str, str]]]:
    """Row group, row and light columns of every sample; media and worlds stay on the disk."""
    with _opened(path) as file:
        for group in range(file.num_row_groups):
            table = file.read_row_group(group, columns=list(KEYS), use_threads=False)
            for row, keys in enumerate(table.to_pylist()):
                if missing := [name for name, value in keys.items() if value is None]:
                    raise DioramaError(f"row {row} has no {missing[0]}; delete the file and build again")
                yield group, row, keys


def read_columns(path: Path, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Some columns of every sample as they are stored; all others stay on the disk."""
    with _opened(path) as file:
        for group in range(file.num_row_groups):
            yield from file.read_row_group(group, columns=list(columns), use_threads=False).to_pylist()


Wanted = Mapping[int, Sequence[int]]
"""Some rows of a shard, by row group."""


def read_wanted(path: Path, columns: Sequence[str], wanted: Wanted) -> Iterator[dict[str, Any]]:
    """Some columns of some samples as they are stored, in order; for a shard whose checksum has just been compared."""
    with _opened(path, checksums=False) as file:
        for group in sorted(wanted):
            table = file.read_row_group(group, columns=list(columns), use_threads=False)
            for row in wanted[group]:
                yield table.slice(row, 1).to_pylist()[0]


def write_wanted(path: Path, source: Path, wanted: Wanted, *, files: bool = True) -> Shard:
    """Write some samples of a shard as a shard of its own, as they are stored; linked media are put into it.

    Without `files`, all but pictures and videos: what replies are scored against.
    """
    tasks: Counter[str] = Counter()
    with (
        _opened(source) as file,
        whole_file(path) as out,
        pq.ParquetWriter(pa.PythonFile(out, mode="w"), SCHEMA, **_WRITING) as writer,
    ):
        for group in sorted(wanted):
            columns = SCHEMA.names if files else LIGHT
            table = file.read_row_group(group, columns=columns, use_threads=False).take(list(wanted[group]))
            tasks.update(table.column("task").to_pylist())
            if not files:
                table = without_files(table)
            elif _links(table):
                table = pa.Table.from_batches([to_batch([_unlinked(sample) for sample in from_batch(table)])])
            if "linked" not in table.column_names:
                table = table.append_column("linked", pa.nulls(table.num_rows, pa.string()))
            writer.write_table(table.select(SCHEMA.names), row_group_size=table.num_rows)
    return Shard(samples=tasks.total(), bytes=out.size, sha256=out.sha256, tasks=dict(sorted(tasks.items())))


def has_links(path: Path) -> bool:
    """Whether media of a shard stay in files of their own."""
    with _opened(path) as file:
        groups = range(file.num_row_groups)
        return any(_links(file.read_row_group(k, columns=["linked"], use_threads=False)) for k in groups)


def _links(table: pa.Table) -> bool:
    return "linked" in table.column_names and table.column("linked").null_count < table.num_rows


def _unlinked(sample: Sample) -> Sample:
    return replace(sample, media=tuple(replace(m, linked_to="") for m in sample.media))


def _rows(file: pq.ParquetFile, group: int, rows: list[int] | None) -> pa.Table:
    table = file.read_row_group(group, columns=SCHEMA.names, use_threads=False)
    return table if rows is None else table.take(rows)


def _groups(samples: Iterable[Sample]) -> Iterator[list[Sample]]:
    group: list[Sample] = []
    size = 0
    for sample in samples:
        group.append(sample)
        size += sum(len(m.data) for m in sample.media)
        if len(group) == GROUP_SAMPLES or size >= GROUP_BYTES:
            yield group
            group, size = [], 0
    if group:
        yield group


@contextmanager
def _opened(path: Path, *, checksums: bool = True) -> Iterator[pq.ParquetFile]:
    """A shard to read; whatever is wrong with it becomes one line that names it."""
    if not path.is_file():
        raise DioramaError(f"{path.name} is missing from {path.parent}; build again to make it")
    try:
        with pq.ParquetFile(path, page_checksum_verification=checksums, pre_buffer=False) as file:
            check_schema(file.schema_arrow)
            yield file
    except DioramaError as error:
        raise DioramaError(f"{path.name}: {error}") from None
    except (pa.ArrowException, OSError, MemoryError, UnicodeDecodeError) as error:
        raise DioramaError(f"{path.name} is damaged ({short(error, 160)}); delete it and build again") from None
