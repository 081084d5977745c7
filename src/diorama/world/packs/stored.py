"""Packs as bytes: what a dataset keeps of a pack, so that it opens where the pack's own folder is not.

A JSON header with the promises of each asset, then its shapes with their convex parts, so that nothing has to be
read from meshes or cut again. A stored pack comes with somebody's dataset and is trusted no more than a folder is.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import numpy as np
import trimesh
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, field_validator
from scipy.spatial import ConvexHull, QhullError

from diorama.errors import DioramaError, first_fault, short
from diorama.world.assets.registry import Asset, Range, Rng
from diorama.world.materials import material
from diorama.world.modelling import Point2
from diorama.world.packs.manifest import CavitySpec, PackName, Tags, TopSpec, checked_noun, printable
from diorama.world.packs.meshes import MAX_TRIANGLES, SIZES, SLACK, MeshError, right_side_out
from diorama.world.packs.pack import Pack
from diorama.world.shape import Part, Shape
from diorama.world.shape_files import from_bytes as shape_from_bytes
from diorama.world.shape_files import to_bytes as shape_to_bytes

MAGIC = b"diorama pack 1\n"
MAX_BYTES = 1_000_000_000
MAX_PARTS = 5_000
"""Convex parts of one asset."""

PART_SLACK = 0.1
"""How far a convex part may reach beyond the shape, for each metre of its longest side."""

_LENGTH = struct.Struct("<Q")


class _Plain(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class _Promises(_Plain):
    """All of an asset but its shape."""

    noun: Annotated[str, Field(max_length=40), AfterValidator(checked_noun)]
    size: Annotated[list[float], Field(min_length=2, max_length=2)]
    materials: Annotated[list[str], Field(min_length=1)]
    density: Annotated[float, Field(ge=1, le=25_000)]
    fronted: bool
    container: bool
    flat_top: bool
    round: bool
    tags: list[Tags]
    bytes: Annotated[int, Field(gt=0)]
    """Length of its shape."""

    @field_validator("materials")
    @classmethod
    def _are_materials(cls, names: list[str]) -> list[str]:
        for name in names:
            material(name)
        return names


class _Header(_Plain):
    name: PackName
    license: Annotated[str, Field(max_length=1000), AfterValidator(printable)]
    assets: Annotated[list[_Promises], Field(min_length=1)]

    @field_validator("assets")
    @classmethod
    def _have_nouns_of_their_own(cls, found: list[_Promises]) -> list[_Promises]:
        if len({asset.noun for asset in found}) < len(found):
            raise ValueError("two assets have the same noun")
        return found


def to_bytes(pack: Pack) -> bytes:
    """The pack as the contents of a file."""
    shapes = [shape_to_bytes(_shape_of(asset)) for asset in pack.assets]
    header = _Header(
        name=pack.name,
        license=pack.license,
        assets=[_promises(asset, len(shape)) for asset, shape in zip(pack.assets, shapes, strict=True)],
    )
    words = header.model_dump_json().encode()
    return b"".join([MAGIC, _LENGTH.pack(len(words)), words, *shapes])


def sealed(name: str, license: str, made: Iterable[Asset]) -> Pack:
    """A pack of these assets; it and they bear its checksum."""
    bare = Pack(name, license, tuple(made), "")
    checksum = hashlib.sha256(to_bytes(bare)).hexdigest()
    return replace(bare, assets=tuple(replace(a, pack=checksum) for a in bare.assets), checksum=checksum)


def as_it_is(shape: Shape, rng: Rng) -> Shape:
    """What generates an asset that has one form: every variant is the same shape, in memory once."""
    return shape


def read_stored(path: Path) -> Pack:
    """The pack that is stored in a file."""
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise DioramaError(f"{path}: cannot be read: {error.strerror or error}") from None
    try:
        return from_bytes(data)
    except DioramaError as error:
        raise DioramaError(f"{path}: {error}") from None


def from_bytes(data: bytes) -> Pack:
    """The pack that `to_bytes` wrote; anything else is refused in one line."""
    start = len(MAGIC) + _LENGTH.size
    if data[: len(MAGIC)] != MAGIC or not start <= len(data) <= MAX_BYTES:
        raise DioramaError("is not a stored pack")
    (length,) = _LENGTH.unpack_from(data, len(MAGIC))
    try:
        header = _Header.model_validate_json(data[start : start + length])
    except ValidationError as error:
        raise DioramaError(f"is not a stored pack: {first_fault(error)}") from None
    at, made = start + length, []
    for promises in header.assets:
        made.append(_asset(promises, data[at : at + promises.bytes]))
        at += promises.bytes
    if at != len(data):
        raise DioramaError("is not a stored pack: it has another length than it says")
    pack = sealed(header.name, header.license, made)
    if pack.checksum != hashlib.sha256(data).hexdigest():
        raise DioramaError("is not a stored pack as we write it")
    return pack


def _promises(asset: Asset, length: int) -> _Promises:
    return _Promises(
        noun=asset.noun,
        size=[asset.size.low, asset.size.high],
        materials=list(asset.finishes["body"]),
        density=asset.density,
        fronted=asset.fronted,
        container=asset.container,
        flat_top=asset.flat_top,
        round=asset.round,
        tags=sorted(asset.tags),
        bytes=length,
    )


def _asset(promises: _Promises, data: bytes) -> Asset:
    return Asset(
        noun=promises.noun,
        generate=partial(as_it_is, _checked_shape(promises, data)),
        size=Range(*promises.size),
        finishes={"body": tuple(promises.materials)},
        density=promises.density,
        fronted=promises.fronted,
        container=promises.container,
        flat_top=promises.flat_top,
        round=promises.round,
        tags=frozenset(promises.tags),
    )


def _shape_of(asset: Asset) -> Shape:
    return asset.generate(np.random.default_rng(0))


def _checked_shape(promises: _Promises, data: bytes) -> Shape:
    """The shape of an asset, if it keeps what the asset promises and physics can take it."""
    try:
        shape = shape_from_bytes(data)
        fault = _fault(promises, shape)
    except ValidationError as error:
        raise DioramaError(f"the shape of its {promises.noun} is damaged: {first_fault(error)}") from None
    except (ValueError, TypeError, ArithmeticError, struct.error, RecursionError, QhullError) as error:
        raise DioramaError(f"the shape of its {promises.noun} is damaged: {short(error, 80)}") from None
    if fault:
        raise DioramaError(f"the shape of its {promises.noun} is not sound: {fault}")
    return shape


def _fault(promises: _Promises, shape: Shape) -> str:
    """What is wrong with a shape, in words; exceptions are faults as well."""
    if [piece.slot for piece in shape.pieces] != ["body"] or not 0 < len(shape.faces) <= MAX_TRIANGLES:
        return "it has to be one body of triangles"
    parts = [part.points for part in shape.parts]
    if not 0 < len(parts) <= MAX_PARTS or not all(map(_is_hull, shape.parts)):
        return "its parts are no convex hulls"
    if not all(np.isfinite(numbers).all() for numbers in (shape.vertices, *parts)):
        return "some corners are no numbers"
    low, high = promises.size
    longest = max(shape.size)
    if not (SIZES.low <= low <= longest <= high <= SIZES.high):
        return f"its longest side is {longest:.4g} m, and it is said to be {low:g} to {high:g} m"
    low_corner, high_corner = shape.bounds
    if np.abs([*(low_corner + high_corner)[:2] / 2, low_corner[2]]).max() > SLACK:
        return "it does not stand over the origin"
    for points in parts:
        reach = np.stack([points.min(axis=0) - low_corner, high_corner - points.max(axis=0)])
        if reach.min() < -PART_SLACK * longest or ConvexHull(points).volume <= 0.0:
            return "a part leaves it"
    if shape.cavity is not None:
        room = CavitySpec(floor=shape.cavity.floor, opening=shape.cavity.opening, outline=_listed(shape.cavity.outline))
        if room.opening > high_corner[2] + SLACK or _leaves(room.points(), shape):
            return "its cavity leaves it"
    if shape.top is not None:
        top = TopSpec(height=shape.top.height, outline=_listed(shape.top.outline))
        if top.height > high_corner[2] + SLACK or _leaves(top.points(), shape):
            return "its top leaves it"
    if promises.container != (shape.cavity is not None) or promises.flat_top != (shape.top is not None):
        return "its cavity or its top is missing"
    mesh = trimesh.Trimesh(shape.vertices, shape.faces, process=False)
    if not mesh.is_watertight:
        return "it is not watertight"
    try:
        right_side_out(mesh)
    except MeshError as error:
        return str(error)
    return ""


def _is_hull(part: Part) -> bool:
    plain = Part("hull", points=part.points)
    return all(getattr(part, field) == getattr(plain, field) for field in ("kind", "size", "position", "quaternion"))


def _listed(outline: Iterable[Point2]) -> list[list[float]]:
    return [[float(x), float(y)] for x, y in outline]


def _leaves(outline: Iterable[Point2], shape: Shape) -> bool:
    """Whether an outline reaches beyond the box of a shape."""
    return bool((np.abs(list(outline)) > np.array(shape.size[:2]) / 2 + SLACK).any())
