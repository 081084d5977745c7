"""Data: samples, and datasets of them on disk that other tools open as they are.

This room imports all rooms above it. A dataset is a folder with a
`dataset.json` and Parquet shards in `data/`, which Hugging Face `datasets` and DuckDB read directly.

    build = create_or_open("mybench", BuildPlan(suites=("causal",), count=1000, seed=7))
    for slot in build.missing_shards(): build.add_shard(slot.name, samples_of(slot))
    for sample in load("mybench").where(task="collision"): print(sample.question, sample.answer_words())
"""

from __future__ import annotations

from diorama.data._files import whole_file
from diorama.data._workers import each as in_workers
from diorama.data.dataset import Builder, Dataset, check, create_or_open, load
from diorama.data.keys import key_of, read_keys
from diorama.data.manifest import BuildPlan, Manifest, Slot, read_manifest
from diorama.data.sample import Media, Sample
from diorama.data.shards import Shard, read_shard, write_shard

__all__ = [
    "BuildPlan",
    "Builder",
    "Dataset",
    "Manifest",
    "Media",
    "Sample",
    "Shard",
    "Slot",
    "check",
    "create_or_open",
    "in_workers",
    "key_of",
    "load",
    "read_keys",
    "read_manifest",
    "read_shard",
    "whole_file",
    "write_shard",
]
