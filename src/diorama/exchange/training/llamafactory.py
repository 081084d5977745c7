"""LLaMA-Factory: JSON lines in the sharegpt manner, pictures and clips as files, and a `dataset_info.json`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from diorama.exchange.training.conversations import Conversation, Form
from diorama.exchange.training.files import Rows, json_rows, stored
from diorama.exchange.training.hold_outs import Split
from diorama.exchange.training.writing import RowContext, Trainer, exporter

INFO = "dataset_info.json"


def _open(path: Path, form: Form) -> AbstractContextManager[Rows]:
    return json_rows(path)


def _row(made: Conversation, place: RowContext) -> dict[str, Any]:
    said = [{"role": "user", "content": made.text()}, {"role": "assistant", "content": made.answer}]
    return {"messages": said, **media_columns(made, place.folder), "id": made.id}


def media_columns(made: Conversation, folder: Path) -> dict[str, list[str]]:
    """The paths of pictures and of clips, as the columns `images` and `videos`."""
    kinds = {"images": "image", "videos": "video"}
    return {name: stored(folder, (p for p in made.pictures if p.kind == kind)) for name, kind in kinds.items()}


def _info(folder: Path, files: Mapping[Split, Path]) -> tuple[Path, ...]:
    """Write what tells LLaMA-Factory how to read the files."""
    tags = {"role_tag": "role", "content_tag": "content", "user_tag": "user", "assistant_tag": "assistant"}
    columns = {"messages": "messages", "images": "images", "videos": "videos"}
    info = {
        f"diorama_{name}": {"file_name": path.name, "formatting": "sharegpt", "columns": columns, "tags": tags}
        for name, path in files.items()
    }
    (folder / INFO).write_text(json.dumps(info, indent=2) + "\n", encoding="utf-8")
    return (folder / INFO,)


LLAMAFACTORY = exporter(
    Trainer(
        "llamafactory", "LLaMA-Factory: SFT, JSON lines", ("sft",), "jsonl", _open, _row, clips=True, more=_info,
        hint=lambda form, folder: f"dataset_dir: {folder}, media_dir: {folder}, dataset: diorama_train",
    )
)  # fmt: skip
