"""Option letters in any dress: `B`, `(b)`, `[B]`, `B)`, `Option B`; the article "A" and the pronoun "I" are none.

All letters are read by the same rules. Only "A" and "I", which are words too, need more: a letter stands where no
article or pronoun can stand.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from string import ascii_uppercase

_EDGE = r"(?<![A-Za-z0-9À-ɏ_'’°\\])"
_END = r"(?![A-Za-z0-9À-ɏ_]|['’][A-Za-z])"
_OPEN, _CLOSE = r"[(\[{<（【「『《]", r"[)\]}>）】」』》]"
_QUOTE = "[\"'“”‘’«»`*]"
_LETTER = re.compile(
    rf"(?:\b(?:option|choice|letter|alternative|opción|opcion|letra|alternativa|lettre|choix|buchstabe|auswahl|"
    rf"möglichkeit)s?(?:\s+(?:is|ist|es|est))?|选项|選項|选择|選擇|选|選|選択肢)[\s:：#=_-]{{0,3}}(?:{_OPEN}|"
    rf"{_QUOTE}){{0,3}}(?P<named>[A-Za-z]){_END}(?:{_CLOSE}|{_QUOTE}){{0,3}}|"
    rf"(?<![A-Za-z0-9À-ɏ_]){_OPEN}\s?(?P<boxed>[A-Za-z])\s?{_CLOSE}|"
    rf"(?<![A-Za-z0-9À-ɏ_]){_QUOTE}{{1,2}}(?P<quoted>[A-Za-z]){_QUOTE}{{1,2}}(?![A-Za-z0-9])|"
    rf"{_EDGE}(?P<closed>[A-Za-z])[)）](?!\w)|{_EDGE}(?P<bare>[A-Z]){_END}",
    re.I,
)
_ALONE = re.compile(r"(?<![A-Za-z0-9À-ɏ_])[A-Za-z](?![A-Za-z0-9À-ɏ_])")
"""Any letter by itself; without one there is nothing to look at."""
_COPULA = re.compile(r"\s(?:is|ist|es|est)\W", re.I)
_SMALL = re.compile(
    r"(?<![\w'’.-])(?P<bare>[a-z])(?!\.\w)(?=\s*(?:$|[.,;:!)]|because\b|since\b|bc\b|cuz\b|i\s+(?:think|guess)\b))"
)
"""A small letter counts only where the rest of the clause leads up to it."""
_LEADS_UP = re.compile(
    r"^\W*(?:(?:so|thus|hence|therefore|then|well|ok(?:ay)?|the|my|final|correct|right|best|answer|ans|guess|choice|"
    r"is|its|it['’]?s|it|was|must|be|should|would|i|i['’]?d|i['’]?ll|im|think|believe|say|guess|go|with|for|pick|"
    r"choose|select|la|el|es|opción|respuesta|réponse|c['’]est|die|ist|antwort|select|probably|maybe|likely|most|"
    r"definitely|perhaps|letter|option|if|had|have|to)\b[\s:,=>.–—-]*)*$",
    re.I,
)
_SENTENCE_END = re.compile(r"[.!?…]\s+|\n")
_LABELS = re.compile(
    r"(?:\b(?:object|candle|ball|point|figure|fig\.?|vehicle|car|line|region|image|picture|panel|box|block|step|plan|"
    r"type|class|group|section|area|side|path|spot|vitamin|grade|room|person|item|part|photo|frame|camera|axis|size|"
    r"shape|lane|pocket|corner|edge|label(?:l?ed)?|marked|named|called)s?\s+(?:[A-Z]\s+(?:and|or|to)\s+)?|"
    r"\bfrom\s+(?:[A-Z]\s+to\s+)?|\b[Ff]rom\s+[A-Z]\s+to\s+)$"
)
"""Before a letter that names a thing and not an option."""
_AFTER_LETTER = re.compile(
    r"[^\w\s'’-]|"
    r"\s*(?:$|[.,;:!?)\]}\"'”’»=|/&+<>→←✓✔✅❌✗✘☑☐☒□(\[*–—…。，、；：！？]|-(?!\w)|"
    r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])|"
    r"\s+(?:is(?!\w)|isn['’]t|was|are|would|wouldn['’]t|will|won['’]t|can['’]t|cannot|can\s+be|can\s+not|could|must|"
    r"should|may\s|might|does|doesn['’]t|did|has\s+to|seems?|looks|appears|matches|fits|describes|corresponds|"
    r"applies|holds|wins|works|remains|says|states|because|since|as|due|given\s+(?:that|the|how)|based|for|from|"
    r"with|without|in|on|at|by|of|to|and|or|nor|but|not|if|when|while|where|which|who|though|although|even|over|"
    r"instead|rather|than|best\s+\w+s\b|imh?o|tbh|lol|then|here|again|too|also|however|so|it|the|this|that|there|"
    r"they|i|you|we|definitely|probably|obviously|after|es|est|ist|war|porque|weil|denn|parce|pues|sería|serait|"
    r"wäre|oder|und|ou|et|y|o|no|nicht|pas|parece|ne|n['’]est)\b",
    re.I,
)
"""What follows a letter and no article."""
_AFTER_I = re.compile(
    r"\s*(?:$|[.;:!?)\]}\"”»=|/&+<>→←✓✔✅❌✗✘☑☐☒□(\[*–—…。，、；：！？]|-(?!\w)|[\u3040-\u30ff\u3400-\u9fff]|"
    r",\s*(?:$|i\b|since|because|as\b|not\b))|\s+(?:is(?:n['’]t)?|seems|looks|fits|matches|best|because|since|"
    r"as\s+the|would\s+be|must\s+be|can['’]t\s+be|cannot\s+be|can\s+be|for\s+sure|of\s+course|it\s+is|here|i|imh?o|"
    r"does\s?n|and|or|ist|es|est)\b",
    re.I,
)
"""What follows the letter "I" and no pronoun."""
_RUNS = ((0xFF01, 0xFF5F), (0x24B6, 0x24EA), (0x1D400, 0x1D6A4), (0x1F130, 0x1F14A))


def _plain_signs() -> dict[int, str]:
    """Letters and signs in other dress (Ｂ, Ⓑ, 𝐁, 🄱) → the plain ones, one for one."""
    table: dict[int, str] = {}
    for first, end in _RUNS:
        for code in range(first, end):
            plain = unicodedata.normalize("NFKC", chr(code))
            if len(plain) == 1 and plain.isascii():
                table[code] = plain
    table.update({0x1F150 + k: letter for k, letter in enumerate(ascii_uppercase)})
    table.update({0x1F170 + k: letter for k, letter in enumerate(ascii_uppercase)})
    return table


_PLAIN = _plain_signs()


def plain_letters(text: str) -> str:
    """The text with plain letters, of the same length."""
    return text if text.isascii() else text.translate(_PLAIN)


def lowered(text: str) -> str:
    """The text in small letters, of the same length."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(c if len(c.lower()) > 1 else c.lower() for c in text)


