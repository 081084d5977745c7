"""What is drawn into the pictures of this suite: arrows must point along the motion, paths must lead to the ball.

Nothing of what drew them is used here: directions come from the query and from the velocities in the world.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from diorama.sight import BLUE, RED, Arrow, DottedPath, Frame, Shot
from diorama.suites.causal.collision import collision, counterfactual
from diorama.suites.causal.compatibility import compatibility, compatibility_filled
from diorama.suites.causal.occlusion import Uncovering, occlusion
from diorama.suites.causal.occlusion_course import Sliding, occlusion_course
from diorama.suites.causal.trajectory_billiards import PlayedBall, trajectory_billiards
from diorama.suites.causal.trajectory_court import InFlight, trajectory
from diorama.suites.meaning import Mismatch, undecorated
from diorama.whatif import displacement
from diorama.world import oriented_box

Array = NDArray[np.float64]

STRAIGHT_DEG = 0.5
"""How far an arrow may point aside."""
ASIDE_DEG = 10.0
"""How far a ball's velocity may turn between the last dot and now: it may have bounced."""
STEP_SECONDS = 0.06
"""A little more than the time between two dots."""
GROUND = 0.01
"""Metres above the ground up to which a dot lies on it."""

for _task in (collision, counterfactual, compatibility, compatibility_filled):
    _task.draws(undecorated)


@occlusion.draws
def blue_arrow(query: Uncovering, shot: Shot) -> Mismatch | None:
    """On the tray a blue arrow along the move, or against it if the words say so; elsewhere nothing."""
    if query.form != "slides":
        return undecorated(query, shot)
    way = displacement(shot.world, query.move)
    return _edge_arrows(shot, -way if query.against else way)


@occlusion_course.draws
def blue_arrow_on_the_way(query: Sliding, shot: Shot) -> Mismatch | None:
    """A blue arrow along the move."""
    return _edge_arrows(shot, displacement(shot.world, query.move))


@trajectory_billiards.draws
def red_arrow(query: PlayedBall, shot: Shot) -> Mismatch | None:
    """One red arrow on the cloth, from the ball that is played along its velocity."""
    if problem := _marks_are(shot, [("arrow", RED)]):
        return problem
    (arrow,) = shot.overlays
    assert isinstance(arrow, Arrow)
    ball = oriented_box(shot.world[query.ball])
    cloth = shot.world.surface("cloth").position[2]
    if np.hypot(*(np.asarray(arrow.start) - ball.centre)[:2]) > float(ball.half.max()):
        return Mismatch(f"an arrow from '{query.ball}' at {_spot(ball.centre)}", f"one from {_spot(arrow.start)}")
    if abs(arrow.start[2] - cloth) > GROUND or abs(arrow.end[2] - cloth) > GROUND:
        return Mismatch(f"an arrow on the cloth, {cloth:.3f} m high", f"{arrow.start[2]:.3f} to {arrow.end[2]:.3f} m")
    return _points_along(arrow, np.asarray(shot.world[query.ball].velocity), "red")


@trajectory.draws
def flight_so_far(query: InFlight, shot: Shot) -> Mismatch | None:
    """Blue dots that lead from the red box to the ball, along its velocity, and black dots on the ground below them."""
    if problem := _marks_are(shot, [("dots", None), ("dots", BLUE), ("frame", RED)]):
        return problem
    below, way, box = shot.overlays
    assert isinstance(below, DottedPath) and isinstance(way, DottedPath) and isinstance(box, Frame)
    dots, ground = np.asarray(way.points), np.asarray(below.points)
    body = shot.world[query.ball]
    ball, radius = oriented_box(body).centre, float(oriented_box(body).half.min())
    start = np.mean(box.points, axis=0)
    if np.linalg.norm(start - dots[0]) > radius:
        return Mismatch(f"a red box around the first dot at {_spot(dots[0])}", f"around {_spot(start)}")
    gap, reach = float(np.linalg.norm(ball - dots[-1])), STEP_SECONDS * float(np.linalg.norm(body.velocity)) + 1e-3
    if gap > reach:
        return Mismatch(f"a last blue dot within {reach:.2f} m of the ball", f"{gap:.2f} m from it")
    aside = _angle_deg((ball - dots[-1])[:2], np.asarray(body.velocity)[:2])
    if aside > ASIDE_DEG:
        return Mismatch("blue dots that lead to the ball along its velocity", f"{aside:.0f}° aside")
    if ground.shape != dots.shape or np.abs(ground[:, :2] - dots[:, :2]).max() > GROUND or ground[:, 2].max() > GROUND:
        return Mismatch("a black dot on the ground below each blue one", "black dots elsewhere")
    return None


def _edge_arrows(shot: Shot, way: Array) -> Mismatch | None:
    """A blue arrow along `way` and a red one at a right angle to it."""
    if problem := _marks_are(shot, [("arrow", BLUE), ("arrow", RED)]):
        return problem
    blue, red = shot.overlays
    assert isinstance(blue, Arrow) and isinstance(red, Arrow)
    if problem := _points_along(blue, way, "blue"):
        return problem
    across = _angle_deg(_direction(red), way)
    if abs(across - 90) > STRAIGHT_DEG:
        return Mismatch("a red arrow at a right angle to the blue one", f"at {across:.0f}°")
    return None


def _marks_are(shot: Shot, expected: Sequence[tuple[str, tuple[int, int, int] | None]]) -> Mismatch | None:
    """Whether these marks are drawn, in this order and these colours (None for any), and all mirror images."""
    found = [(overlay.kind, overlay.colour) for overlay in shot.overlays]
    fits = len(found) == len(expected) and all(
        kind == wanted and (shade is None or colour == shade)
        for (kind, colour), (wanted, shade) in zip(found, expected, strict=True)
    )
    if not fits:
        return Mismatch(_marks(expected), _marks(found) or "nothing")
    return Mismatch("all mirror images", f"none of {', '.join(shot.muted)}") if shot.muted else None


def _marks(marks: Sequence[tuple[str, tuple[int, int, int] | None]]) -> str:
    shades = {RED: "red ", BLUE: "blue ", None: ""}
    return ", ".join(f"{shades.get(colour, f'{colour} ')}{kind}" for kind, colour in marks)


def _points_along(arrow: Arrow, way: Array, colour: str) -> Mismatch | None:
    aside = _angle_deg(_direction(arrow), way)
    if aside <= STRAIGHT_DEG:
        return None
    return Mismatch(f"a {colour} arrow along {_spot(way)}", f"one along {_spot(_direction(arrow))}, {aside:.0f}° aside")


def _direction(arrow: Arrow) -> Array:
    way: Array = np.asarray(arrow.end) - np.asarray(arrow.start)
    return way


def _angle_deg(a: Array, b: Array) -> float:
    cosine = float(a @ b) / max(1e-12, float(np.linalg.norm(a) * np.linalg.norm(b)))
    return math.degrees(math.acos(max(-1.0, min(1.0, cosine))))


def _spot(point: Array | tuple[float, ...]) -> str:
    return "(" + ", ".join(f"{float(value):.2f}" for value in point) + ")"
