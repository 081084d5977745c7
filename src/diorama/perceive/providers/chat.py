"""Asking a served model about a picture: one request to an OpenAI-compatible server, with limits on time and size.

A server may be slow, broken or hostile: what it says becomes one harmless line, its redirects are not followed, and
reading stops at a limit.
"""

from __future__ import annotations

import base64
import io
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from PIL import Image

from diorama.errors import DioramaError, short
from diorama.perceive.percepts import Pixels
from diorama.perceive.providers.wishes import CannotPerceive

CONNECT_SECONDS = 10.0
MOST_BYTES = 4 << 20
TRANSIENT = frozenset({408, 429, 500, 502, 503, 504})
"""Failures that may pass: the request is repeated."""
PAUSES = (0.5, 2.0)
"""Seconds before the first repetition, and before the second."""


@dataclass(frozen=True)
class ChatServer:
    """Where a model is served, and how to be let in."""

    url: str
    """http:// or https://, host, port, and perhaps a path, as far as `/v1`."""
    model: str
    key: str = field(default="", repr=False)
    timeout: float = 120.0
    """Seconds for one request with its whole reply."""

    def __post_init__(self) -> None:
        """The address and the key can be used as they are."""
        try:
            parts = urlsplit(self.url)
            usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:
            usable = False
        if not usable or not self.url.isascii() or not self.url.isprintable() or " " in self.url:
            raise DioramaError(f"'{short(self.url, 80)}' is no address of a model server: write http://HOST:PORT/v1")
        if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
            raise DioramaError("the address of a model server has no user, password, query or fragment")
        if not self.key.isascii() or not self.key.isprintable() or self.key != self.key.strip():
            raise DioramaError("the key of the model server has characters that no key has")

    @property
    def name(self) -> str:
        """How messages call it."""
        return f"the model server at {urlsplit(self.url).netloc}"

    @property
    def address(self) -> str:
        """Where questions are sent to."""
        base = self.url.rstrip("/")
        return f"{base if base.endswith('/v1') else base + '/v1'}/chat/completions"

    def ask(self, picture: Pixels, words: str, most_tokens: int) -> str:
        """The reply to a question about a picture."""
        body = self._sent(self._request(picture, words, most_tokens))
        try:
            choice = json.loads(body)["choices"][0]
            reply, ended = choice["message"].get("content"), choice.get("finish_reason")
        except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
            raise self._trouble("replied with something that is no chat completion") from None
        if ended == "content_filter":
            raise CannotPerceive(self._line("refused to answer (content filter)"))
        if ended == "length":
            raise CannotPerceive(self._line(f"was cut off after {most_tokens} tokens: raise max_tokens"))
        if not isinstance(reply, str) or not reply.strip():
            raise CannotPerceive(self._line("gave an empty reply"))
        return reply

    def _request(self, picture: Pixels, words: str, most_tokens: int) -> dict[str, Any]:
        file = io.BytesIO()
        Image.fromarray(picture).save(file, "PNG", compress_level=1)
        data = base64.b64encode(file.getvalue()).decode()
        content = [
            {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{data}"}},
            {"type": "text", "text": words},
        ]
        messages = [{"role": "user", "content": content}]
        return {"model": self.model, "messages": messages, "temperature": 0, "max_tokens": most_tokens}

    def _sent(self, request: dict[str, Any]) -> bytes:
        """The body of a good reply, after as many attempts as are allowed."""
        for pause in (*PAUSES, None):
            status, body = self._once(request)
            if 200 <= status < 300:
                return body
            if pause is None or status not in TRANSIENT:
                break
            time.sleep(pause)
        if 300 <= status < 400:
            raise self._trouble("redirects, and redirects are not followed: give the address that it points to")
        said = _message(body)
        raise self._trouble(f"refused with status {status}" + (f": {said}" if said else ""))

    def _once(self, request: dict[str, Any]) -> tuple[int, bytes]:
        headers = {"Accept-Encoding": "identity", "User-Agent": "diorama"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        ends = time.monotonic() + self.timeout
        with self._client() as client, client.stream("POST", self.address, json=request, headers=headers) as response:
            parts, size = [], 0
            for part in response.iter_raw():
                size += len(part)
                if size > MOST_BYTES:
                    raise self._trouble(f"sent more than {MOST_BYTES:,} bytes")
                if time.monotonic() > ends:
                    raise self._trouble(f"took longer than {self.timeout:g} s")
                parts.append(part)
            return response.status_code, b"".join(parts)

    @contextmanager
    def _client(self) -> Iterator[Any]:
        try:
            import httpx
        except ModuleNotFoundError:
            raise DioramaError("a model server needs httpx: pip install 'diorama[perceive]'") from None
        limits = httpx.Timeout(self.timeout, connect=min(CONNECT_SECONDS, self.timeout))
        try:
            with httpx.Client(timeout=limits, follow_redirects=False) as client:
                yield client
        except httpx.TimeoutException as error:
            doing = "could not be reached" if isinstance(error, httpx.ConnectTimeout) else "did not answer"
            raise self._trouble(f"{doing} within {self.timeout:g} s") from None
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            raise self._trouble(f"cannot be reached, or broke off: {error or type(error).__name__}") from None

    def _trouble(self, what: str) -> DioramaError:
        """What is wrong with the server: no `CannotPerceive`, since the picture is tried again when that has passed."""
        return DioramaError(self._line(what))

    def _line(self, what: str) -> str:
        """What went wrong, as one line that names the server and never its key."""
        return f"{self.name} {short(what.replace(self.key, '…') if self.key else what, 300)}"


def _message(body: bytes) -> str:
    """What a server says is wrong, as JSON or as a text."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return short(body[:1000].decode("utf-8", "replace"))
    for _ in range(4):
        if not isinstance(found, dict):
            break
        found = next((found[name] for name in ("error", "detail", "message") if found.get(name)), "")
    return short(found) if isinstance(found, str) else ""
