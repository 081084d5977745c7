"""Shapes kept on disk: what is read is what would be modelled, and nothing that goes wrong stops a build."""

from __future__ import annotations

import errno
import importlib.metadata
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from diorama.shelf import Shelf, cache_folder, trim
from diorama.world import shape_cache
from diorama.world.assets import Asset, Range, assets, build_shape, register, unregister
from diorama.world.assets.registry import Rng
from diorama.world.modelling import box
from diorama.world.parts import box_part
from diorama.world.shape import Shape, shape
from diorama.world.shape_files import from_bytes, to_bytes

NOUNS = ("mug", "soccer ball", "teapot", "colander", "laptop")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own for every test, and a process that has not looked at it yet."""
    monkeypatch.setenv("DIORAMA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(shape_cache, "SHELF", Shelf("shapes", shape_cache.LIMIT_BYTES))
    build_shape.cache_clear()
    return tmp_path / "cache" / "shapes"


class Maker:
    """Models a block and counts how often."""

    def __init__(self, side: float = 0.1) -> None:
        self.side, self.made = side, 0

    def __call__(self) -> Shape:
        self.made += 1
        return shape({"body": box(self.side, self.side, self.side)}, [box_part(self.side, self.side, self.side)])


def kept(make: Callable[[], Shape], noun: str = "block", seed: int = 1) -> Shape:
    return shape_cache.kept_or_made(noun, seed, make)


def same(a: Shape, b: Shape) -> bool:
    """Whether two shapes agree in every bit."""
    return (
        [p.slot for p in a.pieces] == [p.slot for p in b.pieces]
        and all(np.array_equal(p.vertices, q.vertices) for p, q in zip(a.pieces, b.pieces, strict=True))
        and all(np.array_equal(p.faces, q.faces) for p, q in zip(a.pieces, b.pieces, strict=True))
        and [(p.kind, p.size, p.position, p.quaternion) for p in a.parts]
        == [(p.kind, p.size, p.position, p.quaternion) for p in b.parts]
        and all(np.array_equal(p.points, q.points) for p, q in zip(a.parts, b.parts, strict=True))
        and (a.cavity, a.top) == (b.cavity, b.top)
    )


@pytest.mark.parametrize("noun", [n for n in NOUNS if n in assets()] + sorted(assets())[::25])
def test_a_kept_shape_equals_a_modelled_one(noun: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = build_shape(noun, 5)
    assert len(list(folder.iterdir())) == 1
    build_shape.cache_clear()
    read = build_shape(noun, 5)
    assert read is not first
    monkeypatch.setenv("DIORAMA_CACHE", "off")
    build_shape.cache_clear()
    modelled = build_shape(noun, 5)
    assert same(read, first)
    assert same(read, modelled)
    assert np.array_equal(read.mass_properties.inertia, modelled.mass_properties.inertia)
    assert read.vertices.dtype == modelled.vertices.dtype
    assert read.faces.dtype == modelled.faces.dtype


def test_every_noun_and_seed_has_a_file_of_its_own(folder: Path) -> None:
    small, large = Maker(0.1), Maker(0.2)
    assert not same(kept(small, "block", 1), kept(large, "brick", 1))
    assert not same(kept(small, "block", 1), kept(large, "block", 2))
    assert len(list(folder.iterdir())) == 3


def test_a_shape_is_modelled_once() -> None:
    make = Maker()
    assert same(kept(make), kept(make))
    assert make.made == 1


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:10],
        lambda data: data[: len(data) // 2],
        lambda data: data[:-1],
        lambda data: data + b"\0",
        lambda data: data[:60] + bytes([data[60] ^ 1]) + data[61:],
        lambda data: data[:-9] + bytes([data[-9] ^ 255]) + data[-8:],
        lambda data: b"something else entirely, and long enough to hold a header of the usual length",
    ],
)
def test_a_damaged_file_is_made_again(folder: Path, damage: Callable[[bytes], bytes]) -> None:
    make = Maker()
    whole = kept(make)
    (file,) = folder.iterdir()
    good = file.read_bytes()
    file.write_bytes(damage(good))
    assert same(kept(make), whole)
    assert make.made == 2
    assert file.read_bytes() == good
    kept(make)
    assert make.made == 2


def test_a_sound_checksum_does_not_excuse_triangles_without_corners() -> None:
    block = Maker()()
    piece = block.pieces[0]
    wrong = Shape((type(piece)(piece.slot, piece.vertices, piece.faces + 1000),), block.parts)
    with pytest.raises(ValueError, match="corners"):
        from_bytes(to_bytes(wrong))


def test_off_keeps_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DIORAMA_CACHE", "off")
    monkeypatch.chdir(tmp_path)
    make = Maker()
    kept(make)
    kept(make)
    assert make.made == 2
    assert not folder.exists()
    assert not (tmp_path / "off").exists()


def test_the_usual_folder_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("DIORAMA_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "diorama"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder() == tmp_path / ".cache" / "diorama"


def test_a_folder_that_cannot_be_written_to_is_no_reason_to_fail(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "a file").write_text("in the way")
    monkeypatch.setenv("DIORAMA_CACHE", str(tmp_path / "a file"))
    make = Maker()
    kept(make)
    kept(make)
    assert make.made == 2


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="nothing is read-only to the superuser")
def test_a_read_only_folder_is_read(folder: Path) -> None:
    make = Maker()
    kept(make)
    folder.chmod(0o500)
    try:
        kept(make)
        assert make.made == 1
        kept(make, seed=2)
        assert make.made == 2
    finally:
        folder.chmod(0o700)


@pytest.mark.parametrize("step", ["mkstemp", "replace", "utime"])
def test_a_full_disk_is_no_reason_to_fail(folder: Path, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    make = Maker()
    whole = kept(make)
    monkeypatch.setattr(tempfile if step == "mkstemp" else os, step, full)
    assert same(kept(make), whole)
    assert same(kept(make, seed=2), whole)
    assert not list(folder.glob("*.tmp"))


def test_a_folder_that_failed_is_not_tried_for_every_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []

    def full(*_: object, **__: object) -> None:
        tries.append(1)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "mkstemp", full)
    for seed in range(5):
        kept(Maker(), seed=seed)
    assert len(tries) == 1


def test_the_least_recently_used_go_first(folder: Path) -> None:
    makers = [Maker() for _ in range(6)]
    for seed, make in enumerate(makers):
        kept(make, seed=seed)
    files = [folder / f"{shape_cache._key('block', seed)}.shape" for seed in range(6)]
    for age, file in enumerate(files):
        os.utime(file, (1000 + age, 1000 + age))
    kept(makers[0], seed=0)  # used again, so it stays
    size = files[0].stat().st_size
    trim(folder, 5 * size)
    assert [file.exists() for file in files] == [True, False, False, True, True, True]


def test_the_folder_stays_within_its_limit(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = len(to_bytes(Maker()()))
    monkeypatch.setattr(shape_cache, "SHELF", Shelf("shapes", 20 * size))
    for seed in range(100):
        kept(Maker(), seed=seed)
    assert 10 <= len(list(folder.iterdir())) <= 22


def test_writers_at_the_same_time_leave_whole_files(folder: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        shapes = list(pool.map(lambda k: kept(Maker(), seed=k % 3), range(60)))
    assert all(same(one, shapes[0]) for one in shapes)
    assert len(list(folder.iterdir())) == 3
    assert all(same(from_bytes(file.read_bytes()), shapes[0]) for file in folder.iterdir())


def test_two_processes_share_a_folder(folder: Path) -> None:
    code = "from diorama.world.assets import build_shape; [build_shape('mug', k) for k in range(3)]"
    both = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(2)]
    assert [p.wait(timeout=120) for p in both] == [0, 0]
    assert len(list(folder.iterdir())) == 3
    before = {file: file.read_bytes() for file in folder.iterdir()}
    for k in range(3):
        build_shape("mug", k)
    assert {file: file.read_bytes() for file in folder.iterdir()} == before


def test_other_code_has_other_files(tmp_path: Path) -> None:
    root = tmp_path / "world"
    (root / "assets").mkdir(parents=True)
    (root / "shape.py").write_text("a = 1")
    (root / "assets" / "mugs.py").write_text("b = 1")
    digests = [shape_cache.code_digest.__wrapped__(root)]
    for name, text in (
        ("assets/mugs.py", "b = 2"),
        ("shape.py", "a = 2"),
        ("assets/cups.py", ""),
        ("modelling.py", ""),
    ):
        (root / name).write_text(text)
        digests.append(shape_cache.code_digest.__wrapped__(root))
    assert len(set(digests)) == len(digests)
    (root / "cameras.py").write_text("no matter")
    assert shape_cache.code_digest.__wrapped__(root) == digests[-1]


def test_a_new_manifold_has_other_files(monkeypatch: pytest.MonkeyPatch) -> None:
    now = shape_cache.code_digest.__wrapped__()
    monkeypatch.setattr(importlib.metadata, "version", lambda name: "99")
    assert shape_cache.code_digest.__wrapped__() != now


def test_what_others_register_is_never_kept(folder: Path) -> None:
    """Their code may change without the cache knowing, as may the meshes of a pack."""

    def stranger(rng: Rng) -> Shape:
        return Maker(float(rng.uniform(0.1, 0.2)))()

    register(Asset("odd block", stranger, Range(0.1, 0.4), {"body": ("red plastic",)}, density=500))
    try:
        build_shape("odd block", 1)
    finally:
        unregister("odd block")
    assert not folder.exists()
