"""Statements: what a piece of text says about the things it names.

Every mention of a thing is found where it stands. A sentence falls into clauses; each affirms the things it names,
denies them, or only talks about them. A bare list names things and says nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from diorama.kinds.lexicon import CJK, WORD, fillers, looks, plain_word, word_set
from diorama.kinds.names import Match, Names
from diorama.kinds.reading.objects import cues

MOST_ITEMS = 100
LONGEST_HEAD = 200
"""Characters before the colon of a list."""
Mention = tuple[int, int, Match]

_TALK = word_set(
    "i it they you we he there here is are was were be been would will could can should may might must do does "
    "did has have had think believe guess say see look image picture scene photo object objects item items thing "
    "things answer list following because since so if when while what who why how sure sorry help please let "
    "shown reply question based given view camera visible hidden seen become fully partially completely removed "
    "reflected these those this that them to for behind order write name analysis check explanation reasoning summary "
    "conclusion note yes no nope in on at with stands sits lies covers hides shows stays remains seems "
    "after before once upon without lifting taking removing moving freed "
    "revealed exposed covered blocked occluded "
    "set minimum minimal total consequently loading error processing timeout"
)
"""Words of sentences, which no name has."""
_SMALL = word_set(
    "first second third fourth fifth sixth next last finally also too well as it its is are they these the be "
    "would one left right object objects item thing piece sort kind should must big small large tall little tiny "
    "dark light bright old new round nothing else more list here answer yes ok okay sure only just striped "
    "spotted toy other so and y et und e ou le la les l el los las un une una ein eine der die das den dem "
    "de del du des en aus von"
)
"""Words around names that say nothing."""
_THAT = word_set("this that these those")
_NO_THINGS = word_set(
    "rest other others back front side left right top bottom middle background foreground camera viewer end way "
    "shadow edge corner distance same whole first second third nearest farthest closest former latter one ones"
)
"""Words after an article that name no thing."""
_IS = re.compile(r"\W*(?:is|are|was|were)\b", re.I)
"""After a name: something is said of the thing."""
_ONLY_DENIES = re.compile(r"\W*(?:not|never|neither|nor|no|nicht|pas)\W*$", re.I)
"""A clause that does nothing but deny what follows."""
_ARTICLE = re.compile(r"\W*(?:the|an?|das|der|die|el|la|los|las|le|les|un|une|una)\s", re.I)
_STRANGER = re.compile(
    r"^\W*(?:(?:the|an?) )([^\W\d_]+(?: [^\W\d_]+){0,2}?)"
    r"(?=$|\W*$| (?:would|will|is|are|was|be|become|becomes|come|too|also|as)\b)",
    re.I,
)
"""A name with its article, alone or before a verb."""


@dataclass(frozen=True)
class Statement:
    """What a piece of text says about the things it names."""

    yes: tuple[Match, ...] = ()
    no: tuple[Match, ...] = ()
    bare: bool = False
    """It names things and says nothing else."""
    cued: bool = False
    """It says outright that this is so."""
    concludes: bool = False
    nothing: bool = False
    """It says that there is nothing."""
    open: bool = False
    """It leaves it open which of several things it means."""
    ranks_one: bool = False
    """It only says of one thing that it is the nearest, or the next."""
    takes_back: tuple[Match, ...] = ()
    """Things that were named before and are not meant after all."""
    about: tuple[Match, ...] = ()
    """Whatever it names, save what the question is about."""


class Listener:
    """Understands texts about one scene.

    `asked` are the things that the question is about; None if the question is not known.
    """

    def __init__(self, names: Names, asked: frozenset[str] | None = None) -> None:
        self.names, self.asked = names, asked or frozenset()
        self.about_all = asked is not None and not asked
        """Whether the question is about all things in the scene alike."""

    def statement(self, sentence: str) -> Statement:
        """What a sentence says."""
        said = self._statement(sentence)
        others = (m for _, _, m in self.names.mentions(sentence) if not set(m.names) <= self.asked)
        return replace(said, about=tuple(others))

    def _statement(self, sentence: str) -> Statement:
        concludes = bool(cues.CONCLUDES.search(sentence[:120]))
        if cues.NOTHING.match(sentence.strip()) and not self.names.mentions(sentence):
            return Statement(nothing=True, concludes=concludes)
        text = cues.NUMERAL.sub(" , ", sentence)
        text = cues.HEDGE.sub(" ", cues.NO_LONGER_HIDDEN.sub("visible", cues.NOT_ONLY.sub(r"\1 and", text)))
        text = cues.ONE_OF.sub(r"\1 \2", cues.JOINT.sub("", cues.RELATIVE.sub(" ", text)))
        text = cues.COUNTS.sub("", cues.LEAD.sub("", text))
        text, denied = self._without_brackets(text)
        if cues.DESCRIBES.match(text):
            return Statement()
        is_open = bool(cues.OR.search(masked(text, self.names.mentions(text))))
        if not is_open and (items := self.items(text)) is not None and not cues.NOTHING.match(text.strip()):
            items = [m for m in items if m not in denied]
            ranks_one = len(items) == 1 and not concludes and cues.ORDER.search(text) is not None
            return Statement(tuple(items), tuple(denied), bare=True, concludes=concludes, ranks_one=ranks_one)
        if (listed := self._after_colon(text)) is not None:
            return Statement(tuple(listed), tuple(denied), cued=True, concludes=concludes, open=is_open)
        return self._clauses(text, sentence, denied, concludes)

    def _after_colon(self, text: str) -> list[Match] | None:
        """The bare list at the end of a sentence, after words that do not deny it."""
        head, colon, rest = text.rpartition(": ")
        bare_head = masked(head, self.names.mentions(head))
        all_but = cues.EVERYTHING.search(bare_head) and cues.EXCEPT.search(bare_head)
        affirms = cues.AFFIRMS.search(bare_head) and not cues.PLAINLY_DENIES.search(bare_head)
        denies = cues.DENIES.search(bare_head) and not affirms and not all_but
        if not colon or len(head) > LONGEST_HEAD or denies:
            return None
        return self.items(rest) if self.names.mentions(rest) else None

    def _clauses(self, text: str, sentence: str, denied: Sequence[Match], concludes: bool) -> Statement:
        """What the clauses of a sentence come to; `denied` is what its brackets deny."""
        yes: list[Match] = []
        no, back = list(denied), list[Match]()
        bare = cued = nothing = talk = is_open = lists_first = False
        last: list[Match] = []
        denied_next = False
        clauses = [c for c in cues.CLAUSE.split(self._without_condition(text)) if c and c.strip(" .,")] or [text]
        for clause in clauses:
            if last and cues.PRONOUN.match(clause) and not self.names.mentions(clause):
                denies, affirms = cues.DENIES.search(clause), cues.AFFIRMS.search(clause)
                if denies:
                    no, yes = no + last, [m for m in yes if m not in last]
                elif affirms:
                    yes, cued = yes + [m for m in last if m not in yes], True
                continue
            part = self._clause(clause, sentence, concludes)
            if denied_next and part is not None:
                part = Statement(no=part.yes + part.no)
            denied_next = _ONLY_DENIES.match(clause) is not None
            here = [m for _, _, m in self.names.mentions(clause)]
            last = here or last
            if part is not None and part.bare:
                lists_first = clause is clauses[0] and "\n" not in text
            if part is None:
                talk = talk or not re.match(r"\s*(?:which|who)\b", clause)
                continue
            if re.match(r"\W*so\b", clause) and part.yes:
                yes, talk = [], False
            yes, no, back = yes + list(part.yes), no + list(part.no), back + list(part.takes_back)
            bare, cued, nothing = bare or part.bare, cued or part.cued, nothing or part.nothing
            if part.yes and cues.OR.search(masked(clause, self.names.mentions(clause))):
                is_open = True
        bare = bare and (lists_first or not talk)
        return Statement(tuple(yes), tuple(no), bare, cued, concludes, nothing, is_open, takes_back=tuple(back))

    def _clause(self, clause: str, sentence: str, concludes: bool) -> Statement | None:
        """What a clause says; None if it names things and says nothing of them that matters."""
        mentions = self.names.mentions(clause)
        if mentions and cues.NONE_FOR.match(clause):
            return Statement(no=tuple(m for _, _, m in mentions))
        if cues.NOTHING.match(clause.strip()) and not (mentions and cues.BUT.search(clause)):
            return Statement(nothing=True)
        if not mentions:
            return Statement()
        rest = masked(clause, mentions)
        if cues.EVERYTHING.search(rest) and cues.EXCEPT.search(sentence):
            return self._all_but([m for _, _, m in mentions])
        back = [m for start, _, m in mentions if cues.RETRACTS.search(clause[max(0, start - 30) : start] + "x")]
        if back:
            return Statement(no=tuple(back), takes_back=tuple(back))
        left = leftover(clause, mentions)
        kept = tuple(m for start, _, m in mentions if not self._aside(clause, start, m, bool(left)))
        affirms = cues.AFFIRMS.search(rest) is not None
        plainly = cues.PLAINLY_AFFIRMS.search(clause) is not None and cues.PLAINLY_DENIES.search(clause) is None
        if cues.DENIES.search(rest) and not (affirms and plainly):
            return Statement(no=kept)
        if not left and not any(_IS.match(clause[end:]) for _, end, _ in mentions):
            return Statement(yes=tuple(m for _, _, m in mentions), bare=True)
        if (items := self.items(clause)) is not None:
            return Statement(yes=tuple(items), bare=True)
        if affirms or (concludes and kept):
            return Statement(yes=kept + tuple(self._strangers(clause, mentions)) if kept else (), cued=True)
        return None

    def _all_but(self, excluded: Sequence[Match]) -> Statement:
        """Everything except some things: all the others, if the question is about nothing else in the scene."""
        if not self.about_all or any(len(m.names) != 1 for m in excluded):
            return Statement()
        gone = {m.names[0] for m in excluded}
        left = [Match(name, (name,), "all but") for name in self.names.all if name not in gone]
        return Statement(yes=tuple(left), no=tuple(excluded), cued=True)

    def _strangers(self, clause: str, mentions: Sequence[Mention]) -> Iterator[Match]:
        """Names with an article, in one list with things that we know, of something that is not in the scene."""
        parts = cues.ITEMS.split(clause)
        known = [bool(self.names.mentions(part)) for part in parts]
        for k, part in enumerate(parts):
            beside = (k and known[k - 1]) or (k + 1 < len(parts) and known[k + 1])
            found = _STRANGER.match(part) if beside and not known[k] else None
            if found and could_be_a_name(found[1]) and not _NO_THINGS & set(found[1].casefold().split()):
                match = self.names.match(found[1].strip())
                if match.unknown:
                    yield match

    def items(self, text: str) -> list[Match] | None:
        """A list in which every item is one thing with its adjectives, known to us or not; None if it is none."""
        text = cues.ORDER.sub(" , ", cues.BULLET.sub("", text))
        parts = [i.strip(" .!\"'“”*_`[]") for i in cues.ITEMS.split(text)]
        parts = [part for part in parts if part and not cues.NO_MORE.match(part)]
        if not parts or len(parts) > MOST_ITEMS:
            return None
        found: list[Match] = []
        looks_before = ""
        for k, part in enumerate(parts):
            if k + 1 < len(parts) and _only_looks(part) and not any(m.names for _, _, m in self.names.mentions(part)):
                looks_before += f"{part} and "  # turquoise/teal mug, black-and-white ball, red and blue cups
                continue
            if k and self._says_where(part):
                continue
            item = self._item(looks_before + part, alone=len(parts) == 1)
            looks_before = ""
            if item is None:
                return None
            found += item
        return found

    def _says_where(self, part: str) -> bool:
        """Whether a part of a list only says where things are: in front of what the question is about."""
        here = self.names.mentions(part)
        asked = bool(here) and all(m.names and set(m.names) <= self.asked for _, _, m in here)
        return asked and cues.PLACE.match(part[: here[0][0]]) is not None

    def _item(self, item: str, *, alone: bool) -> list[Match] | None:
        here = self.names.mentions(item)
        if cues.DENIES.search(masked(item, here)) or cues.EVERYTHING.search(item):
            return None
        if any(_IS.match(item[end:]) for _, end, _ in here):
            return None
        if not here:
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

    def _without_condition(self, text: str) -> str:
        """A sentence without what it supposes first, unless that names something which the question does not."""
        here = self.names.mentions(text)
        if len(here) > 1 and cues.SETS_OUT.match(text) and here[0][2].names and set(here[0][2].names) <= self.asked:
            return text[here[0][1] :].lstrip(" ,")  # behind the lamp there are …
        found = cues.CONDITION.match(text)
        if found is None or cues.COMES_NEXT.search(found[0]):
            return text
        new = any(set(m.names) - self.asked for _, _, m in self.names.mentions(found[0]))
        return text if new and not cues.SUPPOSES.match(text) else text[found.end() :]

    def _without_brackets(self, text: str) -> tuple[str, list[Match]]:
        """The text without brackets that only explain, and what those deny; a bare name in brackets stays.

        Colours and materials stay too: they say which of several things is meant.
        """
        denied: list[Match] = []

        def kept(found: re.Match[str]) -> str:
            inside = found[0][1:-1]
            if _only_looks(inside):
                return f"({' '.join(w for w in WORD.findall(inside) if plain_word(w) in looks())})"
            here = self.names.mentions(inside)
            if not here and cues.BRACKET_DENIES.match(inside):
                before = self.names.mentions(found.string[: found.start()])[-1:]
                denied.extend(m for _, end, m in before if not found.string[end : found.start()].strip(" *_"))
                return " "
            if here and cues.DENIES.search(masked(inside, here)):
                denied.extend(m for _, _, m in here)
                return " "
            return f", {inside}," if here and not leftover(inside, here) else " "

        return re.sub(r"\([^()]{0,200}\)", kept, text), denied

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
    sentence = len(words) > 2 and text.rstrip(" \"'“”").endswith(".")
    return 0 < len(words) <= 4 and not _TALK.intersection(words) and not sentence and not re.search("[:?]", text)
