"""From measures to clips: stretches within one shot in which something moves and can be seen clearly."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from diorama.errors import DioramaError
from diorama.footage.measuring import Measures, Second

REST_SECONDS = 2
"""So many seconds without motion end a clip; a shorter rest belongs to it."""


@dataclass(frozen=True)
class Wish:
    """What a clip must be."""

    shortest_seconds: float = 4.0
    longest_seconds: float = 16.0
    least_motion: float = 0.01
    """The share of the picture in which something moves, in each second that is no rest."""
    most_blur: float = 0.65

    def __post_init__(self) -> None:
        if not 1 <= self.shortest_seconds <= self.longest_seconds / 2:
            raise DioramaError(
                f"clips of {self.shortest_seconds:g} to {self.longest_seconds:g} s: the shortest must have at least "
                "1 s and the longest twice as much as the shortest, so that what is too long can be divided"
            )


@dataclass(frozen=True)
class Span:
    """A stretch of a film, and the means of its measures."""

    start: float
    end: float
    motion: float
    blur: float


def segments(measures: Measures, end: float) -> list[tuple[float, float]]:
    """The shots of a film, from change to change."""
    bounds = [0.0, *(t for t in measures.changes if 0 < t < end), end]
    return [(a, b) for a, b in pairwise(bounds) if b > a]


def clips_in(measures: Measures, end: float, wish: Wish) -> tuple[list[Span], Counter[str]]:
    """The clips of a film of that length, and why other shots gave none."""
    found: list[Span] = []
    left: Counter[str] = Counter()
    for start, stop in segments(measures, end):
        if stop - start < wish.shortest_seconds:
            left["too short"] += 1
            continue
        clips = [clip for run in _runs(measures, start, stop, wish) for clip in _divided(*run, measures, wish)]
        if not clips:
            left[_why(measures, start, stop, wish)] += 1
        found += clips
    return found, left


def _runs(measures: Measures, start: float, stop: float, wish: Wish) -> Iterator[tuple[float, float]]:
    """Stretches of a shot that are sharp and in which something moves, without the rest at both ends."""
    numbers = list(range(int(start), min(len(measures.seconds), math.ceil(stop))))
    sharp = {k: measures.seconds[k].blur <= wish.most_blur for k in numbers}
    moving = {k: measures.seconds[k].motion >= wish.least_motion for k in numbers}
    run: list[int] = []
    for k in [*numbers, None]:
        if k is not None and sharp[k] and (moving[k] or _rests(k, moving) < REST_SECONDS):
            run.append(k)
            continue
        while run and not moving[run[-1]]:
            run.pop()
        while run and not moving[run[0]]:
            run.pop(0)
        if run:
            a, b = max(start, float(run[0])), min(stop, run[-1] + 1.0)
            if b - a >= wish.shortest_seconds:
                yield a, b
        run = []


def _rests(second: int, moving: dict[int, bool]) -> int:
    """For how many seconds nothing moves around this one."""
    a = b = second
    while a - 1 in moving and not moving[a - 1]:
        a -= 1
    while b + 1 in moving and not moving[b + 1]:
        b += 1
    return b - a + 1


def _divided(start: float, stop: float, measures: Measures, wish: Wish) -> Iterator[Span]:
    """A stretch in equal parts that are not too long, on whole milliseconds inside of it."""
    count = math.ceil((stop - start) / wish.longest_seconds - 1e-9)
    for k in range(count):
        a, b = (start + (stop - start) * part / count for part in (k, k + 1))
        a, b = math.ceil(a * 1000 - 1e-6) / 1000, math.floor(b * 1000 + 1e-6) / 1000
        within = _within(measures, a, b)
        motion, blur = (sum(getattr(s, name) for s in within) / len(within) for name in ("motion", "blur"))
        yield Span(a, b, round(motion, 4), round(blur, 4))


def _within(measures: Measures, start: float, stop: float) -> tuple[Second, ...]:
    return measures.seconds[int(start) : max(int(start) + 1, math.ceil(stop))]


def _why(measures: Measures, start: float, stop: float, wish: Wish) -> str:
    """Why a shot that is long enough gave no clip."""
    within = _within(measures, start, stop)
    if sum(s.blur > wish.most_blur for s in within) > len(within) / 2:
        return "blurred"
    if sum(s.motion < wish.least_motion for s in within) > len(within) / 2:
        return "hardly any motion"
    return "no stretch that is sharp and moves is long enough"
