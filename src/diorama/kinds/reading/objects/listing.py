"""Bare lists: texts that name things and say nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from diorama.kinds.lexicon import CJK, WORD, fillers, looks, plain_word, word_set
from diorama.kinds.names import Match, Names
from diorama.kinds.reading.objects import cues

MOST_ITEMS = 100
Mention = tuple[int, int, Match]

_TALK = word_set(
    "i it they you we he there here is are was were be been would will could can should may might must do does "
    "did has have had think believe guess say see look image picture scene photo object objects item items thing "
    "things answer list following because since so if when while what who why how sure sorry help please let "
    "shown reply question based given view camera visible hidden seen become fully partially completely removed "
    "reflected these those this that them to for behind order write name analysis check explanation reasoning "
    "summary "
    "conclusion note yes no nope in on at with stands sits lies covers hides shows stays remains seems "
    "after before once upon without lifting taking removing moving freed "
    "revealed exposed covered blocked occluded "
    "forget scratch scrap drop ignore skip besides except thought obstacle obstacles blocker blockers culprit "
    "culprits candidate candidates others rest remaining former "
    "latter being set minimum minimal total consequently loading error processing timeout"
)
"""Words of sentences, which no name has."""
_SMALL = word_set(
    "first second third fourth fifth sixth next last finally also too well as it its is are they these the be "
    "would one left right object objects item thing piece sort kind should must big small large tall little tiny "
    "dark light bright old new round nothing else more list here answer yes ok okay sure only just striped "
    "oh ah ooh um uh erm er hm spotted toy other so and y et und e ou le la les l el los las un une una ein "
    "eine der die das den dem "
    "de del du des en aus von"
)
"""Words around names that say nothing."""
_THAT = word_set("this that these those")
_IS = re.compile(r"\W*(?:is|are|was|were)\b", re.I)
"""After a name: something is said of the thing."""
_WHERE = re.compile(
    r"(?:(?:nearly|almost|just) )?(?:close to|near|next to|beside|behind|in front of|to the (?:left|right) of|"
    r"under|touching)"
    r"\s+(?:the |an? |its )?(?:[^\W\d_]+ )?$",
    re.I,
)
"""How what only says where a thing is begins."""
_SOME_OF = re.compile(
    r"(?:\b(?:one|two|three|four|five|some|only|\d) |^\W*(?:and )?)(?:of|among|from) (?:the|these|those|all|its)? ?"
    r"(?:(?:two|three|four|five|\d) )?(?:[^\W\d_]+ )?$",
    re.I,
)
"""Before things in the plural: some of them, or the one that is named next."""
_NOT_SURE = re.compile(
    r"\b(?:not|n['’]t)(?: (?:entirely|fully|completely|100 ?%|quite|too|so|really))? (?:sure|certain)\b", re.I
)
_AND_THEN = re.compile(r"(?:,\s*(?:and|plus)|;)\s+(?:also\s+)?(?:the\s+|an?\s+)?(?:[^\W\d_]+\s+)?$", re.I)
_ENDS_ITEM = re.compile(r"\s*(?:[,.;]|$|(?:because|since|as)\b)", re.I)
_BETWEEN = re.compile(r"\bbetween (?:it|us|me|them|the camera)$", re.I)
_ARTICLE = re.compile(r"\W*(?:the|an?|das|der|die|el|la|los|las|le|les|un|une|una)\s", re.I)


class Lister:
    """Reads bare lists about one scene; `asked` are the things that the question is about."""

    def __init__(self, names: Names, asked: frozenset[str]) -> None:
        self.names, self.asked = names, asked

    def listed(self, text: str) -> list[Match] | None:
        """What a text lists and does nothing else; None if it does, or leaves it open which of several it means."""
        text = cues.NUMERAL.sub(" , ", text)
        text = cues.HEDGE.sub(" ", cues.NOT_ONLY.sub(r"\1 and", text))
        if any(self._goes_on(aside[0]) for aside in cues.RELATIVE.finditer(text)):
            return None
        text = cues.JOINT.sub("", cues.RELATIVE.sub(" ", text))
        text = cues.COUNTS.sub("", cues.LEAD.sub("", text))
        text, denied, talks = self._without_brackets(text)
        if talks or cues.DESCRIBES.match(text) or cues.OR.search(masked(text, self.names.mentions(text))):
            return None
        items = None if cues.NOTHING.match(text.strip()) else self.items(text)
        return None if items is None else [m for m in items if m not in denied]

    def _goes_on(self, reason: str) -> bool:
        """Whether the list goes on after a reason: the pear, because it is behind it, and the mug."""
        return any(
            _AND_THEN.search(reason[:start]) and _ENDS_ITEM.match(reason[end:])
            for start, end, _ in self.names.mentions(reason)
        )

    def items(self, text: str) -> list[Match] | None:
        """A list in which every item is one thing with its adjectives, known to us or not; None if it is none."""
        text = cues.ORDER.sub(" , ", cues.BULLET.sub("", text))
        parts = [i.strip(" .!\"'“”*_`[]") for i in cues.ITEMS.split(text)]
        parts = [part for part in parts if part and not cues.NO_MORE.match(part)]
        if not parts or len(parts) > MOST_ITEMS:
            return None
        found: list[Match] = []
        frames: list[tuple[int, Match]] = []
        """Things of which only some are meant, and how many items were found before."""
        looks_before = ""
        for k, part in enumerate(parts):
            if k + 1 < len(parts) and _only_looks(part) and not any(m.names for _, _, m in self.names.mentions(part)):
                looks_before += f"{part} and "  # turquoise/teal mug, black-and-white ball, red and blue cups
                continue
            if k and self._says_where(part, parts[k - 1]):
                continue
            part, framed = self._without_frame(looks_before + part)
            frames += [(len(found), match) for match in framed]
            looks_before = ""
            item = [] if framed and not WORD.search(part) else self._item(part, alone=len(parts) == 1)
            if item is None:
                return None
            found += item
        for k, match in frames:
            if not any(m.names and set(m.names) < set(match.names) for m in found[k:]):
                return None  # two of the balls, and nobody says which
        return found

    def _without_frame(self, item: str) -> tuple[str, list[Match]]:
        """An item without "two of the balls", where others must say which ones, and these things."""
        here = self.names.mentions(item)
        frames = [h for h in here if h[2].plural and _SOME_OF.search(item[: h[0]])]
        for start, end, _ in reversed(frames):
            before = _SOME_OF.search(item[:start])
            item = item[: before.start() if before else start] + item[end:]
        return item, [match for _, _, match in frames]

    def _says_where(self, part: str, before: str) -> bool:
        """Whether a part of a list only says where things are: in front of what the question is about."""
        here = self.names.mentions(part)
        if _BETWEEN.search(before) or (len(here) == 1 and _WHERE.match(part[: here[0][0]])):
            return True
        asked = bool(here) and all(m.names and set(m.names) <= self.asked for _, _, m in here)
        return asked and cues.PLACE.match(part[: here[0][0]]) is not None

    def _item(self, item: str, *, alone: bool) -> list[Match] | None:
        here = self.names.mentions(item)
        if len(here) > MOST_ITEMS:
            return None
        if cues.DENIES.search(masked(item, here)) or cues.EVERYTHING.search(item):
            return None
        if any(_IS.match(item[end:]) for _, end, _ in here):
            return None
        if not here:
            if all(plain_word(word) in _SMALL for word in WORD.findall(item)):
                return []
            if not could_be_a_name(item) or CJK.search(item):
                return None
            match = self.names.match(item)
            count = len(item.split())
            no_name = alone and (count > 3 or (count > 1 and not _ARTICLE.match(item)))
            return None if match.unknown and no_name else [match]
        rest = leftover(item, here)
        if len(here) > 1:
            here = [h for h in here if not self._aside(item, h[0], h[2], True)]
            if len(here) > 1 and rest:
                return None
        before = item[: here[0][0]] if here else item
        words = set(re.findall(r"[^\W\d_]+", before.casefold()))
        talk = rest and (words & _TALK - _THAT or len(words) > 4 or not cues.AFTER_NAME.match(item[here[-1][1] :]))
        return None if not here or talk or cues.PLACE.search(before) else [m for _, _, m in here]

    def _without_brackets(self, text: str) -> tuple[str, list[Match], bool]:
        """The text without brackets that only explain, what those deny, and whether they speak of more things.

        A bare name in brackets stays.
        Colours and materials stay too: they say which of several things is meant.
        """
        denied: list[Match] = []
        told: list[str] = []

        def kept(found: re.Match[str]) -> str:
            inside = found[0][1:-1]
            if _only_looks(inside):
                return f"({' '.join(w for w in WORD.findall(inside) if plain_word(w) in looks())})"
            here = self.names.mentions(inside)
            if not here and cues.BRACKET_DENIES.match(inside):
                before = self.names.mentions(found.string[: found.start()])[-1:]
                denied.extend(m for _, end, m in before if not found.string[end : found.start()].strip(" *_"))
                return " "
            if _NOT_SURE.search(inside):
                return " "  # (not sure about the mug, but I think so)
            if here and cues.DENIES.search(masked(inside, here)):
                denied.extend(m for _, _, m in here)
                return " "
            if here and all(m.how == "scenery" for _, _, m in here):
                return " "  # (and some of the wall, of course)
            if here and leftover(inside, here) and any(not set(m.names) <= self.asked for _, _, m in here):
                told.append(inside)
            return f", {inside}," if here and not leftover(inside, here) else " "

        return re.sub(r"\([^()]{0,200}\)", kept, text), denied, bool(told)

    def _aside(self, clause: str, start: int, match: Match, talk: bool) -> bool:
        """Whether a mention only says where something is, or repeats what the question is about."""
        before = masked(clause[:start], self.names.mentions(clause[:start]), "□")
        if talk and len(match.names) == 1 and match.names[0] in self.asked:
            return True
        place = cues.PLACE.search(before[-60:])
        if place is None:
            return False
        if not match.names or "□" in before:
            return True
        return talk and not before[: place.start()].strip()


def masked(clause: str, mentions: Sequence[Mention], mask: str = " ") -> str:
    """A clause with a blank, or another sign, in place of each name."""
    for start, end, _ in reversed(mentions):
        clause = clause[:start] + mask + clause[end:]
    return clause


def leftover(clause: str, mentions: Sequence[Mention]) -> list[str]:
    """Words of a clause that are neither names nor adjectives nor small words."""
    rest = re.sub(r"\([^()]*\)", " ", masked(clause, mentions)) if mentions else clause
    small = fillers("articles", "and", "only", "then", "with")
    words = (plain_word(word) for word in WORD.findall(rest))
    known = (_SMALL, small, looks())
    return [w for w in words if not w.isdigit() and not any(w in some for some in known) and not _particle(w)]


def _particle(word: str) -> bool:
    """Chinese or Japanese signs that only colour or join what stands around them."""
    if CJK.match(word) is None:
        return False
    return len(_signs_that_colour().sub("", word)) < 3


@cache
def _signs_that_colour() -> re.Pattern[str]:
    signs = {*looks(), *fillers("articles", "and", "only", "then", "with")}
    longest_first = sorted((s for s in signs if CJK.fullmatch(s)), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, longest_first)))


def _only_looks(text: str) -> bool:
    """Whether this is nothing but colours, materials and small words."""
    words = [plain_word(w) for w in WORD.findall(text)]
    small = fillers("articles", "and")
    others = [w for w in words if w not in looks()]
    return len(others) < len(words) and all(w in small or w in ("one", "coloured") for w in others)


def could_be_a_name(text: str) -> bool:
    """Whether this can be the name of something we do not know, and not a piece of a sentence."""
    words = re.findall(r"[^\W\d_]+", text.casefold())
    if words[-1:] in (["one"], ["ones"]):
        return False  # the green one, and nobody knows of what
    sentence = len(words) > 2 and text.rstrip(" \"'“”").endswith(".")
    return 0 < len(words) <= 4 and not _TALK.intersection(words) and not sentence and not re.search("[:?]", text)
