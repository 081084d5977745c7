"""Replies scored by people, over HTTP: two who do not see each other, and a third where they differ."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from diorama.ask.people_scores import apply_scores, read_scores
from diorama.ask.run_files import read_run
from diorama.cli import app
from diorama.errors import DioramaError
from diorama.kinds import Verdict
from diorama.report.rows import rows_of
from diorama.studio.people.roles import Role
from tests.studio.running import Running, Visitor


def begin(studio: Running, admin: Visitor, size: int = 4) -> str:
    """Make a scoring of the replies of one model, and return its page."""
    run = _run_of(studio, "lab/steady")
    answer = admin.fill("/scoring", dataset=1, runs=[run], size=size, seed=1)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def _run_of(studio: Running, model: str) -> int:
    from sqlalchemy import select

    from diorama.studio.library.tables import RunRow

    with studio.studio.storage.reading() as db:
        return db.scalars(select(RunRow.id).where(RunRow.model == model)).one()


def take_next(visitor: Visitor, scoring: str, third: bool = False) -> str:
    """The page of the next reply that waits; empty if there is none."""
    keys = visitor.keys_of("/", "/sign-out")
    answer = visitor.post(f"{scoring}/next", data={**keys, "third": str(third).lower()})
    assert answer.status_code == 303, answer.text
    there = str(answer.headers["location"])
    return there if "/replies/" in there else ""


def say(visitor: Visitor, page: str, verdict: str, note: str = "") -> int:
    return visitor.fill(page, verdict=verdict, note=note).status_code


def score_all(visitor: Visitor, scoring: str, verdicts: list[str], third: bool = False) -> list[str]:
    """Score everything that waits, by the verdicts in turn; returns the pages."""
    pages: list[str] = []
    while page := take_next(visitor, scoring, third):
        assert say(visitor, page, verdicts[len(pages) % len(verdicts)]) == 303
        pages.append(page)
    return pages


def test_two_score_each_reply_and_a_third_decides(studio: Running) -> None:
    admin, bo, cy = studio.signed_in("Ada", Role.ADMIN), *(studio.signed_in(n, Role.ANNOTATOR) for n in ("Bo", "Cy"))
    dee = studio.signed_in("Dee", Role.REVIEWER)
    scoring = begin(studio, admin)
    one = take_next(bo, scoring)
    assert take_next(cy, scoring) == one, "two people may look at one reply at a time"
    other = take_next(dee, scoring)
    assert other != one, "but not three"
    lease = {"work": "scoring 1", "item": other.rsplit("/", 1)[1]}
    dee.post("/leases/release", data={**dee.keys_of("/", "/sign-out"), **lease})
    assert dee.fill(one, verdict="correct").status_code == 409
    pages = score_all(bo, scoring, ["correct", "incorrect", "hallucinated", "incorrect"])
    shown = cy.get(one).text
    assert "lab/steady" not in shown and "What was said" not in shown
    assert 'aria-pressed="true"' not in shown.split("The reply")[1], "she does not see what he said"
    assert score_all(cy, scoring, ["correct", "incorrect", "hallucinated", "hallucinated"]) == pages
    text = admin.get(scoring).text
    assert "1 disputed" in text and "3 settled" in text and "75.0 %" in text
    assert take_next(bo, scoring, third=False) == ""
    keys = bo.keys_of("/", "/sign-out")
    assert bo.post(f"{scoring}/next", data={**keys, "third": "true"}).status_code == 403
    shown = bo.get(pages[3]).text
    assert "What was said" not in shown and 'name="verdict"' not in shown, "he sees nothing of her"
    both = take_next(dee, scoring, third=True)
    assert both == pages[3] and "hallucinated</b>" in dee.get(both).text and "incorrect</b>" in dee.get(both).text
    assert say(dee, both, "incorrect", "every name is there") == 303
    assert "4 settled" in admin.get(scoring).text
    lines = admin.get(f"{scoring}/agreement.csv").text.splitlines()
    assert lines[0].startswith("between,task") and any(line.startswith("two people,all,4,0.75,") for line in lines)


def test_what_people_settled_stands_beside_our_verdicts(studio: Running, tmp_path: Path) -> None:
    """As a run of its own, which `rescore` leaves alone and `report` shows as a row."""
    admin, bo, cy = studio.signed_in("Ada", Role.ADMIN), *(studio.signed_in(n, Role.REVIEWER) for n in ("Bo", "Cy"))
    scoring = begin(studio, admin)
    assert admin.get(f"{scoring}/scores.jsonl").status_code == 409, "nothing is settled yet"
    score_all(bo, scoring, ["hallucinated"])
    assert len(score_all(cy, scoring, ["hallucinated"])) == 4
    file = tmp_path / "scores.jsonl"
    file.write_bytes(admin.get(f"{scoring}/scores.jsonl").content)
    scores = read_scores(file)
    assert len(scores.scores) == 4 and scores.info.people == 2
    logs = studio.studio.settings.folder / "logs"
    before = {path: path.read_bytes() for path in logs.iterdir()}
    said = CliRunner().invoke(app, ["rescore", str(logs), "--people", str(file)], catch_exceptions=False)
    assert "4 replies scored by people" in said.output and "correct → hallucinated" in said.output
    assert all(path.read_bytes() == data for path, data in before.items()), "the first run stays as it was"
    (path,) = (p for p in logs.iterdir() if "people" in p.name)
    run = read_run(path)
    replies = [r for r in run.records if not r.to_ask_again]
    assert len(replies) == 4 and {r.verdict for r in replies} == {Verdict.HALLUCINATED}
    again = path.read_bytes()
    said = CliRunner().invoke(app, ["rescore", str(path)], catch_exceptions=False)
    assert "left as it is" in said.output and path.read_bytes() == again
    steady = next(p for p in before if "steady" in p.name)
    rows = rows_of([read_run(steady), run])
    assert [row.label for row in rows] == ["steady", "steady · human-scored"]
    assert rows[1].group == "Models, scored by people, rubric 1" and not rows[0].asked_as(rows[1])


def test_scores_are_of_these_very_words(studio: Running, tmp_path: Path) -> None:
    admin, bo, cy = studio.signed_in("Ada", Role.ADMIN), *(studio.signed_in(n, Role.REVIEWER) for n in ("Bo", "Cy"))
    scoring = begin(studio, admin, size=1)
    score_all(bo, scoring, ["correct"])
    score_all(cy, scoring, ["correct"])
    file = tmp_path / "scores.jsonl"
    text = admin.get(f"{scoring}/scores.jsonl").text
    logs = studio.studio.settings.folder / "logs"
    steady = next(p for p in logs.iterdir() if "steady" in p.name)
    file.write_text(re.sub(r'"reply_sha256":"...', '"reply_sha256":"000', text))
    with pytest.raises(DioramaError, match="not the one that people scored"):
        apply_scores(steady, read_scores(file))
    for wrong in ('"first":"unread"', '"second":"incorrect"'):
        name = wrong.split(":")[0]
        file.write_text(re.sub(rf'{name}:"correct"', wrong, text))
        with pytest.raises(DioramaError, match="line 2"):
            read_scores(file)
    file.write_text("{}\n")
    with pytest.raises(DioramaError, match="not a file of scores"):
        read_scores(file)
    assert [p.name for p in logs.iterdir() if "people" in p.name] == []


def test_nobody_scores_twice_or_without_the_role(studio: Running) -> None:
    admin, bo = studio.signed_in("Ada", Role.ADMIN), studio.signed_in("Bo", Role.ANNOTATOR, Role.REVIEWER)
    pat = studio.signed_in("Pat", Role.PARTICIPANT)
    scoring = begin(studio, admin, size=1)
    page = take_next(bo, scoring)
    for path in ("/scoring", scoring, page, f"{scoring}/scores.jsonl", f"{scoring}/agreement.csv"):
        assert pat.get(path).status_code == 403 and studio.visitor().get(path).status_code == 303
    deed = {"verdict": "correct", "version": 0}
    for who in (pat, admin):
        assert who.post(page, data={**who.keys_of("/", "/sign-out"), **deed}).status_code == 403
    assert bo.post(page, data=deed).status_code == 403, "without a token"
    keys = bo.keys_of("/", "/sign-out")
    assert bo.post(page, data={**keys, **deed, "verdict": "unread"}).status_code == 422
    assert bo.post("/scoring", data={**keys, "dataset": 1, "runs": 1}).status_code == 403
    assert bo.get(f"{scoring}/replies/99").status_code == 404 and bo.get("/scoring/99/replies/1").status_code == 404
    tab = bo.keys_of(page)
    assert say(bo, page, "correct", "<i>first</i>") == 303
    assert "<i>first</i>" not in bo.get(page).text
    stale = bo.post(page, data={**tab, "verdict": "incorrect", "note": "later"})
    assert stale.status_code == 409 and "later" in stale.text and "first" in stale.text
    assert say(bo, page, "hallucinated") == 303, "a change of mind, not a second person"
    assert take_next(bo, scoring) == "" and take_next(bo, scoring, third=True) == ""
    assert "1 waiting" in bo.get(scoring).text


def test_a_scoring_is_of_answers_to_its_dataset(studio: Running, folder_of_others: Path) -> None:
    from diorama.studio.library.indexing import look_again

    admin = studio.signed_in("Ada", Role.ADMIN)
    look_again(studio.studio)
    keys = admin.keys_of("/scoring")
    for given in ({"dataset": 2, "runs": 1}, {"dataset": 1, "runs": [1, 99]}, {"dataset": 1}):
        assert admin.post("/scoring", data={**keys, **given}).status_code == 422
    assert admin.post("/scoring", data={**keys, "dataset": 9, "runs": 1}).status_code == 404
