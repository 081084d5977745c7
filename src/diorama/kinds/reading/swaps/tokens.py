"""From a text to the words that matter for swaps: things, verbs of swapping, joints, cues; one letter for each.

The letters are explained in `words`. Names are found by the scene's matcher, everything else by the vocabulary.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from diorama.kinds.lexicon import CJK, looks, plain_word, word_set
from diorama.kinds.names import Match, Names
from diorama.kinds.reading.swaps.words import vocabulary

MOST_TOKENS = 20_000
_VIEW = re.compile(
    r"\b(?:from|of|in|by|to) (?:the |this )?(?:camera|picture|image|photo|photograph|scene)(?:['’]s)?"
    r"(?: (?:point of view|viewpoint|perspective|view|side)\b)?|\b(?:camera|picture|image)['’]s\b",
    re.I,
)
"""Where "camera" and "picture" are no things of the scene."""
_TAG = re.compile(
    r",\s*(?:no|right|correct|yes|ok(?:ay)?|eh|huh|isn['’]t it|aren['’]t they|nicht wahr|oder|non|verdad|¿no)\s?[?？]",
    re.I,
)
"""What makes a question of an answer that is one nevertheless."""
_ASKS_TO = re.compile(
    r"^\W*(?:maybe |perhaps )?(?:swap|switch|exchange|trade)\b[^?.!\n]{1,120}[?？](?=\s+(?:i )?(?:think|guess)\b)", re.I
)
"""Somebody who is not sure: "swap the mug with the vase?"."""
_SMILE = re.compile(r"(?<=\s)[:;][)D](?=\s|$)")
_TEMPLATE = re.compile(r"<\|[^|<>\n]{1,40}\|>")
"""What chat templates leave behind."""
_NUMBER = (
    r"(?:(?:swap|step|pair|move|exchange|round|schritt|tausch|étape|etape|échange|paso|intercambio)\s*"
    r"(?:no\.?|number|#|nr\.?)?\s*(?:\d{1,2}\b|(?:one|two|three|four|five)\b)"
    r"|第[一二三四五1-5](?:次|步|个)?|(?:ステップ|手順|步骤)\s*\d)\s*(?:[.:：)、\-–—]*[>→⇒]|[.:：)、\-–—]*)"
    r"|(?<![\w.])[(\[]?#?\d{1,2}\s?[.)\]:](?=\D|$)(?!\d)"
    r"|(?:(?<=\n)|(?<=^))(?:\d{1,2}\s?,(?=\s?[^\s\d]|$)|\d{1,2}/(?=\s)|\(?(?:[a-h]|i{1,3}|iv|v)[.)](?=\s))"
    r"|\((?:i{1,3}|iv|v)\)|[①-⑳]"
)
"""Step 1, swap #2, 3., (4), a), ⑤."""
_SIGNS = re.compile(
    r"(?P<P>[^\S\n]*\n[^\S\n]*\n\s*)|(?P<L>[^\S\n]*\n\s*)"
    r"|(?P<x>(?<=\s)[x×](?=\s)|<\s*[-=–—]*\s*>|[↔⇄⇆⟷⇔⟺⇌⇋↕🔄🔁🔃]\ufe0f?|\\(?:long)?(?:left|Left)(?:right|Right)arrow)"
    r"|(?P<arrow>[-=–—]+>|[→⇒➔➜➝➞➙⟶⟹►▶➡⮕]\ufe0f?|\\(?:to|rightarrow)\b)"
    rf"|(?P<number>{_NUMBER})"
    r"|(?P<dots>\.\.+|…)|(?P<stop>[.!。！]+(?=[\s\"'”’)\]*]|$)|[。！])|(?P<ask>[?？]+)|(?P<semi>[;；])"
    r"|(?P<comma>[,，、])|(?P<colon>[:：])|(?P<open>[(\[{（【「])|(?P<close>[)\]}）】」])|(?P<slash>[/|])"
    r"|(?P<dash>[-–—−‐‑~〜]+)|(?P<plus>[&+])|(?P<equal>=)|(?P<tick>[✓✔✅☑])|(?P<cross>[✗✘❌✖☒])",
    re.I,
)
_DIGITS = re.compile(r"#?\d{1,2}")
_LETTERS = {
    "P": "P", "L": "L", "x": "x", "arrow": ">", "number": "#", "dots": "~", "stop": ".", "ask": "?", "semi": ";",
    "comma": ",", "colon": ":", "open": "(", "close": ")", "slash": "/", "dash": "-", "plus": "a", "equal": ">",
    "tick": "T", "cross": "k",
}  # fmt: skip
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_RANKS = {
    1: ("first", "1st", "one", "begin", "start", "zuerst", "erst", "zunächst", "d'abord", "prem", "primer", "一", "先",
        "首", "まず", "最初"),
    2: ("second", "2nd", "two", "zweit", "deux", "segund", "二", "其次"),
    3: ("third", "3rd", "three", "dritt", "trois", "tercer", "三"),
    4: ("fourth", "4th", "four", "viert", "四"),
    5: ("fifth", "five", "五"),
}  # fmt: skip
_NOUN_BEFORE = word_set(
    "the a an one this that each every two three four single no any such shortest fewest required following these "
    "those my all possible valid minimum pairwise necessary more both other direct 1 2 3 4 0"
)
"""Before "swap": then it is a noun."""
_TWO = word_set("two both 2 zwei beiden deux dos")
_PLACE = re.compile(r"\s*(?:\w+\s)?(?:place|position|spot|location)\b", re.I)
_SMALL = word_set(
    "big small large tall little tiny dark light bright old new round striped spotted toy plain colored coloured"
)
_LIKE_VERBS = word_set("die box bin fan plant block screen case iron bat match lock pin ring set stand present")
_TURNED = {
    (word[0], "".join(sorted(word))): letter
    for word, letter in (("swap", "V"), ("switch", "V"), ("exchange", "V"), ("with", "w"), ("then", "t"), ("and", "a"))
}
"""Words whose letters are often typed in another order."""
_WITH = re.compile(r"\s+with\s+(?:the\s+|an?\s+)?", re.I)
_STRAY = re.compile(r"\s[ensx]$", re.I)


