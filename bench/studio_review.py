"""Review: fifty people, five thousand decisions of two layers; none may be lost, doubled, or of one's own work.

First they think in between, and pages are timed; then they decide as fast as they can. Every tenth save is sent twice,
as browsers do after a lost connection.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

import numpy as np
from sqlalchemy import func, select

from diorama.data import load
from diorama.studio import Settings, open_studio
from diorama.studio.library.indexing import look_again
from diorama.studio.library.tables import DatasetRow
from diorama.studio.people.roles import Role
from diorama.studio.people.sessions import begin
from diorama.studio.people.tables import Person, PersonRole, name_key
from diorama.studio.review.batches import Wish, make_batch
from diorama.studio.review.reviewing import CHECKS
from diorama.studio.review.tables import Finding, Item, Sort
from diorama.studio.storage import utc_now
from studio import Browser, dataset, together

SAMPLES, PEOPLE, THINKING = 2_500, 50, 2.0
LIMIT_MS = 300
PAGES_SECONDS = 30


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        dataset(folder / "few", folder / "bench" / "many", SAMPLES)
        settings = Settings(folder=folder / "bench", port=0)
        tokens = _prepared(settings)
        server = subprocess.Popen(
            [sys.executable, "-m", "diorama.cli", "studio", str(settings.folder), "--port", "0"],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            assert server.stdout is not None
            address = next(line.split()[-1] for line in server.stdout if "the studio is at" in line)
            done = subprocess.run([sys.executable, __file__, address, *tokens], stdout=subprocess.PIPE, text=True)
            print(done.stdout, end="")
        finally:
            server.terminate()
            server.wait()
        studio = open_studio(settings)
        with studio.storage.reading() as db:
            stored = db.scalar(select(func.count()).select_from(Finding))
            verified = db.scalar(select(func.count()).where(Item.state == "verified"))
            own = db.scalar(select(func.count()).where(Item.first_by_id == Item.second_by_id))
        studio.close()
        print(f"stored: {stored:,} decisions (wanted {2 * SAMPLES:,}), {verified:,} samples verified, {own} by one")


def _prepared(settings: Settings) -> list[str]:
    """A batch of all samples, and fifty people who may do both layers."""
    studio = open_studio(settings)
    look_again(studio)
    tokens = []
    with studio.storage.writing() as db:
        for number in range(PEOPLE):
            person = Person(name=f"p{number}", name_key=name_key(f"p{number}"), password="", since=utc_now())
            person.roles = [PersonRole(role=Role.ANNOTATOR), PersonRole(role=Role.REVIEWER)]
            db.add(person)
            db.flush()
            tokens.append(begin(db, person, utc_now()))
        row = db.scalars(select(DatasetRow)).one()
        make_batch(db, row, load(studio.settings.folder / row.path), Wish("All", Sort.WHOLE), utc_now())
    studio.close()
    return tokens


# in the process of the people


class Tally:
    """What was acknowledged, and how long it took."""

    def __init__(self) -> None:
        self.took: dict[str, list[float]] = {"batch": [], "next": [], "sample": [], "save": []}
        self.saved: Counter[tuple[str, int]] = Counter()
        self.lock = threading.Lock()

    def note(self, what: str, seconds: float) -> None:
        with self.lock:
            self.took[what].append(seconds)


def _review(browser: Browser, rng: np.random.Generator, tally: Tally, until: float | None) -> None:
    """Verify what waits, in both layers; until a moment with thinking in between, or without until nothing waits."""
    while until is None or time.perf_counter() < until:
        page, took = browser.ask("/review/1")
        tally.note("batch", took)
        waits = [int(n) for n in re.findall(r'name="layer" value="(\d)"', page)]
        if not waits:
            return
        layer = waits[0]
        form = re.findall(r'<form method="post" action="/review/1/next".*?</form>', page, re.S)[0]
        answer, took = browser.ask("/review/1/next", {**_hidden(form), "layer": str(layer)}, script=True)
        tally.note("next", took)
        there = re.findall(r"/review/1/items/\d+", answer)
        while there and (until is None or time.perf_counter() < until):
            there = _one(browser, rng, tally, there[0], layer, until)


def _one(
    browser: Browser, rng: np.random.Generator, tally: Tally, page: str, layer: int, until: float | None
) -> list[str]:  # fmt: skip
    """Look at one sample and verify it; returns the page of the next one, if there is any."""
    text, took = browser.ask(page)
    tally.note("sample", took)
    if until is not None:
        time.sleep(float(rng.exponential(THINKING)))
    forms = re.findall(rf'<form method="post" action="{page}/find".*?</form>', text, re.S)
    if not forms:
        return []
    fields = {**_hidden(forms[0]), "layer": str(layer), "verdict": "verified", "checked": list(CHECKS), "note": ""}
    answer, took = browser.ask(f"{page}/find", fields, script=True)
    tally.note("save", took)
    if rng.random() < 0.1:
        assert browser.ask(f"{page}/find", fields, script=True)[0] == answer, "a repeated save got another answer"
    with tally.lock:
        tally.saved[page, layer] += 1
    return re.findall(r"/review/1/items/\d+", answer)


def _hidden(form: str) -> dict[str, str]:
    return dict(re.findall(r'name="(_form|_once|version)" value="([^"]*)"', form))


def people(address: str, tokens: list[str]) -> None:
    """Let all of them review for a while, then finish."""
    browsers, tally = [Browser(address, token) for token in tokens], Tally()
    until = time.perf_counter() + PAGES_SECONDS
    together([(_review, (b, np.random.default_rng(k), tally, until)) for k, b in enumerate(browsers)])
    for name, times in tally.took.items():
        ms = 1000 * float(np.percentile(times, 95))
        print(f"{PEOPLE} people: {name:7s} {ms:5.0f} ms at the 95th percentile of {len(times)} (limit {LIMIT_MS})")
    together([(_review, (b, np.random.default_rng([k, 1]), tally, None)) for k, b in enumerate(browsers)])
    twice = sum(count > 1 for count in tally.saved.values())
    print(f"acknowledged: {tally.saved.total():,} decisions, {len(tally.saved):,} different, {twice} twice")


if __name__ == "__main__":
    people(sys.argv[1], sys.argv[2:])
