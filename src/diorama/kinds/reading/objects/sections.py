"""Lists and tables: what their items and rows affirm, section by section."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from diorama.kinds.names import Match
from diorama.kinds.reading.objects import cues
from diorama.kinds.reading.objects import sentence_cues as say
from diorama.kinds.reading.objects.clauses import clauses_of
from diorama.kinds.reading.objects.goals import Goal
from diorama.kinds.reading.objects.groups import masked
from diorama.kinds.reading.objects.headings import heading_of_hidden, is_whole, now_columns, said_by_heading
from diorama.kinds.reading.objects.judgements import verdict_on
from diorama.kinds.reading.objects.listing import Lister, could_be_a_name
from diorama.kinds.reading.objects.pronouns import Talk
from diorama.kinds.reading.objects.prose import verdict_of
from diorama.kinds.reading.objects.rows import (
    cells_of,
    field_denies,
    heading_of,
    polarity,
    said_of,
    with_cells,
)
from diorama.kinds.reading.patterns import CROSS, TICK

MOST_WORDS_OF_A_VERDICT = 20
LEAST_ENTRIES = 3
_ENTRY = re.compile(r"[*_`]*\s*(?::|=|–|—|->|→| - )\s*\S")


@dataclass
class _Section:
    """What stands under one heading: whether the heading affirms it, what it names, and whether it says none."""

    holds: bool | None = None
    found: list[Match] = field(default_factory=list)
    nothing: bool = False
    judged: bool = False
    """Whether a yes or a no stands beside some of them."""
    listed: list[Match] = field(default_factory=list)
    """What stands on the line of the heading itself."""

    @property
    def named(self) -> list[Match]:
        return self.found if self.judged else self.listed + self.found


class Sections:
    """Reads the lists and tables of texts about one scene; `sentences` reads what stands between them."""

    def __init__(self, lister: Lister, goal: Goal, sentences: Callable[[str], list[Match] | None]) -> None:
        self.lister, self.names, self.goal, self._sentences = lister, lister.names, goal, sentences
        self._entries = False
        """Whether all lines of the text are names, each with what is said of it."""

    def read(self, text: str) -> list[Match] | None:
        """What the items of lists and the rows of tables affirm, section by section."""
        lines = with_cells([line for line in text.splitlines() if line.strip()])
        self._entries = self._are_entries(lines)
        if len(lines) == 1 and not (TICK.search(text) or CROSS.search(text) or self._ticked(text)):
            return None
        rules = {k for k, line in enumerate(lines) if cells_of(line) == []}
        sections, tail = [_Section()], list[str]()
        judged = items = 0
        depth: int | None = None
        denying_head, now = False, frozenset[int]()
        for k, line in enumerate(lines):
            if k in rules or k + 1 in rules:
                heads = cells_of(line) or []
                denying_head = field_denies(heads[-1]) if heads else denying_head
                now = now_columns(heads) if heads else now
                continue  # the head of a table, and the rule under it
            if (ticked := self._ticked(line)) is not None:
                items, judged = items + len(ticked), judged + len(ticked)
                sections[-1].found += [m for found, holds in ticked if holds for m in found]
                sections[-1].judged = True
            elif (heading := self._section(lines, k)) is not None:
                sections.append(heading)
                items += bool(heading.listed) or heading.nothing
                tail, depth = [], None
            elif self._is_item(line, sections[-1]):
                indent = len(line) - len(line.lstrip())
                if depth is not None and indent > depth + 1:
                    continue  # what is said about the item above
                if self._heads_items(lines, k):
                    if polarity(line) is not None:
                        sections.append(_Section(polarity(line)))
                    continue
                row = list(enumerate(cells_of(line) or []))
                cells = [cell for n, cell in row if n not in now] or [cues.BULLET.sub("", line)]
                found, holds = self._item(cells, sections[-1].holds)
                if self.goal is Goal.UNCOVER and any(is_whole(cell) for n, cell in row if n in now):
                    holds = False  # it is in view already
                if found:
                    depth = indent if depth is None else min(depth, indent)
                if holds is not None and cells_of(line) and denying_head:
                    holds = not holds
                items, judged = items + bool(found), judged + (holds is not None)
                sections[-1].found += found if holds is not False else []
                sections[-1].judged |= holds is not None
                tail = []
            else:
                tail.append(line)
        if not items:
            return None
        chosen = _chosen(sections, judged, self.lister.asked)
        if tail and (ending := self._sentences("\n".join(tail))):
            selects = chosen is not None and {m.names for m in ending} <= {m.names for m in chosen}
            if chosen is None or selects or cues.CONCLUDES.search("\n".join(tail)):
                return ending
        return chosen

    def _section(self, lines: Sequence[str], k: int) -> _Section | None:
        """The section that a line begins, with what stands on the line itself; None if it is no heading."""
        line = cues.BULLET.sub("", lines[k])
        heading = heading_of(line) or (heading_of_hidden(line) if self.names.mentions(line) else None)
        if heading is None and cues.BULLET.match(lines[k]) and len(line.split()) <= 3 and not self.names.mentions(line):
            return _Section(polarity(line)) if polarity(line) is not None else None
        if heading is None:
            short = line.strip().strip(":：")
            follows = lines[k + 1] if k + 1 < len(lines) else ""
            listed = not cues.BULLET.match(lines[k]) and (cues.BULLET.match(follows) or self._is_plain(follows))
            plain = listed and len(short.split()) <= 9 and not self.names.mentions(short)
            return _Section(polarity(short)) if plain and polarity(short) is not None else None
        head, rest = heading
        if rest.strip() and cues.CONCLUDES.search(head):
            return None
        here = [m for _, _, m in self.names.mentions(head)]
        own = all(m.names and set(m.names) <= self.lister.asked for m in here)
        holds = said_by_heading(masked(head, self.names, self.lister.asked).text, self.goal) if here else polarity(head)
        if not rest.strip():
            return _Section(holds) if own or holds is False else None
        nothing = cues.NOTHING.match(rest.strip()) is not None and not self.names.mentions(rest)
        found = self.lister.listed(rest)
        return _Section(holds, nothing=nothing, listed=(self._sentences(rest) or []) if found is None else found)

    def _heads_items(self, lines: Sequence[str], k: int) -> bool:
        """Whether deeper items under an item are the things, and it only says of what sort they are."""
        if k + 1 == len(lines) or not (cues.BULLET.match(lines[k]) and cues.BULLET.match(lines[k + 1])):
            return False
        deeper = len(lines[k + 1]) - len(lines[k + 1].lstrip()) > len(lines[k]) - len(lines[k].lstrip()) + 1
        here = [m for _, _, m in self.names.mentions(lines[k])]
        wide = all(len(m.names) > 1 or set(m.names) <= self.lister.asked for m in here)
        return deeper and wide and self._is_plain(cues.BULLET.sub("", lines[k + 1]))

    def _are_entries(self, lines: Sequence[str]) -> bool:
        """Whether each of several lines is a name and, after a colon or a dash, what is said of it."""
        if len(lines) < LEAST_ENTRIES:
            return False
        firsts = [(line, self.names.mentions(line)[:1]) for line in lines]
        return all(
            here and not line[: here[0][0]].strip(" *_`-•") and _ENTRY.match(line, here[0][1]) for line, here in firsts
        )

    def _is_plain(self, line: str) -> bool:
        """Whether a line only lists things."""
        return bool(self.names.mentions(line)) and self.lister.listed(line) is not None

    def _is_item(self, line: str, section: _Section) -> bool:
        if cues.STEP.match(line):
            return False
        if self._entries or cells_of(line) or cues.BULLET.match(line) or TICK.search(line) or CROSS.search(line):
            return True
        if cues.ENDS_JUDGED.search(line) and len(list(filter(str.strip, cues.SENTENCE.split(line)))) == 1:
            return bool(self.names.mentions(line))
        return section.holds is not None and self.lister.listed(line) is not None

    def _ticked(self, line: str) -> list[tuple[list[Match], bool]] | None:
        """Several things on one line, each with its own yes or no; None if the line is no such."""
        marks = list(re.finditer(f"{TICK.pattern}|{CROSS.pattern}", line))
        if len(marks) > 1:
            before = any(self.names.mentions(line[: marks[0].start()]))
            edges = [0, *(m.end() for m in marks)] if before else [*(m.start() for m in marks), len(line)]
            parts = [line[a:b] for a, b in pairwise(edges)]
        else:
            parts = [p for p in re.split(r"[,;]|\.(?=\s|$)", line) if p.strip()]
        yes = [bool(TICK.search(p) or cues.ENDS_YES.search(p)) for p in parts]
        no = [bool(CROSS.search(p) or cues.ENDS_NO.search(p)) for p in parts]
        if len(parts) < 2 or any(y == n for y, n in zip(yes, no, strict=True)):
            return None
        plain = [re.sub(f"{TICK.pattern}|{CROSS.pattern}|\\([^()]*\\)", " ", p) for p in parts]
        named = [self.names.mentions(p)[-1:] for p in plain]
        return [([m for _, _, m in here], y) for here, y in zip(named, yes, strict=True)]

    def _says_what_hides(self, after: str, thing: Match) -> bool:
        """Whether the words behind a name say what hides it, and do not only say in brackets where it is."""
        told = re.search(rf"\b(?:{say.HIDDEN_WORD}|{say.HIDES_WORD}|behind)\b", after, re.I)
        bracket = re.match(r"[\s*_]*\(", after)
        return told is not None and bracket is None and len(thing.names) == 1 and self.goal is not Goal.ANY

    def _item(self, cells: Sequence[str], headed: bool | None) -> tuple[list[Match], bool | None]:
        """What one item names, and whether it says yes or no to that; None if neither.

        Under a heading that says it for all (`headed`) the words behind a name mostly explain.
        """
        text = " | ".join(cells)
        holds = False if CROSS.search(text) else True if TICK.search(text) else None
        for k, cell in enumerate(cells):
            here = self.names.mentions(cell)
            if not here:
                last = not any(self.names.mentions(c) for c in cells[k + 1 :])
                if last and could_be_a_name(cell):
                    return [self.names.match(cell.strip())], holds
                continue
            if holds is None and (cues.ENDS_YES.search(text) or cues.ENDS_NO.search(text)):
                return [here[0][2]], cues.ENDS_YES.search(text) is not None
            plain = self.lister.items(cues.EXPLAINED.split(cell)[0])
            if plain is not None and len(plain) > 1:
                return plain, holds
            after = (cell[here[0][1] :].lstrip(" *_`:=–—->()") + " " + " ".join(cells[k + 1 :])).strip()
            if holds is None and (holds := said_of(after)) is None and len(after.split()) <= MOST_WORDS_OF_A_VERDICT:
                clauses = clauses_of(masked(after, self.names, self.lister.asked).text)
                holds = verdict_on(clauses, Talk(self.goal, ()))
                if holds is None and headed is None and self._says_what_hides(cell[here[0][1] :], here[0][2]):
                    holds = verdict_of(here[0][2], after, self.names, self.lister.asked, self.goal)
            return [here[0][2]], holds
        return [], holds


def _chosen(sections: Sequence[_Section], judged: int, asked: frozenset[str]) -> list[Match] | None:
    """The section that answers: the one whose heading affirms it, or the only one."""
    good = [s for s in sections if s.holds is not False and (s.named or s.nothing)]
    if len(good) > 1:
        good = [s for s in good if not s.named or any(not set(m.names) <= asked for m in s.named)]
    if not good:
        return [] if judged else None
    if any(s.holds for s in good):
        good = [s for s in good if s.holds]
    if len({frozenset(m.names for m in s.named) for s in good}) > 1:
        return None
    gone = {m.names for s in sections if s.holds is False and good[-1].holds is None for m in s.named}
    return [m for m in good[-1].named if m.names not in gone]
