"""Killed at any moment: nothing is lost or doubled, no process stays behind, and the same command goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("inspect_ai")

from diorama.ask.logs import load_runs
from diorama.data import check, load
from tests.ask.datasets import choices
from tests.ask.server import Answer, Server

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
GONE_SECONDS = 30.0


def started(words: Sequence[object]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "diorama.cli", *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, env={**os.environ, "NO_PROXY": "127.0.0.1"}, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip


def family(session: int) -> list[int]:
    """The processes of a session that still run."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state, _, _, its_session = (entry / "stat").read_text().rpartition(")")[2].split()[:4]
            except OSError:
                continue
            if int(its_session) == session and state != "Z":
                found.append(int(entry.name))
    return found


def killed(words: Sequence[object], after_seconds: float) -> int | None:
    """Start a command and kill its first process; its exit code if it was done before, else None."""
    process = started(words)
    try:
        _, errors = process.communicate(timeout=after_seconds)
        assert "Traceback" not in errors, errors
        return process.returncode
    except subprocess.TimeoutExpired:
        process.kill()
    wait_until_gone(process)
    return None


def wait_until_gone(process: subprocess.Popen[str]) -> None:
    until = time.monotonic() + GONE_SECONDS
    while family(process.pid):
        assert time.monotonic() < until, f"processes {family(process.pid)} outlive their parent"
        time.sleep(0.1)
    process.communicate()


def building(folder: Path) -> subprocess.Popen[str]:
    """A build whose two workers are at work."""
    process = started(["build", "causal", "--count", 200, "--seed", 3, "--workers", 2, "--out", folder])
    until = time.monotonic() + 60
    while len(family(process.pid)) < 4:  # itself, the two, and one that minds what they share
        assert process.poll() is None and time.monotonic() < until, "the workers did not start"
        time.sleep(0.1)
    time.sleep(3)
    return process


def until_done(words: Sequence[object], moments: Sequence[float]) -> int:
    """Kill a command at each of some moments, then let it run to its end; returns how often it was killed."""
    kills = 0
    for moment in moments:
        if killed(words, moment) is not None:
            break
        kills += 1
    process = started(words)
    output, errors = process.communicate(timeout=600)
    assert process.returncode == 0, output + errors
    return kills


def evaluations_survive(tmp_path: Path, times: int, seed: int) -> None:
    count = 60
    folder, logs = choices(tmp_path / "data", count), tmp_path / "logs"
    rng = np.random.default_rng(seed)
    with Server(lambda number, attempt: Answer("A", wait=0.15)) as server:
        words = ["eval", folder, "--model", "diorama-api/m", "--base-url", server.url, "--logs", logs]
        kills = until_done([*words, "--max-connections", 2], rng.uniform(3.0, 6.0, times).tolist())
        assert server.asked.total() <= count + 2 * kills, "only what was in flight is asked again"
    (run,) = load_runs([logs])
    assert len({r.sample_id for r in run.records}) == len(run.records) == count


def files_stay_whole(tmp_path: Path, times: int, seed: int) -> None:
    """`score` and `report` killed at any moment leave the file as it was, or the new one."""
    folder, logs, page = choices(tmp_path / "data", 30), tmp_path / "logs", tmp_path / "report.html"
    replies = tmp_path / "replies.jsonl"
    replies.write_text("".join(f'{{"id": "causal-{k:06d}", "reply": "A"}}\n' for k in range(30)))
    score = ["score", folder, "--predictions", replies, "--logs", logs]
    report = ["report", logs, "--out", page]
    assert until_done(score, []) == until_done(report, []) == 0
    before = page.read_bytes()
    rng = np.random.default_rng(seed)
    for k in range(times):
        killed(score if k % 2 else report, float(rng.uniform(0.2, 3.0)))
        (run,) = load_runs([logs])
        assert len(run.records) == 30
        assert page.read_bytes() == before


def builds_survive(tmp_path: Path, times: int, seed: int) -> None:
    plan = ["build", "causal", "--task", "trajectory", "--count", 50, "--seed", 4, "--workers", 2, "--out"]
    assert until_done([*plan, tmp_path / "whole"], []) == 0
    rng = np.random.default_rng(seed)
    until_done([*plan, tmp_path / "killed"], rng.uniform(2.0, 40.0, times).tolist())
    assert check(tmp_path / "killed") == []
    assert load(tmp_path / "killed").manifest.shards == load(tmp_path / "whole").manifest.shards
    assert not list((tmp_path / "killed").rglob(".*.part")), "what was begun is cleared away"


@pytest.mark.slow
def test_an_evaluation_survives_kills(tmp_path: Path) -> None:
    evaluations_survive(tmp_path, times=2, seed=1)


@pytest.mark.slow
def test_scores_and_reports_are_whole_whenever_they_are_killed(tmp_path: Path) -> None:
    files_stay_whole(tmp_path, times=4, seed=2)


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_their_parent(by: signal.Signals, tmp_path: Path) -> None:
    process = building(tmp_path / "data")
    process.send_signal(by)
    wait_until_gone(process)


def test_ctrl_c_in_a_build_is_one_line(tmp_path: Path) -> None:
    process = building(tmp_path / "data")
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors.strip() == "diorama: interrupted; run the same command again to go on"


@pytest.mark.slow
def test_fifty_kills(tmp_path: Path) -> None:
    for name, kills, survive in (
        ("eval", 15, evaluations_survive), ("files", 25, files_stay_whole), ("build", 10, builds_survive),
    ):  # fmt: skip
        (tmp_path / name).mkdir()
        survive(tmp_path / name, kills, 7)
