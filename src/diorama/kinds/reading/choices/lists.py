"""Repeated lists of options: they choose nothing, unless one of them is ticked, or all others are crossed out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from diorama.kinds.reading.choices.mentions import mentions_in
from diorama.kinds.reading.choices.weights import weighed
from diorama.kinds.reading.choices.words import OptionWords
from diorama.kinds.reading.patterns import CROSS, TICK

LONGEST_LINE = 400
"""Characters: a longer line is no item of a list of options."""
MOST_LINES = 600
_BULLET = re.compile(
    r"^[\s>|*•◦▪·+-]*(?:\d{1,2}[.)]\s+)?[\s|]*(?:[○◯⚪●◉🔘⚫☐□■☑☒✓✔✅✗✘❌✖]|\[[ xX✓✔]?\]|\([ xX✓✔]?\)|(?:=>|->|→|"
    r">>|👉))?[\s|*]*"
)
_CHOSEN = re.compile(
    r"[●◉🔘⚫■☑👉]|\([xX✓✔]\)|\[[✓✔]\]|^\W*(?:=>|->|→|>>)|(?:←|<-+|<=+)|"
    r"\b(?<!in)(?<!not )(?:correct|selected|chosen|my (?:answer|choice|pick))\b|\b(?:this|the) (?:one|"
    r"answer)\b\W*$|\bbest\b|正确|正確|正解",
    re.I,
)
_REJECTED = re.compile(
    r"[○◯⚪☐□]|\([ ]?\)|\[ ?\]|~~|\b(?:incorrect|wrong|false|not correct|ruled out|eliminated)\b|错误|錯誤|不正确",
    re.I,
)
_BETWEEN = re.compile(r"^[\s,;/|.:()\[\]•*\"'“”·-]{0,8}(?:or|and|oder|ou|o)?[\s(\[\"'“*-]{0,4}$", re.I)
MARK = re.compile(r"[✓✔✅☑👍✗✘❌✖☒👎☐□]|\[[xX ]\]")
_DIGIT_OR_MARK = re.compile(r"\d|" + MARK.pattern)
_SINGLE = re.compile(r"(?<![^\W_])[^\W\d_](?![^\W_])")
"""A letter by itself: without two of them on a line, no list of options is there."""
_WITHIN = re.compile(r"^[\s.):,\]}=\"'“”*(–—-]{0,5}$")
_LABEL = re.compile(r"[.):：\]–—-]")
_SAYS_NO = re.compile(r"[\s:：=.)\]?–—-]*(?:no|nope|out)\b(?=\s*(?:$|[,.;:!(–—-]|because\b|since\b))", re.I)
_SAYS_YES = re.compile(r"[\s:：=.)\]?–—-]*(?:yes|yep|right|true)\b(?=\s*(?:$|[,.;:!(–—-]|because\b|since\b))", re.I)
_JUDGED_INLINE = re.compile(
    r"(?:^|(?<=[.;,]))[ \t]*(?=\(?[A-H][).]?\s*[:=–—-]\s*(?:no|yes|wrong|right|true|false|correct|"
    r"incorrect)\b)", re.I | re.M
)
"""Before each of "A: no. B: yes."."""


@dataclass(frozen=True)
class Unlisted:
    """A text without its lists of options, and what those say."""

    text: str
    ticked: frozenset[str] = frozenset()
    crossed: frozenset[str] = frozenset()
    listed: bool = False


@dataclass(frozen=True)
class _Item:
    """One option on one line."""

    line: int
    place: int
    """Of the option."""
    alone: bool
    """Nothing but the option and its mark stands on the line."""
    holds: bool | None


def may_list(text: str) -> bool:
    """Whether a text may list options at all: on several lines, with marks or weights, or by two letters."""
    return "\n" in text or _DIGIT_OR_MARK.search(text) is not None or len(_SINGLE.findall(text)) > 1


def without_lists(text: str, words: OptionWords, bold: frozenset[str] = frozenset()) -> Unlisted:
    """Take repeated lists of options out of a text; `bold` are the lines that were set in bold."""
    if inline := _ticked_inline(text, words):
        return inline
    if (weights := weighed(text, words)) is not None:
        return Unlisted(weights[0], weights[1], listed=True)
    if words.get("yes") is None and len(_JUDGED_INLINE.findall(text)) > 1:
        text = _JUDGED_INLINE.sub("\n", text)
    lines = _inline_lists_out(text, words).splitlines()
    if len(lines) < 2 or len(lines) > MOST_LINES:
        return Unlisted("\n".join(lines))
    items = [item for k, line in enumerate(lines) if (item := _item(k, line, words)) is not None]
    ticked: set[str] = set()
    crossed: set[str] = set()
    gone: set[int] = set()
    for run in _runs(items):
        marks = {i.place: i.holds for i in run}
        strong = [i for i in run if lines[i.line].strip(" -*•>+") in bold]
        if not any(h for h in marks.values()) and len(strong) == 1:
            marks[strong[0].place] = True
        ticked |= {words.options[p] for p, holds in marks.items() if holds}
        crossed |= {words.options[p] for p, holds in marks.items() if holds is False}
        left = [i for i in run if marks[i.place] is None]
        crossed_but_one = len(left) == 1 and not any(marks.values()) and words.options[left[0].place] in words.real
        gone |= {i.line for i in run} - {i.line for i in left if crossed_but_one}
    if not gone:
        return Unlisted("\n".join(lines))
    kept = "\n".join(line for k, line in enumerate(lines) if k not in gone)
    return Unlisted(kept, frozenset(ticked), frozenset(crossed), True)


def _item(k: int, line: str, words: OptionWords) -> _Item | None:
    """The option that a line begins with; None if it begins with none."""
    if not line.strip() or len(line) > LONGEST_LINE:
        return None
    bullet = _BULLET.match(line)
    start = bullet.end() if bullet else 0
    here = [m for m in mentions_in(line, words) if m.by not in ("other words", "object") and len(m.options) == 1]
    if not here or line[start : here[0].start].strip(" ~_*\"'“(["):
        return None
    first = here[0]
    pair = [first]
    same = len(here) > 1 and first.by == "letter" and here[1].options == first.options
    if same and _WITHIN.match(line[first.end : here[1].start]):
        pair.append(here[1])
    tail = line[pair[-1].end :]
    holds = _judged(line, tail, by_word=words.get("yes") is None and first.by == "letter")
    alone = not re.search(r"[^\W_]", tail) or holds is not None
    labelled = first.by == "letter" and (_LABEL.match(tail.lstrip()[:1]) or _LABEL.match(line[first.end - 1]))
    lettered_alone = first.by == "letter" and len(pair) == 1 and alone and holds is None
    if lettered_alone or not (len(pair) == 2 or alone or labelled):
        return None
    (option,) = first.options
    return _Item(k, words.options.index(option), alone, holds)


def _judged(line: str, tail: str, *, by_word: bool) -> bool | None:
    """Whether a line is ticked or crossed out, or begins with a yes or no to its option; None if neither."""
    if by_word and (said := _SAYS_NO.match(tail) or _SAYS_YES.match(tail)):
        return said.re is _SAYS_YES
    if CROSS.search(line) or _REJECTED.search(tail) or _REJECTED.match(line.strip(" -*|")):
        return False
    if TICK.search(line) or _CHOSEN.search(tail) or _CHOSEN.search(line[:8]):
        return True
    return None


def _runs(items: Sequence[_Item]) -> list[list[_Item]]:
    """Items of ascending places, at least two."""
    runs: list[list[_Item]] = []
    for item in items:
        if runs and item.place > runs[-1][-1].place:
            runs[-1].append(item)
        else:
            runs.append([item])
    return [run for run in runs if len(run) > 1]


def _ticked_inline(text: str, words: OptionWords) -> Unlisted | None:
    """Marks on one line, "Yes ☐ No ☑": each goes with the option before it, or after it if a mark comes first."""
    for line in text.splitlines():
        marks = list(MARK.finditer(line)) if len(line) <= LONGEST_LINE else []
        here = [m for m in mentions_in(line, words) if len(m.options) == 1 and m.by != "object"] if marks else []
        if len({next(iter(m.options)) for m in here}) < 2:
            continue
        leading = not re.search(r"\w", line[: marks[0].start()].replace("x", ""))
        ticked: set[str] = set()
        crossed: set[str] = set()
        for mark in marks:
            near = (
                [m for m in here if m.start >= mark.end()][:1]
                if leading
                else [m for m in here if m.end <= mark.start()][-1:]
            )
            (ticked if TICK.match(mark[0]) else crossed).update(o for m in near for o in m.options)
        rest = "" if leading else line[marks[-1].end() :]
        return Unlisted(text.replace(line, rest + "\n", 1), frozenset(ticked), frozenset(crossed - ticked), True)
    return None


def _inline_lists_out(text: str, words: OptionWords) -> str:
    """The text without "A. Yes, B. No, C. Not sure" on one line."""
    lines = text.split("\n")
    for k, line in enumerate(lines):
        if len(line) > LONGEST_LINE or len(line) < 8 or len(_SINGLE.findall(line)) < 2:
            continue
        here = [m for m in mentions_in(line, words) if m.by in ("letter", "words", "doubt", "yes or no")]
        pairs = [
            (a.start, b.end, next(iter(a.options)))
            for a, b in pairwise(here)
            if a.by == "letter" and b.by != "letter" and len(a.options) == 1 and a.options == b.options
            and _WITHIN.match(line[a.end : b.start])
        ]  # fmt: skip
        run: list[tuple[int, int, str]] = []
        for pair in pairs:
            joined = run and _BETWEEN.match(line[run[-1][1] : pair[0]])
            if run and not (joined and words.options.index(pair[2]) > words.options.index(run[-1][2])):
                break
            run.append(pair)
        if len(run) > 1 and not (TICK.search(line) or CROSS.search(line)):
            lines[k] = line[: run[0][0]] + "\n" + line[run[-1][1] :].lstrip(" .,;)")
    return "\n".join(lines)
