"""Tables of a bench: the same rows of text for the terminal, CSV, Markdown and the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from diorama.perceive.bench.tally import ANY, Answers, GateCount, Share, Tally, by
from diorama.perceive.bench.thresholds import Chosen, gain
from diorama.perceive.bench.variations import Tried


@dataclass(frozen=True)
class Table:
    """A title, what the numbers are, the heads of columns, and rows."""

    name: str
    title: str
    note: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tables(tally: Tally, thresholds: Sequence[Chosen] = (), variations: Sequence[Tried] = ()) -> list[Table]:
    """All tables that have a row."""
    found = [rates(tally), accepted(tally), blame(tally), gates(tally), choices(thresholds), limits(variations)]
    return [table for table in found if table.rows]


def rates(tally: Tally) -> Table:
    tasks = sorted(set(by(tally.answers, lambda cell: cell[1])))

    def cell(answers: Answers | None) -> str:
        return "" if answers is None else percent(answers.right)

    return Table(
        "right", "How often the answer is the exact one",
        "Of all questions, whatever the gates say; 95 % intervals. T2: the same objects in any order.",
        ("perception", *(f"{task} (n = {_asked(tally, task)})" for task in tasks)),
        tuple(
            (condition, *(cell(tally.answers.get((condition, task))) for task in tasks))
            for condition in by(tally.answers, lambda cell: cell[0])
        ),
    )  # fmt: skip


def accepted(tally: Tally) -> Table:
    tasks = sorted(set(by(tally.answers, lambda cell: cell[1])))

    def cell(answers: Answers | None) -> str:
        if answers is None:
            return ""
        return f"{_whole(answers.accepted)} kept, {percent(answers.right_accepted)} right"

    return Table(
        "accepted", "How many answers pass all gates, and how many of these are the exact ones",
        "Kept: of all questions. Right: of those kept, with a 95 % interval.",
        ("perception", *tasks),
        tuple(
            (condition, *(cell(tally.answers.get((condition, task))) for task in tasks))
            for condition in by(tally.answers, lambda cell: cell[0])
        ),
    )  # fmt: skip


def blame(tally: Tally) -> Table:
    modules = sorted({name for answers in tally.answers.values() for name in answers.mended})
    lines = []
    for (condition, task), answers in sorted(tally.answers.items(), key=lambda each: each[0][1]):
        wrong = answers.right.of - answers.right.count
        if wrong and answers.mended:
            shares = (answers.mended.get(name) for name in modules)
            cells = ("" if share is None else str(share.count) for share in shares)
            lines.append((task, condition, str(wrong), *cells, str(answers.unmended.count)))
    return Table(
        "blame", "Which module is to blame",
        "Answers that are not the exact one, and how many of them are if one module is replaced by the exact one.",
        ("task", "perception", "wrong", *modules, "none of these alone"),
        tuple(lines),
    )  # fmt: skip


def gates(tally: Tally) -> Table:
    lines = []
    for (task, name), count in sorted(tally.gates.items(), key=lambda each: (each[0][0], each[0][1] == ANY)):
        exact = tally.gates_exact.get((task, name), GateCount())
        lines.append(
            (
                task,
                name,
                *_gate_cells(count),
                percent(exact.wrong, interval=False),
                percent(exact.right, interval=False),
            )
        )
    return Table(
        "gates", "Do gates reject the wrong answers?",
        "Over all conditions, where an answer was derived. Precision: of what a gate rejects, the wrong ones. Recall: "
        "of the wrong ones, those it rejects. Lost: of the right ones, those it rejects. Exact: with exact perception.",
        ("task", "gate", "rejects", "precision", "recall", "lost", "recall, exact", "lost, exact"),
        tuple(lines),
    )  # fmt: skip


def limits(found: Sequence[Tried]) -> Table:
    return Table(
        "limits", "Limits that no gate measures",
        "Right answers of the tasks that a limit matters to, with exact perception and with a little of all noise; "
        "first on the worlds that limits are chosen on, then on those of this bench.",
        ("limit", "value", "there", "here"),
        tuple(
            (each.limit, _value(each), percent(each.there), percent(each.here)) for each in found
        ),
    )  # fmt: skip


def choices(found: Sequence[Chosen]) -> Table:
    def gained(count: GateCount) -> str:
        return f"{_whole(count.wrong)} − {_whole(count.right)} = {100 * gain(count):+.0f}"

    return Table(
        "thresholds", "Thresholds chosen on other worlds",
        "Share of the wrong answers rejected, less that of the right ones. Chosen on worlds of another seed, where the "
        "first column was measured; the others are of the worlds of this bench.",
        ("task", "gate", "limit", "usual", "chosen", "chosen, there", "chosen, here", "usual, here"),
        tuple(
            (each.task, each.gate, each.limit, f"{each.usual:.3g}", f"{each.threshold:.3g}",
             gained(each.there), gained(each.here), gained(each.here_usual))
            for each in found
        ),
    )  # fmt: skip


def percent(share: Share, *, interval: bool = True) -> str:
    """A rate in words: ``83 % (70–91)``."""
    if share.rate is None:
        return "–"
    low, high = share.interval
    return f"{100 * share.rate:.0f} %" + (f" ({100 * low:.0f}–{100 * high:.0f})" if interval else "")


def markdown(table: Table) -> str:
    lines = [table.heads, tuple("---" for _ in table.heads), *table.rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def text(table: Table) -> str:
    """For a terminal: columns as wide as they must be."""
    widths = [max(len(line[k]) for line in (table.heads, *table.rows)) for k in range(len(table.heads))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
             for line in (table.heads, *table.rows)]  # fmt: skip
    return "\n".join([f"{table.title}. {table.note}", *lines])


def _value(each: Tried) -> str:
    return f"{each.value:g}" + (" (in force)" if each.usual else "")


def _gate_cells(count: GateCount) -> tuple[str, ...]:
    both = Share(count.wrong.of + count.right.of, count.wrong.count + count.right.count)
    return _whole(both), percent(count.precision), percent(count.wrong), percent(count.right, interval=False)


def _whole(share: Share) -> str:
    return "–" if share.rate is None else f"{100 * share.rate:.0f} %"


def _asked(tally: Tally, task: str) -> int:
    return max(answers.asked for (_, name), answers in tally.answers.items() if name == task)
