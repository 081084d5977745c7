"""A real HTTP server on loopback that serves a model which sees red boxes, and misbehaves when told to."""

from __future__ import annotations

import base64
import io
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import TracebackType
from typing import Any, Self

import numpy as np
from PIL import Image

from diorama.perceive.percepts import Pixels


@dataclass(frozen=True)
class Reply:
    """What to send back."""

    body: bytes = b"{}"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    wait: float = 0.0
    endless: bool = False


def says(text: str | None, ended: str = "stop") -> Reply:
    """A chat completion."""
    choice = {"index": 0, "finish_reason": ended, "message": {"role": "assistant", "content": text}}
    return Reply(json.dumps({"object": "chat.completion", "choices": [choice]}).encode())


class ChatServer:
    """A model that answers with `answer`, given the picture and the words; replies in `instead` come first."""

    def __init__(self, answer: Callable[[Pixels, str], str]) -> None:
        self.answer, self.instead = answer, list[Reply]()
        self.asked: list[tuple[str, dict[str, str], dict[str, Any]]] = []
        """Path, headers and body."""
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.asked.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                reply = outer.instead.pop(0) if outer.instead else outer.reply(body)
                time.sleep(reply.wait)
                try:
                    self.send_response(reply.status)
                    for name, value in reply.headers.items():
                        self.send_header(name, value)
                    self.end_headers()
                    self.wfile.write(reply.body)
                    while reply.endless:
                        self.wfile.write(reply.body)
                except OSError:  # the client has had enough
                    pass

            def log_message(self, *args: Any) -> None:
                """Quiet."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"

    def reply(self, body: dict[str, Any]) -> Reply:
        picture, words = body["messages"][0]["content"]
        data = base64.b64decode(picture["image_url"]["url"].removeprefix("data:image/png;base64,"))
        return says(self.answer(np.array(Image.open(io.BytesIO(data)).convert("RGB")), words["text"]))

    def __enter__(self) -> Self:
        Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()
