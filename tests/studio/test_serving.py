"""`diorama studio DIR`: what it prints, how it ends, and what it says when it cannot begin."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from diorama.errors import DioramaError
from diorama.studio import Settings, serve


def test_it_prints_its_address_and_a_link_for_the_first_person(folder: Path) -> None:
    """The link works, and Ctrl-C ends it without a word."""
    command = [sys.executable, "-m", "diorama.cli", "studio", str(folder), "--port", "0"]
    studio = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert studio.stdout is not None
    try:
        lines = [studio.stdout.readline().strip() for _ in range(3)]
        assert lines[0] == "1 datasets with 20 samples, 2 files of answers"
        address = re.fullmatch(r"the studio is at (http://127\.0\.0\.1:\d+)", lines[1])
        link = re.fullmatch(r"sign in as the first person, once: (\S+)", lines[2])
        assert address and link and link[1].startswith(f"{address[1]}/join/")
        assert httpx.get(f"{address[1]}/health").text == "ok"
        assert "Welcome to the studio" in httpx.get(link[1]).text
    finally:
        studio.send_signal(signal.SIGINT)
        rest = studio.communicate(timeout=60)
    assert "Traceback" not in rest[1]


def test_a_port_that_is_taken_is_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(DioramaError, match=f"port {port}: Address already in use; name another --port"):
            serve(Settings(folder=tmp_path, port=port))


def test_a_folder_that_is_none_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(DioramaError, match="is no folder"):
        serve(Settings(folder=tmp_path / "nothing", port=0))


def test_a_host_that_is_none_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(DioramaError, match="cannot listen on no"):
        serve(Settings(folder=tmp_path, host="no.such.host.invalid", port=0))
