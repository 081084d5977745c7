"""Small answer keys that tests make by hand."""

from __future__ import annotations

from typing import Any

from diorama.ask import Record
from diorama.kinds import Choice, Key, ObjectSet, Plan, Rearrangement, Step, Swaps, Thing, Verdict
from diorama.world import World
from tests.worlds import block, floor_with, level_camera

YES_NO = ("Yes", "No", "Not sure")


def choice_key(option: str = "No", options: tuple[str, ...] = YES_NO) -> Key:
    return Key("c-1", "scene", "causal", "collision", "L1", Choice(option=option), options=options)


def things(*nouns: str) -> dict[str, Thing]:
    return {noun: Thing(f"the {noun}", noun) for noun in nouns}


def set_key(*names: str, ordered: bool = False, others: tuple[str, ...] = ("box", "lamp")) -> Key:
    answer = ObjectSet(names=names, ordered=ordered)
    scene = things(*names, *others)
    return Key("o-1", "scene", "structure", "T1", "", answer, things=scene, scenery=("table",))


def line_of_blocks() -> World:
    """From left to right: the mug, the vase, a big lamp and the box; only the lamp fits nowhere else."""
    return floor_with(
        block("mug", (-0.45, 0.0, 0.0)),
        block("vase", (-0.25, 0.0, 0.0)),
        block("lamp", (0.2, 0.0, 0.0), scale=3.0),
        block("box", (0.6, 0.0, 0.0)),
    )


Pairs = tuple[tuple[str, str], ...]


def swap_key(*order: str, pairs: Pairs, feasible: bool = True, others: tuple[Pairs, ...] = ()) -> Key:
    """Swaps among the blocks of a line, to reach an order; only the listed ones may move."""
    answer = Swaps(pairs=pairs, feasible=feasible, others=others)
    return Key(
        "s-1", "scene", "structure", "T6", "", answer, things=things("mug", "vase", "lamp", "box"),
        query=Rearrangement(order=order, only_listed=True), world=line_of_blocks(),
        camera=level_camera(fovy_deg=50.0),
    )  # fmt: skip


def plan_key() -> Key:
    """Two steps, of which the second needs the first."""
    steps = (Step(id=1, content="Pick up the mug"), Step(id=2, content="Place the mug in the box", needs=(1,)))
    return Key("p-1", "scene", "logic", "pack", "", Plan(steps=steps), things=things("mug", "box", "vase"))


def record(number: int = 0, verdict: Verdict = Verdict.CORRECT, **fields: Any) -> Record:
    given = {
        "sample_id": f"s-{number}", "scene": f"scene-{number}", "suite": "structure", "task": "T1",
        "answer_kind": "objects", "model": "m", "verdict": verdict,
    }  # fmt: skip
    return Record(**{**given, **fields})
