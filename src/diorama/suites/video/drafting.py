"""From a type of question to a draft: an event, a cut, a form, two eyes, the gates, the words."""

from __future__ import annotations

from functools import cache
from itertools import accumulate

import numpy as np

from diorama.kinds import Choice
from diorama.sight import FPS, Shot
from diorama.suites.dealing import Deal, Hand
from diorama.suites.drafts import Draft, Rejected
from diorama.suites.video.eyes import eyes
from diorama.suites.video.gates import (
    GATES,
    reject_blank_reference,
    reject_coarse,
    reject_hasty,
    reject_off_the_ground,
    reject_out_of_frame,
    reject_undecided,
    reject_unseen,
)
from diorama.suites.video.query import VIEWPOINTS, Direction, Eye, Prediction, Viewpoint
from diorama.suites.video.questions import FORMS, TYPES, Ask, Form, Happening, Outcome
from diorama.suites.video.suite import video
from diorama.suites.video.tracks import Tracks
from diorama.suites.words import Words
from diorama.world import Motion
from diorama.world.events import EVENTS, Event, make_event
from diorama.world.model import replace
from diorama.world.physics import overlap_depth
from diorama.world.recording import Recording

Rng = np.random.Generator

HORIZONS = ((0.5, 2.0), (2.1, 5.0), (5.2, 8.0))
"""Seconds between the cut and the moment that is asked about: short, middle and long."""
SHOWN = 1.6
"""Seconds that a clip shows at least."""
LEAST = SHOWN + 0.8
"""Seconds that an event must be longer than the time between the cut and the moment."""
CUTS = 36
"""Places for the cut tried in one event: playing another one takes longer than trying many."""
ASKS = 12
"""Questions tried at one cut."""
LOOKED = 6
"""How often in one event it is looked closely whether the clip shows enough: that takes long."""
ANSWERS = 4
"""Answers that are dealt; where a form has fewer, the rest are left to chance."""
PLACE_MOVED, PLACE_TIPPED_DEG = 0.02, 5.0
"""How far a place that things may end up in, such as a crate, may be moved (metres) and tipped."""
OVERLAPPING = 0.004
"""Metres by which things may stand in each other at first: what stands deeper is thrown apart."""
LENIENT = 0.12
"""In how many attempts the answer and the horizon are left to chance: not all that is dealt can happen."""
UNCHANGED = 0.25
"""How often the answer may be the one that the cut shows already."""


def forms_of(type_name: str, direction: Direction) -> tuple[Form, ...]:
    """The forms of a type that can be asked in a direction.

    Of three forms, the first comes twice: four divide the deal of answers evenly, and three would follow the horizons.
    """
    forms = tuple(form for form in TYPES[type_name] if direction in form.directions)
    return (*forms, forms[0]) if len(forms) == 3 else forms


def deal_of(type_name: str, direction: Direction) -> Deal:
    """What the questions of a type and a direction balance."""
    return Deal(form=len(forms_of(type_name, direction)), answer=ANSWERS)


def make_draft(type_name: str, direction: Direction, hand: Hand, rng: Rng) -> Draft:
    """A question of a type in a direction."""
    form = forms_of(type_name, direction)[hand["form"]]
    viewpoint = VIEWPOINTS[hand.one_of(len(VIEWPOINTS))]
    horizon = HORIZONS[hand.one_of(len(HORIZONS))]
    wanted = form.fixed[hand["answer"]] if hand["answer"] < len(form.fixed) else None
    if rng.random() < LENIENT:
        horizon, wanted = HORIZONS[int(rng.integers(len(HORIZONS)))], None
    kinds = [k for k in EVENTS if _suits(form, viewpoint, k)]
    if not kinds:  # nothing to ride on
        viewpoint = "exo-exo" if "-" in viewpoint else "exo"
        kinds = [k for k in EVENTS if _suits(form, viewpoint, k)]
    kinds = [k for k in kinds if form.intent or _traits(k).seconds >= horizon[0] + LEAST] or kinds
    event = make_event(kinds[int(rng.integers(len(kinds)))], rng)
    if overlap_depth(event.world) > OVERLAPPING:
        raise Rejected("things stand in each other")
    motion = event.play()
    _reject_crash(event, motion)
    tracks = Tracks.of(motion)
    _reject_moved_places(event, tracks)
    reject_off_the_ground(tracks)
    reason, looked = Rejected("there is nothing to ask"), 0
    for _ in range(CUTS):
        try:
            cut, moment = _moments(form, event, direction, horizon, rng)
            rider = event.riders[int(rng.integers(len(event.riders)))] if "ego" in viewpoint else ""
            happening = Happening(event, tracks, cut, moment, rider)
            query, right, clip = _asked(form, viewpoint, wanted, happening, rng)
            reject_hasty(query, right, clip, tracks)
            looked += 1
            reject_unseen(query, clip, tracks)
            if "-" in viewpoint:
                reject_blank_reference(query, tracks)
            margin = reject_undecided(query, right, motion, rng)
            margin = min(margin, reject_coarse(query, right, event.world))
            return _draft(query, right, clip, margin, event, motion, hand, rng)
        except Rejected as rejected:
            reason = rejected
            if looked == LOOKED:
                break
    raise reason


