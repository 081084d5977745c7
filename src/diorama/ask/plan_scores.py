"""Scores of plans that somebody else collected, in files: precision, recall and F1 of a set, and of its slices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError

from diorama.ask.plan_entries import Fault
from diorama.ask.plan_files import RightPlan, given_plan, read_matrices, read_predictions, read_right_plans
from diorama.ask.resampling import ratios
from diorama.errors import DioramaError, first_fault
from diorama.kinds.plan_by_words import matrix_by_deeds
from diorama.kinds.plan_counts import AGGREGATIONS, ASPECTS, count, nothing_given
from diorama.kinds.plan_grading import matrix_problem
from diorama.kinds.plan_measures import SCORES, measure_name, plan_measures, size_group
from diorama.kinds.plan_outline import EMPTY, Outline
from diorama.world.model import Plain

BOTH = "both"
FORMAT: Literal[1] = 1


class Score(Plain):
    """A rate of a set of plans and the 95 % interval around it."""

    rate: float
    low: float | None = None
    high: float | None = None
    """None where there are too few scenes for an interval."""


class SetScores(Plain):
    """The scores of some plans together."""

    plans: int
    scores: dict[str, Score]
    """By the names of the measures: ``content_f1``, ``published_precondition_recall`` …; without those not defined."""


class PlanScores(Plain):
    """All that scoring a file of predictions gives; what `--out` writes."""

    format: Literal[1] = FORMAT
    data: str
    predictions: str
    matrix: str = ""
    """The file of matrices; empty if steps were matched by their words."""
    data_checksum: str = ""
    predictions_checksum: str = ""
    """By which scorings of other right plans or of other answers are told."""
    unfinished: str = ""
    """How much of the dataset was there, if it was not finished."""
    wanted: int
    """How many right plans there are …"""
    scored: int
    """… and how many of them have an answer that was scored."""
    stray_answers: int = 0
    """Answers that were left out because no right plan has their id, or they have none, or one that came before."""
    stray_matrices: int = 0
    """The same of matrices."""
    unread: int
    """Among the scored: nothing could be read, so nothing is given."""
    unmatched: int
    """Among the scored: no step matches, so that the released scorer leaves them out."""
    whole: SetScores
    slices: dict[str, dict[str, SetScores]]
    """By what they are divided, and by group."""
    faults: tuple[Fault, ...] = ()

    @property
    def left_out(self) -> int:
        """Right plans that were not scored."""
        return self.wanted - self.scored


@dataclass(frozen=True)
class Scored:
    """One plan that was scored."""

    truth: RightPlan
    counts: Mapping[str, int]
    read: bool


def score_plans(data: Path, predictions: Path, matrix: Path | None = None, aggregation: str = BOTH) -> PlanScores:
    """Score a file of predictions against the plans of a dataset or of a file of annotations."""
    if aggregation not in (*AGGREGATIONS, BOTH):
        raise DioramaError(f"--aggregation {aggregation}: it is strict, published or both")
    faults: list[Fault] = []
    right, answers = read_right_plans(data, faults), read_predictions(predictions, faults)
    matrices = None if matrix is None else read_matrices(matrix, faults)
    unknown = [[i for i in ids if i not in right.by_id] for ids in (answers.by_id, answers.left_out, matrices or ())]
    for name, ids in ((predictions.name, unknown[0]), (matrix.name if matrix else "", unknown[2])):
        faults += [Fault(name, i, f"there is no such plan in {data.name}; left out") for i in ids]
    scored = []
    for truth in filter(None, right.by_id.values()):
        if truth.id not in answers.by_id:
            if truth.id not in answers.left_out:
                faults.append(Fault(data.name, truth.id, f"there is no answer in {predictions.name}; left out"))
            continue
        given = _given(truth, answers.by_id[truth.id], predictions.name, faults)
        if matrix is None or matrices is None:
            scored.append(_by_words(truth, given))
        elif (one := _by_matrix(truth, given, matrices, matrix.name, faults)) is not None:
            scored.append(one)
    if not scored:
        why = f", first {faults[0]}" if faults else ""
        raise DioramaError(f"nothing of {predictions} can be scored against {data}{why}")
    wanted = set(AGGREGATIONS) if aggregation == BOTH else {aggregation}
    return PlanScores(
        data=str(data), predictions=str(predictions), matrix=str(matrix or ""),
        data_checksum=right.checksum, predictions_checksum=answers.checksum, unfinished=right.unfinished,
        wanted=right.wanted, scored=len(scored),
        stray_answers=answers.strays + len(unknown[0]) + len(unknown[1]), stray_matrices=len(unknown[2]),
        unread=sum(not one.read for one in scored),
        unmatched=sum(not one.counts["steps_matched"] for one in scored), whole=set_scores(scored, wanted),
        slices={
            title: {group: set_scores(some, wanted) for group, some in groups.items()}
            for title, groups in _sliced(scored).items()
        },
        faults=tuple(faults),
    )  # fmt: skip


def _given(truth: RightPlan, answer: Any, file: str, faults: list[Fault]) -> Outline | None:
    """The plan that was given; None if there is none, or none that can be read."""
    found = None if answer is None else given_plan(answer, truth.question)
    if isinstance(found, str):
        faults.append(Fault(file, truth.id, f"{found}; it counts as unread"))
    if not isinstance(found, Outline):
        return None
    if found.problem:
        faults.append(Fault(file, truth.id, f"{found.problem}; it counts as it stands"))
    return found


def _by_words(truth: RightPlan, given: Outline | None) -> Scored:
    matrix = None if given is None else matrix_by_deeds(truth.plan, given, truth.deeds)
    if given is None or matrix is None:
        return Scored(truth, nothing_given(truth.plan), False)
    return Scored(truth, count(truth.plan, given, matrix), True)


def _by_matrix(
    truth: RightPlan, given: Outline | None, matrices: Mapping[str, Any], file: str, faults: list[Fault]
) -> Scored | None:
    """One plan with its matrix; None if that cannot be used, and then a fault says why."""
    plan, matrix = given or EMPTY, matrices.get(truth.id)
    if truth.id not in matrices:
        problem = "there is no matrix"
    elif not plan.names and matrix in (None, []):
        return Scored(truth, nothing_given(truth.plan), given is not None)
    elif matrix is None:
        problem = "its matrix is null"
    elif not (problem := matrix_problem(matrix, len(truth.plan.names), len(plan.names))):
        return Scored(truth, count(truth.plan, plan, matrix), given is not None)
    else:
        problem = f"its matrix {problem}"
    faults.append(Fault(file, truth.id, f"{problem}; left out"))
    return None


def set_scores(scored: Sequence[Scored], aggregations: set[str]) -> SetScores:
    """The scores of some plans together, with intervals."""
    names = {measure_name(way, aspect, score) for way in aggregations for aspect in ASPECTS for score in SCORES}
    measures = {name: each for name, each in plan_measures().items() if name in names}
    found = ratios(((one.truth.scene, one.counts) for one in scored), measures)
    scores = {
        name: Score(rate=each.rate, low=each.low, high=each.high) if name in found.drawable else Score(rate=each.rate)
        for name, each in found.intervals().items()
    }
    return SetScores(plans=len(scored), scores=scores)


def _sliced(scored: Sequence[Scored]) -> dict[str, dict[str, list[Scored]]]:
    """The plans by number of steps, source and kind of scene, where these are known."""
    slices: dict[str, dict[str, list[Scored]]] = {"steps": {}, "source": {}, "scene": {}}
    for one in sorted(scored, key=lambda one: len(one.truth.plan.names)):
        slices["steps"].setdefault(size_group(len(one.truth.plan.names)), []).append(one)
    for title, words in (
        ("source", [one.truth.source for one in scored]),
        ("scene", [one.truth.category for one in scored]),
    ):
        for word, one in sorted(zip(words, scored, strict=True), key=lambda pair: pair[0]):
            if word:
                slices[title].setdefault(word, []).append(one)
    return {title: groups for title, groups in slices.items() if groups}


def read_scores(path: Path) -> PlanScores:
    """Scores that `--out` wrote."""
    try:
        return PlanScores.model_validate_json(path.read_bytes())
    except OSError as error:
        raise DioramaError(f"cannot read {path}: {error.strerror or error}") from None
    except ValidationError as error:
        raise DioramaError(f"{path} holds no scores of plans: {first_fault(error)}") from None


def score_lines(scores: PlanScores) -> list[str]:
    """A small table for a terminal."""
    ways = [way for way in AGGREGATIONS if any(n in scores.whole.scores for n in _names(way, SCORES))]
    lines = [
        f"{scores.scored} of {scores.wanted} plans scored, {scores.left_out} left out{_strays(scores)}; "
        f"{scores.unread} unread; {scores.unmatched} without any matched step"
        + (" (they count in strict, not in published)" if scores.unmatched else ""),
        "",
    ]
    rows = [["", "precision", "recall", "F1"]]
    for way in ways:
        for aspect in ASPECTS:
            cells = [_cell(scores.whole, measure_name(way, aspect, score)) for score in SCORES]
            rows.append([f"{way} {aspect}", *cells])
    lines += _aligned(rows)
    for title, groups in scores.slices.items():
        heads = [f"{way} {aspect} F1" for way in ways for aspect in ASPECTS]
        rows = [[title, "plans", *heads]]
        for group, some in groups.items():
            cells = [_cell(some, measure_name(way, aspect, "f1")) for way in ways for aspect in ASPECTS]
            rows.append([group, str(some.plans), *cells])
        lines += ["", *_aligned(rows)]
    return lines


def _strays(scores: PlanScores) -> str:
    """What was left out besides right plans."""
    found = []
    if one := scores.stray_answers:
        found.append(f"{one} answer{'s' * (one != 1)}")
    if one := scores.stray_matrices:
        found.append(f"{one} matri{'ces' if one != 1 else 'x'}")
    return f", and {' and '.join(found)} that belong to no plan" if found else ""


def _names(way: str, scores: Sequence[str]) -> list[str]:
    return [measure_name(way, aspect, score) for aspect in ASPECTS for score in scores]


def _cell(some: SetScores, name: str) -> str:
    found = some.scores.get(name)
    if found is None:
        return "–"
    ends = "" if found.low is None or found.high is None else f" ({100 * found.low:.0f}–{100 * found.high:.0f})"
    return f"{100 * found.rate:.1f}{ends}"


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    return ["  ".join(f"{cell:{'<' if k == 0 else '>'}{widths[k]}}" for k, cell in enumerate(row)) for row in rows]
