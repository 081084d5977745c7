"""The same work on many shards, by one process or several."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TypeVar

from diorama.errors import DioramaError

Job = TypeVar("Job")
Found = TypeVar("Found")


def check_workers(workers: int) -> None:
    if workers < 1:
        raise DioramaError(f"workers must be at least 1; got {workers}")


def each(work: Callable[[Job], Found], jobs: Sequence[Job], workers: int) -> Iterator[Found]:
    """The result of `work` for each job, in order; `work` must be picklable for more than one worker."""
    if workers == 1 or len(jobs) < 2:
        yield from map(work, jobs)
        return
    fresh = multiprocessing.get_context("spawn")  # OpenGL contexts do not survive a fork
    pool = ProcessPoolExecutor(min(workers, len(jobs)), mp_context=fresh, initializer=_prepare)
    done = False
    try:
        with _ctrl_c_waits():
            futures = [pool.submit(work, job) for job in jobs]
        for future in futures:
            yield future.result()
        done = True
    except BrokenProcessPool:
        raise DioramaError("a worker process died; run the same command again") from None
    finally:
        if not done:  # interrupted, or nobody wants the rest: shards in the making are not waited for
            for process in list((pool._processes or {}).values()):
                process.kill()
        pool.shutdown(wait=done, cancel_futures=True)


@contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """Hold Ctrl-C back while workers are started: they start with it held back too, and leave it to their parent."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _prepare() -> None:
    """What a worker does first: leave Ctrl-C to its parent, end when that ends, and model and draw in one thread."""
    os.environ.setdefault("LP_NUM_THREADS", "1")  # Mesa draws without a graphics card; each core has a worker already
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _model_in_one_thread()


def _end_with_parent() -> None:
    """End this process when its parent is gone, however that ended; a worker would wait for work forever.

    The parent holds the other end of a pipe. Linux is asked to signal when that end closes, which works even while a
    long call into a library keeps Python's threads waiting; elsewhere, and if it closed before, the thread that waits
    here ends the process.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    if sys.platform == "linux":
        import fcntl

        fcntl.fcntl(parent.sentinel, fcntl.F_SETOWN, os.getpid())
        flags = fcntl.fcntl(parent.sentinel, fcntl.F_GETFL)
        fcntl.fcntl(parent.sentinel, fcntl.F_SETFL, flags | os.O_ASYNC)  # SIGIO, which ends a process
    parent.join()
    os._exit(1)


def _model_in_one_thread() -> None:
    """Have this process model solids in one thread, however many cores there are.

    The modelling library keeps a thread for each core it sees at its first call, and idle ones spin: two workers on two
    cores spent a third of their time so. The cores are given back once it has made up its mind.
    """
    if not hasattr(os, "sched_setaffinity"):
        return
    import manifold3d

    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        ball = manifold3d.Manifold.sphere(1.0, 64)
        (ball - ball.translate((0.5, 0.0, 0.0))).volume()
    finally:
        os.sched_setaffinity(0, cores)
