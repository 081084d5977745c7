"""References to steps: "1, 2 and 4", "steps 1–3", "the previous step", "none", "步骤1之后"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from diorama.kinds.lexicon import word_set
from diorama.kinds.reading.plans import words
from diorama.kinds.reading.plans.drafts import Refs

MOST_LABELS = 1000
"""A range that is longer is none."""

_TOKEN = re.compile(
    r"(?P<range>(?<=\d)\s*(?:\.\.\.?|[-–—−~〜～至到]|から)\s*(?=(?:step |#|第|步骤|ステップ)?\s*[STP]?\d))"
    r"|(?P<prefixed>[A-Za-z]{1,5}[_-]?(?=\d))?(?P<number>\d{1,3})(?![\d%°])(?:(?:st|nd|rd|th)\b)?(?:\.(?!\d))?"
    r"|(?P<na>[Nn]/[Aa]\b|[Nn]\.[Aa]\.)"
    r"|(?P<nr>[Nn](?:o|r)\.\s*(?=\d))"
    r"|(?P<word>[^\W\d_\u3040-\u30ff\u3400-\u9fff]+(?:['’.-](?=[^\W\d_])[^\W\d_\u3040-\u30ff\u3400-\u9fff]+)*)"
    r"|(?P<sign>[\u3040-\u30ff\u3400-\u9fff々ー])"
    r"|(?P<dash>[-–—−∅ø×✗/]+)"
    r"|(?P<skip>[\s,;:&+()\[\]{}（）【】「」、，；：。.\"'“”‘’`*_#°º\\=<>→↑⇑✓✔!！]+)"
)
_OR_MORE = re.compile(r"\d\+(?!\s*\D{0,8}\d)")
_SO_MANY = re.compile(rf"\b(?:{'|'.join(words.COUNTS)})\s+(?:other\s+)?(?:steps?|schritte?|pasos?|étapes?)\b", re.I)
"""Two steps are not step two."""
_EMPTY = re.compile(r"\[\s*\]|\{\s*\}|\(\s*\)|∅")
_PAIRS = {"(": ")", "[": "]", "{": "}", "（": "）", "【": "】", "［": "］", "〔": "〕", "「": "」"}
_ELIDED = re.compile(r"^(?:[ldjsnmtc]|qu)'(?=\w{2})")
_PREFIXES = word_set("s t p step steps st id no nr n task action schritt paso")
_BETWEEN = word_set("to through thru until till up bis hasta à a até")


@dataclass
class _Found:
    labels: list[str]
    counts: list[str]
    ordinals: list[str]
    back: bool = False
    every: bool = False
    both: bool = False
    none: bool = False
    denied: bool = False
    keyed: bool = False
    named: bool = False
    span: bool = False
    """The next label ends a range."""
    late: bool = False
    """A word for "needs" came after labels: what follows would be another statement."""


def refs(text: str, lettered: bool = False) -> Refs | None:
    """What a text refers to, if it is made of references and small words alone; None if it says anything else."""
    found = _Found([], [], [])
    pos, text = 0, text.strip()
    if len(text) > 2000 or _OR_MORE.search(text):
        return None
    while pos < len(text):
        token = _TOKEN.match(text, pos)
        if token is None:
            return None
        pos = token.end()
        if token["sign"]:
            size = _sign(text, token.start(), found)
            if not size:
                return None
            pos = token.start() + size
        elif not _take(token, found, lettered):
            return None
    return _decided(found, text)


def _take(token: re.Match[str], found: _Found, lettered: bool) -> bool:
    """Note what one token says; False if it has no place among references."""
    if token["range"]:
        found.span = bool(found.labels)
    elif token["number"]:
        prefix = (token["prefixed"] or "").rstrip("_-").casefold()
        if prefix and prefix not in _PREFIXES:
            return False
        found.named |= bool(prefix)
        return _label(token["number"], found)
    elif token["na"]:
        found.none = True
    elif token["nr"]:
        found.named = True
    elif token["dash"]:
        found.none |= not found.labels and token["dash"] != "/"
    elif token["word"]:
        return _word(token["word"], found, lettered)
    return True


def _label(label: str, found: _Found) -> bool:
    label = str(int(label)) if label.isdigit() else label
    if found.late:
        return False
    if found.span and label.isdigit() and found.labels[-1].isdigit():
        first, last = int(found.labels[-1]), int(label)
        if not first <= last < first + MOST_LABELS:
            return False
        found.labels += [str(n) for n in range(first + 1, last + 1)]
    else:
        found.labels.append(label)
    found.span = False
    return True


def _word(raw: str, found: _Found, lettered: bool) -> bool:
    word = _ELIDED.sub("", raw.casefold().replace("’", "'"))
    word = word.replace("-", "") if word.startswith(("pre-", "pré-")) else word
    if lettered and len(word) == 1 and word.isascii() and (raw.isupper() or word not in "eoy"):
        return _label(word, found)
    if word in _BETWEEN and found.labels and word not in ("a", "up"):
        found.span = True
    elif word in words.COUNTS:
        found.counts.append(words.COUNTS[word])
        found.both |= word in words.BOTH
    elif word in words.ORDINALS:
        found.ordinals.append(words.ORDINALS[word])
    elif word in words.NONE:
        found.none = True
    elif word in words.NOT:
        found.denied = True
    elif word in words.STEP:
        found.named = True
    elif word in words.BACK:
        found.back = True
    elif word in words.EVERY:
        found.every = True
    elif word in words.BOTH:
        found.both = True
    elif word == "either":
        return found.none  # "needs nothing either"
    elif word in words.KEYS:
        found.keyed = True
        found.late = bool(found.labels)
    else:
        return word in words.FILL or word in words.ANY
    return True


def _sign(text: str, at: int, found: _Found) -> int:
    """How many Chinese or Japanese signs stand for something here; 0 if we do not know them."""
    for pattern, name in (
        (words.SIGN_NONE, "none"), (words.SIGN_BACK, "back"), (words.SIGN_EVERY, "every"), (words.SIGN_KEYS, "keyed"),
    ):  # fmt: skip
        if sign := pattern.match(text, at):
            setattr(found, name, True)
            return len(sign[0])
    if text[at] in words.SIGN_DIGITS and re.match(r"[一二三四五六七八九十两]+", text[at:])[0] == text[at]:  # type: ignore[index]
        return int(_label(words.SIGN_DIGITS[text[at]], found))
    if sign := words.SIGN_FILL.match(text, at):
        found.named |= sign[0] in ("步骤", "步驟", "步", "ステップ", "手順")
        return len(sign[0])
    return 0


def _decided(found: _Found, text: str) -> Refs | None:
    """What all tokens come to; None where they contradict each other."""
    labels = list(found.labels)
    found.none |= not labels and _EMPTY.search(text) is not None
    keyed, named = found.keyed, found.named or found.back
    if not labels and found.ordinals and not found.back:
        if found.counts and found.ordinals == ["1"] and len(found.counts) == 1:
            labels = [str(n) for n in range(1, int(found.counts[0]) + 1)]
        elif not found.counts and found.named:
            labels = found.ordinals
        else:
            return None
    elif set(found.ordinals) - {"1"}:
        return None
    if not labels and found.counts and not found.back:
        if not found.named or _SO_MANY.search(text):
            return None
        labels = found.counts
    if found.none or found.denied:
        return None if labels or (found.every and not found.none) else Refs(keyed=keyed or found.none, named=named)
    if labels:
        return Refs(tuple(dict.fromkeys(labels)), 0, keyed, named)
    if found.back or found.every or found.both:
        if not (found.named or found.back or found.every):
            return None
        count = int(found.counts[0]) if len(found.counts) == 1 else 2 if found.both else 1
        many = found.every or (count == 1 and bool(re.search(r"steps\b|schritte|pasos|étapes", text, re.I)))
        return Refs((), -1 if many else count, keyed, named=True)
    return Refs(keyed=keyed, named=named) if not text.strip(" ()[]{}\"'") and not keyed else None


def flat(text: str) -> str:
    """Text with plain digits: no circled, full-width or boxed ones."""
    text = text.replace("\ufe0f", "").replace("\u20e3", "")
    return "".join(_digit(c) if c > "\u2000" else c for c in text) if not text.isascii() else text


def _digit(sign: str) -> str:
    value = unicodedata.digit(sign, None)
    number = unicodedata.numeric(sign, None) if "\u2460" <= sign <= "\u24ff" or "\u2776" <= sign <= "\u2793" else None
    if number is not None and number == int(number):
        return str(int(number))
    return str(value) if value is not None and "\uff10" <= sign <= "\uff19" else sign


def brackets_in(text: str) -> Iterator[tuple[int, int]]:
    """Where the outermost brackets begin and end."""
    stack: list[tuple[str, int]] = []
    for k, sign in enumerate(text):
        if sign in _PAIRS:
            stack.append((_PAIRS[sign], k))
        elif stack and sign == stack[-1][0]:
            start = stack.pop()[1]
            if not stack:
                yield start, k + 1
