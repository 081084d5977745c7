"""What can be measured of a film without understanding it: where shots change, how much moves, how blurred it is.

Everything comes from small grey frames, one after the other. A shot change is a frame that is unlike the one before it,
while its neighbours are like theirs: fast motion and shaking cameras make many unlike frames in a row, and a flash
makes two. Dissolves and fades change little from frame to frame and are not found.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from diorama.footage.decoding import Frame

LONG_SIDE, PER_SECOND = 320, 30.0
"""How frames are measured: this large, and at most so many a second."""
COARSE, COARSER = 4, 4
"""Pixels a side that are averaged to see what moves, and how many of these again to compare two frames as a whole."""
UNLIKE, STANDS_OUT = (0.3, 0.4), 2.5
"""A shot changes where frames are this unlike (as a whole, or in their details; 0 equal, 1 unrelated), and so much more
than their neighbours are. Bars above and below a picture are alike in all shots, so the whole is not enough."""
LEAST_CHANGED = 0.15
"""The share of the picture that changes with a shot; one bright thing that appears changes less."""
BEFORE, AFTER = 8, 3
"""Neighbours of a frame, before and after it."""
MOTION_SECONDS, BLUR_SECONDS = 0.2, 0.4
"""How far apart the frames are between which motion is measured, and those whose blur is."""
MOVED = 12.0
"""Levels of grey (of 255) by which something has changed and not only flickered."""
FLAT = 2.0
"""Levels of grey that are noise: frames with no more contrast than that are alike."""
BOX = 9
"""Pixels over which a frame is blurred again to see whether that changes much."""

Grey = NDArray[np.float32]


@dataclass(frozen=True)
class Second:
    """One second of a film, as the means of what was measured in it."""

    motion: float
    """The share of the picture in which something changes within a fifth of a second."""
    blur: float
    """From 0 (as sharp as can be) to 1."""


@dataclass(frozen=True)
class Measures:
    """A film, measured."""

    seconds: tuple[Second, ...]
    changes: tuple[float, ...]
    """When a shot changes: the time of the first frame of each new shot."""
    end: float
    """When the last frame begins."""


@dataclass
class _Means:
    motion: list[float] = field(default_factory=list)
    blur: list[float] = field(default_factory=list)


def measure(frames: Iterable[Frame]) -> Measures:
    """Measure a film from its grey frames, in order; they may come at any rate, even or not."""
    found = _Changes()
    means: list[_Means] = []
    before: tuple[float, Grey] | None = None
    blurred_at, end = -BLUR_SECONDS, 0.0
    for frame in frames:
        end = frame.seconds
        while len(means) <= int(end):
            means.append(_Means())
        coarse = averaged(frame.pixels.astype(np.float32), COARSE)
        found.add(end, coarse)
        if before is None or end - before[0] >= MOTION_SECONDS - 1e-3:
            if before is not None:
                means[-1].motion.append(moving_share(before[1], coarse))
            before = (end, coarse)
        if end - blurred_at >= BLUR_SECONDS - 1e-3:
            means[-1].blur.append(blur(frame.pixels))
            blurred_at = end
    return Measures(tuple(_seconds(means)), tuple(found.all()), end)


def _seconds(means: list[_Means]) -> Iterable[Second]:
    """The means of each second; one without a frame of its own shows the last frame before it, at rest."""
    last = 1.0
    for each in means:
        last = float(np.mean(each.blur)) if each.blur else last
        yield Second(round(float(np.mean(each.motion)) if each.motion else 0.0, 4), round(last, 4))


class _Changes:
    """Finds shot changes in a stream of coarse frames."""

    def __init__(self) -> None:
        self._last: tuple[Grey, Grey] | None = None
        self._window: deque[tuple[float, tuple[float, float]]] = deque(maxlen=BEFORE + 1 + AFTER)
        self._found: list[float] = []

    def add(self, seconds: float, coarse: Grey) -> None:
        now = (averaged(coarse, COARSER), coarse)
        unlike = (0.0, 0.0)
        if self._last is not None:
            unlike = (unlikeness(self._last[0], now[0]), moving_share(self._last[1], now[1]))
        self._last = now
        self._window.append((seconds, unlike))
        if len(self._window) > AFTER:
            self._look(len(self._window) - 1 - AFTER)

    def all(self) -> list[float]:
        """All changes, those among the last frames too."""
        for k in range(max(0, len(self._window) - AFTER), len(self._window)):
            self._look(k)
        self._window.clear()
        return self._found

    def _look(self, at: int) -> None:
        seconds, unlike = self._window[at]
        around = [other for k, (_, other) in enumerate(self._window) if k != at and at - BEFORE <= k <= at + AFTER]
        for sort, least in enumerate(UNLIKE):
            usual = max((other[sort] for other in around), default=0.0)
            if unlike[1] > LEAST_CHANGED and unlike[sort] > max(least, STANDS_OUT * usual):
                self._found.append(seconds)
                return


def averaged(grey: Grey, side: int) -> Grey:
    """A smaller frame, each of whose pixels is the mean of a square; what is left over at the edges is not used."""
    height, width = (n // side * side for n in grey.shape)
    if not height or not width:
        return grey
    squares = grey[:height, :width].reshape(height // side, side, width // side, side)
    return np.asarray(squares.mean((1, 3)), np.float32)


def unlikeness(one: Grey, two: Grey) -> float:
    """One minus the correlation of two frames: a change of brightness or contrast alone is none."""
    if one.shape != two.shape:
        return 1.0
    a, b = one - one.mean(), two - two.mean()
    noise = FLAT**2
    return float(1 - ((a * b).mean() + noise) / (np.sqrt((a * a).mean() * (b * b).mean()) + noise))


def moving_share(one: Grey, two: Grey) -> float:
    """The share of the picture that differs; a change of the whole picture's brightness does not count."""
    if one.shape != two.shape:
        return 1.0
    change = two - one
    return float((np.abs(change - np.median(change)) > MOVED).mean())


def blur(pixels: NDArray[np.uint8]) -> float:
    """How blurred a frame is: how little of the differences between neighbours is lost if it is blurred again.

    After Crete et al., "The blur effect" (2007): it does not depend on what is shown. A frame without anything in it
    counts as blurred.
    """
    grey = pixels.astype(np.float32)
    return max(_blur_along(grey), _blur_along(grey.T))


def _blur_along(grey: Grey) -> float:
    if grey.shape[1] <= BOX:
        return 1.0
    sums = np.cumsum(np.pad(grey, ((0, 0), (BOX // 2 + 1, BOX // 2)), mode="edge"), axis=1, dtype=np.float64)
    again = (sums[:, BOX:] - sums[:, :-BOX]) / BOX
    sharp, soft = np.abs(np.diff(grey, axis=1)), np.abs(np.diff(again, axis=1))
    lost = np.maximum(0.0, sharp - soft[:, : sharp.shape[1]]).sum()
    whole = float(sharp.sum())
    return 1.0 if whole <= 0.05 * sharp.size else float((whole - lost) / whole)
