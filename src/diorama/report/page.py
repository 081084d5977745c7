"""The report as one HTML file: it loads nothing, escapes all text from models, and can be printed."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path

from diorama.ask import Record, Verdict
from diorama.ask.summary_lines import scoring_warning
from diorama.ask.tables import account, scorings
from diorama.errors import DioramaError
from diorama.kinds import NOT_ANSWERED
from diorama.report import figures, summary
from diorama.report.analyses import Analysis, LeftOut
from diorama.report.cards import WORDS, Gallery, cards, chosen
from diorama.report.grid import Grid, to_html
from diorama.report.layout import cells_of, suites_of
from diorama.report.published import paper_table
from diorama.report.rows import Row, protocol_warning, unfinished_warning
from diorama.suites import SUITES

GALLERY = 200
"""Samples shown with their pictures."""
MOST_FOLDS = 3
"""Detailed tables that are folded each under its own title; more of them are folded together."""
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""Characters that no page may hold; models may write any."""
HUES, GREYS = 8, 4
"""Colours that the style sheet has for models and for players."""


def write_page(
    rows: Sequence[Row],
    path: str | Path,
    *,
    title: str,
    gallery: Gallery | None = None,
    analyses: tuple[Sequence[Analysis], Sequence[LeftOut]] = ((), ()),
    published: Mapping[str, Sequence[Grid]] | None = None,
) -> None:
    """Write the page piece by piece; the file appears under its name only when complete.

    `published` are tables for each suite in which the numbers of its paper stand beside ours.
    """
    path = Path(path)
    part = path.with_name(path.name + ".part")
    try:
        with part.open("w", encoding="utf-8", errors="replace") as page:
            pieces = _page(rows, title, gallery or Gallery(most=GALLERY), *analyses, published or {})
            page.writelines(_CONTROLS.sub("\N{REPLACEMENT CHARACTER}", piece) for piece in pieces)
        os.replace(part, path)
    except OSError as error:
        raise DioramaError(f"cannot write {path}: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)


def _page(
    rows: Sequence[Row],
    title: str,
    gallery: Gallery,
    found: Sequence[Analysis],
    left_out: Sequence[LeftOut],
    published: Mapping[str, Sequence[Grid]],
) -> Iterator[str]:
    records = [r for row in rows for r in row.records]
    yield (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:; '
        "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">"
        f"<title>{escape(title)}</title><style>{_asset('report.css')}{_colours(rows)}</style></head><body>\n"
        f'<header class="top"><h1>{escape(title)}</h1>{_lead(rows, records)}{_tiles(records)}</header>\n'
        f'<nav class="rows" aria-label="Models and players shown"><div>{"".join(map(_chip, rows))}</div></nav>\n'
        "<main>\n"
    )
    for suite in suites_of(records):
        yield _results(rows, suite, published.get(suite, ()))
    asked = summary.settings(rows)
    yield _table(asked) if asked is not None else ""
    yield _section(
        "Every task",
        "Correct answers in % of all asked; thin lines are 95 % intervals, the dashed line is blind guessing.",
        figures.panels(rows),
    )
    yield _section("How every question ended", "", figures.outcomes(rows) + to_html(summary.accounting(rows)))
    for one in found:
        yield _analysis(one, rows)
    for grid in (summary.failures(rows), summary.comparison(rows), summary.further(rows), summary.spent(rows)):
        yield _table(grid) if grid is not None else ""
    yield _left_out(left_out)
    yield from _gallery(rows, records, gallery)
    yield f"</main>\n{_FOOTER}<script>{_asset('report.js')}</script></body></html>\n"


def _results(rows: Sequence[Row], suite: str, published: Sequence[Grid]) -> str:
    """The results, and those of the paper: beside ours if wanted, or else folded away."""
    grid, paper = summary.results(rows, suite), paper_table(suite)
    about = SUITES.get(suite).title if suite in SUITES else ""
    if published:
        first, *others = published
        more = "".join(f"<h3>{escape(other.title)}</h3>{to_html(other)}" for other in others)
        return _section(grid.title, about, to_html(grid)) + _section(first.title, "", to_html(first) + more)
    folded = "" if paper is None else _folded("What the paper reports, on its own pictures", to_html(paper))
    return _section(grid.title, about, to_html(grid) + folded)


def _lead(rows: Sequence[Row], records: Sequence[Record]) -> str:
    """One sentence about what was asked, and a warning where numbers rest on incomplete answers."""
    models, players = sum(row.is_model for row in rows), sum(row.player for row in rows)
    counts = ((models, "model", ""), (sum(row.people for row in rows), "person", "people"), (players, "player", ""))
    *before, last = [_plural(*each) for each in counts if each[0]]
    who = " and ".join(filter(None, (", ".join(before), last)))
    samples, repeats = len({r.sample_id for r in records}), len({r.repeat for r in records if not r.person})
    again = f", each {repeats} times" if repeats > 1 else ""
    what = f"{_plural(samples, 'sample')} of {escape(' and '.join(suites_of(records)))}"
    paragraphs = f'<p class="lead">{what}, put to {who}{again}.</p>'
    asked = {row.label: {(r.sample_id, 0 if r.person else r.repeat) for r in row.records} for row in rows}
    most = max(len(pairs) for pairs in asked.values())
    part = [f"{escape(name)} ({len(pairs):,})" for name, pairs in asked.items() if len(pairs) < most]
    if part:
        paragraphs += (
            f'<p class="warning">Not all were asked the same {most:,} questions: {", ".join(part)}. Compare them with '
            "others in the paired comparison, which looks at common samples only.</p>"
        )
    for kind, ways in scorings(records).items():
        paragraphs += f'<p class="warning">{escape(scoring_warning(kind, ways).capitalize())}.</p>'
    for warning in filter(None, (unfinished_warning(rows), protocol_warning(rows))):
        paragraphs += f'<p class="warning">{escape(warning[:1].upper() + warning[1:])}.</p>'
    if any("lenient" in r.scoring for r in records):
        paragraphs += '<p class="warning">Scoring was lenient: wrong colours were forgiven.</p>'
    missing = sum(r.verdict in NOT_ANSWERED for r in records)
    if missing:
        paragraphs += (
            f'<p class="warning">{missing:,} of {len(records):,} questions failed or could not be scored. They count '
            "as not correct in the first number, and are left out of the second, wherever there are two.</p>"
        )
    return paragraphs


def _tiles(records: Sequence[Record]) -> str:
    totals = account(records)
    counts = {
        "samples": len({r.sample_id for r in records}),
        "scenes": len({r.scene for r in records}),
        "questions asked": totals.asked,
        "answered": totals.answered,
        "failed": totals.verdicts[Verdict.FAILED] + totals.verdicts[Verdict.TOOL_FAILED],
        "unscored": totals.verdicts[Verdict.UNSCORED],
    }
    tiles = "".join(f"<div><b>{n:,}</b><span>{name}</span></div>" for name, n in counts.items())
    return f'<div class="tiles">{tiles}</div>'


def _chip(row: Row) -> str:
    return (
        f'<button type="button" data-chip="{row.index}" aria-pressed="true" title="{escape(row.full_name)}">'
        f'<i class="swatch c{row.index}"></i>{escape(row.label)}</button>'
    )


def _analysis(one: Analysis, rows: Sequence[Row]) -> str:
    """The tables of an analysis, its charts, and its details folded away."""
    panels = "".join(_panel(*each) for each in one.charts)
    charts = f'<div class="charts">{panels}</div>{_key(rows)}' if panels else ""
    if len(one.details) > MOST_FOLDS:
        folded = _folded("All tables", "".join(f"<h3>{escape(g.title)}</h3>{to_html(g)}" for g in one.details))
    else:
        folded = "".join(_folded(grid.title, to_html(grid)) for grid in one.details)
    pictures = "".join(_panel(*each) for each in one.pictures)
    notes = "".join(f'<p class="soft">{escape(note)}</p>' for note in one.notes)
    own = f'<div class="wide">{pictures}</div>' if pictures else ""
    return _section(one.title, "", notes + own + "".join(map(to_html, one.grids)) + charts + folded)


def _left_out(reasons: Sequence[LeftOut]) -> str:
    if not reasons:
        return ""
    items = "".join(f"<li><b>{escape(one.title)}</b>: {escape(one.reason)}.</li>" for one in reasons)
    return f"<section>{_folded('What is left out, and why', f'<ul>{items}</ul>')}</section>\n"


def _folded(title: str, content: str) -> str:
    return f"<details class=paper><summary>{escape(title)}</summary>{content}</details>"


def _panel(name: str, note: str, picture: str) -> str:
    return f'<div class="panel"><h3>{escape(name)}</h3><p class="soft">{escape(note)}</p>{picture}</div>'


def _key(rows: Sequence[Row]) -> str:
    key = '<div class="key">' + "".join(
        f'<span data-row="{row.index}"><i class="swatch c{row.index}"></i>{escape(row.label)}</span>' for row in rows
    )
    return f"{key}</div>"


def _gallery(rows: Sequence[Row], records: Sequence[Record], gallery: Gallery) -> Iterator[str]:
    ids = chosen(rows, gallery.most)
    if not ids:
        return
    kinds = [place for suite in suites_of(records) for place in cells_of(suite, records)]
    ends = {r.verdict for r in records}
    by_cell = _options([("", "every task"), *((f"{p.suite}/{p.task}/{p.level}", p.title) for p in kinds)])
    by_row = _options([("", "by anyone"), *((str(row.index), row.label) for row in rows)])
    by_end = _options([("", "ending in any way"), *((v.value, WORDS[v]) for v in Verdict if v in ends)])
    everything = len({r.sample_id for r in records})
    part = "" if len(ids) == everything else f" {len(ids)} of {everything:,} samples, spread evenly over the tasks."
    lost = " Without pictures: the dataset was not found; name it with --data."
    pictures = "" if gallery.source is not None else lost
    yield (
        '<section><h2 id="gallery">Samples</h2>'
        f'<p class="soft">Open a line to read what a model wrote.{part}{pictures}</p>'
        f'<div class="filters"><select name="cell" aria-label="Task">{by_cell}</select>'
        f'<select name="row" aria-label="Model">{by_row}</select>'
        f'<select name="verdict" aria-label="Ending">{by_end}</select>'
        '<input name="words" type="search" placeholder="words in a question or an answer" aria-label="Words"></div>'
        f'<p class="soft" id="shown">{_plural(len(ids), "sample")}</p>\n'
    )
    yield from cards(rows, gallery, ids)
    yield '<button class="more" type="button" hidden>Show more</button></section>\n'


def _options(choices: Sequence[tuple[str, str]]) -> str:
    return "".join(f'<option value="{escape(value)}">{escape(words)}</option>' for value, words in choices)


def _table(grid: Grid) -> str:
    return _section(grid.title, "", to_html(grid))


def _section(title: str, note: str, content: str) -> str:
    intro = f'<p class="soft">{escape(note)}</p>' if note else ""
    return f"<section><h2>{escape(title)}</h2>{intro}{content}</section>\n"


def _colours(rows: Sequence[Row]) -> str:
    """A hue for each model and person, a grey for each player."""
    rules, seen = [], {True: 0, False: 0}
    for row in rows:
        k = seen[row.player]
        seen[row.player] += 1
        rules.append(f".c{row.index}{{--c:var(--{f'p{k % GREYS}' if row.player else f'r{k % HUES}'})}}")
    return "".join(rules)


def _asset(name: str) -> str:
    return files("diorama.report").joinpath("assets", name).read_text("utf-8")


def _plural(n: int, word: str, several: str = "") -> str:
    return f"{n:,} {word if n == 1 else several or f'{word}s'}"


_FOOTER = """<footer><p>How to read this</p><ul>
<li>Truths are computed from 3D worlds by geometry and physics, and hold when the world is nudged a little.</li>
<li>Players: <b>oracle</b> knows the world; <b>catalogue</b> knows only the names and 2D boxes of what is visible;
<b>groundline</b> also takes what reaches further down for nearer; <b>random</b> guesses.
What a catalogue can answer needs no idea of depth.</li>
<li>Intervals are 95 % and clustered by scene: questions about one scene are not independent. Where three people or more
answered, rates of right answers are clustered by person too: they say what other people would do on other scenes.</li>
<li><b>Hallucinated</b>: the answer names something that is not in the scene. <b>Unread</b>: no answer could be found in
the reply. <b>Failed</b>: no reply came. <b>Tool failed</b>: something that the strategy needs besides the model failed.
<b>Unscored</b>: a reply came that could not be scored.</li>
</ul></footer>
"""
