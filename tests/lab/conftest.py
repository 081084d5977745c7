"""What tests of going through samples share: a small dataset, a tiny model, an order for both, and the commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from diorama.ask.source import Selection
from diorama.data import BuildPlan, create_or_open
from diorama.lab.runs import LabOrder
from tests.lab.scenes import Command, removal
from tests.lab.tiny import save_tiny


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three samples with a region."""
    folder = tmp_path_factory.mktemp("lab") / "data"
    plan = BuildPlan(suites=("structure",), count=3, seed=1, shard_size=64, version="1.0")
    builder = create_or_open(folder, plan)
    for slot in builder.missing_shards():
        builder.add_shard(slot.name, [removal(k) for k in range(3)])
    return folder


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(save_tiny("qwen3_vl", tmp_path_factory.mktemp("model")))


@pytest.fixture
def order(data: Path, model: str, tmp_path: Path) -> LabOrder:
    return LabOrder(data, model, tmp_path / "out", Selection(), device="cpu", dtype="float32")


@pytest.fixture
def command() -> Command:
    from typer.testing import CliRunner

    from diorama.cli import app

    def run(*words: object) -> tuple[int, str]:
        done = CliRunner().invoke(app, ["lab", *map(str, words)])
        return done.exit_code, done.output + (str(done.exception) if done.exception else "")

    return run
