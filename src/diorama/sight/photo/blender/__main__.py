"""The worker process: takes scenes and poses from standard input, gives pictures to standard output.

Blender prints to standard output as it likes, so the messages keep that stream to themselves and everything
else goes to standard error. The arguments are the processor cores that Blender shall see: it makes as many
threads as it sees cores when it starts. (Given a number of threads instead, Cycles keeps one more spinning.)
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

from .wire import receive, send


def main() -> None:
    """Serve until the other side closes."""
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    requests = os.fdopen(os.dup(0), "rb", buffering=0)
    see_all_cores = see_cores({int(core) for core in sys.argv[1:]})
    from .render import Session

    send(replies, {"ready": True, "resident": _resident()})
    serve(Session, requests, replies, see_all_cores)


def see_cores(cores: set[int]) -> Callable[[], None]:
    """Hide all but these cores; the returned callable shows the rest again, to every thread."""
    if not cores:
        return _nothing
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)

    def see_all() -> None:
        for thread in os.listdir("/proc/self/task"):
            with contextlib.suppress(ProcessLookupError):  # it may have ended meanwhile
                os.sched_setaffinity(int(thread), before)

    return see_all


def serve(session_type: Any, requests: BinaryIO, replies: BinaryIO, when_warm: Callable[[], None]) -> None:
    """Answer requests; `when_warm` is called after the first picture, when all of Blender's threads are there."""
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
            pictures = session.frame(request.get("poses"), request.get("camera"), **request.get("wishes", {}))
            when_warm()
            when_warm = _nothing
            send(replies, {"pictures": pictures, "resident": _resident()})
        except Exception as error:  # the parent decides what to make of it
            send(replies, {"error": f"{type(error).__name__}: {error}", "resident": _resident()})


def _nothing() -> None:
    pass


def _resident() -> int:
    """Bytes of memory that this process holds now (0 where the system does not tell)."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


if __name__ == "__main__":
    main()
