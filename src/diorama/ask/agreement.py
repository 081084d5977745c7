"""Agreement of those who score plans: how near the F1s of several models are if two judges match their steps.

As the paper of `logic` compares judges with people (Table 3): over the models, Pearson's correlation of content F1 and
of precondition F1; over all F1s, their cosine similarity and mean absolute error.

>>> pearson([0.1, 0.2, 0.3], [0.2, 0.4, 0.6])
1.0
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from diorama.ask.logs import answer_files, load_runs
from diorama.ask.plan_scores import read_scores
from diorama.ask.tables import account
from diorama.errors import DioramaError
from diorama.kinds.plan_counts import AGGREGATIONS, ASPECTS
from diorama.kinds.plan_measures import measure_name

FEWEST = 2
"""Models that two scorings must have in common."""


@dataclass(frozen=True)
class Source:
    """What was scored: right plans and answers, by their names and checksums."""

    data: str
    data_checksum: str
    """Empty if it was not noted, as in old files."""
    predictions_checksum: str = ""


@dataclass(frozen=True)
class Scoring:
    """The F1s of several models, by one judge."""

    name: str
    f1s: dict[str, dict[str, float]]
    """By model, and by the name of the measure."""
    plans: dict[str, int]
    """How many plans of each model were scored."""
    sources: dict[str, Source]
    """What was scored, of each model."""
    notes: tuple[str, ...] = ()
    """What of the folder is not compared."""


@dataclass(frozen=True)
class Agreement:
    """How near two scorings are, in one aggregation."""

    first: str
    second: str
    aggregation: str
    models: int
    pearson: dict[str, float | None]
    """For content and for preconditions; None where all models of a scoring have the same F1."""
    cosine: float | None
    error: float
    """The mean absolute error."""
    notes: tuple[str, ...] = ()


def read_scorings(folders: Sequence[Path]) -> list[Scoring]:
    """Several scorings with names that tell them apart; none may be given twice, since it agrees with itself."""
    here = [folder.resolve() for folder in folders]
    for folder, place in zip(folders, here, strict=True):
        if here.count(place) > 1:
            raise DioramaError(f"{folder} is given twice: a judge always agrees with itself")
    names = [place.name for place in here]
    return [
        replace(read_scoring(folder), name=name if names.count(name) == 1 else str(folder))
        for folder, name in zip(folders, names, strict=True)
    ]


def read_scoring(folder: Path) -> Scoring:
    """A folder of scores that `diorama score logic --out` wrote, one file a model, or of runs that were scored."""
    if not folder.is_dir():
        raise DioramaError(f"{folder} is no folder: give a folder of scores, or of logs")
    if answer_files([folder]):
        return _from_runs(folder)
    found = {path.stem: read_scores(path) for path in sorted(folder.glob("*.json"))}
    if not found:
        raise DioramaError(f"{folder} holds neither scores (NAME.json, from `diorama score logic --out`) nor logs")
    f1s = {
        model: {n: s.rate for n, s in scores.whole.scores.items() if n.endswith("f1") and 0 <= s.rate <= 1}
        for model, scores in found.items()
    }
    sources = {m: Source(Path(s.data).name, s.data_checksum, s.predictions_checksum) for m, s in found.items()}
    return Scoring(folder.name, f1s, {model: scores.scored for model, scores in found.items()}, sources)


def _from_runs(folder: Path) -> Scoring:
    f1s, plans, sources = {}, {}, {}
    for run in load_runs([folder]):
        model = f"{run.info.model}, {run.info.strategy} ({run.info.key})"
        rates = account(run.records).ratios.rates
        f1s[model] = {name: rate for name, rate in rates.items() if name.endswith("f1")}
        plans[model] = sum(bool(r.numbers) for r in run.records)
        sources[model] = Source(run.info.dataset, run.info.dataset)
    beside = [path.name for path in sorted(folder.glob("*.json")) if _are_scores(path)]
    notes = (f"{folder}: not compared, because they lie beside logs: {', '.join(beside)}",) if beside else ()
    return Scoring(folder.name, f1s, plans, sources, notes)


def _are_scores(path: Path) -> bool:
    try:
        read_scores(path)
    except DioramaError:
        return False
    return True


def agreements(first: Scoring, second: Scoring) -> list[Agreement]:
    """How near a second scoring is to the first, in each aggregation that both have."""
    common = sorted(first.f1s.keys() & second.f1s.keys())
    alone = [
        f"only in {side.name}: {', '.join(left)}"
        for side in (first, second)
        if (left := sorted(side.f1s.keys() - common))
    ]
    if len(common) < FEWEST:
        raise DioramaError(
            f"{first.name} and {second.name} have {len(common) or 'no'} model{'s' * (len(common) != 1)} in common, by "
            f"the names of their files: at least {FEWEST} are needed ({'; '.join(alone)})"
        )
    notes = [*first.notes, *second.notes, *alone]
    for model in common:
        notes += _other_source(model, first, second)
    found = [one for way in AGGREGATIONS if (one := _agreement(first, second, common, way, notes)) is not None]
    if not found:
        raise DioramaError(f"{first.name} and {second.name} have no F1s in common: score both in the same aggregation")
    return found


def _other_source(model: str, first: Scoring, second: Scoring) -> list[str]:
    """What to know if two scorings of a model may not be of the same answers; other right plans are refused."""
    one, two = first.sources[model], second.sources[model]
    if one.data_checksum and two.data_checksum:
        if one.data_checksum != two.data_checksum:
            raise DioramaError(
                f"{model} was scored against other right plans by {first.name} ({one.data}) than by {second.name} "
                f"({two.data}): nothing to compare"
            )
    elif one.data != two.data:
        return [f"{model}: {first.name} was scored against {one.data}, {second.name} against {two.data}"]
    if one.predictions_checksum and two.predictions_checksum and one.predictions_checksum != two.predictions_checksum:
        return [f"{model}: other answers were scored by {first.name} than by {second.name}"]
    return []


def _agreement(
    first: Scoring, second: Scoring, common: Sequence[str], way: str, known: Sequence[str]
) -> Agreement | None:
    names = [measure_name(way, aspect, "f1") for aspect in ASPECTS]
    models = [m for m in common if all(n in side.f1s[m] for n in names for side in (first, second))]
    if len(models) < FEWEST:
        return None
    notes = [*known, *(f"{m} has no F1 in one of them" for m in common if m not in models)]
    notes += [
        f"{m}: {first.plans[m]} plans scored by {first.name}, {second.plans[m]} by {second.name}"
        for m in models
        if first.plans[m] != second.plans[m]
    ]
    one, two = ([[side.f1s[m][n] for m in models] for n in names] for side in (first, second))
    a, b = np.concatenate(one), np.concatenate(two)
    lengths = float(np.linalg.norm(a) * np.linalg.norm(b))
    return Agreement(
        first.name, second.name, way, len(models),
        {aspect: pearson(x, y) for aspect, x, y in zip(ASPECTS, one, two, strict=True)},
        float(a @ b) / lengths if lengths else None, float(np.abs(a - b).mean()), tuple(notes),
    )  # fmt: skip


def pearson(one: Sequence[float], two: Sequence[float]) -> float | None:
    """Pearson's correlation; None where one of both does not vary."""
    a, b = np.array(one) - np.mean(one), np.array(two) - np.mean(two)
    lengths = math.sqrt(float(a @ a) * float(b @ b))
    return round(float(a @ b) / lengths, 12) if lengths > 1e-12 else None


def agreement_lines(found: Sequence[Agreement]) -> list[str]:
    """The agreements of two scorings as a small table."""
    lines = [f"{found[0].second} against {found[0].first}"]
    head = ("models", "Pearson content", "Pearson precondition", "cosine", "mean absolute error, points")
    lines.append(" " * 10 + "".join(f"  {title}" for title in head))
    for each in found:
        cells = (
            str(each.models), *(_number(each.pearson[aspect]) for aspect in ASPECTS), _number(each.cosine),
            f"{100 * each.error:.1f}",
        )  # fmt: skip
        lines.append(f"{each.aggregation:10s}" + "".join(f"  {c:>{len(t)}s}" for c, t in zip(cells, head, strict=True)))
    if any(value is None for each in found for value in (*each.pearson.values(), each.cosine)):
        lines.append("–: not defined, because all models have the same F1 (or 0) in one of both")
    if any(each.models == FEWEST for each in found):
        lines.append("two models always correlate fully: compare more")
    return lines + list(dict.fromkeys(note for each in found for note in each.notes))


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"