Asked = tuple[Prediction, Outcome, Eye]
"""A question, its outcome, and the eye of its clip."""


def _asked(form: Form, viewpoint: Viewpoint, wanted: str | None, happening: Happening, rng: Rng) -> Asked:
    """The first question at a cut with a clear outcome that is due."""
    asks = list(form.asks(happening))
    reason = Rejected("there is nothing to ask")
    for k in rng.permutation(len(asks)).tolist()[:ASKS]:
        clip, eye = eyes(
            viewpoint, happening.event, happening.tracks, happening.cut, happening.moment, happening.rider, rng
        )
        try:
            return _one(form, viewpoint, wanted, asks[k], clip, eye, happening, rng)
        except Rejected as rejected:
            reason = rejected
    raise reason


def _one(
    form: Form, viewpoint: Viewpoint, wanted: str | None, ask: Ask, clip: Eye, eye: Eye, happening: Happening, rng: Rng
) -> Asked:
    event, tracks = happening.event, happening.tracks
    query = Prediction(
        form=form.name,
        direction="forward" if happening.forward else "backward",
        viewpoint=viewpoint,
        about=ask.about,
        zone=ask.zone,
        moment=round(happening.moment, 4),
        cut=happening.cut,
        eye=eye,
        seconds=event.seconds,
        drives=event.drives,
        zones=event.zones,
        group=event.group,
        intents=event.intents,
    )
    reject_out_of_frame(query, clip, tracks)
    right = form.read(query, tracks)
    if right.margin < 0:
        raise Rejected("the outcome is not clear")
    due = right.right == wanted if wanted is not None else len(form.fixed) != 1 or right.right not in form.fixed
    if not due:
        raise Rejected("another answer is due")
    if not 2 <= len(right.wrong) <= 4:
        raise Rejected("there are too few options")
    if not (form.intent or form.spans) and (form.by_view or right.right not in form.fixed):
        shown = form.read(replace(query, moment=query.cut), tracks)
        if shown.right == right.right and rng.random() > UNCHANGED:
            raise Rejected("the cut shows the answer already")
    return query, right, clip


def _draft(
    query: Prediction, right: Outcome, clip: Eye, margin: float, event: Event, motion: Motion, hand: Hand, rng: Rng
) -> Draft:
    step = 1 / FPS
    forward = query.direction == "forward"
    seen, unseen = (
        ((0.0, query.cut), (query.cut + step, event.seconds))
        if forward
        else ((query.cut, event.seconds), (0.0, query.cut - step))
    )
    shots = [
        Shot(
            role="clip",
            world=event.world,
            recording=Recording.of(motion, *seen, fps=FPS),
            camera=clip.camera,
            rides=clip.rides,
        )
    ]
    if "-" in query.viewpoint:
        still = motion.at(query.cut)
        shots.append(Shot(role="reference", label="the reference picture", world=still, camera=query.eye.camera))
    shots.append(
        Shot(
            role="outcome",
            world=event.world,
            recording=Recording.of(motion, *unseen, fps=FPS),
            camera=clip.camera,
            rides=clip.rides,
        )
    )
    options = hand.place_options(right.right, right.wrong, rng)
    return Draft(
        query=query,
        shots=tuple(shots),
        words=_words(query, event, rng),
        answer=Choice(option=right.right),
        options=options,
        gates=GATES,
        margin=margin,
        trace={"event": event.kind, "category": event.category, "cut": query.cut, "moment": query.moment},
    )


