"""The former and the latter of two things, or options, that were named together: "the die and the dumbbell"."""

from __future__ import annotations

import re
from itertools import pairwise

from diorama.kinds.reading.choices.clauses import JOINED
from diorama.kinds.reading.choices.letters import lowered
from diorama.kinds.reading.choices.mentions import Mention, mentions_in
from diorama.kinds.reading.choices.words import OptionWords

_WHICH = re.compile(r"\bthe (former|latter)(?: (?:one|option|choice|answer))?\b", re.I)


def spelled_out(text: str, words: OptionWords) -> str:
    """A text with names in the place of "the former" and "the latter", where two were named together before."""
    for found in reversed(list(_WHICH.finditer(text))[:10]):
        if (two := _two_before(text[: found.start()], words)) is not None:
            named = two[found[1].lower() == "latter"]
            text = text[: found.start()] + text[named.start : named.end] + text[found.end() :]
    return text


def _two_before(text: str, words: OptionWords) -> tuple[Mention, Mention] | None:
    """The last two mentions of one option each that stand together, if no third one stands with them."""
    mentions = [m for m in mentions_in(text, words) if m.by != "yes or no"]
    low = lowered(text)
    joined = [JOINED.match(low[a.end : b.start]) is not None for a, b in pairwise(mentions)]
    for k in range(len(joined) - 1, -1, -1):
        if joined[k]:
            third = joined[k - 1 : k] == [True]
            two = mentions[k], mentions[k + 1]
            return None if third or any(len(m.options) != 1 for m in two) else two
    return None
