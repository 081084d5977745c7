"""A dataset in a folder, whole or in part, with every picture inside: what several formats are laid upon."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from diorama.data.dataset import SHARDS
from diorama.data.manifest import BuildPlan, Manifest, count_tasks, read_manifest, write_manifest
from diorama.data.packs import store_packs
from diorama.data.shards import Shard, has_links, write_wanted
from diorama.exchange.exporting import ExportOrder
from diorama.exchange.rows import Rows, all_of_it
from diorama.world.model import replace

PART = "export"
"""In a plan, in the place of an importer: what is a part of another dataset."""


def write_dataset(
    order: ExportOrder, rows: Rows, folder: Path, advance: Callable[[], None], *, files: bool = True
) -> Manifest:  # fmt: skip
    """Write what is ordered as a dataset of our own: shards that are wanted whole are copied byte by byte.

    Without `files` it has no pictures and videos: enough to score replies against.
    """
    manifest = read_manifest(order.folder)
    (folder / SHARDS).mkdir(parents=True)
    shards: dict[str, Shard] = {}
    for name, wanted in rows.wanted.items():
        source, known = order.folder / SHARDS / name, manifest.shards[name]
        whole = files and sum(map(len, wanted.values())) == known.samples and not has_links(source)
        path = folder / SHARDS / name
        if whole:  # its checksum is being compared meanwhile
            shutil.copyfile(source, path)
        shards[name] = known if whole else write_wanted(path, source, wanted, files=files)
        for _ in range(shards[name].samples):
            advance()
    plan = manifest.plan if all_of_it(order.select) else _part_of(manifest.plan, shards)
    store_packs(folder, plan)
    made = Manifest(name=manifest.name, plan=plan, tasks=count_tasks(shards), shards=shards)
    write_manifest(folder, made)
    return made


def _part_of(plan: BuildPlan, shards: dict[str, Shard]) -> BuildPlan:
    """The plan of a part: it is not the beginning of a build, so nobody can go on with it."""
    counts = {suite: sum(tasks.values()) for suite, tasks in count_tasks(shards).items()}
    return replace(plan, suites=tuple(counts), count=max(counts.values()), imported_from=plan.imported_from or PART)
