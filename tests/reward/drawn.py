"""Keys of freshly drawn questions, with their worlds."""

from __future__ import annotations

from diorama.data.sample import named_things
from diorama.kinds import Key
from diorama.suites import Draft, Task


def drawn_key(suite: str, task: Task, draft: Draft) -> Key:
    """The key of a draft, as its sample would have it."""
    world, camera = draft.shots[0].world, draft.shots[0].camera
    bodies = [(b.name, b.phrase, b.noun, b.inventory, tuple(b.finish.values())) for b in world.bodies]
    things, scenery = named_things(bodies, [f.name for f in world.fixtures])
    return Key(
        "drawn", "scene", suite, task.name, task.level, draft.answer, options=draft.options, things=things,
        scenery=scenery, query=draft.query, world=world, camera=camera,
    )  # fmt: skip
