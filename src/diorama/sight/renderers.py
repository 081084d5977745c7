"""Renderers: how pixels are made. `draft` and `photo` are ours; other packages add theirs by entry point.

>>> from diorama.sight.renderers import RENDERERS
>>> RENDERERS.get("draft").presets
()
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from diorama.errors import DioramaError, UnknownName
from diorama.plugins import Registry
from diorama.world import Camera, Motion, World

Pixels = NDArray[np.uint8]


@runtime_checkable
class Renderer(Protocol):
    """Draws a world through a camera: stills, and films of a recorded motion. Overlays are painted on later."""

    @property
    def presets(self) -> tuple[str, ...]:
        """Names of its quality presets, the default first; empty if there is only one."""

    def picture(self, world: World, camera: Camera, *, muted: Sequence[str] = (), preset: str = "") -> Pixels:
        """(height, width, 3) bytes; `muted` bodies have no mirror image."""

    def film(
        self, motion: Motion, camera: Camera, *, fps: int, preset: str = "", rides: str = ""
    ) -> Iterator[Pixels]:
        """Pictures of a motion at the moments that `frame_times(motion, fps)` gives.

        If the camera `rides` on a body, it is where `camera_at` says.
        """


RENDERERS: Registry[Renderer] = Registry(
    "diorama.renderers",
    "renderer",
    {"draft": "diorama.sight.draft:DRAFT", "photo": "diorama.sight.photo:PHOTO"},
    Renderer,  # type: ignore[type-abstract]
)


def get_renderer(name: str, preset: str | None = None) -> tuple[Renderer, str]:
    """A renderer and one of its presets, the default unless another is named."""
    renderer = RENDERERS.get(name)
    presets = renderer.presets
    if preset is None:
        return renderer, presets[0] if presets else ""
    if not presets and preset:
        raise DioramaError(f"the renderer '{name}' has no presets: leave out '{preset}'")
    if presets and preset not in presets:
        raise UnknownName(f"preset of {name}", preset, presets)
    return renderer, preset
