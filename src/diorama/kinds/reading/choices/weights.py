"""Options that a reply weighs: "Yes: 80 %, No: 20 %", or a table of confidences. The clearly heaviest is its answer."""

from __future__ import annotations

import re

from diorama.kinds.reading.choices.mentions import Mention, mentions_in
from diorama.kinds.reading.choices.words import OptionWords

LONGEST = 1500
"""Characters of a reply in which weights are looked for."""
LEAST, MARGIN = 0.5, 0.1
"""What the heaviest weighs at the least, and how much more than any other."""
_WEIGHT = re.compile(r"(?<![\w.])(?:(\d{1,3}(?:[.,]\d+)?)\s*(?:%|percent\b)|([01]?\.\d+)(?![\w%.]|\s*%))", re.I)
_BEFORE_WEIGHT = re.compile(
    r"[\s|:=()\[\]\-–—,~≈*<>\"'→]*(?:(?:is|at|with|has|gets|about|probability|confidence|likelihood|of|"
    r"a)[\s:=]+){0,4}", re.I
)
_AFTER_WEIGHT = re.compile(
    r"[\s|:=()\-–—*\"']*(?:(?:for|that|it|is|on|likely|chance|probability|of|sure|confidence)\s+){0,4}", re.I
)
_SAYS_WEIGHT = re.compile(r"[:|=(]")


def weighed(text: str, words: OptionWords) -> tuple[str, frozenset[str]] | None:
    """The text without its weights, and the heaviest option (none if it is not clear); None if nothing is weighed."""
    found = list(_WEIGHT.finditer(text)) if len(text) <= LONGEST else []
    if len(found) < 2:
        return None
    mentions = [m for m in mentions_in(text, words) if m.by != "object" and len(m.options) == 1]
    if not mentions:
        return None
    leading = found[0].start() < mentions[0].start
    held: dict[str, float] = {}
    span = [found[0].start(), found[0].end()]
    for k, weight in enumerate(found):
        near = _beside(weight, found[k - 1] if k else None, mentions, text, words, leading=leading)
        if near is None or next(iter(near.options)) in held:
            return None
        held[next(iter(near.options))] = _number(weight)
        span = [min(span[0], near.start), max(span[1], near.end, weight.end())]
    if sum(held.values()) > 1.1:
        return None
    best, second = sorted(held.values(), reverse=True)[:2]
    clear = best >= LEAST and best - second >= MARGIN
    heaviest = frozenset(o for o, w in held.items() if w == best) if clear else frozenset[str]()
    return text[: span[0]] + "\n" + text[span[1] :].lstrip(" .,;)|"), heaviest


def _beside(
    weight: re.Match[str],
    last: re.Match[str] | None,
    mentions: list[Mention],
    text: str,
    words: OptionWords,
    *,
    leading: bool,
) -> Mention | None:
    """The option that a weight belongs to: the one before it, or after it where weights come first."""
    if leading:
        after = [m for m in mentions if m.start >= weight.end()]
        ok = after and _AFTER_WEIGHT.fullmatch(text, weight.end(), after[0].start) and words.get("revealed") is None
        return after[0] if ok else None  # "80 % revealed" says how much is seen
    since = last.end() if last else 0
    before = [m for m in mentions if since <= m.start and m.end <= weight.start()]
    if not before or len({m.options for m in before}) > 1:
        return None
    between = text[before[-1].end : weight.start()]
    if words.get("revealed") is not None and before[-1].by != "letter" and not _SAYS_WEIGHT.search(between):
        return None
    return before[-1] if _BEFORE_WEIGHT.fullmatch(between) else None


def _number(weight: re.Match[str]) -> float:
    return float(weight[1].replace(",", ".")) / 100 if weight[1] else float(weight[2])
