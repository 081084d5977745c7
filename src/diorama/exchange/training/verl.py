"""verl: Parquet with `prompt`, `images` and `reward_model` (RL) or `messages` (SFT); `<image>` marks each picture."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pyarrow as pa

from diorama.exchange.training.conversations import Conversation, Form
from diorama.exchange.training.files import MESSAGES, PICTURES, TEXT, Rows, packed, parquet_rows
from diorama.exchange.training.writing import RowContext, Trainer, exporter

_RL = {
    "data_source": TEXT, "prompt": MESSAGES, "images": PICTURES, "ability": TEXT,
    "reward_model": pa.struct([("style", TEXT), ("ground_truth", TEXT)]),
    "extra_info": pa.struct([
        ("index", pa.int64()), ("split", TEXT), ("id", TEXT), ("suite", TEXT), ("task", TEXT), ("level", TEXT),
    ]),
}  # fmt: skip
_SFT = {"messages": MESSAGES, "images": PICTURES, "id": TEXT, "suite": TEXT, "task": TEXT, "level": TEXT}


def _open(path: Path, form: Form) -> AbstractContextManager[Rows]:
    return parquet_rows(path, _SFT if form == "sft" else _RL)


def _row(made: Conversation, place: RowContext) -> dict[str, Any]:
    user = {"role": "user", "content": made.text()}
    about = {"id": made.id, "suite": made.suite, "task": made.task, "level": made.level}
    if place.form == "sft":
        said = [user, {"role": "assistant", "content": made.answer}]
        return {"messages": said, "images": packed(made.pictures), **about}
    return {
        "data_source": f"diorama/{made.suite}", "prompt": [user], "images": packed(made.pictures),
        "ability": made.task, "reward_model": {"style": "rule", "ground_truth": made.key},
        "extra_info": {"index": place.index, "split": place.split, **about},
    }  # fmt: skip


def _hint(form: Form, folder: str) -> str:
    files = f"data.train_files={folder}/train.parquet"
    if form == "sft":
        return f"{files} data.messages_key=messages"
    reward = "reward.custom_reward_function"
    return f"{files} {reward}.path={folder}/reward.py {reward}.name=compute_score"


VERL = exporter(Trainer("verl", "verl: RL and SFT, Parquet", ("rl", "sft"), "parquet", _open, _row,
                        reward="from diorama.reward.verl import compute_score\n\n__all__ = [\"compute_score\"]\n",
                        hint=_hint))  # fmt: skip
