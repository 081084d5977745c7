"""From a type of question to a draft: an event, a cut, a form, two eyes, the gates, the words."""

from __future__ import annotations

from functools import cache

import numpy as np

from diorama.kinds import Choice
from diorama.sight import FPS, Shot
from diorama.suites.dealing import Deal, Hand
from diorama.suites.drafts import Draft, Rejected
from diorama.suites.video.eyes import eyes
from diorama.suites.video.gates import (
    GATES,
    reject_blank_reference,
    reject_out_of_frame,
    reject_undecided,
    reject_unseen,
)
from diorama.suites.video.query import VIEWPOINTS, Direction, Eye, Prediction, Viewpoint
from diorama.suites.video.questions import TYPES, Ask, Form, Happening, Outcome
from diorama.suites.video.suite import video
from diorama.suites.video.tracks import Tracks, frozen
from diorama.suites.words import MediaPart, QuestionPart, TextPart, Words
from diorama.world import Motion
from diorama.world.events import EVENTS, Event, make_event
from diorama.world.recording import Recording

Rng = np.random.Generator

HORIZONS = ((0.5, 2.0), (2.1, 5.0), (5.2, 8.0))
"""Seconds between the cut and the moment that is asked about: short, middle and long."""
SHOWN = 1.6
"""Seconds that a clip shows at least."""
LEAST = SHOWN + 0.8
"""Seconds that an event must be longer than the time between the cut and the moment."""
CUTS = 14
"""Places for the cut tried in one event."""
ASKS = 8
"""Questions tried at one cut."""
LOOKED = 6
"""How often in one event it is looked closely whether the clip shows enough: that takes long."""
ANSWERS = 4
"""Answers that are dealt; where a form has fewer, the rest are left to chance."""
LENIENT = 0.12
"""In how many attempts the answer and the horizon are left to chance: not all that is dealt can happen."""
UNCHANGED = 0.25
"""How often the answer may be the one that the cut shows already."""


def forms_of(kind: str, direction: Direction) -> tuple[Form, ...]:
    """The forms of a type that can be asked in a direction."""
    backward = {
        "side",
        "heading",
        "nearest_to",
        "nearest_viewer",
        "gap",
        "fastest",
        "change",
        "largest",
        "facing",
        "whereabouts",
        "was_first_in",
        "within",
        "moving",
    }
    forward = {form.name for forms in TYPES.values() for form in forms} - {"was_first_in"}
    names = forward if direction == "forward" else backward
    forms = tuple(form for form in TYPES[kind] if form.name in names)
    return (*forms, forms[0]) if len(forms) == 3 else forms  # an even deal with three horizons needs no three forms


def deal_of(kind: str, direction: Direction) -> Deal:
    """What the questions of a type and a direction balance."""
    return Deal(form=len(forms_of(kind, direction)), answer=ANSWERS)


def make_draft(kind: str, direction: Direction, hand: Hand, rng: Rng) -> Draft:
    """A question of a type in a direction."""
    form = forms_of(kind, direction)[hand["form"]]
    viewpoint = VIEWPOINTS[hand.one_of(len(VIEWPOINTS))]
    horizon = HORIZONS[hand.one_of(len(HORIZONS))]
    wanted = form.fixed[hand["answer"]] if hand["answer"] < len(form.fixed) else None
    if rng.random() < LENIENT:
        horizon, wanted = HORIZONS[int(rng.integers(len(HORIZONS)))], None
    kinds = [k for k in EVENTS if _suits(form, viewpoint, k)]
    if not kinds:  # nothing to ride on
        viewpoint = "exo-exo" if "-" in viewpoint else "exo"
        kinds = [k for k in EVENTS if _suits(form, viewpoint, k)]
    kinds = [k for k in kinds if form.decided or _traits(k).seconds >= horizon[0] + LEAST] or kinds
    event = make_event(kinds[int(rng.integers(len(kinds)))], rng)
    motion = event.play()
    _reject_crash(event, motion)
    tracks = Tracks.of(motion)
    rider = event.riders[int(rng.integers(len(event.riders)))] if "ego" in viewpoint else ""
    reason, looked = Rejected("there is nothing to ask"), 0
    for _ in range(CUTS):
        try:
            cut, moment = _moments(form, event, direction, horizon, rng)
            happening = Happening(event, tracks, cut, moment, rider)
            query, right, clip = _asked(form, viewpoint, wanted, happening, rng)
            looked += 1
            reject_unseen(query, clip, tracks)
            if "-" in viewpoint:
                reject_blank_reference(query, tracks)
            margin = reject_undecided(query, right, motion, rng)
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
    until = max(happening.cut, happening.moment)
    for k in rng.permutation(len(asks)).tolist()[:ASKS]:
        clip, eye = eyes(viewpoint, happening.event, happening.tracks, happening.cut, until, happening.rider, rng)
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
    if not form.decided and (form.by_view or right.right not in form.fixed):
        shown = form.read(query, frozen(tracks, query.cut, "after" if happening.forward else "before"))
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
    parts: list[TextPart | MediaPart | QuestionPart] = [MediaPart(media="clip")]
    if "-" in query.viewpoint:
        shots.append(Shot(role="reference", world=motion.at(query.cut), camera=query.eye.camera))
        parts += [TextPart(text="The reference picture:"), MediaPart(media="reference")]
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
        parts=(*parts, QuestionPart()),
        gates=GATES,
        margin=margin,
        trace={"event": event.kind, "category": event.category, "cut": query.cut, "moment": query.moment},
    )


