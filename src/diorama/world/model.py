"""A world as frozen plain data: what is there, where, how fast, and made of what.

Metres, kilograms, seconds; z up; a body's front is +x. Nothing here computes: geometry comes from
`assets`, motion from `physics`, pictures from the room `sight`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from diorama.errors import DioramaError, UnknownName

Vec2 = tuple[float, float]
Vec3 = tuple[float, float, float]
Quat = tuple[float, float, float, float]
T = TypeVar("T", bound="Plain")
UPRIGHT: Quat = (1.0, 0.0, 0.0, 0.0)
ORIGIN: Vec3 = (0.0, 0.0, 0.0)


class Plain(BaseModel):
    """Frozen data that refuses unknown fields and numbers that are not finite."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Hinge(Plain):
    """A body hung on an axle: `anchor` and `axis` in world coordinates."""

    anchor: Vec3
    axis: Vec3
    damping: float = 0.0


class Body(Plain):
    """One thing in a world."""

    name: str
    noun: str
    """The asset it is a variant of."""
    seed: int = Field(ge=0)
    """Which variant."""
    finish: dict[str, str]
    """Material of each slot of its shape."""
    phrase: str = ""
    """What questions call it, unique in its world: ``the red mug``."""
    scale: float = Field(default=1.0, gt=0)
    position: Vec3 = ORIGIN
    quaternion: Quat = UPRIGHT
    velocity: Vec3 = ORIGIN
    spin: Vec3 = ORIGIN
    """Angular velocity, radians per second, in world coordinates."""
    inventory: bool = True
    """Whether questions can name it; dressing is not inventory."""
    fixed: bool = False
    hinge: Hinge | None = None
    bounce: float = Field(default=0.0, ge=0, lt=1)
    """The share of its speed that it keeps when it meets something hard head on; 0 for all but balls in play."""
    grip: float | None = Field(default=None, ge=0)
    """Friction against whatever it touches, if not the usual one; two bouncing balls never grip each other."""


class Block(Plain):
    """A convex brick of a fixture; `position` is its centre.

    `size` is half extents (box), radius and half height (cylinder), or half height alone (prism, whose
    convex `outline` lies in its xy plane).
    """

    kind: Literal["box", "cylinder", "prism"]
    size: tuple[float, ...]
    material: str
    outline: tuple[Vec2, ...] = ()
    position: Vec3 = ORIGIN
    quaternion: Quat = UPRIGHT
    solid: bool = True
    """False for dressing that nothing collides with (a net, a painted line)."""
    belt: Vec3 | None = None
    """Speed of its moving surface (a conveyor), in world coordinates."""


class Fixture(Plain):
    """Something that never moves and is not inventory: a table, a wall, a goal."""

    name: str
    blocks: tuple[Block, ...]


class Surface(Plain):
    """A plane patch of a fixture: where things stand, or what mirrors them.

    `outline` lies in the patch's own xy plane; its z axis is the normal.
    """

    name: str
    fixture: str
    block: int = 0
    """Which block of the fixture it is a face of."""
    position: Vec3
    quaternion: Quat = UPRIGHT
    outline: tuple[Vec2, ...]
    reflectance: float = Field(default=0.0, ge=0, le=1)

    @property
    def glossy(self) -> bool:
        return self.reflectance > 0


class Light(Plain):
    """A lamp or the sun; `size` is the radius of a lamp (soft shadows in `photo`).

    One without a shadow stands for the light from everywhere: its strength and tint are those of the shade.
    """

    kind: Literal["sun", "lamp"]
    position: Vec3
    target: Vec3
    rgb: Vec3 = (1.0, 1.0, 1.0)
    strength: float = 1.0
    size: float = 0.3
    shadow: bool = True


class Camera(Plain):
    """A pinhole camera that looks from `position` at `target`."""

    position: Vec3
    target: Vec3
    up: Vec3 = (0.0, 0.0, 1.0)
    fovy_deg: float = Field(default=40.0, gt=1, lt=170)
    width: int = Field(default=720, ge=16, le=8192)
    height: int = Field(default=480, ge=16, le=8192)


class Stage(Plain):
    """Where the action is, and from which side it can be looked at."""

    centre: Vec3 = ORIGIN
    radius: float = 1.0
    facing_deg: float = -90.0
    """Azimuth, seen from the centre, of a camera straight in front."""
    spread_deg: float = 60.0
    """How far to either side a camera may go before a wall is in the way."""
    elevation_deg: Vec2 = (12.0, 50.0)
    reach: float = 30.0
    """The longest distance a camera may step back."""
    show: tuple[Vec3, ...] = ()
    """Points that belong in every picture beside the bodies: the corners of a goal, of a billiard table."""


class World(Plain):
    """Bodies, fixtures, surfaces, lights and a camera at a moment; exact and immutable."""

    layout: str = ""
    seed: int = 0
    bodies: tuple[Body, ...] = ()
    fixtures: tuple[Fixture, ...] = ()
    surfaces: tuple[Surface, ...] = ()
    lights: tuple[Light, ...] = ()
    stage: Stage = Stage()
    gravity: float = 9.81
    background: Vec3 = (0.75, 0.80, 0.86)

    @model_validator(mode="after")
    def _names_differ(self) -> World:
        if len(self._by_name) < len(self.bodies):
            twice = next(name for k, name in enumerate(self.names) if name in self.names[:k])
            raise ValueError(f"two bodies are called '{twice}'")
        return self

    @cached_property
    def _by_name(self) -> dict[str, Body]:
        return {b.name: b for b in self.bodies}

    def __getitem__(self, name: str) -> Body:
        if name not in self._by_name:
            raise UnknownName("object", name, self._by_name)
        return self._by_name[name]

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(b.name for b in self.bodies)

    @property
    def inventory(self) -> tuple[str, ...]:
        """Names of the bodies that questions can speak of."""
        return tuple(b.name for b in self.bodies if b.inventory)

    def surface(self, name: str) -> Surface:
        for surface in self.surfaces:
            if surface.name == name:
                return surface
        raise UnknownName("surface", name, (s.name for s in self.surfaces))

    def change(self, name: str, **fields: Any) -> World:
        """The same world with some fields of one body replaced."""
        changed = replace(self[name], **fields)
        return replace(self, bodies=tuple(changed if b.name == name else b for b in self.bodies))

    def without(self, names: Iterable[str]) -> World:
        """The same world with some bodies gone; everything else stays where it is."""
        gone = {self[n].name for n in names}
        return replace(self, bodies=tuple(b for b in self.bodies if b.name not in gone))

    def to_json(self) -> str:
        """One line of JSON; `from_json` gives back an equal world and the same bytes."""
        return self.model_dump_json()

    @staticmethod
    def from_json(text: str | bytes) -> World:
        try:
            return World.model_validate_json(text)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"]) or "the file"
            raise DioramaError(f"not a world: {where}: {first['msg']}") from None

    def save(self, path: str | Path) -> None:
        Path(path).write_text(self.to_json() + "\n", encoding="utf-8")

    @staticmethod
    def load(path: str | Path) -> World:
        try:
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise DioramaError(f"cannot read a world from {path}: {error}") from None
        return World.from_json(text)


def replace(data: T, **fields: Any) -> T:
    """A copy with some fields replaced, validated like any other."""
    return type(data).model_validate({**{k: getattr(data, k) for k in type(data).model_fields}, **fields})


def poses(world: World) -> Mapping[str, tuple[Vec3, Quat]]:
    """Where each body is."""
    return {b.name: (b.position, b.quaternion) for b in world.bodies}
