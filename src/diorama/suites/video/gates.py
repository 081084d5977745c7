"""Gates: a question is asked only if the clip shows what is needed and decides the answer."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from diorama.sight import Sight, see
from diorama.suites.drafts import Rejected
from diorama.suites.video.foresight import courses
from diorama.suites.video.query import Eye, Prediction
from diorama.suites.video.questions import FORMS, Outcome
from diorama.suites.video.tracks import Tracks, curved
from diorama.whatif import Nudge, nudged
from diorama.world import Camera, Motion, World, project, replace
from diorama.world.mjcf import usual_timestep
from diorama.world.motors import play
from diorama.world.poses import outline_points

Rng = np.random.Generator

SHOWN_PX, SHOWN_SHARE = 120, 0.45
"""Pixels, and share of its outline, that must be seen of each body that a question names …"""
LOOKS = (0.0, 0.4, 0.8)
"""… at these moments before the cut, or after it, seconds; in two of them at least. A camera that rides on something
must see it in all of them, and whole: how far away it is can be told only by how it grows."""
COVERED = 0.45
"""The share of the picture that one thing may cover at the cut."""
NUDGE = Nudge(shift=0.004, turn_deg=1.5, scale=0.0, velocity=0.035, camera=0.0)
"""About what the eye cannot tell: some millimetres, a degree or two of a way, some hundredths of a speed.

Motors hold their own speed; what may become of them is varied by `foresight.courses`.
"""
MISJUDGED, MISJUDGED_RIDING = 0.1, 0.2
"""By which share of the time to the moment somebody may be wrong; more where the camera moves, too."""
REFERENCE_BODIES = 2
"""Things that a reference picture shows at least: it tells where its camera stands."""
AFTER = 0.5
"""Seconds that a repetition goes on after the moment, so that speeds can be told, and what comes just too late."""
SHIFTED = 0.05
"""The share of its length by which a thing has moved, plainly."""
FINER = 3
"""How many times finer; `verify` uses another step."""
GATES = (
    "seen in the clip", "clear of the edge", "the same a little sooner or later", "decided by the clip",
    "the same at a finer time step",
)  # fmt: skip


def reject_off_the_ground(tracks: Tracks) -> None:
    """Reject an event in which something goes beyond the edge of the ground: it would fall out of the world."""
    low, high = _ground(tracks.world)
    flat = tracks.middles[:, :, :2]
    if (flat < low).any() or (flat > high).any():
        raise Rejected("something goes beyond the ground")


def _ground(world: World) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The corners of what never moves, seen from above."""
    blocks = [block for fixture in world.fixtures for block in fixture.blocks if block.kind == "box"]
    at = np.array([block.position[:2] for block in blocks])
    half = np.array([block.size[:2] for block in blocks])
    return (at - half).min(axis=0), (at + half).max(axis=0)


def reject_out_of_frame(query: Prediction, clip: Eye, tracks: Tracks) -> None:
    """Reject what is not in the picture at the cut: quick, before it is looked at closely."""
    camera = tracks.camera(clip, query.cut)
    points = project(camera, np.stack([tracks.middle(name, query.cut) for name in query.about]))
    inside = (points[:, 2] > 0) & (abs(points[:, 0] - camera.width / 2) < camera.width / 2)
    if not inside.all():
        raise Rejected("what is asked about is out of the picture")


def reject_unseen(query: Prediction, clip: Eye, tracks: Tracks) -> None:
    """Reject a clip that hardly shows what the question is about, near the cut."""
    side = -1.0 if query.direction == "forward" else 1.0
    seen = dict.fromkeys(query.about, 0)
    for look in LOOKS:
        seconds = query.cut + side * look
        camera = tracks.camera(clip, seconds)
        sight = see(tracks.at(seconds), camera)
        for name, enough in seen_enough(sight, query.about).items():
            seen[name] += enough and (not clip.rides or _whole(tracks.at(seconds), camera, name))
        if look == 0.0 and max(map(sight.visible_px, sight.names)) > COVERED * camera.width * camera.height:
            raise Rejected("one thing covers the picture")
        if look == 0.0 and query.zone and not clip.rides:
            _reject_hidden_zone(query, camera)
    if min(seen.values()) < (len(LOOKS) if clip.rides else 2):
        raise Rejected("the clip hardly shows what is asked about")


def _whole(world: World, camera: Camera, name: str) -> bool:
    """Whether all of a body lies inside the picture."""
    points = project(camera, outline_points([world[name]]))
    inside = (points > 0).all(axis=1) & (points[:, 0] < camera.width) & (points[:, 1] < camera.height)
    return bool(inside.all())


