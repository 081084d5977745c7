"""Reading: right answers in every form we have met, and none where there is none."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diorama.kinds import Verdict
from diorama.kinds.names import Names
from diorama.kinds.reading import (
    Chosen,
    Named,
    NotRead,
    Planned,
    Swapped,
    read_choice,
    read_objects,
    read_steps,
    read_swaps,
)

KINDS = ("choice", "objects", "plan", "swaps")
OPTIONS = ("Yes", "No", "Not sure")
NOUNS = ("mug", "vase", "lamp", "box", "soccer ball", "teddy bear", "fire engine", "truck")
NAMES = Names({noun: (f"the {noun}", noun) for noun in NOUNS}, ("table",))


@pytest.mark.parametrize(
    "reply",
    [
        "B",
        "(B)",
        "b",
        "(b)",
        "B.",
        "**B**",
        "`B`",
        "B) No",
        "(B) No",
        "B: No",
        "B - No",
        "[B]",
        "Option B",
        "no",
        "No.",
        "No, it will not.",
        "NO!",
        "Answer: B",
        "**Answer:** No",
        "Final answer:\n\nB",
        "The answer is B because A is wrong",
        "The correct option is **B**.",
        "I choose B",
        "\\boxed{B}",
        "$\\boxed{\\text{No}}$",
        "<answer>B</answer>",
        "<answer>\n(B) No\n</answer>",
        "<answer>B",
        "<|begin_of_box|>B<|end_of_box|>",
        "<think>maybe A</think>B",
        "It may be A. The answer is A…</think>\n\nB",
        "<thinking>A</thinking>The answer is no.",
        "◁think▷A◁/think▷ B",
        "<|channel|>analysis<|message|>A?<|end|><|channel|>final<|message|>B<|return|>",
        "B<|im_end|>",
        '{"Reasoning": "One may think the answer is A.", "Answer": "B"}',
        '```json\n{"answer": "(B) No"}\n```',
        'Sure:\n{"reasoning": "{}", "final_answer": "No"}',
        '{"Reasoning": "cut", "Answer": "B',
        '{"answer": ["B"]}',
        '{"answer": false}',
        "The truck moves on and stops before the box.\n\nNo",
        "No\n\nIt stops in time.",
        "If the answer is A, it must hit. It does not. So the answer is B.",
        "Let me see. It stops in time. So: no.",
        "The answer is not A. The answer is B.",
        "Option B is correct.",
        "It is B.",
        "I think it's B",
        "So I believe that it must be (B): no",
        "I'd go with B.",
        "I would say B because it stops.",
        "answer = B",
        "The right choice is (B) No.",
    ],
)
def test_no_in_many_forms(reply: str) -> None:
    assert read_choice(reply, OPTIONS) == Chosen("No")


@pytest.mark.parametrize(
    "reply",
    [
        "B) Yes",
        "A or B",
        "A, B",
        "A and B",
        "Yes or no",
        "Both (A) and (B) seem right",
        "Yes.\nBut then again: no.",
        "G",
        "A car is on the road.",
        "B is wrong",
        "The car will not be stopped",
        "42",
        "no answer",
        "It depends on the wind.",
    ],
)
def test_what_could_be_two_options_or_none_is_unread(reply: str) -> None:
    found = read_choice(reply, OPTIONS)
    assert isinstance(found, NotRead) and found.verdict is Verdict.UNREAD


LONG = (
    "Removing the box is enough",
    "The vase must be removed too",
    "The vase and the lamp must be removed too",
    "There is no collision",
    "Not sure",
)


@pytest.mark.parametrize(
    ("reply", "option"),
    [
        ("The vase must be removed too", 1),
        ("the vase and the lamp must be removed too.", 2),
        ("I believe that there is no collision.", 3),
        ("C. The vase and the lamp must be removed too", 2),
        ("It hits the vase next, so the vase must be removed too.", 1),
        ("e", 4),
        ("I am not sure.", 4),
    ],
)
def test_options_by_their_words(reply: str, option: int) -> None:
    assert read_choice(reply, LONG) == Chosen(LONG[option])


def test_a_negated_option_is_not_that_option() -> None:
    found = read_choice("It will not be revealed", ("Revealed", "Occluded", "Not sure"))
    assert isinstance(found, NotRead)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        ("", Verdict.UNREAD),
        ("   \n ", Verdict.UNREAD),
        ("<think>I wonder whether the mug", Verdict.UNREAD),
        ("<think>The answer is B, the mug.</think>", Verdict.UNREAD),
        ("I'm sorry, but I can't help with that.", Verdict.REFUSED),
        ("As an AI, I cannot view images.", Verdict.REFUSED),
        ("I don't know.", Verdict.NOT_SURE),
        ("This cannot be determined from the picture.", Verdict.NOT_SURE),
    ],
)
def test_replies_without_an_answer(kind: str, reply: str, verdict: Verdict) -> None:
    found = _read(kind, reply, ("Left", "Right"))
    assert isinstance(found, NotRead) and found.verdict is verdict and found.note


def _read(kind: str, reply: str, options: tuple[str, ...] = OPTIONS) -> Chosen | Named | Swapped | Planned | NotRead:
    match kind:
        case "choice":
            return read_choice(reply, options)
        case "plan":
            return read_steps(reply)
        case "objects":
            return read_objects(reply, NAMES)
        case _:
            return read_swaps(reply, NAMES)


@pytest.mark.parametrize(
    "reply",
    [
        "mug, vase",
        "The mug and the vase.",
        "mug\nvase",
        "- mug\n- vase",
        "* Mug\n* Vase",
        "1. Mug\n2. Vase",
        "1) mug 2) vase",
        "**Mug**, **Vase**",
        "first the mug, then the vase",
        "mug → vase",
        "mug; vase",
        '["mug", "vase"]',
        "['mug', 'vase']",
        '{"answer": ["mug", "vase"]}',
        '{"objects": [{"name": "mug"}, {"name": "vase"}]}',
        '{"answer": "mug and vase"}',
        "Final answer: mug, vase",
        "<think>the box?</think>the mug, the vase",
        "<answer>mug, vase</answer>",
        "Objects:\n- **Mug** – hidden by the box\n- **Vase** (behind the box)",
        "The objects that would become fully visible are the mug and the vase.",
        "The mug and the vase would be visible.",
        "If the box were removed, the mug and the vase would be fully visible.",
        "mug, vase, mug",
        "The mug and the vase. They are behind the box.",
        "Sure! Here is the list:\n\nmug, vase",
        "a cup and a flower vase",
        "The mug and the vase\n\nExplanation: the box hides both of them.",
        "Remove the mug and then the vase.",
        "- The mug is hidden by the box\n- The vase too",
        "The box hides the lamp. So the answer is: the mug, the vase.",
    ],
)
def test_mug_and_vase_in_many_forms(reply: str) -> None:
    found = read_objects(reply, NAMES)
    assert isinstance(found, Named)
    assert [m.names for m in found.items] == [("mug",), ("vase",)]


@pytest.mark.parametrize(
    "reply", ["none", "None.", "Nothing.", "No objects would become visible.", "[]", '{"answer": []}', "Answer: none"]
)
def test_none_is_an_answer(reply: str) -> None:
    assert read_objects(reply, NAMES) == Named(())


@pytest.mark.parametrize(
    "reply",
    [
        "Everything except the mug",
        "It is a nice day and who knows what happens to be there.",
        "The box is in front of the mug. The nearest of all is the lamp.",
    ],
)
def test_talk_is_not_taken_for_a_list(reply: str) -> None:
    found = read_objects(reply, NAMES)
    assert isinstance(found, NotRead) and found.verdict is Verdict.UNREAD


@pytest.mark.parametrize(
    "reply",
    [
        "The mug, but not the vase",
        "Reflected: the mug; not reflected: the lamp",
        "Would become visible:\n- Mug\n\nWould remain hidden:\n- Vase",
        "- Mug: yes\n- Vase: no\n- Box: no",
        "mug only",
        "The mug; nothing else.",
        "The vase... no wait, the mug.",
        "la tasse",
        "马克杯",
        "Der Becher.",
    ],
)
def test_what_is_denied_taken_back_or_in_another_language_is_read_as_it_is_meant(reply: str) -> None:
    found = read_objects(reply, NAMES)
    assert isinstance(found, Named) and [m.names for m in found.items] == [("mug",)]


@pytest.mark.parametrize(
    "reply", ["mug/vase", "mug | vase", "mug (vase)", "mug vase", "mug → vase", "mug\n\nvase\n\nLet me know!"]
)
def test_no_name_is_swallowed_by_another(reply: str) -> None:
    found = read_objects(reply, NAMES)
    assert isinstance(found, Named) and [m.names for m in found.items] == [("mug",), ("vase",)]


def test_what_stands_in_an_aside_is_not_the_answer() -> None:
    found = read_objects("The mug, which is behind the box", NAMES)
    assert isinstance(found, Named) and [m.names for m in found.items] == [("mug",)]


@pytest.mark.parametrize(
    "reply",
    [
        "swap the mug with the vase, then swap the vase with the lamp",
        "1. mug ↔ vase\n2. vase ↔ lamp",
        "1. Swap the mug and the vase.\n2. Swap the vase and the lamp.",
        "(mug, vase), (vase, lamp)",
        "mug and vase, vase and lamp",
        '[["mug", "vase"], ["vase", "lamp"]]',
        '{"swaps": [{"a": "mug", "b": "vase"}, {"a": "vase", "b": "lamp"}]}',
        "Swap the mug with the vase, then the vase with the lamp.",
        "Step 1: swap mug with vase\nStep 2: swap vase with lamp",
        "First, swap the mug and vase; second, swap the vase and lamp.",
        "[mug <-> vase, vase <-> lamp]",
        "mug/vase; vase/lamp",
        "1. Swap mug and vase\n2. Swap vase and lamp\n\nFinal order: lamp, mug, vase",
        "Answer: mug & vase, vase & lamp",
        "Swap 1: mug and vase\nSwap 2: vase and lamp",
        "<think>mug and box</think>mug with vase; vase with lamp",
    ],
)
def test_two_swaps_in_many_forms(reply: str) -> None:
    found = read_swaps(reply, NAMES)
    assert isinstance(found, Swapped) and found.feasible
    assert [(a.names, b.names) for a, b in found.pairs] == [(("mug",), ("vase",)), (("vase",), ("lamp",))]


@pytest.mark.parametrize(
    "reply",
    [
        "mug and vase",
        "The mug and the vase.",
        "mug, vase",
        '{"answer": ["mug", "vase"]}',
        "I'd swap the mug for the vase",
        "The pair to be swapped is the mug and the vase",
        "Exchange the places of the mug and the vase.",
        "Swap the mug and the vase. This gives the order lamp, mug, vase.",
        "Swapping the box and the lamp is infeasible because of the truck. So swap the mug and the vase.",
    ],
)
def test_one_swap_in_many_forms(reply: str) -> None:
    found = read_swaps(reply, NAMES)
    assert isinstance(found, Swapped)
    assert [(a.names, b.names) for a, b in found.pairs] == [(("mug",), ("vase",))]


@pytest.mark.parametrize(
    "reply", ["infeasible", "It is impossible.", "**Infeasible**: no sequence works", "Answer: infeasible"]
)
def test_infeasible_is_an_answer(reply: str) -> None:
    assert read_swaps(reply, NAMES) == Swapped(feasible=False)


def test_three_objects_are_no_swap() -> None:
    assert isinstance(read_swaps("mug, vase, lamp", NAMES), NotRead)
    assert read_swaps("no swap is needed", NAMES) == Swapped()


pieces = st.sampled_from(
    [
        "answer",
        " is ",
        ":",
        "the mug",
        " and ",
        ",",
        "\n",
        "- ",
        "1. ",
        "(A)",
        "B",
        "<think>",
        "</think>",
        "{",
        "}",
        "[",
        "]",
        '"',
        "swap ",
        " with ",
        "then ",
        "not ",
        "no ",
        "if ",
        "which ",
        "would ",
        "visible",
        "\\boxed{",
        "**",
        "```json\n",
        "é",
    ]
)


@given(st.lists(pieces, max_size=60).map("".join) | st.text(max_size=200), st.sampled_from(KINDS))
def test_any_text_is_read_as_something(reply: str, kind: str) -> None:
    assert isinstance(_read(kind, reply), Chosen | Named | Swapped | Planned | NotRead)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "reply",
    [
        "word " * 2_000_000,
        "a" + " " * 1_000_000 + "b",
        "is " * 100_000,
        "{" * 1_000_000,
        "[" * 1_000_000,
        "<think>" * 100_000,
        "mug, " * 100_000,
        '{"answer": "a' + "\\t" * 15_000 + 'b"}',
        '{"a":' * 100_000,
        "swap mug with vase, then " * 50_000,
    ],
    ids=["long", "spaces", "is", "braces", "brackets", "think", "commas", "tabs", "nested", "swaps"],
)
def test_hostile_text_takes_no_time(kind: str, reply: str) -> None:
    """Ten megabytes, deep nesting, endless lists: seconds at most, and mostly far less."""
    start = time.process_time()
    _read(kind, reply)
    assert time.process_time() - start < 3