def _words(query: Prediction, event: Event, rng: Rng) -> tuple[Words, ...]:
    world = event.world
    named = [world[n].phrase for n in query.about]
    form = FORMS[query.form]
    gaps = dict(zip("ab", named[: form.names], strict=False))
    if not form.intent:
        gaps |= {"span": f"the {when_words(query)}"} if form.spans else {"when": when_words(query)}
    if query.zone:
        gaps["zone"] = query.zone
    if form.counts:
        gaps["group"] = group_words(query, named)
    views = "two_views" if "-" in query.viewpoint else query.viewpoint
    setting = views if form.by_view else f"{views}_real"
    return (
        video.draw_words(rng, f"cut.{query.direction}"),
        video.draw_words(rng, f"setting.{setting}"),
        video.draw_words(rng, f"{query.form}.{query.direction}", **gaps),
    )


def when_words(query: Prediction) -> str:
    """The moment that is asked about, in words."""
    seconds = f"{query.gap:.1f} seconds"
    return f"{seconds} after the clip ends" if query.direction == "forward" else f"{seconds} before the clip begins"


def group_words(query: Prediction, named: list[str]) -> str:
    """What is counted, in words."""
    if query.form != "moving" and query.group:
        return f"{len(named)} {query.group}"
    return f"{', '.join(named[:-1])} and {named[-1]}"


def _moments(
    form: Form, event: Event, direction: Direction, horizon: tuple[float, float], rng: Rng
) -> tuple[float, float]:
    """A cut on a frame, and a moment so far from it that the clip is long enough."""
    near, far = horizon
    gap = round(float(rng.uniform(near, max(near, min(far, event.seconds - LEAST)))), 1)
    if form.intent:
        cut = round(float(rng.uniform(*event.telling)) * FPS) / FPS
        return cut, min(event.seconds - 0.1, _done(event, cut))
    if direction == "forward":
        first, last = SHOWN, event.seconds - gap - 0.2
    else:
        first, last = gap + 0.15, event.seconds - SHOWN
    if last <= first or gap < 0.4:
        raise Rejected("the event is too short")
    cut = round(float(rng.uniform(first, last)) * FPS) / FPS
    return cut, cut + gap if direction == "forward" else cut - gap


def _done(event: Event, cut: float) -> float:
    """When the body that is about to choose has done what it is at, at a cut."""
    legs = next(drive.legs for drive in event.drives if drive.name == event.chooser)
    return next((end for end in accumulate(leg.seconds for leg in legs) if end > cut), event.seconds)


def _reject_moved_places(event: Event, tracks: Tracks) -> None:
    """Reject an event in which a place that things may end up in, such as a crate, is moved itself."""
    places = {zone.phrase for zone in event.zones}
    for body in event.world.bodies:
        if body.phrase in places:
            moved = float(np.ptp(tracks.path(body.name), axis=0).max())
            if moved > PLACE_MOVED or tracks.most_tilt_deg(body.name, 0.0, event.seconds) > PLACE_TIPPED_DEG:
                raise Rejected("a place is moved itself")


def _reject_crash(event: Event, motion: Motion) -> None:
    """Reject vehicles that drive through each other: motors know no crash."""
    driven = {drive.name for drive in event.drives}
    traffic = driven if event.category == "driving" else set()
    for touch in motion.contacts:
        pair = {touch.a, touch.b}
        if pair <= set(event.world.names) and (pair <= driven or pair & traffic):
            raise Rejected("vehicles run into something")


@cache
def _traits(kind: str) -> Event:
    """An event of a kind, to see what it has."""
    return make_event(kind, np.random.default_rng(0))


def _suits(form: Form, viewpoint: Viewpoint, kind: str) -> bool:
    """Whether a form can be asked of a kind of event, filmed like this."""
    event, rider = _traits(kind), "ego" in viewpoint
    if (rider and not (event.riders and form.ridden)) or len(event.actors) - rider < form.least:
        return False
    return not form.events or kind in form.events
