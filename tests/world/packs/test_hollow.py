"""Hollow meshes: cut into convex parts, and the cuts kept."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial import Delaunay

from diorama.world.assets import registry
from diorama.world.packs import convex, load_pack
from diorama.world.shape import Array, Faces, Shape
from tests.world.packs.making import beaker, complaint, export, only_shape, write

CUP = {"noun": "beaker", "file": "beaker.obj", "cavity": {"floor": 0.005, "opening": 0.1, "radius": 0.035}}


@pytest.mark.slow
def test_a_hollow_mesh_stays_hollow_and_is_cut_only_once(
    folder: Path, shared_cache: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Points in the cavity are outside all parts, points in the wall and floor inside one."""
    export(beaker(), folder / "beaker.obj")
    (made,) = load_pack(write(folder, CUP), cache=shared_cache)
    assert made.container
    shape = registry.build_shape("beaker", 0)
    assert len(shape.parts) > 4
    hulls = [Delaunay(part.points) for part in shape.parts]

    def solid_share(radii: tuple[float, float], heights: tuple[float, float]) -> float:
        rng = np.random.default_rng(0)
        angle, radius, z = rng.uniform(0, 2 * np.pi, 2000), rng.uniform(*radii, 2000), rng.uniform(*heights, 2000)
        points = np.stack([radius * np.cos(angle), radius * np.sin(angle), z], axis=1)
        return float(np.any([hull.find_simplex(points) >= 0 for hull in hulls], axis=0).mean())

    assert solid_share((0.0, 0.031), (0.009, 0.1)) == 0
    assert solid_share((0.0365, 0.039), (0.001, 0.099)) > 0.98
    assert solid_share((0.0, 0.035), (0.001, 0.004)) > 0.98

    (kept,) = shared_cache.rglob("*.npz")
    before = kept.stat().st_mtime_ns
    load_pack(folder, cache=shared_cache)
    assert kept.stat().st_mtime_ns == before
    assert parts_bytes(registry.build_shape("beaker", 0)) == parts_bytes(shape)

    kept.write_bytes(kept.read_bytes()[:-300])
    load_pack(folder, cache=shared_cache)
    assert list(shared_cache.rglob("*")) == [kept.parent, kept], "rebuilt, and no temporary file left"
    assert parts_bytes(registry.build_shape("beaker", 0)) == parts_bytes(shape), "the same mesh, the same bytes"
    with np.load(kept, allow_pickle=False) as arrays:
        assert arrays["counts"].sum() == len(arrays["points"])
    assert capfd.readouterr().out == ""


def parts_bytes(shape: Shape) -> list[bytes]:
    return [part.points.tobytes() for part in shape.parts]


def test_without_coacd_the_line_says_what_to_install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "coacd", None)
    export(beaker(), folder / "beaker.obj")
    line = complaint(write(folder, CUP))
    assert line.startswith("garage/beaker.obj: asset 'beaker': file: ") and "pip install 'diorama[packs]'" in line


def test_a_convex_mesh_needs_no_cutting(folder: Path, tmp_path: Path) -> None:
    assert len(only_shape(folder).parts) == 1
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize("damage", [b"", b"PK\x03\x04 no zip", b"\x93NUMPY nothing"])
def test_a_damaged_cache_file_is_computed_again(
    folder: Path, tmp_path: Path, damage: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    corners = np.array([[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]], float)
    cut: list[int] = []

    def decompose(vertices: Array, faces: Faces) -> list[Array]:
        cut.append(len(faces))
        return [corners, corners + 0.2]

    monkeypatch.setattr(convex, "_decompose", decompose)
    export(beaker(), folder / "beaker.obj")
    write(folder, {**CUP, "cavity": None})
    load_pack(folder)
    (kept,) = (tmp_path / "cache").rglob("*.npz")
    whole = kept.read_bytes()
    kept.write_bytes(damage)
    load_pack(folder)
    assert len(cut) == 2 and kept.read_bytes() == whole
    load_pack(folder)
    assert len(cut) == 2


def test_a_cache_that_cannot_be_written_is_no_reason_to_fail(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(convex, "_decompose", lambda vertices, faces: [vertices])
    export(beaker(), folder / "beaker.obj")
    (tmp_path / "taken").write_text("a file, not a folder")
    (made,) = load_pack(write(folder, {**CUP, "cavity": None}), cache=tmp_path / "taken")
    assert made.noun == "beaker"
