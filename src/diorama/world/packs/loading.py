"""A folder of meshes becomes assets.

Packs come from strangers, so nothing in them is trusted: no file outside the folder is opened, sizes are
bounded before they are believed, and whatever is wrong is said in one line that names file, asset and field.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
import trimesh

from diorama.errors import DioramaError
from diorama.world.assets.registry import Asset, Range, find_asset
from diorama.world.modelling import Point2
from diorama.world.packs.convex import convex_parts, inside_any
from diorama.world.packs.manifest import MANIFEST, AssetSpec, Manifest, Where, read_manifest, where_of
from diorama.world.packs.meshes import (
    MAX_FILE_BYTES,
    SIZES,
    SLACK,
    MeshError,
    closed,
    read_bodies,
    right_side_out,
    standing,
)
from diorama.world.packs.pack import Pack, install, installed
from diorama.world.packs.stored import as_it_is, read_stored, sealed
from diorama.world.shape import Array, Cavity, Part, Piece, Shape, Top

METRES = {"m": 1.0, "cm": 0.01, "mm": 0.001, "in": 0.0254}
_LOADED: dict[Path, Pack] = {}
"""What each folder has installed, so that loading it again replaces it."""


def load_pack(folder: str | Path, *, cache: Path | None = None) -> tuple[Asset, ...]:
    """Register all assets of a pack, or none of them if anything about it is wrong.

    Loading a folder again replaces what it registered before. `cache` is where convex parts are kept
    (by default `$DIORAMA_CACHE`, or `~/.cache/diorama`): only the first load of a pack is slow.
    """
    return pack_in(folder, cache=cache).assets


def pack_in(folder: str | Path, *, cache: Path | None = None) -> Pack:
    """The pack in a folder, or in a file that a dataset keeps; its assets are registered."""
    root = Path(folder).resolve()
    if root.name == MANIFEST:
        root = root.parent
    if root.is_file():
        return install(read_stored(root), root)
    manifest = read_manifest(root)
    _check_nouns(manifest, root)
    meshes = [_read_mesh(spec, root) for spec in manifest.asset]  # all of them before any is cut, which is slow
    made = tuple(_make_asset(spec, mesh, root, cache) for spec, mesh in zip(manifest.asset, meshes, strict=True))
    pack = sealed(manifest.pack.name, manifest.pack.license or "", made)
    _LOADED[root] = install(pack, root, instead_of=_LOADED.get(root))
    return _LOADED[root]


def _check_nouns(manifest: Manifest, root: Path) -> None:
    """Refuse nouns that are taken, except by the same pack: from this folder before, or as a dataset brought it."""
    seen: set[str] = set()
    for spec in manifest.asset:
        where = where_of(spec, root)
        if spec.noun in seen:
            raise where.error("noun", "is there twice in this pack; give each asset its own noun")
        if (taken := find_asset(spec.noun)) is not None:
            theirs = installed(taken.pack)
            if theirs is None or (theirs.name != manifest.pack.name and theirs != _LOADED.get(root)):
                raise where.error("noun", "there is an asset of that name already; give this one another noun")
        seen.add(spec.noun)


# --- one asset


def _read_mesh(spec: AssetSpec, root: Path) -> trimesh.Trimesh:
    """The asset's mesh as it stands, with everything checked that can be without cutting it."""
    where = where_of(spec, root)
    path = _find(spec, root, where)
    try:
        with np.errstate(all="ignore"):  # a stranger's numbers may overflow; what comes of it is checked
            mesh = standing(closed(read_bodies(path)), spec.up, spec.front, METRES[spec.units])
            _check_size(spec, mesh, where)
            mesh = right_side_out(mesh)
    except MeshError as error:
        raise where.error("file", str(error), file=spec.file) from error
    if spec.cavity is not None:
        _check_within(mesh, "cavity", "opening", spec.cavity.opening, spec.cavity.points(), where)
    if spec.top is not None:
        _check_within(mesh, "top", "height", spec.top.height, spec.top.points(), where)
    return mesh


def _make_asset(spec: AssetSpec, mesh: trimesh.Trimesh, root: Path, cache: Path | None) -> Asset:
    shape = _make_shape(spec, mesh, where_of(spec, root), cache)
    return Asset(
        noun=spec.noun,
        generate=partial(as_it_is, shape),
        size=_promised_size(spec, max(shape.size)),
        finishes={"body": tuple(spec.material)},
        density=spec.density,
        fronted=spec.front is not None,
        container=spec.cavity is not None,
        flat_top=spec.top is not None,
        round=spec.round,
        tags=frozenset(spec.tags.split()),
    )


