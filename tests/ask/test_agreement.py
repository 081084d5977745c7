"""Agreement of judges: numbers that can be worked out on paper, and what cannot be compared is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from diorama.ask.agreement import agreement_lines, agreements, pearson, read_scoring, read_scorings
from diorama.ask.plan_scores import PlanScores, Score, SetScores
from diorama.ask.run_files import RunFile, RunInfo
from diorama.errors import DioramaError
from tests.ask.keys import record
from tests.test_cli import diorama


def scoring(
    folder: Path, scored: int = 300, data: str = "d", predictions: str = "p", **models: tuple[float, float]
) -> Path:
    """A folder of scores: content and precondition F1 of each model, strict and published alike."""
    folder.mkdir(parents=True, exist_ok=True)
    for model, f1s in models.items():
        scores = {
            f"{way}{aspect}_f1": Score(rate=f1)
            for way in ("", "published_")
            for aspect, f1 in zip(("content", "precondition"), f1s, strict=True)
        }
        whole = SetScores(plans=scored, scores=scores)
        found = PlanScores(data=f"{data}.json", data_checksum=data, predictions=model, predictions_checksum=predictions,
                           wanted=300, scored=scored, unread=0, unmatched=0, whole=whole, slices={})  # fmt: skip
        (folder / f"{model}.json").write_text(found.model_dump_json())
    return folder


def test_agreement_by_hand(tmp_path: Path) -> None:
    """The judge is ten points too high in content, and orders preconditions the other way round."""
    human = read_scoring(scoring(tmp_path / "human", a=(0.2, 0.1), b=(0.4, 0.2), c=(0.6, 0.3)))
    judge = read_scoring(scoring(tmp_path / "judge", a=(0.3, 0.3), b=(0.5, 0.2), c=(0.7, 0.1), d=(0, 0)))
    strict, published = agreements(human, judge)
    assert (strict.aggregation, published.aggregation, strict.models) == ("strict", "published", 3)
    assert strict.pearson == {"content": pytest.approx(1), "precondition": pytest.approx(-1)}
    assert strict.error == pytest.approx((0.1 * 3 + 0.2 + 0 + 0.2) / 6)
    dot = 0.2 * 0.3 + 0.4 * 0.5 + 0.6 * 0.7 + 0.1 * 0.3 + 0.2 * 0.2 + 0.3 * 0.1
    one, two = 0.04 + 0.16 + 0.36 + 0.01 + 0.04 + 0.09, 0.09 + 0.25 + 0.49 + 0.09 + 0.04 + 0.01
    assert strict.cosine == pytest.approx(dot / (one * two) ** 0.5)
    lines = agreement_lines([strict, published])
    assert lines[0] == "judge against human" and "11.7" in lines[2] and "-1.00" in lines[2]


def test_a_scoring_agrees_with_itself(tmp_path: Path) -> None:
    human = read_scoring(scoring(tmp_path / "human", a=(0.2, 0.1), b=(0.4, 0.2), c=(0.7, 0.3)))
    for each in agreements(human, human):
        assert each.pearson == {"content": 1, "precondition": 1} and each.error == 0
        assert each.cosine == pytest.approx(1)


def test_where_nothing_varies_there_is_no_correlation_and_that_is_said(tmp_path: Path) -> None:
    human = read_scoring(scoring(tmp_path / "human", a=(0.5, 0.0), b=(0.5, 0.0)))
    judge = read_scoring(scoring(tmp_path / "judge", a=(0.4, 0.1), b=(0.6, 0.2)))
    strict = agreements(human, judge)[0]
    assert strict.pearson == {"content": None, "precondition": None}
    text = "\n".join(agreement_lines([strict]))
    assert "not defined" in text and "nan" not in text and "two models always correlate fully" in text
    nothing = read_scoring(scoring(tmp_path / "nothing", a=(0, 0), b=(0, 0)))
    assert agreements(nothing, judge)[0].cosine is None
    assert pearson([0.1, 0.1, 0.1], [1, 2, 3]) is None


def test_too_few_models_in_common_is_one_line(tmp_path: Path) -> None:
    human, judge = scoring(tmp_path / "human", a=(0.5, 0.1), b=(0.6, 0.2)), scoring(tmp_path / "judge", b=(0.4, 0.1))
    with pytest.raises(DioramaError, match="human and judge have 1 model in common"):
        agreements(read_scoring(human), read_scoring(judge))


def test_other_numbers_of_plans_are_told(tmp_path: Path) -> None:
    human = read_scoring(scoring(tmp_path / "human", a=(0.5, 0.1), b=(0.6, 0.2)))
    judge = read_scoring(scoring(tmp_path / "judge", 299, a=(0.4, 0.1), b=(0.5, 0.3)))
    assert "a: 300 plans scored by human, 299 by judge" in agreement_lines(agreements(human, judge))


def test_folders_that_hold_nothing_of_use_are_one_line(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(DioramaError, match="holds neither scores"):
        read_scoring(tmp_path / "empty")
    with pytest.raises(DioramaError, match="is no folder"):
        read_scoring(tmp_path / "nowhere")
    (tmp_path / "empty" / "a.json").write_text('{"f1": 1}')
    with pytest.raises(DioramaError, match="holds no scores of plans"):
        read_scoring(tmp_path / "empty")


def run(folder: Path, model: str, grader: str, matched: int) -> None:
    info = RunInfo(dataset="d@1", model=model, grader=grader)
    counts = {"steps_matched": matched, "steps_given": 4, "steps_wanted": 4}
    counts |= {"needs_matched": matched - 1, "needs_given": 3, "needs_wanted": 3}
    with RunFile(folder, info) as file:
        file.add(record(0, answer_kind="plan", model=model, numbers=counts))


def test_runs_that_were_scored_by_other_graders_compare_too(tmp_path: Path) -> None:
    for model, ours, theirs in (("a", 1, 2), ("b", 2, 2), ("c", 3, 4)):
        run(tmp_path / "ours", model, "", ours)
        run(tmp_path / "theirs", model, "judge", theirs)
    (strict,) = agreements(read_scoring(tmp_path / "ours"), read_scoring(tmp_path / "theirs"))
    assert strict.models == 3 and strict.error == pytest.approx((1 / 4 + 0 + 1 / 4 + 1 / 3 + 0 + 1 / 3) / 6)


A, B = (0.5, 0.1), (0.6, 0.2)
"""The F1s of two models."""


def lines(human: Path, judge: Path) -> list[str]:
    return agreement_lines(agreements(*read_scorings([human, judge])))


def test_models_of_one_judge_alone_are_named(tmp_path: Path) -> None:
    human = scoring(tmp_path / "human", a=A, b=B, c=(0.7, 0.3), e=(0.1, 0.1))
    judge = scoring(tmp_path / "judge", a=A, b=B, d=(0.4, 0.3))
    found = lines(human, judge)
    assert found.count("only in human: c, e") == found.count("only in judge: d") == 1
    few = scoring(tmp_path / "few", b=(0.4, 0.3), d=(0.4, 0.3))
    with pytest.raises(DioramaError, match=r"1 model in common.*only in human: a, c, e; only in few: d"):
        lines(human, few)


def test_scores_beside_logs_are_named(tmp_path: Path) -> None:
    for model in ("a", "b"):
        run(tmp_path / "ours", model, "", 2)
        run(tmp_path / "theirs", model, "judge", 3)
    scoring(tmp_path / "theirs", a=A, b=B)
    (tmp_path / "theirs" / "other.json").write_text("{}")
    found = lines(tmp_path / "ours", tmp_path / "theirs")
    assert f"{tmp_path / 'theirs'}: not compared, because they lie beside logs: a.json, b.json" in found


def test_scorings_of_other_right_plans_are_not_compared(tmp_path: Path) -> None:
    human = scoring(tmp_path / "human", a=A, b=B)
    with pytest.raises(DioramaError, match=r"a was scored against other right plans by human \(d.json\) than by other"):
        lines(human, scoring(tmp_path / "other", data="e", a=A, b=B))
    told = lines(human, scoring(tmp_path / "again", predictions="q", a=A, b=B))
    assert "a: other answers were scored by human than by again" in told
    for model in ("a", "b"):
        run(tmp_path / "ours", model, "", 2)
        run(tmp_path / "theirs", model, "judge", 3)
    assert not any("other" in line for line in lines(tmp_path / "ours", tmp_path / "theirs"))


def test_no_judge_is_compared_with_itself(tmp_path: Path) -> None:
    human = scoring(tmp_path / "x" / "human", a=A, b=B)
    with pytest.raises(DioramaError, match="is given twice: a judge always agrees with itself"):
        read_scorings([human, tmp_path / "x" / ".." / "x" / "human"])
    other = scoring(tmp_path / "y" / "human", a=A, b=B)
    assert lines(human, other)[0] == f"{other} against {human}", "two folders of one name are told apart"
    done = diorama("agreement", str(human), str(human))
    assert done.returncode == 2 and "given twice" in done.stderr and "Traceback" not in done.stderr
