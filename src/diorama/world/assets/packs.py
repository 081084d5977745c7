"""Packs: assets from mesh files that users bring, with the same promises as the built-in ones.

A pack is a folder of GLB, OBJ, STL or PLY meshes and a `pack.toml` that says of each what a generator
would: its noun, real size, which way is up, what it is made of, whether it contains or carries things.

Packs come from strangers, so nothing in them is trusted: no file outside the folder is opened, sizes are
bounded before they are believed, and whatever is wrong is said in one line that names file, asset and field.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal, NoReturn

import manifold3d
import numpy as np
import trimesh
from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator, model_validator

from diorama.errors import DioramaError, UnknownName
from diorama.world.assets.convex import convex_parts, inside_any
from diorama.world.assets.meshes import MAX_FILE_BYTES, Axis, MeshError, closed, read_bodies, right_side_out, standing
from diorama.world.assets.registry import Asset, Range, Rng, assets, register, unregister
from diorama.world.materials import material
from diorama.world.modelling import Point2, circle
from diorama.world.shape import Array, Cavity, Part, Piece, Shape, Top

MANIFEST = "pack.toml"
FORMATS = ("glb", "obj", "stl", "ply")
METRES = {"m": 1.0, "cm": 0.01, "mm": 0.001, "in": 0.0254}
MAX_MANIFEST_BYTES = 1_000_000
SIZES = Range(0.005, 20.0)
"""Longest sides that a body may have: anything else is a mistake in `units`."""
SLACK = 1e-3
"""How far, in metres, heights and outlines may leave the box: people round what they write."""

Positive = Annotated[float, Field(gt=0)]
Pair = Annotated[list[float], Field(min_length=2, max_length=2)]


class _Table(BaseModel):
    """A table of the manifest: what is not known in it is a typing error."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class _Outlined(_Table):
    """Something with a level outline: a circle about the middle of the box, or corners."""

    radius: Positive | None = None
    outline: Annotated[list[Pair], Field(min_length=3, max_length=1000)] | None = None

    @field_validator("outline")
    @classmethod
    def _does_not_cross_itself(cls, corners: list[list[float]] | None) -> list[list[float]] | None:
        if corners is not None:
            area = abs(_signed_area(corners))
            covered = manifold3d.CrossSection([np.array(corners)], manifold3d.FillRule.EvenOdd).area()
            if area < 1e-8 or abs(covered - area) > 1e-6 * area:
                raise ValueError("crosses itself or has no area; list its corners in order, in metres")
        return corners

    @model_validator(mode="after")
    def _one_of_them(self) -> _Outlined:
        if (self.radius is None) == (self.outline is None):
            raise ValueError("give either radius or outline")
        return self

    def points(self) -> tuple[Point2, ...]:
        """The outline, counter-clockwise."""
        if self.radius is not None:
            return tuple(circle(self.radius))
        corners = self.outline or []
        ordered = corners if _signed_area(corners) > 0 else corners[::-1]
        return tuple((x, y) for x, y in ordered)


class CavitySpec(_Outlined):
    """The room inside a container, as the asset stands."""

    floor: Annotated[float, Field(ge=0)]
    opening: Positive

    @field_validator("opening")
    @classmethod
    def _above_the_floor(cls, opening: float, info: ValidationInfo) -> float:
        if opening <= info.data.get("floor", 0.0):
            raise ValueError("must be above the floor")
        return opening


class TopSpec(_Outlined):
    """A level place on top, as the asset stands."""

    height: Positive


