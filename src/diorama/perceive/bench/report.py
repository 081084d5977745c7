"""The report of a bench: CSV, JSON and one page, from the rows that are there."""

from __future__ import annotations

import base64
import csv
import html
import io
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from diorama.data import load, whole_file
from diorama.perceive.bench.conditions import EXACT
from diorama.perceive.bench.layered import drawn, names_in
from diorama.perceive.bench.looking import Looking, known_of
from diorama.perceive.bench.pair_faults import FAULTS, LAYER, faults, largest_layer
from diorama.perceive.bench.pair_faults import counted as counted_edges
from diorama.perceive.bench.rows import Row
from diorama.perceive.bench.running import all_rows
from diorama.perceive.bench.tables import Table, tables
from diorama.perceive.bench.tally import Tally, tallied
from diorama.perceive.bench.thresholds import Chosen, chosen
from diorama.perceive.bench.variations import counted, tried
from diorama.perceive.construct.limits import Limits

EXAMPLES = 4
"""Pictures of layers that hide layers, and of questions that the graph of pairs gets wrong."""
CROWDS, PICTURES = ("T1", "T2", "T3"), 40
"""Tasks with crowded pictures, and how many of these are looked at edge by edge."""
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
    told: str
    faults: tuple[str, ...]


def make_report(data: Path, out: Path, limits: Limits, choose_on: Path | None = None) -> tuple[Tally, list[Table]]:
    """Count the rows in `out`, write the files there, and return what is printed."""
    tally = tallied(all_rows(out))
    thresholds = chosen(all_rows(choose_on), all_rows(out)) if choose_on is not None else []
    there = counted(all_rows(choose_on)) if choose_on is not None else {}
    variations = tried(there, counted(all_rows(out)), limits)
    found = tables(tally, thresholds, variations)
    wrong = examples(data, out, tally.layered, limits)
    crowds = [row.sample for row in all_rows(out) if _by_pairs(row) and row.task in CROWDS][:PICTURES]
    edges, hidden = layers(data, crowds, limits)
    found += [table for table in (fault_table(wrong), edge_table(edges, len(crowds))) if table.rows]
    shown = [*hidden, *wrong[:EXAMPLES]]
    for table in found:
        _write(out / f"{table.name}.csv", _csv(table))
    _write(out / "bench.json", _json(tally, thresholds))
    for each in shown:
        with whole_file(out / f"pairs-{each.sample}.webp") as file:
            file.write(each.picture)
    _write(out / "index.html", page(found, shown))
    return tally, found


def examples(data: Path, out: Path, samples: Sequence[str], limits: Limits) -> list[Example]:
    """Questions that the graph of pairs gets wrong, with both answers and why they differ."""
    rows = {row.sample: row for row in all_rows(out) if row.sample in set(samples) and _by_pairs(row)}
    dataset = load(data)
    found = []
    for name in samples:
        sample, row = dataset.get(name), rows[name]
        assert sample.query is not None
        known, asked = known_of(sample), sample.query.bodies()
        truth, said = set(sample.kind.bodies(sample.answer)), set(names_in(sample, row.said))
        why = faults(known, Looking(known).at(EXACT, limits).graph, asked, truth ^ said)
        words = sample.answer.words({n: known.world[n].phrase for n in known.world.inventory})
        reasons = "; ".join(why) or "many slight ones"
        told = f"{sample.question} Exact: {words}. By pairs: {row.said or 'no answer'}. Why: {reasons}."
        found.append(Example(name, sample.task, drawn(known, asked, truth, said), told, why))
    return found


def layers(data: Path, samples: Sequence[str], limits: Limits) -> tuple[Counter[str], list[Example]]:
    """What becomes of the edges of all things in some pictures, and the largest layers that hide layers."""
    dataset, edges = load(data), Counter[str]()
    found: list[tuple[int, Example]] = []
    for name in samples:
        sample = dataset.get(name)
        known = known_of(sample)
        graph = Looking(known).at(EXACT, limits).graph
        edges += counted_edges(known, graph)
        layer = largest_layer(known, graph)
        if layer is not None:
            back, front, before = (known.world[each].phrase for each in (layer.back, layer.front, layer.before))
            told = f"Before {back} stands {front}, and before both {before}: no pair of masks says so of the first two."
            picture = drawn(known, [layer.back], [layer.front, layer.before], [layer.before])
            found.append((layer.px, Example(f"{name}-layers", sample.task, picture, told, (LAYER,))))
    found.sort(key=lambda each: -each[0])
    return edges, [example for _, example in found[:EXAMPLES]]


def edge_table(edges: Counter[str], pictures: int) -> Table:
    """Of all things in pictures, who hides whom: what pairs find of it, and why they miss or invent the rest."""
    exact = edges["exact"]
    rows = [
        ("found", "what pairs find of it", str(edges["found"]), f"{100 * edges['found'] / max(1, exact):.0f} %"),
        *(
            (name, about, str(edges[name]), f"{100 * edges[name] / max(1, exact):.0f} %")
            for name, about in FAULTS.items()
        ),
    ]
    return Table(
        "edges", "Who hides whom, by pairs",
        f"All things in {pictures} pictures, with exact perception, of {exact} times that one hides a part of another. "
        "Corners are edges too many, medians are edges turned round, the others are missing.",
        ("", "what happens", "edges", "of the true ones"), tuple(rows) if exact else (),
    )  # fmt: skip


def fault_table(wrong: Sequence[Example]) -> Table:
    """How many of the questions that exact perception gets wrong show each fault of the graph of pairs."""
    tasks = sorted({each.task for each in wrong})
    rows = tuple(
        (name, *(str(sum(name in each.faults for each in wrong if each.task == task)) for task in tasks))
        for name in FAULTS
    )
    heads = (f"{task} (of {sum(each.task == task for each in wrong)} wrong)" for task in tasks)
    return Table(
        "pairs", "What makes answers wrong",
        "Questions that exact perception gets wrong and the exact graph mends; one can show several faults.",
        ("fault", *heads), rows if wrong else (),
    )  # fmt: skip


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
        said = f"{each.task}, {each.sample}. {each.told}"
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
