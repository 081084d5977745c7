"""Why no reply came: an exception from any provider, as one of a few kinds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from diorama.ask.records import Failure
from diorama.errors import short

_TIMEOUTS = ("timeout",)
_CONNECTIONS = ("connect", "protocolerror", "readerror", "writeerror", "disconnected", "networkerror", "closedresource")
_MALFORMED = ("jsondecode", "responseerror", "responsevalidation", "malformed", "validationerror", "unicodedecode")


class MalformedReply(Exception):
    """The response held no reply."""


class ServerError(Exception):
    """The server reported an error of its own, in a response that should have held a reply."""

    status_code = 500


class NotAsked(Exception):
    """A question that was not asked this time: it has no record, and the next run asks it."""


class NoReply(Exception):
    """A question that failed, with the kind of its failure."""

    def __init__(self, failure: Failure, why: str) -> None:
        super().__init__(f"{failure.value}: {why}")
        self.failure = failure
        self.why = why

    @staticmethod
    def of(error: Exception) -> NoReply:
        """Any exception as a failed question."""
        return error if isinstance(error, NoReply) else NoReply(failure_of(error), reason_of(error))


def failure_of(error: BaseException) -> Failure:
    """The kind of a failure, by what the providers' libraries have in common: status codes and the names of classes."""
    chain = list(_chain(error))
    for each in chain:
        status = _status(each)
        if status == 429:
            return Failure.RATE_LIMIT
        if status in (408, 504):
            return Failure.TIMEOUT
        if status is not None and status >= 500:
            return Failure.SERVER
        if status is not None and status >= 400:
            return Failure.REQUEST
    for each in chain:
        names = [c.__name__.lower() for c in type(each).__mro__]
        for failure, marks in (
            (Failure.TIMEOUT, _TIMEOUTS),
            (Failure.CONNECTION, _CONNECTIONS),
            (Failure.MALFORMED, _MALFORMED),
        ):
            if any(mark in name for name in names for mark in marks):
                return failure
    return Failure.OTHER


def reason_of(error: BaseException) -> str:
    """Why a question failed, in one line: the status and the server's own words where there are any."""
    chain = list(_chain(error))
    if isinstance(chain[0], MalformedReply | ServerError):
        return short(chain[0])
    if isinstance(chain[0], ValueError) and failure_of(error) is Failure.MALFORMED:
        return short(f"the server sent no JSON: {chain[0]}")
    status = next((code for each in chain if (code := _status(each)) is not None), None)
    said = next((words for find in _WORDS for each in chain if (words := find(each).strip())), "")
    if status is None or not said:
        return short(f"{type(chain[0]).__name__}: {chain[0]}")
    said = said.removeprefix(f"Error code: {status}").removeprefix(" - ")
    return short(f"HTTP {status}: {said or 'no reason given'}")


def was_retried(error: BaseException) -> bool:
    """Whether the engine has already tried as often as it may."""
    return getattr(error, "last_attempt", None) is not None


def error_message(body: Any) -> str:
    """What a server says in the body of an error: ``{"error": {"message": …}}`` and its relatives; else nothing."""
    if isinstance(body, str):
        return body
    if isinstance(body, Mapping):
        return next((said for name in _SAYING if (said := error_message(body.get(name)))), "")
    return error_message(body[0]) if isinstance(body, list) and body else ""


_SAYING = ("error", "message", "detail", "msg", "error_message")
"""Fields in which servers say what is wrong."""


_WORDS: tuple[Callable[[BaseException], str], ...] = (
    lambda error: error_message(getattr(error, "body", None)),
    lambda error: error_message(getattr(getattr(error, "response", None), "text", None)),
    lambda error: error_message(getattr(error, "provider_message", None)),
)
"""Where the libraries of providers keep a server's own words, the plainest first."""


def retry_after(error: BaseException) -> float | None:
    """How many seconds a server asked us to wait, if it did."""
    for each in _chain(error):
        headers = getattr(getattr(each, "response", None), "headers", None)
        if headers is not None:
            seconds = _seconds_until(headers.get("retry-after"))
            if seconds is not None:
                return seconds if seconds >= 0 else None
    return None


def _seconds_until(wish: object) -> float | None:
    """The seconds of a Retry-After header: a number, or the date when to try again."""
    try:
        return float(str(wish))
    except ValueError:
        pass
    try:
        date = parsedate_to_datetime(str(wish))
        return max(0.0, (date - datetime.now(UTC)).total_seconds()) if date.tzinfo else None
    except (ValueError, OverflowError):
        return None


def _status(error: BaseException) -> int | None:
    for owner in (error, getattr(error, "response", None)):
        for name in ("status_code", "code", "status", "http_status"):
            value = getattr(owner, name, None)
            if isinstance(value, int) and not isinstance(value, bool) and 400 <= value < 600:
                return value
    return None


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error that ended the last attempt, and what caused it."""
    attempt = getattr(error, "last_attempt", None)
    if attempt is not None and callable(getattr(attempt, "exception", None)):
        inner = attempt.exception()
        if inner is not None:
            error = inner
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        yield current
        current = current.__cause__ or current.__context__