@dataclass(frozen=True)
class Token:
    """A word that matters: its letter, where it stands, and for a thing what it may mean."""

    sort: str
    start: int
    end: int
    text: str
    match: Match | None = None
    rank: int = 0
    """For "first", "step 2" and "3." which one it is; 0 otherwise."""


def tokens(text: str, names: Names) -> list[Token]:
    """The words of a text that matter for swaps, in order; articles and other fillers are left out."""
    masked = _VIEW.sub(lambda m: " " * len(m[0]), text).replace(" - ", " — ")
    for sign in ("[x]", "[ ]"):
        if text.count("[x]") + text.count("[ ]") == text.count(sign):
            masked = masked.replace(sign, "   ")
    masked = _SMILE.sub("  ", masked)
    masked = _TEMPLATE.sub(lambda m: "\n".ljust(len(m[0])), masked)
    if len(re.findall(r"[?？]", text)) == 1:
        masked = _ASKS_TO.sub(lambda m: f"{m[0][:-1]}.", masked)
        masked = _TAG.sub(lambda m: ".".ljust(len(m[0])), masked)
    found: list[Token] = []
    at = 0
    for start, end, match in _mentions(masked, names):
        if start < at or (match.how != "plain" and _fullword(text[start:end]) and not _introduced(text[:start])):
            continue
        if stray := _STRAY.search(text[start:end]):
            end = start + stray.start()  # "mug n vase", which reads like a German plural
            match = names.match(text[start:end])
        between = masked[at:start]
        if between.isspace() and "\n" not in between and (len(between) > 1 or "\t" in between):
            found.append(Token("/", at, start, between))  # two columns
        found += _moved(_gap(between), at)
        found += _things(text[start:end], start, match)
        at = end
        if text[start:end].endswith(("'s", "’s")) and (place := _PLACE.match(text, end)):
            found.append(Token("W", end, place.end(), place[0]))
            at = place.end()
        if len(found) > MOST_TOKENS:
            break
    found += _moved(_gap(masked[at:]), at)
    return _settled(_with_columns([_as_thing(t, names) for t in found[:MOST_TOKENS]]))


