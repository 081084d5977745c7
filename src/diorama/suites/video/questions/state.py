"""Spatial state: does it stand, where has it ended up, which way does it face."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from diorama.suites.video.query import Prediction
from diorama.suites.video.questions.form import QUARTERS, Ask, Form, Happening, Outcome, quarter
from diorama.suites.video.tracks import Tracks
from diorama.world import oriented_box

FALLEN_DEG, UPRIGHT_DEG = 50.0, 12.0
ROCKED_DEG = 5.0
"""What is said to stay as it is may be rocked so far: nobody can see that a thing that is hit will not fall."""
MOVED, UNMOVED = 0.42, 0.2
"""The share of half its length by which a thing must have moved to stand somewhere else, and may have moved."""
STANDS, SHIFTED, LIES = "standing where it stood", "standing, but moved", "fallen over"
NOWHERE = "in none of these places"
ARRIVED = 0.15
"""The share of a place's width by which a thing must be in it, or out of it."""
CLEAR = 0.35
"""How clearly a front must point into its quarter."""
TURNED_DEG = 40.0
"""How far a thing must turn between the cut and the moment to be asked about."""
FACINGS = {
    "left": "to the left",
    "right": "to the right",
    "near": "towards the camera",
    "far": "away from the camera",
}


def may_fall(happening: Happening) -> Iterator[Ask]:
    """What stands at the cut, and may fall."""
    for name in happening.event.topples:
        if name not in happening.event.crowd and happening.tracks.tilt_deg(name, happening.cut) < UPRIGHT_DEG:
            yield Ask((name,))


def standing(query: Prediction, tracks: Tracks) -> Outcome:
    """Whether it has fallen, or stands here or elsewhere."""
    (name,) = query.about
    tilt = tracks.tilt_deg(name, query.moment)
    size = float(oriented_box(tracks.world[name]).half.max())
    moved = float(np.linalg.norm((tracks.middle(name, query.moment) - tracks.middle(name, query.cut))[:2])) / size
    if tilt > (FALLEN_DEG + UPRIGHT_DEG) / 2:
        return Outcome(LIES, (STANDS, SHIFTED), tilt / FALLEN_DEG - 1)
    if moved > (MOVED + UNMOVED) / 2:
        return Outcome(SHIFTED, (STANDS, LIES), min(1 - tilt / UPRIGHT_DEG, moved / MOVED - 1))
    rocked = tracks.most_tilt_deg(name, query.cut, query.moment)
    return Outcome(STANDS, (SHIFTED, LIES), min(1 - rocked / ROCKED_DEG, 1 - moved / UNMOVED))


def may_arrive(happening: Happening) -> Iterator[Ask]:
    """What may end up in one of several places."""
    event = happening.event
    if len(event.zones) >= 2:
        named = {zone.phrase for zone in event.zones}
        for name in happening.actors:
            if event.world[name].phrase not in named and happening.moves(name):
                yield Ask((name,))


def whereabouts(query: Prediction, tracks: Tracks) -> Outcome:
    """In which of the places it is."""
    at = tracks.middle(query.about[0], query.moment)
    depths = {zone.phrase: zone.depth_of(at) for zone in query.zones}
    best = max(depths, key=lambda phrase: depths[phrase])
    clear = ARRIVED * min(float(np.subtract(z.high, z.low)[:2].min()) for z in query.zones)
    right = best if depths[best] > 0 else NOWHERE
    wrong = tuple(p for p in (*depths, NOWHERE) if p != right)
    return Outcome(right, wrong, abs(depths[best]) / clear - 1)


def has_front(happening: Happening) -> Iterator[Ask]:
    """What has a front, and turns."""
    event = happening.event
    for name in dict.fromkeys((event.turner, event.chooser)):
        if name in happening.actors:
            then, now = (happening.tracks.front(name, when) for when in (happening.moment, happening.cut))
            if _angle(then, now) > TURNED_DEG:
                yield Ask((name,))


def facing(query: Prediction, tracks: Tracks) -> Outcome:
    """Which way it faces, seen from the camera."""
    way, clearly = quarter(tracks.front(query.about[0], query.moment), tracks.camera(query.eye, query.moment))
    return Outcome(FACINGS[way], tuple(FACINGS[w] for w in QUARTERS if w != way), clearly / CLEAR - 1)


def _angle(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    return float(np.degrees(np.arccos(np.clip(a @ b, -1, 1))))


STANDING = Form(
    "standing",
    may_fall,
    standing,
    fixed=(STANDS, LIES),
    directions=("forward",),
    events=("roll_down_ramp", "knocked_over", "wrecking_ball"),
    names=1,
)
WHEREABOUTS = Form(
    "whereabouts",
    may_arrive,
    whereabouts,
    fixed=(NOWHERE,),
    events=("throw_into_boxes", "ball_hits_ball", "roll_down_ramp"),
    names=1,
)
FACING = Form(
    "facing",
    has_front,
    facing,
    fixed=tuple(FACINGS.values()),
    by_view=True,
    events=("crossing_turn", "parking", "turntable"),
    names=1,
)
FORMS = (STANDING, WHEREABOUTS, FACING)