def reject_hasty(query: Prediction, right: Outcome, clip: Eye, tracks: Tracks) -> None:
    """Reject an answer that changes, or is unclear, a little sooner or later: people misjudge how fast things go."""
    if FORMS[query.form].intent:
        return
    share = MISJUDGED_RIDING if clip.rides else MISJUDGED
    for times in (1 - share, 1 + share):
        moment = query.cut + times * (query.moment - query.cut)
        other = replace(query, moment=float(np.clip(moment, tracks.times[0], tracks.times[-1])))
        _lesser_margin(right, FORMS[query.form].read(other, tracks), "the answer hangs on a moment")


def reject_blank_reference(query: Prediction, tracks: Tracks) -> None:
    """Reject a reference picture in which hardly anything is seen."""
    sight = see(tracks.at(query.cut), tracks.camera(query.eye, query.cut))
    if sum(seen_enough(sight, sight.names).values()) < REFERENCE_BODIES:
        raise Rejected("the reference picture shows hardly anything")


def seen_enough(sight: Sight, names: Sequence[str]) -> dict[str, bool]:
    """Of which bodies enough is seen."""
    found = {}
    for name in names:
        whole = sight.silhouette_px(name)
        found[name] = bool(sight.visible_px(name) >= max(SHOWN_PX, SHOWN_SHARE * whole))
    return found


def _reject_hidden_zone(query: Prediction, camera: Camera) -> None:
    zone = next(z for z in query.zones if z.phrase == query.zone)
    middle = (np.asarray(zone.low) + np.asarray(zone.high)) / 2
    column, row, depth = project(camera, middle[None])[0]
    if not (depth > 0 and 0 < column < camera.width and 0 < row < camera.height):
        raise Rejected("the place that is asked about is out of view")


def reject_undecided(query: Prediction, right: Outcome, motion: Motion, rng: Rng) -> float:
    """Reject a question whose answer the clip does not decide; the smallest margin found, otherwise.

    Forward, the event goes on from a nudged state at the cut, several times, with motors that do what may be expected
    of them. Backward, what is seen of the motions right after the cut must lead back to the answer.
    """
    tracks, form = Tracks.of(motion), FORMS[query.form]
    if form.intent:
        return right.margin
    if query.direction == "backward":
        _reject_come_to_rest(query, tracks)
        back = form.read(query, curved(tracks, query.cut, "before"))
        return _lesser_margin(right, back, "the clip does not tell what came before")
    margin = right.margin
    now = motion.at(query.cut)
    ways = courses(query.drives, query.cut)
    for child, drives in zip(rng.spawn(len(ways)), ways, strict=True):
        other, _ = nudged(now, query.eye.camera, child, NUDGE)
        again = play(other, drives, query.moment - query.cut + AFTER, since=query.cut)
        outcome = form.read(query, spliced(tracks, again, query.cut))
        margin = min(margin, _lesser_margin(right, outcome, "the clip does not decide what comes"))
    return margin


def reject_coarse(query: Prediction, right: Outcome, world: World) -> float:
    """Reject a question whose answer is another one at a finer time step, from the very beginning; its margin there."""
    finer = play(world, query.drives, query.seconds, timestep=usual_timestep(world) / FINER)
    return _lesser_margin(right, FORMS[query.form].read(query, Tracks.of(finer)), "the answer hangs on the time step")


def _lesser_margin(right: Outcome, other: Outcome, reason: str) -> float:
    """The smaller margin of an outcome and of another one that must be the same and not on the edge."""
    if other.right != right.right or other.margin < 0:
        raise Rejected(reason)
    return min(right.margin, other.margin)


def _reject_come_to_rest(query: Prediction, tracks: Tracks) -> None:
    """Reject what has moved before the clip begins and is at rest in it: nobody can tell where it came from."""
    begin, end = tracks.index(query.moment), tracks.index(query.cut)
    moving = [
        n for n in query.about if any(tracks.stir(n, query.cut + s) > 2 * tracks.still_pace(n) for s in LOOKS[:2])
    ]
    for name in query.about:
        far = float(np.ptp(tracks.path(name)[begin : end + 1], axis=0).max())
        if name not in moving and far > SHIFTED * tracks.length(name):
            raise Rejected("what is asked about has come to rest")
    if not moving:
        raise Rejected("nothing that is asked about moves any more")


def spliced(tracks: Tracks, later: Motion, cut: float) -> Tracks:
    """Tracks up to the cut, and then another course of events."""
    kept = tracks.times < cut - 1e-9
    return Tracks(
        tracks.world,
        np.concatenate([tracks.times[kept], later.times + cut]),
        np.concatenate([tracks.positions[kept], later.positions]),
        np.concatenate([tracks.turns[kept], later.quaternions]),
    )