def _mentions(text: str, names: Names) -> Iterator[tuple[int, int, Match]]:
    """The things that a text names; "couch with carton" is two, though carton is also what things are made of."""
    for start, end, match in names.mentions(text):
        joint = _WITH.search(text[start:end])
        other = names.match(text[start + joint.end() : end]) if joint else None
        if joint is not None and other is not None and other.names and other.how == "plain":
            yield start, start + joint.start(), match
            yield start + joint.end(), end, other
        else:
            yield start, end, match


def _things(said: str, start: int, match: Match) -> list[Token]:
    """The thing that is named, or both of "the two vases"."""
    end = start + len(said)
    if match.plural and len(match.names) == 2:
        first, second = (Token("N", start, end, said, replace(match, names=(n,), plural=False)) for n in match.names)
        return [first, Token("a", end, end, ""), second]
    return [Token("N", start, end, said, match)]


def shape(found: Sequence[Token]) -> str:
    """The letters of some words."""
    return "".join(token.sort for token in found)


@lru_cache(maxsize=20_000)
def _gap(text: str) -> tuple[Token, ...]:
    """The words between two things."""
    found: list[Token] = []
    words, sorts = vocabulary()
    at = 0
    while at < len(text):
        if text[at] in " \t\u00a0":
            at += 1
            continue
        if sign := _SIGNS.match(text, at):
            letter = _LETTERS[sign.lastgroup or ""]
            if letter == "#" and sign[0][-1] in ")]" and sign[0][0] not in "([" and _is_open(found):
                sign = _DIGITS.match(text, at) or sign  # (position 2) is no numbering
                letter = "p"
            found.append(Token(letter, at, sign.end(), sign[0], rank=_rank(sign[0]) if letter == "#" else 0))
            at = sign.end()
            continue
        if word := words.match(text, at):
            sort = sorts[(word.lastindex or 1) - 1]
            if sort and word[0]:
                found.append(Token(sort, at, word.end(), word[0], rank=_rank(word[0]) if sort == "#" else 0))
            at = max(word.end(), at + 1)
            continue
        plain = _WORD.match(text, at)
        if plain is None:
            at += 1
            continue
        if meant := _TURNED.get(_letters_of(plain[0])):
            found.append(Token(meant, at, plain.end(), plain[0]))
            at = plain.end()
            continue
        if CJK.match(plain[0]):
            size = next((n for n in range(4, 0, -1) if text[at : at + n] in looks()), 0)
            found.append(Token("j" if size else "_", at, at + max(1, size), text[at : at + max(1, size)]))
        else:
            run = re.match(r"[^\W_]+?(?=[\u3040-\u30ff\u3400-\u9fff])", plain[0])
            said = run[0] if run else plain[0]
            look = plain_word(said) in looks() or said.casefold() in _SMALL
            found.append(Token("j" if look else "_", at, at + len(said), said))
        at = found[-1].end
    return tuple(found)


def _is_open(found: Sequence[Token]) -> bool:
    letters = shape(found)
    return letters.count("(") > letters.count(")")


def _moved(found: tuple[Token, ...], by: int) -> list[Token]:
    return [Token(t.sort, t.start + by, t.end + by, t.text, t.match, t.rank) for t in found]


def _as_thing(token: Token, names: Names) -> Token:
    """A word that the matcher takes for a verb ("the mug and the box have to …") is the thing if the scene has it."""
    if token.sort == "_" and token.text.casefold() in _LIKE_VERBS:
        match = names.match(token.text)
        if match.names and match.how == "plain":
            return Token("N", token.start, token.end, token.text, match)
    return token


def _fullword(said: str) -> bool:
    """Whether a supposed slip of the keyboard is a word of our vocabulary."""
    return _letters_of(said) in _TURNED or vocabulary()[0].fullmatch(said) is not None


def _letters_of(said: str) -> tuple[str, str]:
    """The first letter of a word, and all of them in no order."""
    low = said.casefold()
    return low[:1], "".join(sorted(low))


