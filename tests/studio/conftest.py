"""Every test of the studio runs on both databases, unless it says otherwise."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from tests.data.samples import build
from tests.report.conftest import write_run
from tests.studio.postgres import cluster
from tests.studio.running import Running, running, settings_for

_NUMBERS = count(1)


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a dataset of twenty samples and the answers of two models; not to be written into."""
    folder = tmp_path_factory.mktemp("bench")
    build(folder / "small")
    write_run(folder / "small", folder / "logs", "lab/steady", 3)
    write_run(folder / "small", folder / "logs", "lab/hostile", 2, '<script>document.title = "owned"</script>')
    return folder


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with cluster() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def db_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'studio.db'}"
        return
    server = request.getfixturevalue("postgres")
    name = f"studio{next(_NUMBERS)}"
    with psycopg.connect(f"{server}postgres", autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")  # type: ignore[call-overload]
    yield f"{server}{name}"


@pytest.fixture
def folder(bench: Path, tmp_path: Path) -> Path:
    """A copy of the dataset and its answers, to do with as one likes."""
    shutil.copytree(bench, tmp_path / "bench")
    return tmp_path / "bench"


@pytest.fixture
def studio(folder: Path, db_url: str) -> Iterator[Running]:
    """A studio that serves the folder."""
    with running(settings_for(folder, db_url)) as found:
        yield found
