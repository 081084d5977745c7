"""Prose that ends in "Answer: B" is read by its ends, and to the same effect as by all the rules."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_uppercase

import pytest

from diorama.kinds.reading import Chosen, read_choice
from diorama.kinds.reading.choices.closing import in_short
from diorama.kinds.reading.choices.reader import by_rules, choice_in
from diorama.kinds.reading.cleaning import whole_reply
from tests.kinds.test_corpus import FRESH, OPEN, entries, lines

EVERY = 12
"""Of the replies of the corpora, one in so many is taken here; with all of them the two agree 9,006 times of 9,006."""


def replies() -> Iterator[tuple[str, tuple[str, ...], str]]:
    found = [entry for name in (OPEN, FRESH) for entry in entries(name, "choice")]
    for entry in [*found, *lines("invented_choices.jsonl")][::EVERY]:
        for letter, _ in zip(ascii_uppercase, entry["options"], strict=False):
            yield f"{entry['reply']}\n\nAnswer: {letter}", tuple(entry["options"]), entry["question"]


def test_it_is_read_as_by_all_the_rules() -> None:
    short = 0
    for reply, options, question in replies():
        final = whole_reply(reply)
        if in_short(final.raw, options) is not None:
            short += 1
            assert choice_in(final, options, question) == by_rules(final, options, question), reply
    assert short > 200


@pytest.mark.parametrize(
    "body",
    [
        "A. It hits the mug.\nB. It hits nothing.",
        "The final answer is B.",
        "It hits the mug. Wait, no.",
        "I would go for B here.",
        "**Mug**: in the way",
        "It depends.",
        "60% for the mug",
    ],
)
def test_what_may_say_otherwise_is_read_by_all_the_rules(body: str) -> None:
    assert in_short(f"{body}\n\nAnswer: A", ("Yes", "No", "Not sure")) is None


def test_a_long_chain_of_thought_is_read_to_its_last_line() -> None:
    reply = "The car drives straight ahead. The box stands beside its way. " * 40 + "\n\nAnswer: B"
    assert read_choice(reply, ("Yes", "No", "Not sure")) == Chosen("No")
