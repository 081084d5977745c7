"""From pictures to times and back: the number of a frame, when it begins, and the cut that falls just before it.

Frame rates may vary, and times are those that the file itself gives.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import floor

from diorama.errors import DioramaError
from diorama.footage.decoding import NEAR_SECONDS


@dataclass(frozen=True)
class FrameTimes:
    """When the frames of a stretch of film begin, in seconds of its video, in order."""

    times: Sequence[float]

    def __post_init__(self) -> None:
        if not self.times:
            raise DioramaError("there is no picture in this stretch of the film")
        if any(b - a <= 2 * NEAR_SECONDS for a, b in pairwise(self.times)):
            raise DioramaError("two pictures of the film have the same time: no cut could be exact")

    def shown_at(self, seconds: float) -> int:
        """The number of the frame that is shown at a moment; the first one, before it."""
        return max(bisect_right(self.times, seconds + NEAR_SECONDS) - 1, 0)

    def first_from(self, seconds: float) -> int:
        """The first frame on the second side of a cut; one more than the last number if there is none."""
        return bisect_left(self.times, seconds - NEAR_SECONDS)

    @cached_property
    def cuts(self) -> tuple[float, ...]:
        """For each frame, the time of a cut just before it: in milliseconds, or finer where frames are denser."""
        before = (float("-inf"), *self.times)
        return tuple(_between(a, b) for a, b in zip(before, self.times, strict=False))


def _between(before: float, frame: float) -> float:
    """A short number such that `frame` lies on the second side, and the frame before it does not."""
    short = floor((frame + NEAR_SECONDS / 2) * 1000) / 1000
    return short if before < short - NEAR_SECONDS else round(frame, 6)
