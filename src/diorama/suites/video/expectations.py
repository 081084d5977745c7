"""What somebody expects who saw the clip and knows no physics: players of known minds."""

from __future__ import annotations

from functools import partial

from diorama.kinds import Choice
from diorama.suites.video.query import Prediction
from diorama.suites.video.questions import FORMS
from diorama.suites.video.questions.form import UNCLEAR
from diorama.suites.video.tasks import TASKS
from diorama.suites.video.tracks import Expect, Tracks, frozen, straight
from diorama.world import World
from diorama.world.motors import play


def expected(expect: Expect, query: Prediction, world: World, options: tuple[str, ...]) -> Choice | None:
    """The option that an expectation leads to; None if it leads to none, or if it is of no use."""
    form = FORMS[query.form]
    if form.intent:
        return None  # what a vehicle has begun to do is no matter of where it goes
    tracks = Tracks.of(play(world, query.drives, query.seconds))
    found = form.read(query, expect(tracks, query.cut, "after" if query.direction == "forward" else "before"))
    return Choice(option=found.right) if found.right in options and found.margin > UNCLEAR else None


for task in TASKS:
    task.mind("last_frame", partial(expected, frozen))
    task.mind("constant_velocity", partial(expected, straight))
