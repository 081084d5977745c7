"""A folder for the Hugging Face hub: our Parquet as it is, a card, and a Croissant description.

The folder stays a dataset of ours, so what is on the hub can be verified, asked and scored after a download.
"""

from __future__ import annotations

import json
from pathlib import Path

from diorama.data.dataset import SHARDS
from diorama.data.manifest import Manifest, suite_of
from diorama.data.shards import read_columns
from diorama.exchange.exporters.croissant import croissant
from diorama.exchange.exporters.dataset_card import check_licence, dataset_card
from diorama.exchange.exporters.parquet import write_dataset
from diorama.exchange.exporting import Exported, Exporter, ExportOrder, Progress
from diorama.exchange.rows import rows_of


def write(order: ExportOrder, folder: Path, progress: Progress) -> Exported:
    check_licence(order.settings.licence)
    rows = rows_of(order)
    advance = progress(0, rows.count)
    manifest = write_dataset(order, rows, folder, advance)
    choices, filled = _look(folder, manifest)
    card = dataset_card(manifest, order.settings.licence, choices)
    (folder / "README.md").write_text(card, encoding="utf-8")
    about = f"Questions about pictures and clips with exact answers, made by Diorama {manifest.plan.version}."
    found = croissant(manifest, order.settings.licence, about, filled)
    text = json.dumps(found, ensure_ascii=False, indent=1)
    (folder / "croissant.json").write_text(text + "\n", encoding="utf-8")
    files = tuple(order.out / name for name in ("README.md", "croissant.json"))
    missing = "" if order.settings.licence else "; name a --licence before you publish it"
    return Exported(files, rows.count, hint=f"hf upload REPOSITORY {order.out} --repo-type dataset{missing}")


def _look(folder: Path, manifest: Manifest) -> tuple[bool, dict[str, frozenset[str]]]:
    """Whether any question has options, and which suites have pictures and depth; pictures stay on the disk."""
    choices, filled = False, {suite: set[str]() for suite in manifest.tasks}
    for name in manifest.shards:
        for row in read_columns(folder / SHARDS / name, ("options", "media_kinds", "depth.list.element.path")):
            choices = choices or bool(row["options"])
            filled[suite_of(name)] |= {*(row["media_kinds"] or ()), *(["depth"] if row["depth"] else [])}
    return choices, {suite: frozenset(found) for suite, found in filled.items()}


HF = Exporter("hf", "a folder for the Hugging Face hub, with card and croissant.json", write, frozenset({"licence"}))
