"""Pronouns: "it", "both of them", "the former" replaced by what they stand for, as far as that is clear."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from diorama.kinds.names import Match
from diorama.kinds.reading.objects.goals import Goal
from diorama.kinds.reading.objects.groups import ASKED, GROUP, THING

LEAST_WORDS_AFTER_CONDITION = 4
Things = tuple[Match, ...]
_NUMBERS = {"two": 2, "both": 2, "neither": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_GONE = (
    r"(?:gone|removed|taken away|away|out of the way|absent|missing|transparent|invisible|see-through|"
    r"lifted(?: out)?|disappeared)"
)
_SUPPOSED = re.compile(
    rf"^(?P<lead>[^\w\ue000-\uf000]*(?:(?:so|and|then|but|now)\s+)*)(?:(?:if|when|once|after)\s+(?:{ASKED}|it|"
    rf"that)(?:['’]s|\s+(?:is|was|were|being|has been))"
    rf"\s+{_GONE}|without\s+(?:{ASKED}|it|that)|with\s+(?:{ASKED}|it|that)\s+(?:being )?{_GONE}|"
    rf"(?:if|when|once|after)\s+(?:you|we|one|someone|i)\s+[\w ]{{1,20}}?{ASKED}(?:\s+(?:away|out|off|aside|"
    rf"up))?(?=\s+(?:you|we|one|i|then)\b)|"
    rf"(?:if|when|once)\s+{ASKED}\s+(?:goes|went|disappears|vanishes|moves)(?:\s+(?:away|out))?(?:,?\s+then\b)?|"
    rf"(?:if|when|once)\s+{ASKED}[^\ue000-\uf000]{{1,40}}?(?=\s(?:you|we|one|i)(?:['’]d|['’]ll| would| could|"
    rf" can| will| get| see| find)))\s+(?=\S)",
    re.I,
)
_IT_PLACED = re.compile(
    r"\b(?P<where>in front of|through|in|on|next to|beside|near|from|around|over|inside|under|above|below|than|"
    r"any of|none of|part of|parts of|some of|"
    r"all of|most of|much of|piece of|bit of|edge of) (?:it|that)\b(?!\s+(?:one|is|comes|stands))",
    re.I,
)
_IT_BEHIND = re.compile(r"\bbehind it\b", re.I)
_IT_FIRST = re.compile(
    r"^(?P<lead>[^\w\ue000-\uf000]*(?:(?:so|and|then|but|as|since|because|though|although|yet|while|"
    r"also|actually|in fact|in reality|on closer inspection|really)\s+)*)"
    r"(?:it(?=['’]s|['’]d|['’]ll|\s)|this(?= (?:is|would|has))|that(?: last)? one|this one)\b",
    re.I,
)
_ITS_FIRST = re.compile(
    r"^(?P<lead>\W*(?:(?:so|and|then|but|as|since|because|though|although|yet|"
    r"while)\s+)*)its (?:[\w-]+ ){1,2}(?=(?:is|are|would|will|stays?|remains?|has|was|can)\b)",
    re.I,
)
"""Its door stays hidden: so does the thing."""
_IT_HIDES = re.compile(
    r"\bit(?= (?:(?:still|also|only|partly|just|even) )*(?:hides|covers|blocks|obscures|conceals|overlaps|"
    r"occludes|clips)\b)",
    re.I,
)
_HIDES = r"\b(?:hid|cover|block|occlud|obscur|conceal|overlap|mask|clip)\w*"
_IT_OBJECT = re.compile(r"\b(?P<verb>leave|ignore|keep|skip|drop|scratch|scrap|exclude|disregard) (?P<it>it)\b", re.I)
_COPULA = re.compile(
    rf"^[^\w\ue000-\uf000]*(?:(?:would|will|should|must|has to|can only|could only|may|might) be|is|['’]s|"
    rf"['’]d be|looks like|was)\s+(?:(?:just|only|probably|simply|both|definitely)\s+)*(?:{THING})",
    re.I,
)
"""It is the pear: "it" stands for nothing."""
_CLEFT = re.compile(
    rf"^(?P<lead>[^\w\ue000-\uf000]*(?:(?:so|and|then|but)\s+)*)(?:it|that)(?:['’]s| is) (?P<what>{GROUP}) "
    r"(?:that|which|who) ",
    re.I,
)
"""It's the pear that would be freed: the pear would."""
_FREES = re.compile(
    r" (?:(?:does|would|will|could|also|only|then|not|doesn['’]t|wouldn['’]t) )*"
    r"(?:free|reveal|uncover|expose|unveil)s?\b",
    re.I,
)
"""It frees the pear: what is done to the thing that is asked about."""
_SEVERAL = re.compile(
    r"\b(?:both(?: of (?:them|these|those))?(?! [^\w\ue000-\uf000]*[\ue000-\uf000])|(?:all|these|those|"
    r"the) (?:two|three|four|five|six)(?! (?:that|which|who)\b)"
    r"(?= (?![^\w\ue000-\uf000]*[\ue000-\uf000])|[^\w\ue000-\uf000]*$)|"
    r"all of (?:them|these|those)|"
    r"the first two|the last two|the last of (?:them|these|those)|the former|the latter|they|them|these(?= )|"
    r"those(?= (?!of\b|that\b|which\b|who\b|are the\b))|each(?= (?:is|would|has|stays?|remains?))|"
    r"neither(?= (?:is|would|will|has|gets|becomes|does|can|was|of them|of these))(?: of (?:them|these))?)",
    re.I,
)
_PART_OF = re.compile(
    r"\b(?:one|only|some|two|three|four|five|most|first|last|\w+(?:er|est)) of $|(?:^|,|\bso|\band|\bbut) ?of $", re.I
)
"""Before a word for several things: some of them are meant, which others must name."""
_PAIR = re.compile(r"(?:headphones|scissors|glasses|binoculars|pliers|goggles)\W*$", re.I)
"""Things that are spoken of as several."""
_WHICH = re.compile(
    r"^(?P<lead>[^\w\ue000-\uf000]*)(?:which|who)\b(?! (?:of|are the|ones?|leaves?|means?|makes?)\b)", re.I
)


