"""Reading swaps: what is proposed, in any words; never what is denied, supposed, offered as one of two, or cut off."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diorama.kinds import Verdict
from diorama.kinds.names import Names
from diorama.kinds.reading import Swapped, read_swaps

PHRASES = ("mug", "red vase", "blue vase", "lamp", "box", "book", "candle", "van", "chess pawn", "tent")
NAMES = Names({phrase: (f"the {phrase}", "vase" if "vase" in phrase else phrase) for phrase in PHRASES}, ("table",))
REPLIES: dict[str, list[str]] = json.loads(Path(__file__).with_name("swap_replies.json").read_text(encoding="utf-8"))
"""Replies by what they mean: swaps as "mug - red vase; lamp - box", or one of the words below."""

Pairs = list[frozenset[str]]


def reading(reply: str) -> Pairs | str:
    """The pairs that are read, or what else a reply is read as."""
    found = read_swaps(reply, NAMES)
    if not isinstance(found, Swapped):
        return found.verdict.value.replace("_", " ")
    if not found.feasible:
        return "infeasible"
    if any(match.unknown for pair in found.pairs for match in pair):
        return "unknown thing"
    return [frozenset(name for match in pair for name in match.names) for pair in found.pairs] or "no swap"


def meant(text: str) -> Pairs | str:
    return [frozenset(pair.split(" - ")) for pair in text.split("; ")] if " - " in text else text


@pytest.mark.parametrize("meaning", REPLIES)
def test_replies_are_read_as_they_are_meant(meaning: str) -> None:
    wrong = {reply: found for reply in REPLIES[meaning] if (found := reading(reply)) != meant(meaning)}
    assert not wrong


def test_infeasible_in_one_swap_is_no_answer_while_two_are_proposed() -> None:
    reply = "It is infeasible in one swap, so: swap the book with the box, then swap the mug with the red vase"
    assert reading(reply) == meant("book - box; mug - red vase")


@pytest.mark.parametrize(
    "reply",
    [
        "Do not swap the book and the box",
        "Never swap the book with the box.",
        "The book and the box must not be swapped.",
        "Swapping the book and the box would make them collide.",
        "If we swapped the book and the box, the lamp would be hit.",
        "One option is to swap the book and the box. Another option is to swap the mug and the lamp.",
        "Swap the book and the box or the mug and the lamp.",
        "The order is then: book, box.",
        "<think>Swap the book and the box",
        "Swap the book and the box, then swap the mug with",
        "不要交换书和盒子。",
        "Tausche nicht das Buch mit der Kiste.",
    ],
)
def test_what_is_not_proposed_is_never_read(reply: str) -> None:
    assert reading(reply) == "unread"


@pytest.mark.parametrize(
    "reply", ["van→candle", "van → candle", "van -> candle", "van/candle", "van – candle", "van&candle"]
)
def test_any_sign_joins_two_things(reply: str) -> None:
    assert reading(reply) == meant("van - candle")


def test_the_order_that_follows_is_no_swap() -> None:
    reply = "Swap the mug with the lamp. The order is then: lamp, mug, box, book"
    assert reading(reply) == meant("mug - lamp")
    assert reading(reply.replace("box, book", "")) == meant("mug - lamp")


@pytest.mark.parametrize(
    "reply",
    [
        "Swap the mug with the lamp.",
        "交换马克杯和台灯。",
        "マグカップとランプを入れ替える。",
        "Tausche den Becher mit der Lampe.",
        "Échanger la tasse et la lampe.",
        "Intercambiar la taza y la lámpara.",
    ],
)
def test_six_languages(reply: str) -> None:
    assert reading(reply) == meant("mug - lamp")


def test_the_last_decision_and_the_marked_answer_win() -> None:
    assert reading("Swap the mug and the box. Wait, no: swap the mug and the lamp.") == meant("mug - lamp")
    assert reading("I would swap the mug and the box first.\n\nAnswer: mug and lamp") == meant("mug - lamp")
    assert reading("Swap the mug and the lamp.\n\nSo, to sum up: swap the mug and the lamp.") == meant("mug - lamp")


def test_a_thing_that_is_not_there_is_kept() -> None:
    found = read_swaps("Swap the mug with the unicorn.", NAMES)
    assert isinstance(found, Swapped) and found.pairs[0][1].unknown and found.pairs[0][1].said == "unicorn"


def test_why_nothing_is_read_is_said() -> None:
    found = read_swaps("Swap the mug and the lamp or the box and the book.", NAMES)
    assert not isinstance(found, Swapped) and found.verdict is Verdict.UNREAD and found.note


# what must not change a reading, and what must

Pair = tuple[str, str]
things = st.sampled_from(PHRASES)
pairs = st.tuples(things, things).filter(lambda pair: pair[0] != pair[1])
sequences = st.lists(pairs, min_size=1, max_size=4)
QUESTION = (
    "What is the shortest sequence of swaps after which the mug, the red vase and the lamp stand in this order from "
    "left to right? Give only the swaps in order, or 'infeasible'."
)
TABLE = "| Step | A | B |\n|---|---|---|\n"
Form = Callable[[Sequence[Pair]], str]
FORMS: list[Form] = [
    lambda told: "; ".join(f"swap the {a} with the {b}" for a, b in told),
    lambda told: ", then ".join(f"swap {a} and {b}" for a, b in told),
    lambda told: "\n".join(f"{k}. {a} ↔ {b}" for k, (a, b) in enumerate(told, start=1)),
    lambda told: ", ".join(f"({a}, {b})" for a, b in told),
    lambda told: ". Then ".join(f"the {a} trades places with the {b}" for a, b in told) + ".",
    lambda told: "\n".join(f"- **{a}** and **{b}**" for a, b in told),
    lambda told: json.dumps([[a, b] for a, b in told]),
    lambda told: json.dumps({"swaps": [{"a": a, "b": b} for a, b in told]}),
    lambda told: "、".join(f"{a} ↔ {b}" for a, b in told),
    lambda told: TABLE + "\n".join(f"| {k} | {a} | {b} |" for k, (a, b) in enumerate(told)),
]
forms = st.sampled_from(FORMS)
wrappings = st.sampled_from(
    [
        "Sure! {}",
        "Sure! Here you go:\n\n{}\n\nLet me know if I can help with anything else.",
        "{}\n\nI hope this helps!",
        "Answer: {}",
        "**Final answer:**\n\n{}",
        "```\n{}\n```",
        "<answer>{}</answer>",
        "<think>Perhaps the mug and the tent? No.</think>\n{}",
        QUESTION + "\n\n{}",
        "Q: " + QUESTION + "\nA: {}",
        "{}\n\nThis gives the order mug, red vase, lamp.",
    ]
)


def told(sequence: list[Pair]) -> Pairs:
    return [frozenset(pair) for pair in sequence]


@given(sequences, forms, wrappings)
def test_politeness_markup_and_a_repeated_question_change_nothing(
    sequence: list[Pair], form: Form, wrapping: str
) -> None:  # fmt: skip
    assert reading(wrapping.format(form(sequence))) == told(sequence)


@given(sequences, forms)
def test_which_of_two_is_named_first_does_not_matter(sequence: list[Pair], form: Form) -> None:
    assert reading(form([(b, a) for a, b in sequence])) == reading(form(sequence)) == told(sequence)


@given(sequences, pairs, forms, st.integers(0, 3))
def test_another_pair_or_one_fewer_is_another_answer(
    sequence: list[Pair], other: Pair, form: Form, at: int
) -> None:  # fmt: skip
    at %= len(sequence)
    changed = [*sequence[:at], other, *sequence[at + 1 :]]
    assert (reading(form(changed)) == reading(form(sequence))) == (set(other) == set(sequence[at]))
    if len(sequence) > 1:
        assert reading(form(sequence[:-1])) != reading(form(sequence))


@given(
    pairs,
    st.sampled_from(
        [
            "Do not swap the {} and the {}.",
            "You must not swap the {} with the {}.",
            "Swapping the {} and the {} does not work.",
            "The {} and the {} cannot be swapped.",
            "{} ↔ {} leads to a collision.",
            "If you swap the {} and the {}, something collides.",
            "Should we swap the {} and the {}?",
            "It would be wrong to swap the {} with the {}.",
            "Swap the {} and the {}? No.",
        ]
    ),
)
def test_what_is_denied_is_not_proposed(pair: Pair, form: str) -> None:
    assert reading(form.format(*pair)) == "unread"


noise = st.sampled_from(
    ["swap ", "the mug", "lamp", " and ", " with ", "(", ")", "[", "]", "{", "}", ", ", "; ", ": ", ". ", "\n", "\n\n",
     "↔", "→", "/", "|", "1. ", "- ", "then ", "not ", "or ", "if ", "infeasible", "wait, ", "Answer: ", "in one swap",
     "交换", "と", "を", "\x1b[31m", "\u202e", "it", "where ", "vice versa", "first ", "second ", "after ", "swapping ",
     "swapped ", "?", "…", '"', "'s place"]
)  # fmt: skip


@given(st.lists(noise, max_size=40).map("".join) | st.text(max_size=200))
def test_whatever_comes_is_read_as_something(reply: str) -> None:
    assert reading(reply) is not None
