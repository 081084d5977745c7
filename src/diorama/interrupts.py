"""Ctrl-C while modules are imported: it ends the program at once.

Some libraries try an import and go on without it if that fails. An interrupt at such a moment would be swallowed, or
leave half a library behind; and nothing is lost by ending there.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = "diorama: interrupted; run the same command again to go on"
EXIT_CODE = 130


@contextmanager
def ending_in_imports() -> Iterator[None]:
    """Have Ctrl-C end the program during an import; elsewhere it is a `KeyboardInterrupt`, as usual."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, _interrupted)
    try:
        yield
    finally:
        as_usual()


def as_usual() -> None:
    """Give Ctrl-C back to Python: an event loop minds it only if nobody else does."""
    if signal.getsignal(signal.SIGINT) is _interrupted:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _interrupted(number: int, frame: FrameType | None) -> None:
    if _importing(frame):
        print(INTERRUPTED, file=sys.stderr, flush=True)
        os._exit(EXIT_CODE)
    signal.default_int_handler(number, frame)


def _importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_globals.get("__name__") == "importlib._bootstrap":
            return True
        frame = frame.f_back
    return False
