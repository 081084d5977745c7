"""From worlds to a step of GRPO: build a training set and a held-out test set, prove them disjoint, train with TRL.

    pip install "diorama[train]"
    python grpo_step.py FOLDER_OF_A_MODEL

One step is far too little to learn from; it shows that all pieces fit. Everything is made in the working directory.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from datasets import load_dataset

from diorama.ask.engine.weights import load_vlm
from diorama.ask.source import Selection
from diorama.data.build import BuildWishes, build, plan_build
from diorama.exchange import ExportOrder, ExportSettings, export
from diorama.exchange.overlap import compare
from diorama.reward.trl import diorama_reward

TRAIN_SEED, TEST_SEED = 1, 2


def make_sets(held_out: str = "wording=0.05") -> Path:
    """The folder of the training set, which shares no scene with the test set."""
    for name, count, seed in (("train", 8, TRAIN_SEED), ("test", 4, TEST_SEED)):
        for _ in build(name, plan_build(["causal"], count, seed, BuildWishes(task="compatibility"))):
            pass
    found = compare(Path("train"), Path("test"))
    if not found.clean:
        raise SystemExit(f"the sets overlap: {found.first}")
    order = ExportOrder(Path("train"), Path("for-trl"), Selection(), ExportSettings(form="rl", hold_out=(held_out,)))
    made = export(order, "trl")
    print(f"{made.samples} samples, of which some are held out: {', '.join(path.name for path in made.files)}")
    return Path("for-trl")


def step(model: str, folder: Path, **settings: Any) -> dict[str, Any]:
    """One step of GRPO on the processor; what the trainer logged. Settings are those of `GRPOConfig`."""
    import trl  # type: ignore[import-not-found, unused-ignore]

    rows = load_dataset("parquet", data_files=str(folder / "train.parquet"), split="train", cache_dir="cache")
    processor, weights = load_vlm(model, device="cpu", dtype="float32")
    usual = {
        "output_dir": "trained", "max_steps": 1, "per_device_train_batch_size": 4, "num_generations": 4,
        "max_completion_length": 8, "use_cpu": True, "bf16": False, "report_to": [], "save_strategy": "no",
        "logging_steps": 1, "seed": 0,
    }  # fmt: skip
    config = trl.GRPOConfig(**{**usual, **settings})
    trainer = trl.GRPOTrainer(
        model=weights, reward_funcs=diorama_reward, args=config, train_dataset=rows, processing_class=processor
    )
    trainer.train()
    logged: dict[str, Any] = trainer.state.log_history[0]
    return logged


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python grpo_step.py FOLDER_OF_A_MODEL")
    log = step(sys.argv[1], make_sets())
    print(f"one step: loss {log['loss']:.4f}, mean reward {log['reward']:.3f}")
