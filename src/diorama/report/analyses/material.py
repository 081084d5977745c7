"""Getting ready what analyses look at: properties of the samples, families of the models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from diorama.ask.causes import CauseRecord
from diorama.ask.source import Source
from diorama.data.properties import PROPERTIES
from diorama.data.properties.measuring import Values, measure
from diorama.progress import bar
from diorama.report.analyses.analysis import Material, Measured
from diorama.report.families import Kin, kin_of
from diorama.report.rows import Row

NO_DATASET = "the dataset was not found; name it with --data"
NOT_ASKED_FOR = "it takes up to half a second a sample; --measure computes it once"


def material_of(
    rows: Sequence[Row],
    *,
    source: Source | None = None,
    slow: bool = False,
    families: Mapping[str, Kin] | None = None,
    judged: Mapping[str, tuple[CauseRecord, ...]] | None = None,
) -> Material:
    """The material of a report; properties come from records or from the dataset, `slow` ones only on request.

    `judged` is what judges said of wrong answers, by the key of the run.
    """
    kin = kin_of([row.model for row in rows if row.is_model], families)
    return Material(tuple(rows), _measured(rows, source, slow), kin, judged or {})


def _measured(rows: Sequence[Row], source: Source | None, slow: bool) -> tuple[Measured, ...]:
    every = [each for _, each in PROPERTIES.working()]
    recorded = {each.name for each in every if each.recorded}
    ids = {r.sample_id for row in rows for r in row.records}
    wanted = [each for each in every if each.name not in recorded and (slow or not each.slow)]
    values: dict[str, Values] = {}
    if source is not None and wanted:
        with bar("looking at the samples") as start:
            values = measure(source.data, wanted, ids, start(0, len(ids)))
    found = []
    for each in every:
        if each.name in recorded:
            found.append(Measured(each, _from_records(rows, each.recorded)))
        elif each.name in values:
            mine = values[each.name]
            note = f"it failed on {mine.failed:,} samples, first on {mine.first_failure}" if mine.failed else ""
            reason = "" if mine.by_sample else note or "no sample has it"
            words = {name: value for name, value in mine.by_sample.items() if isinstance(value, str)}
            numbers = {name: value for name, value in mine.by_sample.items() if not isinstance(value, str)}
            found.append(Measured(each, numbers, words, reason, note))
        else:
            found.append(Measured(each, reason=NO_DATASET if source is None else NOT_ASKED_FOR))
    return tuple(found)


def _from_records(rows: Sequence[Row], field: str) -> dict[str, float]:
    known: dict[str, float] = {}
    for row in rows:
        for record in row.records:
            value = getattr(record, field, None)
            if value is not None:
                known[record.sample_id] = float(value)
    return known
