"""The tables of a report: results in the papers' layout, honest accounting, what else was measured, comparisons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from diorama.ask import Failure, Record, Verdict
from diorama.ask.ranks import places
from diorama.ask.score_replies import TEST
from diorama.ask.several_people import FEWEST_PEOPLE
from diorama.ask.statistics import FEWEST_SCENES, compare
from diorama.ask.summary_lines import scoring_warning
from diorama.ask.tables import Account, account, scorings
from diorama.kinds import KINDS, NOT_ANSWERED, Measure
from diorama.report.cards import WORDS
from diorama.report.grid import MEASURED, Cell, Column, Grid, Line, ranked
from diorama.report.layout import Slice, cells_of, columns_of, suites_of, task_name
from diorama.report.rows import Row, asked_alike, guessing, protocol_warning

MOST_COMPARED = 12
"""Rows that are compared with each other; the best ones if there are more."""


def results(rows: Sequence[Row], suite: str) -> Grid:
    """Correct answers as a share of all questions, by task and level: models, people, players and exact guessing."""
    records = [r for row in rows for r in row.records]
    columns = columns_of(suite, records)
    accounts = [[row.account(p.holds) for p in columns] for row in rows]
    at = {row.index: k for k, row in enumerate(rows)}
    alike = [[at[row.index] for row in same] for same in asked_alike(rows)]
    ranks = {
        (k, c): rank
        for c in range(len(columns))
        for same in alike
        for k, rank in zip(same, ranked([_rate(accounts[k][c]) for k in same]), strict=True)
    }
    unsure = any(r.verdict is Verdict.NOT_SURE and r.options for r in records if r.suite == suite)
    order = _order(accounts, alike)
    lines = [
        Line(
            row.label,
            (
                *(
                    _result(cell, ranks.get((k, c), 0), unsure and p.average)
                    for c, (cell, p) in enumerate(zip(accounts[k], columns, strict=True))
                ),
                *([order.get(k, Cell())] if order else []),
            ),
            row.group,
            row.index,
            row.full_name,
        )
        for k, row in enumerate(rows)
        if any(cell is not None for cell in accounts[k])
    ]
    guess = tuple(_share(guessing([r for r in records if p.holds(r)])) for p in columns)
    if any(c.text for c in guess):
        last = (Cell(),) if order else ()
        about = "what blind guessing gets on average, computed"
        lines.append(Line("guessing (exact)", (*guess, *last), "Players", None, about))
    every = [cell for line in accounts for cell in line if cell is not None]
    titles = (
        *(Column(p.title, p.group, p.about, p.title.split()[0]) for p in columns),
        *([Column("Rank", "", "by the column before it, among models asked in the same way")] if order else []),
    )
    mixed = [scoring_warning(kind, ways).capitalize() for kind, ways in scorings(records).items()]
    caption = " ".join(
        [_caption(every, unsure, any(len(same) > 1 for same in alike)), *(f"{warning}." for warning in mixed),
         *_people_notes(rows), *_protocol_notes(rows)]
    )  # fmt: skip
    return Grid(f"Results: {suite}", caption, titles, tuple(lines))


def _order(accounts: Sequence[Sequence[Account | None]], alike: Sequence[Sequence[int]]) -> dict[int, Cell]:
    """The rank of each model by the last column, among those asked in the same way; empty if none has a rival."""
    order: dict[int, Cell] = {}
    for same in alike:
        if len(same) > 1:
            found = zip(same, places([_rate(accounts[k][-1]) for k in same]), strict=True)
            order |= {k: Cell(str(place)) for k, place in found if place is not None}
    return order


def _protocol_notes(rows: Sequence[Row]) -> list[str]:
    """What a table that sets rows beside each other says about how they were asked."""
    changed = [f"* {row.label.rstrip('*')} differs from its protocol in: {', '.join(row.deviations)}." for row in rows
               if row.deviations and row.is_model]  # fmt: skip
    warning = protocol_warning(rows)
    ways = {row.way for row in rows if row.is_model}
    apart = ["Rank, best and second best are among models asked in the same way."] if len(ways) > 1 else []
    return [*changed, *([f"{warning[:1].upper()}{warning[1:]}."] if warning else []), *apart]


def _people_notes(rows: Sequence[Row]) -> list[str]:
    """What intervals of people say, and of whom."""
    tests = [row for row in rows if row.info.strategy == TEST]
    few = [row.label for row in tests if row.people < FEWEST_PEOPLE]
    more = "; with fewer than three people over samples alone" if few else ""
    return [f"Intervals of people who took a test are over people and samples{more}."] if tests else []


def _caption(accounts: Sequence[Account], unsure: bool, several: bool) -> str:
    stds = [cell.repeats.std is not None for cell in accounts]
    spread = " and ".join(
        words
        for words, on in (("± the standard deviation over repeats", any(stds)), ("the 95 % interval", not all(stds)))
        if on
    )
    parts = [f"Correct answers in % of all questions asked, with {spread}; averages are over samples."]
    if unsure:
        parts.append("In brackets: “not sure” in %.")
    if any(cell.answered < cell.asked for cell in accounts):
        parts.append("After a slash: correct in % of the questions that were answered and scored, where some were not.")
    return " ".join([*parts, *(["Best model bold, second best underlined."] if several else [])])


def _result(totals: Account | None, rank: int, unsure: bool) -> Cell:
    if totals is None:
        return Cell()
    right, rest = totals.correct, totals.correct_of_answered
    spread = totals.repeats.std
    side = [f"{100 * right.low:.0f}–{100 * right.high:.0f}" if spread is None else f"± {100 * spread:.1f}"]
    if rest is not None:
        side.append(f"/ {100 * rest.rate:.1f}" if totals.answered else "/ –")
    if unsure:
        side.append(f"({100 * totals.share(Verdict.NOT_SURE):.1f})")
    missing = totals.asked - totals.answered
    tip = (
        f"{totals.verdicts[Verdict.CORRECT]} of {totals.asked} correct; "
        f"95 % interval {100 * right.low:.1f}–{100 * right.high:.1f}"
        + (f"; {missing} failed or unscored" if missing else "")
    )
    return Cell(f"{100 * right.rate:.1f}", " ".join(side), tip, right.rate, rank)


def settings(rows: Sequence[Row]) -> Grid | None:
    """How each model was asked; None if all were asked in the usual way, with nothing set."""
    models = [row for row in rows if row.is_model]
    columns = (
        Column("protocol"), Column("differs from it in"), Column("strategy"), Column("wordings"), Column("temperature"),
        Column("most tokens"), Column("thinking"), Column("system prompt"), Column("repeats"),
    )  # fmt: skip
    lines = []
    for row in models:
        info, config = row.info, row.info.config
        texts = (
            info.protocol, ", ".join(row.deviations), info.strategy,
            "varied" if info.wordings is None else info.wordings.name, str(config.get("temperature", "")),
            _count(config.get("max_tokens")), info.thinking, "yes" if config.get("system_message") else "",
            str(len({r.repeat for r in row.records})),
        )  # fmt: skip
        lines.append(Line(row.label, tuple(map(Cell, texts)), row.group, row.index, row.full_name))
    if not any(row.info.protocol or row.info.config or row.info.wordings or row.info.thinking for row in models):
        return None
    caption = (
        "A protocol holds the settings of a paper. A dash is what was left to the provider. Wordings: as the dataset "
        "has them (varied; samples are shown in these), one for each task (fixed), or those of a file."
    )
    return Grid("How each model was asked", caption, columns, tuple(lines))


def accounting(rows: Sequence[Row]) -> Grid:
    """Every question that was asked, by how it ended; the numbers of a line add up."""
    columns = [
        Column("asked"), Column("answered", tip="a reply came and was scored"),
        Column("of asked", "correct, %", short="asked"), Column("of answered", "correct, %", short="answered"),
        *(Column(WORDS[v], "of the answered") for v in _ANSWERED),
        *(Column(WORDS[v], "not answered") for v in NOT_ANSWERED),
    ]  # fmt: skip
    lines = []
    for row in rows:
        totals = account(row.records)
        counted = [totals.verdicts[v] for v in (*_ANSWERED, *NOT_ANSWERED)]
        cells = (
            Cell(f"{totals.asked:,}"), Cell(f"{totals.answered:,}"), _share(totals.correct.rate),
            _share(of_answered(totals)), *(Cell(f"{n:,}") for n in counted),
        )  # fmt: skip
        lines.append(Line(row.label, cells, row.group, row.index, row.full_name))
    caption = (
        "Asked = answered + failed + tool failed + unscored; answered = the six ways an answer can end. "
        "Nothing is left out."
    )
    return Grid("Accounting", caption, tuple(columns), tuple(lines))


def failures(rows: Sequence[Row]) -> Grid | None:
    """Why no reply came; None if every question got one."""
    counts = [Counter(r.failure for r in row.records if r.failure is not None) for row in rows]
    kinds = sorted({kind for count in counts for kind in count})
    if not kinds:
        return None
    columns = (*(Column(kind.value.replace("_", " ")) for kind in kinds), Column("failed"), Column("of asked, %"))
    lines = [
        Line(
            row.label,
            (
                *(Cell(f"{count[kind]:,}") for kind in kinds),
                Cell(f"{count.total():,}"),
                Cell(f"{100 * count.total() / len(row.records):.1f}", share=count.total() / len(row.records)),
            ),
            row.group,
            row.index,
            row.full_name,
        )
        for row, count in zip(rows, counts, strict=True)
        if count
    ]
    caption = "The same `diorama eval` command asks these again, and only these."
    return Grid("Failures by kind", caption, columns, tuple(lines))


_ANSWERED = (
    Verdict.CORRECT, Verdict.INCORRECT, Verdict.HALLUCINATED, Verdict.NOT_SURE, Verdict.UNREAD, Verdict.REFUSED,
)  # fmt: skip


def measures() -> dict[str, Measure]:
    """What kinds of answer measure besides right and wrong."""
    return {name: each for _, kind in KINDS.working() for name, each in kind.measures.items()}


def further(rows: Sequence[Row]) -> Grid | None:
    """What scorers noted besides right and wrong: flags in % of all that was asked, graded scores of the whole task."""
    known = {name: each for name, each in measures().items() if not each.detail}
    records = [r for row in rows for r in row.records]
    wanted = sorted({(r.suite, r.task, r.level, name) for r in records for name in _noted_names(r, known)})
    if not wanted:
        return None
    graded = {name for r in records for name in r.numbers} | {name for name, each in known.items() if each.is_ratio}
    lines = []
    for row in rows:
        accounts = {cell: row.account(_within(*cell)) for cell in {(s, t, level) for s, t, level, _ in wanted}}
        cells = tuple(_noted(accounts[s, t, level], name, name in graded) for s, t, level, name in wanted)
        lines.append(Line(row.label, cells, row.group, row.index, row.full_name))
    columns = tuple(Column(known[name].title, task_name(s, t, level)) for s, t, level, name in wanted)
    return Grid(
        "Beyond right and wrong",
        "Flags in % of all questions asked in the task; graded scores as means in %, F1 as that of all answers "
        "together, with the 95 % interval. Would overlap: the proposed swaps put an object where another one is (the "
        "volumetric error rate). Published: as the released scorer of the paper counts.",
        columns,
        tuple(lines),
    )


def _noted_names(record: Record, known: Mapping[str, Measure]) -> Iterator[str]:
    """The measures that a record has something for."""
    for name, each in known.items():
        if name in record.flags or (each.below[0] if each.is_ratio else name) in record.numbers:
            yield name


def _within(suite: str, task: str, level: str) -> Callable[[Record], bool]:
    return lambda r: (r.suite, r.task, r.level) == (suite, task, level)


def _noted(totals: Account | None, name: str, graded: bool) -> Cell:
    if totals is None or (graded and totals.number(name) is None):
        return Cell()
    if graded:
        score = totals.numbers[name]
        return Cell(f"{100 * score.rate:.1f}", f"{100 * score.low:.0f}–{100 * score.high:.0f}", share=score.rate)
    hits = totals.flags.get(name, 0)
    return Cell(f"{100 * hits / totals.asked:.1f}", tip=f"{hits} of {totals.asked}")


def spent(rows: Sequence[Row]) -> Grid | None:
    """Calls, tokens, time and money; every other role has its own line."""
    lines = []
    for row in rows:
        totals = account(row.records)
        each = totals.output_tokens / totals.answered if totals.output_tokens is not None and totals.answered else None
        texts = (
            _count(totals.calls), _count(totals.input_tokens), _count(totals.output_tokens), _count(each),
            _seconds(totals.seconds), _dollars(totals.cost),
        )  # fmt: skip
        if any(texts):
            lines.append(Line(row.label, tuple(map(Cell, texts)), row.group, row.index, row.full_name))
        for role, used in totals.tools.items():
            texts = (
                f"{used.calls:,}", _count(used.input_tokens), _count(used.output_tokens), "",
                _seconds(used.seconds / max(1, used.calls)), _dollars(used.cost),
            )  # fmt: skip
            lines.append(Line(f"{row.label}: {role}", tuple(map(Cell, texts)), row.group, row.index, row.full_name))
    if not lines:
        return None
    columns = (
        Column("calls"), Column("read", "tokens"), Column("written", "tokens"),
        Column("written an answer", "tokens"), Column("seconds a question", tip="for a tool: a call"), Column("cost"),
    )  # fmt: skip
    return Grid("Calls, tokens, time, cost", "Over all questions; a dash where nobody said.", columns, tuple(lines))


def comparison(rows: Sequence[Row]) -> Grid | None:
    """Each row minus each other, on the samples that both answered."""
    kept = list(rows[:MOST_COMPARED])
    if len(kept) < 2:
        return None
    lines = [Line(a.label, tuple(_difference(a, b) for b in kept), a.group, a.index, a.full_name) for a in kept]
    caption = (
        "Row minus column in percentage points, on the samples that both answered, and the 95 % interval (bootstrap "
        f"over scenes; none below {FEWEST_SCENES} of them). * it leaves out zero. Point at a number for McNemar's test."
    )
    if warning := protocol_warning(kept):
        caption += f" {warning[:1].upper()}{warning[1:]}."
    columns = tuple(Column(row.label, "minus", row.full_name, row=row.index) for row in kept)
    return Grid("Paired comparison", caption, columns, tuple(lines))


def _difference(a: Row, b: Row) -> Cell:
    if a is b or not _common(a, b):
        return Cell()
    pair = compare(b.records, a.records)
    gain = pair.difference
    few = pair.scenes < FEWEST_SCENES
    reach = (
        f"no interval from {pair.scenes} scenes"
        if few
        else f"95 % interval {100 * gain.low:+.1f} to {100 * gain.high:+.1f}"
    )
    tip = (
        f"{a.label} minus {b.label}: {reach}, on {pair.samples} samples; "
        f"only {a.label} right {pair.only_second}, only {b.label} right {pair.only_first}; "
        f"McNemar p = {pair.p:.3g}"
    )
    star = "*" if not few and (gain.low > 0 or gain.high < 0) else ""
    side = "" if few else f"{100 * gain.low:+.0f} … {100 * gain.high:+.0f}"
    return Cell(f"{100 * gain.rate:+.1f}{star}".replace("-", "−"), side.replace("-", "−"), tip)


def _common(a: Row, b: Row) -> bool:
    return not {r.sample_id for r in a.records if r.answered}.isdisjoint(r.sample_id for r in b.records if r.answered)


HEADER = (
    "model", "strategy", "protocol", "deviations", "label", "player", "suite", "task", "level", "asked", "answered",
    *(v.value for v in Verdict),
    *(f"failed_{kind.value}" for kind in Failure), "rate", "rate_low", "rate_high", "rate_std_over_repeats",
    "rate_of_answered", "rate_of_answered_low", "rate_of_answered_high", "repeats", "chance", "chance_low",
    "chance_high", "calls", "input_tokens", "output_tokens", "seconds", "cost", "source", "spread",
)  # fmt: skip


def header() -> tuple[str, ...]:
    """The columns of `flat`: fixed ones, and then whatever the kinds measure.

    `source` and `spread` tell measured lines from published ones, and what stands after ± in these.
    """
    return (*HEADER, *measures())


def flat(rows: Sequence[Row]) -> Iterator[tuple[object, ...]]:
    """One line for each row and task, with every number: what `--csv` writes under `header`."""
    extra = tuple(measures())
    for row in rows:
        for suite in suites_of(row.records):
            averages = (p for p in columns_of(suite, row.records) if p.average)
            for place in (*cells_of(suite, row.records), *averages):
                totals = row.account(place.holds)
                if totals is not None:
                    yield _flat(row, place, totals, extra)


def _flat(row: Row, place: Slice, totals: Account, extra: Sequence[str]) -> tuple[object, ...]:
    right, rest, chances = totals.correct, totals.correct_of_answered, totals.chance_interval or (None, None)
    rates = (right.rate, right.low, right.high, totals.repeats.std, of_answered(totals))
    rest_interval = (None, None) if rest is None or not totals.answered else (rest.low, rest.high)
    return (
        row.model, row.strategy, row.info.protocol, "; ".join(row.deviations), row.label,
        "yes" if row.player else "no", place.suite, place.task or "all",
        "all" if place.level is None else place.level, totals.asked, totals.answered,
        *(totals.verdicts[v] for v in Verdict), *(totals.failures.get(kind, 0) for kind in Failure), *map(_six, rates),
        *map(_six, rest_interval), totals.repeats.repeats, _six(totals.chance), *map(_six, chances),
        totals.calls, totals.input_tokens, totals.output_tokens, _six(totals.seconds), _six(totals.cost),
        MEASURED, None,
        *(_measured(totals, name) for name in extra),
    )  # fmt: skip


def _measured(totals: Account, name: str) -> float | None:
    """A flag's share of all questions asked, or a graded score; None if there is neither."""
    if (score := totals.number(name)) is not None:
        return _six(score)
    return _six(totals.flag_share(name)) if name in totals.flags else None


def of_answered(totals: Account) -> float | None:
    """The share of correct answers among all that were answered and scored; None if none were."""
    return totals.verdicts[Verdict.CORRECT] / totals.answered if totals.answered else None


def _six(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


def _rate(totals: Account | None) -> float | None:
    return None if totals is None else totals.correct.rate


def _share(value: float | None) -> Cell:
    return Cell() if value is None else Cell(f"{100 * value:.1f}", share=value)


def _count(value: float | None) -> str:
    return "" if value is None else f"{value:,.0f}"


def _dollars(value: float | None) -> str:
    return "" if value is None else f"${value:,.2f}"


def _seconds(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}" if value < 10 else f"{value:.0f}"
