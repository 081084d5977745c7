"""Measured and published rows in one table, with the same columns and a mark which is which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal

from diorama.ask.protocols import PROTOCOLS
from diorama.ask.score_replies import REPLIES
from diorama.ask.strategies import BASES
from diorama.report.grid import MEASURED, Cell, Column, Grid, Line, Number
from diorama.report.published.differences import Origin, differences, missing_cells
from diorama.report.published.measured import measured_cell
from diorama.report.published.names import model_key
from diorama.report.published.numbers import PublishedNumber
from diorama.report.published.papers import BY_SUITE, GUESSING, PEOPLE, Paper
from diorama.report.published.shown import ColumnKey, Entry, Shown, shown_of, tables_of
from diorama.report.rows import Row, guessing

PUBLISHED = "published"
BOTH, OURS, THEIRS = "Measured and published", "Measured", "Published"
PERSONS, PLAYERS = "People", "Players and guessing"
"""Groups of lines, in this order."""
NOTED, ROUNDED = "†", "no whole number"
"""The sign of numbers that have a note, and how notes begin that only say how a rate was rounded."""
Identity = tuple[tuple[str, tuple[str, ...]], str]
"""The words and numbers of a model's name, and its setting."""
THINKING = "thinking"
"""The setting of a model that was told to think, where the paper has that as a setting."""


def paper_table(suite: str) -> Grid | None:
    """The main results of the paper that a suite follows, as printed; None if there is none."""
    if suite not in BY_SUITE:
        return None
    shown, *_ = shown_of(BY_SUITE[suite])
    entries = [e for e in shown.entries(()) if _tables(shown, e) & {shown.comparison.tables[0]}]
    lines = tuple(
        Line(e.label, tuple(_published_cell(shown.numbers[e].get(p)) for p in shown.places),
             "Others" if e.model in (PEOPLE, GUESSING) else "Models")
        for e in sorted(entries, key=lambda e: e.model in (PEOPLE, GUESSING))
    )  # fmt: skip
    caption = f"{shown.comparison.about} {_source(shown, entries)}"
    return Grid("Published", caption, tuple(map(shown.column, shown.places)), lines)


def beside(rows: Sequence[Row], suite: str, origin: Origin | None) -> tuple[Grid, ...]:
    """The comparisons of a suite with its paper; the first names the differences. none without a paper."""
    if suite not in BY_SUITE:
        return ()
    paper = BY_SUITE[suite]
    main, *others = shown_of(paper)
    notes = differences(paper, rows, main.cells, origin)
    grids = [_grid(main, main.cells, rows, notes), *(_grid(shown, main.cells, rows, ()) for shown in others)]
    return tuple(grid for grid in grids if grid is not None)


def setting_of(row: Row, paper: Paper) -> str:
    """The strategy that makes the setting of a row; empty for a question put as it is."""
    return identity(row, paper)[1]


def identity(row: Row, paper: Paper) -> Identity:
    """The model of a row and its setting, as a paper tells them apart.

    Where thinking is a setting, the thinking variant of a model is that model in this setting.
    """
    words, numbers = model_key(row.model)
    name = row.strategy.split("(")[0]
    if name not in {*BASES, "bare", REPLIES, PROTOCOLS.get(paper.name).strategy}:
        return (words, numbers), name
    if THINKING in paper.settings.values():
        told = row.info.thinking not in ("", "off")
        return (words.replace(THINKING, ""), numbers), THINKING if told or THINKING in words else ""
    return (words, numbers), ""


def _grid(shown: Shown, cells: Sequence[ColumnKey], rows: Sequence[Row], notes: tuple[str, ...]) -> Grid | None:
    """A comparison as a table; None if no row was measured by its metric."""
    paper = shown.paper
    rows = [row for row in rows if row.of(paper.suite)]
    records = [r for row in rows for r in row.of(paper.suite)]
    missing = missing_cells(records, cells)
    places = [
        p
        for p in shown.places
        if p not in missing
        and any(map(p.holds, records))
        and (p.task or not any(p.level in ("", m.level) for m in missing))
    ]
    ours = {row.index: _measured_line(row, places, paper) for row in rows}
    if not any(cell.text for line in ours.values() for cell in line.cells[1:]):
        return None
    settings = {setting_of(row, paper) for row in rows if row.is_model}
    entries = shown.entries(settings)
    theirs = {e: _published_line(shown, e, places) for e in entries}
    lines: list[Line] = []

    def put(group: str, some: Sequence[Line]) -> None:
        lines.extend(replace(line, group=group) for line in some if any(cell.text for cell in line.cells[1:]))

    models = [row for row in rows if row.is_model]
    pairs = _pairs(paper, models, entries)
    for these, matching in pairs:
        put(BOTH, [*(ours[row.index] for row in these), *(theirs[e] for e in matching)])
    paired = {row.index for these, _ in pairs for row in these}
    beside_ours = {e for _, matching in pairs for e in matching}
    put(OURS, [ours[row.index] for row in models if row.index not in paired])
    put(THEIRS, [theirs[e] for e in entries if e not in beside_ours and e.model not in (PEOPLE, GUESSING)])
    put(PERSONS, [*(ours[row.index] for row in rows if row.person), *(theirs[e] for e in entries if e.model == PEOPLE)])
    guesses = [theirs[e] for e in entries if e.model == GUESSING]
    put(PLAYERS, [*(ours[row.index] for row in rows if row.player), *_guessing(rows, places, paper), *guesses])
    title = f"Measured and published: {paper.suite}"
    first = shown.comparison is paper.comparisons[0]
    caption = (
        f"{shown.comparison.about} Measured: with the 95 % interval. {_source(shown, entries)} "
        "Nothing is ranked across the two."
    )
    columns = (Column("from"), *map(shown.column, places))
    notes = (*notes, *_footnotes({e: shown.numbers[e] for e in entries}, places))
    return Grid(title if first else f"{title}, {shown.comparison.title.lower()}", caption, columns, tuple(lines), notes)


