"""Interrupted and started again with the same command: only what is missing is asked."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai")

from diorama.ask import Verdict
from diorama.ask.logs import load_runs
from diorama.ask.run_files import RunFile, RunInfo
from diorama.errors import DioramaError
from tests.ask.datasets import choices
from tests.ask.server import Answer, Server

COUNT, IN_FLIGHT = 40, 4


def start(folder: Path, logs: Path, server: Server) -> subprocess.Popen[str]:
    words = ["eval", str(folder), "--model", "diorama-api/m", "--base-url", server.url, "--logs", str(logs)]
    return subprocess.Popen(
        [sys.executable, "-m", "diorama.cli", *words, "--max-connections", str(IN_FLIGHT)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "NO_PROXY": "127.0.0.1"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background jobs ignore Ctrl-C
    )  # fmt: skip


def answers_in(logs: Path) -> int:
    return sum(path.read_bytes().count(b"\n") - 1 for path in logs.glob("*.answers.jsonl"))


def wait_for(logs: Path, count: int) -> None:
    deadline = time.monotonic() + 60
    while answers_in(logs) < count:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_killed_run_goes_on_where_it_was(tmp_path: Path) -> None:
    folder, logs = choices(tmp_path / "data", COUNT), tmp_path / "logs"
    with Server(lambda number, attempt: Answer("A", wait=0.1)) as server:
        run = start(folder, logs, server)
        wait_for(logs, 12)
        run.kill()
        run.communicate(timeout=60)
        known = answers_in(logs)
        assert known < COUNT and server.asked.total() <= known + IN_FLIGHT
        for path in logs.glob("*.answers.jsonl"):
            with path.open("ab") as file:
                file.write(b'{"sample_id": "causal-0000')  # as if the kill had come while a line was being written

        done = start(folder, logs, server)
        _, errors = done.communicate(timeout=120)
        assert done.returncode == 0, errors
        twice = [number for number, times in server.asked.items() if times > 1]
        assert len(twice) <= IN_FLIGHT, "save those in flight, no question is sent twice"
        assert server.asked.total() == COUNT + len(twice)
    (run_read,) = load_runs([logs])
    assert len(run_read.records) == COUNT
    assert Counter(r.verdict for r in run_read.records) == {Verdict.CORRECT: COUNT // 2, Verdict.INCORRECT: COUNT // 2}


def test_ctrl_c_keeps_what_there_is_and_says_how_to_go_on(tmp_path: Path) -> None:
    folder, logs = choices(tmp_path / "data", COUNT), tmp_path / "logs"
    with Server(lambda number, attempt: Answer("A", wait=0.3)) as server:
        run = start(folder, logs, server)
        wait_for(logs, 5)
        run.send_signal(signal.SIGINT)
        _, errors = run.communicate(timeout=60)
        assert run.returncode == 130
        assert "the same command goes on" in errors and "Traceback" not in errors
        assert server.asked.total() <= answers_in(logs) + IN_FLIGHT < COUNT


def test_two_processes_do_not_write_one_file(tmp_path: Path) -> None:
    info = RunInfo(dataset="d@1", model="m")
    with (
        RunFile(tmp_path, info),
        pytest.raises(DioramaError, match="another process is writing"),
        RunFile(tmp_path, info),
    ):
        pass
    with RunFile(tmp_path, info):
        pass  # the lock goes with its holder
