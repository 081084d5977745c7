"""Filming what is supposed to happen: a clip with exactly the frames that are wanted, by one of our renderers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from diorama.errors import DioramaError
from diorama.imagine.generators.protocol import FPS, CannotImagine, Pixels
from diorama.imagine.supposed import Supposed, check_frames, spread
from diorama.imagine.truth import moment
from diorama.sight import Shot, draw_shot, film_shot
from diorama.sight.clips import Frame, make_clip
from diorama.world import Motion
from diorama.world.model import poses, replace
from diorama.world.recording import Recording


def film_supposed(supposed: Supposed, frames: int, *, renderer: str = "draft", preset: str | None = None) -> bytes:
    """A clip of what happens, with what is painted over the picture; `CannotImagine` if it cannot be drawn."""
    check_frames(frames)
    try:
        pictures = frames_of_supposed(supposed, frames, renderer=renderer, preset=preset)
        return make_clip((Frame(k / FPS, pixels) for k, pixels in enumerate(pictures)), FPS)
    except CannotImagine:
        raise
    except DioramaError as error:
        raise CannotImagine(f"it cannot be drawn: {error}") from None


def frames_of_supposed(
    supposed: Supposed,
    frames: int,
    picked: Sequence[int] | None = None,
    *,
    renderer: str = "draft",
    preset: str | None = None,
) -> Iterator[Pixels]:
    """The pictures of the clip, or the picked ones of them in ascending order, one after the other."""
    shot, motion = supposed.shot, supposed.motion
    picked = range(frames) if picked is None else picked
    first = int(picked[0] == 0)
    if motion is None:
        if first:
            yield draw_shot(shot, renderer=renderer, preset=preset)
        later = draw_shot(without_gone(supposed), renderer=renderer, preset=preset)
        for _ in picked[first:]:
            yield later
        return
    changed = bool(first) and poses(motion.world) != poses(shot.world)
    if changed:  # the picture still shows what earlier steps have changed
        yield from film_shot(_recorded(shot, moment(shot.world)), renderer=renderer, preset=preset, fps=FPS)
    filmed = film_shot(_recorded(shot, spread(motion, frames, picked)), renderer=renderer, preset=preset, fps=FPS)
    yield from islice(filmed, int(changed), None)


def without_gone(supposed: Supposed) -> Shot:
    """The picture without what is gone."""
    gone = [name for name in supposed.gone if name in supposed.shot.world]
    return replace(
        supposed.shot,
        world=supposed.shot.world.without(gone),
        muted=tuple(name for name in supposed.shot.muted if name not in gone),
    )


def _recorded(shot: Shot, motion: Motion) -> Shot:
    """The shot as a clip of a motion; mirror images cannot be muted in clips."""
    return replace(shot, world=motion.world, recording=Recording.of(motion), muted=())
