"""What is printed at the end of a run: the rates by task, and the whole account of every question."""

from __future__ import annotations

from collections.abc import Sequence

from diorama.ask.evaluate import INTERRUPTED, Result
from diorama.ask.score_replies import QUIZ, REPLIES
from diorama.ask.tables import ALL, Account, Scope, scorings, table

COLLECTED = {REPLIES: "add replies for them to the file", QUIZ: "fill them in and score the sheet again"}
"""What to do about replies that are missing where they were collected elsewhere."""


def summary_lines(results: Sequence[Result]) -> list[str]:
    """A small table of correct answers, then a complete account in one line per model."""
    records = [record for result in results for record in result.records]
    cells = table(records)
    columns = list(dict.fromkeys(c for accounts in cells.values() for c in accounts if _wanted(c, cells)))
    columns.sort(key=lambda c: c == ALL)
    width = max((len(_name(row)) for row in cells), default=0)
    heads = [_head(c) for c in columns]
    lines = [" " * width + "".join(f"  {head:>7s}" for head in heads)]
    for row, accounts in cells.items():
        shown = "".join(f"  {_rate(accounts.get(c)):>{max(7, len(h))}s}" for c, h in zip(columns, heads, strict=True))
        lines.append(f"{_name(row):{width}s}{shown}")
    lines += [""]
    for row, accounts in cells.items():
        lines.append(f"{_name(row)}: {accounts[ALL].line()}; {_rates(accounts[ALL])}{_spent(accounts[ALL])}")
    asked = dict.fromkeys((result.protocol, result.deviations) for result in results if result.protocol)
    lines += [protocol_line(*each) for each in asked]
    return lines + [scoring_warning(kind, ways) for kind, ways in scorings(records).items()]


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
