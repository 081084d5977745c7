"""Perturbation: an answer counts only if it survives small changes of the world and the camera."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from diorama.world import Camera, World, replace
from diorama.world.poses import euler, rotation, vec3

Rng = np.random.Generator
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Nudge:
    """How much is changed in a nudged world, as one standard deviation each."""

    shift: float = 0.002
    """Metres sideways, for each body that stands."""
    turn_deg: float = 0.7
    scale: float = 0.004
    """Share of a body's size."""
    velocity: float = 0.01
    """Share of a body's speed."""
    camera: float = 0.004
    """Share of the camera's distance."""


USUAL = Nudge()


@dataclass(frozen=True)
class Survival(Generic[Answer]):
    """What became of an answer in nudged worlds."""

    answer: Answer
    tried: int
    margin: float
    """The smallest margin found, the unnudged world included."""
    changed: int | None = None
    """The number of the first nudge under which the answer changed."""

    @property
    def holds(self) -> bool:
        return self.changed is None


def nudged(world: World, camera: Camera, rng: Rng, nudge: Nudge = USUAL) -> tuple[World, Camera]:
    """The same scene, slightly changed: every body and the camera by its own amount; its motion turns with a body.

    What hangs on a hinge keeps its place and has another speed.

    Bodies keep their height, so a nudged world may overlap very slightly; it is for looking at and for asking
    again, not for settling.
    """
    bodies = []
    for body in world.bodies:
        dx, dy = (rng.normal(0, nudge.shift * max(1.0, body.scale), 2)).tolist()
        turn = euler(z_deg=float(rng.normal(0, nudge.turn_deg)))
        grow = float(np.exp(rng.normal(0, nudge.scale)))
        pace = 1 + float(rng.normal(0, nudge.velocity))
        if body.fixed or body.hinge is not None:
            spin = vec3(pace * np.asarray(body.spin))
            bodies.append(body if body.fixed or not any(body.spin) else replace(body, spin=spin))
            continue
        x, y, z = body.position
        bodies.append(
            replace(
                body,
                position=(x + dx, y + dy, z),
                quaternion=_times(turn, body.quaternion),
                scale=body.scale * grow,
                velocity=vec3(pace * rotation(turn) @ np.asarray(body.velocity)),
                spin=vec3(pace * rotation(turn) @ np.asarray(body.spin)),
            )
        )
    return replace(world, bodies=tuple(bodies)), _nudged_camera(camera, rng, nudge)


def nudges(world: World, camera: Camera, rng: Rng, count: int, nudge: Nudge = USUAL) -> Iterator[tuple[World, Camera]]:
    """`count` nudged scenes, each from a generator of its own."""
    for child in rng.spawn(count):
        yield nudged(world, camera, child, nudge)


def survives(
    answer: Callable[[World, Camera], tuple[Answer, float]],
    world: World,
    camera: Camera,
    rng: Rng,
    *,
    count: int = 6,
    nudge: Nudge = USUAL,
) -> Survival[Answer]:
    """Ask again in nudged scenes; `answer` gives the answer and how far it is from flipping."""
    first, margin = answer(world, camera)
    for k, (other_world, other_camera) in enumerate(nudges(world, camera, rng, count, nudge), start=1):
        other, found = answer(other_world, other_camera)
        if other != first:
            return Survival(first, k, 0.0, changed=k)
        margin = min(margin, found)
    return Survival(first, count, margin)


def _nudged_camera(camera: Camera, rng: Rng, nudge: Nudge) -> Camera:
    distance = float(np.linalg.norm(np.subtract(camera.position, camera.target)))
    position, target = (
        np.add(point, rng.normal(0, nudge.camera * distance, 3)) for point in (camera.position, camera.target)
    )
    return replace(camera, position=vec3(position), target=vec3(target))


def _times(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> tuple[float, ...]:
    """The rotation b followed by a."""
    w, x, y, z = a
    s, i, j, k = b
    return (
        w * s - x * i - y * j - z * k,
        w * i + x * s + y * k - z * j,
        w * j - x * k + y * s + z * i,
        w * k + x * j - y * i + z * s,
    )
