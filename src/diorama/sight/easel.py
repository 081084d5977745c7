"""An easel: draws shots by one renderer and keeps the latest pictures, so that nothing is drawn twice."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from diorama.sight.renderers import Pixels
from diorama.sight.shots import Shot, draw_shot

KEPT = 4
"""Pictures kept: a task looks at a few, and one or two of them are stored."""


class Easel:
    """Still pictures by one renderer; one that was drawn a moment ago is given again.

    >>> from diorama.sight import look
    >>> from diorama.world.layouts import kitchen_counter
    >>> view, easel = look(kitchen_counter(seed=7, objects=3), width=96, height=64), Easel()
    >>> easel.draw(Shot(world=view.world, camera=view.camera)) is easel.draw(Shot(world=view.world, camera=view.camera))
    True
    """

    def __init__(self, renderer: str = "draft", preset: str | None = None) -> None:
        self.renderer, self.preset = renderer, preset
        self._kept: deque[tuple[Shot, Pixels]] = deque(maxlen=KEPT)
        self._known: tuple[tuple[Shot, Pixels], ...] = ()

    def draw(self, shot: Shot) -> Pixels:
        """The picture of a shot, with its overlays; not to be written to."""
        for drawn, pixels in (*self._known, *self._kept):
            if drawn == shot:
                return pixels
        pixels = draw_shot(shot, renderer=self.renderer, preset=self.preset)
        self._kept.append((shot, pixels))
        return pixels

    def knowing(self, pictures: Iterable[tuple[Shot, Pixels]]) -> Easel:
        """An easel with the pictures of this one that gives these for their shots, instead of drawing them."""
        other = Easel(self.renderer, self.preset)
        other._kept.extend(self._kept)
        other._known = tuple(pictures)
        return other
