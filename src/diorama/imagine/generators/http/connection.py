"""Talking to one server: requests with limits on time, on size and on how often they are repeated.

A server may be slow, broken or hostile. What it says becomes one harmless line, its redirects are not followed, and
reading stops at a limit. A request that may be repeated is, with growing pauses, after failures that may pass. One that
begins paid work is repeated only if the server cannot have begun: it was never reached, or it said "later".
"""

from __future__ import annotations

import asyncio
import json
import math
import ssl
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from diorama.errors import DioramaError, short
from diorama.imagine.generators.protocol import CannotImagine

if TYPE_CHECKING:
    import httpx

T = TypeVar("T")

TRANSIENT = frozenset({408, 500, 502, 503, 504})
"""Failures that may pass."""
NOT_THERE = frozenset({404, 410})
CLEANUP_SECONDS = 10.0
"""For telling a server that its work is not needed any more."""
LONGEST_NAME = 1000


class Unknown(CannotImagine):
    """A server does not know, or not any more, what it was asked for."""


@dataclass(frozen=True)
class Limits:
    """How long to wait for a server, how often to ask it again, and how much to read."""

    connect_seconds: float = 10.0
    request_seconds: float = 300.0
    """For one request with its whole reply, even while the server is still sending."""
    poll_seconds: float = 1.0
    """Before the first look whether a job is done; the pauses grow to ten times as much."""
    retries: int = 4
    pause_seconds: float = 1.0
    """Before the first repetition; doubled each time."""
    longest_pause_seconds: float = 120.0
    """A server that asks for more patience (`Retry-After`) is given up."""
    reply_bytes: int = 4 << 20
    video_bytes: int = 256 << 20


@dataclass(frozen=True)
class Server:
    """Where a server is and how to be let in."""

    url: str
    """http:// or https://, host, port, and perhaps a path to which all others are added."""
    key: str = field(default="", repr=False)
    limits: Limits = Limits()
    explain: Callable[[Any], str] | None = None
    """What is wrong, out of an error that is JSON, for servers that write it in a way of their own."""

    def __post_init__(self) -> None:
        """The address and the key can be used as they are."""
        try:
            parts = urlsplit(self.url)
            usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:
            usable = False
        if not usable or not self.url.isascii() or not self.url.isprintable() or " " in self.url:
            raise DioramaError(f"{short(self.url, 80)} is no address of a video service: write http://HOST:PORT")
        if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
            raise DioramaError(
                "the address of a video service has no user, password, query or fragment: give a key apart"
            )
        if not self.key.isascii() or not self.key.isprintable() or self.key != self.key.strip():
            raise DioramaError("the key of the video service has characters that no key has")

    @property
    def name(self) -> str:
        """How messages call it."""
        return f"the video service at {urlsplit(self.url).netloc}"


@asynccontextmanager
async def connected(server: Server) -> AsyncIterator[Connection]:
    """Connections to a server that are closed at the end."""
    try:
        import httpx
    except ModuleNotFoundError:
        raise DioramaError("video services need httpx: pip install 'diorama[eval]'") from None

    limits = server.limits
    headers = {"Accept-Encoding": "identity", "User-Agent": "diorama"}
    if server.key:
        headers["Authorization"] = f"Bearer {server.key}"
    try:
        client = httpx.AsyncClient(
            base_url=server.url.rstrip("/") + "/",
            headers=headers,
            follow_redirects=False,
            timeout=httpx.Timeout(limits.request_seconds, connect=limits.connect_seconds),
            verify=_certificates(),
        )
    except (httpx.InvalidURL, ValueError, OSError) as error:  # the address, a proxy or a certificate of the environment
        raise DioramaError(f"{server.name} cannot be used: {short(error)}") from None
    async with client:
        yield Connection(server, client)


