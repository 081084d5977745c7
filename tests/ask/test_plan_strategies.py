"""RSGAR and PhysAgent over HTTP: how often they ask, what they show and keep, and how their stages are scored."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("inspect_ai")

from diorama.ask import Record, Verdict
from diorama.ask.evaluate import Order, evaluate
from diorama.ask.question import Question
from diorama.ask.rescore import rescore
from diorama.ask.run_files import artefacts_of, read_run
from diorama.ask.strategies import STRATEGIES, Strategy, read_way, strategy
from diorama.ask.strategies.physagent import class_in, lore
from diorama.ask.tools import Tools
from diorama.data import Sample
from diorama.errors import DioramaError
from tests.ask.piles import piled, piles
from tests.ask.server import Answer, Server, text_of

PLAN = {
    "step1": {"content": "Remove the mug from the book", "precondition": []},
    "step2": {"content": "Remove the book from the suitcase", "precondition": ["step1"]},
    "step3": {"content": "Pick up the suitcase", "precondition": ["step2"]},
}
ANSWER = f"<ans>{json.dumps(PLAN)}</ans>"


def graph(*triples: tuple[str, str, str], sources: Sequence[str] = ()) -> str:
    """A reply with a scene graph."""
    relations = [{"source": a, "relation": b, "target": c} for a, b, c in triples]
    return f"<ans>{json.dumps({'source_objects': [{'name': n} for n in sources], 'scene_graph': relations})}</ans>"


class Asked:
    """One question put to a model that replies from a list, the last reply being the answer to all further requests."""

    def __init__(self, folder: Path, way: str, replies: Sequence[str], *samples: Sample) -> None:
        with Server(lambda number, attempt: Answer(replies[min(attempt, len(replies)) - 1])) as server:
            server.keep_requests = True
            data = piles(folder / "data", *samples)
            order = Order(data, "diorama-api/m", strategy=way, base_url=server.url, logs=folder / "logs", retries=0)
            result = evaluate(order)
        self.path, self.texts = result.path, [text_of(request) for request in server.requests]
        self.pictures = [_pictures(request) for request in server.requests]
        self.record: Record = result.records[0]

    def kept(self, name: str) -> bytes:
        (artefact,) = (a for a in self.record.artefacts if a.name == name)
        return (artefacts_of(self.path) / artefact.path).read_bytes()

    @property
    def graphs(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.kept("graphs.json"))
        return found


def _pictures(request: Mapping[str, Any]) -> int:
    parts = [part for m in request["messages"] if not isinstance(m["content"], str) for part in m["content"]]
    return sum(part["type"] == "image_url" for part in parts)


FIRST = graph(("suitcase", "under", "book"), sources=["suitcase"])
SECOND = graph(("book", "under", "the mug"), ("the book", "on", "suitcase"))


def test_rsgar_asks_for_the_first_graph_then_in_rounds_and_then_the_question(tmp_path: Path) -> None:
    """T = 2: four calls, each graph from picture, depth map and segmentation, the answer from the picture alone."""
    third = graph(("mug", "contains", "spoon"))
    asked = Asked(tmp_path, "rsgar(rounds=2)", [FIRST, SECOND, third, ANSWER])
    assert asked.pictures == [3, 3, 3, 1] and asked.record.calls == 4
    assert asked.record.verdict is Verdict.CORRECT
    assert "The source objects are now: book." in asked.texts[1]
    assert "The source objects are now: the mug." in asked.texts[2]
    assert '"target": "the mug"' in asked.texts[2], "the history is told"
    assert "It may be wrong" in asked.texts[3] and '"target": "spoon"' in asked.texts[3]
    assert {role: spent.calls for role, spent in asked.record.tools.items()} == {"depth": 1, "segments": 1}


def test_rsgar_has_five_rounds_unless_told_otherwise(tmp_path: Path) -> None:
    things = ["suitcase", "book", "mug", "spoon", "bead", "thread", "needle", "cloth"]
    replies = [graph((a, "under", b)) for a, b in pairwise(things)]
    asked = Asked(tmp_path, "rsgar", [*replies[:6], ANSWER])
    assert asked.record.calls == 7 and asked.pictures == [3] * 6 + [1]


@pytest.mark.parametrize(("maps", "shown"), [("none", 1), ("depth", 2), ("seg", 2), ("both", 3)])
def test_rsgar_shows_the_maps_that_it_is_told_to(maps: str, shown: int, tmp_path: Path) -> None:
    asked = Asked(tmp_path, f"rsgar(rounds=0, maps='{maps}')", [FIRST, ANSWER])
    assert asked.pictures == [shown, 1]
    assert ("depth map" in asked.texts[0]) == (maps in ("depth", "both"))
    assert ("segmentation" in asked.texts[0]) == (maps in ("seg", "both"))


def test_rsgar_merges_what_is_said_twice_and_keeps_every_round(tmp_path: Path) -> None:
    asked = Asked(tmp_path, "rsgar(rounds=1)", [FIRST, SECOND, ANSWER])
    assert asked.graphs["all"] == {
        "objects": ["suitcase", "book", "the mug"],
        "scene_graph": [
            {"source": "suitcase", "relation": "under", "target": "book"},
            {"source": "book", "relation": "under", "target": "the mug"},
            {"source": "book", "relation": "on", "target": "suitcase"},
        ],
    }
    first, second = asked.graphs["rounds"]
    assert first["sources"] == [] and second["sources"] == ["book"]
    assert second["new"]["objects"] == ["the mug"]
    assert asked.kept("graph.png").startswith(b"\x89PNG")


def test_rsgar_goes_on_after_a_round_that_cannot_be_read(tmp_path: Path) -> None:
    asked = Asked(tmp_path, "rsgar(rounds=2)", [FIRST, "I would rather not.", SECOND, ANSWER])
    assert len(asked.texts) == 4 and asked.record.verdict is Verdict.CORRECT
    assert asked.texts[2] == asked.texts[1], "it goes on from what there was"
    unread, read = asked.graphs["rounds"][1:]
    assert unread["read"] is None and unread["unread"] == "I would rather not."
    assert read["new"]["objects"] == ["the mug"]


@pytest.mark.parametrize("way", ["rsgar(rounds=1)", "physagent"])
def test_half_a_character_in_a_reply_ends_nothing(way: str, tmp_path: Path) -> None:
    """A model that is cut within an emoji says half of it; that goes into no file and no request."""
    half = graph(("suitcase \ud83d", "under", "book"))
    asked = Asked(tmp_path, way, [half, "Hm \ud83d.", *([] if "rsgar" in way else ["Well \ud83d."]), ANSWER])
    assert asked.record.verdict is Verdict.CORRECT, asked.record.note


def test_rsgar_answers_even_if_no_round_can_be_read(tmp_path: Path) -> None:
    asked = Asked(tmp_path, "rsgar(rounds=1)", ["No.", "No.", ANSWER])
    assert len(asked.texts) == 3 and asked.record.verdict is Verdict.CORRECT
    assert "those that the task is about" in asked.texts[1]
    assert asked.graphs["all"] == {"objects": [], "scene_graph": []}


def test_rsgar_stops_when_a_round_finds_nothing_new(tmp_path: Path) -> None:
    for name, nothing in (("a", graph()), ("b", graph(("book", "on", "suitcase")))):
        asked = Asked(tmp_path / name, "rsgar(rounds=5)", [FIRST, nothing, ANSWER])
        assert asked.record.calls == 3 and asked.record.verdict is Verdict.CORRECT


def test_the_neighbours_of_a_relation_told_from_below_are_still_found(tmp_path: Path) -> None:
    """The source object is the suitcase, though the relation names it last: the next round starts at the book."""
    asked = Asked(tmp_path, "rsgar(rounds=1)", [graph(("book", "on", "suitcase"), sources=["suitcase"]), "", ANSWER])
    assert "The source objects are now: book." in asked.texts[1]


def test_rsgar_with_the_exact_graph_asks_once(tmp_path: Path) -> None:
    asked = Asked(tmp_path, "rsgar(graph='oracle')", [ANSWER])
    assert asked.pictures == [1] and '{"source": "mug", "relation": "on", "target": "book"}' in asked.texts[0]
    assert asked.record.tools["graph"].calls == 1
    assert asked.record.stages == {
        "all/objects precision": 3 / 4, "all/objects recall": 1.0,
        "all/relations precision": 1.0, "all/relations recall": 1.0,
    }, "the radio is an object of the scene, but not of the task"  # fmt: skip


def test_without_a_world_there_is_no_exact_graph(tmp_path: Path) -> None:
    asked = Asked(tmp_path, "rsgar(graph='oracle')", [ANSWER], piled(shots=(), objects={"mug": "the mug"}))
    assert asked.record.verdict is Verdict.TOOL_FAILED and "no exact scene graph" in asked.record.note


def test_the_stages_of_rsgar_are_scored_against_the_world(tmp_path: Path) -> None:
    """First the suitcase and its book (2 of 3 objects), then the mug and a vase that is not there."""
    wrong = graph(("book", "under", "mug"), ("book", "under", "vase"), ("book", "next to", "table"))
    asked = Asked(tmp_path, "rsgar(rounds=1)", [FIRST, wrong, ANSWER])
    assert asked.record.stages == {
        "all/objects precision": 3 / 4, "all/objects recall": 1.0,
        "all/relations precision": 2 / 3, "all/relations recall": 1.0,
        "round 0/objects precision": 1.0, "round 0/objects recall": 2 / 3,
        "round 0/relations precision": 1.0, "round 0/relations recall": 1 / 2,
        "round 1/objects precision": 1 / 2, "round 1/objects recall": 1.0,
        "round 1/relations precision": 1 / 2, "round 1/relations recall": 1.0,
    }  # fmt: skip
    rescore(asked.path)
    assert read_run(asked.path).records[0].stages == asked.record.stages, "they do not depend on how replies are read"


def clumsy() -> Strategy:
    """A strategy whose stages cannot be scored."""

    async def run(question: Question, tools: Tools) -> str:
        tools.keep("note.txt", "here")
        return await tools.ask(question.request(question.alone()))

    made = strategy("clumsy")(run)

    @made.stages
    def fails(sample: Sample, kept: Mapping[str, bytes]) -> dict[str, float]:
        assert kept == {"note.txt": b"here"}
        raise ZeroDivisionError("nothing was found")

    return made


def test_a_fault_in_scoring_stages_costs_no_reply(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(STRATEGIES._loaded, "clumsy", clumsy())
    with caplog.at_level(logging.WARNING):
        asked = Asked(tmp_path, "clumsy", [ANSWER])
    assert asked.record.verdict is Verdict.CORRECT and asked.record.stages == {}
    assert "the stages of clumsy cannot be scored for 'logic-000000': nothing was found" in caplog.text


def test_physagent_classifies_looks_reasons_and_checks(tmp_path: Path) -> None:
    replies = ["It is about support.", "The mug is on the book.\nDepth map", "The mug has to go first.", ANSWER]
    asked = Asked(tmp_path, "physagent", replies)
    assert asked.pictures == [1, 1, 2, 2] and asked.record.calls == 4
    assert asked.record.verdict is Verdict.CORRECT
    rule = lore()["support"].rules[0]
    assert rule not in asked.texts[0] and all(rule in text for text in asked.texts[1:])
    assert "The mug is on the book." in asked.texts[2] and "The mug has to go first." in asked.texts[3]
    notes = json.loads(asked.kept("notes.json"))
    assert notes["class"] == "support" and notes["maps"] == ["depth.png"] and notes["answer"] == ANSWER


@pytest.mark.parametrize(
    ("wish", "shown"), [("neither", 1), ("Segmentation", 2), ("both maps (depth map and segmentation)", 3), ("Hm.", 3)]
)
def test_physagent_is_shown_what_it_asks_for(wish: str, shown: int, tmp_path: Path) -> None:
    asked = Asked(tmp_path, "physagent", ["motion", f"I see a depth of things.\n{wish}", "So.", ANSWER])
    assert asked.pictures == [1, 1, shown, shown]


@pytest.mark.parametrize(
    ("reply", "name"),
    [("Fit", "fit"), ("Not motion but **support**.", "support"), ("no idea", "general"), ("supportive", "general")],
)
def test_a_class_is_read_by_its_name(reply: str, name: str) -> None:
    assert class_in(reply) == name


@pytest.mark.parametrize("rounds", [-1, 21, 10**9])
def test_rounds_have_bounds(rounds: int) -> None:
    with pytest.raises(DioramaError, match="rounds is between 0 and 20"):
        read_way(f"rsgar(rounds={rounds})")


def test_rsgar_gives_up_on_graphs_after_three_unread_rounds(tmp_path: Path) -> None:
    asked = Asked(tmp_path, "rsgar(rounds=9)", ["No.", "No.", "No.", ANSWER])
    assert len(asked.graphs["rounds"]) == 3
