"""What is stored with a sample beside its question: boxes, poses, and what then happens, as numbers and as a video.

None of it is shown to a model; it is for research and for people who review samples.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from diorama.data.drawing import OUTCOME
from diorama.sight import Shot
from diorama.whatif import Intervention, course
from diorama.world import Body, Camera, Motion, World, oriented_box, replace
from diorama.world.recording import Recording

FILM_HEIGHT = 360
STIRRED = 0.001
"""Metres: a body that moves less is left out of the recorded motion."""


def annotation(world: World, motion: Motion | None) -> dict[str, Any]:
    """Oriented boxes, poses and velocities at the start, and the motion with its contacts."""
    found: dict[str, Any] = {"bodies": {b.name: _body(b) for b in world.bodies}}
    if motion is not None:
        found["motion"] = _motion(motion)
    return found


def what_happens(world: World, intervention: Intervention | None) -> Motion | None:
    """The recorded course of an intervention, where there is one that takes time."""
    return None if intervention is None else course(world, intervention)


def outcome_shot(motion: Motion, camera: Camera) -> Shot:
    """What then happens, through the sample's camera, in the size of a review."""
    width = 2 * round(FILM_HEIGHT * camera.width / camera.height / 2)
    small = replace(camera, width=width, height=FILM_HEIGHT)
    return Shot(role=OUTCOME, world=motion.world, recording=Recording.of(motion), camera=small)


def _body(body: Body) -> dict[str, Any]:
    box = oriented_box(body)
    return {
        "box": {"centre": _plain(box.centre), "half": _plain(box.half), "axes": _plain(box.axes)},
        "position": _plain(body.position),
        "quaternion": _plain(body.quaternion),
        "velocity": _plain(body.velocity),
        "spin": _plain(body.spin),
    }


def _motion(motion: Motion) -> dict[str, Any]:
    moved = np.linalg.norm(motion.positions - motion.positions[0], axis=2).max(axis=0) > STIRRED
    return {
        "seconds": _plain(motion.times),
        "bodies": {
            name: {
                "positions": _plain(motion.positions[:, k]),
                "quaternions": _plain(motion.quaternions[:, k]),
                "velocities": _plain(motion.velocities[:, k]),
            }
            for k, name in enumerate(motion.world.names)
            if moved[k]
        },
        "contacts": [
            {"a": t.a, "b": t.b, "start": t.start, "end": t.end, "position": _plain(t.position)}
            for t in motion.contacts
        ],
    }


def _plain(values: NDArray[np.float64] | tuple[float, ...]) -> Any:
    """Numbers as JSON keeps them, to a hundredth of a millimetre."""
    return (np.round(np.asarray(values, float), 5) + 0.0).tolist()
