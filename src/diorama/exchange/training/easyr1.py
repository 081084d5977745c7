"""EasyR1: Parquet with `problem`, `images` and the key as `answer`; `<image>` marks each picture."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from diorama.exchange.training.conversations import Conversation, Form
from diorama.exchange.training.files import PICTURES, TEXT, Rows, packed, parquet_rows
from diorama.exchange.training.writing import RowContext, Trainer, exporter

_COLUMNS = {"problem": TEXT, "answer": TEXT, "images": PICTURES, "id": TEXT, "suite": TEXT, "task": TEXT, "level": TEXT}


def _open(path: Path, form: Form) -> AbstractContextManager[Rows]:
    return parquet_rows(path, _COLUMNS)


def _row(made: Conversation, place: RowContext) -> dict[str, Any]:
    return {
        "problem": made.text(), "answer": made.key, "images": packed(made.pictures),
        "id": made.id, "suite": made.suite, "task": made.task, "level": made.level,
    }  # fmt: skip


def _hint(form: Form, folder: str) -> str:
    return (
        f"data.train_files={folder}/train.parquet data.prompt_key=problem data.answer_key=answer "
        f"data.image_key=images worker.reward.reward_function={folder}/reward.py:compute_score"
    )


_REWARD = (
    "from diorama.reward.easyr1 import REWARD_NAME, REWARD_TYPE, compute_score\n\n"
    '__all__ = ["REWARD_NAME", "REWARD_TYPE", "compute_score"]\n'
)
EASYR1 = exporter(Trainer("easyr1", "EasyR1: RL, Parquet", ("rl",), "parquet", _open, _row, reward=_REWARD, hint=_hint))
