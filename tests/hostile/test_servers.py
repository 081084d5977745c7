"""Servers that answer in every wrong way: each failure is named by its kind and in the server's words."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("inspect_ai")

from diorama.ask import Failure, Verdict
from diorama.ask.evaluate import Order, Result, evaluate
from diorama.ask.failures import retry_after
from diorama.errors import DioramaError
from tests.ask.datasets import choices
from tests.ask.server import Answer, Server, completion


def refusal(status: int, message: str) -> Answer:
    body = {"error": {"message": message, "type": "invalid_request_error", "code": None}}
    return Answer(status=status, body=json.dumps(body).encode())


def reply(**fields: Any) -> Answer:
    """A completion with some fields replaced."""
    return Answer(body=json.dumps(completion(Answer("A")) | fields).encode())


def message(content: Any) -> Answer:
    return reply(choices=[{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}])


RETRIES = 2
ONCE, ALL = 1, 1 + RETRIES
FAULTS: list[tuple[Answer, Failure, int, str]] = [
    (refusal(400, "image is too large \x1b[31mred"), Failure.REQUEST, ONCE, "HTTP 400: image is too large red"),
    (refusal(401, "bad key"), Failure.REQUEST, ONCE, "HTTP 401: bad key"),
    (refusal(403, "your account is blocked"), Failure.REQUEST, ONCE, "HTTP 403: your account is blocked"),
    (Answer(status=404, body=b'{"detail":"no model m here"}'), Failure.REQUEST, ONCE, "HTTP 404: no model m here"),
    (refusal(413, "payload over 20 MB"), Failure.REQUEST, ONCE, "HTTP 413: payload over 20 MB"),
    (refusal(422, "max_tokens must be positive"), Failure.REQUEST, ONCE, "HTTP 422: max_tokens must be positive"),
    (Answer(status=400, body=b"plain words"), Failure.REQUEST, ONCE, "HTTP 400: plain words"),
    (Answer(status=503, body=b'{"error":{"message":"overloaded"}}'), Failure.SERVER, ALL, "HTTP 503: overloaded"),
    (Answer(body=b'{"error": {"message": "still loading"}}'), Failure.SERVER, ALL, "still loading"),
    (reply(choices=[{}]), Failure.MALFORMED, ALL, "a choice without a message"),
    (reply(choices=[{"index": 0, "message": None}]), Failure.MALFORMED, ALL, "a choice without a message"),
    (reply(choices=None), Failure.MALFORMED, ALL, "no choices"),
    (message(5), Failure.MALFORMED, ALL, "5 as the text of a message"),
    (Answer(body=b"null"), Failure.MALFORMED, ALL, "None instead of a completion"),
    (Answer(body=b"[]"), Failure.MALFORMED, ALL, "[] instead of a completion"),
    (Answer(body=b"<html>busy</html>"), Failure.MALFORMED, ALL, "the server sent no JSON"),
]
ODD_BUT_FINE: list[Answer] = [message([{"type": "text", "text": "A"}]), reply(usage="lots"), message("A \ud800")]


def ask(folder: Path, url: str, logs: Path) -> Result:
    return evaluate(
        Order(
            folder, "diorama-api/m", base_url=url, logs=logs, retries=RETRIES, attempt_seconds=5,
            first_wait_seconds=0.02, connections=8,
        )
    )  # fmt: skip


def test_every_fault_is_named_by_its_kind_and_in_the_words_of_the_server(tmp_path: Path) -> None:
    folder = choices(tmp_path / "data", len(FAULTS))
    with Server(lambda number, attempt: FAULTS[int(number)][0]) as server:
        found = {int(r.sample_id.rsplit("-", 1)[1]): r for r in ask(folder, server.url, tmp_path / "logs").records}
    for number, (_, failure, times, words) in enumerate(FAULTS):
        record = found[number]
        assert (record.failure, server.asked[str(number)]) == (failure, times), words
        assert words in record.note and "\x1b" not in record.note


def test_odd_responses_that_hold_a_reply_are_read(tmp_path: Path) -> None:
    folder = choices(tmp_path / "data", len(ODD_BUT_FINE))
    with Server(lambda number, attempt: ODD_BUT_FINE[int(number)]) as server:
        records = ask(folder, server.url, tmp_path / "logs").records
    assert {r.verdict for r in records} == {Verdict.CORRECT, Verdict.INCORRECT}
    assert all(r.reply.startswith("A") for r in records)


def test_an_address_without_a_scheme_is_one_line_at_once(tmp_path: Path) -> None:
    with pytest.raises(DioramaError, match=r"--base-url localhost:8000/v1 is no address: write http://"):
        ask(choices(tmp_path / "data", 1), "localhost:8000/v1", tmp_path / "logs")


def test_a_date_says_when_to_try_again() -> None:
    class Busy(Exception):
        def __init__(self, wish: str) -> None:
            self.response = type("Response", (), {"headers": {"retry-after": wish}})()

    soon = retry_after(Busy(format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)))
    assert soon is not None and 25 < soon <= 30
    assert retry_after(Busy("Wed, 21 Oct 2015 07:28:00 GMT")) == 0, "the date is past"
    assert retry_after(Busy("7")) == 7
    assert retry_after(Busy("some day")) is None


def test_the_judge_is_found_at_the_same_address(tmp_path: Path) -> None:
    """A judge of the same provider needs no address of its own; what it left unscored is scored the next time."""
    folder, logs = choices(tmp_path / "data", 1), tmp_path / "logs"
    mumbled = Answer("The second of these, one would think, or so it seems to me at least.")
    with Server(lambda number, attempt: mumbled if attempt == 1 else Answer(status=400)) as server:
        order = Order(
            folder, "diorama-api/m", reader="diorama-api/judge", base_url=server.url, logs=logs, retries=0,
            first_wait_seconds=0.02,
        )  # fmt: skip
        assert [r.verdict for r in evaluate(order).records] == [Verdict.UNSCORED]
        server.behaviour = lambda number, attempt: Answer("B")
        assert [r.verdict for r in evaluate(order).records] == [Verdict.INCORRECT]
        assert server.asked["0"] == 3, "the model was asked once, the judge twice"
