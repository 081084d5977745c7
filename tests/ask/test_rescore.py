"""Verdicts are a function of stored replies: they are found again by other rules and helpers, and nobody is asked."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai")

from diorama.ask.evaluate import Order, Result, evaluate
from diorama.ask.rescore import rescore, run_paths
from diorama.ask.run_files import read_run
from diorama.ask.tables import scorings
from diorama.data import Media
from diorama.errors import DioramaError
from diorama.kinds import Verdict
from diorama.kinds.choice import ChoiceKind
from tests.ask.datasets import choices
from tests.ask.plans import plans_dataset
from tests.ask.server import Answer, Server
from tests.data.samples import png

COUNT = 12
NEXT_RULES = ChoiceKind.rules + 1
JUDGE = "diorama-api/judge"


class Down:
    """A helper's server that fails for a third of the questions until it is mended."""

    def __init__(self, text: str) -> None:
        self.text, self.mended = text, False

    def __call__(self, number: str, attempt: int) -> Answer:
        return Answer(status=500) if int(number) % 3 == 0 and not self.mended else Answer(self.text)


def asked(folder: Path, server: Server, logs: Path, **helpers: str) -> Result:
    order = Order(
        folder, "diorama-api/m", base_url=server.url, logs=logs, retries=0, first_wait_seconds=0.05, connections=4,
        **helpers,  # type: ignore[arg-type]
    )  # fmt: skip
    return evaluate(order)


def unscored(result: Result) -> list[str]:
    return [r.sample_id for r in result.records if r.verdict is Verdict.UNSCORED]


