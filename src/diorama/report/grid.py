"""A table before it is HTML, Markdown, LaTeX or CSV: columns and rows in groups, cells with a main and a side text."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

MANY = 8
"""With more columns than this, a page puts side texts under the main ones to save width."""


@dataclass(frozen=True)
class Number:
    """The number behind a cell, in its own unit (a rate is from 0 to 1), with its 95 % interval."""

    value: float
    low: float | None = None
    high: float | None = None
    count: int | None = None
    """Of how many questions."""


@dataclass(frozen=True)
class Cell:
    """One cell of a table; an empty `text` is shown as a dash."""

    text: str = ""
    side: str = ""
    """Shown smaller, after the text: ``± 2.1``, ``(3.8)``."""
    tip: str = ""
    """Its tooltip on a page."""
    share: float | None = None
    """A rate from 0 to 1, by which the cell is shaded."""
    rank: int = 0
    """1 is the best of its column (bold), 2 the second best (underlined)."""
    number: Number | None = None
    """What a CSV file writes instead of the text."""


@dataclass(frozen=True)
class Line:
    """One row of a table."""

    label: str
    cells: tuple[Cell, ...]
    group: str = ""
    """Rows of one group stand together under its name."""
    row: int | None = None
    """Which model or player this is about, for colours and filters."""
    tip: str = ""
    source: str = ""
    """From where its numbers are, if they were not measured here; a page sets such rows apart."""


@dataclass(frozen=True)
class Column:
    """The title of a column and the heading above it."""

    title: str
    group: str = ""
    tip: str = ""
    short: str = ""
    """A shorter title for narrow tables."""
    row: int | None = None
    """The model or player that it is about, if any; hiding that row hides the column too."""


@dataclass(frozen=True)
class Grid:
    """A whole table with its caption."""

    title: str
    caption: str
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    notes: tuple[str, ...] = ()
    """Sentences that a reader needs, a line each below the table."""

    def groups(self) -> list[tuple[str, int]]:
        """Headings over columns, and how many columns each spans; empty if no column has one."""
        spans: list[tuple[str, int]] = []
        for column in self.columns:
            if spans and spans[-1][0] == column.group:
                spans[-1] = (column.group, spans[-1][1] + 1)
            else:
                spans.append((column.group, 1))
        return spans if any(name for name, _ in spans) else []


def ranked(values: Sequence[float | None]) -> list[int]:
    """1 for every best value, 2 for every second best, 0 for the rest; all 0 for fewer than two values."""
    kept = sorted({round(v, 6) for v in values if v is not None}, reverse=True)
    if sum(v is not None for v in values) < 2:
        return [0] * len(values)
    places = {value: k + 1 for k, value in enumerate(kept[:2])}
    return [0 if v is None else places.get(round(v, 6), 0) for v in values]


def to_html(grid: Grid) -> str:
    """A table that scrolls sideways on a narrow screen while its first column stays in place."""
    head = ""
    if grid.groups():
        spans = "".join(f'<th colspan="{n}" class="group">{escape(name)}</th>' for name, n in grid.groups())
        head = f'<tr><th class="name"></th>{spans}</tr>'
    starts = _group_starts(grid)
    titles = "".join(
        f"<th{_class('edge' if k in starts else '')}{_about(c)}{_tip(c.tip)}>{escape(c.title)}</th>"
        for k, c in enumerate(grid.columns)
    )
    body, group = [], None
    for line in grid.lines:
        if line.group != group and line.group:
            body.append(f'<tr class="rows"><th colspan="{len(grid.columns) + 1}">{escape(line.group)}</th></tr>')
        group = line.group
        row = "" if line.row is None else f' data-row="{line.row}"'
        swatch = "" if line.row is None else f'<i class="swatch c{line.row}"></i>'
        cells = "".join(
            _html_cell(cell, k in starts, _about(column))
            for k, (cell, column) in enumerate(zip(line.cells, grid.columns, strict=True))
        )
        aside = _class("aside" if line.source else "")
        body.append(f'<tr{aside}{row}><th class="name"{_tip(line.tip)}>{swatch}{escape(line.label)}</th>{cells}</tr>')
    caption = f"<figcaption>{escape(grid.caption)}</figcaption>" if grid.caption else ""
    notes = "".join(f"<li>{escape(note)}</li>" for note in grid.notes)
    caption += f'<ul class="notes">{notes}</ul>' if notes else ""
    dense = _class("dense" if len(grid.columns) > MANY else "")
    return (
        f'<figure class="grid"><div class="scroll"><table{dense}>'
        f'<thead>{head}<tr><th class="name"></th>{titles}</tr></thead>'
        f"<tbody>{''.join(body)}</tbody></table></div>{caption}</figure>"
    )


def _html_cell(cell: Cell, edge: bool, about: str) -> str:
    if not cell.text:
        return f'<td{_class("edge" if edge else "")}{about}><span class="side">–</span></td>'
    text = escape(cell.text)
    text = f"<b>{text}</b>" if cell.rank == 1 else f"<u>{text}</u>" if cell.rank == 2 else text
    side = f' <span class="side">{escape(cell.side)}</span>' if cell.side else ""
    shade = "" if cell.share is None else f' style="--share:{cell.share:.3f}"'
    classes = " ".join(name for name, on in (("rate", cell.share is not None), ("edge", edge)) if on)
    return f"<td{_class(classes)}{about}{shade}{_tip(cell.tip)}>{text}{side}</td>"


def to_text(grid: Grid, width: int = 120) -> str:
    """Aligned columns for a terminal; a table that is too wide drops its side texts and uses short titles."""
    text = _text(grid, narrow=False)
    return text if max(map(len, text.splitlines())) <= width else _text(grid, narrow=True)


def _text(grid: Grid, narrow: bool) -> str:
    rows = [["", *((c.short if narrow else "") or c.title for c in grid.columns)]]
    for line in grid.lines:
        rows.append([line.label, *(f"{c.text or '–'} {'' if narrow else c.side}".strip() for c in line.cells)])
    first, *widths = (max(len(row[k]) for row in rows) for k in range(len(grid.columns) + 1))
    lines = []
    for name, *cells in rows:
        lines.append("  ".join([name.ljust(first), *(c.rjust(w) for c, w in zip(cells, widths, strict=True))]))
    heads, at = [" " * first], 0
    for name, n in grid.groups():
        width = sum(widths[at : at + n]) + 2 * (n - 1)
        heads.append(name[:width].center(width))
        at += n
    lines = ["  ".join(heads), *lines] if grid.groups() else lines
    return "\n".join([grid.title, *(line.rstrip() for line in lines), *(f"- {note}" for note in grid.notes), ""])


def to_markdown(grid: Grid) -> str:
    """A table as GitHub shows it; groups of columns become part of the headings."""
    titles = [f"{c.group}: {c.title}" if c.group else c.title for c in grid.columns]
    rows = [["", *titles], ["---", *["---:"] * len(titles)]]
    for line in grid.lines:
        rows.append([_literal(line.label), *(_markdown_cell(c) for c in line.cells)])
    body = "\n".join("| " + " | ".join(_one_line(cell) for cell in row) + " |" for row in rows)
    notes = "".join(f"- {_literal(_one_line(note))}\n" for note in grid.notes)
    return f"### {grid.title}\n\n{body}\n\n{grid.caption}\n" + (f"\n{notes}" if notes else "")


def _literal(text: str) -> str:
    """A name as it is: nothing in it is Markdown, a link or HTML. Column signs are seen to with the row."""
    return re.sub(r"([\\`*_\[\]~])", r"\\\1", text).replace("<", "&lt;")


def _markdown_cell(cell: Cell) -> str:
    text = cell.text.replace("*", "\\*") or "–"
    text = f"**{text}**" if cell.rank == 1 else f"<u>{text}</u>" if cell.rank == 2 else text
    return f"{text} {cell.side}".strip()


def _one_line(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def to_latex(grid: Grid) -> str:
    """A table in the style of the papers; needs the booktabs package."""
    groups = grid.groups()
    lines = [r"\begin{table}", r"\centering", rf"\caption{{{_tex(grid.caption or grid.title)}}}"]
    lines += [rf"\begin{{tabular}}{{l{'r' * len(grid.columns)}}}", r"\toprule"]
    if groups:
        lines.append(" & ".join(["", *(rf"\multicolumn{{{n}}}{{c}}{{{_tex(name)}}}" for name, n in groups)]) + r" \\")
        start, rules = 2, []
        for name, n in groups:
            rules += [rf"\cmidrule(lr){{{start}-{start + n - 1}}}"] if name else []
            start += n
        lines.append(" ".join(rules))
    lines += [" & ".join(["", *(_tex(c.title) for c in grid.columns)]) + r" \\", r"\midrule"]
    group = None
    for line in grid.lines:
        if line.group != group and group is not None:
            lines.append(r"\midrule")
        group = line.group
        lines.append(" & ".join([_tex(line.label), *(_tex_cell(c) for c in line.cells)]) + r" \\")
    lines += [r"\bottomrule", r"\end{tabular}"]
    if grid.notes:
        notes = r"\\ ".join(_tex(note) for note in grid.notes)
        lines += [r"\par\smallskip", rf"\parbox{{\linewidth}}{{\footnotesize {notes}}}"]
    return "\n".join([*lines, r"\end{table}", ""])


def _tex_cell(cell: Cell) -> str:
    text = _tex(cell.text) or "--"
    text = rf"\textbf{{{text}}}" if cell.rank == 1 else rf"\underline{{{text}}}" if cell.rank == 2 else text
    return f"{text} {{\\scriptsize {_tex(cell.side)}}}" if cell.side else text


_TEX = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "†": r"\dag{}",
    "±": r"$\pm$", "–": "--", "−": "$-$", "×": r"$\times$", "÷": r"$\div$", "·": r"$\cdot$", "…": r"\ldots{}",
}  # fmt: skip


def _tex(text: str) -> str:
    return "".join(_TEX.get(letter, letter) for letter in " ".join(text.split()))


def to_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Comma-separated values; a missing one is empty."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([["" if v is None else _no_formula(v) for v in row] for row in rows])
    return stream.getvalue()


_FORMULA = re.compile(r"[=@\t\r]|[+-](?![\d.])")


def _no_formula(value: object) -> object:
    """A name that a spreadsheet would run as a formula, with the sign in front that makes it a text."""
    return f"'{value}" if isinstance(value, str) and _FORMULA.match(value) else value


MEASURED = "measured"
"""The source of rows that name none."""
CELL_HEADER = ("table", "group", "row", "column_group", "column", "value", "low", "high", "count", "text", "source")


def cells_of_grid(grid: Grid) -> Iterator[tuple[object, ...]]:
    """One line for each cell that says something, under `CELL_HEADER`."""
    for line in grid.lines:
        for column, cell in zip(grid.columns, line.cells, strict=True):
            if cell.text:
                n = cell.number
                numbers = (None,) * 4 if n is None else (_six(n.value), _six(n.low), _six(n.high), n.count)
                place = (grid.title, line.group, line.label, column.group, column.title)
                yield *place, *numbers, cell.text, line.source or MEASURED


def _six(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


def _group_starts(grid: Grid) -> set[int]:
    starts, at = set(), 0
    for _, n in grid.groups():
        if at:
            starts.add(at)
        at += n
    return starts


def _about(column: Column) -> str:
    return "" if column.row is None else f' data-col="{column.row}"'


def _class(name: str) -> str:
    return f' class="{name}"' if name else ""


def _tip(text: str) -> str:
    return f' title="{escape(text)}"' if text else ""