@dataclass
class Talk:
    """What was said so far, as far as later words point back to it."""

    goal: Goal
    everything: Things
    """All things of the scene that the question is not about."""
    asked: frozenset[str] = frozenset()
    """Those that it is about."""
    sentences: list[list[Things]] = field(default_factory=list)
    """The groups that each sentence named."""
    subjects: list[list[Things]] = field(default_factory=list)
    """Those of them that a clause began with."""
    subject: Things | str | None = None
    """What the last clause was about; `ASKED` for the question's own thing."""
    holds: bool | None = None
    """What the last claim said of its things."""
    here: bool | None = None
    """What the sentence has said so far, of things or as a heading."""
    heads: bool = False
    """`here` comes from words before a colon, and stands over all that follows."""
    head: bool | None = None
    """What the last clause would say as a heading."""
    outright: bool = True
    """Whether it would say so outright."""
    topic: Things = ()
    """What the last sentence named first and then judged."""
    waiting: Things = ()
    """A thing that the last sentence asked about: "the mug?"."""
    outright_here: bool = True
    """Whether it said so outright."""
    of_others: bool = False
    """It speaks of all the others."""
    asked_last: bool = False
    """The question's own thing was named last."""
    of_candidates: bool = False
    """The last clause speaks of things that are hidden now."""
    of_all: bool = False
    """The last clause says of all things that they are the answer."""
    complement: bool = False
    """It said "all but these", and they come next."""
    loose: list[Match] = field(default_factory=list)
    """Things that a clause names without saying anything of them that we understand."""
    decided: dict[tuple[str, ...], bool] = field(default_factory=dict)

    def begin(self) -> None:
        """A new sentence."""
        self.sentences.append([])
        self.subjects.append([])
        self.here, self.heads, self.head, self.outright, self.complement = None, False, None, True, False
        self.outright_here, self.of_others, self.of_all = True, False, False
        self.of_candidates = False

    def last_named(self, besides: Things = ()) -> Things | None:
        """The group that was named last."""
        return next((g for s in reversed(self.sentences) for g in reversed(s) if g != besides), None)

    def named(self) -> Iterable[Match]:
        """All things that were named, each once, in order."""
        return distinct(m for s in self.sentences for g in s for m in g)


def distinct(matches: Iterable[Match]) -> list[Match]:
    """Each thing once."""
    return list({(m.names or m.said): m for m in matches}.values())


def spelled(text: str, talk: Talk, add: Callable[[Things], str]) -> str:
    """A clause with what its pronouns mean in their place; `add` gives new things a sign."""
    if re.search(GROUP, text) or _SEVERAL.search(text) or len(text.split()) > LEAST_WORDS_AFTER_CONDITION:
        text = _SUPPOSED.sub(r"\g<lead>", text)
    text = _WHICH.sub(lambda m: m["lead"] + _sign(talk.last_named() or talk.subject, m[0], add), text)
    text = _CLEFT.sub(r"\g<lead>\g<what> ", text)
    first = _IT_FIRST.match(text)
    frees = talk.goal is Goal.UNCOVER and first is not None and _FREES.match(text[first.end() :])
    if first and not frees and not _COPULA.match(text[first.end() :]):
        about = talk.subject
        if about != ASKED and not (isinstance(about, tuple) and len(about) == 1):
            about = talk.last_named()
        single = about == ASKED or (isinstance(about, tuple) and len(about) == 1)
        if single:
            text = first["lead"] + _sign(about, first[0], add) + text[first.end() :]
    if (its := _ITS_FIRST.match(text)) and isinstance(talk.subject, tuple) and len(talk.subject) == 1:
        text = f"{its['lead']}{add(talk.subject)} {text[its.end() :]}"
    text = _IT_PLACED.sub(lambda m: f"{m['where']} {_placed(m['where'], text, talk, add)}", text)
    text = _IT_OBJECT.sub(lambda m: f"{m['verb']} {_sign(_single(talk), m['it'], add)}", text)
    text = _IT_HIDES.sub(lambda m: _sign(_single(talk), m[0], add), text)
    if (talk.goal is not Goal.REMOVE or talk.asked_last) and re.search(rf"{GROUP}[^\ue000-\uf000]*\bbehind it\b", text):
        text = _IT_BEHIND.sub(f"behind {ASKED}", text)
    first = re.search(GROUP, text)
    own = first.start() if first else len(text)

    def meant(found: re.Match[str]) -> str:
        reflexive = found[0].casefold() == "them" and found.start() > own
        partial = _PART_OF.search(text[: found.start()])
        return found[0] if reflexive or partial else _several(found[0], talk, add)

    return _SEVERAL.sub(meant, text)