def letters_in(text: str, known: int) -> Iterator[tuple[int, int, int]]:
    """Every letter that names an option: start, end and its place; `known` options exist, other places are -1."""
    if not _ALONE.search(text):
        return
    for found in _LETTER.finditer(text):
        dress = found.lastgroup or ""
        letter = found[dress]
        place = ord(letter.upper()) - ord("A")
        if dress in ("named", "closed", "boxed", "quoted") and _dressed(text, found, dress, letter):
            if place < known:
                led = _COPULA.search(found[0]) is not None  # of "option is B" only the letter is a mention
                yield found.start(dress) if led else found.start(), found.end(), place
            elif dress in ("named", "boxed") and letter.isupper() and letter != "X":
                yield found.start(), found.end(), -1
        elif place < known and _is_letter(text, found.start(dress), letter):
            yield found.start(dress), found.end(dress), place


def _dressed(text: str, found: re.Match[str], dress: str, letter: str) -> bool:
    """Whether the dress is that of an option: "option a" but not "options a model has", "(b)" but not "f(b)"."""
    if dress == "named":
        return letter.isupper() or _AFTER_LETTER.match(text, found.end()) is not None
    if dress == "closed":
        return _LABELS.search(text[max(0, found.start() - 40) : found.start()]) is None
    return True


def _is_letter(text: str, start: int, letter: str) -> bool:
    """Whether a letter that stands alone names an option here."""
    before = text[max(0, start - 40) : start]
    if letter.islower():
        leading = _SENTENCE_END.split(before)[-1]
        whole = start <= 40 or len(leading) < len(before)
        return whole and _SMALL.match(text, start) is not None and _LEADS_UP.match(leading) is not None
    if before[-2:] in ("N/", "n/") or (before.endswith("-") and before[-2:-1].isalnum()):
        return False  # N/A, mug-A
    if text[start + 1 : start + 2] == "-" and text[start + 2 : start + 3].islower():
        return False  # C-shaped
    if _LABELS.search(before):
        return False
    if letter == "I":
        return _AFTER_I.match(text, start + 1) is not None
    return letter != "A" or _AFTER_LETTER.match(text, start + 1) is not None or _names_option(text, start)


def _names_option(text: str, start: int) -> bool:
    """Whether "A" before another word is a letter: "A Yes", or at the end of a line; not "A crate"."""
    after = text[start + 1 : start + 40]
    return after[:1] == "\n" or (after[:1] == " " and after[1:2].isupper() and not after[2:3].isspace())
