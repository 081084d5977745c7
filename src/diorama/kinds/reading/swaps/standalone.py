"""The paragraph or the lines at either end of a reply that are nothing but an answer.

What stands alone at the end decides over all discussion before it, and what stands alone at the beginning over the
explanation that follows. If the two differ and nothing says why, there is no answer. Everything less plain than that is
left to `decision`; `words` explains the letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from diorama.kinds.names import Names
from diorama.kinds.reading.swaps.decision import Decision, Unclear, decide, keys
from diorama.kinds.reading.swaps.moods import Mood
from diorama.kinds.reading.swaps.statements import Statement, statements
from diorama.kinds.reading.swaps.tokens import Token, shape

_STRONG = r"V?:?(?:\(N(?:,?[wax/]|[,>;:])N\)|N(?:[wx/]|,?a)N)H?|NHwN"
_WEAK = r"N[,>]N"
"""Two things that might be an order as well."""
_NEXT = r"[,;.]*(?:at|t|a)?[#,:]*"
_PAIRS = re.compile(rf"\(?#?:?(?:{_STRONG})(?:{_NEXT}(?:{_STRONG}))*\)?[.,;TyI]*")
_WEAK_PAIR = re.compile(rf"#?:?(?:{_WEAK})[.;T]*")
_INFEASIBLE = re.compile(r"[puv_]{0,4}i[.,;]*[pv_]{0,3}(?:[.,;]*e[^VGEHx]*)?[.]*")
_HEAD = re.compile(r"[^N.(]*?[:>]|[QACIt]*,?")
"""What leads to pairs on their line: "So the answer is:"."""
_NO_HEAD = re.compile(r"[nkihoOlzb?]")
_ORDER_HEAD = re.compile(r"[rce]")
_NAMES_SWAPS = re.compile(r"[SVAGEHx]")
_MARK = re.compile(r"[SAQCI>]")
_SAYS_MORE = re.compile(r"[VGEHSxikCbOohA?]")
_LISTED = re.compile(r"N(?:[,a>/]+N)+")
_BULLET = re.compile(r"\s*(?:[-*•–·]|\(?\d{1,2}[.):])\s")


@dataclass(frozen=True)
class _Line:
    words: tuple[Token, ...]
    first: int
    """Which of all words is its first one."""
    new: bool
    """Whether it begins a paragraph."""
    bullet: bool

    @property
    def letters(self) -> str:
        return shape(self.words)

    @property
    def head(self) -> str:
        found = _HEAD.match(self.letters)
        return found[0] if found else ""

    @property
    def is_answer(self) -> bool:
        return self.is_pairs or self.is_infeasible

    @property
    def is_pairs(self) -> bool:
        body = self.letters[len(self.head) :]
        return _may_head(self.head) and bool(_PAIRS.fullmatch(body) or _WEAK_PAIR.fullmatch(body))

    @property
    def is_weak(self) -> bool:
        return _WEAK_PAIR.fullmatch(self.letters[len(self.head) :]) is not None

    @property
    def is_infeasible(self) -> bool:
        return _may_head(self.head) and _INFEASIBLE.fullmatch(self.letters[len(self.head) :]) is not None

    @property
    def is_aside(self) -> bool:
        """Whether it only is polite, or tells the order that follows."""
        if _SAYS_MORE.search(self.letters):
            return False
        return "N" not in self.letters or ("r" in self.letters and _LISTED.search(self.letters) is not None)

    @property
    def continues(self) -> bool:
        """Whether it goes on with what the line before began."""
        rank = next((w.rank for w in self.words if w.sort == "#"), 0)
        return self.letters[:1] in tuple("tawobn,;") or rank > 1


def standalone(text: str, words: Sequence[Token], names: Names) -> Decision | None:
    """The answer that stands alone at the end or at the beginning of a text; None if there is no such answer."""
    lines = list(_lines(text, words))
    while lines and lines[-1].is_aside:
        lines.pop()
    begin = next((k for k in range(len(lines), 0, -1) if not lines[k - 1].is_answer), 0)
    last = lines[begin:]
    _check_alike(last, names)
    if not begin:
        return None
    opening, rest = _opening(lines, names)
    if not last:
        return opening if opening and _only_explains(statements(_words(rest), names), opening) else None
    if last[0].continues or not _may_follow(lines[begin - 1], last[0]):
        return None
    headed = begin - 1 if _is_head(lines[begin - 1]) else begin
    closing = decide(statements(_words(lines[headed:]), names))
    if closing is None or not (closing.pairs or closing.infeasible):
        return None
    if opening is not None and not _same(opening, closing) and not last[0].head.startswith("C"):
        between = lines[len(lines) - len(rest) : begin]
        if not _corrects(statements(_words(between), names)):
            raise Unclear("it begins with one answer and ends with another")
    told = statements(words[: last[0].first], names)
    return closing if _decides(closing, last, lines[begin - 1], told) else None


def _decides(found: Decision, last: Sequence[_Line], head: _Line, told: Sequence[Statement]) -> bool:
    """Whether the answer of the last lines is no part of what was told before them."""
    headed = _is_head(head) and _MARK.search(head.letters) is not None
    numbered = len(last) > 1 and last[0].letters.startswith("#")
    marked = headed or numbered or _MARK.search(last[0].head) is not None
    answered = [s for s in told if s.leads("A") and (s.infeasible or s.mood is Mood.DECIDED)]
    if any(not _agrees(s, found) for s in answered) and not _corrects(told):
        raise Unclear("it gives two answers")
    if found.infeasible or (marked and not (len(last) == 1 and last[0].is_weak)):
        return True
    if any(s.infeasible or (s.mood is Mood.DECIDED and not s.leads("O") and not _agrees(s, found)) for s in told):
        return False
    return not any(s.mood is Mood.UNCLEAR and s.leads("#") for s in told)


def _opening(lines: Sequence[_Line], names: Names) -> tuple[Decision | None, Sequence[_Line]]:
    """What the first paragraph answers with, if it is nothing but an answer, and the lines after it."""
    begin = 1 if lines and (lines[0].is_aside or _is_head(lines[0])) and _may_head(lines[0].letters) else 0
    end = next((k for k in range(begin, len(lines)) if not lines[k].is_answer), len(lines))
    if end == begin or end == len(lines) or not lines[end].new or lines[end].continues:
        return None, lines
    found = decide(statements(_words(lines[begin:end]), names))
    return (found if found is not None and (found.pairs or found.infeasible) else None), lines[end:]


def _only_explains(after: Sequence[Statement], answer: Decision) -> bool:
    """Whether nothing that follows an answer adds to it, corrects it or offers another."""
    if answer.infeasible:
        moods = [s.mood for s in after if s.pairs]
        return not any(s.leads("CAO") for s in after) and set(moods) <= {Mood.DENIED, Mood.SUPPOSED}
    for s in after:
        if s.leads("CAO") or s.denies or s.infeasible or s.seems or (s.fails and s.leads("b")):
            return False
        if s.pairs and s.mood not in (Mood.DENIED, Mood.SUPPOSED) and not _agrees(s, answer):
            return False
        if s.mood is Mood.DENIED and set(keys(s.pairs)) & set(keys(answer.pairs)):
            return False
        if (s.mood is Mood.UNCLEAR or s.loose) and s.leads("t#;"):
            return False
    return True


def _check_alike(lines: Sequence[_Line], names: Names) -> None:
    """Raise Unclear if lines that are nothing but an answer give two: infeasible and swaps, or two marked ones."""
    if any("C" in line.letters for line in lines[1:]):
        return
    marked = [k for k, line in enumerate(lines) if "A" in line.letters]
    mixed = any(line.is_infeasible for line in lines) and any(line.is_pairs for line in lines)
    if mixed:
        raise Unclear("it proposes swaps, and says that it is infeasible")
    if len(marked) > 1:
        ends = [*marked[1:], len(lines)]
        told = [decide(statements(_words(lines[a:b]), names)) for a, b in zip(marked, ends, strict=True)]
        if any(a and b and not _same(a, b) for a, b in pairwise(told)):
            raise Unclear("it gives two answers")


def _lines(text: str, words: Sequence[Token]) -> Iterator[_Line]:
    now: list[Token] = []
    first, new = 0, True
    for k, word in enumerate((*words, None)):
        if word is not None and word.sort not in "LP":
            now.append(word)
            continue
        if now:
            start = text.rfind("\n", 0, now[0].start) + 1
            yield _Line(tuple(now), first, new, _BULLET.match(text, start) is not None)
            new = False
        now, first = [], k + 1
        new = new or (word is not None and word.sort == "P")


def _words(lines: Sequence[_Line]) -> list[Token]:
    """The words of some lines, with the ends of lines between them."""
    found: list[Token] = []
    for line in lines:
        at = line.words[0].start
        arrow = line.letters.startswith(">") and line.is_answer  # as a bullet
        found += [Token("P" if line.new else "L", at, at, "\n"), *line.words[arrow:]]
    return found[1:]


def _may_follow(before: _Line, line: _Line) -> bool:
    """Whether an answer may begin at a line, after the one before: no list goes on, no sentence, no other heading."""
    if _is_head(before):
        return _may_head(before.letters)
    if re.search(r"[waVGx/o,(]$|[nk][^.]*\?$", before.letters):
        return False
    listed = line.bullet and not line.letters.startswith("#")
    return line.new or not (listed or before.bullet or before.letters.startswith("#"))


def _is_head(line: _Line) -> bool:
    said = line.letters
    return said.endswith(":") or ("N" not in said and len(said) <= 4 and not re.search(r"[.?]$", said))


def _may_head(letters: str) -> bool:
    """Whether an answer may stand under these words: not "Ruled out:", nor "The order is then:"."""
    last = re.split(r"[.?;](?=.)", letters)[-1]
    if _NO_HEAD.search(last):
        return False
    return not _ORDER_HEAD.search(last) or _NAMES_SWAPS.search(last) is not None


def _corrects(told: Sequence[Statement]) -> bool:
    return any(s.leads("C") or s.denies or s.fails or s.mood is Mood.DENIED for s in told)


def _agrees(statement: Statement, found: Decision) -> bool:
    if statement.infeasible:
        return found.infeasible
    return set(keys(statement.pairs)) <= set(keys(found.pairs))


def _same(a: Decision, b: Decision) -> bool:
    return a.infeasible == b.infeasible and keys(a.pairs) == keys(b.pairs)
