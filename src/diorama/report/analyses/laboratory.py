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

TITLES = {
    "dgar": "Where the model looks (DGAR)", "trace": "What answers depend on, and where it can be mended",
    "reflect": "Do reflections draw attention", "probe": "What can be read off each site",
}  # fmt: skip
SHOWN = {
    "dgar": ("dgar_by_task",), "trace": ("groundedness", "recovery"), "reflect": ("reflect_means",),
    "probe": ("probes",),
}  # fmt: skip
"""Tables that a page shows; the others are CSV files beside the figures."""
NOTES = {
    "dgar_by_task": "Shares of the attention to the picture from the place where the answer begins, mean over layers "
    "and heads; 95 % intervals over examples. DGAR: where the answer lies in depth; TF: the target; IRR: the rest.",
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
EXAMPLES = "Up to two of each mode and each kind of answer. Green is where the answer lies; bright is looked at."
GROUP_BY = ("task", "corrupted", "question")
"""Columns that name a row, in front of the numbers."""


def laboratory(folders: Sequence[Path]) -> tuple[Analysis, ...]:
    """Each folder of `diorama lab` as an analysis."""
    if not folders:
        return ()
    from diorama.lab.finishing import read_analysis

    return tuple(_analysis(read_analysis(folder)) for folder in folders)


def _analysis(found: Analysed) -> Analysis:
    from diorama.lab.figures import drawn, figures_of
    from diorama.lab.finishing import gallery_of

    tables = {table.name: table for table in found.tables}
    model = Path(str(found.setting.get("model", ""))).name
    title = f"{TITLES[found.instrument]}: {model}"
    shown = [_grid(title, tables[name].columns, tables[name].rows, name) for name in SHOWN[found.instrument]]
    counted = _grid(title, tables["samples"].columns, tables["samples"].rows, "samples")
    pictures = [
        (name.replace("_", " "), "", _image(drawn(figure)["svg"], name, "svg+xml"))
        for name, figure in figures_of(found.instrument, found.examples, found.tables)
    ]
    if (gallery := gallery_of(found)) is not None:
        pictures.append(("dgar examples", EXAMPLES, _image(_smaller(drawn(gallery)["png"]), "dgar examples", "webp")))
    return Analysis(title, tuple(shown), (counted,), pictures=tuple(pictures), notes=tuple(found.words()))


def _grid(title: str, columns: Sequence[str], rows: Sequence[Mapping[str, Any]], name: str) -> Grid:
    """A tidy table as one of the report: what names a row stands in front, the rest are cells."""
    first = [column for column in columns if not any(isinstance(row.get(column), float) for row in rows)]
    names = [c for c in first if c in (*GROUP_BY, "site", "where", "answer", "ended")] or list(columns[:1])
    rest = [column for column in columns if column not in names and column != "means"]
    lines = tuple(
        Line(" · ".join(str(row[c]) for c in names), tuple(_cell(row.get(c)) for c in rest)) for row in rows
    )
    heads = tuple(Column(column) for column in rest)
    return Grid(f"{title}: {name.replace('_', ' ')}", NOTES.get(name, ""), heads, lines)


def _cell(value: object) -> Cell:
    if value is None or value == "":
        return Cell()
    if isinstance(value, float):
        return Cell(f"{value:.3f}", number=Number(value))
    return Cell(str(value), number=Number(value) if isinstance(value, int) else None)


def _image(data: bytes, name: str, kind: str) -> str:
    """A figure as a picture of its own: nothing in it can reach the page."""
    coded = b64encode(data).decode()
    return f'<img alt="{escape(name)}" style="max-width:100%" src="data:image/{kind};base64,{coded}">'


def _smaller(png: bytes) -> bytes:
    """A figure of pictures takes a tenth of the room as WebP."""
    stream = BytesIO()
    Image.open(BytesIO(png)).convert("RGB").save(stream, "WEBP", quality=80)
    return stream.getvalue()
