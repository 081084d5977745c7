"""Option words: what each option of a question means, and all that it can be called in six languages.

Options of the sorts that our questions have (yes, no, not sure, revealed, occluded, no collision, remove something,
something is enough, a course of events) are known by more than their own words.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from diorama.kinds.lexicon import CJK
from diorama.kinds.names import Names
from diorama.kinds.reading.choices.courses import Course, course_of
from diorama.kinds.reading.manners import abstains

Options = tuple[str, ...]

_GAP = re.compile(r"[\s,;:.\"'“”‘’*_–—-]{1,4}")
"""What may stand between two words of an option."""
_REMOVE = re.compile(r"(?:remove|take away|clear away|move) (.+)", re.I)
_ENOUGH = re.compile(r"(?:removing|taking away|moving) (.+) (?:is|would be) (?:sufficient|enough)", re.I)
_NO_COLLISION = re.compile(r"(?:there (?:is|will be|would be) )?no (?:collision|crash|contact)(?: at all)?", re.I)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_NAMES = {"yes": "yes", "no": "no", "revealed": "revealed", "visible": "revealed", "occluded": "occluded",
          "hidden": "occluded"}  # fmt: skip

_SAID = {
    "revealed": re.compile(
        r"\b(?:revealed|uncovered|(?:out )?in the open|a la vista|all of it (?:can|could) be seen|unobstructed|"
        r"unoccluded|un-occluded|exposed|unblocked|unhidden|(?:in|"
        r"into) (?:full |plain |clear )?view|(?:fully |completely |entirely |clearly |totally |wholly )*visible|"
        r"(?:no longer|not|never|nothing|none|n['’]t)(?: \w+){0,4} (?:occluded|hidden|covered|blocked|obscured|"
        r"obstructed|concealed) (?:any ?more|any longer|at all)|no longer (?:\w+ ){0,2}(?:occluded|hidden|covered|"
        r"blocked|obscured|obstructed|concealed)|no part (?:of it )?(?:is |will be |would be |remains |"
        r"stays )?(?:still )?(?:hidden|covered|occluded)|(?:nothing|none)(?: of (?:it|the \w+(?: \w+)?))? (?:is |"
        r"will be |would be |"
        r"remains |stays |gets )?(?:still )?(?:hidden|covered|occluded)|no longer (?:hides?|covers?|blocks?|occludes?|"
        r"obscures?)|revelad[oa]|descubiert[oa]|totalmente visible|révélée?|dégagée?|découverte?|"
        r"entièrement visible|(?:vollständig |ganz |komplett |voll )?sichtbar|freigelegt|enthüllt|aufgedeckt|"
        r"freigegeben|unverdeckt)\b|n['’]t(?: \w+){0,3} (?:occluded|hidden|covered|blocked|obscured) (?:any ?more|"
        r"any longer|at all)\b|显露|顯露|露出|完全可见|完全可見|可见|可見|看得见|看得見|显现|暴露|不再被?遮|未被遮|"
        r"没有被遮|不会被遮|見えるように|全部見え|完全に見え|見えます|見える|現れ|あらわれ|露わ",
    ),
    "occluded": re.compile(
        r"\b(?:occluded|hidden|obscured|obstructed|concealed|covered(?: up)?|blocked(?: from view)?|out of (?:sight|"
        r"view)|(?:still |only |just )*(?:partly|partially) visible|invisible|not (?:be )?(?:fully|completely|"
        r"entirely|wholly|totally|all) (?:visible|revealed|in view|uncovered)|\w+n['’]t (?:be )?(?:fully|completely|"
        r"entirely) (?:visible|"
        r"revealed|in view|uncovered)|(?:still|"
        r"remains?|continues? to|keeps?) (?:hid(?:es?|ing)|cover(?:s|ing)?|block(?:s|ing)?|occlud(?:es?|ing)|"
        r"obscur(?:es?|ing))(?! (?:nothing|no)\b)|ocluid[oa]|ocult[oa]|tapad[oa]|cubiert[oa]|escondid[oa]|occultée?|"
        r"cachée?|masquée?|"
        r"couverte?|verdeckt|verborgen|bedeckt|versteckt)\b|"
        r"(?<!不再)(?<!不再被)(?<!未被)(?<!没有被)(?<!不会被)(?:遮挡|遮擋|遮住|遮蔽|挡住|擋住|隐藏|隱藏)|隠れ|"
        r"隠され|遮られ|見えません|見えない|見えなく|覆われ",
    ),
    "no collision": re.compile(
        r"\bno (?:such )?(?:collisions?|crash(?:es)?|impact|contact|accident|crashing)\b|\bcollision[- ]free\b|"
        r"\b(?:sin colisión|(?:no (?:hay|habrá|habría)|ninguna?) (?:colisión|choque)|(?:pas de|"
        r"aucune?) (?:collision|choc)|(?:keine|gibt es keine) kollision|kein(?:en)? (?:zusammenstoß|aufprall|"
        r"unfall))\b|(?:\bnot|n['’]t)(?: be)? (?:a|any) (?:collision|crash)\b|(?:没有|沒有|不会|不會|不发生|无|"
        r"無)(?:发生|發生|任何)?(?:碰撞|相撞|撞)|衝突(?:は|が)?(?:しない|しません|ない|ありません|起き)|"
        r"ぶつからない|ぶつかりません",
    ),
}
"""Other words for options, by sort."""


@dataclass(frozen=True)
class OptionWords:
    """The options of one question and what is known of each."""

    options: Options
    phrases: dict[str, list[tuple[str, ...]]]
    """The own words of every option but yes and no, by their first word, the longest first."""
    by_phrase: dict[str, str]
    sorts: dict[str, str]
    """``yes``, ``no``, ``not sure``, ``revealed``, ``occluded``, ``no collision``, ``enough`` → the option."""
    said: tuple[tuple[str, re.Pattern[str]], ...]
    """Options with other words for them."""
    names: Names | None
    """Objects that options are about, each by its option."""
    things: frozenset[str]
    """The options that are about an object."""
    enough: frozenset[str]
    """The options that say that removing something is enough."""
    courses: dict[Course | None, str]
    real: Options
    """All but the one not to answer."""

    def get(self, sort: str) -> str | None:
        return self.sorts.get(sort)


def folded(text: str) -> str:
    """Words as they are compared: small, one space between them, no other signs."""
    return " ".join(_WORD.findall(text.casefold()))


@lru_cache(maxsize=5000)
def option_words(options: Options) -> OptionWords:
    """All that the options of a question can be called."""
    sorts: dict[str, str] = {}
    things: dict[str, tuple[str, str]] = {}
    enough: set[str] = set()
    courses: dict[Course | None, str] = {}
    for option in options:
        plain = folded(option)
        if abstains(option):
            sorts.setdefault("not sure", option)
        elif plain in _NAMES:
            sorts.setdefault(_NAMES[plain], option)
        elif _NO_COLLISION.fullmatch(plain):
            sorts.setdefault("no collision", option)
        elif found := _ENOUGH.fullmatch(plain):
            enough.add(option)
            things[option] = found[1], _noun(found[1])
        elif (found := _REMOVE.fullmatch(plain)) or _is_thing(plain):
            phrase = found[1] if found else plain
            things[option] = phrase, _noun(phrase)
        elif course := course_of(option):
            courses[course] = option
    if len(enough) == 1:
        sorts["enough"] = next(iter(enough))
    alike = Counter(folded(o) for o in options)
    spelled = {plain: o for o in options if alike[plain := folded(o)] == 1 and plain and plain not in ("yes", "no")}
    phrases: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for own in sorted(spelled, key=len, reverse=True):
        phrases[own.split()[0]].append(tuple(own.split()))
    return OptionWords(
        options, dict(phrases), spelled, sorts,
        tuple((sorts[sort], pattern) for sort, pattern in _SAID.items() if sort in sorts),
        Names(things) if things else None, frozenset(things), frozenset(enough), courses if len(courses) > 1 else {},
        tuple(o for o in options if not abstains(o)),
    )  # fmt: skip


def phrases_in(text: str, words: OptionWords) -> Iterator[tuple[int, int, str]]:
    """Where a text, in small letters, has the own words of an option: start, end and the option."""
    if not any(first in text for first in words.phrases):
        return
    text = text.replace("’", "'")
    tokens = [(m.start(), m.end(), m[0]) for m in _WORD.finditer(text)]
    k = 0
    while k < len(tokens):
        size, option = _phrase_at(tokens, k, text, words)
        if option is not None:
            yield tokens[k][0], tokens[k + size - 1][1], option
        k += size
    yield from _in_signs(text, words)


def _phrase_at(tokens: list[tuple[int, int, str]], k: int, text: str, words: OptionWords) -> tuple[int, str | None]:
    """The longest phrase that begins at a token, and how many tokens it has."""
    for phrase in words.phrases.get(tokens[k][2], ()):
        size = len(phrase)
        here = tokens[k : k + size]
        if tuple(t[2] for t in here) == phrase and all(_GAP.fullmatch(text, a[1], b[0]) for a, b in pairwise(here)):
            return size, words.by_phrase[" ".join(phrase)]
    return 1, None


def _in_signs(text: str, words: OptionWords) -> Iterator[tuple[int, int, str]]:
    """Options in writing without spaces, inside longer runs of it."""
    for own, option in words.by_phrase.items():
        if CJK.fullmatch(own):
            for m in re.finditer(own, text):
                if (m.start() and CJK.match(text[m.start() - 1])) or CJK.match(text[m.end() : m.end() + 1]):
                    yield m.start(), m.end(), option


def _noun(phrase: str) -> str:
    return re.sub(r"^(?:the|a|an) ", "", phrase, flags=re.I)


def _is_thing(plain: str) -> bool:
    """Whether an option is the name of a thing and nothing else: "the red mug"."""
    if not plain.startswith(("the ", "a ", "an ")) or len(plain.split()) > 5:
        return False
    here = Names({"x": (plain, _noun(plain))}).mentions(plain)
    return len(here) == 1 and here[0][2].names == ("x",) and here[0][1] == len(plain)
