"""A corpus of replies with their true reading, written without a look at the reader: how many are scored rightly?

`open.jsonl` is for whoever works on the reader. `fresh_replies.jsonl` holds the sets that were written later, one
after the other, to see how unseen replies do; each was scored at first sight (docs/reading.md) and then worked on.
`held_out.jsonl` is kept apart and looked at by nobody: it was scored once, when the readers were finished.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from diorama.kinds import (
    Answer,
    Choice,
    Key,
    ObjectSet,
    Plan,
    Query,
    Rearrangement,
    Step,
    Swaps,
    Thing,
    get_kind,
    score_alone,
)
from diorama.kinds.lexicon import word_set

CORPUS = Path(__file__).parent / "corpus"
OPEN, FRESH = "open.jsonl", "fresh_replies.jsonl"
RIGHT = {
    OPEN: {"objects": 0.995, "swaps": 0.995, "choice": 0.995, "plan": 1.0},
    FRESH: {"objects": 0.985, "swaps": 0.985, "choice": 0.99, "plan": 0.98},
}
"""The least share of right answers that are scored right."""
TAKEN_FOR_RIGHT = {
    OPEN: {"objects": 0, "swaps": 0, "choice": 0, "plan": 0},
    FRESH: {"objects": 0, "swaps": 0, "choice": 0, "plan": 7},
}
"""Wrong answers that are scored right, at the most. The plans are right, but say "dice" for "die", "fire truck" for
"fire engine", or leave out a material: this test compares words."""


def entries(name: str, kind: str) -> Iterator[dict[str, Any]]:
    prompts = {} if name == OPEN else {entry["prompt"]: entry for entry in lines("fresh_prompts.jsonl")}
    for entry in lines(name):
        whole = {**prompts[entry["prompt"]], **entry} if prompts else entry
        if whole["kind"] == kind:
            yield whole


def lines(name: str) -> Iterator[dict[str, Any]]:
    return map(json.loads, (CORPUS / name).read_text(encoding="utf-8").splitlines())


def key_of(entry: dict[str, Any]) -> Key:
    names = {name: name.rsplit(" ", 1)[0] if name[-1].isdigit() else name for name in entry.get("scene", {})}
    return Key(
        entry["id"], "scene", "suite", "task", "", answer_of(entry), question=entry["question"],
        options=tuple(entry.get("options", ())), scenery=tuple(entry.get("scenery", ())), query=query_of(entry),
        things={name: Thing(entry["scene"][name], noun) for name, noun in names.items()},
    )  # fmt: skip


def answer_of(entry: dict[str, Any]) -> Answer:
    truth = entry["truth"]
    match entry["kind"]:
        case "objects":
            return ObjectSet(names=tuple(truth), ordered=entry.get("ordered", False))
        case "choice":
            return Choice(option=truth)
        case "plan":
            return Plan(steps=tuple(Step(**step) for step in truth))
        case _ if truth == "infeasible":
            return Swaps(feasible=False)
    first, *others = (tuple((a, b) for a, b in sequence) for sequence in truth)
    return Swaps(pairs=first, others=tuple(others))


def query_of(entry: dict[str, Any]) -> Query | None:
    return Rearrangement(order=tuple(entry["order"]), only_listed=True) if entry["kind"] == "swaps" else None


TAKES = word_set("the put aside pick up remove take out away lift off pull move get grab now of way")
"""The words by which the plans of the corpus say that a thing is taken from its place."""


def is_right(entry: dict[str, Any]) -> bool:
    """Whether the true reading of a reply is the truth."""
    means, truth = entry["means"], entry["truth"]
    if isinstance(means, str) or entry["kind"] == "choice" or truth == "infeasible":
        return bool(means == truth)
    if entry["kind"] == "swaps":
        return [frozenset(p) for p in means] in [[frozenset(p) for p in sequence] for sequence in truth]
    if entry["kind"] == "plan":
        return graph(means) == graph(truth)
    if any(isinstance(item, dict) for item in means):
        return False
    return bool(means == truth) if entry.get("ordered") else set(means) == set(truth)


def graph(steps: list[dict[str, Any]]) -> Counter[tuple[str, frozenset[str]]]:
    """What is done, and what each step needs, whatever the numbers, the order and the word for taking a thing."""
    content = {step["id"]: " ".join(w for w in step["content"].casefold().split() if w not in TAKES) for step in steps}
    return Counter((content[s["id"]], frozenset(content.get(n, "") for n in s.get("needs", ()))) for s in steps)


@cache
def outcomes(name: str, kind: str) -> Counter[tuple[bool, str]]:
    """How often right and wrong replies got each verdict."""
    found: Counter[tuple[bool, str]] = Counter()
    for entry in entries(name, kind):
        verdict = score_alone(get_kind(kind), key_of(entry), entry["reply"]).verdict
        found[is_right(entry), verdict.value] += 1
    return found


@pytest.mark.parametrize("name", sorted(RIGHT))
@pytest.mark.parametrize("kind", ["choice", "objects", "plan", "swaps"])
def test_right_answers_are_scored_right_and_wrong_ones_are_not(name: str, kind: str) -> None:
    found = outcomes(name, kind)
    right = sum(n for (is_it, _), n in found.items() if is_it)
    assert right >= 50
    assert found[True, "correct"] / right >= RIGHT[name][kind]
    assert found[False, "correct"] <= TAKEN_FOR_RIGHT[name][kind]
