"""What the laboratory found inside a model, as a part of a report: tables, figures, and how to read them."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image

from diorama.report.analyses.analysis import Analysis
from diorama.report.grid import Cell, Column, Grid, Line, Number

if TYPE_CHECKING:
    from diorama.lab.finishing import Analysed
    from diorama.lab.summaries import Table

TITLES = {
    "dgar": "Where the model looks (DGAR)", "trace": "What answers depend on, and where it can be mended",
    "reflect": "Do reflections draw attention", "probe": "What can be read off each site",
}  # fmt: skip
SHOWN = {"dgar": ("dgar_by_task",), "trace": ("groundedness",), "reflect": ("reflect_means",), "probe": ()}
FOLDED = {"dgar": (), "trace": ("recovery",), "reflect": (), "probe": ("probes",)}
"""Tables that a page shows, and long ones that it folds away; the others are CSV files beside the figures."""
FIGURES = {
    "dgar_regions": "What attention falls on, and modes", "dgar_layers": "By layer and head",
    "recovery_target": "Mending noise on the target", "recovery_correct": "Mending noise on what is depth-correct",
    "recovery_answer": "Mending noise on the answer's own things", "groundedness": "Groundedness",
    "reflect_areas": "What attention falls on", "reflect_first": "The first example", "probes": "Linear probes",
}  # fmt: skip
NOTES = {
    "dgar_by_task": "Shares of the attention to the picture from the place where the answer begins, mean over layers "
    "and heads; 95 % intervals over scenes. DGAR: where the answer lies in depth; TF: the target; IRR: the rest.",
    "groundedness": "Noise in place of a region's patches. Grounded: the probability of the first token drops by more "
    "than 0.05, or another token comes first. Ungrounded: it drops by less than 0.01, and no other does.",
    "recovery": "The share of the drop that is undone when a site's clean state is put back. Floor and ceiling are "
    "what the architecture fixes, whatever the weights; where there are none, the weights decide.",
    "reflect_means": "Shares of attention on true mirror images, on missing ones, on objects and on the rest. The line "
    "'area' is what even attention would give.",
    "probes": "Linear probes in worlds that they were not fitted to: R² for depth, else the share of right answers. "
    "Shuffled is the same with shuffled labels.",
    "samples": "How many samples were looked at, and why some were not.",
}  # fmt: skip
EXAMPLES = "Up to two of each mode and each kind of answer. Green is where the answer lies. "
"Bright is where those heads look that look there most: they are picked for it, and prove nothing by themselves."
NAMES = ("task", "corrupted", "question", "site", "where", "answer", "ended")
"""Columns that name a row, in front of the numbers."""
MEANS = ("mean", "score")
"""Columns whose interval is in `low` and `high`."""
TABLES = {
    "dgar_by_task": "Where attention falls, by task", "groundedness": "Groundedness",
    "recovery": "Recovery at each site", "reflect_means": "What attention falls on", "probes": "What probes read",
    "samples": "Samples",
}  # fmt: skip


def laboratory(folders: Sequence[Path]) -> tuple[Analysis, ...]:
    """Each folder of `diorama lab` as an analysis."""
    if not folders:
        return ()
    from diorama.lab.finishing import as_written, read_analysis

    found = []
    for folder in {folder.resolve(): folder for folder in folders}.values():
        with as_written(folder):
            found.append(_analysis(read_analysis(folder)))
    return tuple(found)


def _analysis(found: Analysed) -> Analysis:
    from diorama.lab.figures import drawn, figures_of
    from diorama.lab.finishing import gallery_of

    tables = {table.name: table for table in found.tables}
    figures = [
        (FIGURES[name], "", _image(drawn(figure)["svg"], name, "svg+xml"))
        for name, figure in figures_of(found.instrument, found.examples, found.tables)
    ]
    if (gallery := gallery_of(found)) is not None:
        figures.append(("Examples", EXAMPLES, _image(_smaller(drawn(gallery)["png"]), "examples", "webp")))
    return Analysis(
        f"{TITLES[found.instrument]}: {Path(str(found.setting.get('model', ''))).name}",
        tuple(_grid(tables[name]) for name in SHOWN[found.instrument]),
        tuple(_grid(tables[name]) for name in (*FOLDED[found.instrument], "samples")),
        pictures=tuple(figures),
        notes=(_origin(found), *found.words()),
    )


def _origin(found: Analysed) -> str:
    """Which folder this is, and of what: two sections may be about one model."""
    told = {name: found.setting.get(name) for name in ("folder", "replies", "regions", "where", "sites")}
    parts = {"folder": "dataset", "where": "restored", "sites": "sites", "replies": "replies", "regions": "regions"}
    return f"From {found.folder}: " + "; ".join(f"{parts[name]} {value}" for name, value in told.items() if value) + "."


def _grid(table: Table) -> Grid:
    """A tidy table as one of the report: what names a row stands in front, an interval beside its number."""
    words = [c for c in table.columns if not any(isinstance(row.get(c), float) for row in table.rows)]
    names = [c for c in words if c in NAMES and len({row.get(c) for row in table.rows}) > 1] or list(table.columns[:1])
    ends = {c: (f"{c} low", f"{c} high") for c in table.columns if f"{c} low" in table.columns}
    ends |= {c: ("low", "high") for c in table.columns if c in MEANS and "low" in table.columns}
    beside = {end for pair in ends.values() for end in pair}
    rest = [c for c in table.columns if c not in (*names, *beside, "means")]
    lines = tuple(
        Line(" · ".join(str(row[c]) for c in names), tuple(_cell(row, c, ends.get(c)) for c in rest))
        for row in table.rows
    )
    return Grid(TABLES[table.name], NOTES[table.name], tuple(Column(c) for c in rest), lines)


def _cell(row: Mapping[str, Any], column: str, ends: tuple[str, str] | None) -> Cell:
    value = row.get(column)
    if value is None or value == "":
        return Cell()
    if not isinstance(value, float):
        return Cell(str(value), number=Number(value) if isinstance(value, int) else None)
    low, high = (row.get(end) for end in ends) if ends else (None, None)
    side = f"{low:.3f} to {high:.3f}" if low is not None and high is not None else ""
    return Cell(f"{value:.3f}", side, number=Number(value, low, high))


def _image(data: bytes, name: str, kind: str) -> str:
    """A figure as a picture of its own: nothing in it can reach the page."""
    coded = b64encode(data).decode()
    return f'<img alt="{escape(name)}" style="max-width:100%" src="data:image/{kind};base64,{coded}">'


def _smaller(png: bytes) -> bytes:
    """A figure of pictures takes a tenth of the room as WebP."""
    stream = BytesIO()
    Image.open(BytesIO(png)).convert("RGB").save(stream, "WEBP", quality=80)
    return stream.getvalue()