def _introduced(before: str) -> bool:
    """Whether an article or an adjective leads to a word, so that it names a thing: "the red block"."""
    word = re.search(r"([^\W\d_]+)\s$", before[-30:])
    return word is not None and (plain_word(word[1]) in looks() or word[1].casefold() in ("the", "a", "an"))


def _rank(said: str) -> int:
    if number := re.search(r"\d{1,2}", said):
        return int(number[0])
    if roman := re.fullmatch(r"\(?(i{1,3}|iv|v)[.)]", said.casefold()):
        return ("i", "ii", "iii", "iv", "v").index(roman[1]) + 1
    if letter := re.fullmatch(r"\(?([a-h])[.)]", said):
        return ord(letter[1]) - ord("a") + 1
    if "①" <= said[0] <= "⑳":
        return ord(said[0]) - ord("①") + 1
    low = said.casefold().replace("’", "'").removesuffix(" one")
    return next((rank for rank, words in _RANKS.items() if any(w in low for w in words)), 0)


def _settled(found: list[Token]) -> list[Token]:
    """Decide what depends on the neighbours: adjectives, dashes, "swap" as a noun."""
    kept: list[Token] = []
    for k, token in enumerate(found):
        after = found[k + 1].sort if k + 1 < len(found) else ""
        before = kept[-1].sort if kept else ""
        if token.sort == "j":
            if _before_name(found, k) or before == "N":
                continue
            token = _as(token, "_")
        elif token.sort == "u" and (after == "N" or _before_name(found, k + 1)):
            continue  # this mug, das Auto
        elif token.text.casefold() in _TWO and shape(found[k + 1 : k + 4]) == "NaN" and not found[k + 2].text:
            continue  # the two vases
        elif token.sort == "-":
            if not before or before in "LP":
                continue  # a bullet
            if before == "N" and after in ("N", "j") and not shape(kept).endswith("VNwN"):
                token = _as(token, "/")  # but "swap A with B – C stays" is complete before the dash
        elif token.sort == "V" and before in ("_", "p") and kept[-1].text.casefold() in _NOUN_BEFORE:
            token = _as(token, "S")
        elif token.sort == ":" and before == "N" and after in ("N", "j") and _is_entry(kept):
            token = _as(token, "/")
        elif token.sort == "D":
            if after not in (":", "N"):
                continue
            token = _as(token, "r")
        elif token.sort == "z" and after == "N":
            token = _as(token, "n")  # no need to swap these two
        kept.append(token)
    return kept


_TWO_BY_TWO = re.compile(r"NN(?:[,;LP]+NN)+[.LP]*")


def _with_columns(found: list[Token]) -> list[Token]:
    """Lines of a number and two things without any sign ("1 mug lamp"), as rows of two columns."""
    kept: list[Token] = []
    if _TWO_BY_TWO.fullmatch(shape(found)):  # "robot drum, robot tent" and nothing else
        for first, second in pairwise(found):
            both = first.sort == second.sort == "N"
            kept += [first, Token("/", first.end, second.start, " ")] if both else [first]
        return [*kept, found[-1]]
    begins = 0
    for token in (*found, None):
        if token is not None and token.sort not in "LP":
            kept.append(token)
            continue
        row = re.fullmatch(r"([#p]:?)NN[yT.,]*", shape(kept[begins:]))
        if row and kept[begins].text.strip("#.)(: ")[-1:].isdigit():
            number, between = kept[begins], begins + row.end(1)
            kept[begins] = Token("#", number.start, number.end, number.text, rank=_rank(number.text))
            kept.insert(between + 1, Token("/", kept[between].end, kept[between + 1].start, " "))
        if token is not None:
            kept.append(token)
        begins = len(kept)
    return kept


def _is_entry(kept: list[Token]) -> bool:
    """Whether the last word begins a line, or follows an entry "A: B," of the same sort."""
    before = shape(kept[-4:-1])
    return not before or before[-1] in "LP;#(" or before in ("/N,", "/N;")


def _before_name(found: list[Token], k: int) -> bool:
    while k < len(found) and found[k].sort == "j":
        k += 1
    return k < len(found) and found[k].sort == "N"


def _as(token: Token, sort: str) -> Token:
    return Token(sort, token.start, token.end, token.text, token.match, token.rank)
