"""A real HTTP server on loopback that speaks OpenAI's chat completions, and misbehaves when told to."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self


@dataclass(frozen=True)
class Answer:
    """What to send back to one request."""

    text: str = "A"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = None
    """Sent as it is, in place of a proper reply."""
    wait: float = 0.0
    cut: bool = False
    """Close the connection half way."""


Behaviour = Callable[[str, int], Answer]
"""The question's number and how often it has been asked → what to send back."""
Reader = Callable[[dict[str, Any]], Answer]
"""The whole request → what to send back."""


class Server:
    """A server in a thread of its own; it remembers what it was asked."""

    def __init__(self, behaviour: Behaviour | None = None, *, reads: Reader | None = None) -> None:
        self.behaviour = behaviour or (lambda number, attempt: Answer())
        self.reads = reads
        self.asked: Counter[str] = Counter()
        """How often each question came in, by its number."""
        self.requests: list[dict[str, Any]] = []
        self.keep_requests = False
        self._ready = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._connection, "127.0.0.1", 0, limit=1 << 26)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        server.close()

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
                length = re.search(r"content-length: (\d+)", head)
                body = await reader.readexactly(int(length[1])) if length else b"{}"
                if not await self._reply(json.loads(body), writer):
                    break
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def _reply(self, request: dict[str, Any], writer: asyncio.StreamWriter) -> bool:
        number = number_of(request)
        self.asked[number] += 1
        if self.keep_requests:
            self.requests.append(request)
        answer = self.reads(request) if self.reads is not None else self.behaviour(number, self.asked[number])
        if answer.wait:
            await asyncio.sleep(answer.wait)
        body = answer.body if answer.body is not None else json.dumps(completion(answer)).encode()
        lines = [f"HTTP/1.1 {answer.status} Whatever", "content-type: application/json", f"content-length: {len(body)}"]
        lines += [f"{k}: {v}" for k, v in answer.headers.items()]
        head = ("\r\n".join(lines) + "\r\n\r\n").encode()
        if answer.cut:
            writer.write(head + body[: len(body) // 2])
            await writer.drain()
            return False
        writer.write(head + body)
        await writer.drain()
        return True


def completion(answer: Answer) -> dict[str, Any]:
    if answer.status != 200:
        return {"error": {"message": "no", "type": "error", "code": answer.status}}
    message = {"role": "assistant", "content": answer.text}
    return {
        "id": "1", "object": "chat.completion", "created": 0, "model": "m",
        "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 3, "total_tokens": 103},
    }  # fmt: skip


def text_of(request: dict[str, Any]) -> str:
    parts = [m["content"] for m in request.get("messages", [])]
    return "\n".join(p if isinstance(p, str) else "\n".join(c.get("text", "") for c in p) for p in parts)


def number_of(request: dict[str, Any]) -> str:
    """The hand-made samples of the tests say their number in the question."""
    found = re.search(r"number (\d+)", text_of(request))
    return found[1] if found else "?"
