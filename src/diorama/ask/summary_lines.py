"""What is printed at the end of a run: the rates by task, and the whole account of every question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from diorama.ask.evaluate import INTERRUPTED, Result
from diorama.ask.records import Record
from diorama.ask.score_replies import QUIZ, REPLIES, TEST
from diorama.ask.tables import ALL, Account, Scope, scorings, table
from diorama.errors import harmless, short
from diorama.kinds import Verdict

COLLECTED = {
    REPLIES: "add replies for them to the file",
    QUIZ: "fill them in and score the sheet again",
    TEST: "whoever was shown them did not answer",
}
"""What to do about replies that are missing where they were collected elsewhere."""
MOST_REASONS = 3
"""Reasons of *tool failed* that are named."""


def summary_lines(results: Sequence[Result], width: int = 120) -> list[str]:
    """A small table of correct answers, then a complete account in one line per model.

    A table that is wider than `width` characters is turned: a line for each task, a column for each model.
    """
    records = [record for result in results for record in result.records]
    cells = table(records)
    columns = list(dict.fromkeys(c for accounts in cells.values() for c in accounts if _wanted(c, cells)))
    columns.sort(key=lambda c: c == ALL)
    heads = [harmless(_head(c)) for c in columns]
    names = [harmless(_name(row)) for row in cells]
    rates = [[_rate(accounts.get(c)) for c in columns] for accounts in cells.values()]
    lines = _columns(heads, names, rates)
    if len(lines[0]) > width:
        turned = _columns(names, heads, [list(column) for column in zip(*rates, strict=True)])
        lines = turned if len(turned[0]) < len(lines[0]) else lines
    lines += [""]
    for name, (asked_as, accounts) in zip(names, cells.items(), strict=True):
        lines.append(f"{name}: {accounts[ALL].line()}; {_rates(accounts[ALL])}{_spent(accounts[ALL])}")
        lines += tool_failures(r for r in records if (r.model, r.strategy) == asked_as)
    asked = dict.fromkeys((result.protocol, result.deviations) for result in results if result.protocol)
    lines += [protocol_line(*each) for each in asked]
    return lines + [scoring_warning(kind, ways) for kind, ways in scorings(records).items()]


def _columns(heads: Sequence[str], names: Sequence[str], rates: Sequence[Sequence[str]]) -> list[str]:
    """A table as lines: a head for each column, a name for each row."""
    first = max(map(len, names), default=0)
    widths = [max(7, len(head)) for head in heads]
    rows = [
        f"{name:{first}s}" + "".join(f"  {cell:>{w}s}" for cell, w in zip(row, widths, strict=True))
        for name, row in zip(names, rates, strict=True)
    ]
    return [" " * first + "".join(f"  {head:>{w}s}" for head, w in zip(heads, widths, strict=True)), *rows]


def tool_failures(records: Iterable[Record]) -> list[str]:
    """The most frequent reasons of *tool failed*, one in a line; samples that a reason names are left open."""
    failed = [record for record in records if record.verdict is Verdict.TOOL_FAILED]
    reasons = Counter(short(record.note.replace(f"'{record.sample_id}'", "…")) for record in failed)
    named = reasons.most_common(MOST_REASONS)
    return [f"  tool failed: {reason or 'no reason given'} ({count})" for reason, count in named]


def protocol_line(protocol: str, deviations: Sequence[str]) -> str:
    """Under which protocol questions were asked, and what was different."""
    return f"asked under the protocol {protocol}" + (f", but with {', '.join(deviations)}" if deviations else "")


def scoring_warning(kind: str, ways: Sequence[str]) -> str:
    """The warning for verdicts that were found by different rules."""
    rules = "; ".join(ways)
    return f"answers of the kind '{kind}' were scored in different ways ({rules}): run `diorama rescore` first"


def missing(result: Result) -> int:
    """How many questions of the order have no answer yet."""
    return result.wanted - sum(not r.to_ask_again for r in result.records)


def advice(result: Result) -> str:
    """What to do about an incomplete run; empty if it is complete."""
    left = missing(result)
    if not left:
        return ""
    why = "interrupted" if result.broken_off == INTERRUPTED else result.broken_off or "some questions failed"
    collected = [COLLECTED[r.strategy] for r in result.records if r.strategy in COLLECTED]
    goes_on = collected[0] if collected else "the same command goes on with them"
    return f"{why}; {left} of {result.wanted} have no answer: {goes_on}"


def _wanted(column: Scope, cells: dict[tuple[str, str], dict[Scope, Account]]) -> bool:
    """Levels are shown where there is more than one; then the task as a whole is left out."""
    suite, task, level = column
    levels = {c[2] for accounts in cells.values() for c in accounts if c[:2] == (suite, task) and c[2]}
    return column == ALL or (bool(task) and (bool(level) or not levels))


def _head(column: Scope) -> str:
    return "all" if column == ALL else " ".join(part for part in column[1:] if part)


def _name(row: tuple[str, str]) -> str:
    return f"{row[0]}, {row[1]}"


def _rate(cell: Account | None) -> str:
    return "–" if cell is None else f"{cell.correct.rate:.1%}"


def _rates(cell: Account) -> str:
    low, high = cell.correct.low, cell.correct.high
    words = f"{cell.correct.rate:.1%} correct of all asked ({low:.1%} to {high:.1%})"
    if cell.correct_of_answered is not None and cell.answered:
        words += f", {cell.correct_of_answered.rate:.1%} of the answered"
    return words


def _spent(cell: Account) -> str:
    words = [] if cell.seconds is None else [f"{cell.seconds:.2g} s each"]
    if cell.input_tokens is not None or cell.output_tokens is not None:
        words.append(f"{cell.input_tokens or 0} + {cell.output_tokens or 0} tokens")
    if cell.cost is not None:
        words.append(f"${cell.cost:.2f}")
    return f"; {', '.join(words)}" if words else ""
