"""One Blender process: started when needed, watched while it works, replaced when it fails."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from diorama.errors import DioramaError
from diorama.sight.photo.blender.wire import receive, send

START_SECONDS = 120.0
MEMORY_BYTES = 3 * 1024**3
"""A worker that has grown past this is replaced before its next picture."""


class WorkerFailed(Exception):
    """The process crashed or hung; a new one can be given the same request."""


class Worker:
    """Talks to one Blender process; not to be shared between threads."""

    def __init__(self, *, cores: Collection[int] = (), memory_bytes: int = MEMORY_BYTES) -> None:
        """`cores` are those the process makes threads for; none means all."""
        self._cores = tuple(cores)
        self._memory_bytes = memory_bytes
        self._process: subprocess.Popen[bytes] | None = None
        self._loaded: object = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self.resident = 0
        """Bytes the process held after its last picture."""
        self.starts = 0
        """How many processes there have been."""

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    def picture(
        self,
        key: object,
        description: Mapping[str, Any],
        preset: str | Mapping[str, Any],
        *,
        poses: Mapping[str, Any] | None = None,
        camera: Mapping[str, Any] | None = None,
        wishes: Mapping[str, Any] | None = None,
        seconds: float,
    ) -> dict[str, Any]:
        """Render; the scene is sent only if the process does not hold the one of this `key` already.

        `poses` and `camera` move what the scene holds.
        """
        if self.resident > self._memory_bytes:
            self.stop()
        self._start()
        fresh = self._loaded is not key
        request = {
            "description": dict(description) if fresh else None,
            "preset": preset,
            "poses": None if poses is None else dict(poses),
            "camera": None if camera is None else dict(camera),
            "wishes": dict(wishes or {}),
        }
        reply = self._ask(request, seconds)
        if "error" in reply:
            self.stop()
            raise DioramaError(f"Blender could not draw this scene: {reply['error']}")
        self._loaded = key
        self.resident = reply["resident"]
        pictures: dict[str, Any] = reply["pictures"]
        return pictures

    def stop(self) -> None:
        """End the process, at once."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                if stream is not None:
                    with contextlib.suppress(BrokenPipeError):
                        stream.close()
            self._process = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
        self._loaded = None
        self.resident = 0

    def _start(self) -> None:
        if self._process is not None and self._process.poll() is None:
            return
        self.stop()
        check_installed()
        # Blender leaves files behind when it is killed: it gets a folder of its own, which is deleted with it
        self._folder = tempfile.TemporaryDirectory(prefix="diorama-blender-", ignore_cleanup_errors=True)
        environment = {
            **os.environ,
            "PYTHONPATH": str(Path(__file__).parent),
            "PYTHONDONTWRITEBYTECODE": "1",
            "TMPDIR": self._folder.name,
        }
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "blender", *map(str, self._cores)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env=environment,
                start_new_session=True,  # Ctrl-C must not reach it: we end it ourselves
            )
        self.starts += 1
        self._receive(START_SECONDS)

    def _ask(self, request: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        assert self._process is not None and self._process.stdin is not None
        try:
            send(self._process.stdin, request)  # type: ignore[arg-type]
        except (BrokenPipeError, OSError):
            raise self._failed("ended") from None
        return self._receive(seconds)

    def _receive(self, seconds: float) -> dict[str, Any]:
        assert self._process is not None and self._process.stdout is not None
        stream = self._process.stdout.fileno()
        deadline = time.monotonic() + seconds

        def read(count: int) -> bytes:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([stream], [], [], left)[0]:
                raise TimeoutError
            return os.read(stream, count)

        try:
            reply: dict[str, Any] = receive(read)
        except TimeoutError:
            raise self._failed(f"gave no answer in {seconds:.0f} s") from None
        except (EOFError, OSError, ValueError):
            raise self._failed("ended") from None
        return reply

    @property
    def _log(self) -> Path:
        assert self._folder is not None
        return Path(self._folder.name, "log")

    def _failed(self, how: str) -> WorkerFailed:
        lines = self._log.read_text(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        self.stop()
        return WorkerFailed(f"the Blender process {how}" + (f" ({last})" if last else ""))


def check_installed() -> None:
    """Fail with a message that says how to install Blender if it is missing."""
    if importlib.util.find_spec("bpy") is None:
        raise DioramaError("the photo renderer needs Blender: run  pip install 'diorama[photo]'  (Python 3.11)")
