"""Shots: what is drawn for a sample, as data. From a shot the same picture or clip can be drawn again at any time.

>>> from diorama.sight.shots import Shot, draw_shot
>>> from diorama.sight import look
>>> from diorama.world.layouts import kitchen_counter
>>> view = look(kitchen_counter(seed=7, objects=3), width=96, height=64)
>>> draw_shot(Shot(world=view.world, camera=view.camera)).shape
(64, 96, 3)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np
from pydantic import Field, model_validator

from diorama.errors import DioramaError
from diorama.sight.exact import see
from diorama.sight.mounted import camera_at
from diorama.sight.overlays import Overlay, draw_overlays
from diorama.sight.renderers import Pixels, get_renderer
from diorama.sight.video import FPS, frame_times
from diorama.world.model import Camera, Plain, World, replace
from diorama.world.recording import Recording


class Shot(Plain):
    """One picture or clip: a world through a camera, what is painted over it, and its role in the question."""

    role: str = Field(default="view", pattern=r"^[a-z][a-z0-9-]*$")
    """``view``, ``reference``, ``clip`` …; ``outcome`` is never shown to a model."""
    name: str = Field(default="", pattern=r"^([a-z][a-z0-9-]*)?$")
    """Distinguishes shots of one role; the role itself unless given."""
    label: str = ""
    """What a question calls it, such as ``the first clip``."""
    world: World = Field(repr=False)
    recording: Recording | None = Field(default=None, repr=False)
    """What the bodies do; the shot is a clip then."""
    camera: Camera
    rides: str = ""
    """The body of a clip that the camera rides on; it is mounted there as the world shows them."""
    overlays: tuple[Overlay, ...] = ()
    muted: tuple[str, ...] = ()
    """Bodies without a mirror image."""

    @model_validator(mode="after")
    def _can_be_drawn(self) -> Shot:
        if self.recording is not None and self.muted:
            raise ValueError("mirror images can be muted in a still only, not in a clip")
        if self.rides and (self.recording is None or self.rides not in self.world):
            raise ValueError(f"a camera rides on a body of a clip; there is no '{self.rides}' here")
        return self

    @property
    def stem(self) -> str:
        """Its file name without the ending, by which parts refer to it."""
        return self.name or self.role

    @property
    def kind(self) -> Literal["image", "video"]:
        return "image" if self.recording is None else "video"

    def resized(self, width: int, height: int) -> Shot:
        """The same shot in another size: the same view, maybe with more at the sides."""
        return replace(self, camera=replace(self.camera, width=width, height=height))


def draw_shot(shot: Shot, *, renderer: str = "draft", preset: str | None = None) -> Pixels:
    """The picture of a still shot, with its overlays."""
    if shot.recording is not None:
        raise DioramaError(f"the shot '{shot.stem}' is a clip: film it")
    brush, quality = get_renderer(renderer, preset)
    pixels = _checked(brush.picture(shot.world, shot.camera, muted=shot.muted, preset=quality), shot.camera, renderer)
    if shot.overlays:
        pixels = draw_overlays(pixels, shot.camera, see(shot.world, shot.camera).depth, shot.overlays)
    return pixels


def film_shot(shot: Shot, *, renderer: str = "draft", preset: str | None = None, fps: int = FPS) -> Iterator[Pixels]:
    """The frames of a clip, with its overlays."""
    if shot.recording is None:
        raise DioramaError(f"the shot '{shot.stem}' is a still: draw it")
    brush, quality = get_renderer(renderer, preset)
    motion = shot.recording.motion(shot.world)
    riding = {"rides": shot.rides} if shot.rides else {}
    frames = brush.film(motion, shot.camera, fps=fps, preset=quality, **riding)
    for seconds, frame in zip(frame_times(motion, fps), frames, strict=True):
        pixels = _checked(frame, shot.camera, renderer)
        if shot.overlays:
            eye = camera_at(shot.camera, shot.rides, motion, seconds)
            pixels = draw_overlays(pixels, eye, see(motion.at(seconds), eye).depth, shot.overlays)
        yield pixels


def _checked(pixels: Pixels, camera: Camera, renderer: str) -> Pixels:
    """A picture as it should be: anybody may write a renderer."""
    wanted = (camera.height, camera.width, 3)
    if not isinstance(pixels, np.ndarray) or pixels.shape != wanted or pixels.dtype != np.uint8:
        got = f"{getattr(pixels, 'shape', '')} {getattr(pixels, 'dtype', type(pixels).__name__)}".strip()
        raise DioramaError(f"the renderer '{renderer}' drew {got}, not {wanted} uint8: repair the renderer")
    return pixels
