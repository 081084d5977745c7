"""Packs as one file: what comes back is what went in, and nothing in a stranger's file is believed."""

from __future__ import annotations

import contextlib
import json
import struct
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from diorama.errors import DioramaError
from diorama.world.assets import registry
from diorama.world.modelling import box
from diorama.world.packs import Pack, pack_in, stored
from diorama.world.packs.pack import install, release
from diorama.world.shape import Shape
from tests.world.packs.making import beaker, export, write


@pytest.fixture
def pack(folder: Path, shared_cache: Path) -> Pack:
    export(beaker(), folder / "beaker.obj")
    cavity = {"floor": 0.005, "opening": 0.1, "radius": 0.03}
    glazes = ["white ceramic", "blue ceramic"]
    beakers = {"noun": "beaker", "file": "beaker.obj", "material": glazes, "density": 1900, "cavity": cavity}
    return pack_in(write(folder, {"front": "x", "tags": "tool steel"}, beakers), cache=shared_cache)


def shape_of(asset: registry.Asset) -> Shape:
    return asset.generate(np.random.default_rng(0))


def test_a_stored_pack_comes_back_bit_for_bit(pack: Pack) -> None:
    again = stored.from_bytes(stored.to_bytes(pack))
    assert (again.name, again.license, again.checksum) == ("garage", "CC0-1.0", pack.checksum)
    for old, new in zip(pack.assets, again.assets, strict=True):
        assert replace(new, generate=old.generate) == old
        a, b = shape_of(old), shape_of(new)
        assert np.array_equal(a.vertices, b.vertices) and np.array_equal(a.faces, b.faces)
        assert all(np.array_equal(p.points, q.points) for p, q in zip(a.parts, b.parts, strict=True))
        assert a.cavity == b.cavity


def test_the_same_pack_from_a_folder_and_from_a_file_is_one_pack(
    pack: Pack, folder: Path, shared_cache: Path
) -> None:
    dataset = folder.parent / "dataset"
    release(pack, folder)
    assert registry.assets() == {}
    install(stored.from_bytes(stored.to_bytes(pack)), dataset)
    assert pack_in(folder, cache=shared_cache).checksum == pack.checksum
    assert sorted(registry.assets()) == ["beaker", "wrench"]
    release(pack, folder)
    assert sorted(registry.assets()) == ["beaker", "wrench"], "the dataset still needs them"


def test_what_a_dataset_needs_is_not_replaced_by_a_newer_pack(pack: Pack, folder: Path, shared_cache: Path) -> None:
    install(pack, folder.parent / "dataset")
    export(box(0.31, 0.04, 0.02), folder / "wrench.glb")
    with pytest.raises(DioramaError, match="brings a wrench, and there is another asset of that name"):
        pack_in(folder, cache=shared_cache)
    assert registry.build_shape("wrench", 0).size[0] == pytest.approx(0.3)


def test_a_stored_pack_can_be_named_like_a_folder(pack: Pack, folder: Path) -> None:
    file = folder.parent / "a.pack"
    file.write_bytes(stored.to_bytes(pack))
    assert pack_in(file).checksum == pack.checksum
    file.write_bytes(b"diorama pack 1\n")
    with pytest.raises(DioramaError, match=r"a\.pack: is not a stored pack"):
        pack_in(file)


def test_another_version_of_a_pack_is_another_pack(pack: Pack, folder: Path, shared_cache: Path) -> None:
    export(box(0.31, 0.04, 0.02), folder / "wrench.glb")
    newer = pack_in(folder, cache=shared_cache)
    assert newer.checksum != pack.checksum
    with pytest.raises(DioramaError, match="the pack 'garage' brings a wrench, and there is another asset of that"):
        install(pack, folder.parent / "dataset")


def changed(pack: Pack, **fields: Any) -> bytes:
    """A stored pack whose first asset says something else."""
    data = stored.to_bytes(pack)
    start = len(stored.MAGIC) + 8
    (length,) = struct.unpack_from("<Q", data, len(stored.MAGIC))
    header = json.loads(data[start : start + length])
    header["assets"][0].update(fields)
    words = json.dumps(header).encode()
    return stored.MAGIC + struct.pack("<Q", len(words)) + words + data[start + length :]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"noun": "../../wrench"}, "noun"),
        ({"noun": "Wrench<script>"}, "noun"),
        ({"materials": ["no such stuff"]}, "material"),
        ({"density": -1.0}, "density"),
        ({"size": [0.01, 0.02]}, "its longest side is 0.3 m"),
        ({"size": [float("nan"), 1.0]}, "size"),
        ({"bytes": 10}, "the shape of its wrench is damaged"),
        ({"bytes": 10**12}, "damaged"),
        ({"container": True}, "its cavity or its top is missing"),
        ({"surprise": 1}, "surprise"),
    ],
)
def test_a_header_that_lies_is_refused(pack: Pack, fields: dict[str, Any], said: str) -> None:
    with pytest.raises(DioramaError, match=said):
        stored.from_bytes(changed(pack, **fields))


def test_shapes_that_physics_cannot_take_are_refused(pack: Pack) -> None:
    wrench, beakers = pack.assets
    shape = shape_of(wrench)
    piece, part = shape.pieces[0], shape.parts[0]
    nowhere = np.where(piece.vertices > 0.1, np.nan, piece.vertices)
    for broken, said in (
        (replace(shape, pieces=(replace(piece, vertices=nowhere),)), "some corners are no numbers"),
        (replace(shape, pieces=(replace(piece, faces=piece.faces[1:]),)), "it is not watertight"),
        (replace(shape, pieces=(replace(piece, slot="other"),)), "one body of triangles"),
        (replace(shape, parts=()), "its parts are no convex hulls"),
        (replace(shape, parts=(replace(part, kind="sphere", size=(1.0,)),)), "its parts are no convex hulls"),
    ):
        hostile = replace(pack, assets=(replace(wrench, generate=partial(stored.as_it_is, broken)), beakers))
        with pytest.raises(DioramaError, match=said):
            stored.from_bytes(stored.to_bytes(hostile))


def test_what_is_cut_off_or_flipped_is_refused_in_words(pack: Pack) -> None:
    data = stored.to_bytes(pack)
    rng = np.random.default_rng(1)
    for cut in rng.integers(0, len(data), 60):
        with pytest.raises(DioramaError):
            stored.from_bytes(data[: int(cut)])
    for place in rng.integers(0, len(data), 200):
        flipped = bytearray(data)
        flipped[int(place)] ^= 0x55
        with contextlib.suppress(DioramaError):
            stored.from_bytes(bytes(flipped))
