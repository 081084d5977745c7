"""How each stage of an imagination compares with the truth, from what a strategy kept, and which stage failed.

Rates are 0 to 1 and named ``stage/measure``, as reports want them; errors have units and are kept apart.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from enum import StrEnum

import numpy as np
from PIL import Image

from diorama.data import Sample, key_of
from diorama.imagine.clip_scores import clip_scores
from diorama.imagine.generators.protocol import Pixels
from diorama.imagine.kept import (
    CLIP,
    DESCRIPTION,
    HEADING,
    PLACE,
    TRACKS,
    heading_from_json,
    place_from_json,
    tracks_from_json,
)
from diorama.imagine.motion import Heading, angle_between
from diorama.imagine.supposed import Supposed, first_touch, heading_of, mask_of, spot_of, tracks_of
from diorama.imagine.tracks import Track, resting_track
from diorama.imagine.truth import truth_of_sample
from diorama.perceive.spots import Box, Spot
from diorama.sight import see

SHARES = (0.25, 0.5, 1.0)
"""Shares of the time at which tracks are compared."""
REACHED_SIZES = 0.5
"""Object sizes by which a track may miss the place of a contact."""
RIGHT_DEG = 45.0
"""A direction that is farther off is wrong."""
NEAR = 0.5
"""A track that ends farther from the true end than the thing is long, although its direction is right, has another
pace: the paper presets it."""
PLAIN = 0.3
"""A clip in which the mover is found less than this is a bad picture."""
TRUE_FRAMES = 81
"""Frames of the true track by which a heading is judged."""


class Failure(StrEnum):
    """What went wrong first, as in the paper's account of failures."""

    OBJECT = "wrong object"
    GRAVITY = "wrong gravity"
    DIRECTION = "wrong direction"
    PACE = "wrong pace"
    PICTURE = "bad picture"
    NONE = "none"


def imagination_scores(
    sample: Sample, kept: Mapping[str, bytes], *, renderer: str = "draft", preset: str | None = None
) -> dict[str, float]:
    """The rates of all stages that left something, for `Strategy.stages`.

    The clip is compared with pictures by `renderer`. If that did not draw the sample's own picture, there are no rates
    of the clip. Raises `CannotImagine` for questions whose truth cannot be filmed.
    """
    truth = truth_of_sample(sample)
    scores: dict[str, float] = {}
    if DESCRIPTION in kept:
        said = kept[DESCRIPTION].decode("utf-8", "replace")
        scores["instance/named"] = float(key_of(sample).names().match(said).names == (truth.mover,))
    if PLACE in kept:
        scores |= _under("instance", place_rates(place_from_json(kept[PLACE]), truth))
    if HEADING in kept:
        scores |= _under("heading", heading_rates(heading_from_json(kept[HEADING]), truth))
    if TRACKS in kept:
        scores |= _under("tracks", track_rates(tracks_from_json(kept[TRACKS]).moving[0], truth))
    if CLIP in kept:
        picture = _picture(sample)
        scores |= _under("clip", clip_scores(kept[CLIP], truth, picture, renderer=renderer, preset=preset))
    return scores


def _picture(sample: Sample) -> Pixels | None:
    """The picture that the question shows; None for a clip."""
    if not sample.media or sample.media[0].kind != "image":
        return None
    with Image.open(io.BytesIO(sample.media[0].data)) as image:
        return np.asarray(image.convert("RGB"), np.uint8)


def imagination_errors(sample: Sample, kept: Mapping[str, bytes]) -> dict[str, float]:
    """The errors of the stages with their units: ``heading/degrees`` and ``tracks/object sizes at … %``."""
    truth = truth_of_sample(sample)
    errors: dict[str, float] = {}
    if HEADING in kept:
        degrees = direction_error_deg(heading_from_json(kept[HEADING]), truth)
        errors |= {} if degrees is None else {"heading/degrees": degrees}
    if TRACKS in kept:
        sizes = track_errors(tracks_from_json(kept[TRACKS]).moving[0], truth)
        errors |= {f"tracks/object sizes at {100 * share:.0f} %": error for share, error in sizes.items()}
    return errors


def place_rates(spot: Spot, truth: Supposed) -> dict[str, float]:
    """``hit``: whether the point lies on what is seen of the mover; ``box``: intersection over union of the boxes."""
    mask = mask_of(see(truth.shot.world, truth.shot.camera), truth.mover)
    column, row = (min(max(0, int(v)), side - 1) for v, side in zip(spot.point, mask.shape[::-1], strict=True))
    rates = {"hit": float(mask[row, column])}
    true = spot_of(truth).box
    return rates | ({"box": _box_overlap(spot.box, true)} if spot.box and true else {})


