"""What is only said aside: walls that are seen too, and what a Chinese or Japanese sentence supposes."""

from __future__ import annotations

import re

from diorama.kinds.lexicon import CJK
from diorama.kinds.names import Match, Names
from diorama.kinds.surroundings import is_surroundings

MOST_ASIDES = 10
_SET_ASIDE = re.compile(
    r",?\s*\b(?:apart from|aside from|besides|not counting|leaving aside|in addition to|except(?: for)?|other than|"
    r"(?<=nothing )but)\s+"
    r"(?P<what>[^.;:!?()\n,]{2,60})(?=[.;:!?()\n,]|$)",
    re.I,
)
_SUPPOSED = re.compile(
    r"(?:(?<=[。！\n])|^)\s*(?:(?:如果|假如|假设|假設|若|要是|当|當|もし)[^。，,、！\n]{1,40}"
    r"|(?:把)?[^。，,、！\n]{0,16}(?:拿走|移走|移开|拿掉|去掉|移除|取り除)[^。，,、！\n]{0,24}?"
    r"(?:之后|之後|以后|以後|后|後|的话|的話|たら|ば))[，,、]"
)


def without_asides(text: str, names: Names, asked: frozenset[str]) -> str:
    """A text without what it only says aside.

    >>> names = Names({"mug": ("the mug", "mug")}, ("table", "wall"))
    >>> without_asides("Just the mug, apart from the wall and a bit of the table.", names, frozenset())
    'Just the mug.'
    """
    for aside in reversed(list(_SET_ASIDE.finditer(text))[:MOST_ASIDES]):
        if _is_scenery(aside["what"], names):
            begins = not text[: aside.start()].strip() or text[: aside.start()].rstrip()[-1] in ".!?\n"
            end = aside.end() + (begins and text[aside.end() : aside.end() + 1] == ",")
            text = text[: aside.start()] + (" " if begins else "") + text[end:]
    for supposed in reversed(list(_SUPPOSED.finditer(text))[:MOST_ASIDES]) if CJK.search(text) else ():
        here = [match for _, _, match in names.mentions(supposed[0])]
        if here and all(_may_be(match, asked) for match in here):
            text = text[: supposed.start()] + text[supposed.end() :]
    return text


def _is_scenery(said: str, names: Names) -> bool:
    """Whether words name the surroundings and nothing else."""
    here = names.mentions(said)
    return all(m.how == "scenery" for _, _, m in here) and (bool(here) or is_surroundings(said))


def _may_be(match: Match, asked: frozenset[str]) -> bool:
    """Whether a name may mean what the question is about."""
    return bool(asked.intersection(match.names))
