"""The report of a bench: CSV, JSON and one page, from the rows that are there."""

from __future__ import annotations

import base64
import csv
import html
import io
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from diorama.data import load, whole_file
from diorama.perceive.bench.layered import drawn, names_in
from diorama.perceive.bench.looking import known_of
from diorama.perceive.bench.rows import Row
from diorama.perceive.bench.running import all_rows
from diorama.perceive.bench.tables import Table, tables
from diorama.perceive.bench.tally import Tally, tallied
from diorama.perceive.bench.thresholds import Chosen, chosen
from diorama.perceive.bench.variations import counted, tried
from diorama.perceive.construct.limits import Limits

EXAMPLES = 6
"""Pictures of questions that the graph of pairs gets wrong."""
STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; color: #1b1f24 }
table { border-collapse: collapse; margin: .5rem 0 2rem; font-size: 13px; display: block; overflow-x: auto }
th, td { border-bottom: 1px solid #d8dee4; padding: .25rem .6rem; text-align: left; white-space: nowrap }
th { background: #f6f8fa } figure { margin: 0 0 1.5rem } img { max-width: 100% } figcaption, p { color: #57606a }
.asked { color: #d6303e } .right { color: #229654 } .missed { color: #2e68d6 } .wrong { color: #f09614 }
"""


@dataclass(frozen=True)
class Example:
    """A question that the graph of pairs gets wrong, as a picture."""

    sample: str
    task: str
    picture: bytes
    question: str
    exact: str
    pairs: str


def make_report(data: Path, out: Path, limits: Limits, choose_on: Path | None = None) -> tuple[Tally, list[Table]]:
    """Count the rows in `out`, write the files there, and return what is printed."""
    tally = tallied(all_rows(out))
    thresholds = chosen(all_rows(choose_on), all_rows(out)) if choose_on is not None else []
    there = counted(all_rows(choose_on)) if choose_on is not None else {}
    variations = tried(there, counted(all_rows(out)), limits)
    found = tables(tally, thresholds, variations)
    shown = examples(data, out, tally.layered[:EXAMPLES])
    for table in found:
        _write(out / f"{table.name}.csv", _csv(table))
    _write(out / "bench.json", _json(tally, thresholds))
    for each in shown:
        with whole_file(out / f"layers-{each.sample}.webp") as file:
            file.write(each.picture)
    _write(out / "index.html", page(found, shown))
    return tally, found


def examples(data: Path, out: Path, samples: Sequence[str]) -> list[Example]:
    """Pictures of questions, with both answers."""
    rows = {row.sample: row for row in all_rows(out) if row.sample in set(samples) and _by_pairs(row)}
    dataset = load(data)
    found = []
    for name in samples:
        sample, row = dataset.get(name), rows[name]
        assert sample.query is not None
        known, kind = known_of(sample), sample.kind
        phrases = {n: known.world[n].phrase for n in known.world.inventory}
        picture = drawn(known, sample.query.bodies(), kind.bodies(sample.answer), names_in(sample, row.said))
        words = sample.answer.words(phrases)
        found.append(Example(name, sample.task, picture, sample.question, words, row.said or "no answer"))
    return found


def _by_pairs(row: Row) -> bool:
    return row.condition == "exact" and not row.replaced


def page(found: Sequence[Table], shown: Sequence[Example]) -> str:
    """One page that needs no other file."""
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><title>Perceive bench</title>",
        f"<style>{STYLE}</style><h1>How good is construction from pictures?</h1>",
        *(_table(table) for table in found),
    ]
    if shown:
        parts.append(
            "<h2>Where the graph of pairs is wrong</h2><p>Perception is exact here. <span class=asked>Red</span>: what "
            "is asked about. <span class=right>Green</span>: named by both answers. <span class=missed>Blue</span>: "
            "named by the exact answer alone. <span class=wrong>Orange</span>: named by the graph of pairs alone. "
            "Fine lines are outlines of what is hidden.</p>"
        )
    for each in shown:
        source = base64.b64encode(each.picture).decode()
        said = f"{each.task} ({each.sample}). {each.question} Exact: {each.exact}. By pairs: {each.pairs}."
        parts.append(f"<figure><img alt='' src='data:image/webp;base64,{source}'>"
                     f"<figcaption>{html.escape(said)}</figcaption></figure>")  # fmt: skip
    return "\n".join([*parts, "</html>\n"])


def _table(table: Table) -> str:
    def line(tag: str, cells: Sequence[str]) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    rows = "".join(line("td", row) for row in table.rows)
    return (f"<h2>{html.escape(table.title)}</h2><p>{html.escape(table.note)}</p>"
            f"<table>{line('th', table.heads)}{rows}</table>")  # fmt: skip


def _csv(table: Table) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerows([table.heads, *table.rows])
    return file.getvalue()


def _json(tally: Tally, thresholds: Sequence[Chosen]) -> str:
    answers = [
        {"condition": condition, "task": task, **asdict(counts)} for (condition, task), counts in tally.answers.items()
    ]
    gates = [{"task": task, "gate": name, **asdict(count)} for (task, name), count in tally.gates.items()]
    told = {"answers": answers, "gates": gates, "thresholds": [asdict(each) for each in thresholds],
            "layered": tally.layered}  # fmt: skip
    return json.dumps(told, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _write(path: Path, content: str) -> None:
    with whole_file(path) as file:
        file.write(content.encode())
