"""ms-swift: JSON lines with `messages`, `images` and `videos` as files, and the key as `solution` (GRPO)."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from diorama.exchange.training.conversations import Conversation, Form
from diorama.exchange.training.files import Rows, json_rows
from diorama.exchange.training.llamafactory import media_columns
from diorama.exchange.training.writing import RowContext, Trainer, exporter


def _open(path: Path, form: Form) -> AbstractContextManager[Rows]:
    return json_rows(path)


def _row(made: Conversation, place: RowContext) -> dict[str, Any]:
    user = {"role": "user", "content": made.text()}
    media = media_columns(made, place.folder)
    if place.form == "sft":
        return {"messages": [user, {"role": "assistant", "content": made.answer}], **media, "id": made.id}
    return {"messages": [user], **media, "solution": made.key, "id": made.id}


def _hint(form: Form, folder: str) -> str:
    start, data = f"ROOT_IMAGE_DIR={folder} swift", f"--dataset {folder}/train.jsonl"
    if form == "sft":
        return f"{start} sft {data}"
    return f"{start} rlhf --rlhf_type grpo {data} --external_plugins {folder}/reward.py --reward_funcs diorama"


MS_SWIFT = exporter(
    Trainer(
        "ms-swift", "ms-swift: SFT and GRPO, JSON lines", ("sft", "rl"), "jsonl", _open, _row, clips=True,
        reward="from diorama.reward.ms_swift import register\n\nregister()\n", hint=_hint,
    )
)  # fmt: skip
