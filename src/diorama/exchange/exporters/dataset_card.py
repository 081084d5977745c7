"""The card of a dataset on the hub: what it is, how it is read, and what the hub's search should know."""

from __future__ import annotations

import json
import re

from diorama.data.manifest import Manifest
from diorama.errors import DioramaError, short
from diorama.exchange.exporters.parquet import PART
from diorama.suites import SUITES

_LICENCE = re.compile(r"[a-z0-9][a-z0-9.-]{1,60}")
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
TAGS = ("diorama", "synthetic", "spatial-reasoning", "vision-language")


def shard_pattern(suite: str) -> str:
    """The shards of one suite, and not those of a suite whose name begins alike."""
    return f"data/{suite}-{'[0-9]' * 5}.parquet"


def check_licence(licence: str) -> None:
    """Refuse what the hub would not know as the name of a licence."""
    if licence and not _LICENCE.fullmatch(licence):
        raise DioramaError(f"--licence {short(licence, 60)}: write it as the hub does, such as cc-by-4.0 or apache-2.0")


def dataset_card(manifest: Manifest, licence: str, choices: bool) -> str:
    """The text of `README.md`; `choices` says whether some questions are multiple choice."""
    name = short(manifest.name, 100)
    categories = ["visual-question-answering", *(["multiple-choice"] if choices else [])]
    lines = ["---", f"pretty_name: {_text(name)}"]
    lines += [f"license: {licence}"] if licence else []
    lines += ["language:", "- en", "task_categories:", *(f"- {c}" for c in categories)]
    lines += ["size_categories:", f"- {_size(manifest.samples)}", "tags:", *(f"- {t}" for t in TAGS), "configs:"]
    for k, suite in enumerate(manifest.tasks):
        lines += [f"- config_name: {_text(suite)}", *(["  default: true"] if k == 0 else [])]
        lines += ["  data_files:", "  - split: test", f"    path: {_text(shard_pattern(suite))}"]
    return "\n".join([*lines, "---", "", *_body(manifest, name, licence)]) + "\n"


def _body(manifest: Manifest, name: str, licence: str) -> list[str]:
    origin = manifest.plan.imported_from
    made = {"": "made from seeds", PART: "a part of a larger dataset"}.get(origin, f"imported from {short(origin, 60)}")
    if manifest.plan.constructed_from:
        made = f"constructed from {short(manifest.plan.constructed_from, 60)}"
    lines = [
        f"# {name}",
        "",
        f"{manifest.samples} questions about pictures and clips, with exact answers, {made}, by Diorama "
        f"{short(manifest.plan.version, 40)}.",
        "",
        "| suite | task | samples |",
        "| --- | --- | --- |",
        *(f"| `{s}` | `{_cell(t)}` | {n} |" for s, tasks in manifest.tasks.items() for t, n in tasks.items()),
        "",
        "```python",
        "from datasets import load_dataset",
        f'data = load_dataset("REPOSITORY_OR_FOLDER", "{next(iter(manifest.tasks))}", split="test")',
        'data[0]["question"], data[0]["options"], data[0]["answer"], data[0]["image"]',
        "```",
        "",
        "Each suite is a configuration; all of it is a test split. Pictures decode by themselves, `depth` in 16 bits "
        "(millimetres). Videos come as bytes; with torchcodec installed, "
        '`data.cast_column("video", Sequence(Video()))` decodes them. `answer`, `query`, `shots` and `world` are JSON.',
        "",
        "The folder is a Diorama dataset too: `diorama eval`, `diorama verify` and `diorama score` read it as it is.",
        "",
    ]
    foreign = [s for s in manifest.tasks if s not in SUITES]
    if foreign:
        lines += [f"The questions of {', '.join(f'`{s}`' for s in foreign)} were made by others: cite them too.", ""]
    if manifest.plan.packs:
        packs = ", ".join(f"`{short(use.name, 60)}`" for use in manifest.plan.packs)
        lines += [f"Objects come from the packs {packs}, which have licences of their own.", ""]
    lines += [f"Licence: `{licence}`." if licence else "No licence was named when this card was written."]
    return lines


def _cell(words: str) -> str:
    """A text between backticks in a table."""
    return short(words, 60).replace("`", "'").replace("|", "/")


def _size(samples: int) -> str:
    return next((words for most, words in _SIZES if samples < most), "1M<n<10M")


def _text(words: str) -> str:
    """A text in YAML, which reads JSON."""
    return json.dumps(words, ensure_ascii=False)
