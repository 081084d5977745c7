"""Why answers about what a clip does not show are right: the event is played again, and measured at the moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

import numpy as np

from diorama.data import Sample
from diorama.exchange.training.explanations.phrases import by_number, called, said
from diorama.kinds import listing
from diorama.sight import see
from diorama.suites import Words
from diorama.suites.video.query import DIRECTIONS, Prediction
from diorama.suites.video.questions import FORMS, TYPES
from diorama.suites.video.questions.state import FALLEN_DEG
from diorama.suites.video.tracks import Tracks
from diorama.world import oriented_box
from diorama.world.motors import play

Facts = Callable[[Prediction, Tracks, str], Sequence[Words]]
"""What is found at the moment of a question; the last argument is the right option."""


def prediction(sample: Sample) -> Sequence[Words] | None:
    """When it is, and what is found then."""
    world, _ = sample.view("an explanation")
    query = cast(Prediction, sample.query)
    tracks, right = Tracks.of(play(world, query.drives, query.seconds)), sample.answer.words({})
    facts = _FACTS.get(query.form)
    if facts is None or FORMS[query.form].read(query, tracks).right != right:
        return None
    if FORMS[query.form].intent:
        return facts(query, tracks, right)
    side = "after the clip ends" if query.direction == "forward" else "before the clip begins"
    when = said("video.spans" if FORMS[query.form].spans else "video.when", gap=f"{query.gap:.1f}", side=side)
    return [when, *facts(query, tracks, right)]


def _stated(wording: str) -> Facts:
    """The right option as a statement about the bodies of the question."""

    def facts(query: Prediction, tracks: Tracks, right: str) -> Sequence[Words]:
        names = dict(zip("ab", (tracks.world[n].phrase for n in query.about), strict=False))
        return [said(wording, **names, right=right)]

    return facts


def _distances(query: Prediction, tracks: Tracks, right: str) -> Sequence[Words]:
    """How far each of some bodies is from the first one, or from the camera."""
    from_camera = query.form == "nearest_camera"
    world = tracks.at(query.moment)
    names = query.about if from_camera else query.about[1:]
    eye = tracks.camera(query.eye, query.moment).position
    here = np.asarray(eye) if from_camera else oriented_box(world[query.about[0]]).centre
    far = {n: float(np.linalg.norm(oriented_box(world[n]).centre - here)) for n in names}
    centre = "the camera" if from_camera else world[query.about[0]].phrase
    return [said("video.distances", centre=centre, each=_each(tracks, far, "{:.2f} m")),
            said("video.nearest", right=right)]  # fmt: skip


def _gap(query: Prediction, tracks: Tracks, right: str) -> Sequence[Words]:
    """How far apart two bodies are at the cut and at the moment."""
    then, now = (
        float(np.linalg.norm(np.subtract(*(oriented_box(tracks.at(when)[n]).centre for n in query.about))))
        for when in (query.moment, query.cut)
    )
    names = dict(zip("ab", (tracks.world[n].phrase for n in query.about), strict=True))
    edge = "at the end of the clip" if query.direction == "forward" else "at the beginning of the clip"
    return [said("video.gap", **names, then=f"{then:.2f} m", now=f"{now:.2f} m", edge=edge, right=right)]


def _speeds(query: Prediction, tracks: Tracks, right: str) -> Sequence[Words]:
    """How fast each of some bodies is."""
    paces = {n: tracks.pace(n, query.moment) for n in query.about}
    return [said("video.speeds", each=_each(tracks, paces, "{:.2f} m/s", falling=True), right=right)]


def _change(query: Prediction, tracks: Tracks, right: str) -> Sequence[Words]:
    """How fast a body is at the cut and at the moment."""
    then, now = (f"{tracks.pace(query.about[0], when):.2f} m/s" for when in (query.moment, query.cut))
    edge = "at the end of the clip" if query.direction == "forward" else "at the beginning of the clip"
    return [said("video.change", a=tracks.world[query.about[0]].phrase, then=then, now=now, edge=edge, right=right)]


def _largest(query: Prediction, tracks: Tracks, right: str) -> Sequence[Words]:
    """How much of the picture each of some bodies covers."""
    camera = tracks.camera(query.eye, query.moment)
    sight = see(tracks.at(query.moment), camera)
    shares = {n: 100 * sight.visible_px(n) / (camera.width * camera.height) for n in query.about}
    return [said("video.largest", each=_each(tracks, shares, "{:.1f} %", falling=True), right=right)]


def _first(query: Prediction, tracks: Tracks, right: str) -> Sequence[Words]:
    """Which of some bodies does it first, or that none does."""
    phrases = {tracks.world[n].phrase for n in query.about}
    what = {"first_out": "leaves", "first_falls": "falls"}.get(query.form, "enters")
    zone = f" {query.zone}" if query.zone and what != "falls" else ""
    deed = {"leaves": f"leaves{zone}", "falls": "falls over", "enters": f"gets to{zone}"}[what]
    listed = called(tracks.world, query.about)
    if right not in phrases:
        return [said("video.none_does", names=listed, deed=deed)]
    return [said("video.does_first", names=listed, right=right, deed=deed)]


def _counted(query: Prediction, tracks: Tracks, right: str) -> Sequence[Words]:
    """Which bodies count."""
    if query.form == "fallen":
        those = [n for n in query.about if tracks.tilt_deg(n, query.moment) > FALLEN_DEG]
        states = ("has fallen over", "have fallen over")
    elif query.form == "within":
        zone = next(z for z in query.zones if z.phrase == query.zone)
        those = [n for n in query.about if zone.depth_of(tracks.middle(n, query.moment)) > 0]
        states = (f"is in or on {query.zone}", f"are in or on {query.zone}")
    else:
        those = [n for n in query.about if tracks.stir(n, query.moment) / tracks.still_pace(n) > 1]
        states = ("is moving", "are moving")
    phrases = [tracks.world[n].phrase or f"the {tracks.world[n].noun}" for n in those]
    if not those or len(set(phrases)) < len(phrases):  # a crowd of the same
        return [said("video.count", count=right, of=str(len(query.about)), state=by_number(those, *states))]
    return [said("video.count_of", names=listing(phrases), count=right, of=str(len(query.about)),
                 state=by_number(those, *states))]  # fmt: skip


def _each(tracks: Tracks, values: Mapping[str, float], form: str, *, falling: bool = False) -> str:
    """``the mug (0.42 m), the vase (0.61 m)``, in order of size."""
    ranked = sorted(values, key=lambda name: (-values[name] if falling else values[name], name))
    return listing([f"{tracks.world[n].phrase} ({form.format(values[n])})" for n in ranked])


_FACTS: dict[str, Facts] = {
    **{name: _stated(f"video.{name}") for name in ("side", "intent", "heading", "standing", "whereabouts", "facing")},
    **dict.fromkeys(("nearest_to", "nearest_camera"), _distances),
    "gap": _gap,
    "fastest": _speeds,
    "change": _change,
    "largest": _largest,
    **dict.fromkeys(("first_in", "first_out", "was_first_in", "first_falls"), _first),
    **dict.fromkeys(("fallen", "within", "moving"), _counted),
}

EXPLAINERS: Mapping[tuple[str, str], object] = {(kind, way): prediction for kind in TYPES for way in DIRECTIONS}
