"""lmms-eval: a task for each suite, over our Parquet as it is, that asks and scores as we do.

The folder is a dataset of ours with a YAML file for each suite and one `utils.py` beside it.
"""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path

from diorama.data.dataset import SHARDS
from diorama.data.manifest import suite_of
from diorama.exchange.exporters.parquet import write_dataset
from diorama.exchange.exporting import Exported, Exporter, ExportOrder, Progress
from diorama.exchange.rows import rows_of

MOST_TOKENS = 4096
_FUNCTIONS = ("process_docs", "doc_to_visual", "doc_to_text", "doc_to_messages", "doc_to_target", "process_results")


def write(order: ExportOrder, folder: Path, progress: Progress) -> Exported:
    rows = rows_of(order)
    advance = progress(0, rows.count)
    tasks: list[str] = []
    manifest = write_dataset(order, rows, folder, advance)
    for suite in manifest.tasks:
        task = _plain(f"diorama_{manifest.name}_{suite}")
        shards = [f"{SHARDS}/{name}" for name in manifest.shards if suite_of(name) == suite]
        (folder / f"{task}.yaml").write_text(_task(task, shards), encoding="utf-8")
        tasks.append(task)
    text = (files(__package__) / "for_lmms_eval.py").read_text("utf-8")
    (folder / "utils.py").write_text(text, encoding="utf-8")
    made = tuple(order.out / f"{task}.yaml" for task in tasks)
    return Exported(
        (*made, order.out / "utils.py"), rows.count,
        hint=f"lmms-eval --include_path {order.out} --tasks {','.join(tasks)} --log_samples --output_path … --model …",
    )  # fmt: skip


def _task(task: str, shards: list[str]) -> str:
    lines = [
        f"task: {task}",
        "dataset_path: parquet",
        f"dataset_kwargs: {json.dumps({'data_files': {'test': shards}})}  # seen from this folder",
        "test_split: test",
        "output_type: generate_until",
        *(f"{name}: !function utils.{name}" for name in _FUNCTIONS),
        "generation_kwargs:",
        f"  max_new_tokens: {MOST_TOKENS}",
        "  temperature: 0",
        "  until: []  # unless it says so, replies end at their first empty line",
        "metric_list:",
        "- {metric: accuracy, aggregation: mean, higher_is_better: true}",
        "- {metric: reply, aggregation: !function utils.replies, higher_is_better: true}",
        "metadata: {version: 1.0}",
    ]
    return "\n".join(lines) + "\n"


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


LMMS_EVAL = Exporter("lmms-eval", "tasks for lmms-eval over our Parquet, with our prompts and scores", write)
