"""`pack.toml`: what a pack says of its meshes, and the one line that tells what is wrong with it."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal, NoReturn

import manifold3d
import numpy as np
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)

from diorama.errors import DioramaError, UnknownName
from diorama.world.materials import material
from diorama.world.modelling import Point2, circle
from diorama.world.packs.meshes import SIZES, Axis

MANIFEST = "pack.toml"
FORMATS = ("glb", "obj", "stl", "ply")
MAX_MANIFEST_BYTES = 1_000_000
NOUN = r"[a-z][a-z0-9]*([ -][a-z0-9]+)*"
"""What a noun looks like; questions and answers say it."""
ANSWER_WORDS = {
    "all", "anything", "both", "everything", "infeasible", "it", "item", "neither", "no", "none", "nothing", "object",
    "one", "other", "something", "thing", "yes",
}  # fmt: skip
"""Words that mean something else in answers."""


def printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("has characters that cannot be printed")
    return text


def checked_noun(noun: str) -> str:
    """A noun that questions and answers can say."""
    if not re.fullmatch(NOUN, noun):
        raise ValueError("write it in small letters, as in 'wrench' or 'oil can'")
    if noun.removesuffix("s") in ANSWER_WORDS or noun in ANSWER_WORDS:
        raise ValueError("means something else in an answer; use another noun")
    return noun


Positive = Annotated[float, Field(gt=0)]
PackName = Annotated[str, Field(min_length=1, max_length=80), AfterValidator(printable)]
Tags = Annotated[str, Field(pattern=r"^[a-z0-9 -]*$", max_length=200)]
"""Words in small letters."""
Pair = Annotated[list[Annotated[float, Field(ge=-100, le=100)]], Field(min_length=2, max_length=2)]


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
    tags: Tags = ""
    round: bool = False
    cavity: CavitySpec | None = None
    top: TopSpec | None = None

    @field_validator("noun")
    @classmethod
    def _is_a_noun(cls, noun: str) -> str:
        return checked_noun(noun)

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
        if size is not None and not SIZES.low <= size[0] <= size[1] <= SIZES.high:
            raise ValueError(f"bodies are {SIZES.low:g} to {SIZES.high:g} m long")
        return size


class PackSpec(_Table):
    """The `[pack]` table."""

    name: PackName
    license: Annotated[str, Field(max_length=1000), AfterValidator(printable)] | None = None


class Manifest(_Table):
    """All of `pack.toml`."""

    pack: PackSpec
    asset: Annotated[list[AssetSpec], Field(min_length=1)]


@dataclass(frozen=True)
class Where:
    """The place that every message starts with."""

    pack: str
    asset: str = ""

    def error(self, field: str, problem: str, *, file: str = MANIFEST) -> DioramaError:
        asset = f"asset {self.asset}" if self.asset else ""
        return DioramaError(_one_line(": ".join(x for x in (f"{self.pack}/{file}", asset, field, problem) if x)))


def where_of(spec: AssetSpec, root: Path) -> Where:
    """The place of an asset of the pack in a folder."""
    return Where(root.name, f"'{spec.noun}'")


def read_manifest(root: Path) -> Manifest:
    """The manifest of the pack in a folder, checked."""
    file, where = root / MANIFEST, Where(root.name)
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


def _explain(error: ValidationError, raw: dict[str, Any], where: Where) -> NoReturn:
    """Turn the first of pydantic's complaints into our line."""
    first, *others = error.errors(include_url=False)
    path = list(first["loc"])
    if len(path) > 1 and path[0] == "asset" and isinstance(path[1], int):
        entry = raw["asset"][path[1]]
        noun = entry.get("noun") if isinstance(entry, dict) else None
        where = Where(where.pack, f"'{noun[:40]}'" if isinstance(noun, str) and noun else f"#{path[1] + 1}")
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


def _signed_area(corners: list[list[float]]) -> float:
    p = np.array(corners)
    return float(np.sum(p[:, 0] * np.roll(p[:, 1], -1) - np.roll(p[:, 0], -1) * p[:, 1])) / 2


def _one_line(text: str) -> str:
    """A message that stays one readable line, whatever names a stranger's file holds."""
    line = "".join(c if c.isprintable() else " " for c in text)
    line = " ".join(line.split())
    return line if len(line) <= 400 else line[:399] + "…"
