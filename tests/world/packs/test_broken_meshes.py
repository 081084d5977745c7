"""Whatever is wrong with a mesh file is said in one line."""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh

from diorama.world.modelling import box
from diorama.world.packs import manifest, meshes
from tests.world.packs.making import beaker, complaint, export, mesh_of, only_shape, open_box, write


def glb(header: dict[str, Any]) -> bytes:
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 4)
    return struct.pack("<5I", 0x46546C67, 2, 20 + len(text), len(text), 0x4E4F534A) + text


def half_turned() -> trimesh.Trimesh:
    made = mesh_of(box(0.1, 0.1, 0.1))
    return trimesh.Trimesh(made.vertices, np.vstack([made.faces[:1, ::-1], made.faces[1:]]), process=False)


def twice() -> trimesh.Scene:
    return trimesh.Scene([trimesh.creation.box((0.1, 0.1, 0.1)) for _ in range(2)])


def sheet() -> trimesh.Trimesh:
    corners = np.array([[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0]])
    return trimesh.Trimesh(corners, [[0, 1, 2], [0, 2, 1]], process=False)


BROKEN_FILES: list[tuple[str, bytes | Callable[[], Any], str]] = [
    ("m.ply", open_box, "is not watertight: 3 edges"),
    ("m.ply", half_turned, "face in and others that face out"),
    ("m.ply", sheet, "encloses no volume"),
    ("m.glb", twice, "overlaps itself"),
    ("m.stl", lambda: trimesh.creation.icosphere(subdivisions=7), "has 327680 triangles, more than 200000"),
    ("m.glb", b"", "is damaged or no GLB file"),
    ("m.glb", b"glTF" * 50, "is damaged or no GLB file"),
    ("m.obj", b"\xff\x00\xfe" * 50, "holds no triangles"),
    ("m.obj", b"v 0 0 0\nf 1 2 99999999\n", "is damaged or no OBJ file"),
    ("m.obj", b"v 0 0 0\nv 1 0 0\nv 0 nan 0\nf 1 2 3\n", "is damaged"),
    ("m.stl", b"solid nothing\nendsolid\n", "holds no triangles"),
    ("m.stl", b"\0" * 80 + b"\xff\xff\xff\xff", "export"),  # how trimesh fails depends on numpy
    (
        "m.ply",
        b"ply\nformat binary_little_endian 1.0\nelement vertex 99999999999\nproperty float x\nend_header\n",
        "is damaged or no PLY file",
    ),
    ("m.glb", glb({"buffers": [{"byteLength": 9, "uri": "../secret.bin"}]}), "needs another file ('../secret.bin')"),
    ("m.glb", glb({"buffers": [{"byteLength": 9, "uri": "http://example.org/x"}]}), "needs another file"),
    ("m.glb", glb({"extensionsRequired": ["KHR_draco_mesh_compression"]}), "is compressed"),
    ("m.glb", glb({"accessors": [{"count": 10**15}]}), "holds far more data"),
    ("m.glb", glb({"nodes": [{}] * 10_001}), "more than 10000 nodes"),
]


@pytest.mark.parametrize(("name", "content", "expected"), BROKEN_FILES, ids=[f"{n} {t}" for n, _, t in BROKEN_FILES])
def test_a_broken_mesh_is_named_in_one_line(
    folder: Path, name: str, content: bytes | Callable[[], Any], expected: str
) -> None:
    if isinstance(content, bytes):
        (folder / name).write_bytes(content)
    else:
        export(content(), folder / name)
    line = complaint(write(folder, {"file": name}))
    assert line.startswith(f"garage/{name}: asset 'wrench': file: ") and expected in line


def test_a_truncated_mesh_of_every_format_is_refused(folder: Path) -> None:
    for extension in manifest.FORMATS:
        file = folder / f"cut.{extension}"
        export(beaker(), file)
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
        line = complaint(write(folder, {"file": file.name}))
        assert line.startswith(f"garage/cut.{extension}: asset 'wrench': file: ")


def test_a_file_that_is_too_large_is_not_read(folder: Path) -> None:
    with (folder / "huge.stl").open("wb") as file:
        file.truncate(meshes.MAX_FILE_BYTES + 1)
    assert "asset 'wrench': file: huge.stl is larger than 64 MB" in complaint(write(folder, {"file": "huge.stl"}))


def test_links_out_of_the_folder_are_refused(folder: Path, tmp_path: Path) -> None:
    export(box(0.1, 0.1, 0.1), tmp_path / "outside.glb")
    (folder / "link.glb").symlink_to(tmp_path / "outside.glb")
    (folder / "sub").symlink_to(tmp_path)
    (folder / "loop.glb").symlink_to("loop.glb")
    os.mkfifo(folder / "pipe.glb")
    for name, expected in [
        ("link.glb", "leaves the folder"),
        ("sub/outside.glb", "leaves the folder"),
        ("loop.glb", "cannot be opened"),
        ("pipe.glb", "does not exist"),
        ("x" * 250 + ".glb", ""),
    ]:
        line = complaint(write(folder, {"file": name}))
        assert line.startswith("garage/pack.toml: asset 'wrench': file: ") and expected in line


def test_files_in_subfolders_and_links_within_the_folder_are_fine(folder: Path) -> None:
    (folder / "tools").mkdir()
    (folder / "wrench.glb").rename(folder / "tools" / "a.glb")
    (folder / "wrench.glb").symlink_to("tools/a.glb")
    assert only_shape(folder).size == only_shape(folder, file="tools/a.glb").size
