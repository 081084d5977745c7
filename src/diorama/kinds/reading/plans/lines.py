"""Plans in lines: labelled lines or bullets, with what belongs to each step on the lines under it.

A reply may lay out several plans (a draft, then a better one); each becomes a candidate, in the order of the reply.
Tables, and JSON that was read before, are candidates too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from diorama.kinds.reading.plans.drafts import Candidate, Draft, Needs
from diorama.kinds.reading.plans.items import (
    Item,
    draft_of,
    field_of,
    is_bare,
    is_open,
    with_columns,
    with_needs,
    wraps_on,
)
from diorama.kinds.reading.plans.labels import (
    Labelled,
    after_lead,
    arabic,
    labelled,
    spelled_as_digits,
    unrolled,
    without_bullet,
)
from diorama.kinds.reading.plans.needs import is_needs_key, is_needs_line, needs_of
from diorama.kinds.reading.plans.references import refs
from diorama.kinds.reading.plans.remarks import is_statement
from diorama.kinds.reading.plans.tables import cells, separated, table

MARK = "\ue000"
"""A line that begins with it stands for the JSON value of that number."""
MOST_ITEMS = 400
MOST_DETAILS = 8
"""Lines that may stand between two steps."""

_ANEW = re.compile(
    r"^\W*(?:\w+ ){0,5}?(?:plan|answer|corrected|revised|final|steps|solution|version|plan b|antwort|respuesta|"
    r"réponse|schritte|pasos|étapes)\b[^.]{0,30}:?\W*$|答案|计划",
    re.I,
)
"""A heading under which a new plan begins."""


@dataclass
class _Walk:
    """What was found so far."""

    found: list[Candidate] = field(default_factory=list)
    run: list[Item] = field(default_factory=list)
    indent: int = 0
    heading: str = ""
    run_heading: str = ""
    between: bool = False
    """Other text stands between the last step and this line."""
    gap: bool = False
    last: int = 0
    """The last line that belongs to the steps."""
    untabled: int = 0
    """No table begins before this line."""


def candidates(text: str, values: Sequence[tuple[Draft, ...]] = ()) -> tuple[list[Candidate], list[str]]:
    """Every plan that a text lays out, in order, and its lines."""
    lines = [part for line in _with_first_steps(text.splitlines()) for part in unrolled(line)]
    walk, k = _Walk(), 0
    while k < len(lines):
        line = lines[k]
        if line.startswith(MARK):
            _close(walk, k)
            walk.found.append(Candidate(values[int(line[1:].strip() or 0)], walk.heading, k + 1))
            walk.heading = ""
        elif (size := _table(lines, k, walk)) > 0:
            k += size
            continue
        elif not line.strip():
            walk.gap = True
        else:
            _line(line, k, walk)
        k += 1
    _close(walk, len(lines))
    return walk.found, lines


def _with_first_steps(lines: Sequence[str]) -> list[str]:
    """Lines in which a first step that stands behind other words has a line of its own."""
    return [part for k, line in enumerate(lines) for part in after_lead(line, lines[k + 1 : k + 1 + MOST_DETAILS])]


def _table(lines: Sequence[str], k: int, walk: _Walk) -> int:
    """How many lines the table has that begins here; 0 if none does."""
    if k < walk.untabled:
        return 0
    end = k
    while end < len(lines) and (cells(lines[end]) is not None or (end > k and _row_after(lines, end))):
        end += 1
    drafts = table(lines[k:end]) if end > k + 1 else ()
    if not drafts and end == k and k + 1 < len(lines) and re.search(r"[,;\t]|\S {2,}\S", lines[k]):
        while end < len(lines) and lines[end].strip():
            end += 1
        drafts = separated(lines[k:end]) if end > k + 1 and end - k < MOST_ITEMS else ()
    walk.untabled = end
    if not drafts:
        return 0
    _close(walk, k)
    if all(d.content for d in drafts):
        walk.found.append(Candidate(drafts, walk.heading, end))
    elif walk.found:  # a table of needs alone
        walk.found[-1] = replace(walk.found[-1], drafts=with_needs(walk.found[-1].drafts, drafts), ends=end)
    walk.heading = ""
    return end - k


def _row_after(lines: Sequence[str], k: int) -> bool:
    """Whether an empty line stands between two rows of a table."""
    return not lines[k].strip() and k + 1 < len(lines) and cells(lines[k + 1]) is not None


def _line(line: str, k: int, walk: _Walk) -> None:
    indent = len(line) - len(line.lstrip(" \t"))
    text, bullet = without_bullet(line)
    key, value = field_of(text)
    label = _label(line, indent, walk)
    waits = bool(walk.run) and walk.run[-1].waits
    said = bool(walk.run) and (waits or (not bullet and not indent and walk.gap)) and is_statement(text)
    if walk.run:
        walk.run[-1].waits = False
    if said:
        walk.between = True
        walk.run[-1].waits = waits
    elif waits and key != "number" and (bullet or indent > walk.indent) and refs(text) is not None:
        walk.run[-1].details.append("- " + text)
        walk.run[-1].waits, walk.last = True, k
    elif label is not None:
        _start(label, line, indent, k, walk)
    elif key == "number" and (found := labelled(f"step {value}")):
        _start(found[0], line, indent, k, walk)
    elif key == "content" and not (walk.run and is_open(walk.run[-1])):
        _start(Labelled("", "bullet", text), line, indent, k, walk)
    elif walk.run and _belongs(text, key, bullet, indent, walk):
        walk.run[-1].details.append(text if not bullet else "- " + text)
        walk.last = k
        walk.run[-1].waits = key == "needs" and not value
        walk.run[-1].nested |= bool(labelled(line)) and indent > walk.indent + 1
    elif bullet:
        _start(Labelled("", "bullet", text), line, indent, k, walk)
    else:
        walk.between = True
        if walk.run and walk.run[0].kind == "bullet":
            _close(walk, k)
        if text.rstrip("*_ ").endswith((":", "：")) or len(text.split()) <= 8 or not walk.run:
            walk.heading = text
    walk.gap = False


def _label(line: str, indent: int, walk: _Walk) -> Labelled | None:
    """The label that a line begins a step with, seen from the steps before it."""
    choices = labelled(line)
    numbered = bool(walk.run) and walk.run[0].kind != "bullet"
    if numbered:
        last = walk.run[-1]
        fits = [c for c in choices if c.kind == last.kind]
        goes_on = [c for c in fits if _follows(last.label, c.label)]
        if last.nested and indent > walk.indent + 1:
            return None
        if goes_on and (indent <= walk.indent + 1 or not last.details):
            return goes_on[0]
        if indent > walk.indent + 1 or (
            choices and all(c.kind != "number" and c.label not in ("a", "1") for c in choices)
        ):
            return None
        choices = fits or choices
    first = [c for c in choices if c.kind == "number" or c.label in ("a", "1")]
    return first[0] if first else None


def _follows(last: str, label: str) -> bool:
    if label.isdigit():
        return last.isdigit() and int(label) == int(last) + 1
    return not last.isdigit() and ord(label) == ord(last) + 1


def _start(label: Labelled, line: str, indent: int, k: int, walk: _Walk) -> None:
    """Begin a step, and a new plan where this cannot belong to the one before."""
    run = walk.run
    if run:
        same = {item.label for item in run}
        again = label.label in same and label.kind != "bullet"
        ones = again and all(item.raw == label.label for item in run) and not walk.between
        other = label.kind != run[0].kind
        jump = (
            walk.between and bool(walk.heading) and label.kind != "bullet" and not _follows(run[-1].label, label.label)
        )
        anew = walk.between and _ANEW.search(walk.heading) is not None
        if (again and not ones) or other or jump or anew:
            _close(walk, k)
    if not walk.run:
        walk.indent, walk.run_heading, walk.heading = indent, walk.heading, ""
    if len(walk.run) < MOST_ITEMS:
        taken = {item.label for item in walk.run}
        name = label.label if label.label and label.label not in taken else str(len(walk.run) + 1)
        walk.run.append(Item(label.label, label.kind, name, label.text, label.weak, label.spelled))
    walk.between = False
    walk.last = k


def _belongs(text: str, key: str, bullet: bool, indent: int, walk: _Walk) -> bool:
    """Whether a line without a label says more about the last step."""
    if walk.between and not key:
        return False
    if key or is_needs_line(text):
        return True
    if walk.run[0].kind == "bullet":
        return indent > walk.indent + 1
    return indent > walk.indent or bullet or (not walk.gap and (not walk.run[-1].text or wraps_on(walk.run[-1], text)))


def _close(walk: _Walk, k: int) -> None:
    """End the plan that is being gathered."""
    run, walk.run = walk.run, []
    walk.gap = walk.between = False
    if not run or (run[0].weak and len(run) < 2) or (run[0].kind in ("letter", "roman") and len(run) < 2):
        return
    lettered = run[0].kind == "letter"
    if run[0].kind == "roman":
        for item in run:
            item.text, item.details = arabic(item.text), [arabic(d) for d in item.details]
    for item in run:
        if item.spelled:
            item.text, item.details = spelled_as_digits(item.text), [spelled_as_digits(d) for d in item.details]
    if (
        walk.found
        and run[0].kind != "bullet"
        and all(is_bare(item, lettered) or (not item.text and is_needs_key(walk.run_heading)) for item in run)
    ):
        drafts = [Draft(item.label, "", needs_of(item.text or "none", lettered) or Needs()) for item in run]
    else:
        drafts = with_columns([draft_of(item, lettered) for item in run], lettered)
    if all(not d.content for d in drafts):
        if walk.found and all(d.needs.stated for d in drafts):
            walk.found[-1] = replace(
                walk.found[-1], drafts=with_needs(walk.found[-1].drafts, drafts), ends=walk.last + 1
            )
        return
    found = Candidate(tuple(drafts), walk.run_heading, walk.last + 1, not all(d.content for d in drafts))
    if run[0].kind != "bullet" or found.firm or (all(d.linked for d in drafts[1:]) and len(drafts) > 1):
        walk.found.append(found)
