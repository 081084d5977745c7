"""A real server that misbehaves in every way we know: the run ends, and the counts are right to the unit."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai")

from diorama.ask import Failure, Record, Verdict
from diorama.ask.evaluate import Order, Result, evaluate
from diorama.errors import DioramaError
from diorama.kinds.choice import ChoiceKind
from tests.ask.datasets import choices
from tests.ask.server import Answer, Server

BEHAVIOURS: dict[int, list[Answer]] = {
    0: [Answer("A")],
    1: [Answer("B")],
    2: [Answer("B")],
    3: [Answer("Not sure")],
    4: [Answer("I'm sorry, but I can't help with that.")],
    5: [Answer("")],
    6: [Answer("<think>It could be A. Or rather B, because")],
    7: [Answer("Perhaps. Perhaps not.")],
    8: [Answer(status=500)],
    9: [Answer(status=500), Answer("B")],
    10: [Answer(status=429)],
    11: [Answer(status=429, headers={"retry-after": "1"}), Answer("B")],
    12: [Answer(body=b'{"choices": [{"mess')],
    13: [Answer(body=b"<html>busy</html>"), Answer("B")],
    14: [Answer(body=b'{"id": "1", "object": "chat.completion", "created": 0, "model": "m", "choices": []}')],
    15: [Answer(wait=30)],
    16: [Answer(cut=True)],
    17: [Answer(cut=True), Answer("B")],
    18: [Answer(status=401)],
    19: [Answer(status=400)],
}
"""What each question gets, one after the other; the last for ever. Even numbers are right with A, odd ones with B."""

VERDICTS = {
    0: Verdict.CORRECT,
    1: Verdict.CORRECT,
    2: Verdict.INCORRECT,
    3: Verdict.NOT_SURE,
    4: Verdict.REFUSED,
    5: Verdict.UNREAD,
    6: Verdict.UNREAD,
    7: Verdict.UNREAD,
    9: Verdict.CORRECT,
    11: Verdict.CORRECT,
    13: Verdict.CORRECT,
    17: Verdict.CORRECT,
}
FAILURES = {
    8: Failure.SERVER,
    10: Failure.RATE_LIMIT,
    12: Failure.MALFORMED,
    14: Failure.MALFORMED,
    15: Failure.TIMEOUT,
    16: Failure.CONNECTION,
    18: Failure.REQUEST,
    19: Failure.REQUEST,
}


def misbehaves(number: str, attempt: int) -> Answer:
    answers = BEHAVIOURS[int(number)]
    return answers[min(attempt, len(answers)) - 1]


def ask(folder: Path, server: Server, logs: Path, **wishes: object) -> Result:
    given: dict[str, object] = {"retries": 1, "attempt_seconds": 2, "first_wait_seconds": 0.05, "connections": 8}
    return evaluate(
        Order(folder, "diorama-api/m", base_url=server.url, logs=logs, **{**given, **wishes})  # type: ignore[arg-type]
    )


def by_number(result: Result) -> dict[int, Record]:
    return {int(r.sample_id.rsplit("-", 1)[1]): r for r in result.records}


def test_every_misbehaviour_is_counted_and_a_rerun_asks_only_what_failed(tmp_path: Path) -> None:
    folder, logs = choices(tmp_path / "data", 20), tmp_path / "logs"
    with Server(misbehaves) as server:
        first = by_number(ask(folder, server, logs))
        assert {n: r.verdict for n, r in first.items() if r.verdict is not Verdict.FAILED} == VERDICTS
        assert {n: r.failure for n, r in first.items() if r.verdict is Verdict.FAILED} == FAILURES
        assert all(first[n].note for n in FAILURES), "a failure says why"
        assert server.asked["8"] == 2 and server.asked["14"] == 3, "as often as was allowed"

        before, server.behaviour = Counter(server.asked), lambda number, attempt: Answer("AB"[int(number) % 2])
        again = ask(folder, server, logs)
        assert {int(n) for n in server.asked - before} == set(FAILURES)
        assert again.asked == len(FAILURES)
        assert Counter(r.verdict for r in again.records if int(r.sample_id[-2:]) in FAILURES) == {Verdict.CORRECT: 8}
        assert {n: r.verdict for n, r in by_number(again).items() if n in VERDICTS} == VERDICTS

        total = server.asked.total()
        assert ask(folder, server, logs).asked == 0
        assert server.asked.total() == total, "nothing is asked when nothing is missing"


def test_ten_megabytes_of_text_are_read_and_not_kept(tmp_path: Path) -> None:
    folder, logs = choices(tmp_path / "data", 2), tmp_path / "logs"
    endless = ["mumble " * 1_500_000, "mumble " * 1_500_000 + "\nAnswer: B"]
    with Server(lambda number, attempt: Answer(endless[int(number)])) as server:
        found = by_number(ask(folder, server, logs, attempt_seconds=120))
    assert [found[n].verdict for n in (0, 1)] == [Verdict.UNREAD, Verdict.CORRECT]
    assert all(len(r.reply) < 101_000 for r in found.values())


def test_a_dead_server_ends_the_run_early_and_the_rest_is_asked_another_time(tmp_path: Path) -> None:
    folder, logs = choices(tmp_path / "data", 30), tmp_path / "logs"
    with Server(lambda number, attempt: Answer(status=500)) as server:
        result = ask(folder, server, logs, retries=0, connections=1, failures_in_a_row=5)
        assert "called off after 5 failures in a row" in result.broken_off
        assert len(result.records) == server.asked.total() == 5
        server.behaviour = lambda number, attempt: Answer("A")
        assert len(ask(folder, server, logs, retries=0, connections=1).records) == 30


def test_nobody_at_home_is_one_line(tmp_path: Path) -> None:
    folder = choices(tmp_path / "data", 2)
    with Server() as server:
        gone = server.url
    with pytest.raises(DioramaError, match="nothing answers at http"):
        evaluate(Order(folder, "diorama-api/m", base_url=gone, logs=tmp_path / "logs"))


def test_a_reader_reads_what_we_cannot_and_its_failure_is_no_wrong_answer(tmp_path: Path) -> None:
    """Model and reader share a server: the reader's requests carry the reply between marks."""
    folder = choices(tmp_path / "data", 3)
    mumbled = Answer("The second of these, one would think, or so it seems to me at least.")
    with Server(lambda number, attempt: [mumbled, Answer("B"), mumbled][attempt - 1]) as server:
        helper = dict(reader="openai-api/judge/j")
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("JUDGE_API_KEY", "none")
            patch.setenv("JUDGE_BASE_URL", server.url)
            read = by_number(ask(folder, server, tmp_path / "logs", **helper))
            assert [read[n].verdict for n in range(3)] == [Verdict.INCORRECT, Verdict.CORRECT, Verdict.INCORRECT]
            assert {r.scoring for r in read.values()} == {f"choice rules {ChoiceKind.rules} reader=openai-api/judge/j"}
            assert all(r.tools["reader"].calls == 1 for r in read.values()), "its cost is apart from the model's"
            assert all(r.flags["by_reader"] and "second of these" in r.reply for r in read.values())
            server.asked.clear()
            server.behaviour = lambda number, attempt: mumbled if attempt == 1 else Answer(status=400)
            failed = by_number(ask(folder, server, tmp_path / "others", **helper))
            assert {r.verdict for r in failed.values()} == {Verdict.UNSCORED}
            assert "the reader failed: request" in failed[0].note
