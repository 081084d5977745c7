"""From a picture to samples that wait for review, with all that speaks for and against them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from diorama import __version__
from diorama.data import Media, Sample
from diorama.data.drawing import png
from diorama.kinds import kind_of, listing
from diorama.perceive.construct.inventory import Inventory
from diorama.perceive.construct.perception import Perception, printable_name
from diorama.perceive.construct.question import Asking, Question
from diorama.perceive.construct.scene_gates import nameable, picture_gates
from diorama.perceive.construct.seen import Seen
from diorama.perceive.construct.tasks import TASKS
from diorama.perceive.construct.telling import told_gate, told_module, told_provider
from diorama.perceive.percepts import Pixels
from diorama.suites import Suite, Task, get_suite
from diorama.suites.meaning import Said
from diorama.world import World

SUITE = "structure"
MOST_ASKED = 200
"""Questions of one task about one picture that are looked at."""
PENDING = "pending"


@dataclass(frozen=True)
class Wish:
    """What is asked about each picture."""

    tasks: tuple[str, ...]
    each: int
    """Samples of each task, at most."""
    seed: int


@dataclass(frozen=True)
class Refused:
    """A question that a gate rejected, as a line of the list of these."""

    picture: str
    task: str
    query: dict[str, Any]
    gates: tuple[str, ...]
    """Those that objected."""
    answer: str
    """What it would have been, in words."""


@dataclass(frozen=True, eq=False)
class Made:
    """What became of one picture."""

    samples: tuple[Sample, ...]
    refused: tuple[Refused, ...]
    silent: tuple[str, ...]
    """Tasks for which it allows no question."""


def make_samples(picture: Pixels, path: Path, number: int, perception: Perception, wish: Wish) -> Made:
    """All that can be asked about the picture of a file; `number` is its place among all of them."""
    inventory = perception.look_at(picture, path)
    asking = Asking(inventory.seen, perception.providers, perception.limits)
    content = sha256(f"{picture.shape}".encode() + picture.tobytes()).hexdigest()
    origin = {"picture": printable_name(path), "sha256 of its pixels": content}
    suite, samples, refused, silent = get_suite(SUITE), list[Sample](), list[Refused](), list[str]()
    shown = _Shown(picture)
    for name in wish.tasks:
        rng = np.random.default_rng([wish.seed, int(content[:12], 16), *name.encode()])
        accepted = asked = 0
        for question in islice(TASKS.get(name).ask(asking, rng), MOST_ASKED):
            asked += 1
            question = with_common_gates(question, asking, suite.get(name))
            if not question.answered.accepted:
                refused.append(_refused(question, inventory.seen, path))
                continue
            identity = f"{SUITE}-{name.lower()}-{number:05d}-{_slug(path.stem)}{accepted:02d}"
            samples.append(
                to_sample(question, inventory, suite, identity, shown.png(question.picture), origin, perception, rng)
            )
            accepted += 1
            if accepted == wish.each:
                break
        if not asked:
            silent.append(name)
    return Made(tuple(samples), tuple(refused), tuple(silent))


def with_common_gates(question: Question, asking: Asking, task: Task) -> Question:
    """The question with the gates that every task needs, as far as its own did not bring them already."""
    answer, present = question.answered.answer, {gate.name for gate in question.answered.gates}
    answers = kind_of(answer).bodies(answer) if answer is not None else ()
    named = [name for words in _said(task, question).values() if not isinstance(words, str) for name in words]
    common = (*picture_gates(asking), nameable(asking, (n for n in (*named, *answers) if n in asking.seen.names)))
    added = tuple(gate for gate in common if gate.name not in present)
    return replace(question, answered=replace(question.answered, gates=(*added, *question.answered.gates)))


def to_sample(
    question: Question, inventory: Inventory, suite: Suite, identity: str, shown: bytes, origin: Mapping[str, str],
    perception: Perception, rng: np.random.Generator,
) -> Sample:  # fmt: skip
    """A question that all gates let pass, as a sample without a world."""
    answered, seen, task = question.answered, inventory.seen, suite.get(question.task)
    if answered.answer is None:
        raise ValueError("a question without an answer makes no sample")
    words = (suite.draw_words(rng, question.task, **_gaps(task, question, seen)),)
    return Sample(
        id=identity,
        suite=SUITE,
        task=question.task,
        question=suite.text(*words),
        words=words,
        answer=answered.answer,
        query=question.query,
        media=(Media(role="view", kind="image", data=shown, name="view.png"),),
        objects={thing.name: thing.phrase or _alike(thing.name) for thing in seen.things},
        trace={
            "review": PENDING,
            **origin,
            "modules": [told_module(module) for module in (*inventory.modules, *answered.modules)],
            "gates": [told_gate(gate) for gate in answered.gates],
            "limits": asdict(perception.limits),
            "providers": {role: told_provider(spec) for role, spec in perception.specs.items()},
        },
        gates=tuple(dict.fromkeys(gate.name for gate in answered.gates)),
        seed=int(origin["sha256 of its pixels"][:12], 16),
        version=__version__,
    )


@dataclass
class _Shown:
    """A picture as a file, made once for all samples that show it."""

    picture: Pixels
    _png: bytes = b""

    def png(self, changed: Pixels | None) -> bytes:
        if changed is not None:
            return png(Image.fromarray(changed))
        self._png = self._png or png(Image.fromarray(self.picture))
        return self._png


def _gaps(task: Task, question: Question, seen: Seen) -> dict[str, str]:
    """What fills the gaps of a question's wording: the task says which things are named."""
    return {
        gap: words if isinstance(words, str) else listing([seen[name].phrase for name in words])
        for gap, words in _said(task, question).items()
    }


def _said(task: Task, question: Question) -> Mapping[str, Said]:
    return task.said(question.query, World()) if task.said is not None else {}


def _refused(question: Question, seen: Seen, path: Path) -> Refused:
    answered = question.answered
    objecting = tuple(gate.name for gate in answered.gates if not gate.passed) or ("no answer",)
    words = "" if answered.answer is None else answered.answer.words(_names(seen))
    return Refused(printable_name(path), question.task, question.query.model_dump(mode="json"), objecting, words)


def _names(seen: Seen) -> dict[str, str]:
    return {thing.name: thing.phrase or f"the {thing.name}" for thing in seen.things}


def _alike(name: str) -> str:
    """What people would call one of several that are called alike: ``mug 2`` is the mug."""
    return "the " + re.sub(r" \d+$", "", name)


def _slug(stem: str) -> str:
    """A file's name as a piece of an id, with a hyphen after it; nothing if it has no plain letters."""
    plain = re.sub(r"[^a-z0-9]+", "-", stem.casefold())[:40].strip("-")
    return f"{plain}-" if plain else ""
