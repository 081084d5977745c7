"""Writing a dataset whose samples are known only when they come: what others made, or a part of a dataset."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from diorama.data._files import only_one
from diorama.data.dataset import SHARDS
from diorama.data.manifest import BuildPlan, Manifest, count_tasks, write_manifest
from diorama.data.packs import store_packs
from diorama.data.sample import Sample
from diorama.data.shards import Shard, write_shard
from diorama.errors import DioramaError
from diorama.world.model import replace

FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
"""What the system says of a disk on which nothing more fits."""
SHARD_SAMPLES, SHARD_BYTES = 500, 256 << 20
"""A shard ends at this many samples or bytes of media."""


def gather(out: str | Path, samples: Iterable[Sample], plan: BuildPlan, *, name: str | None = None) -> Manifest:
    """Write samples as a dataset; the folder appears when all of it is there.

    Of the plan, suites and counts are set to what came. Holds one shard of each suite in memory.
    """
    out = Path(out)
    with new_folder(out) as folder:
        (folder / SHARDS).mkdir()
        shards: dict[str, Shard] = {}
        for suite, number, part in _parts(samples):
            shard = f"{suite}-{number:05d}.parquet"
            shards[shard] = write_shard(folder / SHARDS / shard, part)
        if not shards:
            raise DioramaError(f"there is no sample to write: {out} was not made")
        counts = {suite: sum(tasks.values()) for suite, tasks in count_tasks(shards).items()}
        plan = replace(plan, suites=tuple(counts), count=max(counts.values()), shard_size=SHARD_SAMPLES)
        shards = dict(sorted(shards.items()))
        store_packs(folder, plan)
        manifest = Manifest(
            name=name or out.resolve().name or "dataset", plan=plan, tasks=count_tasks(shards), shards=shards
        )
        write_manifest(folder, manifest)
    return manifest


@contextmanager
def new_folder(out: Path) -> Iterator[Path]:
    """A folder to fill, which takes the name `out` when it is complete; until then nothing is there.

    What a stopped writer left behind is cleared away by the next one.
    """
    out = Path(out)
    check_new(out)
    with scratch_folder(out.with_name(f".{out.name}.part"), out) as part:
        yield part
        try:
            os.replace(part, out)
        except FileNotFoundError:
            raise _at_the_same_time(out) from None


@contextmanager
def scratch_folder(folder: Path, out: Path) -> Iterator[Path]:
    """An empty folder beside `out`, for this process alone, that is gone afterwards.

    What a stopped process left in it is cleared away; for one that is at work in it, it waits.
    """
    if folder.is_symlink():
        raise DioramaError(f"{folder} is a link, and {out} is written there first: remove it")
    folder.mkdir(exist_ok=True)
    with ExitStack() as stack:
        try:
            meant = folder.stat().st_ino
            stack.enter_context(only_one(folder))
            if folder.stat().st_ino != meant:  # the one waited for has moved it away, and a third one made it anew
                raise _at_the_same_time(out)
            for left in folder.iterdir():
                shutil.rmtree(left) if left.is_dir() and not left.is_symlink() else left.unlink()
        except FileNotFoundError:
            raise _at_the_same_time(out) from None
        try:
            yield folder
        except OSError as error:
            if error.errno in FULL:  # whatever was being written, or copied from elsewhere
                why = os.strerror(error.errno)
                raise DioramaError(f"cannot write to {out}: {why}; nothing of it is kept") from None
            raise
        finally:  # while nobody else may use it
            if folder.is_dir():
                shutil.rmtree(folder, ignore_errors=True)


def _at_the_same_time(out: Path) -> DioramaError:
    return DioramaError(f"another process wrote to {out} at the same time: choose a folder for each")


def check_new(out: Path) -> None:
    """Refuse a folder that holds something, or that cannot be made."""
    if not out.name:
        raise DioramaError(f"'{out}' is no name of a new folder: name one in it, such as {out / 'mybench'}")
    if out.is_symlink() or (out.exists() and not (out.is_dir() and not any(out.iterdir()))):
        raise DioramaError(f"{out} is there already: choose a new or an empty folder")
    if not out.resolve().parent.is_dir():
        raise DioramaError(f"{out}: there is no folder {out.resolve().parent}")


def _parts(samples: Iterable[Sample]) -> Iterator[tuple[str, int, list[Sample]]]:
    """Samples by suite, in pieces of bounded size: the suite, the number of the piece, the piece."""
    waiting: dict[str, list[Sample]] = {}
    sizes: dict[str, int] = {}
    written: dict[str, int] = {}
    ids: set[str] = set()

    def take(suite: str) -> tuple[str, int, list[Sample]]:
        number = written.get(suite, 0)
        written[suite] = number + 1
        sizes[suite] = 0
        return suite, number, waiting.pop(suite)

    for sample in samples:
        if sample.id in ids:
            raise DioramaError(f"two samples have the id '{sample.id}'")
        ids.add(sample.id)
        suite = sample.suite
        waiting.setdefault(suite, []).append(sample)
        sizes[suite] = sizes.get(suite, 0) + sum(len(m.data) for m in sample.media)
        if len(waiting[suite]) == SHARD_SAMPLES or sizes[suite] >= SHARD_BYTES:
            yield take(suite)
    for suite in sorted(waiting):
        yield take(suite)