class AssetSpec(_Table):
    """One `[[asset]]` of the manifest."""

    noun: Annotated[str, Field(max_length=40)]
    file: Annotated[str, Field(min_length=1, max_length=255)]
    material: Annotated[list[str], Field(min_length=1)]
    density: Annotated[float, Field(ge=1, le=25_000)]
    units: Literal["m", "cm", "mm", "in"] = "m"
    up: Axis = "z"
    front: Axis | None = None
    size: Pair | None = None
    tags: str = ""
    round: bool = False
    cavity: CavitySpec | None = None
    top: TopSpec | None = None

    @field_validator("noun")
    @classmethod
    def _is_a_noun(cls, noun: str) -> str:
        if not re.fullmatch(r"[a-z][a-z0-9]*([ -][a-z0-9]+)*", noun):
            raise ValueError("write it in small letters, as in 'wrench' or 'oil can'")
        return noun

    @field_validator("file")
    @classmethod
    def _is_a_mesh_in_the_folder(cls, file: str) -> str:
        path = PurePosixPath(file)
        if path.is_absolute() or ".." in path.parts or "\\" in file or ":" in file or "\0" in file:
            raise ValueError(f"{file!r} leaves the folder; give a path inside the pack, with / between folders")
        if path.suffix.lower()[1:] not in FORMATS:
            raise ValueError(f"{file!r} is not a mesh that packs can hold; use {', '.join(FORMATS)}")
        return file

    @field_validator("material")
    @classmethod
    def _are_materials(cls, names: list[str]) -> list[str]:
        for name in names:
            try:
                material(name)
            except DioramaError as error:
                raise ValueError(str(error)) from error
        return names

    @field_validator("front")
    @classmethod
    def _is_level(cls, front: Axis | None, info: ValidationInfo) -> Axis | None:
        up = info.data.get("up")
        if front is not None and up is not None and front[-1] == up[-1]:
            raise ValueError(f"'{front}' is parallel to up = '{up}'; a front looks sideways")
        return front

    @field_validator("size")
    @classmethod
    def _is_a_range(cls, size: list[float] | None) -> list[float] | None:
        if size is not None and not 0 < size[0] <= size[1]:
            raise ValueError("write the least and the greatest longest side in metres, as in [0.15, 0.3]")
        return size


class PackSpec(_Table):
    """The `[pack]` table."""

    name: Annotated[str, Field(min_length=1, max_length=80)]
    license: str | None = None


class Manifest(_Table):
    """All of `pack.toml`."""

    pack: PackSpec
    asset: Annotated[list[AssetSpec], Field(min_length=1)]


@dataclass(frozen=True)
class _Where:
    """The place that every message starts with."""

    pack: str
    asset: str = ""

    def error(self, field: str, problem: str, *, file: str = MANIFEST) -> DioramaError:
        asset = f"asset {self.asset}" if self.asset else ""
        return DioramaError(_one_line(": ".join(x for x in (f"{self.pack}/{file}", asset, field, problem) if x)))


def _where(spec: AssetSpec, root: Path) -> _Where:
    return _Where(root.name, f"'{spec.noun}'")


_LOADED: dict[Path, tuple[Asset, ...]] = {}
"""What each folder has registered, so that loading it again replaces it."""


def load_pack(folder: str | Path, *, cache: Path | None = None) -> tuple[Asset, ...]:
    """Register all assets of a pack, or none of them if anything about it is wrong.

    Loading a folder again replaces what it registered before. `cache` is where convex parts are kept
    (by default `$DIORAMA_CACHE`, or `~/.cache/diorama`): only the first load of a pack is slow.
    """
    root = Path(folder).resolve()
    manifest = _read_manifest(root)
    _check_nouns(manifest, root)
    meshes = [_read_mesh(spec, root) for spec in manifest.asset]  # all of them before any is cut, which is slow
    loaded = tuple(_make_asset(spec, mesh, root, cache) for spec, mesh in zip(manifest.asset, meshes, strict=True))
    for noun in _own_nouns(root):
        unregister(noun)
    for new in loaded:
        register(new)
    _LOADED[root] = loaded
    return loaded


def _own_nouns(root: Path) -> set[str]:
    """Nouns that this folder holds in the registry now."""
    registered = assets()
    return {old.noun for old in _LOADED.get(root, ()) if registered.get(old.noun) is old}


def _check_nouns(manifest: Manifest, root: Path) -> None:
    taken = assets().keys() - _own_nouns(root)
    seen: set[str] = set()
    for spec in manifest.asset:
        where = _where(spec, root)
        if spec.noun in seen:
            raise where.error("noun", "is there twice in this pack; give each asset its own noun")
        if spec.noun in taken:
            raise where.error("noun", "there is an asset of that name already; give this one another noun")
        seen.add(spec.noun)


# --- the manifest


