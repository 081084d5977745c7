"""OpenRLHF: Parquet with `input`, `images` and the key as `label`; `<image>` marks each picture."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from diorama.exchange.training.conversations import Conversation, Form
from diorama.exchange.training.files import PICTURES, TEXT, Rows, packed, parquet_rows
from diorama.exchange.training.writing import RowContext, Trainer, exporter

_COLUMNS = {
    "input": TEXT,
    "label": TEXT,
    "images": PICTURES,
    "datasource": TEXT,
    "id": TEXT,
    "task": TEXT,
    "level": TEXT,
}


def _open(path: Path, form: Form) -> AbstractContextManager[Rows]:
    return parquet_rows(path, _COLUMNS)


def _row(made: Conversation, place: RowContext) -> dict[str, Any]:
    return {
        "input": made.text(), "label": made.key, "images": packed(made.pictures),
        "datasource": f"diorama/{made.suite}", "id": made.id, "task": made.task, "level": made.level,
    }  # fmt: skip


def _hint(form: Form, folder: str) -> str:
    return (
        f"--data.prompt_dataset {folder}/train.parquet --data.input_key input --data.label_key label "
        f"--data.image_key images --data.apply_chat_template --reward.remote_url {folder}/reward.py"
    )


_REWARD = 'from diorama.reward.openrlhf import reward_func\n\n__all__ = ["reward_func"]\n'
OPENRLHF = exporter(
    Trainer("openrlhf", "OpenRLHF: RL, Parquet", ("rl",), "parquet", _open, _row, reward=_REWARD, hint=_hint)
)
