"""Datasets that several tests of exchange read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.exchange.training import built


@pytest.fixture(scope="session")
def causal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight questions, one of each task and level."""
    return built(tmp_path_factory.mktemp("causal") / "causal", "causal", 8)
