"""Things that are pointed at: "the teal one", "the other mug", "by mug I mean the blue one", called by their names.

>>> from diorama.kinds.names import Names
>>> names = Names({"mug 1": ("the red mug", "mug"), "mug 2": ("the blue mug", "mug"), "box": ("the box", "box")})
>>> spelled_out("the mug (by which I mean the blue one) and the box", names)
'the blue mug) and the box'
>>> others_named("the red mug and the other mug", names, frozenset())
'the red mug and the blue mug'
"""

from __future__ import annotations

import re

from diorama.kinds.lexicon import WORD, colours, looks, plain_word
from diorama.kinds.name_words import plain_words
from diorama.kinds.names import Match, Names

MOST_ONES = 20
"""How often "the teal one" is looked into."""
Mention = tuple[int, int, Match]
_EXPLAINS = re.compile(
    r"^[\s,:;(–—-]*(?:(?:\.\s*)?(?:to be (?:exact|precise|specific)|more (?:exactly|precisely)),?\s+)?"
    r"(?:(?:the|a|an|i mean|by which i mean|meaning|i\.e\.,?|that is,?|namely|specifically)\s+)*$",
    re.I,
)
"""What may stand between a name and words that say which one is meant."""
_ONE = re.compile(
    r"\b(?:the|a|an|that|this)\s+((?:(?!the\b)[^\W\d_]+[\s-]+){1,3})ones?\b|"
    r"\b(?:its|the)\s+((?:[^\W\d_]+\s+){1,2})(?:twin|counterpart|sibling|namesake)\b|"
    r"\bthe\s+([^\W\d_]+)(?=\s*(?:[.,;!)]|$))|\bthe\s+([^\W\d_]+\s)(?=(?:is|isn|was|wasn|would|wouldn|has|hasn|"
    r"does|doesn|stays|remains)\b)",
    re.I,
)
"""The teal one; the teal is mirrored."""
_ONES_LISTED = re.compile(r"\b(?:the [^\W\d_]+(?:, and |, or | and | or |, )){1,6}the [^\W\d_]+ ones?\b", re.I)
"""The red, the blue and the white one."""
_ADDED_ONE = re.compile(r"(?:,|\band|\bplus)\s+the\s+([^\W\d_]+)\s+ones?\b", re.I)
_OTHER = re.compile(r"\b(?:the |its |an)?other\s+$", re.I)
_DEFINES = re.compile(
    r"[\s,.;(]*\b(?:by|where|with)\s+(?:the\s+)?[\"'“”]?(?P<noun>[^\W\d_]+(?: [^\W\d_]+)?)[\"'“”]?,?\s+"
    r"(?:i mean|i meant|means|meaning)\s+(?:the\s+)?(?P<look>[^\W\d_]+)(?:\s+ones?)?(?=\s*(?:[.,;!)]|$))\)?",
    re.I,
)
"""By mug I mean the blue one."""
_NOT_SO = re.compile(
    r",?\s+(?:(?:i mean |namely )?the one )?(?:that|which)(?:['’]s| is) ?not\s+(?:the\s+)?(?P<look>[^\W\d_]+)"
    r"(?:\s+one)?(?=\s*(?:[.,;!)]|$))|"
    r",?\s+(?:(?:i mean |namely )?the one )?(?:that|which) isn['’]t\s+(?:the\s+)?(?P<other>[^\W\d_]+)"
    r"(?:\s+one)?(?=\s*(?:[.,;!)]|$))",
    re.I,
)
"""Behind a name: the one that is not red."""


def spelled_out(text: str, names: Names, asked: frozenset[str] = frozenset()) -> str:
    """A text in which "the teal one" says its noun: that of the name before it, or of what the question is about.

    After a name that fits several things it only says which one is meant: "the mug, i.e. the teal one".
    """
    text = _not_so(text, names, asked) if " is" in text or "'s" in text or "’s" in text else text
    text = _defined(text, names) if "mean" in text or "where" in text else text
    text = _ONES_LISTED.sub(lambda m: _each_one(m[0], names), text)
    for one in reversed(list(_ONE.finditer(text))[:MOST_ONES]):
        said = one[1] or one[2] or one[3] or one[4]
        if (one[3] or one[4]) and not any(looks().get(w, frozenset()) & colours() for w in plain_words(said)):
            continue
        mentions = names.mentions(text)
        if (one[3] or one[4]) and any(s < one.end() and e > one.start() for s, e, _ in mentions):
            continue  # the orange is a thing of its own
        here = names.mentions(text[: one.start()])
        before = _may_be_so(here, said, names)
        if before is None and one[1] and (other := _like_asked(said, names, asked)):
            text = f"{text[: one.start()]}{other}{text[one.end() :]}"
            continue
        if before is None and here and _EXPLAINS.match(text[here[-1][1] : one.start()]):
            before = here[-1]
        if before is None or not _told(said):
            continue
        start, end, match = before
        noun = _noun(match.said)
        said, gap = (f"{one[3]} ", "") if one[3] else (said, " " if one[4] else "")
        if match.ambiguous and one[1] and _EXPLAINS.match(text[end : one.start()]):
            text = f"{text[:start]}{said}{noun}{text[one.end() :]}"
        else:
            text = f"{text[: one.start()]}the {said}{noun}{gap}{text[one.end() :]}"
    return text


