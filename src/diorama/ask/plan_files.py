"""Plans in files, in the layout that the paper of `logic` released: annotations, predictions, matching matrices.

Whatever is wrong in a file is noted with the file and the id, and the rest is read. Only a file that is no JSON, or no
list or object of the right sort, ends it all.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from diorama.ask.plan_entries import Fault, Pairs, read_entries, read_json
from diorama.data import load, read_keys
from diorama.data.properties import PROPERTIES
from diorama.data.properties.measuring import measure
from diorama.errors import DioramaError
from diorama.kinds.deeds import Deeds
from diorama.kinds.names import Names
from diorama.kinds.plan import outline_of, read_outline
from diorama.kinds.plan_outline import Outline
from diorama.kinds.reading import NotRead

SUITE = "logic"
MOST_STEPS, MOST_GIVEN = 100, 1000
"""Steps of a right plan and of a given one, at most."""
_ROOM_FOLDER = re.compile(r"\d+-(.+)-\d+")
"""The folder of a picture: a number, the kind of place, a number."""


@dataclass(frozen=True)
class RightPlan:
    """A right plan, and what results are shown by."""

    id: str
    plan: Outline
    question: str
    scene: str
    """Plans of one scene are not independent."""
    deeds: Deeds = field(repr=False)
    """What steps do, in words of its scene."""
    source: str = ""
    category: str = ""


@dataclass(frozen=True)
class RightPlans:
    """The right plans of a dataset or of a file of annotations."""

    by_id: dict[str, RightPlan | None]
    """None for an annotation that is none."""
    nameless: int = 0
    """Annotations without an id."""
    unfinished: str = ""
    """How much of a dataset is there, if it is not finished."""

    @property
    def wanted(self) -> int:
        return len(self.by_id) + self.nameless

    @property
    def checksum(self) -> str:
        """The same for the same right plans, wherever they are."""
        plans = ((i, *p.plan[:2], sorted(p.plan.needs)) for i, p in sorted(self.by_id.items()) if p is not None)
        return _checksum(list(plans))


@dataclass(frozen=True)
class Predictions:
    """What was answered, as it stands in the file."""

    by_id: dict[str, Any]
    left_out: frozenset[str] = frozenset()
    """Plans whose answer cannot be used; a fault says why."""
    strays: int = 0
    """Entries that have no id, or one that was there before."""

    @property
    def checksum(self) -> str:
        """The same for the same answers, wherever they are."""
        return _checksum(sorted(self.by_id.items()))


def read_right_plans(path: Path, faults: list[Fault]) -> RightPlans:
    """The right plans of a dataset or of a file of annotations."""
    if path.is_dir():
        return RightPlans(dict(_of_dataset(path)), unfinished=load(path).manifest.unfinished)
    by_words = Deeds(Names({}))
    found: dict[str, RightPlan | None] = {}
    entries = read_entries(path, faults)
    for entry_id, entry, twice in entries.listed:
        try:
            if twice:
                raise ValueError(f"'{twice}' stands twice in one object")
            found[entry_id] = _right_plan(entry_id, entry, by_words)
        except ValueError as error:
            found[entry_id] = None
            faults.append(Fault(path.name, entry_id, f"{error}; left out"))
    return RightPlans(found, entries.nameless)


def read_predictions(path: Path, faults: list[Fault]) -> Predictions:
    """What was answered, by id."""
    found: dict[str, Any] = {}
    left_out: set[str] = set()
    entries = read_entries(path, faults)
    for entry_id, entry, twice in entries.listed:
        if not twice and "answer" in entry:
            found[entry_id] = entry["answer"]
            continue
        left_out.add(entry_id)
        problem = f"'{twice}' stands twice in one object" if twice else "it has no answer"
        faults.append(Fault(path.name, entry_id, f"{problem}; left out"))
    return Predictions(found, frozenset(left_out), entries.nameless + entries.again)


def read_matrices(path: Path, faults: list[Fault]) -> dict[str, Any]:
    """Matching matrices, by id, as they stand in the file."""
    pairs = read_json(path, Pairs)
    if not isinstance(pairs, Pairs):
        raise DioramaError(f"{path} is no object of matrices: write {{id: [[0, 1], …], …}}")
    found: dict[str, Any] = {}
    for entry_id, matrix in pairs:
        if entry_id in found:
            faults.append(Fault(path.name, entry_id, "a second matrix; the first one counts"))
        else:
            found[entry_id] = matrix
    return found


def given_plan(answer: Any, question: str) -> Outline | NotRead | str:
    """The plan that was given, or that none can be read in a reply, or what is wrong with an answer that is none.

    An answer in the layout of the release keeps the names of its steps; anything else is read as any reply is.
    """
    if isinstance(answer, dict) and (plan := _laid_out(answer)) is not None:
        return plan if len(plan.names) <= MOST_GIVEN else f"it has more than {MOST_GIVEN} steps"
    if isinstance(answer, dict | list):
        read = read_outline(json.dumps(answer, ensure_ascii=False), question)
        return f"no plan can be read in its answer: {read.note}" if isinstance(read, NotRead) else read
    if isinstance(answer, str):
        return read_outline(answer, question)
    return "its answer is neither a plan nor a text"


def _of_dataset(folder: Path) -> dict[str, RightPlan]:
    keys = [(key, plan) for key in read_keys(folder) if key.suite == SUITE and (plan := outline_of(key.answer))]
    if not keys:
        raise DioramaError(f"{folder} holds no plans of the suite '{SUITE}'")
    words = measure(load(folder), [PROPERTIES.get("source"), PROPERTIES.get("scene_category")],
                    {key.sample_id for key, _ in keys})  # fmt: skip
    sources, categories = (words[name].by_sample for name in ("source", "scene_category"))
    return {
        key.sample_id: RightPlan(
            key.sample_id, plan, key.question, key.scene, Deeds(key.names()),
            str(sources.get(key.sample_id, "")), str(categories.get(key.sample_id, "")),
        )
        for key, plan in keys
    }  # fmt: skip


def _right_plan(entry_id: str, entry: dict[str, Any], deeds: Deeds) -> RightPlan:
    """An annotation as a right plan; a ValueError says what is wrong with it."""
    plan = _laid_out(entry.get("answer"))
    if plan is None or not plan.names:
        raise ValueError("its answer is no plan: write {step1: {content: …, precondition: […]}, …}")
    if len(plan.names) > MOST_STEPS:
        raise ValueError(f"its plan has more than {MOST_STEPS} steps")
    if plan.problem:
        raise ValueError(plan.problem)
    texts = {name: entry.get(name) or "" for name in ("question", "image", "source")}
    for name, value in texts.items():
        if not isinstance(value, str):
            raise ValueError(f"its {name} is no text")
    folders = [part for part in re.split(r"[/\\]", texts["image"])[:-1] if _ROOM_FOLDER.fullmatch(part)]
    place = folders[-1] if folders else ""
    category = "" if not place else place.split("-", 1)[1].rsplit("-", 1)[0]
    scene = place or texts["image"] or entry_id
    return RightPlan(entry_id, plan, texts["question"], scene, deeds, texts["source"], category)


def _laid_out(answer: Any) -> Outline | None:
    """A plan in the layout of the release; None if it is anything else."""
    if not isinstance(answer, dict):
        return None
    contents, needs = [], set()
    for name, step in answer.items():
        needed = step.get("precondition") if isinstance(step, dict) else None
        if not isinstance(step, dict) or not isinstance(step.get("content"), str):
            return None
        if not isinstance(needed, list | None) or not all(isinstance(need, str) for need in needed or ()):
            return None
        contents.append(step["content"])
        needs |= {(name, need) for need in needed or ()}
    return Outline(tuple(answer), tuple(contents), frozenset(needs))


def _checksum(value: Any) -> str:
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]
