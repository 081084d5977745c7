"""A registry, a cache and a folder of its own for every test of packs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from diorama.world.assets import registry
from diorama.world.modelling import box
from diorama.world.packs import loading, pack
from tests.world.packs.making import export


@pytest.fixture(autouse=True)
def empty_registry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Each test has a registry of its own, and never the user's cache."""
    monkeypatch.setattr(registry, "_ASSETS", {})
    monkeypatch.setattr(loading, "_LOADED", {})
    monkeypatch.setattr(pack, "_INSTALLED", {})
    monkeypatch.setattr(pack, "_HOLDERS", {})
    monkeypatch.setenv("DIORAMA_CACHE", str(tmp_path / "cache"))
    registry.build_shape.cache_clear()
    yield
    registry.build_shape.cache_clear()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A pack's folder with one good mesh: a bar 0.3 long, 0.04 wide and 0.02 high."""
    made = tmp_path / "garage"
    made.mkdir()
    export(box(0.3, 0.04, 0.02), made / "wrench.glb")
    return made


@pytest.fixture(scope="module")
def shared_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("shared")