def _single(talk: Talk) -> Things | str | None:
    """What "it" means as a subject."""
    about = talk.subject
    return about if about == ASKED or (isinstance(about, tuple) and len(about) == 1) else None


def _placed(where: str, text: str, talk: Talk, add: Callable[[Things], str]) -> str:
    """What "it" means after a word for a place: mostly what the question is about."""
    if talk.goal is Goal.REMOVE and re.match(r"\W*(?:and |just |right )*in front of (?:it|that)\b", text, re.I):
        return "it"
    if talk.goal is Goal.MIRROR and where.casefold() == "in front of" and isinstance(one := _single(talk), tuple):
        return add(one)
    if talk.goal not in (Goal.UNCOVER, Goal.THROUGH):
        return ASKED
    if where.casefold().endswith(" of") and where.casefold() != "in front of":
        hides = re.search(rf"{GROUP}[^\ue000-\uf000]*{_HIDES}", text, re.I)
        one = _single(talk) if hides else None  # the pear is behind the box, but the mug covers part of it
        return add(one) if isinstance(one, tuple) else ASKED
    if where.casefold() != "in front of":
        return ASKED
    before = text[: text.casefold().index("in front of")]
    if len(re.findall(THING, before)) > 1 and (first := re.search(GROUP, before)):
        return first[0]  # the pear has the box in front of it
    about = talk.sentences[-1][-1:] or ([talk.subject] if isinstance(talk.subject, tuple) else [])
    own = re.search(THING, text) or re.search(r"\b(?:nothing|no \w+)\b", before, re.I)
    return add(about[0]) if own and about and len(about[0]) == 1 else ASKED


def _sign(about: Things | str | None, words: str, add: Callable[[Things], str]) -> str:
    return words if about is None else about if isinstance(about, str) else add(about)


def _several(words: str, talk: Talk, add: Callable[[Things], str]) -> str:
    if talk.of_others and words.casefold() in ("they", "them", "these", "those"):
        return words  # the others stand elsewhere, so they have none
    things = pointed_at(words, talk)
    if not things:
        return words
    negative = "none of " if words.casefold().startswith("neither") else ""
    return f"{negative}{add(things)}"


def pointed_at(words: str, talk: Talk) -> Things | None:
    """What a word for several things means; None if that is not clear."""
    low = words.casefold()
    last = talk.last_named() or ()
    named = list(talk.named())
    if low == "the former":
        return (last if len(last) > 1 else tuple(named[-2:]))[:1]
    if low.startswith("the last of"):
        return tuple(named[-1:])
    if low == "the latter":
        pair = next((g for s in reversed(talk.sentences) for g in reversed(s) if len(g) > 1), last)
        return (last if len(last) > 1 else pair)[-1:]
    if low == "the first two":
        return tuple(named[:2])
    candidates = [tuple(distinct(m for g in groups for m in g)) for groups in _recent(talk)]
    if low.startswith(("these", "those", "all")):
        candidates = candidates[3::4] + candidates
    held = tuple(m for m in named if talk.decided.get(m.names))
    number = next((n for word, n in _NUMBERS.items() if word in low), 0)
    if number:
        left = [m for m in named if talk.decided.get(m.names) is not False]
        candidates += [tuple(left), tuple(named), tuple(named[-number:])]
        return next((c for c in (*candidates[:1], held, *candidates) if _count(c) == number), None)
    if _count(held) > 1:
        candidates.append(held)
    return next((c for c in candidates if _count(c) > 1), last or None)


def _recent(talk: Talk) -> Iterable[list[Things]]:
    """Where "they" is looked for: the subjects of a sentence, then all that it names, the last sentence first."""
    for subjects, groups in list(zip(reversed(talk.subjects), reversed(talk.sentences), strict=True))[:3]:
        yield subjects[-1:]
        yield subjects
        yield groups[-1:]
        yield groups


def _count(things: Things) -> int:
    return sum(2 if _PAIR.search(m.said) else max(1, len(m.names)) for m in things)
