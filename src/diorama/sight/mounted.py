"""Cameras that ride on a body: they go and turn where it goes and turns, and stay level."""

from __future__ import annotations

import numpy as np

from diorama.world import Body, Camera, Motion, rotation
from diorama.world.model import replace
from diorama.world.poses import euler, vec3, yaw_deg


def mounted(camera: Camera, then: Body, now: Body) -> Camera:
    """A camera that was mounted on a body when that stood as `then`, now that it stands as `now`.

    It turns with the body's heading only: a picture that tips and rolls is hard to look at.

    >>> from diorama.world.bodies import make_body
    >>> car = make_body("car", position=(0.0, 0.0, 0.0))
    >>> ahead = Camera(position=(0.0, 0.0, 1.0), target=(1.0, 0.0, 1.0))
    >>> mounted(ahead, car, make_body("car", position=(5.0, 0.0, 0.0), quaternion=euler(z_deg=90))).target
    (5.0, 1.0, 1.0)
    """
    turn = rotation(euler(z_deg=yaw_deg(now.quaternion) - yaw_deg(then.quaternion)))
    position, target = (
        np.asarray(now.position) + turn @ np.subtract(point, then.position)
        for point in (camera.position, camera.target)
    )
    return replace(camera, position=vec3(position.round(9)), target=vec3(target.round(9)))


def camera_at(camera: Camera, rides: str, motion: Motion, seconds: float) -> Camera:
    """Where a camera is at a moment of a motion: where it was, unless it rides on a body."""
    return mounted(camera, motion.world[rides], motion.at(seconds)[rides]) if rides else camera