def _read_manifest(root: Path) -> Manifest:
    file, where = root / MANIFEST, _Where(root.name)
    try:
        if not file.is_file():
            raise where.error("", "does not exist; a pack is a folder of meshes with a pack.toml")
        with file.open("rb") as stream:
            content = stream.read(MAX_MANIFEST_BYTES + 1)
        if len(content) > MAX_MANIFEST_BYTES:
            raise where.error("", f"is larger than {MAX_MANIFEST_BYTES // 1000} kB; split the pack")
        raw = tomllib.loads(content.decode("utf-8-sig"))
    except OSError as error:
        raise where.error("", f"cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:  # not TOML, or not even text
        raise where.error("", f"is not valid TOML: {error}") from error
    try:
        return Manifest.model_validate(raw)
    except ValidationError as error:
        _explain(error, raw, where)


def _explain(error: ValidationError, raw: dict[str, Any], where: _Where) -> NoReturn:
    """Turn the first of pydantic's complaints into our line."""
    first, *others = error.errors(include_url=False)
    path = list(first["loc"])
    if len(path) > 1 and path[0] == "asset" and isinstance(path[1], int):
        entry = raw["asset"][path[1]]
        noun = entry.get("noun") if isinstance(entry, dict) else None
        where = _Where(where.pack, f"'{noun[:40]}'" if isinstance(noun, str) and noun else f"#{path[1] + 1}")
        path = path[2:]
    field = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")
    rest = f" (and {len(others)} more)" if others else ""
    raise where.error(field, _complaint(dict(first)) + rest) from error


def _complaint(first: dict[str, Any]) -> str:
    kind = first["type"]
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        return str(UnknownName("field", str(first["loc"][-1]), _fields_beside(first["loc"])))
    if kind == "value_error":
        return str(first["ctx"]["error"])
    given = first["input"]
    shown = f", not {given!r}" if isinstance(given, str | float | bool) else ""
    return str(first["msg"]).replace("Input should", "should") + shown


def _fields_beside(path: tuple[str | int, ...]) -> list[str]:
    tables: dict[str, type[_Table]] = {"pack": PackSpec, "asset": AssetSpec, "cavity": CavitySpec, "top": TopSpec}
    names = [step for step in path[:-1] if isinstance(step, str)]
    return list((tables[names[-1]] if names else Manifest).model_fields)


# --- one asset


def _read_mesh(spec: AssetSpec, root: Path) -> trimesh.Trimesh:
    """The asset's mesh as it stands, with everything checked that can be without cutting it."""
    where = _where(spec, root)
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
    shape = _make_shape(spec, mesh, _where(spec, root), cache)
    return Asset(
        noun=spec.noun,
        generate=partial(_as_it_is, shape),
        size=_promised_size(spec, max(shape.size)),
        finishes={"body": tuple(spec.material)},
        density=spec.density,
        fronted=spec.front is not None,
        container=spec.cavity is not None,
        flat_top=spec.top is not None,
        round=spec.round,
        tags=frozenset(spec.tags.split()),
    )


def _as_it_is(shape: Shape, rng: Rng) -> Shape:
    """A mesh has one form: every variant is the same object, in memory once."""
    return shape


def _make_shape(spec: AssetSpec, mesh: trimesh.Trimesh, where: _Where, cache: Path | None) -> Shape:
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


def _check_size(spec: AssetSpec, mesh: trimesh.Trimesh, where: _Where) -> None:
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
    mesh: trimesh.Trimesh, table: str, field: str, height: float, outline: tuple[Point2, ...], where: _Where
) -> None:
    x, y, z = np.ptp(mesh.vertices, axis=0)
    if height > z + SLACK:
        raise where.error(f"{table}.{field}", f"{height:g} m is above the mesh, which is {z:.4g} m high; lower it")
    if (np.abs(outline) > np.array([x, y]) / 2 + SLACK).any():
        raise where.error(
            table, f"its outline leaves the mesh, which is {x:.4g} by {y:.4g} m about its middle; make it smaller"
        )


def _check_empty(cavity: Cavity, hulls: tuple[Array, ...], where: _Where) -> None:
    """A cavity that physics would fill is no cavity."""
    x, y = np.mean(cavity.outline, axis=0)
    middle = np.array([[x, y, (cavity.floor + cavity.opening) / 2]])
    if inside_any(middle, hulls).any():
        at = ", ".join(f"{value:.3g}" for value in middle[0].round(6) + 0.0)
        raise where.error("cavity", f"its middle ({at}) is solid; give a mesh that is hollow and deep enough there")


# --- meshes


def _find(spec: AssetSpec, root: Path, where: _Where) -> Path:
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


def _signed_area(corners: list[list[float]]) -> float:
    p = np.array(corners)
    return float(np.sum(p[:, 0] * np.roll(p[:, 1], -1) - np.roll(p[:, 0], -1) * p[:, 1])) / 2


def _one_line(text: str) -> str:
    """A message that stays one readable line, whatever names a stranger's file holds."""
    line = "".join(c if c.isprintable() else " " for c in text)
    line = " ".join(line.split())
    return line if len(line) <= 400 else line[:399] + "…"
