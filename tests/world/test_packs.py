"""Packs: real mesh files in, assets out; and whatever is wrong is said in one line."""

from __future__ import annotations

import json
import os
import struct
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh
from scipy.spatial import Delaunay

from diorama.errors import DioramaError
from diorama.world.assets import convex, meshes, packs, registry
from diorama.world.assets.packs import load_pack
from diorama.world.model import Body
from diorama.world.modelling import Solid, box, cylinder
from diorama.world.outlines import footprint
from diorama.world.poses import extent
from diorama.world.shape import Array, Faces, Shape

CUP = {"noun": "beaker", "file": "beaker.obj", "cavity": {"floor": 0.005, "opening": 0.1, "radius": 0.035}}
CORNER = [[-0.05, 0.0], [0.05, 0.0], [0.05, 0.01]]


@pytest.fixture(autouse=True)
def empty_registry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Each test has a registry of its own, and never the user's cache."""
    monkeypatch.setattr(registry, "_ASSETS", {})
    monkeypatch.setattr(packs, "_LOADED", {})
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


def mesh_of(solid: Solid) -> trimesh.Trimesh:
    made = solid.to_mesh64()
    return trimesh.Trimesh(np.asarray(made.vert_properties)[:, :3], np.asarray(made.tri_verts), process=False)


def export(thing: Solid | trimesh.Trimesh | trimesh.Scene, file: Path) -> None:
    (thing if isinstance(thing, trimesh.Trimesh | trimesh.Scene) else mesh_of(thing)).export(file)


def write(folder: Path, *entries: dict[str, Any], head: str = 'name = "garage"\nlicense = "CC0-1.0"') -> Path:
    """A manifest; an entry says only how it differs from a plain wrench (None leaves a field out)."""
    lines = ["[pack]", head]
    for entry in entries:
        full = {"noun": "wrench", "file": "wrench.glb", "material": ["silver metal"], "density": 7800, **entry}
        tables = {key: value for key, value in full.items() if isinstance(value, dict)}
        lines += ["[[asset]]"]
        lines += [f"{k} = {json.dumps(v)}" for k, v in full.items() if v is not None and k not in tables]
        for name, table in tables.items():
            lines += [f"[asset.{name}]", *(f"{k} = {json.dumps(v)}" for k, v in table.items())]
    (folder / "pack.toml").write_text("\n".join(lines) + "\n")
    return folder


def only_shape(folder: Path, **entry: Any) -> Shape:
    (loaded,) = load_pack(write(folder, entry))
    return registry.build_shape(loaded.noun, 0)


def complaint(folder: Path) -> str:
    with pytest.raises(DioramaError) as caught:
        load_pack(folder)
    line = str(caught.value)
    assert "\n" not in line and len(line) <= 400
    return line


def beaker() -> Solid:
    return cylinder(0.04, 0.1, segments=24) - cylinder(0.036, 0.1, at=(0, 0, 0.005), segments=24)


# --- good packs


def test_a_pack_of_glb_and_obj_gives_assets_with_their_promises(folder: Path) -> None:
    export(box(0.1, 0.1, 0.05), folder / "block.obj")
    write(
        folder,
        {"front": "x", "size": [0.15, 0.3], "tags": "tool steel"},
        {
            "noun": "anvil",
            "file": "block.obj",
            "material": ["black metal", "red paint"],
            "round": True,
            "top": {"height": 0.05, "outline": [[-0.05, -0.05], [-0.05, 0.05], [0.05, 0.05], [0.05, -0.05]]},
        },
    )
    wrench, anvil = load_pack(folder)
    assert registry.assets() == {"anvil": anvil, "wrench": wrench}
    assert wrench.fronted and wrench.tags == {"tool", "steel"} and wrench.density == 7800
    assert wrench.size.low == 0.15 and wrench.size.high == pytest.approx(0.3)
    assert anvil.finishes == {"body": ("black metal", "red paint")}
    assert anvil.flat_top and anvil.round and not anvil.fronted and not anvil.container
    for made in (wrench, anvil):
        shape = registry.build_shape(made.noun, 3)
        assert made.size.low <= max(shape.size) <= made.size.high
    top = registry.build_shape("anvil", 0).top
    assert top is not None and top.height == 0.05 and top.inner_radius == pytest.approx(0.05)


