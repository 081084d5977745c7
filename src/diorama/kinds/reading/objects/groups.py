"""Groups: a sentence in which each list of things is one sign, so that the commas left are those between clauses.

"The front of the car and the red mug would show, but not the tin" becomes "① would show, but not ②". What a "
"question is
about has a sign of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from diorama.kinds.lexicon import CJK, fillers, looks, plain_word, word_set
from diorama.kinds.names import Match, Names
from diorama.kinds.reading.objects.listing import could_be_a_name

ASKED = "\uf000"
_FIRST = 0xE000
MOST = 2000
"""Mentions in one sentence."""
GROUP = "[\ue000-\uefff]"
THING = "[\ue000-\uf000]"
IS = r"(?:is|are|was|were|be|being|been|isn['’]t|aren['’]t|wasn['’]t|weren['’]t|['’]s|['’]re)"
FINITE = re.compile(
    rf"^\s*(?:(?:also|too|then|still|alone|both|all|each|itself|themselves|only|never|now|just)\s+)*"
    rf"(?:{IS}|would|will|can|could|has|have|had|does|do|did|may|might|must|should|needs?|stays?|remains?|hides?|"
    r"covers?|blocks?|obscures?|occludes?|conceals?|overlaps?|clips?|masks?|stands?|sits?|lies?|comes?|goes|go|"
    r"keeps?|"
    r"shows?|appears?|becomes?|gets?|leaves?|cuts?|partly|partially|reflects?|looks?|seems?|belongs?|follows?|"
    r"won['’]t|wouldn['’]t|doesn['’]t|don['’]t|didn['’]t|hasn['’]t|haven['’]t|can['’]t|cannot|['’]ll|['’]d)(?!\w)",
    re.I,
)
"""A verb right after a name."""
_JOIN_WORD = (
    r"[,/&+→➜⇒|>、，]|->|=>|and|or|plus|as well as|along with|together with|followed by|then|next|also|finally|"
    r"lastly|last|"
    r"first|after that|possibly|maybe|perhaps|even|only|just|in addition|additionally|i think|i believe|i guess|"
    r"the|an?|its|"
    r"likewise|probably|to a lesser extent|und|oder|sowie|et|ou|puis|y|e|o|u|luego|después|ensuite|dann|part of|"
    r"parts of|of|by|for|to|at|n|和|与|與|跟|及|以及|还有|還有|と|や|も|とも|の"
)
_JOIN = re.compile(rf"^\s*(?:(?:{_JOIN_WORD})(?=\W|$|(?<=\W))\s*)+$", re.I)
_JOINS_AT_ALL = re.compile(
    r"[,/&+→➜⇒|>、，和与與跟及とや]|->|还有|還有|\b(?:and|or|plus|along with|together with|well|followed by|then|"
    r"und|oder|sowie|et|ou|y|e|o|u|n|puis|luego|dann)\b",
    re.I,
)
_OPEN = re.compile(r"\b(?:or|oder|ou|o)\b", re.I)
_BREAK = re.compile(r"[,;:.()—–]|\b(?:but|while|whereas|although|because|since|so|if|when|once)\b", re.I)
_VERB = re.compile(
    r"\b(?:is|are|would|will|can|could|has|have|does|do|hides?|covers?|blocks?|obscures?|occludes?|conceals?|"
    r"overlaps?|"
    r"clips?|masks?|stands?|sits?|lies|keeps?|stays?|remains?|leaves?|shows?|comes?|follows?|scratch|scrap|drop|"
    r"forget|strike)\b",
    re.I,
)
_APOSTROPHE_LOST = re.compile(r"\b(does|do|is|are|would|was|were|has|have|did|could|should|wo|ca)nt\b", re.I)
_DENYING_VERB = re.compile(
    r"\s*(?:(?:is|are|would|will|can|could|has|have|do|does|did|was|were)(?:n['’]?t| not| still| already)|"
    r"stays?|remains?|still|cannot|won['’]?t|can['’]t|(?:no|nicht|non)(?=\W*$))\b",
    re.I,
)
_PREPOSED = re.compile(rf"\b(?:behind|before|after|of|on|under|to|with|over)\s+{THING}", re.I)
_STRANGER = re.compile(
    rf"(?P<before>{GROUP}\s*(?:,|,?\s*\band|,?\s*\bplus)\s+)(?:an?|the)\s+(?P<name>[a-z]+(?: [a-z]+)?)"
    r"(?=\s*(?:[,.;!]|$|\b(?:leaning|standing|sitting|lying|and|would|will)\b))",
    re.I,
)
_NO_THINGS = word_set(
    "rest other others back front side left right top bottom middle background foreground camera viewer end way "
    "shadow edge corner distance same whole first second third nearest farthest closest former latter one ones "
    "answer "
    "list order view reflection surface two three four five remaining last next latter following base half part"
)
"""Words after an article that name no thing."""
_BUT = r"(?:(?:except|save)(?: for)?|but(?! (?:not|also|only)\b)|other than|apart from|besides|bar)"
_NOTHING_BUT = re.compile(
    r"\b(?:nothing(?: else)?|no(?:thing)? (?:other )?(?:objects?|things?|items?)|none(?: of (?:them|these|those|it))?|"
    r"not (?:a single|one) (?:objects?|things?|one))"
    rf"(?:,? {_BUT} (?P<sign>{THING})|"
    rf"(?P<words>(?: (?!but\b)[\w'’-]+| {THING}){{1,8}}?),? {_BUT} (?P<last>{THING})"
    r"(?! (?:is|are|was|were|would|will|has|have|does|do|stays?|remains?|hides?|covers?|blocks?)\b))",
    re.I,
)
"""Nothing stands in front of it except the pear: only the pear does."""
_NOT_ANYTHING_BUT = re.compile(
    r"(?:\b(?:do|does|did|can|could|would|will)(?:n['’]t| not)|\bnot|\bcannot) "
    rf"(?=(?:[\w'’-]+ ){{1,4}}?(?:anything|any (?:other )?\w+),? {_BUT} {THING})",
    re.I,
)
"""It does not hide anything but the pear: it hides only that."""
_BY = re.compile(r"\s*(?:(?:also|only|too|partly) )?(?:by|behind)\b", re.I)
_BY_AT_END = re.compile(r"\b(?:by|behind)\s*$", re.I)
_BEFORE_NAME = word_set(
    "the a an this that these those its their his her my your our both two three four five six some big small large "
    "tall little tiny tall short long round old new same single lone whole entire front little toy nice said partly "
    "partially hidden visible 2 3 4 le la les el los las un une una der die das den dem ein eine l des du de"
)
_OF = re.compile(
    rf"(?:\b(?:the|an?|its|those|that|some|most|all|much|any|every|part|parts|one|both|"
    rf"no)\s+)(?:[\w'’-]+\s+){{0,3}}?of\s+(?={THING})",
    re.I,
)
_NOT_A_PART = re.compile(
    r"\b(?:left|right|side|ahead|out|other|none|neither|either|each|one|two|three|kind|sort|reflections?|"
    r"images?|copy|copies|because|instead|case|view|sight|more|less|outside|inside|north|middle|centre|center|"
    r"nothing|outline|exception|"
    r"place|favour|rest|way|spot|absence|removal|true|same|of)\s+of\s+$|\b(?:is|are|was|were|might|may|would|"
    r"could|think|thinking|speak)\b|\b(?:only|just|"
    r"more) (?:a )?part of\s+$|^no\b|\bin front of\s+$|"
    r"^(?:all|both|each|some|most)\s+(?:\w+ly\s+)?(?:cover|hide|block|overlap|obscure|occlude|stand|sit|lie|"
    r"show|reveal|get)\b",
    re.I,
)
_APOSTROPHE = re.compile(
    rf"({THING})\s*['’]s\b(?=\s+(?:in|behind|right|just|also|still|not|on|next|hidden|visible|the|an?|partly|fully|"
    r"already|only|too|nearest|closest|first|last|between|out|covered|blocked|fine|reflected|mirrored)\b)",
    re.I,
)
_POSSESSIVE = re.compile(
    rf"({THING})\s*(?:['’]s|s?['’])(?:\s+[\w-]+(?=\s*(?:,|\band\b|\bor\b|\.|$)))?(?=\s|$|[,.;])",
    re.I,
)
_WHERE_IT_IS = re.compile(
    rf"(?<={THING}), (?:which|who) (?:is|are|stands?|sits?|lies?) "
    r"(?:(?:right|just|directly|far|standing|somewhere|also) )*"
    r"(?:at|in|on|to|near|nearest|closest|farthest|furthest) [^,;:.()\ue000-\uf000]{0,40}?,(?= )"
    r"(?! (?:is|are|was|would|will|has|does|can|and (?:is|are|would|has)|but|so|while)\b)",
    re.I,
)
"""Where a thing of a list stands, between commas: the pear, which is right at the front, …"""
_PARTITION = re.compile(
    r"(?:^|[,.;:(]\s*|\b(?:one|some|only|two|three)\s+|"
    r"\band\s+(?=of (?:the|these|those)\b))(?:of|among|amongst|between|from)\s+(?:(?:the|these|those|both|"
    r"all|its|my)\s+)?(?:(?:two|three|four|five)\s+)?"
    r"(?:\w+\s+)?$",
    re.I,
)

_SOME = re.compile(
    r"\b(?:several|some|a few|many|various|different|a (?:number|couple|lot) of|lots of|other|more)\s+"
    r"(?:[^\W\d_]+(?: [^\W\d_]+)? (?:and|or)\s+)?(?:[^\W\d_]+\s+)?$",
    re.I,
)
"""Before a wide word in the plural: some such things, and it is not said which."""


@dataclass(frozen=True)
class Group:
    """Things that a sentence names together."""

    matches: tuple[Match, ...]
    open: bool = False
    """They are joined by "or"."""


@dataclass
class Masked:
    """A sentence with a sign in place of each list of things."""

    text: str
    groups: list[Group]
    some_of: tuple[Match, ...] = ()
    """Things of which only some are meant: one of the mugs."""

    def add(self, matches: tuple[Match, ...]) -> str:
        """The sign of things that a pronoun stands for."""
        self.groups.append(Group(matches))
        return sign(len(self.groups) - 1)

    def of(self, sign: str) -> Group:
        """The things that a sign stands for."""
        return self.groups[ord(sign) - _FIRST]


def sign(number: int) -> str:
    """The sign of a group."""
    return chr(_FIRST + number)


def masked(sentence: str, names: Names, asked: frozenset[str]) -> Masked:
    """A sentence with one sign for each list of things; things that the question is about have the sign `ASKED`."""
    sentence = _APOSTROPHE_LOST.sub(r"\1n't", sentence)
    mentions = [m for m in names.mentions(sentence) if m[2].names or m[2].how != "scenery"][:MOST]
    text, some_of = sentence, list[Match]()
    for number, (start, end, match) in reversed(list(enumerate(mentions))):
        if re.search(r"['’]s$", sentence[start:end]):
            end -= 2
        before = sentence[max(0, start - 40) : start]
        partition = match.plural and _PARTITION.search(before)
        frame = partition or (match.plural and match.how == "wider" and _SOME.search(before))
        some_of += [match] if partition and re.match(r"(?:one|two|three|some)\b", partition[0], re.I) else []
        text = text[:start] + (" " if frame else sign(number)) + text[end:]
    text = _apart(text)
    text = re.sub(
        rf"({GROUP}) of ({GROUP})",
        lambda m: m[2] if mentions[ord(m[1]) - _FIRST][2].names == mentions[ord(m[2]) - _FIRST][2].names else m[0],
        text,
    )  # a roll of loo paper
    matches = [m for _, _, m in mentions]
    found = _grouped(_with_strangers(text, names, matches), matches, asked)
    said = _NOTHING_BUT.sub(_only, _NOT_ANYTHING_BUT.sub("only ", found.text))
    return replace(found, text=said, some_of=tuple(some_of))


def _only(found: re.Match[str]) -> str:
    return f"only {found['sign'] or found['last']}{found['words'] or ''}"


def _with_strangers(text: str, names: Names, matches: list[Match]) -> str:
    """Text with a sign, too, for what is named with an article in one list with our things and is not in the scene."""

    def kept(found: re.Match[str]) -> str:
        match = names.match(found["name"])
        words = set(found["name"].casefold().split())
        if not match.unknown or _NO_THINGS & words or not could_be_a_name(found["name"]):
            return found[0]
        matches.append(match)
        return f"{found['before']}{sign(len(matches) - 1)}"

    return _STRANGER.sub(kept, text) if re.search(GROUP, text) else text


def _apart(text: str) -> str:
    """Text in which nothing of a name is left around its sign: articles, adjectives, "the edge of"."""
    text = _WHERE_IT_IS.sub(",", text) if ", wh" in text else text
    text = _APOSTROPHE.sub(r"\1 is", text)
    text = _POSSESSIVE.sub(r"\1 ", text)
    text = re.sub(rf"(?<=\w)(?={THING})|(?<={THING})(?=\w)", " ", text)
    text = _signs_apart(text)
    text = re.sub(rf"((?:[\w'’-]+\s+){{1,6}})(?={THING})", lambda m: _without_adjectives(m[1]), text)
    text = _OF.sub(lambda m: m[0] if _NOT_A_PART.search(m[0]) else "", text)
    return re.sub(rf"((?:[\w'’-]+\s+){{1,6}})(?={THING})", lambda m: _without_adjectives(m[1]), text)


def _signs_apart(text: str) -> str:
    """Chinese and Japanese without the colours before names."""
    return re.sub(rf"({CJK.pattern}) (?={THING})", lambda m: looks_gone(m[1]) + " ", text) if CJK.search(text) else text


@cache
def _colours() -> re.Pattern[str]:
    signs = sorted((w for w in looks() if CJK.fullmatch(w)), key=len, reverse=True)
    return re.compile(f"(?:{'|'.join(map(re.escape, signs))})(?:色)?(?:的|の|い)?$")


def looks_gone(signs: str) -> str:
    """Signs without a colour or a material at their end."""
    return _colours().sub("", signs)


def _without_adjectives(before: str) -> str:
    words = before.split()
    last = ""
    while words and (plain_word(words[-1]) in looks() or words[-1].casefold() in _BEFORE_NAME):
        last = words.pop()
    points = last.casefold() in ("that", "this", "those", "these")
    if points and words and words[-1].casefold() in ("behind", "after", "before", "of"):
        words.append(last)  # behind that the pear
    return " ".join(words) + " " if words else ""


def _grouped(text: str, matches: Sequence[Match], asked: frozenset[str]) -> Masked:
    """The text with neighbouring signs of one list made one."""
    places = [m.start() for m in re.finditer(GROUP, text)]
    verbless = not _VERB.search(text) and not _PREPOSED.search(text)
    runs: list[list[int]] = []
    for place in places:
        gap = text[runs[-1][-1] + 1 : place] if runs else None
        apart = len(runs) and len(runs[-1]) == 1 and _set_apart(text, runs[-1][0], matches, asked)
        named = matches[ord(text[place]) - _FIRST].names
        again = bool(runs and named) and any(matches[ord(text[p]) - _FIRST].names == named for p in runs[-1])
        if gap is not None and _joins(gap, verbless=verbless) and not apart and not again:
            runs[-1].append(place)
        else:
            runs.append([place])
    about = {p for p in places if (m := matches[ord(text[p]) - _FIRST]).names and set(m.names) <= asked}
    runs = [part for run in runs for part in _cut_at_clause(text, run, about)]
    groups: list[Group] = []
    for run in reversed(runs):
        inside = text[run[0] : run[-1] + 1]
        found = tuple(matches[ord(text[p]) - _FIRST] for p in run)
        groups.append(Group(found, bool(_OPEN.search(inside))))
        mark = ASKED if set(run) <= about else sign(len(runs) - len(groups))
        text = text[: run[0]] + mark + text[run[-1] + 1 :]
    return Masked(re.sub(r"\s+", " ", text).strip(), groups[::-1])


def _joins(gap: str, *, verbless: bool) -> bool:
    """Whether what stands between two things makes them one list."""
    return bool(_JOINS_AT_ALL.search(gap) and _JOIN.match(gap)) or (verbless and not gap.strip())


def _set_apart(text: str, place: int, matches: Sequence[Match], asked: frozenset[str]) -> bool:
    """Whether a thing begins no list: the question is about it, and words before it say something of it."""
    match = matches[ord(text[place]) - _FIRST]
    if not match.names or not set(match.names) <= asked:
        return False
    breaks = list(_BREAK.finditer(text[:place]))
    return re.search(r"\w", text[breaks[-1].end() if breaks else 0 : place]) is not None


def _cut_at_clause(text: str, run: list[int], about: set[int]) -> list[list[int]]:
    """A list, or two of them: "it hides the pear and the mug is gone" has a clause after its "and"."""
    after = text[run[-1] + 1 :]
    gaps = [text[a + 1 : b] for a, b in pairwise(run)]
    limits = [k for k, gap in enumerate(gaps, start=1) if re.search(r"\b(?:only|just)\b", gap)]
    if limits:
        return [run[: limits[-1]], run[limits[-1] :]]
    if len(run) < 2 or not (FINITE.match(after) or _BY.match(after) or _DENYING_VERB.match(after)):
        return [run]
    if run[-1] in about and not set(run[:-1]) & about:
        return [run[:-1], run[-1:]]  # take away the pear and the mug is free
    if gaps[-1].strip() == "," and _DENYING_VERB.match(after):
        return [run[:-1], run[-1:]]
    breaks = list(_BREAK.finditer(text[: run[0]]))
    begun = text[breaks[-1].end() if breaks else 0 : run[0]]
    own = _BY_AT_END.search(begun) if _BY.match(after) else _VERB.search(begun)
    return [run[:-1], run[-1:]] if own else [run]


def small_words() -> frozenset[str]:
    """Words around names that say nothing."""
    return fillers("articles", "and", "only", "then", "with")
