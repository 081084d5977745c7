"""Things to remove: which options a clause means by naming a thing that blocks the way, must go, or is enough to go."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from diorama.kinds.reading import choice_cues as cues
from diorama.kinds.reading.option_mentions import Mention
from diorama.kinds.reading.option_words import OptionWords

JOINED = re.compile(r"^\s*(?:,|/|&|\+|and|or|und|oder|et|ou|y|o|和|与|或|と|か|,\s*(?:and|or))\s*(?:also |both |the |a )?$", re.I)
_SMALL = re.compile(
    r"\b(?:also|too|as well|else|either|other|additionally|further|still|needs?|need|ought|must|should|obstacle|object|first|"
    r"therefore|hay|que|il|faut|man|sollte|muss|müssen|auch|noch|además|tambi[eé]n|aussi)\b|掉|请|要|需要|必须|把|を|が|も|に|する|ます|べき|くだ|さい",
    re.I,
)
_PRONOUN = re.compile(r"\b(?:it|that|this|alone|itself|so|would be|is)\b|这|那|それ|これ", re.I)
_GONE = re.compile(cues.REMOVES.pattern + r"|\b(?:without|gone|away)\b", re.I)
_THERE = re.compile(r"\bthere\b", re.I)
_DENIED_ALONE = re.compile(r"^\W*(?:and |but )?(?:it(?:['’]s| is) )?(?:not|isn['’]t|nicht|pas|不是)\W*\ufffb", re.I)
_CONDITION = re.compile(r"\b(?:if|after|once|when|without|with|by|even)\b|之后|后|如果", re.I)

Removal = tuple[frozenset[str], bool, bool]
"""Options, whether they are denied, and whether the clause says so plainly."""


def removals(clause: str, masked: str, begin: int, here: Sequence[Mention], words: OptionWords) -> Iterator[Removal]:
    """What a clause says about the things that options would remove."""
    things = [m for m in here if m.by == "object"]
    known = [m for m in things if m.options]
    enough = cues.ENOUGH.search(masked)
    denies = cues.DENIES.search(masked) is not None
    if enough is not None:
        yield from _enough(masked, known, words)
        return
    if not known:
        return
    options = _together(clause, begin, things)
    to_remove = options - words.enough
    removes = cues.REMOVES.search(masked)
    rest = cues.REMOVES.sub("", _SMALL.sub("", cues.TOLD.sub("", masked)))
    bare = re.search(r"[^\W\d_]", rest) is None and not _THERE.search(masked)
    if denies:
        if removes or _DENIED_ALONE.match(masked):
            yield to_remove, True, False
    elif bare and not options & words.enough:
        yield options, False, True
    elif removes and to_remove and not (options & words.enough and len(options) == 1):
        supposed = _CONDITION.search(masked[: known[0].start - begin]) is not None
        if not supposed:
            yield to_remove, False, True
    else:
        hit = [m for m in known if _is_hit(masked, m, begin) and not m.options & words.enough]
        if hit:
            yield frozenset[str]().union(*(m.options for m in hit)), False, False


def frees(condition: str, rest: str, mentions: Sequence[Mention], words: OptionWords) -> frozenset[str]:
    """The option whose thing, once removed, leaves the way free: "If you remove the mug, it hits nothing"."""
    if not _GONE.search(condition) or not cues.FREES.search(rest) or cues.STILL.search(rest):
        return frozenset()
    options = frozenset[str]().union(*(m.options for m in mentions))
    clear = len(options) == 1 and options <= words.things and not cues.DENIES.search(condition)
    return options if clear else frozenset()


def _enough(masked: str, known: Sequence[Mention], words: OptionWords) -> Iterator[Removal]:
    """"That is enough", "removing the mug is not enough"."""
    options = frozenset[str]().union(*(m.options for m in known))
    sure = words.get("enough")
    if not known and sure is not None and _PRONOUN.search(masked):
        options = frozenset({sure})
    if options and (known or sure):
        yield options, cues.NOT_ENOUGH.search(masked) is not None, True


def _together(clause: str, begin: int, things: Sequence[Mention]) -> frozenset[str]:
    """The options of all things in a clause; none if one of them is joined with a thing that no option has."""
    options = frozenset[str]().union(*(m.options for m in things))
    for first, second in zip(things, things[1:], strict=False):
        joined = JOINED.match(clause[first.end - begin : second.start - begin])
        if joined and not (first.options and second.options):
            return frozenset()
    return options


def _is_hit(masked: str, mention: Mention, begin: int) -> bool:
    before, after = masked[: mention.start - begin], masked[mention.end - begin :]
    return cues.HIT_BEFORE.search(before) is not None or cues.HIT_AFTER.match(after) is not None
