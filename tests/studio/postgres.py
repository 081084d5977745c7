"""A real PostgreSQL for tests: its own cluster, its own user, a free port, a temporary folder."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

USER = "postgres"
"""Who runs it when we are root, as which it refuses to run."""


def binaries() -> Path | None:
    """Where its programs are; Debian keeps them off the path."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).parent
    return next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)


@contextmanager
def cluster() -> Iterator[str]:
    """A running server; gives the beginning of its URLs, to which the name of a database is added."""
    programs = binaries()
    if programs is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    runs_as: dict[str, int] = {}
    if os.geteuid() == 0:
        try:
            found = pwd.getpwnam(USER)
        except KeyError:
            pytest.skip(f"PostgreSQL does not run as root, and there is no user '{USER}'")
        runs_as = {"user": found.pw_uid, "group": found.pw_gid}
    folder = Path(tempfile.mkdtemp(prefix="diorama-postgres-"))
    if runs_as:
        os.chown(folder, runs_as["user"], runs_as["group"])
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    try:
        _run([programs / "initdb", "-D", folder / "data", "-U", "tests", "-A", "trust", "--no-sync"], runs_as)
        options = (
            f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c max_connections=300"
        )
        _run([programs / "pg_ctl", "-D", folder / "data", "-w", "-o", options, "-l", folder / "log", "start"], runs_as)
        try:
            yield f"postgresql://tests@127.0.0.1:{port}/"
        finally:
            _run([programs / "pg_ctl", "-D", folder / "data", "-m", "immediate", "stop"], runs_as)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(command: list[str | Path], runs_as: dict[str, int]) -> None:
    done = subprocess.run(
        [*map(str, command)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        cwd="/",
        **runs_as,  # type: ignore[call-overload]
    )
    assert done.returncode == 0, done.stderr