def points_at_nothing(text: str) -> bool:
    """Whether a text that was spelled out still adds "the green one", and nobody knows of what."""
    return " one" in text and any(_told(found[1]) & colours() for found in _ADDED_ONE.finditer(text))


def others_named(text: str, names: Names, asked: frozenset[str]) -> str:
    """A text in which "the other mug" is called by its name, if there is just one that was not named before."""
    if "other" not in text.casefold():
        return text
    here = names.mentions(text)
    for start, end, match in reversed(here):
        if not match.ambiguous or not (other := _OTHER.search(text[:start])):
            continue
        named = {n for s, _, m in here if s < start and len(m.names) == 1 for n in m.names}
        left = [n for n in match.names if n not in asked and n not in named]
        if len(left) == 1:
            text = f"{text[: other.start()]}{names.phrase_of(left[0])}{text[end:]}"
    return text


def _each_one(listed: str, names: Names) -> str:
    """"The red, the blue and the white one" with a "one" for each colour."""

    def one(found: re.Match[str]) -> str:
        return found[0] if names.match(found[1]).names else f"{found[0]} one"

    return re.sub(r"\bthe ([^\W\d_]+)(?=,| and| or)", one, listed, flags=re.I)


def _told(said: str) -> set[str]:
    """The looks that some words tell, in our words for them."""
    return {ours for word in plain_words(said) for ours in looks().get(word, ())}


def _noun(said: str) -> str:
    """A name without the looks before it."""
    words = WORD.findall(said)
    while len(words) > 1 and plain_word(words[0]) in looks():
        words.pop(0)
    return " ".join(words)


def _may_be_so(mentions: list[Mention], said: str, names: Names) -> Mention | None:
    """The last mention of a noun of which there is one that looks as is said."""
    told = _told(said)
    if not told:
        return None
    fits = (m for m in reversed(mentions) if any(names.looks_of(name) & told for name in names.alike(m[2])))
    return next(fits, None)


def _like_asked(said: str, names: Names, asked: frozenset[str]) -> str | None:
    """What looks as is said and has the noun of the thing that the question is about: "the green one"."""
    told = _told(said)
    alike = {n for name in asked for n in names.alike(Match("", (name,))) if n not in asked}
    fits = [n for n in sorted(alike) if names.looks_of(n) & told]
    return names.phrase_of(fits[0]) if len(fits) == 1 else None


def _defined(text: str, names: Names) -> str:
    """A text in which a name that fits several things is the one that it says it means by it."""
    for found in list(_DEFINES.finditer(text))[:MOST_ONES]:
        noun, look = names.match(found["noun"]), found["look"]
        if not noun.ambiguous or not _told(look) or not names.match(f"{look} {found['noun']}").names:
            continue
        text = text.replace(found[0], "", 1)
        for start, _, match in reversed(names.mentions(text)):
            if match.ambiguous and match.names == noun.names:
                text = f"{text[:start]}{look} {text[start:]}"
    return text


def _not_so(text: str, names: Names, asked: frozenset[str]) -> str:
    """A text in which "the mug that is not red" is the other one of two."""
    for found in reversed(list(_NOT_SO.finditer(text))[:MOST_ONES]):
        told = _told(found["look"] or found["other"])
        before = names.mentions(text[: found.start()])[-1:]
        if not told or not before or not before[0][2].ambiguous or text[before[0][1] : found.start()].strip():
            continue
        left = [n for n in before[0][2].names if not names.looks_of(n) & told and n not in asked]
        if len(left) == 1:
            text = f"{text[: before[0][0]]}{names.phrase_of(left[0]).removeprefix('the ')}{text[found.end() :]}"
    return text
