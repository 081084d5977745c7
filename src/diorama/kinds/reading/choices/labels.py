"""Things that a reply goes through one by one, "Lamp: left of the path. Mug: in the way", before it chooses.

The name before the colon, or in the first cell of a row, is what the rest speaks of and not an answer. A single one may
well be the answer ("The mug: it stands in the way"), so two different things must be judged like this.
"""

from __future__ import annotations

import re

from diorama.kinds.reading.choices import cues
from diorama.kinds.reading.choices.mentions import mentions_in
from diorama.kinds.reading.choices.words import OptionWords

LONGEST = 400
"""Characters of a statement that judges one thing."""
_LEAD = re.compile(r"[^\w(]*(?:\d{1,2}[.)]\s+)?(?:the |an? )?", re.I)
_JOINT = re.compile(r"\s*(?:[:：|=]|\s[–—-]|[–—])\s*")
_MERE_JUDGEMENT = re.compile(r"\W*(?:(?:yes|no|n/a|y|n|x|true|false)\b)?\W*", re.I)
"""A cell that says yes or no to whatever its column asks."""


def without_labels(text: str, words: OptionWords) -> str:
    """A text in which "Mug: in the way" says that the mug is in the way, and "Mug: yes" is left out."""
    if words.names is None or not _JOINT.search(text):
        return text
    statements = [s for s in cues.STATEMENTS.split(text) if s.strip()]
    judged = {s: found for s in statements if (found := _judged(s, words)) is not None}
    if len({option for option, _ in judged.values()}) < 2:
        return text
    for statement, (_, plain) in judged.items():
        text = text.replace(statement, plain, 1)
    return text


def _judged(statement: str, words: OptionWords) -> tuple[str, str] | None:
    """The option whose thing a statement judges, and the same as a sentence; None for any other statement."""
    lead = _LEAD.match(statement)
    here = mentions_in(statement, words)[:1] if len(statement) <= LONGEST else []
    if lead is None or not here or here[0].by != "object" or len(here[0].options) != 1 or here[0].start > lead.end():
        return None
    joint = _JOINT.match(statement, here[0].end)
    rest = statement[joint.end() :] if joint else ""
    if joint is None or ("|" not in joint[0] and not rest.strip()):
        return None
    (option,) = here[0].options
    return option, "" if _MERE_JUDGEMENT.fullmatch(rest) else f"{statement[: here[0].end]} is {rest}"
