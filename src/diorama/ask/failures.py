"""Why no reply came: an exception from any provider, as one of a few kinds."""

from __future__ import annotations

from collections.abc import Iterator

from diorama.ask.records import Failure
from diorama.errors import short

_TIMEOUTS = ("timeout",)
_CONNECTIONS = ("connect", "protocolerror", "readerror", "writeerror", "disconnected", "networkerror", "closedresource")
_MALFORMED = ("jsondecode", "responseerror", "responsevalidation", "malformed", "validationerror", "unicodedecode")


class MalformedReply(Exception):
    """The response held no reply."""


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
        return error if isinstance(error, NoReply) else NoReply(failure_of(error), short(error))


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


def root_of(error: BaseException) -> BaseException:
    """The error itself, without the wrapper that a retry put around it."""
    return next(_chain(error))


def retry_after(error: BaseException) -> float | None:
    """How many seconds a server asked us to wait, if it did."""
    for each in _chain(error):
        headers = getattr(getattr(each, "response", None), "headers", None)
        if headers is not None:
            try:
                seconds = float(headers.get("retry-after", ""))
            except (TypeError, ValueError):
                continue
            return seconds if 0 <= seconds < 1e6 else None
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
