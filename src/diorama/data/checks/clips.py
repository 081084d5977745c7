"""Is a stored clip what its shot films: frame for frame by number and time, and by sight in a few places?

H.264 loses a little, so frames must agree in the mean colour of every patch. Only drafts are drawn again: a photo of
one frame takes seconds, and its film hours. Of a draft, some frames are drawn again: the ends, the middle, and those
that differ most from the frame before, as the first of some frames from elsewhere would.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from diorama.data.checks.case import Case, NotChecked
from diorama.data.checks.pictures import PATCH_STEPS, patch_difference
from diorama.data.drawing import OUTCOME
from diorama.data.sample import Media
from diorama.errors import DioramaError, short
from diorama.sight import FPS, DraftRenderer, Shot, camera_at, first_frame, frame_times
from diorama.sight.clips import even_numbers, frames_of
from diorama.suites.meaning import Mismatch

Pixels = NDArray[np.uint8]

LOOKS = 3
"""Frames of a clip that are drawn again whatever they show: the first, the last, and those between …"""
SUSPECTS = 3
"""… and so many that differ most from the frame before."""
COARSE = (32, 18)
"""The size in which frames are compared with the frame before."""


def clips_of_shots(case: Case) -> Iterator[Mismatch]:
    """Every clip, and the part that is kept from the model, has the frames that it should have and no others."""
    media = {m.stem: m for m in case.sample.media}
    yield from _parts_apart(case.sample.shots)
    for shot in case.sample.shots:
        stored = case.sample.outcome if shot.role == OUTCOME else media.get(shot.stem)
        if shot.kind == "video" and stored is not None:
            yield from _compared(case, shot, stored)
        elif shot.kind == "video" and shot.role == OUTCOME:
            yield Mismatch("a film of what the clip does not show", "none")


def _parts_apart(shots: Sequence[Shot]) -> Iterator[Mismatch]:
    """What is shown and what is kept from the model are filmed by one camera, and share no moment."""
    spans = {}
    for shot in shots:
        if shot.recording is not None:
            begins = shot.recording.start
            spans[shot.role] = (begins, begins + float(shot.recording.seconds[-1]), shot.camera, shot.rides)
    if not {"clip", OUTCOME} <= spans.keys():
        return
    (begins, ends, *eye), (begins_too, ends_too, *other) = spans["clip"], spans[OUTCOME]
    if begins <= ends_too and begins_too <= ends:
        yield Mismatch(
            f"a part apart from {begins:.2f}–{ends:.2f} s, which is shown", f"{begins_too:.2f}–{ends_too:.2f} s"
        )
    if eye != other:
        yield Mismatch("the unseen part by the camera of the clip", "another camera")


def _compared(case: Case, shot: Shot, stored: Media) -> Iterator[Mismatch]:
    from av.error import FFmpegError

    assert shot.recording is not None
    motion = shot.recording.motion(shot.world)
    times = frame_times(motion, FPS)
    try:
        seconds, strange = _outline(stored)
        looks = {*even_numbers(len(times), LOOKS), *strange}
        mark = first_frame(io.BytesIO(stored.data))
    except (OSError, ValueError, FFmpegError, DioramaError) as error:
        yield Mismatch("a clip that can be opened", short(error))
        return
    first = round(shot.recording.start * FPS)
    if mark is not None and mark != first:
        yield Mismatch(f"a clip that begins at frame {first}", f"frame {mark}")
    if len(seconds) != len(times):
        yield Mismatch(f"{len(times)} frames", f"{len(seconds)}")
        return
    late = max(abs(there - wanted) for there, wanted in zip(seconds, times, strict=True))
    if late > 0.5 / FPS:
        yield Mismatch(f"{FPS} frames a second", f"one that is {late:.2f} s away from its time")
    if case.renderer != "draft":
        raise NotChecked("clips are filmed again as drafts only")
    camera = shot.camera
    with DraftRenderer(shot.world, width=camera.width, height=camera.height, film=True) as renderer:
        for number, frame in enumerate(frames_of(stored.data)):
            if number not in looks:
                continue
            again = renderer.picture(camera_at(camera, shot.rides, motion, times[number]), motion.at(times[number]))
            if frame.pixels.shape != again.shape:
                yield Mismatch(f"frames of {camera.width}×{camera.height} pixels", str(frame.pixels.shape))
                return
            if (steps := patch_difference(again, frame.pixels)) > PATCH_STEPS:
                yield Mismatch(f"frame {number} as its shot draws it", f"a patch that differs by {steps:.0f}")


def _outline(stored: Media) -> tuple[list[float], list[int]]:
    """When each frame of a clip is shown, and the numbers of those that differ most from the frame before.

    Only a coarse copy of each frame is held.
    """
    seconds: list[float] = []
    coarse: list[Pixels] = []
    for frame in frames_of(stored.data):
        seconds.append(frame.seconds)
        coarse.append(np.asarray(Image.fromarray(frame.pixels).resize(COARSE, Image.Resampling.BOX)))
    jumps = [_apart(before, after) for before, after in pairwise(coarse)]
    return seconds, [int(k) + 1 for k in np.argsort(jumps)[::-1][:SUSPECTS]]


def _apart(one: Pixels, other: Pixels) -> float:
    """The largest difference between two coarse frames."""
    return float(np.abs(one.astype(np.int16) - other).max())
