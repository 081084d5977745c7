"""Letters for things: "swap A with B, where A = mug and B = vase" names the mug and the vase."""

from __future__ import annotations

import re

from diorama.kinds.names import Names

_DEFINES = re.compile(r"(?<![\w(])([A-HJ-Z])\s*(?:=|:=)\s*(?:the\s+|an?\s+)?(?=\w)")
_STANDS = (
    r"(?<![\w'’]){}(?=\s*(?:[,.;:)&+/↔⇄]|<-|->|-|$|"
    r"\b(?:and|with|for|then|to|in|is|at|on|where|so|swap\w*|has|have|must)\b))"
)
_BRACKET = re.compile(r"(?<![\w'’])[A-HJ-Z]\s*\((?:the\s+)?(?P<name>[^()]{2,40})\)")
_LEAD = re.compile(r"[,;(]?\s*(?:\b(?:where|with|let|and)\s*)?$", re.I)
FEWEST = 2


def spelled_with(text: str, names: Names) -> str:
    """A text in which letters that it gives to things are these things.

    >>> names = Names({"mug": ("the mug", "mug"), "vase": ("the vase", "vase")})
    >>> spelled_with("Swap A with B, where A = mug and B = the vase.", names)
    'Swap mug with vase.'
    """
    text = _in_brackets(text, names)
    if "=" not in text:
        return text
    mentions = {start: (end, match) for start, end, match in names.mentions(text)}
    found = [(m, *mentions[m.end()]) for m in _DEFINES.finditer(text) if m.end() in mentions]
    meant = {m[1]: text[m.end() : end] for m, end, match in found if len(match.names) == 1}
    if len(meant) < FEWEST or len(meant) < len(found):
        return text
    for m, end, _ in reversed(found):
        before = _LEAD.search(text[: m.start()])
        text = text[: before.start() if before else m.start()] + text[end:]
    for letter, name in meant.items():
        text = re.sub(_STANDS.format(letter), name, text)
    return text


def _in_brackets(text: str, names: Names) -> str:
    """A text in which "A (the mug)" is the mug."""
    found = list(_BRACKET.finditer(text))
    mentions = {start: end for start, end, match in names.mentions(text) if match.names} if found else {}
    for m in reversed(found):
        if mentions.get(m.start("name")) == m.end("name"):
            text = text[: m.start()] + m["name"] + text[m.end() :]
    return text
