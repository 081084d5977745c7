"""Real HTTP servers on loopback that make clips, as `/v1/videos` and as ComfyUI do, and misbehave when told to."""

from __future__ import annotations

import io
import json
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import TracebackType
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

import numpy as np
from PIL import Image

from diorama.imagine.generators import FPS, Pixels
from diorama.sight.clips import Frame, make_clip


@dataclass(frozen=True)
class Asked:
    """One request."""

    route: str
    """Method and path."""
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes

    @property
    def form(self) -> dict[str, bytes]:
        head = f"Content-Type: {self.headers['content-type']}\r\n\r\n".encode()
        parts = message_from_bytes(head + self.body).get_payload()
        assert isinstance(parts, list)
        named: dict[str, bytes] = {}
        for part in parts:
            content = part.get_payload(decode=True)  # type: ignore[union-attr]
            assert isinstance(content, bytes)
            named[str(part.get_param("name", header="content-disposition"))] = content  # type: ignore[union-attr]
        return named

    @property
    def data(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Reply:
    """What to send back."""

    body: bytes = b"{}"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    wait: float = 0.0
    cut: bool = False
    """Close the connection half way."""
    endless: bool = False
    """Send the body again and again."""
    drip: bool = False
    """Send the headers byte by byte, slowly."""


def said(data: Any, status: int = 200, **headers: str) -> Reply:
    return Reply(json.dumps(data).encode(), status, headers)


class VideoServer:
    """A server that answers by its `answer`, except for the first requests to routes with replies in `instead`."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.instead: defaultdict[str, list[Reply]] = defaultdict(list)
        """By route; an asterisk stands for what comes last."""
        self.sent_bytes = 0
        self.redrawn: Callable[[bytes], bytes] = lambda clip: clip
        """What becomes of a clip before it is sent."""

    def __enter__(self) -> Self:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(10)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def routes(self) -> list[str]:
        return [asked.route for asked in self.asked]

    def reply(self, asked: Asked) -> Reply:
        self.asked.append(asked)
        for route in (asked.route, asked.route.rsplit("/", 1)[0] + "/*"):
            if self.instead[route]:
                return self.instead[route].pop(0)
        return self.answer(asked)

    def answer(self, asked: Asked) -> Reply:
        raise NotImplementedError


class Videos(VideoServer):
    """`/v1/videos`, as it should be: one job, done at the second look."""

    def __init__(self, *, echo: bool = False) -> None:
        super().__init__()
        self.echo = echo
        self.looks = 0
        self.done_after = 2
        self.clip = b""

    def answer(self, asked: Asked) -> Reply:
        record = {"id": "video_1", "object": "video", "status": "queued"}
        match asked.route:
            case "POST /v1/videos":
                form = asked.form
                self.clip = self.redrawn(sliding(form["input_reference"], int(form["num_frames"])))
                if self.echo:
                    record["extra_params"] = json.loads(form["extra_params"])
                return said(record)
            case "GET /v1/videos/video_1":
                self.looks += 1
                return said(record | {"status": "in_progress" if self.looks < self.done_after else "completed"})
            case "GET /v1/videos/video_1/content":
                return Reply(self.clip, headers={"content-type": "video/mp4"})
            case "DELETE /v1/videos/video_1":
                return said({"id": "video_1", "deleted": True})
        return said({"detail": "Not Found"}, 404)


class Comfy(VideoServer):
    """ComfyUI, as it should be: one job, done at the second look."""

    def __init__(self) -> None:
        super().__init__()
        self.looks = 0
        self.pictures: dict[str, bytes] = {}
        self.clip = b""
        self.done_after = 2

    @property
    def graph(self) -> dict[str, Any]:
        """The graph that was queued."""
        (queued,) = [asked for asked in self.asked if asked.route == "POST /prompt"]
        graph = queued.data["prompt"]
        assert isinstance(graph, dict)
        return graph

    def answer(self, asked: Asked) -> Reply:
        match asked.route:
            case "POST /upload/image":
                self.pictures["kept.png"] = asked.form["image"]
                return said({"name": "kept.png", "subfolder": "in", "type": "input"})
            case "POST /prompt":
                nodes = {node["class_type"]: node["inputs"] for node in asked.data["prompt"].values()}
                assert nodes["LoadImage"]["image"] == "in/kept.png"
                frames = nodes.get("WanTrackToVideo", {}).get("length", 17)
                self.clip = self.redrawn(sliding(self.pictures["kept.png"], frames))
                return said({"prompt_id": "p-1", "number": 1, "node_errors": {}})
            case "GET /history/p-1":
                self.looks += 1
                return said(self.history() if self.looks >= self.done_after else {})
            case "GET /prompt":
                return said({"exec_info": {"queue_remaining": 1}})
            case "GET /queue":
                return said({"queue_running": [[0, "p-1", {}, {}, []]], "queue_pending": []})
            case "GET /view" if asked.query == {"filename": "c_1.mp4", "subfolder": "diorama", "type": "output"}:
                return Reply(self.clip)
            case "POST /queue" | "POST /interrupt":
                return Reply(b"")
        return Reply(b"404: Not Found", 404)

    def history(self) -> dict[str, Any]:
        files = [{"filename": "c_1.mp4", "subfolder": "diorama", "type": "output"}]
        shown = [{"filename": "preview.png", "subfolder": "", "type": "temp"}]
        outputs = {"3": {"images": shown}, "saved": {"images": files, "animated": [True]}}
        return {"p-1": {"status": {"status_str": "success", "completed": True}, "outputs": outputs}}


def sliding(png: bytes, frames: int) -> bytes:
    """A clip that begins with a picture, across which a dark square slides to the right."""
    picture = np.asarray(Image.open(io.BytesIO(png)).convert("RGB"), np.uint8)
    return clip_of([square(picture, 2 * k) for k in range(frames)])


def square(picture: Pixels, x: int) -> Pixels:
    """The picture with a dark square at x; nothing is drawn at 0."""
    drawn = picture.copy()
    if x:
        drawn[10:26, x : x + 16] = 20
    return drawn


def clip_of(pictures: list[Pixels], fps: float = FPS) -> bytes:
    return make_clip((Frame(k / fps, pixels) for k, pixels in enumerate(pictures)), fps=fps)


def _handler(server: VideoServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _serve(self) -> None:
            parts = urlsplit(self.path)
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            query = {name: values[0] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
            headers = {name.lower(): value for name, value in self.headers.items()}
            try:
                self._send(server.reply(Asked(f"{self.command} {parts.path}", query, headers, body)))
            except OSError:  # the other side has had enough
                self.close_connection = True

        do_GET = do_POST = do_DELETE = _serve  # noqa: N815

        def _send(self, reply: Reply) -> None:
            time.sleep(reply.wait)
            if reply.drip:
                self.close_connection = True
                for letter in b"HTTP/1.1 200 OK\r\nx-slow: " + b"a" * 1000:
                    self.wfile.write(bytes([letter]))
                    time.sleep(0.02)
                return
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name.replace("_", "-"), value)
            if not reply.endless:
                self.send_header("content-length", str(len(reply.body)))
            self.end_headers()
            if reply.endless:
                self.close_connection = True
                while True:
                    self.wfile.write(reply.body)
                    server.sent_bytes += len(reply.body)
            self.wfile.write(reply.body[: len(reply.body) // 2] if reply.cut else reply.body)
            self.close_connection = self.close_connection or reply.cut

        def log_message(self, format: str, *args: Any) -> None:
            pass

    return Handler