@pytest.mark.parametrize("extension", packs.FORMATS)
def test_every_format_is_read(folder: Path, extension: str) -> None:
    export(box(0.3, 0.2, 0.1), folder / f"block.{extension}")
    assert only_shape(folder, file=f"block.{extension}").size == pytest.approx((0.3, 0.2, 0.1))


def test_a_wrench_in_millimetres_with_y_up_is_turned_upright(folder: Path) -> None:
    """300 long along z (its front), 40 wide along x, 20 high along y, with a knob at the front end."""
    bar = box(40, 300, 20) + box(10, 10, 30, (0, 145, 0))
    y_up = mesh_of(bar)
    y_up.vertices = y_up.vertices[:, [0, 2, 1]] * [-1, 1, 1] + [500, 70, -900]
    export(y_up, folder / "wrench.stl")
    shape = only_shape(folder, file="wrench.stl", units="mm", up="y", front="z")
    assert shape.size == pytest.approx((0.3, 0.04, 0.03))
    assert shape.bounds == pytest.approx(np.array([[-0.15, -0.02, 0], [0.15, 0.02, 0.03]]), abs=1e-6)
    highest = shape.vertices[shape.vertices[:, 2] > 0.025]
    assert (highest[:, 0] > 0.13).all(), "the knob, in front, faces +x"
    assert shape.mass_properties.volume == pytest.approx(bar.volume() * 1e-9, rel=1e-5)


@pytest.mark.parametrize("up", ["x", "y", "z", "-x", "-y", "-z"])
@pytest.mark.parametrize("front", [None, "x", "y", "z", "-x", "-y", "-z"])
def test_every_pair_of_axes_is_a_rotation(up: meshes.Axis, front: meshes.Axis | None) -> None:
    """No mirror images: a left shoe stays a left shoe."""
    if front is None or front[-1] != up[-1]:
        turn = meshes._rotation(up, front)
        assert np.linalg.det(turn) == pytest.approx(1)
        assert (turn @ meshes._vector(up)).tolist() == [0, 0, 1]
        assert front is None or (turn @ meshes._vector(front)).tolist() == [1, 0, 0]


def test_inches_and_centimetres(folder: Path) -> None:
    export(box(10, 2, 1), folder / "bar.ply")
    assert only_shape(folder, file="bar.ply", units="in").size == pytest.approx((0.254, 0.0508, 0.0254))
    assert only_shape(folder, file="bar.ply", units="cm").size == pytest.approx((0.1, 0.02, 0.01))


def test_a_mesh_that_is_inside_out_is_turned(folder: Path) -> None:
    inverted = mesh_of(box(0.1, 0.1, 0.1))
    inverted.invert()
    export(inverted, folder / "cube.ply")
    assert only_shape(folder, file="cube.ply").mass_properties.volume == pytest.approx(1e-3, rel=1e-5)


def test_bodies_of_a_scene_stand_where_the_scene_puts_them(folder: Path) -> None:
    """Two cubes that touch face to face: each is closed, though sewn together they would not be."""
    scene = trimesh.Scene()
    for x in (0.0, 0.1):
        moved = np.eye(4)
        moved[0, 3] = x
        scene.add_geometry(trimesh.creation.box((0.1, 0.1, 0.1)), transform=moved)
    export(scene, folder / "pair.glb")
    shape = only_shape(folder, file="pair.glb")
    assert shape.size == pytest.approx((0.2, 0.1, 0.1))
    assert shape.mass_properties.volume == pytest.approx(2e-3, rel=1e-5)


def test_a_mesh_that_its_exporter_cut_in_two_is_sewn_together(folder: Path) -> None:
    whole = mesh_of(cylinder(0.05, 0.1))
    halves = [trimesh.Trimesh(whole.vertices, faces) for faces in np.array_split(whole.faces, 2)]
    assert not any(half.is_watertight for half in halves)
    export(trimesh.Scene(halves), folder / "halves.glb")
    assert only_shape(folder, file="halves.glb").mass_properties.volume == pytest.approx(whole.volume, rel=1e-5)


def test_every_variant_is_the_same_object_and_cannot_be_changed(folder: Path) -> None:
    shape = only_shape(folder)
    assert registry.build_shape("wrench", 1) is registry.build_shape("wrench", 2) is shape
    for array in (shape.pieces[0].vertices, shape.pieces[0].faces, shape.parts[0].points):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1


