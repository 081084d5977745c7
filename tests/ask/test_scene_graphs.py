"""Scene graphs: read in whatever dress, merged without duplicates, drawn, and compared with a world."""

from __future__ import annotations

import io
import time

import pytest
from PIL import Image

from diorama.ask.scene_graphs import (
    GraphTruth,
    Relation,
    SceneGraph,
    compare_graph,
    draw_graph,
    exact_graph,
    graph_of,
    read_graph,
    read_plain,
    support_of,
    truth_for,
)
from diorama.data import key_of
from tests.ask.piles import pile, piled

TWO = ("book – on – laptop", "mug – next to – book")


@pytest.mark.parametrize(
    "reply",
    [
        '[{"source": "book", "relation": "on", "target": "laptop"}, '
        '{"source": "mug", "relation": "next to", "target": "book"}]',
        'Here it is:\n<ans>{"scene_graph": [{"source": "book", "relation": "on", "target": "laptop"}, '
        '{"source": "mug", "relation": "next to", "target": "book"}]}</ans> I hope this helps [really].',
        "```python\n{'scene_graph': [{'source': 'book', 'relation': 'on', 'target': 'laptop'}, "
        "{'source': 'mug', 'relation': 'next to', 'target': 'book'},],}\n```",
        '[("book", "on", "laptop"), ("mug", "next to", "book"),]',
        '["book", "on", "laptop"]\n["mug", "next to", "book"]',
        "(book, on, laptop)\n(mug, next to, book)",
        '{"scene_graph": [["book", "on", "laptop"], ["mug", "next to", "book"]]}',
        '{"edges": [{subject: "book", predicate: "on", object: "laptop"}, '
        '{subject: "mug", predicate: "next to", object: "book"}]}',
        '{"book": [{"relation": "on", "target": "laptop"}], "mug": [{"relation": "next to", "target": "book"}]}',
        '<think>{"source": "cat", "relation": "on", "target": "mat"}</think>'
        '[["book", "on", "laptop"], ["mug", "next to", "book"]]',
        '<ans>{"scene_graph": [{"source": "book", "relation": "on", "target": "laptop"}, '
        '{"source": "mug", "relation": "next to", "target": "book"}, {"source": "pen", "rela',
    ],
)
def test_the_same_graph_is_read_in_any_dress(reply: str) -> None:
    read = read_graph(reply)
    assert read is not None and tuple(read.graph.lines().split("\n")) == TWO


def test_objects_that_are_listed_come_first_and_what_is_said_of_them_is_no_relation() -> None:
    read = read_graph(
        '{"source_objects": [{"name": "laptop", "attributes": ["grey", "closed", "thin"], "reason": "to be taken"}], '
        '"scene_graph": [{"source": "book", "relation": "on", "target": "the laptop"}]}'
    )
    assert read is not None and read.listed == ("laptop",)
    assert read.graph.objects == ("laptop", "book") and read.graph.lines() == "book – on – laptop"


@pytest.mark.parametrize("reply", ["[]", "{}", '<ans>{"source_objects": [], "scene_graph": []}</ans>'])
def test_an_empty_graph_is_a_graph(reply: str) -> None:
    read = read_graph(reply)
    assert read is not None and read.graph == SceneGraph()


@pytest.mark.parametrize(
    "reply",
    ["", "none", "I cannot see the picture.", "The book (red, thick, heavy) lies on the laptop.",
     '{"error": "no picture"}',
     "<think>[[\"book\", \"on\", \"laptop\"]]", "[1, 2, 3]", "null", "[[" * 9000, '{"a":' * 9000, "[(" * 9000],
)  # fmt: skip
def test_what_holds_no_graph_is_not_read(reply: str) -> None:
    began = time.monotonic()
    assert read_graph(reply) is None
    assert time.monotonic() - began < 5


def test_no_code_in_a_reply_is_run() -> None:
    assert read_graph("[{'source': __import__('os').getcwd(), 'relation': 'on', 'target': 'x'}]") is None


