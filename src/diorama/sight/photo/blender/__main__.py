"""The worker process: takes scenes and poses from standard input, gives pictures to standard output.

Blender prints to standard output as it likes, so the messages keep that stream to themselves and everything
else goes to standard error.
"""

from __future__ import annotations

import os
from typing import Any, BinaryIO

from .wire import receive, send


def main() -> None:
    """Serve until the other side closes."""
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    requests = os.fdopen(os.dup(0), "rb", buffering=0)
    from .render import Session

    send(replies, {"ready": True, "resident": _resident()})
    serve(Session, requests, replies)


def serve(session_type: Any, requests: BinaryIO, replies: BinaryIO) -> None:
    session: Any = None
    while True:
        try:
            request = receive(requests.read)
        except EOFError:
            return
        try:
            if request.get("description") is not None:
                session = session_type(request["preset"])
                session.load(request["description"])
                _use_threads(request.get("threads"))
            pictures = session.frame(request.get("poses"), request.get("camera"), **request.get("wishes", {}))
            send(replies, {"pictures": pictures, "resident": _resident()})
        except Exception as error:  # the parent decides what to make of it
            send(replies, {"error": f"{type(error).__name__}: {error}", "resident": _resident()})


def _use_threads(count: int | None) -> None:
    import bpy

    settings = bpy.context.scene.render
    settings.threads_mode = "AUTO" if count is None else "FIXED"
    if count is not None:
        settings.threads = count


def _resident() -> int:
    """Bytes of memory that this process holds now (0 where the system does not tell)."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


if __name__ == "__main__":
    main()
