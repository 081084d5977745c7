"""A server that is killed in the middle of people's work: what it has acknowledged is there, once, however often."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import numpy as np
import pytest
from sqlalchemy import select

from diorama.studio import Settings, open_studio
from diorama.studio.library.indexing import look_again
from diorama.studio.people.roles import Role
from diorama.studio.people.sessions import begin
from diorama.studio.people.tables import Person, PersonRole
from diorama.studio.sittings.drawing_up import Wanted, draw_up
from diorama.studio.sittings.tables import Answer, Seen, Sitting, Turn
from diorama.studio.storage import utc_now
from tests.studio.test_sittings import SIT, scenes

PEOPLE = 3
_HIDDEN = re.compile(r'name="(_form|_once|place)" value="([^"]*)"')


@dataclass
class Script:
    """One participant, who answers as fast as the server does, and tries again whenever it does not."""

    address: str
    cookie: str
    token: str
    rng: np.random.Generator
    acknowledged: dict[int, int] = field(default_factory=dict)
    """Choices by place."""
    stop: threading.Event = field(default_factory=threading.Event)
    fault: str = ""

    def run(self) -> None:
        with httpx.Client(base_url=self.address, timeout=20, cookies={self.cookie: self.token}) as client:
            while not self.stop.is_set():
                text = self._ask(client, "GET", SIT).text
                hidden = dict(_HIDDEN.findall(text.split("<main")[-1]))
                if "place" not in hidden:
                    if "last question" in text:
                        return
                    self._ask(client, "POST", SIT, hidden)
                    continue
                choice = int(self.rng.integers(3))
                sent = self._ask(client, "POST", f"{SIT}/answer", {**hidden, "choice": str(choice)})
                if sent.status_code == 303:
                    self.acknowledged[int(hidden["place"])] = choice
                elif not self.stop.is_set():
                    self.fault = f"{sent.status_code}: {sent.text[:300]}"
                    return

    def _ask(self, client: httpx.Client, method: str, path: str, data: dict[str, str] | None = None) -> httpx.Response:
        """The very same request again and again, until there is an answer."""
        while True:
            try:
                return client.request(method, path, data=data)
            except httpx.TransportError:
                if self.stop.is_set():
                    return httpx.Response(503, request=httpx.Request(method, self.address))
                time.sleep(0.02)


SERVERS = """
import os, sys
from pathlib import Path
from diorama.studio import Settings, serve
for _ in sys.stdin:
    if not (child := os.fork()):
        serve(Settings(Path(sys.argv[1]), port=int(sys.argv[2])), say=lambda _: None)
    print(child, flush=True)
    os.waitpid(child, 0)
    print("ended", flush=True)
"""
"""For each line that it reads, a server; what it needs is imported once, since that takes longer than all the rest."""


class Servers:
    """Servers of one folder, one after the other, each killed in its time."""

    def __init__(self, folder: Path, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}"
        self._makes = subprocess.Popen(
            [sys.executable, "-c", SERVERS, str(folder), str(port)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._makes.stdin and self._makes.stdout
        self._in, self._out = self._makes.stdin, self._makes.stdout

    def start(self) -> int:
        """A server that answers; its process."""
        print("one more", file=self._in, flush=True)
        number, until = int(self._out.readline()), time.monotonic() + 60
        while time.monotonic() < until:
            try:
                httpx.get(f"{self.address}/health", timeout=5)
                return number
            except httpx.TransportError:
                time.sleep(0.02)
        raise AssertionError("the server did not start")

    def kill(self, number: int) -> None:
        """As a power cut would, as far as one process goes."""
        os.kill(number, signal.SIGKILL)
        assert self._out.readline() == "ended\n"

    def close(self) -> None:
        self._in.close()
        self._makes.wait(30)


def prepare(folder: Path, questions: int, port: int) -> list[str]:
    """A test with some people in it; the tokens of their sessions."""
    scenes(folder / "small", questions, questions)
    studio = open_studio(Settings(folder, port=port))
    look_again(studio)
    with studio.storage.writing() as db:
        people = [Person(name=f"p{k}", name_key=f"p{k}", password="", since=utc_now()) for k in range(PEOPLE)]
        for person in people:
            person.roles = [PersonRole(role=Role.PARTICIPANT)]
        db.add_all(people)
        db.flush()
        from diorama.studio.library.tables import DatasetRow

        dataset = db.get_one(DatasetRow, 1)
        wanted = Wanted("pilot", questions, check_every=7)
        test = draw_up(db, folder / "small", dataset, wanted, by=people[0].id, now=utc_now())
        db.add_all(Sitting(test_id=test.id, person_id=p.id, number=k) for k, p in enumerate(people, start=1))
        tokens = [begin(db, person, utc_now()) for person in people]
    studio.close()
    return tokens


@pytest.mark.slow
@pytest.mark.parametrize("kills", [2, 20])
def test_nothing_acknowledged_is_lost(tmp_path: Path, kills: int) -> None:
    """Three people answer; the server is killed again and again at some moment. Nothing is lost, nothing is twice."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folder = tmp_path / "bench"
    tokens = prepare(folder, 60 * kills, port)
    rng = np.random.default_rng(kills)
    scripts = [Script(f"http://127.0.0.1:{port}", f"studio-{port}", token, rng.spawn(1)[0]) for token in tokens]
    threads = [threading.Thread(target=script.run) for script in scripts]
    for thread in threads:
        thread.start()
    lives = []
    servers = Servers(folder, port)
    for _ in range(kills):
        process = servers.start()
        before = sum(len(script.acknowledged) for script in scripts)
        until = time.monotonic() + 30
        while sum(len(script.acknowledged) for script in scripts) == before and time.monotonic() < until:
            time.sleep(0.005)
        time.sleep(float(rng.uniform(0, 1)))
        servers.kill(process)
        lives.append(sum(len(script.acknowledged) for script in scripts) - before)
    for script in scripts:
        script.stop.set()
    servers.close()
    for thread in threads:
        thread.join(60)
    assert not any(script.fault for script in scripts), [script.fault for script in scripts]
    assert sum(life > 0 for life in lives) == kills, "in each life somebody was answered"
    studio = open_studio(Settings(folder))
    with studio.storage.reading() as db:
        for k, script in enumerate(scripts, start=1):
            stored = dict(db.execute(select(Answer.place, Answer.choice).where(Answer.sitting_id == k)).all())
            assert script.acknowledged.items() <= stored.items(), "an acknowledged answer is lost or another"
            assert len(stored) - len(script.acknowledged) <= 1, "only the last one may be unknown to the person"
            shown = db.scalars(select(Turn.question).where(Turn.sitting_id == k, Turn.question.is_not(None))).all()
            seen = db.scalars(select(Seen.scene).where(Seen.person_id == k)).all()
            assert len(shown) == len(set(shown)) == len(seen), "no scene was shown twice"
            assert set(stored) == set(range(1, len(stored) + 1))
    studio.close()
    print(f"{sum(lives)} answers acknowledged in {kills} lives: {lives}")