def test_loading_a_folder_again_replaces_its_assets(folder: Path) -> None:
    """And nothing known of the old mesh is used to place the new one."""
    tool = Body(name="tool", noun="wrench", seed=0, finish={"body": "silver metal"})
    load_pack(write(folder, {}, {"noun": "spanner"}))
    size, reach, box = registry.build_shape("wrench", 0).size, footprint(tool).radius, extent(tool)
    load_pack(write(folder, {"units": "in"}))
    assert list(registry.assets()) == ["wrench"]
    assert registry.build_shape("wrench", 0).size == pytest.approx(tuple(0.0254 * side for side in size))
    assert footprint(tool).radius == pytest.approx(0.0254 * reach)
    assert extent(tool) == pytest.approx(0.0254 * box)


# --- hollow meshes


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
    assert line.startswith("garage/beaker.obj: asset 'beaker': file: ") and "pip install coacd" in line


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


# --- broken packs

ONE_FIELD: list[tuple[dict[str, Any], str]] = [
    ({"noun": None}, "asset #1: noun: is missing"),
    ({"noun": "Wrench\nof doom"}, "asset 'Wrench of doom': noun: write it in small letters"),
    ({"file": None}, "asset 'wrench': file: is missing"),
    ({"file": "hammer.glb"}, "asset 'wrench': file: hammer.glb does not exist"),
    ({"file": "wrench.blend"}, "asset 'wrench': file: 'wrench.blend' is not a mesh"),
    ({"file": "../garage/wrench.glb"}, "asset 'wrench': file: '../garage/wrench.glb' leaves the folder"),
    ({"file": "/etc/wrench.glb"}, "asset 'wrench': file: '/etc/wrench.glb' leaves the folder"),
    ({"file": "..\\wrench.glb"}, "file: '..\\\\wrench.glb' leaves the folder"),
    ({"units": "km"}, "asset 'wrench': units: should be 'm', 'cm', 'mm' or 'in', not 'km'"),
    ({"unit": "mm"}, "asset 'wrench': unit: no field named 'unit': did you mean 'units'?"),
    ({"up": "w"}, "asset 'wrench': up: should be 'x'"),
    ({"front": "-z"}, "asset 'wrench': front: '-z' is parallel to up = 'z'"),
    ({"density": None}, "asset 'wrench': density: is missing"),
    ({"density": "heavy"}, "asset 'wrench': density: should be a valid number, not 'heavy'"),
    ({"density": -1}, "asset 'wrench': density: should be greater than or equal to 1"),
    ({"round": 1}, "asset 'wrench': round: should be a valid boolean"),
    ({"material": []}, "asset 'wrench': material:"),
    ({"material": ["silver metl"]}, "'wrench': material: no kind of material named 'metl': did you mean 'metal'?"),
    ({"size": [0.3]}, "asset 'wrench': size:"),
    ({"size": [0.5, 0.4]}, "asset 'wrench': size: write the least and the greatest"),
    ({"size": [0.5, 0.6]}, "asset 'wrench': size: the longest side is 0.3 m, outside 0.5 to 0.6 m"),
    ({"units": "mm"}, "asset 'wrench': units: absurd size: with 'mm' the longest side of wrench.glb is 0.0003 m"),
    ({"cavity": {"opening": 0.01, "radius": 0.01}}, "asset 'wrench': cavity.floor: is missing"),
    ({"cavity": {"floor": 0.01, "opening": 0.01, "radius": 0.01}}, "cavity.opening: must be above the floor"),
    ({"cavity": {"floor": 0, "opening": 0.01}}, "asset 'wrench': cavity: give either radius or outline"),
    ({"cavity": {"floor": 0, "opening": 0.02, "radius": 0.01}}, "cavity: its middle (0, 0, 0.01) is solid"),
    ({"cavity": {"floor": 0, "opening": 0.5, "radius": 0.01}}, "cavity.opening: 0.5 m is above the mesh"),
    ({"cavity": {"floor": 0, "opening": 0.01, "radius": 0.1}}, "cavity: its outline leaves the mesh"),
    ({"top": {"height": 0.5, "radius": 0.01}}, "asset 'wrench': top.height: 0.5 m is above the mesh"),
    ({"top": {"height": 0.02, "radius": 0.01, "outline": CORNER}}, "top: give either radius or outline"),
    ({"top": {"height": 0.02, "outline": CORNER[:2]}}, "asset 'wrench': top.outline:"),
    ({"top": {"height": 0.02, "outline": [[0, 0], [0.01, 0.01], [0.01, 0], [0, 0.01]]}}, "top.outline: crosses itself"),
    ({"top": {"height": 0.02, "outline": [[0, 0], [0.01, "a"], [0.01, 0]]}}, "asset 'wrench': top.outline[1][1]:"),
    ({"top": {"height": 0.02, "radious": 0.01}}, "top.radious: no field named 'radious': did you mean 'radius'?"),
]