class Connection:
    """An open way to a server."""

    def __init__(self, server: Server, client: httpx.AsyncClient) -> None:
        self.server = server
        self._client = client

    async def json(self, method: str, path: str, *, repeatable: bool = True, **request: Any) -> dict[str, Any]:
        """The object that a server replies; `repeatable` is False for what begins paid work."""
        body = await self._reply(method, path, self.server.limits.reply_bytes, repeatable, request)
        try:
            found = json.loads(body)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise self.trouble(f"replied to {method} /{path} with something that is no JSON object")
        return found

    async def video(self, path: str, **request: Any) -> bytes:
        """The file that a server sends."""
        return await self._reply("GET", path, self.server.limits.video_bytes, True, request)

    async def let_go(self, method: str, path: str, **request: Any) -> bool:
        """Tell the server that something is not needed any more: whether it heard, whatever it says to that."""
        import httpx

        try:
            async with asyncio.timeout(CLEANUP_SECONDS):
                status, _, _ = await self._once(method, path, self.server.limits.reply_bytes, request)
        except (httpx.HTTPError, TimeoutError, CannotImagine):
            return False
        return status < 500

    def trouble(self, what: str) -> CannotImagine:
        """What went wrong, as one line that names the server and never its key."""
        return CannotImagine(f"{self.server.name} {short(self.without_key(what), 400)}")

    def without_key(self, text: str) -> str:
        """A text in which the key does not appear, whoever wrote it."""
        return text.replace(self.server.key, "…") if self.server.key else text

    async def _reply(self, method: str, path: str, most: int, repeatable: bool, request: dict[str, Any]) -> bytes:
        """The body of a good reply, after as many attempts as are allowed."""
        import httpx

        limits, attempt = self.server.limits, 0
        while True:
            pause = limits.pause_seconds * 2**attempt
            try:
                async with asyncio.timeout(limits.request_seconds):
                    status, headers, body = await self._once(method, path, most, request)
                if 200 <= status < 300:
                    return body
                problem = self._refusal(method, path, status, headers, body)
                asked_for = _retry_after(headers.get("retry-after", ""))
                told_later = status == 429 or (status == 503 and asked_for is not None)
                again, unclear = told_later or (repeatable and status in TRANSIENT), status in TRANSIENT
                pause = pause if asked_for is None else asked_for
            except (httpx.ConnectError, httpx.ConnectTimeout) as error:
                problem, again, unclear = self.trouble(f"cannot be reached: {_reason(error)}"), True, False
            except (httpx.HTTPError, TimeoutError) as error:
                problem, again, unclear = self.trouble(f"broke off: {_reason(error)}"), repeatable, True
            if not again and unclear and not repeatable:
                raise and_then(problem, "It may be at work all the same, so it is not asked twice")
            if not again or attempt == limits.retries:
                raise problem
            if pause > limits.longest_pause_seconds:
                raise self.trouble(f"asks to wait for {pause:.0f} s")
            attempt += 1
            await asyncio.sleep(pause)

    async def _once(
        self, method: str, path: str, most: int, request: dict[str, Any]
    ) -> tuple[int, httpx.Headers, bytes]:
        """One attempt: status, headers and body, of which no more is read than allowed."""
        async with self._client.stream(method, path, **request) as response:
            if response.headers.get("content-encoding", "identity").lower() != "identity":
                raise self.trouble("sent a compressed reply, which it was asked not to")
            parts, size = [], 0
            async for part in response.aiter_raw():
                size += len(part)
                if size > most:
                    raise self.trouble(f"sent more than {most:,} bytes to {method} /{path}")
                parts.append(part)
            return response.status_code, response.headers, b"".join(parts)

    def _refusal(self, method: str, path: str, status: int, headers: httpx.Headers, body: bytes) -> CannotImagine:
        if 300 <= status < 400:
            to = headers.get("location", "nowhere")
            return self.trouble(f"redirects /{path} to {short(to, 120)}: redirects are not followed")
        said = error_of(body, self.server.explain or message_in)
        refusal = self.trouble(f"refused {method} /{path} with status {status}" + (f": {said}" if said else ""))
        return Unknown(str(refusal)) if status in NOT_THERE else refusal


def and_then(error: CannotImagine, more: str) -> CannotImagine:
    """The same with a further sentence; what servers and libraries say may end in a full stop or not."""
    return CannotImagine(f"{str(error).rstrip('. ')}. {more}")


def error_of(body: bytes, explain: Callable[[Any], str]) -> str:
    """What a server says is wrong, as JSON or as a text."""
    try:
        return explain(json.loads(body))
    except (ValueError, RecursionError):
        return short(body[:2000].decode("utf-8", "replace"))


def message_in(found: Any) -> str:
    """The message in an error as servers write it: a text, or an object that holds it under one of the usual names."""
    for _ in range(4):
        if isinstance(found, list) and found:
            found = found[0]
        elif isinstance(found, dict):
            names = ("error", "detail", "message", "exception_message", "msg")
            found = next((found[name] for name in names if found.get(name)), "")
        else:
            break
    return short(found) if isinstance(found, str) else ""


def name_in(found: Any) -> str:
    """A name that a server gives to a job or a file, if it can be one; it will be part of an address."""
    usable = isinstance(found, str) and len(found) <= LONGEST_NAME and found.isprintable() and found.strip(". ")
    return str(found) if usable else ""


def finished(job: Coroutine[Any, Any, T]) -> T:
    """Wait for a job from any thread, also from one where an event loop is running already, as in a notebook."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(job)
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, job).result()


def pauses(limits: Limits) -> Iterator[float]:
    """Seconds between one look at a job and the next: few at first, then more and more."""
    pause = limits.poll_seconds
    while True:
        yield pause
        pause = min(pause * 1.5, limits.poll_seconds * 10)


@cache
def _certificates() -> ssl.SSLContext:
    """The usual ones; to read them takes longer than to ask a server."""
    import httpx

    return httpx.create_ssl_context()


def _retry_after(value: str) -> float | None:
    """How long a server asks to wait, which it writes as seconds or as a date."""
    try:
        seconds = float(value)
    except ValueError:
        try:
            then = parsedate_to_datetime(value)
            seconds = ((then if then.tzinfo else then.replace(tzinfo=UTC)) - datetime.now(UTC)).total_seconds()
        except (ValueError, TypeError, OverflowError):
            return None
    return max(0.0, seconds) if math.isfinite(seconds) else None


def _reason(error: Exception) -> str:
    return "it took too long" if "timeout" in type(error).__name__.lower() else str(error) or type(error).__name__
