"""A suite of your own with one task: which of two objects is nearer to the camera?"""

from __future__ import annotations

import numpy as np

from diorama.kinds import Answer, Choice, Query
from diorama.sight import Shot, see
from diorama.suites import Deal, Draft, Rejected, Suite, draw_up
from diorama.whatif import nearness, recognisable, survives
from diorama.world import Camera, World, default_camera, project
from diorama.world.layouts import kitchen_counter
from diorama.world.poses import outline_points

NOT_SURE = "Not sure"
DEAL = Deal(nearer_named=2)  # evenly first and second; the place of the right option is dealt with it
suite = Suite(
    "nearness",
    title="Which is nearer?",
    wordings={"ask": ("Which of the two is nearer to the camera: {one} or {other}?", "Is {one} or {other} nearer?")},
)


class Nearer(Query):
    """The two objects that are compared."""

    one: str
    other: str

    def bodies(self) -> tuple[str, ...]:
        return (self.one, self.other)


@suite.task("nearer", kind="choice", query=Nearer, title="which is nearer", deal=DEAL)
def nearer(turn: int, rng: np.random.Generator) -> Draft:
    """Two objects on a counter, plainly at different distances."""
    world = kitchen_counter(seed=int(rng.integers(2**62)), objects=6)
    camera = default_camera(world)
    sight = see(world, camera)
    plain = [n for n in world.inventory if recognisable(sight, n)]
    if len(plain) < 2:
        raise Rejected("too few objects are plain to see")
    near, far = sorted((str(n) for n in rng.permutation(plain)[:2]), key=lambda n: nearness(sight, n))
    gap = nearness(sight, far) - nearness(sight, near)
    if gap < 0.1:
        raise Rejected("the two are about equally near")
    hand = DEAL.hand(turn)
    query = Nearer(one=near, other=far) if hand["nearer_named"] == 0 else Nearer(one=far, other=near)
    if not survives(lambda w, c: (answer(query, w, c), 0.0), world, camera, rng).holds:
        raise Rejected("the answer changes under a nudge")
    return Draft(
        query=query,
        shots=(Shot(world=world, camera=camera),),
        words=(suite.draw_words(rng, "ask", one=world[query.one].phrase, other=world[query.other].phrase),),
        answer=answer(query, world, camera),
        options=hand.place_options(world[near].phrase, (world[far].phrase, NOT_SURE), rng),
        gates=("plain to see", "plainly apart", "survives nudges"),
        margin=gap,
    )


@nearer.answer
def answer(query: Nearer, world: World, camera: Camera) -> Choice:
    """By the nearest point that a ray meets."""
    sight = see(world, camera)
    return Choice(option=world[min(query.bodies(), key=lambda n: nearness(sight, n))].phrase)


@nearer.check
def by_vertices(query: Nearer, answer: Answer, world: World, camera: Camera) -> str | None:
    """By the nearest vertex of each mesh; no ray is cast."""
    depth = {n: float(project(camera, outline_points([world[n]]))[:, 2].min()) for n in query.bodies()}
    found = world[min(depth, key=lambda n: depth[n])].phrase
    return None if answer == Choice(option=found) else f"{found} is nearer"


if __name__ == "__main__":
    draft, rejected = draw_up(nearer, seed=[1])
    print(suite.text(*draft.words), draft.options, "→", draft.answer.words({}))
    print("found again:", nearer.find_problem(draft.query, draft.answer, draft.world, draft.camera) or "agrees")
