"""TRL: Parquet with `prompt`, `images` and `completion` (SFTTrainer) or `key` (GRPOTrainer)."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from diorama.exchange.training.conversations import Conversation, Form
from diorama.exchange.training.files import PARTED, PICTURES, TEXT, Rows, packed, parquet_rows
from diorama.exchange.training.writing import RowContext, Trainer, exporter

_SHARED = {"prompt": PARTED, "images": PICTURES, "id": TEXT, "suite": TEXT, "task": TEXT, "level": TEXT}


def _open(path: Path, form: Form) -> AbstractContextManager[Rows]:
    return parquet_rows(path, {**_SHARED, **({"completion": PARTED} if form == "sft" else {"key": TEXT})})


def _row(made: Conversation, place: RowContext) -> dict[str, Any]:
    parts = [
        {"type": "text", "text": p} if isinstance(p, str) else {"type": "image", "text": None} for p in made.pieces
    ]
    row = {
        "prompt": [{"role": "user", "content": parts}], "images": packed(made.pictures),
        "id": made.id, "suite": made.suite, "task": made.task, "level": made.level,
    }  # fmt: skip
    if place.form == "rl":
        return {**row, "key": made.key}
    return {**row, "completion": [{"role": "assistant", "content": [{"type": "text", "text": made.answer}]}]}


def _hint(form: Form, folder: str) -> str:
    load = f'train_dataset=load_dataset("parquet", data_files="{folder}/train.parquet", split="train")'
    if form == "sft":
        return f"SFTTrainer({load}, …)"
    return f"from diorama.reward.trl import diorama_reward; GRPOTrainer(reward_funcs=diorama_reward, {load}, …)"


TRL = exporter(Trainer("trl", "TRL: SFT and GRPO, Parquet", ("sft", "rl"), "parquet", _open, _row,
                       reward="from diorama.reward.trl import diorama_reward\n\n__all__ = [\"diorama_reward\"]\n",
                       hint=_hint))  # fmt: skip
