"""Plans in files, in the layout that the paper of `logic` released: annotations, predictions, matching matrices.

Whatever is wrong in a file is noted with the file and the id, and the rest is read. Only a file that is no JSON, or no
list or object of the right sort, ends it all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from diorama.data import load, read_keys
from diorama.data.properties import PROPERTIES
from diorama.data.properties.measuring import measure
from diorama.errors import DioramaError, short
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
class Fault:
    """Something that is wrong in a file."""

    file: str
    id: str
    what: str

    def __str__(self) -> str:
        parts = (self.file, self.id, self.what) if self.id else (self.file, self.what)
        return " ".join(": ".join(parts).split())  # an id may hold line breaks


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


def read_right_plans(path: Path, faults: list[Fault]) -> dict[str, RightPlan | None]:
    """The right plans, by id, of a dataset or of a file of annotations; None for an annotation that is none."""
    if path.is_dir():
        return dict(_of_dataset(path))
    by_words = Deeds(Names({}))
    found: dict[str, RightPlan | None] = {}
    for entry_id, entry in _entries(path, faults):
        try:
            found[entry_id] = _right_plan(entry_id, entry, by_words)
        except ValueError as error:
            found[entry_id] = None
            faults.append(Fault(path.name, entry_id, f"{error}; left out"))
    return found


def read_predictions(path: Path, faults: list[Fault]) -> dict[str, Any]:
    """What was answered, by id, as it stands in the file."""
    found = {}
    for entry_id, entry in _entries(path, faults):
        if "answer" in entry:
            found[entry_id] = entry["answer"]
        else:
            faults.append(Fault(path.name, entry_id, "it has no answer; left out"))
    return found


def read_matrices(path: Path, faults: list[Fault]) -> dict[str, Any]:
    """Matching matrices, by id, as they stand in the file."""
    pairs = _read_json(path, as_pairs=True)
    if not isinstance(pairs, _Pairs):
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


def _entries(path: Path, faults: list[Fault]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The entries of a list, each with its id; the first of each id."""
    listed = _read_json(path)
    if not isinstance(listed, list):
        raise DioramaError(f"{path} is no list: write [{{id: …, answer: …}}, …]")
    seen: set[str] = set()
    for number, entry in enumerate(listed, start=1):
        entry_id = entry.get("id") if isinstance(entry, dict) else None
        if not isinstance(entry_id, str) or not entry_id:
            faults.append(Fault(path.name, f"entry {number}", "it is no object with an id; left out"))
        elif entry_id in seen:
            faults.append(Fault(path.name, entry_id, "a second entry with this id; the first one counts"))
        else:
            seen.add(entry_id)
            yield entry_id, entry


class _Pairs(list[tuple[str, Any]]):
    """A JSON object with all its members, also those whose name stands twice."""


def _read_json(path: Path, *, as_pairs: bool = False) -> Any:
    try:
        text = path.read_text(encoding="utf-8-sig")
        return json.loads(text, object_pairs_hook=_Pairs if as_pairs else None)
    except OSError as error:
        raise DioramaError(f"cannot read {path}: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise DioramaError(f"{path} is no JSON: {short(error, 80)}") from None
