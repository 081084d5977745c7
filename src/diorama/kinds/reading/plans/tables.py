"""Plans in tables: columns for number, deed and needs in any order, as Markdown, CSV or lines of cells."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence

from diorama.kinds.reading.plans import words
from diorama.kinds.reading.plans.drafts import Draft, Needs
from diorama.kinds.reading.plans.labels import labelled
from diorama.kinds.reading.plans.needs import is_needs_key, needs_of, parted
from diorama.kinds.reading.plans.references import refs

MOST_ROWS = 300
Row = list[str]
_GAP = re.compile(r"\s{2,}|\t")

_LABEL = re.compile(
    r"(?:step|schritt|paso|étape|etape|passo|no\.?|#|第|步骤|步驟|ステップ|手順|[STPstp])?[\s#._-]*(\d{1,3}|[A-Za-z])\s*[.):步]?",
    re.I,
)


def cells(line: str) -> Row | None:
    """The cells of a row; None if the line is none, empty for a rule."""
    if "|" not in line and "│" not in line:
        row = [c.strip() for c in line.strip().split("\t")]
        return row if len(row) > 2 else None
    row = [c.strip(" \t*_`") for c in re.sub(r"^[|│]|[|│]$", "", line.strip()).replace("│", "|").split("|")]
    if len(row) < 2:
        return None
    return [] if all(not c.strip(" :-=+─┼") for c in row) and re.search("[-─=]", line) else row


def table(lines: Sequence[str]) -> tuple[Draft, ...]:
    """The steps of a table of cells; none if it is no plan."""
    rows = [row for line in lines[:MOST_ROWS] if (row := cells(line))]
    return _steps(rows)


def separated(lines: Sequence[str]) -> tuple[Draft, ...]:
    """The steps of values parted by commas, semicolons, tabs or wide gaps, if the first line names the columns."""
    if found := _aligned(lines[:MOST_ROWS]):
        return found
    for sign in "\t,;":
        head = [c.strip() for c in lines[0].split(sign)]
        if len(head) >= 3 and all(len(c) < 30 for c in head) and len(_columns(head)) >= 2:
            try:
                rows = list(csv.reader(lines[:MOST_ROWS], delimiter=sign, skipinitialspace=True))
            except csv.Error:
                return ()
            if any(len(row) > len(head) for row in rows):
                return ()  # a list of needs without quotes: where it ends nobody can say
            return _steps([[c.strip() for c in row] for row in rows if row])
    return ()


def _aligned(lines: Sequence[str]) -> tuple[Draft, ...]:
    """The steps of columns that only spaces part; what a row leaves empty can only be its last cell."""
    rows = [_GAP.split(line.strip()) for line in lines if line.strip(" -=─+")]
    width = max(map(len, rows[1:]), default=0)
    head = rows[0] if len(rows[0]) >= width else lines[0].split()
    columns = _columns(head)
    if len(head) != width or width < 2 or not {"content", "needs"} <= {*columns}:
        return ()
    if any(len(row) < width and (len(row) < width - 1 or columns["needs"] != width - 1) for row in rows[1:]):
        return ()
    return _steps([head, *rows[1:]])


def _columns(head: Row) -> dict[str, int]:
    """Which column holds what, by its heading."""
    found: dict[str, int] = {}
    for k, cell in enumerate(head):
        name = re.sub(r"[_*]+", " ", re.sub(r"\([^()]*\)", "", cell)).strip(" :.").casefold()
        if not name or re.search(r"[:\d]", name) or len(name.split()) > 5:
            continue
        if is_needs_key(name) and not words.NOTE_KEY.search(name):
            found.setdefault("needs", k)
        elif words.NUMBER_KEY.fullmatch(name):
            found.setdefault("number", k)
        elif words.CONTENT_KEY.fullmatch(name):
            found.setdefault("content", k)
        elif words.OBJECT_KEY.fullmatch(name):
            found.setdefault("object", k)
        elif words.PLACE_KEY.fullmatch(name):
            found.setdefault("place", k)
    return found


def _steps(rows: Sequence[Row]) -> tuple[Draft, ...]:
    if len(rows) < 2:
        return ()
    columns = _columns(rows[0])
    headed = "needs" in columns or "content" in columns
    body = list(rows[1:] if headed or columns else rows)
    if headed and len({*columns}) == 1 and len(rows[0]) > 2:
        return ()
    columns = _with_guesses(columns, body, len(rows[0]))
    if {*columns} == {"number", "needs"} and headed and len(rows[0]) == 2:
        labels = [_label(_cell(row, columns, "number")) for row in body]
        told = [needs_of(_cell(row, columns, "needs") or "none") or Needs() for row in body]
        return tuple(Draft(label or "", "", needs) for label, needs in zip(labels, told, strict=True))
    if "content" not in columns or ("needs" not in columns and "number" not in columns):
        return ()
    labels = [_label(_cell(row, columns, "number")) for row in body]
    if "number" not in columns:
        labels = [str(k) for k in range(1, len(body) + 1)]
    if None in labels or not body:
        return ()
    lettered = any(not label.isdigit() for label in labels if label)
    own = [[c for c in labelled(_cell(row, columns, "content")) if not c.weak] for row in body]
    counted = [[c.label for c in labelled(_cell(row, columns, "content"))] for row in body]
    weak = not headed and counted == [[str(k)] for k in range(1, len(body) + 1)]
    if weak or (any(own) and not (headed and all(own))):
        return ()  # numbered lines that happen to have bars in them
    drafts = []
    for k, (label, row) in enumerate(zip(labels, body, strict=True)):
        content, needs = parted(own[k][0].text if own[k] else _cell(row, columns, "content"), lettered)
        label = own[k][0].label if own[k] and "number" not in columns else label
        content = _joined(content, _cell(row, columns, "object"), _cell(row, columns, "place"))
        if not content:
            return ()
        if "needs" in columns:
            needs += needs_of(_cell(row, columns, "needs") or "none", lettered) or Needs()
        drafts.append(Draft(label or "", content, needs))
    return tuple(drafts)


def _with_guesses(columns: dict[str, int], body: Sequence[Row], width: int) -> dict[str, int]:
    """Columns without a telling heading, by what is in them."""
    columns = dict(columns)
    free = [k for k in range(width) if k not in columns.values()]

    def column(k: int) -> list[str]:
        return [row[k] if k < len(row) else "" for row in body]

    number = columns.get("number")
    if number is not None and not all(map(_label, column(number))):
        del columns["number"]  # "Step", and what is done under it
        if "content" not in columns:
            columns["content"] = number
        numbered = [k for k in free if all(map(_label, column(k)))]
        columns.update({"number": numbered[0]} if numbered else {})
    elif number is None:
        numbered = [k for k in free if all(map(_label, column(k))) and len({*column(k)}) == len(body)]
        columns.update({"number": numbered[0]} if numbered else {})
    free = [k for k in range(width) if k not in columns.values()]
    if "content" not in columns:
        wordy = [k for k in free if all(len(c.split()) > 1 or len(c) > 3 for c in column(k))]
        columns.update({"content": wordy[0]} if wordy else {})
        free = [k for k in free if k not in columns.values()]
    if "needs" not in columns and len(free) == 1 and all(refs(c) is not None for c in column(free[0])):
        columns["needs"] = free[0]
    return columns


def _cell(row: Row, columns: dict[str, int], name: str) -> str:
    k = columns.get(name)
    return row[k] if k is not None and k < len(row) else ""


def _joined(content: str, thing: str, place: str) -> str:
    """A deed, its object and its place in one sentence, where they stand in columns of their own."""
    if not thing or thing.casefold() in content.casefold():
        return content
    return f"{content} {thing}" + (f" to {place}" if place.strip(" -–—") and place.casefold() != "none" else "")


def _label(cell: str) -> str | None:
    found = _LABEL.fullmatch(cell.strip())
    if found is None:
        return None
    return str(int(found[1])) if found[1].isdigit() else found[1].casefold()
