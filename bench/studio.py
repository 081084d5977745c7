"""The studio: fifty people at once, five thousand decisions, and a dataset of ten thousand samples.

The people are threads of another process, over HTTP: they open a list, a sample and its picture, and post, each after a
while of thinking. Every tenth post is sent twice, as browsers do after a lost connection.
"""

from __future__ import annotations

import http.client
import io
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import numpy as np
from PIL import Image
from sqlalchemy import select

from clock import seconds
from diorama.data import BuildPlan, Sample, create_or_open, load
from diorama.data.build import build, plan_build
from diorama.studio import Settings, open_studio
from diorama.studio.audit.log import LogLine
from diorama.studio.library.indexing import look_again
from diorama.studio.people.invites import invite
from diorama.studio.people.roles import Role
from diorama.studio.people.sessions import begin
from diorama.studio.people.tables import Person, PersonRole, name_key
from diorama.studio.storage import utc_now

SAMPLES, PEOPLE, DECISIONS, THINKING = 10_000, 50, 5_000, 2.0
LIMIT_MS = 300
PAGES_SECONDS = 30
SAVES = 5_000


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        dataset(folder / "few", folder / "bench" / "many")
        settings = Settings(folder=folder / "bench", port=0)
        studio = open_studio(settings)
        indexing = seconds(lambda: look_again(studio))
        reading = seconds(lambda: sum(1 for _ in load(folder / "bench" / "many")))
        tokens = []
        with studio.storage.writing() as db:
            for number in range(PEOPLE):
                person = Person(name=f"p{number}", name_key=name_key(f"p{number}"), password="", since=utc_now())
                person.roles = [PersonRole(role=Role.ADMIN)]
                db.add(person)
                db.flush()
                tokens.append(begin(db, person, utc_now()))
            for _ in range(SAVES + DECISIONS):
                invite(db, (), now=utc_now(), days=1)
        studio.close()
        print(
            f"index of {SAMPLES:,} samples: {indexing:.1f} s, {indexing / reading:.2f}× reading them all; "
            "pages then read what they show"
        )
        server = subprocess.Popen(
            [sys.executable, "-m", "diorama.cli", "studio", str(settings.folder), "--port", "0"],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            assert server.stdout is not None
            address = next(line.split()[-1] for line in server.stdout if "the studio is at" in line)
            script = [sys.executable, __file__, address, *tokens]
            print(subprocess.run(script, capture_output=True, text=True, check=True).stdout, end="")
        finally:
            server.terminate()
            server.wait()
        studio = open_studio(settings)
        with studio.storage.reading() as db:
            deeds = db.scalars(select(LogLine.which).where(LogLine.deed == "took back")).all()
        studio.close()
        decided = [which for which in deeds if int(which) > SAVES]
        print(
            f"decisions: {DECISIONS:,} acknowledged, {len(decided):,} made, {len(set(decided)):,} different "
            "(limit: all equal)"
        )


def dataset(few: Path, folder: Path, samples: int = SAMPLES) -> None:
    """Thousands of samples from six real ones, with small pictures."""
    for _ in build(few, plan_build(("structure",), 6, seed=1)):
        pass
    real = [_light(sample) for sample in load(few)]
    builder = create_or_open(folder, BuildPlan(suites=("structure",), count=samples, seed=1, shard_size=500))
    for slot in builder.missing_shards():
        builder.add_shard(slot.name, _copies(real, slot.start, slot.count))


def _light(sample: Sample) -> Sample:
    picture = Image.open(io.BytesIO(sample.media[0].data)).resize((180, 120))
    stream = io.BytesIO()
    picture.save(stream, "PNG")
    small = sample.media[0].model_copy(update={"data": stream.getvalue()})
    return sample.model_copy(update={"media": (small,), "depth": None})


def _copies(real: list[Sample], start: int, count: int) -> Iterator[Sample]:
    for number in range(start, start + count):
        yield real[number % len(real)].model_copy(update={"id": f"structure-{number:06d}", "seed": number})


# in the process of the people


class Browser:
    """A connection that is kept, as browsers do."""

    def __init__(self, address: str, token: str) -> None:
        place = urlsplit(address)
        self._connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=60)
        self._cookie = f"studio-{place.port}={token}"

    def ask(self, path: str, form: dict[str, Any] | None = None, *, script: bool = False) -> tuple[str, float]:
        """The answer, for a reader or a script, and how many seconds it took."""
        headers = {"Cookie": self._cookie} | ({"X-Studio": "script"} if script else {})
        body = None
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            body = urlencode(form, doseq=True)
        start = time.perf_counter()
        self._connection.request("GET" if form is None else "POST", path, body, headers)
        answer = self._connection.getresponse()
        text = answer.read()
        took = time.perf_counter() - start
        assert answer.status in (200, 303), (path, answer.status, text[:300])
        return text.decode("utf-8", "replace"), took


def _keys(page: str) -> dict[str, str]:
    forms = re.findall(r'<form method="post" action="/people/invite".*?</form>', page, re.S)
    return dict(re.findall(r'name="(_form|_once)" value="([^"]*)"', forms[0]))


def _look(
    browser: Browser, rng: np.random.Generator, took: dict[str, list[float]], saves: Iterator[int], until: float
) -> None:
    """One person who looks at lists and samples, decides, and thinks in between."""
    keys = _keys(browser.ask("/people")[0])
    time.sleep(float(rng.random()) * THINKING)
    while time.perf_counter() < until:
        page, seconds_ = browser.ask(f"/browse/1?page={rng.integers(1, SAMPLES // 24)}")
        took["list"].append(seconds_)
        chosen = rng.choice(re.findall(r"/browse/1/([a-z0-9-]+)/small", page))
        took["sample"].append(browser.ask(f"/browse/1/{chosen}")[1])
        took["picture"].append(browser.ask(f"/browse/1/{chosen}/media/view")[1])
        number = next(saves)
        took["save"].append(browser.ask(f"/people/invites/{number}/end", {**keys, "_once": f"save {number}"})[1])
        time.sleep(float(rng.exponential(THINKING)))


def _decide(browser: Browser, person: int, rng: np.random.Generator) -> None:
    """One person's share of the decisions, as fast as they go."""
    keys = _keys(browser.ask("/people")[0])
    for number in range(DECISIONS // PEOPLE):
        path = f"/people/invites/{SAVES + person * (DECISIONS // PEOPLE) + number + 1}/end"
        for _ in range(2 if rng.random() < 0.1 else 1):
            browser.ask(path, {**keys, "_once": str(number)})


def people(address: str, tokens: list[str]) -> None:
    """Let all of them look for a while, then decide."""
    took: dict[str, list[float]] = {"list": [], "sample": [], "picture": [], "save": []}
    browsers = [Browser(address, token) for token in tokens]
    saves = iter(range(1, SAVES))
    until = time.perf_counter() + PAGES_SECONDS
    together([(_look, (b, np.random.default_rng(k), took, saves, until)) for k, b in enumerate(browsers)])
    for name, times in took.items():
        ms = 1000 * float(np.percentile(times, 95))
        print(f"{PEOPLE} people: {name:7s} {ms:5.0f} ms at the 95th percentile of {len(times)} (limit {LIMIT_MS})")
    together([(_decide, (b, k, np.random.default_rng(k))) for k, b in enumerate(browsers)])


def together(works: list[tuple[object, tuple[object, ...]]]) -> None:
    threads = [threading.Thread(target=work, args=given) for work, given in works]  # type: ignore[arg-type]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    people(sys.argv[1], sys.argv[2:])