def _words(query: Prediction, event: Event, rng: Rng) -> tuple[Words, ...]:
    world = event.world
    named = [world[n].phrase for n in query.about]
    gaps = {"span": span_words(query)} if query.form in FIRSTS else {"when": when_words(query)}
    if query.form in ("side", "gap"):
        gaps |= {"a": named[0], "b": named[1]}
    elif query.form in ("intent", "heading", "change", "standing", "whereabouts", "facing", "nearest_to"):
        gaps |= {"a": named[0]}
    if query.zone:
        gaps["zone"] = query.zone
    if query.form in ("fallen", "within", "moving"):
        gaps["group"] = group_words(query, named)
    setting = "two_views" if "-" in query.viewpoint else "ego" if query.viewpoint == "ego" else "exo"
    return (
        video.draw_words(rng, f"cut.{query.direction}"),
        video.draw_words(rng, f"setting.{setting}"),
        video.draw_words(rng, f"{query.form}.{query.direction}", **gaps),
    )


def when_words(query: Prediction) -> str:
    """The moment that is asked about, in words."""
    seconds = f"{query.gap:.1f} seconds"
    return f"{seconds} after the clip ends" if query.direction == "forward" else f"{seconds} before the clip begins"


def span_words(query: Prediction) -> str:
    """The time that counts where it is asked what comes first, in words."""
    return f"the {when_words(query)}"


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
    if form.decided:
        first, last = event.telling
        gap = min(gap, event.seconds - last - 0.1)
    elif direction == "forward":
        first, last = SHOWN, event.seconds - gap - 0.2
    else:
        first, last = gap + 0.15, event.seconds - SHOWN
    if last <= first or gap < 0.4:
        raise Rejected("the event is too short")
    cut = round(float(rng.uniform(first, last)) * FPS) / FPS
    return cut, cut + gap if direction == "forward" else cut - gap


def _reject_crash(event: Event, motion: Motion) -> None:
    """Reject vehicles that drive through each other: motors know no crash."""
    driven = {drive.name for drive in event.drives}
    parked = driven if event.category == "driving" else set()
    for touch in motion.contacts:
        pair = {touch.a, touch.b}
        if pair <= set(event.world.names) and (pair <= driven or pair & parked):
            raise Rejected("vehicles run into something")


@cache
def _traits(kind: str) -> Event:
    """An event of a kind, to see what it has."""
    return make_event(kind, np.random.default_rng(0))


FIRSTS = ("first_in", "first_out", "was_first_in", "first_falls")
"""Forms that ask what comes first in a span of time."""
ONLY: dict[str, tuple[str, ...]] = {
    "intent": ("crossing_turn", "overtaking", "parking"),
    "heading": ("crossing_turn", "following", "overtaking", "parking", "toy_patrol", "turntable"),
    "standing": ("roll_down_ramp", "knocked_over", "wrecking_ball"),
    "whereabouts": ("throw_into_boxes", "ball_hits_ball", "roll_down_ramp"),
    "facing": ("crossing_turn", "parking", "turntable"),
    "first_in": ("rolling_race", "ball_hits_ball", "slide_down"),
    "first_out": ("conveyor_ride", "belt_pusher", "pushed_off"),
    "was_first_in": ("rolling_race", "ball_hits_ball", "slide_down"),
    "first_falls": ("knocked_over", "dominoes", "wrecking_ball"),
    "fallen": ("bowling", "dominoes", "knocked_over", "wrecking_ball"),
    "within": ("conveyor_ride", "belt_pusher", "slide_down", "spilled_balls"),
}
"""The kinds of events that a form can be asked of, where these are not all."""


def _suits(form: Form, viewpoint: Viewpoint, kind: str) -> bool:
    """Whether a form can be asked of a kind of event, filmed like this."""
    event, rider = _traits(kind), "ego" in viewpoint
    if (rider and not (event.riders and form.ridden)) or len(event.actors) - rider < form.least:
        return False
    return form.name not in ONLY or kind in ONLY[form.name]
