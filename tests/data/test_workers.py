"""Work done by several processes: the same results in the same order, and one clear line if one dies."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from diorama.data._workers import each
from diorama.errors import DioramaError


def double_slowly(number: int) -> int:
    time.sleep(0.2 / (number + 1))
    return 2 * number


def die(number: int) -> int:
    os._exit(number)


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_the_order_of_the_jobs(workers: int) -> None:
    assert list(each(double_slowly, range(5), workers)) == [0, 2, 4, 6, 8]


def test_a_worker_that_dies_is_said_in_one_line() -> None:
    with pytest.raises(DioramaError, match="a worker process died; run the same command again"):
        list(each(die, [3, 4], 2))


def keep_python_waiting(pids: str) -> None:
    """A long call into a library that lets no other thread of Python run."""
    with open(pids, "a") as file:
        file.write(f"{os.getpid()}\n")
    ctypes.PyDLL(None).sleep(60)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a thread has to wait for such a call")
def test_workers_in_a_long_call_end_with_their_parent(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    command = (
        "from diorama.data._workers import each; from tests.data.test_workers import keep_python_waiting as wait; "
        f"list(each(wait, [{str(pids)!r}] * 2, 2))"
    )
    parent = subprocess.Popen([sys.executable, "-c", command])
    until = time.monotonic() + 60
    while not pids.exists() or len(pids.read_text().split()) < 2:
        assert time.monotonic() < until, "the workers did not start"
        time.sleep(0.1)
    parent.kill()
    parent.wait()
    until = time.monotonic() + 10
    while any(Path(f"/proc/{pid}").exists() for pid in pids.read_text().split()):
        assert time.monotonic() < until, "the workers outlive their parent"
        time.sleep(0.1)