@pytest.mark.parametrize(("entry", "expected"), ONE_FIELD, ids=[text[:60] for _, text in ONE_FIELD])
def test_a_broken_field_is_named_in_one_line(folder: Path, entry: dict[str, Any], expected: str) -> None:
    line = complaint(write(folder, entry))
    assert line.startswith("garage/pack.toml: ") and expected in line
    assert registry.assets() == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[pack", "is not valid TOML"),
        ("\udcff", "is not valid TOML"),
        ("a = " + "[" * 5000, "is not valid TOML"),
        ('[pack]\nname = "x"', "asset: is missing"),
        ('asset = []\n[pack]\nname = "x"', "asset:"),
        ('asset = [1]\n[pack]\nname = "x"', "asset #1:"),
        ('asset = 1\n[pack]\nname = "x"', "asset: should be a valid list"),
        ('pack = "x"', "pack: should be"),
        ("[[asset]]", "pack: is missing"),
        (
            'asset = [{}]\n[pack]\nlicence = "CC0"\nname = "x"',
            "licence: no field named 'licence': did you mean 'license'?",
        ),
        ('[pack]\nname = "x"\n[[asset]]\nnoun = "w"\ndensity = nan', "asset 'w': "),
        ('[pack]\nname = "x"\n[[asset]]\ndensity = 0x' + "f" * 9000, "asset #1: "),
        ("#" * 1_000_001, "is larger than 1000 kB"),
    ],
)
def test_a_broken_manifest_is_named_in_one_line(folder: Path, text: str, expected: str) -> None:
    (folder / "pack.toml").write_bytes(text.encode(errors="surrogateescape"))
    line = complaint(folder)
    assert line.startswith("garage/pack.toml: ") and expected in line


def test_a_folder_without_a_manifest(tmp_path: Path) -> None:
    assert complaint(tmp_path / "nowhere").startswith("nowhere/pack.toml: does not exist")


def glb(header: dict[str, Any]) -> bytes:
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 4)
    return struct.pack("<5I", 0x46546C67, 2, 20 + len(text), len(text), 0x4E4F534A) + text


def open_box() -> trimesh.Trimesh:
    made = mesh_of(box(0.1, 0.1, 0.1))
    made.update_faces(np.arange(len(made.faces)) > 0)
    return made


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
    for extension in packs.FORMATS:
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


def test_nouns_are_unique_in_the_pack_and_in_the_registry(folder: Path, tmp_path: Path) -> None:
    assert "garage/pack.toml: asset 'wrench': noun: is there twice" in complaint(write(folder, {}, {}))
    load_pack(write(folder, {}))
    other = tmp_path / "shed"
    other.mkdir()
    export(box(0.1, 0.1, 0.1), other / "wrench.glb")
    write(other, {"noun": "rake"}, {})
    assert "shed/pack.toml: asset 'wrench': noun: there is an asset of that name" in complaint(other)
    assert list(registry.assets()) == ["wrench"]


def test_all_or_nothing(folder: Path) -> None:
    """One broken asset keeps the good ones out; and what was loaded before stays."""
    export(open_box(), folder / "open.ply")
    assert "asset 'crate'" in complaint(write(folder, {}, {"noun": "crate", "file": "open.ply"}))
    assert registry.assets() == {}
    (before,) = load_pack(write(folder, {}))
    assert "asset 'crate'" in complaint(write(folder, {"units": "in"}, {"noun": "crate", "file": "open.ply"}))
    assert registry.get_asset("wrench") is before