def heading_rates(heading: Heading, truth: Supposed) -> dict[str, float]:
    """``direction``: 1 where it is exact, 0 where it is opposite; ``gravity`` and ``gone``: whether that is right."""
    rates = {"gone": float(heading.gone == (truth.mover in truth.gone))}
    if truth.mover not in truth.gone:
        rates["gravity"] = float(heading.falls == truth.falls)
    error = direction_error_deg(heading, truth)
    return rates | (
        {} if error is None else {"direction": 1 - error / 180, "right direction": float(error <= RIGHT_DEG)}
    )


def direction_error_deg(heading: Heading, truth: Supposed) -> float | None:
    """How far off a direction is in the picture; 180 if there is one and none was told, None if there is none.

    What is let go needs no direction: it falls.
    """
    true = heading_of(truth, TRUE_FRAMES)
    if true.direction is None:
        return None
    told = heading.direction or ((0.0, 1.0) if heading.falls else None)
    return 180.0 if told is None else angle_between(told, true.direction)


def track_rates(track: Track, truth: Supposed) -> dict[str, float]:
    """``gone``: whether the thing is taken away as it should be; ``at … %``: 1 / (1 + error in object sizes).

    ``contact``: whether it is where it touches something when it should, to half an object size; only if it truly runs
    into something, and farther away than that.
    """
    rates = {"gone": float((not track.seen.all()) == (truth.mover in truth.gone))}
    rates |= {f"at {100 * share:.0f} %": 1 / (1 + error) for share, error in track_errors(track, truth).items()}
    touch = first_touch(truth)
    if touch is None or track.frames < 2:
        return rates
    start = resting_track(spot_of(truth).point, track.frames)
    error, away = (errors_at(each, truth, (touch.share,))[touch.share] for each in (track, start))
    return rates | ({"contact": float(error <= REACHED_SIZES)} if away > REACHED_SIZES else {})


def track_errors(track: Track, truth: Supposed) -> dict[float, float]:
    """How far a track is from the true one at some shares of the time, in sizes of the thing in the picture.

    Its size is the longer side of the box around what is seen of it at first. Empty for what is taken away.
    """
    return {} if truth.mover in truth.gone or track.frames < 2 else errors_at(track, truth, SHARES)


def errors_at(track: Track, truth: Supposed, shares: Iterable[float]) -> dict[float, float]:
    """How far a track is from the true one at these shares of the time, in object sizes."""
    true = tracks_of(truth, track.frames).moving[0]
    left, top, right, bottom = spot_of(truth).box or (0.0, 0.0, 1.0, 1.0)
    size = max(right - left, bottom - top)
    frames = {share: round(share * (track.frames - 1)) for share in shares}
    return {s: float(np.linalg.norm(track.points[k] - true.points[k])) / size for s, k in frames.items()}


def failure_of(scores: Mapping[str, float]) -> Failure:
    """The first stage that went wrong, by the rates of one imagination; what was not measured is not blamed."""
    if scores.get("instance/hit", scores.get("instance/named", 1.0)) < 1:
        return Failure.OBJECT
    if scores.get("heading/gravity", 1.0) < 1 or scores.get("heading/gone", 1.0) < 1:
        return Failure.GRAVITY if scores.get("heading/gravity", 1.0) < 1 else Failure.DIRECTION
    if scores.get("heading/right direction", 1.0) < 1:
        return Failure.DIRECTION
    if scores.get("tracks/at 100 %", 1.0) < NEAR:
        return Failure.PACE
    return Failure.PICTURE if scores.get("clip/mover", 1.0) < PLAIN else Failure.NONE


def _under(stage: str, rates: Mapping[str, float]) -> dict[str, float]:
    return {f"{stage}/{name}": value for name, value in rates.items()}


def _box_overlap(one: Box, other: Box) -> float:
    left, top, right, bottom = (
        *(max(a, b) for a, b in zip(one[:2], other[:2], strict=True)),
        *(min(a, b) for a, b in zip(one[2:], other[2:], strict=True)),
    )
    both = max(0.0, right - left) * max(0.0, bottom - top)
    areas = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return both / (areas - both) if areas > both else 0.0
