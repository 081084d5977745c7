"""Reading what a judge says, and seeing that a reply holds no reasoning without asking anyone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from diorama.ask.causes.cause import NO_REASONING, Cause, Ending
from diorama.errors import short
from diorama.kinds.reading.cleaning import plain, whole_reply
from diorama.kinds.reading.loose_json import loose_values

LONGEST_WHY = 400
"""Characters that are kept of a judge's sentence."""
_NAMES = {
    "dynamic integration failure": Cause.DYNAMIC,
    "dynamic integration": Cause.DYNAMIC,
    "prior driven hallucination": Cause.PRIOR,
    "causal reasoning failure": Cause.CAUSAL,
    "causal reasoning": Cause.CAUSAL,
    "cross modal bias": Cause.CROSS_MODAL,
    "cross modal attribution bias": Cause.CROSS_MODAL,
    "no reasoning": NO_REASONING,
}
_ANY_NAME = "|".join(sorted(_NAMES, key=len, reverse=True))
_MENTION = re.compile(rf"\b(?:{_ANY_NAME})\b")
_SAYS = re.compile(rf"^(?:.*\bcause(?: is)? )?({_ANY_NAME})$")
"""A line that says nothing but a name, or ends in “the cause is …”."""
_AROUND_AN_ANSWER = frozenset(
    (
        "the", "answer", "final", "correct", "right", "best", "option", "choice", "is", "are", "it", "my", "be",
        "would", "will", "choose", "pick", "select", "go", "with", "say", "so", "therefore", "thus", "sure", "json",
    )
)  # fmt: skip
"""Words that say no more than that an answer follows."""


@dataclass(frozen=True)
class Said:
    """What was read in a judge's reply."""

    ending: Ending
    cause: Cause | None = None
    why: str = ""


def read_verdict(reply: str) -> Said:
    """What a judge says: one cause, no reasoning, or nothing that can be read; it is never guessed.

    A field ``cause`` counts most; without one, the text must say one and mention no other.
    """
    text = whole_reply(reply)
    fields = list(_fields(loose_values(text.raw)))
    named = {_NAMES.get(_spelt(value)) for value, _ in fields} if fields else _said_plainly(text.text)
    if len(named) != 1 or (only := named.pop()) is None:
        return Said(Ending.UNREAD)
    why = next((short(why, LONGEST_WHY) for _, why in fields if isinstance(why, str)), "")
    return Said(Ending.JUDGED, only, why) if isinstance(only, Cause) else Said(Ending.NO_REASONING, None, why)


def is_bare(reply: str, options: Sequence[str]) -> bool:
    """Whether a reply is an answer and nothing else, so that no judge need be asked.

    >>> is_bare("**Answer:** B. behind it", ["in front of it", "behind it"])
    True
    """
    text = plain(reply).casefold()
    for option in sorted(options, key=len, reverse=True):
        text = text.replace(option.casefold(), " ")
    words: list[str] = re.findall(r"[^\W_]+", text)
    return all(word in _AROUND_AN_ANSWER or (word.isascii() and len(word) == 1) for word in words)


def _fields(values: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    """The cause and the reason of each object that gives a cause."""
    for value in values:
        if isinstance(value, dict):
            lower = {str(name).strip().casefold(): field for name, field in value.items()}
            if "cause" in lower:
                yield lower["cause"], lower.get("why")


def _said_plainly(text: str) -> set[str | None]:
    """The names that a text without JSON gives; nothing if it mentions others, too."""
    lines = [_spelt(line) for line in text.splitlines()]
    said = {_NAMES[found[1]] for line in lines if (found := _SAYS.match(line))}
    mentioned = {_NAMES[name] for line in lines for name in _MENTION.findall(line)}
    return {*said} if said == mentioned else set()


def _spelt(value: object) -> str:
    """A name as it is spelt in `_NAMES`: small letters and single spaces."""
    return re.sub(r"[\W_]+", " ", value.casefold()).strip() if isinstance(value, str) else ""