@pytest.mark.parametrize("again", ["rescore", "eval"])
def test_a_reader_that_was_down_is_asked_again_and_nobody_else(
    again: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, down = choices(tmp_path / "d", COUNT), Down("A")
    with Server(lambda number, attempt: Answer("Perhaps. Perhaps not.")) as model, Server(down) as judge:
        monkeypatch.setenv("DIORAMA_API_BASE_URL", judge.url)
        first = asked(folder, model, tmp_path / "logs", reader=JUDGE)
        assert len(unscored(first)) == COUNT / 3
        down.mended = True
        if again == "rescore":
            done = rescore(first.path, reader=JUDGE)
            assert (done.scored, done.left) == (COUNT / 3, 0)
            assert sum(done.changes.values()) == COUNT / 3
            assert "4 of 12 replies scored again" in done.line()
        else:
            assert not unscored(asked(folder, model, tmp_path / "logs", reader=JUDGE))
        assert set(model.asked.values()) == {1}, "the model was asked nothing twice"
        assert all(judge.asked[str(n)] == (1 if n % 3 else 2) for n in range(COUNT)), "nor the reader what it had read"
    records = read_run(first.path).records
    assert len(records) == COUNT
    assert {r.verdict for r in records} == {Verdict.CORRECT, Verdict.INCORRECT}
    assert all(r.flags == {"by_reader": True} and r.tools["reader"].calls == 1 for r in records)


def test_a_grader_sees_the_truth_and_what_it_could_not_grade_is_taken_up_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, down = plans_dataset(tmp_path / "d", COUNT), Down("<ans>[[1, 0], [0, 1]]</ans>")
    reply = "1. Put the upper one elsewhere\n2. Get hold of the cup [1]"
    with Server(lambda number, attempt: Answer(reply)) as model, Server(down) as judge:
        judge.keep_requests = True
        monkeypatch.setenv("DIORAMA_API_BASE_URL", judge.url)
        first = asked(folder, model, tmp_path / "logs", grader=JUDGE)
        assert len(unscored(first)) == COUNT / 3
        assert "Remove the lamp" in str(judge.requests[0])
        down.mended = True
        assert rescore(first.path, grader=JUDGE).left == 0
        assert set(model.asked.values()) == {1}
    records = read_run(first.path).records
    assert all(r.verdict is Verdict.CORRECT and r.numbers["steps_matched"] == 2 for r in records)
    assert rescore(first.path).scored == 0, "it has the grader that it had"
    alone = rescore(first.path, grader="")
    assert alone.changes == {(Verdict.CORRECT, Verdict.INCORRECT): COUNT}, "our own rules do not know what is meant"


def test_a_grader_of_plans_sees_the_picture_and_answers_without_chance_and_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a run and when its replies are scored again; with the cache an equal request is not sent a second time."""
    monkeypatch.setenv("INSPECT_CACHE_DIR", str(tmp_path / "cache"))
    picture = Media(role="view", kind="image", data=png(), name="view.png")
    folder = plans_dataset(tmp_path / "d", 2, (picture,))
    reply = Answer("1. Put the upper one elsewhere\n2. Get hold of the cup [1]")
    with Server(lambda n, a: reply) as model, Server(lambda n, a: Answer("[[1, 0], [0, 1]]")) as judge:
        judge.keep_requests = True
        monkeypatch.setenv("DIORAMA_API_BASE_URL", judge.url)
        order = Order(folder, "diorama-api/m", base_url=model.url, logs=tmp_path / "logs", repeats=2, grader=JUDGE,
                      config={"temperature": 0.7}, cache=True, connections=1)  # fmt: skip
        first = evaluate(order)
        assert judge.asked == {"0": 1, "1": 1}, "four replies, two different requests"
        rescore(first.path, grader="")
        rescore(first.path, grader=JUDGE, cache=True)
        assert judge.asked == {"0": 1, "1": 1}
        rescore(first.path, grader="")
        rescore(first.path, grader=JUDGE)
        assert judge.asked == {"0": 3, "1": 3}, "without the cache, each reply by itself"
    assert all(r.verdict is Verdict.CORRECT for r in read_run(first.path).records)
    shown = {request["messages"][0]["content"][0]["image_url"]["url"] for request in judge.requests}
    assert shown == {f"data:image/png;base64,{b64encode(png()).decode()}"}
    assert {request["temperature"] for request in judge.requests} == {0}


def test_a_helper_that_fails_takes_no_verdict_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, down = plans_dataset(tmp_path / "d", COUNT), Down("<ans>[[1, 0], [0, 1]]</ans>")
    down.mended = True
    with Server(lambda number, attempt: Answer("1. Put it away\n2. Get it [1]")) as model, Server(down) as judge:
        monkeypatch.setenv("DIORAMA_API_BASE_URL", judge.url)
        path = asked(folder, model, tmp_path / "logs", grader=JUDGE).path
    with Server(lambda number, attempt: Answer("no idea")) as other:
        monkeypatch.setenv("DIORAMA_API_BASE_URL", other.url)
        done = rescore(path, grader="diorama-api/other")
    assert (done.left, dict(done.changes)) == (COUNT, {})
    assert "holds no matrix" in done.line()
    run = read_run(path)
    assert all(r.verdict is Verdict.CORRECT for r in run.records) and run.info.grader == JUDGE


def test_a_helper_that_is_down_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("diorama.ask.rescore.FAILURES_IN_A_ROW", 3)
    folder = plans_dataset(tmp_path / "d", COUNT)
    with Server(lambda number, attempt: Answer("1. Put it away")) as model, Server(lambda n, a: Answer("?")) as judge:
        monkeypatch.setenv("DIORAMA_API_BASE_URL", judge.url)
        path = asked(folder, model, tmp_path / "logs").path
        done = rescore(path, grader=JUDGE)
        assert (done.scored, done.left) == (0, COUNT), "those never reached are left, too"
        assert judge.asked.total() < COUNT
    assert len(read_run(path).records) == COUNT


def test_a_record_of_no_sample_is_one_line(tmp_path: Path) -> None:
    folder = choices(tmp_path / "d", 2)
    with Server() as model:
        path = asked(folder, model, tmp_path / "logs").path
    path.write_text(path.read_text().replace("causal-000001", "causal-999999"))
    with pytest.raises(DioramaError, match="'causal-999999' is not in the dataset"):
        rescore(path)


def test_a_grade_that_cannot_be_read_leaves_the_reply_unscored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = plans_dataset(tmp_path / "d", 2)
    with Server(lambda n, a: Answer("1. Pick up the mug")) as model, Server(lambda n, a: Answer("fine!")) as judge:
        monkeypatch.setenv("DIORAMA_API_BASE_URL", judge.url)
        result = asked(folder, model, tmp_path / "logs", grader=JUDGE)
    assert len(unscored(result)) == 2
    assert "no matrix" in result.records[0].note


def test_other_rules_are_told_apart_and_rescoring_brings_them_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = choices(tmp_path / "d", 4)
    with Server() as model:
        before = asked(folder, model, tmp_path / "logs")
        monkeypatch.setattr(ChoiceKind, "rules", NEXT_RULES)
        after = asked(folder, model, tmp_path / "other")
        both = [f"choice rules {NEXT_RULES - 1}", f"choice rules {NEXT_RULES}"]
        assert scorings([*before.records, *after.records]) == {"choice": both}
        done = rescore(before.path)
        assert (done.scored, dict(done.changes)) == (4, {})
        assert rescore(before.path).scored == 0, "what these very rules scored is left alone"
        assert not scorings([*read_run(before.path).records, *after.records])
        assert model.asked.total() == 8


def test_a_stopped_rescore_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = choices(tmp_path / "d", 6)
    with Server() as model:
        path = asked(folder, model, tmp_path / "logs").path
    monkeypatch.setattr(ChoiceKind, "rules", NEXT_RULES)
    seen = 0

    def stop_after_four() -> None:
        nonlocal seen
        seen += 1
        if seen == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rescore(path, progress=lambda done, total: stop_after_four)
    assert rescore(path).scored == 2
    assert len(path.read_text().splitlines()) == 7, "one line for each question, and what was run"


def test_a_run_of_another_dataset_and_a_path_without_runs_are_refused(tmp_path: Path) -> None:
    folder = choices(tmp_path / "d", 2)
    with Server() as model:
        path = asked(folder, model, tmp_path / "logs").path
    with pytest.raises(DioramaError, match="but the run is of"):
        rescore(path, data=choices(tmp_path / "e", 3))
    with pytest.raises(DioramaError, match="no answers in"):
        run_paths([folder])
    with pytest.raises(DioramaError, match="should end in"):
        run_paths([folder / "dataset.json"])
