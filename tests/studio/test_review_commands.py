"""Commands about reviews: what they print, what they refuse, and going on after an interruption."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from diorama.cli import app
from diorama.data import load
from diorama.data.review_log import REVIEW, Issue, State
from diorama.data.revising import revise
from diorama.errors import DioramaError
from diorama.studio import Settings, open_studio
from diorama.studio.people.tables import Person
from diorama.studio.review.batches import counts_of, present
from diorama.studio.review.regenerating import Again, regenerate
from diorama.studio.review.reviewing import Found, find, next_item
from diorama.studio.review.tables import Batch
from diorama.studio.studio import Studio
from tests.studio.test_review_rules import PEOPLE, begun

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.fixture
def flagged(folder: Path, folder_of_others: Path) -> Iterator[Studio]:
    """A studio in which a pilot of four was reviewed, and one sample of it found at fault."""
    from diorama.studio.library.indexing import look_again

    studio = open_studio(Settings(folder=folder), clock=lambda: NOON)
    look_again(studio)
    with studio.storage.writing() as db:
        db.add_all(Person(name=each.name, name_key=each.name, password="", since=NOON) for each in PEOPLE)
    batch = begun(studio, size=4)
    with studio.storage.writing() as db:
        at, bad = db.get_one(Batch, batch), True
        for layer, who in ((1, PEOPLE[0]), (2, PEOPLE[3])):
            bad = True
            while (item := next_item(db, at, layer, who, NOON, timedelta(hours=1))) is not None:
                found = Found((Issue.WORDING,) if bad else (), "=1+1 <b>" if bad else "")
                find(db, at, item, layer, found, item.version, who, NOON, timedelta(hours=1))
                bad = False
    yield studio
    studio.close()


def run(*words: object) -> tuple[int, str, str]:
    """Exit code, output, and what the program says went wrong."""
    done = CliRunner().invoke(app, ["studio", *map(str, words)])
    wrong = done.exception
    assert wrong is None or isinstance(wrong, DioramaError | SystemExit), wrong
    return done.exit_code, done.output, str(wrong) if isinstance(wrong, DioramaError) else ""


def test_what_is_at_fault_is_listed(flagged: Studio, tmp_path: Path) -> None:
    folder = flagged.settings.folder
    _, printed, _ = run("affected", folder, "--batch", "Pilot")
    line = json.loads(printed)
    assert line["issues"] == ["wording"] and line["notes"] == ["=1+1 <b>"] * 2 and line["round"] == 1
    run("affected", folder, "--batch", 1, "--out", tmp_path / "list.jsonl")
    assert json.loads((tmp_path / "list.jsonl").read_text()) == line
    assert "there is 1 (Pilot)" in run("affected", folder, "--batch", "nothing")[2]


def test_what_cannot_be_made_again_is_said_in_a_line(flagged: Studio, tmp_path: Path) -> None:
    folder = flagged.settings.folder
    here = folder / "new"
    again = ("regenerate", folder, "--batch", 1)
    assert "is not inside" in run(*again, "--out", tmp_path / "elsewhere", "--from", folder / "others")[2]
    assert "no task in this batch named 'T9'" in run(*again, "--out", here, "--task", "T9")[2]
    assert "is another dataset" in run(*again, "--out", folder / "small", "--from", folder / "others")[2]
    assert "too few samples" in run(*again, "--out", here, "--from", folder / "small")[2], "all of it is known"
    assert not here.exists()
    code, said, _ = run(*again, "--out", here, "--from", folder / "others")
    assert code == 0 and "round 2: 1 samples were made again" in said
    assert "nothing in Pilot was found at fault" in run(*again, "--out", folder / "third")[2]


def test_a_fault_of_a_whole_task_has_all_of_it_made_again(flagged: Studio) -> None:
    folder = flagged.settings.folder
    with flagged.storage.reading() as db:
        items = db.scalars(present(db.get_one(Batch, 1))).all()
    task = items[0].task
    begun_ = regenerate(flagged, "1", Again(folder / "new", folder / "others", tasks=(task,)))
    wanted = {item.sample_id for item in items if item.task == task or item.state == State.FLAGGED}
    assert begun_.replaced == len(wanted)
    assert not wanted & set(load(folder / "new").ids()) and len(load(folder / "new")) == 20


def test_an_interrupted_command_goes_on(flagged: Studio) -> None:
    """Killed after the dataset was written and before the round was begun: the same command takes it from there."""
    folder, old = flagged.settings.folder, load(flagged.settings.folder / "small")
    with flagged.storage.reading() as db:
        (bad,) = db.scalars(present(db.get_one(Batch, 1), State.FLAGGED)).all()
    cell = (bad.suite, bad.task, bad.level)
    others = [s for s in load(folder / "others") if (s.suite, s.task, s.level) == cell][:1]
    revise(old, [bad.sample_id], others, folder / "new")
    before = {path: path.stat().st_mtime_ns for path in (folder / "new").rglob("*")}
    begun_ = regenerate(flagged, "1", Again(folder / "new", folder / "others"))
    assert begun_.number == 2 and before == {path: path.stat().st_mtime_ns for path in (folder / "new").rglob("*")}
    with flagged.storage.reading() as db:
        counts = counts_of(db, db.get_one(Batch, 1))
    assert counts[State.REPLACED] == counts[State.PENDING] == 1 and counts[State.VERIFIED] == 3


def test_a_spot_check_by_command(flagged: Studio) -> None:
    folder = flagged.settings.folder
    code, said, _ = run("spot-check", folder, "--dataset", "others", "--share", 0.2, "--seed", 4)
    assert code == 0 and "batch 2: " in said and " of the 20 samples" in said
    assert "batch 2: 0 of the 20" in run("spot-check", folder, "--dataset", "others", "--share", 0.2, "--seed", 4)[1]
    assert "batch 3: " in run("spot-check", folder, "--dataset", "others", "--share", 0.2, "--seed", 5)[1]
    assert "did you mean 'others'" in run("spot-check", folder, "--dataset", "other")[2]
    refused = run("spot-check", folder, "--dataset", "others", "--pilot", 1)[2]
    assert "no batch that was signed off" in refused


def test_a_log_that_does_not_fit_ends_the_command_with_1(flagged: Studio) -> None:
    folder = flagged.settings.folder
    assert "no review of it was signed off" in run("check-review", folder / "small")[2]
    (folder / "small" / REVIEW).write_text("{}")
    assert "is not the log of a review" in run("check-review", folder / "small")[2]
    assert "there is no scoring 7" in run("scores", folder, "--scoring", 7, "--out", folder / "x.jsonl")[2]
