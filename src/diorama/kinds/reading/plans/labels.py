"""Labels of steps at the beginning of a line: "1.", "(2)", "Step 3:", "**B)**", "第四步", "id: 5"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from diorama.kinds.lexicon import word_set
from diorama.kinds.reading.plans import words
from diorama.kinds.reading.plans.needs import parted

LONGEST_LINE = 6000
"""Characters: a longer line is no step."""
_NAME = (
    r"(?:step|schritt|étape|etape|paso|passo|stap|task|action|stage|phase|id|step[ _-]?(?:id|no\.?|number)|nr\.?|"
    r"no\.?|n°|nº|number|index|"
    r"步骤|步驟|ステップ|手順|工程)"
)
_COUNT = "|".join(sorted((w for w in words.COUNTS if w.isascii()), key=len, reverse=True))
_WORDED = re.compile(
    rf"[\"'(\[]?{_NAME}[\"']?\s*[#_:：=.-]?\s*[\"']?(\d{{1,3}}|[A-Z](?![\w'’])|[一二三四五六七八九十](?![一-龥])|"
    rf"(?:{_COUNT})\b)[\"']?(?![\w%])"
    r"(?:\s*(?:/|of)\s*\d{1,3})?",
    re.I,
)
_SIGNED = re.compile(
    r"第\s*(\d{1,3}|[一二三四五六七八九十])\s*(?:步骤|步驟|步|番目?|に|个)?|([一二三四五六七八九十])(?=[、.．])"
)
_NUMBERED = re.compile(
    r"[(\[（【]\s*#?(\d{1,3})\s*[)\]）】](?:\s*[.:：–—-])?|#?[STP]?(\d{1,3})\s*(?:[.．](?!\d)\)?-?|[)\]:、：）]|"
    r"[-–—=·•](?=\s)|->|→|=>)|#(\d{1,3})(?=\s+[^\W\d])",
    re.I,
)
_WEAK = re.compile(
    r"#?[STP]?(\d{1,3})(?:,?\s+(?=[^\W\d]|[(\[]\s*(?:needs?|no|requires?|depends|after|none)\b)|(?=[\u3040-\u30ff\u3400-\u9fff]))"
)
_LETTERED = re.compile(r"[(\[]?([A-Za-z])\s*(?:[)\]][.:]?|[.:](?=\s))")
_ROMAN = re.compile(r"[(\[]?([ivx]{1,5})\s*(?:[)\]]|[.:](?=\s))", re.I)
_BULLET = re.compile(r"(?:[-*•–—+·‣⁃]|[\u2190-\u2bff\U0001f000-\U0001faff]+\ufe0f?|\[[ xX]?\])\s+")
_NTH = "|".join(sorted(words.ORDINALS, key=len, reverse=True))
_ORDINAL = re.compile(
    rf"(?:the\s+)?({_NTH})(?:\s+(?:step|schritt|paso|"
    rf"étape))?\s*(?=[:：)–—-])",
    re.I,
)
_SAYS = (
    r"(?:\s+(?:is|will be|would be|should be|must be|ist|sería|es|est)(?:\s+(?:simply|just|then|therefore))?"
    r"(?:\s+(?:to|de)\b|\s*:)?|\s+(?:involves|means|consists (?:of|in)))\s+(?:d['’])?"
)
"""Between a label and what is done: "Step 1 is to …"."""
_WORDED_SAYS = re.compile(_WORDED.pattern + _SAYS, re.I)
_ORDINAL_SAYS = re.compile(
    rf"(?:(?:the|der|el|la)\s+)?({_NTH})\s+"
    rf"(?:step|schritt|paso|étape|action|move|thing to do){_SAYS}",
    re.I,
)
_SPELLED = re.compile(rf"({_COUNT})\s*(?:[,:.)]|\s[–—-])\s+", re.I)
_NUMBER_WORD = rf"(?:(?:{_COUNT})|(?:the |el |la |le )(?:{_NTH})(?: (?:one|step|paso|étape))?)"
_NEEDS_SPELLED = re.compile(
    r"((?:needs?|requires?|depends|after|prerequisites?|needed|necesita|requiere|depende de|nécessite)\b"
    r"[:\s]*(?:(?:on|only|just|both|directly|steps?|number|is|are)\s+)*)"
    rf"({_NUMBER_WORD}(?:(?:\s*,\s*(?:and\s+)?|\s+(?:and|plus|y|et)\s+)(?:number\s+)?{_NUMBER_WORD})*)\b"
    r"(?!\s+(?:of|steps|hands?)\b)",
    re.I,
)
_TUPLE = re.compile(r"[(\[]\s*(\d{1,3})\s*,\s*(.*\S)\s*[)\]],?")
_NO_STEP = re.compile(
    r"(?:and|is|are|was|or|to|has|have|must|should|can|will|would|because|since|first|before|of|in|on|as|und|ist|y|"
    r"es|et|est|makes?|allows?|ensures?|"
    r"frees?|,)\b",
    re.I,
)
_SIGNS_AFTER = " \t,;:：.)]–—=>→|、，*_-\"'"
_REFERS = words.STEP | words.KEYS | word_set("and on or to of both y et und de von with only")
_ROMANS = {
    r: k
    for k, r in enumerate(
        ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv"), start=1
    )
}


@dataclass(frozen=True)
class Labelled:
    """A line that begins with a label."""

    label: str
    kind: str
    """``number``, ``letter`` or ``roman``."""
    text: str
    weak: bool = False
    """Nothing but a space parts the label from the text: it may be a mere number."""
    spelled: bool = False
    """It is a number word."""


def without_bullet(line: str) -> tuple[str, bool]:
    """A line without its bullets, and whether it had any."""
    text = line.strip()
    while found := _BULLET.match(text):
        text = text[found.end() :].lstrip()
    return text, text != line.strip()


def labelled(line: str) -> list[Labelled]:
    """What a line may be labelled with: more than one reading for letters that are Roman numerals too."""
    if len(line) > LONGEST_LINE:
        return []
    text = re.sub(r"^l['’](?=étape)", "", without_bullet(line)[0].lstrip("*_> \t"), flags=re.I)
    if found := _TUPLE.fullmatch(text):
        return [_made(found[1], found[2], weak=True)]
    if (found := _ORDINAL_SAYS.match(text) or _WORDED_SAYS.match(text)) and _says(found[0], text[found.end() :]):
        return [_made(found[1], text[found.end() :])]
    if found := _ORDINAL.match(text):
        return [_made(found[1], text[found.end() :])]
    if found := _WORDED.match(text) or _SIGNED.match(text):
        label = next(g for g in found.groups() if g) if found.re is _SIGNED else found[1]
        rest = text[found.end() :]
        bare = not re.match(r"\s*(?:[*_)\]\"']*\s*[:：.,;，、|)\]–—>=(（\[-]|$)", rest) and found.re is _WORDED
        if bare and (_NO_STEP.match(rest.strip()) or not _deed(rest)):
            return []
        return [_made(label, rest)]
    if found := _NUMBERED.match(text):
        return [_made(found[1] or found[2] or found[3], text[found.end() :])]
    if found := _SPELLED.match(text):
        return [_made(found[1], text[found.end() :])] if words.DEED.match(text[found.end() :]) else []
    if found := _WEAK.match(text):
        return [_made(found[1], text[found.end() :], weak=True)]
    kinds = [
        _made(m[1], text[m.end() :], kind="roman") for m in [_ROMAN.match(text)] if m and m[1].casefold() in _ROMANS
    ]
    return [*kinds, *(_made(m[1], text[m.end() :]) for m in [_LETTERED.match(text)] if m)]


def spoken_of(line: str) -> str | None:
    """The number of the step that a line begins to speak about, whether it is a step or a remark: "Step 3 is …"."""
    found = _WORDED.match(re.sub(r"^l['’](?=étape)", "", without_bullet(line)[0].lstrip("*_> \t"), flags=re.I))
    return _made(found[1], "").label if found else None


def arabic(text: str) -> str:
    """A text with its Roman numerals as digits."""
    return re.sub(
        r"\b[IVX]{1,4}\b|(?<=[(\[,\s])[ivx]{1,4}(?=[)\],\s]|$)", lambda m: str(_ROMANS.get(m[0].casefold(), m[0])), text
    )


def spelled_as_digits(text: str) -> str:
    """A text in which steps that it needs by a number word are called by digits: "needs one and two"."""
    return _NEEDS_SPELLED.sub(lambda m: m[1] + re.sub(_NUMBER_WORD, lambda w: _digits(w[0]), m[2], flags=re.I), text)


def _digits(said: str) -> str:
    """The number that a number word or "the second one" stands for."""
    known = (words.COUNTS.get(w) or words.ORDINALS.get(w) for w in reversed(said.casefold().split()) if w != "one")
    return next(filter(None, known), words.COUNTS.get(said.casefold(), said))


def _says(head: str, rest: str) -> bool:
    """Whether what follows "Step 1 is" is done in that step, and not said about it."""
    if re.search(r"(?:\bto|\bde|\bd['’]|:|involves|means|consists \w+)\s*$", head, re.I):
        return True
    return words.DEED.match(rest) is not None or re.match(r"[^\W\d_]{2,}(?:ing|en|ar|er|ir)\b", rest) is not None


def _deed(rest: str) -> bool:
    """Whether words that follow a label without any sign are a step, or say what it needs."""
    return (
        rest.strip()[:1].isupper()
        or words.DEED.match(rest) is not None
        or parted("x " + rest.strip())[0] == "x"
        or not rest.isascii()
    )


def _made(label: str, rest: str, kind: str = "", weak: bool = False) -> Labelled:
    label = label.casefold()
    spelled = label in words.COUNTS or label in words.ORDINALS
    label = words.COUNTS.get(label) or words.ORDINALS.get(label) or words.SIGN_DIGITS.get(label) or label
    if kind == "roman":
        label = str(_ROMANS[label])
    kind = kind or ("number" if label.isdigit() else "letter")
    return Labelled(
        str(int(label)) if label.isdigit() else label, kind, rest.lstrip(_SIGNS_AFTER).rstrip(" \t*_"), weak, spelled
    )


def unrolled(line: str) -> Iterator[str]:
    """The steps of a line that holds several of them, one after the other; the line itself if it does not."""
    if len(line) > LONGEST_LINE or not _COUNTED.search(line):
        yield line
        return
    best: list[int] = []
    for style in _STYLES:
        places = _places(line, style)
        if len(places) > max(1, len(best)):
            best = places
    if not best:
        yield line
        return
    if lead := line[: best[0]].strip(" \t-*•"):
        yield lead
    for start, end in zip(best, [*best[1:], len(line)], strict=True):
        yield line[start:end].strip(" \t;,，；")


def after_lead(line: str, following: Iterable[str]) -> list[str]:
    """A line whose first step comes after some other words, as two lines: "Certainly! 1. Remove the cup".

    The next step among the lines that follow must be the second one.
    """
    if len(line) > LONGEST_LINE or not _MAY_LEAD.search(line) or labelled(line):
        return [line]
    steps = (c for other in following for c in labelled(other)[:1] if not c.weak)
    second = next(steps, None)
    if second is None or second.label != "2":
        return [line]
    for style in _STYLES[:_PLAIN_STYLES]:
        for start in _labels(line, style, 1):
            if _LEAD_ENDS.search(line[:start]):
                return [line[:start].rstrip(), line[start:]]
    return [line]


_MAY_LEAD = re.compile(r"\S\W*(?:step|schritt|paso|étape|步骤|ステップ)?\s*1\s*[.．):：]", re.I)
_LEAD_ENDS = re.compile(r"(?:[.!?:：。！？,)*_–—-]|\bis|\bare)\s*$")
"""How words end after which a list may begin in the same line."""
_PLAIN_STYLES = 4
"""The first of the styles below are signs that hardly say anything else."""
_STYLES = (
    r"{n}\s*[.．](?=\s|[^\W\d])", r"\(\s*{n}\s*\)", r"{n}\s*\)",
    r"(?:step|schritt|paso|étape|步骤|ステップ)\s*{n}\s*[:：]",
    r"(?:^|(?<=[.;!?] ))(?:step|schritt|paso|étape)\s*{n}\s*[.)–—-]", r"(?:^|(?<=; ))#?{n}\s+(?=[^\W\d])",
    r"第\s*(?:{n}|{s})\s*步", r"\[\s*{n}\s*\]\s*(?=[^\W\d])", r"{n}(?:st|nd|rd|th)(?:\s+step)?\s*[:：]",
    r"{n}\s*:\s", r"{n}、", r"{n}\s+[-–—]\s+(?=[^\W\d])", r"#{n}\s+(?=[^\W\d])",
    r"(?:^|(?<=[.;!?,] )|(?<=\band ))(?:(?:the|el|la)\s+|l['’])?(?:(?:step|paso|étape)\s+(?:{n}|{c})|"
    r"(?:{o})\s+(?:step|action|move|paso|étape))" + _SAYS,
    r"(?:^|(?<=[.;!?] ))(?:(?:step|number)\s+)?(?:{c})\s*[,:]\s",
)  # fmt: skip
_TABLES = {"counts": words.COUNTS, "ordinals": words.ORDINALS}
_COUNTED = re.compile(r"[12一二]|\b(?:two|second|zwei\w*|dos|segundo|deux|deuxième)\b", re.I)
_SIGNS = "〇一二三四五六七八九十"


def _places(line: str, style: str) -> list[int]:
    """Where the labels 1, 2, 3 … (or from 2 on, or from 0) stand in one style outside of brackets."""
    depths = _depths(line)
    for first in (1, 0):
        found: list[int] = []
        at, n = 0, first
        while n < first + 100:
            match = next((m for m in _written(style, n).finditer(line, at) if _is_label(line, m.start(), depths)), None)
            if match is None:
                break
            found.append(match.start())
            at, n = match.end(), n + 1
        if len(found) > 1:
            return found
    return []


def _labels(line: str, style: str, n: int) -> list[int]:
    """Where one label stands in one style outside of brackets."""
    depths = _depths(line)
    return [m.start() for m in _written(style, n).finditer(line) if _is_label(line, m.start(), depths)]


def _is_label(line: str, at: int, depths: list[int]) -> bool:
    return not depths[at] and not _referred(line, at)


@lru_cache(maxsize=4096)
def _written(style: str, n: int) -> re.Pattern[str]:
    """A label in one style, as a pattern."""
    sign = _SIGNS[n] if 0 < n <= 10 else "〇"
    written = style.replace("{n}", str(n)).replace("{s}", sign)
    written = written.replace("{c}", _spelled("counts", n)).replace("{o}", _spelled("ordinals", n))
    return re.compile(r"(?<![\w.(\[#-])" + written, re.I)


@cache
def _spelled(table: str, n: int) -> str:
    """The words for a number, as a pattern."""
    return "|".join(w for w, k in _TABLES[table].items() if k == str(n)) or "(?!)"


def _referred(line: str, at: int) -> bool:
    """Whether a number that stands here is only referred to: "needs step 1, 2."."""
    before = line[max(0, at - 24) : at].rstrip(" #")
    last = re.search(r"[^\W\d_]+$", before)
    return bool(last and last[0].casefold() in _REFERS) or re.search(r"\d\s*[,&+]$", before) is not None


def _depths(line: str) -> list[int]:
    depths, depth = [], 0
    for sign in line:
        if sign in ")]）】" and depth:
            depth -= 1
        depths.append(depth)
        if sign in "([（【":
            depth += 1
    return depths
