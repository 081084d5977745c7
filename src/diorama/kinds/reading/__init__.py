"""Reading: a model's text → the answer it gives, one module for each kind of answer.

A reading never guesses. Where two answers can be read, or none, it says so, and the reply counts as unread.

>>> from diorama.kinds.reading import read_choice
>>> read_choice("Let me think… The answer is (B).", ("Yes", "No", "Not sure"))
Chosen(option='No')
"""

from __future__ import annotations

from collections.abc import Sequence

from diorama.kinds.names import Names
from diorama.kinds.reading.choices import choice_in, option_mentions
from diorama.kinds.reading.cleaning import (
    LONGEST,
    Final,
    after_thinking,
    final_words,
    readable_end,
    whole_reply,
    without_question,
)
from diorama.kinds.reading.objects.reader import objects_in
from diorama.kinds.reading.plans import steps_in
from diorama.kinds.reading.readings import Chosen, Named, NotRead, Planned, PlannedStep, Swapped
from diorama.kinds.reading.swaps import swaps_in
from diorama.kinds.verdicts import Verdict

__all__ = [
    "Chosen",
    "Final",
    "Named",
    "NotRead",
    "Planned",
    "PlannedStep",
    "Swapped",
    "after_thinking",
    "final_words",
    "option_mentions",
    "read_choice",
    "read_objects",
    "read_steps",
    "read_swaps",
]  # fmt: skip


def read_choice(reply: str, options: Sequence[str], question: str = "") -> Chosen | NotRead:
    """The one option that a reply answers with."""
    final = whole_reply(reply)
    return _no_answer(final) or choice_in(final, tuple(options), question)


def read_objects(reply: str, names: Names, question: str = "") -> Named | NotRead:
    """The objects that a reply names."""
    if plain := names.plain_list(reply):
        return Named(tuple(dict.fromkeys(plain)))
    final = final_words(without_question(reply, question))
    return _no_answer(final) or objects_in(final, names, question)


def read_swaps(reply: str, names: Names, question: str = "") -> Swapped | NotRead:
    """The swaps that a reply proposes."""
    final = final_words(without_question(reply, question))
    return _no_answer(final) or swaps_in(final, names)


def read_steps(reply: str, question: str = "") -> Planned | NotRead:
    """The plan that a reply lays out."""
    whole = readable_end(without_question(reply, question))
    if whole is None:
        return NotRead(Verdict.UNREAD, f"longer than {LONGEST:,} characters, without an answer in tags at its end")
    final = final_words(whole)
    return _no_answer(final) or steps_in(final)


def _no_answer(final: Final) -> NotRead | None:
    """A reader's word that a reply gives no answer."""
    if final.text.strip(" .").casefold() == "no answer":
        return NotRead(Verdict.UNREAD, "it says that there is no answer")
    return None
