"""Compatibility: a body is let go over a container; does it come to rest inside, below the rim?

L1 has an empty container. In L2 it holds something already, and whenever the answer is no, the contents are why.
"""

from __future__ import annotations

from dataclasses import replace as with_fields
from typing import Any

import numpy as np

from diorama.kinds import Choice, Query, listing
from diorama.sight import Shot, see
from diorama.suites.causal.compatibility_scenes import (
    PLACES,
    ROOMY,
    Scene,
    camera_over,
    filled,
    hung_over,
    placed_container,
    reject_hidden,
)
from diorama.suites.causal.guessers import choosers, fits_flatly, flat_choice
from diorama.suites.causal.options import NO, YES, yes_or_no
from diorama.suites.causal.scenes import one_of
from diorama.suites.causal.suite import causal
from diorama.suites.dealing import Deal, Hand
from diorama.suites.drafts import Draft, Rejected
from diorama.suites.flat import FlatScene
from diorama.whatif import Drop, Fit, Intervention, Nudge, fits_into, survives
from diorama.world import Camera, World, replace
from diorama.world.mjcf import usual_timestep
from diorama.world.poses import outline_points

Rng = np.random.Generator

CLEAR, CLEAR_SHARE = 0.18, 0.12
"""Body heights, and depths of the container, by which the highest point must end below or above the opening: a third
of a plate's height is a few millimetres, which nobody sees in a bucket."""
NUDGED, NUDGED_FILLED = 0.6 * CLEAR, 0.25
"""Body heights that are left of that in the worst of the nudged drops: how a body comes to rest on contents is harder
to foresee than how it does on a bottom."""
PUSH = 0.02
"""Metres: a container that is pushed farther or tipped over makes a poor question."""
SMALL, FITTING, TIGHT = (0.35, 0.85), (0.4, 1.0), (0.7, 1.3)
"""Widths of a falling body against the opening, where it should fit and where not: near fits are in both."""
LOW, HIGH = (0.2, 0.6), (0.45, 0.85)
"""How high contents stand in the container, against its depth, where there should be room left and where not."""
DROPS = 5
"""Bodies tried over one container."""
NUDGES = 8
NUDGE = Nudge(shift=0.003, turn_deg=2.0, scale=0.012, velocity=0.0, camera=0.0)
"""Of the falling body alone: about how well a reader can judge its size and place."""

DEAL, DEAL_FILLED = Deal(answer=2, container=len(PLACES)), Deal(answer=2, container=len(ROOMY))


class Fall(Query):
    """Which body is let go over which container, and what that holds already."""

    falling: str
    container: str
    contents: tuple[str, ...] = ()

    def form_name(self) -> str:
        return self.container

    def intervention(self) -> Intervention:
        return Drop(name=self.falling)

    def bodies(self) -> tuple[str, ...]:
        return (self.falling, self.container)


@causal.task("compatibility", level="L1", kind="choice", query=Fall, deal=DEAL, guessers=choosers((YES, NO)))
def compatibility(turn: int, rng: Rng) -> Draft:
    """Hang a body over an empty container and ask whether it would fit in."""
    hand = DEAL.hand(turn)
    container, want = list(PLACES)[hand["container"]], hand["answer"] == 0
    ratio = FITTING if want else TIGHT
    world = placed_container(container, rng)
    for _ in range(DROPS):
        elevation = float(rng.uniform(22, 48))
        scene = _hung(world, container, (), ratio, elevation, rng)
        fit = _plain(scene)
        if fit is not None and fit.fits == want:
            return _draft(scene, fit, elevation, hand, rng, {})
    raise Rejected("no body over this container gave a plain answer of the kind that is due")


@causal.task("compatibility", level="L2", kind="choice", query=Fall, deal=DEAL_FILLED, guessers=choosers((YES, NO)))
def compatibility_filled(turn: int, rng: Rng) -> Draft:
    """Hang a body over a container that holds something; if it does not fit, it would have fitted without that."""
    hand = DEAL_FILLED.hand(turn)
    container, want = ROOMY[hand["container"]], hand["answer"] == 0
    world, contents = filled(placed_container(container, rng), container, LOW if want else HIGH, rng)
    for _ in range(2 * DROPS):
        elevation = float(rng.uniform(32, 58))
        scene = _hung(world, container, contents, SMALL if want else FITTING, elevation, rng)
        fit = _plain(scene)
        if fit is None or fit.fits != want:
            continue
        empty = _plain(Scene(scene.world.without(contents), scene.falling, container))
        if empty is not None and empty.fits:
            note = {"clearance_without_contents": round(empty.clearance, 4)}
            return _draft(scene, fit, elevation, hand, rng, note)
    raise Rejected("no body over this filled container gave a plain answer of the kind that is due")


