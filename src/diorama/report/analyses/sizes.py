"""Families and sizes: does a larger model of the same family know more?

As `causal` (Figure 3), `structure` (section 5) and `video` (Figure 9) ask.
"""

from __future__ import annotations

from collections.abc import Iterator

from diorama.ask import Verdict
from diorama.ask.statistics import compare, rate_interval
from diorama.errors import DioramaError
from diorama.report.analyses.analysis import TOO_FEW, Analysis, LeftOut, Material, points_cell, rate_cell
from diorama.report.charts import Mark, Series, chart, log_axis, percent
from diorama.report.families import UNKNOWN, Kin
from diorama.report.grid import Cell, Column, Grid, Line, Number
from diorama.report.rows import Row

TITLE = "Families and sizes"


def sizes(material: Material) -> Iterator[Analysis | LeftOut]:
    """Models in their families, from small to large, each beside the next smaller one."""
    known = [row for row in material.models if _kin(material, row).family != UNKNOWN]
    if not known:
        yield LeftOut(TITLE, "no model's name says its family or size; name them in a file with --families")
        return
    ordered = sorted(material.models, key=lambda row: _place(_kin(material, row), row))
    lines = []
    for row in ordered:
        kin = _kin(material, row)
        right = rate_interval(row.records)
        unsure = rate_interval(row.records, lambda r: r.verdict is Verdict.NOT_SURE)
        cells = (
            _size(kin.billions), _size(kin.active_billions), rate_cell(right, len(row.records)),
            _gain(row, _smaller(material, ordered, row)), rate_cell(unsure, len(row.records), shaded=False),
        )  # fmt: skip
        lines.append(Line(row.label, cells, kin.family, row.index, row.full_name))
    columns = (
        Column("all", "parameters, billions"), Column("active", "parameters, billions"), Column("correct, %"),
        Column("minus the next smaller", tip="of its family, asked in the same way; in points, paired"),
        Column("not sure, %"),
    )  # fmt: skip
    caption = (
        "If size were all, every step to a larger model of a family would be a gain. Families and sizes are what "
        "names say, or what a file gives; a dash is unknown. * the 95 % interval leaves out zero. "
        f"{TOO_FEW}"
    )
    grid = Grid(TITLE, caption, columns, tuple(lines))
    figure = _figure(material)
    charts = () if figure is None else (("Right against size", "Models whose size is known.", figure),)
    yield Analysis(TITLE, (grid,), charts=charts)


def _smaller(material: Material, ordered: list[Row], row: Row) -> Row | None:
    """The next smaller model of the same family that was asked in the same way."""
    kin = _kin(material, row)
    if kin.family == UNKNOWN or kin.billions is None:
        return None
    found = [
        (size, other)
        for other in ordered
        if (size := _kin(material, other).billions) is not None
        and size < kin.billions
        and _kin(material, other).family == kin.family
        and other.asked_as(row)
    ]
    return max(found, key=lambda pair: pair[0])[1] if found else None


def _gain(row: Row, smaller: Row | None) -> Cell:
    if smaller is None:
        return Cell()
    try:
        found = compare(smaller.records, row.records)
    except DioramaError:  # they have no sample in common
        return Cell()
    return points_cell(
        found.difference, (found.scenes,), star=True, tip=f"minus {smaller.label}, on {found.samples:,} samples"
    )


def _figure(material: Material) -> str | None:
    series = []
    for row in material.models:
        kin = _kin(material, row)
        if kin.billions is not None:
            right = rate_interval(row.records)
            tip = f"{row.label}: {kin.billions:g} billion parameters, correct {right.rate:.1%}"
            series.append(Series(row.index, row.label, (Mark(kin.billions, right.rate, tip, right.low, right.high),)))
    if len(series) < 2:
        return None
    axis = log_axis("billion parameters", [s.marks[0].x for s in series])
    return chart(axis, percent("correct, %"), series, labelled=True)


def _kin(material: Material, row: Row) -> Kin:
    return material.kin.get(row.model, Kin())


def _place(kin: Kin, row: Row) -> tuple[bool, str, bool, float, int]:
    return kin.family == UNKNOWN, kin.family, kin.billions is None, kin.billions or 0.0, row.index


def _size(billions: float | None) -> Cell:
    return Cell() if billions is None else Cell(f"{billions:g}", number=Number(billions))
