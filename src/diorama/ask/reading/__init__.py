"""Reading: a model's text → the answer it gives, one module for each kind of answer.

A reading never guesses. Where two answers can be read, or none, it says so, and the reply counts as unread.

>>> from diorama.ask.reading import read
>>> read("Let me think… The answer is (B).", options=("Yes", "No", "Not sure"))
Chosen(option='No')
"""

from __future__ import annotations

from collections.abc import Sequence

from diorama.ask.names import Names
from diorama.ask.reading.choices import read_choice
from diorama.ask.reading.cleaning import Final, final_words
from diorama.ask.reading.lists import read_objects
from diorama.ask.reading.readings import Chosen, Named, NotRead, Reading, Swapped
from diorama.ask.reading.swaps import read_swaps
from diorama.ask.records import Verdict

__all__ = ["Chosen", "Final", "Named", "NotRead", "Reading", "Swapped", "final_words", "read"]


def read(reply: str, *, options: Sequence[str] = (), names: Names | None = None, swaps: bool = False) -> Reading:
    """What a reply says: one of the options, objects of a scene, or swaps of them."""
    final = final_words(reply)
    if final.text.strip(" .").casefold() == "no answer":
        return NotRead(Verdict.UNREAD, "it says that there is no answer")
    if options:
        return read_choice(final, tuple(options))
    scene = names or Names({})
    return read_swaps(final, scene) if swaps else read_objects(final, scene)
