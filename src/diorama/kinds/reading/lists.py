"""Reading a list of objects: bullets, numbers, commas, JSON, or a plain sentence that names them.

What does not look like a name is never taken for one. So a reply in an unforeseen form is unread, which a person can
check, rather than hallucinated, which nobody would.
"""

from __future__ import annotations

import re
from typing import Any

from diorama.kinds.names import MOST_WORDS, Match, Names, word_set
from diorama.kinds.reading.cleaning import Final
from diorama.kinds.reading.manners import declines, no_answer
from diorama.kinds.reading.readings import Named, NotRead

MOST_ITEMS = 100
LONGEST_SENTENCE = 2000
"""Characters: what is longer names no answer, and patterns would be slow on it."""

BULLET = re.compile(r"^\s*(?:[-*•–+]\s+|\(?\d{1,2}[.):]\s*|step\s+\d+\s*[:.]\s*)", re.I)
BETWEEN = re.compile(
    r"\s*(?:[,;\n+&]|(?<=\s)(?:/|->|→|>|and then|and|then|followed by|as well as|plus|or)(?=\s))+\s*", re.I
)
SENTENCE = re.compile(r"(?<!\d\.)(?<=[.!?])\s+|\n+")
_LEAD = re.compile(
    r"^(?:(?:and|then|or|also|only|just|first(?:ly)?|second(?:ly)?|third(?:ly)?|next|finally|lastly|last|remove|"
    r"take away|it is|it's|they are|these are|the objects?(?: is| are)?)\b[\s:,]*)+",
    re.I,
)
_TOO = re.compile(r"\s+(?:too|as well|also|itself)$", re.I)
_EDGES = " \t\n\"'“”.,*_`"
_EXPLAINED = re.compile(r"\s+[-–—:]\s+|:\s|\s+(?:because|since|as it|which|that)\s|\s*\(")
_NOTHING = re.compile(
    r"^(?:there (?:are|is|would be) )?"
    r"(?:none|nothing|no (?:other |such |additional )?(?:objects?|items?|things?|one)\b.*|"
    r"empty(?: set| list)?|\[\s*\]|\{\s*\}|∅|n/?a)(?: of (?:them|the objects|these))?$",
    re.I,
)
_NOT_NAMES = word_set(
    "is are was were be been being am would will could can should may might must do does did has have had "
    "become becomes i it they you we he she there here because since so if when while what who why how not no "
    "visible hidden occluded blocked covered removed remove removing remain remains revealed seen see look looking "
    "object objects item items thing things answer list following currently fully partially completely image scene "
    "except excluding but all every everything anything other others "
    "explanation hide hides hiding cover covers covering block blocks blocking stand stands them "
    "based given therefore thus however sure sorry help please let shown appear appears"
)
_PLACES = word_set("behind in on at under above below beside near from with without to of for before after")
"""No name begins with one of these."""
_ASIDE = re.compile(r"(?:,\s+(?:which|that|who|as)|,?\s+(?:because|since|while|whereas))\b.*$", re.I | re.S)
_EXCEPT = re.compile(r"\b(?:not|except|no longer|never|cannot)\b|:.*:", re.I)
_NUMBERED = re.compile(r"\s+(?=\(?\d{1,2}[.)]\s+\D)")
_IF = re.compile(r"^(?:so|therefore|thus|then|hence)?,?\s*(?:if|when|once|without|with|after|by)\b[^,]*,\s*", re.I)
_TAIL = re.compile(
    r"(?:\b(?:objects?|items?|things?|visible|seen|revealed|reflect\w*|remov\w*|answer|they|it|these|those|list|through)\b.*"
    r"\b(?:are|is|be|include|includes|were|named)\b|:)\s*(?P<list>[^:]+)$",
    re.I | re.S,
)
_HEAD = re.compile(
    r"^(?P<list>.+?)\s+(?:would|will|could|can|becomes?|is|are|must|needs?|has|have|should|may|might|shows?|appears?)\b"
    r".*\b(?:visible|seen|view|revealed|exposed|uncovered|unobstructed|removed|go|reflected|reflections?|mirrored|show|appear)\b",
    re.I,
)


def objects_in(final: Final, names: Names) -> Named | NotRead:
    """The objects that a reply names, in its order."""
    refusal = declines(final)
    if refusal and not names.mentions(final.text):
        return refusal
    for part in (*final.marked, final.text):
        found = _from_value(part, names)
        if found is not None:
            return Named(_distinct(found))
    return no_answer(final)


def _from_value(value: Any, names: Names) -> list[Match] | None:
    """A marked answer, which may be JSON."""
    if isinstance(value, list):
        texts = [v if isinstance(v, str) else _name_in(v) for v in value[:MOST_ITEMS]]
        return None if any(t is None for t in texts) else [names.match(t) for t in texts if t]
    return _from_text(value, names) if isinstance(value, str) else None