def test_graphs_are_merged_without_duplicates_and_names_are_compared_as_words() -> None:
    first = graph_of(["laptop"], [Relation("the red book", "on", "laptop")])
    second = graph_of(
        [], [Relation("Red book", "On", "the laptop"), Relation("red book", "beside", "laptop"),
             Relation("red_book", "under", "mug")]
    )  # fmt: skip
    merged = first.merged(second)
    assert merged.objects == ("laptop", "the red book", "mug")
    assert [r.relation for r in merged.relations] == ["on", "beside", "under"]
    assert {r.source for r in merged.relations} == {"the red book"}
    added = second.without(first)
    assert added.objects == ("mug",) and [r.relation for r in added.relations] == ["beside", "under"]
    assert read_plain(added.plain()) == added


def test_a_graph_is_drawn_as_a_picture_that_grows_with_it() -> None:
    relations = [Relation(f"thing {k}", "on", f"thing {k + 1}") for k in range(60)]
    sizes = [
        Image.open(io.BytesIO(draw_graph(g))).size
        for g in (SceneGraph(), graph_of([], relations[:1]), graph_of([], relations), graph_of(["杯子", "x" * 80]))
    ]
    assert sizes[0] < sizes[2] and sizes[1] < sizes[2] and sizes[2][1] < 10_000


@pytest.mark.parametrize(
    ("words", "upper"),
    [
        ("on", "S"), ("on top of", "S"), ("is resting on", "S"), ("inside", "S"), ("leaning against", "S"),
        ("supported by", "S"), ("held in", "S"), ("covers", "S"), ("above", "S"),
        ("under", "T"), ("beneath", "T"), ("supports", "T"), ("holds", "T"), ("contains", "T"), ("covered by", "T"),
        ("has on top", "T"),
        ("next to", ""), ("in front of", ""), ("on the left of", ""), ("behind", ""), ("touching", ""), ("not on", ""),
        ("used with", ""),
    ],
)  # fmt: skip
def test_words_for_support_mean_it_in_either_direction(words: str, upper: str) -> None:
    lower = {"S": "T", "T": "S"}.get(upper)
    assert support_of(Relation("S", words, "T")) == ((upper, lower) if upper else None)


def test_the_exact_graph_says_what_rests_on_what_in_the_words_of_the_question() -> None:
    graph = exact_graph(pile())
    assert set(graph.objects) == {"suitcase", "book", "mug", "radio"}
    assert set(graph.lines().split("\n")) == {"book – on – suitcase", "mug – on – book"}


def test_the_part_that_matters_is_the_pile_and_not_what_stands_beside_it() -> None:
    whole = truth_for(piled())
    assert whole.objects == {"suitcase_1", "book_1", "mug_1"}
    assert whole.relations == {("book_1", "suitcase_1"), ("mug_1", "book_1")}
    assert truth_for(piled(question="Pick up the mug.")).objects == whole.objects, "what it is taken from belongs to it"
    assert truth_for(piled(question="Pick up the radio.")).objects == {"radio_1"}
    assert not truth_for(piled(question="Do something.")).objects


def test_what_is_true_of_another_pile_is_not_wrong_but_finds_nothing() -> None:
    truth = GraphTruth(frozenset({"mug_1"}), frozenset(), frozenset({("book_1", "suitcase_1")}))
    found = compare_graph(graph_of([], [Relation("book", "on", "suitcase")]), truth, key_of(piled()).names())
    assert found == {"objects precision": 0.0, "objects recall": 0.0, "relations precision": 1.0}


def test_a_graph_is_compared_by_what_rests_on_what() -> None:
    """Three objects of four are right (there is no vase), one of two relations, and the table counts for nothing."""
    asked = piled()
    said = graph_of(
        [],
        [
            Relation("suitcase", "under", "the book"), Relation("vase", "on", "book"),
            Relation("suitcase", "on", "table"), Relation("book", "next to", "mug"),
        ],
    )  # fmt: skip
    found = compare_graph(said, truth_for(asked), key_of(asked).names())
    assert found == {
        "objects precision": 3 / 4, "objects recall": 1.0, "relations precision": 1 / 2, "relations recall": 1 / 2,
    }  # fmt: skip
    assert compare_graph(SceneGraph(), truth_for(asked), key_of(asked).names()) == {
        "objects recall": 0.0, "relations recall": 0.0,
    }  # fmt: skip