def _make_shape(spec: AssetSpec, mesh: trimesh.Trimesh, where: Where, cache: Path | None) -> Shape:
    vertices, faces = np.array(mesh.vertices, float), np.array(mesh.faces, np.int32)
    try:
        hulls = convex_parts(vertices, faces, volume=float(mesh.volume), cache=cache)
    except DioramaError as error:
        raise where.error("file", str(error), file=spec.file) from error
    vertices.flags.writeable = faces.flags.writeable = False
    cavity, top = spec.cavity, spec.top
    shape = Shape(
        pieces=(Piece("body", vertices, faces),),
        parts=tuple(Part("hull", points=points) for points in hulls),
        cavity=None if cavity is None else Cavity(cavity.floor, cavity.opening, cavity.points()),
        top=None if top is None else Top(top.height, top.points()),
    )
    if shape.cavity is not None:
        _check_empty(shape.cavity, hulls, where)
    return shape


def _promised_size(spec: AssetSpec, longest: float) -> Range:
    """The range it was said to be in, which it may leave by rounding only; without one, its real size and a hair."""
    low, high = spec.size or (0.99 * longest, 1.01 * longest)
    return Range(min(low, longest), max(high, longest))


def _check_size(spec: AssetSpec, mesh: trimesh.Trimesh, where: Where) -> None:
    longest = float(np.ptp(mesh.vertices, axis=0).max())
    if not SIZES.low <= longest <= SIZES.high:
        others = {unit: longest / METRES[spec.units] * metres for unit, metres in METRES.items()}
        fitting = [f"'{unit}' ({side:.3g} m)" for unit, side in others.items() if SIZES.low <= side <= SIZES.high]
        hint = f"did you mean {' or '.join(fitting)}?" if fitting else "scale the mesh"
        raise where.error(
            "units",
            f"absurd size: with '{spec.units}' the longest side of {spec.file} is "
            f"{longest:.4g} m, and bodies are {SIZES.low:g} to {SIZES.high:g} m; {hint}",
        )
    if spec.size is not None and not spec.size[0] * 0.999 <= longest <= spec.size[1] * 1.001:
        raise where.error(
            "size",
            f"the longest side is {longest:.4g} m, outside {spec.size[0]:g} to "
            f"{spec.size[1]:g} m; correct size, units or the mesh",
        )


def _check_within(
    mesh: trimesh.Trimesh, table: str, field: str, height: float, outline: tuple[Point2, ...], where: Where
) -> None:
    x, y, z = np.ptp(mesh.vertices, axis=0)
    if height > z + SLACK:
        raise where.error(f"{table}.{field}", f"{height:g} m is above the mesh, which is {z:.4g} m high; lower it")
    if (np.abs(outline) > np.array([x, y]) / 2 + SLACK).any():
        raise where.error(
            table, f"its outline leaves the mesh, which is {x:.4g} by {y:.4g} m about its middle; make it smaller"
        )


def _check_empty(cavity: Cavity, hulls: tuple[Array, ...], where: Where) -> None:
    """A cavity that physics would fill is no cavity."""
    x, y = np.mean(cavity.outline, axis=0)
    middle = np.array([[x, y, (cavity.floor + cavity.opening) / 2]])
    if inside_any(middle, hulls).any():
        at = ", ".join(f"{value:.3g}" for value in middle[0].round(6) + 0.0)
        raise where.error("cavity", f"its middle ({at}) is solid; give a mesh that is hollow and deep enough there")


# --- meshes


def _find(spec: AssetSpec, root: Path, where: Where) -> Path:
    """The mesh file, which no symbolic link may take out of the folder."""
    try:
        path = (root / spec.file).resolve()
        if not path.is_relative_to(root):
            raise where.error("file", f"{spec.file} is a link that leaves the folder; put the mesh itself there")
        if not path.is_file():
            raise where.error("file", f"{spec.file} does not exist")
        if path.stat().st_size > MAX_FILE_BYTES:
            raise where.error("file", f"{spec.file} is larger than {MAX_FILE_BYTES // 10**6} MB; simplify the mesh")
    except (OSError, RuntimeError, ValueError) as error:  # loops of links, names too long
        raise where.error("file", f"{spec.file} cannot be opened: {error}") from error
    return path