def _pairs(paper: Paper, models: Sequence[Row], entries: Sequence[Entry]) -> list[tuple[list[Row], list[Entry]]]:
    """Models that were measured and published in the same setting, in the order of our rows."""
    found: dict[Identity, tuple[list[Row], list[Entry]]] = {}
    for row in models:
        found.setdefault(identity(row, paper), ([], []))[0].append(row)
    for entry in entries:
        key = (model_key(entry.model), paper.settings.get(entry.setting, ""))
        if key in found:
            found[key][1].append(entry)
    return [pair for pair in found.values() if pair[1]]


def _measured_line(row: Row, places: Sequence[ColumnKey], paper: Paper) -> Line:
    records = row.of(paper.suite)
    cells = (measured_cell(place.metric, [r for r in records if place.holds(r)]) for place in places)
    return Line(row.label, (Cell(MEASURED), *cells), "", row.index, row.full_name)


def _published_line(shown: Shown, entry: Entry, places: Sequence[ColumnKey]) -> Line:
    numbers = shown.numbers[entry]
    tip = f"{shown.paper.title}, {tables_of(list(numbers.values()))}"
    cells = (_published_cell(numbers.get(place)) for place in places)
    return Line(entry.label, (Cell(PUBLISHED), *cells), "", None, tip, PUBLISHED)


def _guessing(rows: Sequence[Row], places: Sequence[ColumnKey], paper: Paper) -> list[Line]:
    """The line of exact guessing, where right answers are compared."""
    records = [r for row in rows for r in row.of(paper.suite)]
    rates = [guessing([r for r in records if p.holds(r)]) if p.metric == "correct" else None for p in places]
    cells = (Cell() if rate is None else Cell(f"{100 * rate:.1f}", share=rate, number=Number(rate)) for rate in rates)
    return [
        Line("guessing (exact)", (Cell(MEASURED), *cells), "", None, "what blind guessing gets on average, computed")
    ]


def _published_cell(number: PublishedNumber | None) -> Cell:
    if number is None:
        return Cell()
    side = " ".join(filter(None, ["" if number.spread is None else f"± {one_decimal(number.spread)}", _sign(number)]))
    told = [
        f"{number.value:g} in {tables_of([number])}",
        *([f"{number.n:,} questions"] if number.n else []),
        *filter(None, [number.note]),
    ]
    share = number.value / 100
    return Cell(one_decimal(number.value), side, "; ".join(told), share, 0, Number(share, count=number.n))


def _sign(number: PublishedNumber) -> str:
    """A sign for a note below the table; how a rate was rounded needs none."""
    return NOTED if number.note and not number.note.startswith(ROUNDED) else ""


def _footnotes(
    theirs: Mapping[Entry, Mapping[ColumnKey, PublishedNumber]], places: Sequence[ColumnKey]
) -> tuple[str, ...]:
    """What the notes of shown numbers say, each once, and of which lines."""
    found: dict[str, dict[str, None]] = {}
    for entry, numbers in theirs.items():
        for place in places:
            if place in numbers and _sign(numbers[place]):
                found.setdefault(numbers[place].note, {})[entry.label] = None
    return tuple(f"{NOTED} {', '.join(labels)}: {note}." for note, labels in found.items())


def one_decimal(value: float) -> str:
    """A printed number with one decimal, halves up as people round: 49.65 is 49.7."""
    return str(Decimal(str(value)).quantize(Decimal("0.1"), ROUND_HALF_UP))


def _tables(shown: Shown, entry: Entry) -> set[str]:
    return {number.table for number in shown.numbers[entry].values()}


def _source(shown: Shown, entries: Sequence[Entry]) -> str:
    """Where published numbers are from, and what stands after ± there."""
    numbers = [number for e in entries for number in shown.numbers[e].values()]
    spread = any(number.spread is not None for number in numbers)
    what = f" (±: {shown.paper.spread})" if spread else ""
    return f"Published: {shown.paper.title}, {tables_of(numbers)}{what}."
