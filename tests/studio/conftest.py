"""Every test of the studio runs on both databases, unless it says otherwise."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest
from argon2 import PasswordHasher

from diorama.data import create_or_open
from tests.data.samples import PLAN, build, sample
from tests.report.conftest import write_run
from tests.studio.chromium import DESKTOP, Window, browser
from tests.studio.postgres import cluster
from tests.studio.running import Running, running, settings_for

if TYPE_CHECKING:
    from selenium.webdriver import Chrome


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords are hashed with little effort here; `test_secrets.py` looks at the real one."""
    quick = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
    monkeypatch.setattr("diorama.studio.people.secrets._hasher", lambda: quick)


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
    with psycopg.connect(f"{server}postgres", autocommit=True) as admin:
        admin.execute("DROP SCHEMA public CASCADE")
        admin.execute("CREATE SCHEMA public")
    yield f"{server}postgres"


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


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chrome]:
    with browser() as driver:
        yield driver


@pytest.fixture(scope="module")
def open_house(bench: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A studio on SQLite for all browser tests of a module; people of one test are strangers to the next."""
    folder = tmp_path_factory.mktemp("house") / "bench"
    shutil.copytree(bench, folder)
    with running(settings_for(folder)) as found:
        yield found


@pytest.fixture
def window(chromium: Chrome, open_house: Running) -> Iterator[Window]:
    """A window in which nobody is signed in."""
    window = Window(chromium, open_house)
    window.offline(False)
    window.size(*DESKTOP)
    window.open("/health")
    window.run("sessionStorage.clear()")
    chromium.delete_all_cookies()
    window.complaints()
    window.foreign_requests()
    yield window
    chromium.get("about:blank")


@pytest.fixture
def folder_of_others(folder: Path) -> Path:
    """A dataset beside the first one, whose samples can take the place of that one's."""
    plan = PLAN.model_copy(update={"seed": 8})
    builder = create_or_open(folder / "others", plan)
    for slot in builder.missing_shards():
        numbers = range(slot.start, slot.start + slot.count)
        named = {n: f"{slot.suite}-other-{n:06d}" for n in numbers}
        builder.add_shard(slot.name, (sample(100 + n, id=name, suite=slot.suite) for n, name in named.items()))
    return folder / "others"
