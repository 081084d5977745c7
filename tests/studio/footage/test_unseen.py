"""Whatever somebody does, in whatever order: when they answer, they have been sent no picture of the unseen part."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from diorama.studio.footage.seen import overlap
from diorama.studio.people.roles import Role
from diorama.studio.people.tables import Person
from diorama.studio.work.leases import release_all
from tests.footage.films import decoded, even_times, numbers, write_film
from tests.studio.footage.projects import clip, question, write_lines
from tests.studio.running import Running, Visitor, running, settings_for

QUESTIONS = {
    f"q-{k}": {"cut": cut, "direction": way, "asks_from": a, "asks_to": b, "start": s, "end": e}
    for k, (cut, way, a, b, s, e) in enumerate(
        [
            (1.0, "forward", 1.2, 2.0, 0.0, 2.0),
            (2.0, "forward", 2.2, 3.0, 0.0, 4.0),
            (2.0, "backward", 0.5, 1.0, 0.0, 4.0),
            (3.0, "backward", 2.2, 2.8, 2.0, 4.0),
            (3.0, "forward", 3.2, 3.8, 2.0, 4.0),
        ]
    )
}
_read: dict[str, list[int]] = {}


def pictures(film: bytes) -> list[int]:
    """The numbers of the pictures in a film."""
    key = sha256(film).hexdigest()
    if key not in _read:
        _read[key] = numbers(decoded(film))
    return _read[key]


def sent(visitor: Visitor) -> set[int]:
    """All pictures that this person can fetch now, by any address of the project."""
    paths = [f"/footage/1/validate/{q}/film/{side}" for q in QUESTIONS for side in ("shown", "unseen")]
    found: set[int] = set()
    for path in (*paths, "/footage/1/clips/even/film/0"):
        answer = visitor.get(path)
        if answer.status_code == 200:
            found |= set(pictures(answer.content))
    return found


@cache
def unseen(name: str) -> frozenset[int]:
    q = question(name, "even", **QUESTIONS[name])
    a, b = q.unseen
    return frozenset(k for k in range(100) if a - 1e-6 <= k / 25 < b - 1e-6)


def walk(studio: Running, seed: int, steps: int) -> int:
    """One person does this and that; returns how many questions they answered."""
    rng = np.random.default_rng(seed)
    me = studio.signed_in(f"walker {seed}", Role.ANNOTATOR, Role.REVIEWER)
    known: set[int] = set()
    at, answered = "", 0
    for _ in range(steps):
        known |= sent(me)
        usual = ["answer", "answer", "answer", "decide", "decide", "leave", "open"] if at else ["next"] * 7 + ["open"]
        deed = str(rng.choice(usual))
        if deed == "next":
            page = me.fill("/footage/1/validate", "/footage/1/validate/next", also="1").headers["location"]
            at = page.split("?")[0].removeprefix("/footage/1/validate").strip("/")
        elif deed == "open" and "/take" in (me.get("/footage/1/clips/even").text):
            me.fill("/footage/1/clips/even", "/footage/1/clips/even/take")
        elif at and deed in ("answer", "decide", "leave"):
            page = f"/footage/1/validate/{at}"
            if f'action="{page}/{deed}"' not in me.get(page).text:
                continue
            fields = {"answer": {"choice": "0"}, "decide": {"decision": "usable"}, "leave": {}}[deed]
            done = me.fill(page, f"{page}/{deed}", **fields)
            if deed == "answer" and done.status_code == 303:
                assert not known & unseen(at), f"walk {seed}: {at} was answered by somebody who knew"
                answered += 1
            if deed != "answer":
                at = ""
    with studio.studio.storage.writing() as db:
        release_all(db, db.scalars(select(Person.id).where(Person.name == f"walker {seed}")).one())
    return answered


def project(folder: Path) -> Path:
    folder.mkdir(parents=True)
    write_film(folder / "even.mp4", even_times(4))
    write_lines(folder / "clips.jsonl", [clip(folder, "even", 4.0)])
    records = [question(name, "even", status="kept", **fields) for name, fields in QUESTIONS.items()]
    write_lines(folder / "candidates.jsonl", records)
    return folder


@pytest.mark.parametrize("walks", [1, pytest.param(25, marks=pytest.mark.slow)])
def test_no_order_of_deeds_shows_what_is_to_be_inferred(tmp_path: Path, walks: int) -> None:
    project(tmp_path / "root" / "work")
    with running(settings_for(tmp_path / "root")) as studio:
        studio.signed_in("Ada", Role.ADMIN).fill("/footage", "/footage/open", path="work")
        assert sum(walk(studio, seed, 9) for seed in range(walks)) >= walks, "they do answer some"


spans = st.tuples(st.integers(0, 50), st.integers(0, 50)).map(lambda ends: (min(ends) / 10, max(ends) / 10))


@given(spans, st.lists(spans, max_size=5))
def test_stretches_overlap_when_they_share_a_picture(
    span: tuple[float, float], others: list[tuple[float, float]]
) -> None:
    """A second derivation, by the tenths of seconds in them."""

    def tenths(s: tuple[float, float]) -> set[int]:
        return set(range(round(s[0] * 10), round(s[1] * 10)))

    assert overlap(span, others) == any(tenths(span) & tenths(other) for other in others)
