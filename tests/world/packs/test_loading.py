"""Packs: real mesh files in, assets out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import trimesh

from diorama.world.assets import registry
from diorama.world.model import Body
from diorama.world.modelling import box, cylinder
from diorama.world.outlines import footprint
from diorama.world.packs import load_pack, manifest, meshes
from diorama.world.poses import extent
from tests.world.packs.making import complaint, export, mesh_of, only_shape, open_box, write


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


@pytest.mark.parametrize("extension", manifest.FORMATS)
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


def test_nouns_are_unique_in_the_pack_and_in_the_registry(folder: Path, tmp_path: Path) -> None:
    assert "garage/pack.toml: asset 'wrench': noun: is there twice" in complaint(write(folder, {}, {}))
    load_pack(write(folder, {}))
    other = tmp_path / "shed"
    other.mkdir()
    export(box(0.1, 0.1, 0.1), other / "wrench.glb")
    write(other, {"noun": "rake"}, {}, head='name = "shed"')
    assert "shed/pack.toml: asset 'wrench': noun: there is an asset of that name" in complaint(other)
    write(other, {"noun": "rake"}, {}, head='name = "garage"')
    assert "the pack 'garage' brings a wrench, and there is another asset of that name" in complaint(other)
    assert list(registry.assets()) == ["wrench"]


def test_all_or_nothing(folder: Path) -> None:
    """One broken asset keeps the good ones out; and what was loaded before stays."""
    export(open_box(), folder / "open.ply")
    assert "asset 'crate'" in complaint(write(folder, {}, {"noun": "crate", "file": "open.ply"}))
    assert registry.assets() == {}
    (before,) = load_pack(write(folder, {}))
    assert "asset 'crate'" in complaint(write(folder, {"units": "in"}, {"noun": "crate", "file": "open.ply"}))
    assert registry.get_asset("wrench") is before