def _name_in(value: Any) -> str | None:
    """The name in a JSON object such as ``{"name": "mug", "reason": …}``."""
    if not isinstance(value, dict):
        return None
    found = next((v for k, v in value.items() if str(k).casefold() in ("name", "object", "item", "label")), None)
    return found if isinstance(found, str) else None


def _from_text(text: str, names: Names) -> list[Match] | None:
    """The first way of reading the text as a list that works, from the strictest to the most lenient."""
    if re.match(r"\W*1[.)]\s", text):
        text = _NUMBERED.sub("\n", text)
    for read in (_bare_list, _bullets, _paragraphs, _sentences):
        found = read(text, names)
        if found is not None:
            return found
    return None


def _bare_list(text: str, names: Names) -> list[Match] | None:
    """Nothing but names (or the word that there are none)."""
    text = text.strip().strip(".!\"'“”[]").strip()
    if _NOTHING.match(text):
        return []
    items = [_bare(item) for item in BETWEEN.split("\n".join(BULLET.sub("", line) for line in text.splitlines()))]
    items = [item for item in items if item]
    if not items or len(items) > MOST_ITEMS or not all(looks_like_a_name(item, names) for item in items):
        return None
    return [names.match(item) for item in items]


def _bullets(text: str, names: Names) -> list[Match] | None:
    """The last run of lines with bullets or numbers; each names an object first and may go on."""
    runs: list[list[str]] = [[]]
    for line in text.splitlines():
        if BULLET.match(line):
            runs[-1].append(BULLET.sub("", line))
        elif line.strip() and runs[-1]:
            runs.append([])
    lines = next((run for run in reversed(runs) if run), [])
    found = [_first_name(line, names) for line in lines[:MOST_ITEMS]]
    return None if not found or None in found else [m for m in found if m is not None]


def _first_name(line: str, names: Names) -> Match | None:
    item = _bare(_EXPLAINED.split(line)[0])
    if looks_like_a_name(item, names):
        return names.match(item)
    mentioned = names.mentions(line)
    return mentioned[0][2] if mentioned else None


def _paragraphs(text: str, names: Names) -> list[Match] | None:
    """A paragraph or line that is a bare list: the last one, else the first."""
    blocks = [b for b in re.split(r"\n\s*\n", text) if b.strip()]
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 2:
        return None
    for block in dict.fromkeys((blocks[-1], lines[-1], blocks[0], lines[0])):
        found = _bare_list(block, names)
        if found is not None and all(not m.unknown for m in found):
            return found
    return None


def _sentences(text: str, names: Names) -> list[Match] | None:
    """A sentence that is a list, ends in one ("… are the mug and the vase") or begins with one ("The mug would show").

    Only the first and the last sentence can be the answer; if they disagree, it is unclear which one is.
    """
    sentences = [s.strip().rstrip(".!") for s in SENTENCE.split(text) if s.strip()]
    found = [_sentence(s, names) for s in dict.fromkeys((*sentences[:1], *sentences[-1:]))]
    said = [f for f in found if f is not None]
    same = len({frozenset(m.names or (m.said,) for m in f) for f in said}) == 1
    return said[0] if same else None


def _sentence(sentence: str, names: Names) -> list[Match] | None:
    if len(sentence) > LONGEST_SENTENCE:
        return None
    sentence = _IF.sub("", _ASIDE.sub("", sentence))
    parts = [sentence, *(m["list"] for m in (_TAIL.search(sentence), _HEAD.search(sentence)) if m)]
    for part in parts if not _EXCEPT.search(sentence) else parts[:1]:
        found = _bare_list(part, names)
        if found is not None and (not found or any(not m.unknown for m in found)):
            return found
    return None


def _bare(item: str) -> str:
    """An item without its introductory words."""
    return _TOO.sub("", _LEAD.sub("", BULLET.sub("", item).strip(_EDGES)).strip(_EDGES))


def looks_like_a_name(item: str, names: Names) -> bool:
    """Whether this can be a name and not a piece of a sentence ("watering can" and "cake stand" are names)."""
    words = _words(item)
    if ":" in item or not 0 < len(words) <= MOST_WORDS // 2 + 1 or words[0] in _PLACES:
        return False
    if not _NOT_NAMES.intersection(words):
        return True
    for start, end, _ in reversed(names.mentions(item)):
        item = item[:start] + " " + item[end:]
    return not _NOT_NAMES.intersection(_words(item))


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", text.casefold())


def _distinct(found: list[Match]) -> tuple[Match, ...]:
    """An object that is named twice counts once, where it came first."""
    kept: dict[object, Match] = {}
    for match in found:
        kept.setdefault(match.names or match.said.casefold().strip(), match)
    return tuple(kept.values())