@compatibility.answer
@compatibility_filled.answer
def answer(query: Fall, world: World, camera: Camera) -> Choice:
    """Let it fall and see."""
    return Choice(option=_word(fits_into(world, query.falling, query.container)))


@compatibility.flat
@compatibility_filled.flat
def flat(query: Fall, scene: FlatScene, rng: Rng, groundline: bool) -> Choice:
    """Yes if the box of the falling body is narrower than the widest of the others."""
    others = (query.container, *query.contents)
    return fits_flatly(query.falling, others, scene) or flat_choice(query, scene, rng, groundline)


def _hung(
    world: World, container: str, contents: tuple[str, ...], ratio: tuple[float, float], elevation: float, rng: Rng
) -> Scene:  # fmt: skip
    top = max((float(outline_points([world[n]])[:, 2].max()) for n in contents), default=0.0)
    hung = hung_over(world, container, ratio, rng, low=top, elevation_deg=elevation)
    return Scene(hung, hung.bodies[-1].name, container, contents)


def _plain(scene: Scene) -> Fit | None:
    """Where the body comes to rest; None if that is in doubt."""
    fit = fits_into(scene.world, scene.falling, scene.container, held=scene.contents)
    return fit if fit.margin >= CLEAR and fit.share >= CLEAR_SHARE and fit.pushed < PUSH else None


def _draft(scene: Scene, fit: Fit, elevation: float, hand: Hand, rng: Rng, note: dict[str, Any]) -> Draft:
    world, falling, container = scene.world, scene.falling, scene.container
    camera = camera_over(scene, elevation, rng)
    reject_hidden(scene, see(world, camera))
    called = {"falling": world[falling].phrase, "container": world[container].phrase}
    words = [causal.draw_words(rng, "compatibility.setting")]
    held = [one_of(world[n].phrase) for n in scene.contents]
    if held:
        gaps = {"contents": listing(held), "container": called["container"]}
        words.append(causal.draw_words(rng, "compatibility.held", **gaps))
    words.append(causal.draw_words(rng, "compatibility.ask", **called))
    words.append(causal.draw_words(rng, "compatibility.meaning", container=called["container"]))
    query = Fall(falling=falling, container=container, contents=scene.contents)
    draft = Draft(
        query=query,
        shots=(Shot(world=world, camera=camera),),
        words=tuple(words),
        options=yes_or_no(fit.fits, hand, rng),
        answer=Choice(option=_word(fit)),
        gates=("plain to see", "clear of the rim", "container stays put", "survives nudges"),
        trace={
            "clearance": round(fit.clearance, 4), "pushed": round(fit.pushed, 4),
            "rests_at": list(fit.end[falling].position), "rests_turned": list(fit.end[falling].quaternion), **note,
        },
    )  # fmt: skip
    return _confirmed(draft, query, rng)


def _confirmed(draft: Draft, query: Fall, rng: Rng) -> Draft:
    """Drop it again slightly shifted, turned and scaled; the container is held."""
    falling, container = query.falling, query.container
    others = tuple(replace(b, fixed=b.name != falling) for b in draft.world.bodies)

    def again(world: World, camera: Camera) -> tuple[bool, float]:
        freed = replace(world, bodies=tuple(replace(b, fixed=b.name == container) for b in world.bodies))
        fit = fits_into(freed, falling, container, held=query.contents)
        return fit.fits, fit.margin

    finer = fits_into(draft.world, falling, container, timestep=usual_timestep(draft.world) / 2)
    if finer.fits != (draft.answer == Choice(option=YES)):
        raise Rejected("the answer depends on the time step")
    held = replace(draft.world, bodies=others)
    result = survives(again, held, draft.camera, rng, count=NUDGES, nudge=NUDGE)
    if not result.holds or result.margin < (NUDGED_FILLED if query.contents else NUDGED):
        raise Rejected("the answer changes under a nudge")
    trace = {**draft.trace, "nudges_tried": result.tried, "smallest_margin": round(result.margin, 4)}
    return with_fields(draft, margin=result.margin, trace=trace)


def _word(fit: Fit) -> str:
    return YES if fit.fits else NO
