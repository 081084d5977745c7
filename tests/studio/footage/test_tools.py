"""The three tools by the requests that browsers make; and what nobody can fetch."""

from __future__ import annotations

import io
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import av
import pytest
from sqlalchemy import select

from diorama.data import load
from diorama.footage import finalise
from diorama.studio.footage.tables import CheckRow, QuestionRow, VersionRow
from diorama.studio.people.roles import Role
from diorama.studio.people.tables import Person, PersonRole
from diorama.studio.work.leases import release_all
from tests.footage.films import decoded, number_of, numbers
from tests.studio.footage.projects import UNEVEN, lines, write_project
from tests.studio.running import Running, Visitor, running, settings_for

HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def films(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_project(tmp_path_factory.mktemp("films") / "work")


@pytest.fixture
def footage(films: Path, tmp_path: Path, db_url: str) -> Iterator[Running]:
    """A studio whose project is open."""
    shutil.copytree(films, tmp_path / "root" / "work")
    with running(settings_for(tmp_path / "root", db_url)) as found:
        ada = found.signed_in("Ada", Role.ADMIN)
        assert ada.fill("/footage", "/footage/open", path="work").status_code == 303
        yield found


def taken(studio: Running, name: str = "Bo", clip: str = "even") -> Visitor:
    """An annotator who has opened a clip."""
    visitor = studio.signed_in(name, Role.ANNOTATOR)
    page = f"/footage/1/clips/{clip}"
    assert "You will see the whole clip" in visitor.get(page).text
    assert visitor.fill(page, f"{page}/take").headers["location"] == page
    return visitor


def decided(visitor: Visitor, name: str, deed: str, clip: str = "even", **fields: Any) -> Any:
    page, action = f"/footage/1/clips/{clip}", f"/footage/1/questions/{name}/filter"
    keys = visitor.keys_of(page, action)
    answer = visitor.post(action, data={**keys, "deed": deed, **fields}, headers={"X-Studio": "script"})
    return answer.json()


def row(studio: Running, name: str) -> QuestionRow:
    with studio.studio.storage.reading() as db:
        return db.get_one(QuestionRow, (1, name))


def test_only_what_the_project_names_and_in_ranges(footage: Running) -> None:
    bo = taken(footage)
    film = bo.get("/footage/1/clips/even/film/0")
    assert film.status_code == 200 and numbers(decoded(film.content)) == list(range(100))
    part = bo.get("/footage/1/clips/even/film/0", headers={"Range": "bytes=10-19"})
    assert (part.status_code, part.content) == (206, film.content[10:20])
    assert part.headers["content-range"] == f"bytes 10-19/{len(film.content)}"
    assert bo.get("/footage/1/clips/even/film/0", headers={"Range": "bytes=99999999-"}).status_code == 416
    for path in ("film/2", "film/-1", "film/x", "strip", "picture", "film/..%2f..%2fstudio.db", "frames/7"):
        assert bo.get(f"/footage/1/clips/even/{path}").status_code == 404, path
    assert bo.get("/footage/1/clips/nothing/film/0").status_code == 404


def test_frames_are_told_with_exact_times(footage: Running) -> None:
    bo = taken(footage, clip="uneven")
    found = bo.get("/footage/1/clips/uneven/frames/0").json()
    assert found["times"] == pytest.approx(UNEVEN, abs=1e-4)
    assert [round(c, 3) for c in found["cuts"]] == found["cuts"]


def test_a_film_that_is_missing_or_another_one(footage: Running) -> None:
    bo = taken(footage)
    (footage.studio.settings.folder / "work" / "even.mp4").write_bytes(b"another")
    assert bo.get("/footage/1/clips/even/film/0").status_code == 404
    assert "not the one that was measured" in bo.get("/footage/1/clips/even").text


def test_filtering(footage: Running) -> None:
    """Keep with a cut, delete, undo; a moment that is asked about does not stay on the visible side."""
    bo = taken(footage)
    kept = decided(bo, "q-1", "keep", cut="0:03.000", viewpoint="exo")
    assert (kept["version"], kept["status"], kept["seconds"], kept["asks"]) == (2, "kept", 3.0, "0:03.000 to 0:03.500")
    assert decided(bo, "q-1", "delete")["deleted"]
    assert not decided(bo, "q-1", "undo")["deleted"]
    assert decided(bo, "q-1", "undo")["status"] == "pending" and row(footage, "q-1").version == 5
    assert "no time" in decided(bo, "q-1", "save", cut="soon")["message"]
    assert "is outside of" in decided(bo, "q-1", "save", cut="3.95")["fault"]
    viewed = decided(bo, "q-1", "save", viewpoint="exo-exo", reference="view-1", reference_at="0:01.000")
    assert (viewed["reference"], viewed["reference_at"]) == ("view-1", "0:01.000")
    assert row(footage, "q-1").candidate.reference == "side.mp4"
    leak = decided(bo, "q-1", "save", viewpoint="exo-exo", reference="view-1", reference_at="0:03.970", cut="2")
    assert "unseen" in leak["fault"]
    assert decided(bo, "q-1", "save", reference="/etc/passwd")["title"]


def test_a_clip_is_reviewed_when_all_is_decided(footage: Running) -> None:
    bo = taken(footage)
    page = "/footage/1/clips/even"
    action = f"{page}/status"
    assert "still pending" in bo.fill(page, action, status="kept").text
    decided(bo, "q-1", "keep")
    assert bo.fill(page, action, status="kept").headers["location"] == "/footage/1/clips/uneven", "on to the next"
    assert "Say why" in bo.fill("/footage/1/clips/uneven", "/footage/1/clips/uneven/status", status="rejected").text
    bo.fill("/footage/1/clips/uneven", "/footage/1/clips/uneven/status", status="rejected", why="too dark")
    text = bo.get("/footage/1").text
    assert "reviewed" in text and "unavailable" in text
    bo.fill("/footage/1", "/footage/1/step")
    files = lines(footage.studio.settings.folder / "work" / "clips.jsonl")
    assert (files["even"]["status"], files["uneven"]["status"], files["uneven"]["why"]) == (
        "kept",
        "rejected",
        "too dark",
    )


def test_one_clip_is_with_one_person(footage: Running) -> None:
    bo = taken(footage)
    cy = footage.signed_in("Cy", Role.ANNOTATOR)
    refused = cy.fill("/footage/1/clips/even", "/footage/1/clips/even/take")
    assert refused.status_code == 409 and "Bo" in refused.text
    assert cy.fill("/footage/1", "/footage/1/filter/next").headers["location"] == "/footage/1/clips/uneven"
    assert bo.get("/footage/1/clips/uneven/film/0").status_code == 403


def test_a_clip_that_was_left_goes_to_the_next_and_late_saves_are_refused(footage: Running) -> None:
    bo = taken(footage)
    page, action = "/footage/1/clips/even", "/footage/1/questions/q-1/filter"
    late = {**bo.keys_of(page, action), "deed": "keep"}
    footage.clock.later = timedelta(minutes=21)
    cy = footage.signed_in("Cy", Role.ANNOTATOR)
    assert cy.fill("/footage/1/clips/even", "/footage/1/clips/even/take").status_code == 303
    refused = bo.post(action, data=late)
    assert refused.status_code == 409 and "Cy" in refused.text and row(footage, "q-1").status == "pending"


def test_a_stale_save_is_refused_with_both_shown(footage: Running) -> None:
    bo = taken(footage)
    page, save = "/footage/1/questions/q-1", "/footage/1/questions/q-1/save"
    old = bo.keys_of(page, save)
    form = form_of(bo, page)
    assert bo.fill(page, save, **{**form, "question": "first"}).status_code == 303
    late = bo.post(save, data={**form, **old, "question": "second"})
    assert late.status_code == 409 and "first" in late.text and "second" in late.text
    assert row(footage, "q-1").candidate.question == "first"


def form_of(visitor: Visitor, page: str) -> dict[str, Any]:
    """What a browser would send of the repair form."""
    from html import unescape

    text = visitor.get(page).text
    form = next(f for f in re.findall(r"<form\b.*?</form>", text, re.S) if "/save" in f.split(">")[0])
    found: dict[str, Any] = {"option": re.findall(r'name="option" value="([^"]*)"', form)}
    found["option"] = [unescape(o) for o in found["option"]]
    for name in ("start", "end", "cut", "asks_from", "asks_to", "reference_at", "notes"):
        found[name] = unescape(re.search(rf'name="{name}" value="([^"]*)"', form)[1])  # type: ignore[index]
    for name in ("question", "why", "caption"):
        found[name] = unescape(re.search(rf'name="{name}"[^>]*>(.*?)</textarea>', form, re.S)[1])  # type: ignore[index]
    for name in ("type", "direction", "viewpoint", "reference", "status", "reason"):
        inner = re.search(rf'<select name="{name}">(.*?)</select>', form, re.S)[1]  # type: ignore[index]
        found[name] = re.search(r'value="([^"]*)" selected', inner)[1]  # type: ignore[index]
    found["truth"] = re.search(r'name="truth" value="(\d+)"[^>]* checked', form)[1]  # type: ignore[index]
    return found


def test_the_form_loses_nothing(footage: Running) -> None:
    bo = taken(footage)
    page, save = "/footage/1/questions/q-1", "/footage/1/questions/q-1/save"
    bo.fill(page, save, **form_of(bo, page))
    assert row(footage, "q-1").version == 1, "nothing has changed"


def test_every_field_can_be_repaired(footage: Running) -> None:
    bo = taken(footage)
    page, save = "/footage/1/questions/q-1", "/footage/1/questions/q-1/save"
    new: dict[str, Any] = {
        "question": HOSTILE, "type": "counting", "direction": "backward", "viewpoint": "exo-ego",
        "reference": "view-1", "reference_at": "3.5", "start": "0:00.040", "end": "3.96", "cut": "2.04",
        "asks_from": "0.2", "asks_to": "1.0", "option": ["two", HOSTILE, ""], "truth": "1", "status": "rejected",
        "reason": "wrong_times", "notes": HOSTILE, "why": "w", "caption": "c",
    }  # fmt: skip
    assert bo.fill(page, save, **new).status_code == 303
    one = row(footage, "q-1").candidate
    assert (one.type, one.direction, one.viewpoint, one.reference, one.reference_at) == (
        "counting", "backward", "exo-ego", "side.mp4", 3.5,
    )  # fmt: skip
    assert (one.start, one.end, one.cut, one.asks_from, one.asks_to) == (0.04, 3.96, 2.04, 0.2, 1.0)
    assert one.options == ("two", HOSTILE) and one.answer == HOSTILE and one.reason == "wrong_times"
    for path in (page, "/footage/1/repair", "/footage/1/clips/even", "/footage/1"):
        assert "<img src=x" not in bo.get(path).text
    for name, bad in [("type", "none"), ("cut", "soon"), ("status", "good"), ("truth", "7"), ("reason", ""),
                      ("viewpoint", "above"), ("direction", "up"), ("reference", "view-9")]:  # fmt: skip
        assert bo.fill(page, save, **{**new, name: bad}).status_code == 422, name
    assert row(footage, "q-1").version == 2


def test_versions_undo_copy_add_and_delete(footage: Running) -> None:
    bo = taken(footage)
    page = "/footage/1/questions/q-1"
    bo.fill(page, f"{page}/save", **{**form_of(bo, page), "question": "second"})
    assert "v2" in bo.get(page).text and "<ins>second</ins>" in bo.get(page).text
    bo.fill(page, f"{page}/undo")
    assert row(footage, "q-1").version == 3 and row(footage, "q-1").candidate.question != "second"
    bo.fill(page, f"{page}/restore", number="2")
    assert row(footage, "q-1").candidate.question == "second"
    copied = bo.fill(page, f"{page}/copy").headers["location"]
    assert copied == "/footage/1/questions/even-added-1"
    assert row(footage, "even-added-1").candidate.question == "second"
    added = bo.fill(page, "/footage/1/clips/even/add").headers["location"]
    one = row(footage, "even-added-2").candidate
    assert added.endswith("even-added-2") and (one.cut, one.question, one.status) == (2.0, "", "pending")
    bo.fill(page, f"{page}/delete")
    bo.fill("/footage/1", "/footage/1/step")
    files = lines(footage.studio.settings.folder / "work" / "candidates.jsonl")
    assert set(files) == {"q-2", "q-3", "q-4", "even-added-1", "even-added-2"}
    bo.fill(page, f"{page}/undo")
    bo.fill("/footage/1", "/footage/1/step")
    assert lines(footage.studio.settings.folder / "work" / "candidates.jsonl")["q-1"]["question"] == "second"


def checking(studio: Running, name: str = "Di") -> tuple[Visitor, str]:
    """A reviewer with a question to validate."""
    visitor = studio.signed_in(name, Role.REVIEWER)
    page = visitor.fill("/footage/1/validate", "/footage/1/validate/next").headers["location"]
    return visitor, page


def test_the_hidden_part_cannot_be_fetched_before_the_answer(footage: Running) -> None:
    """The visible file holds no other picture, whatever range of it is asked for, and every other way is closed."""
    di, page = checking(footage)
    assert page == "/footage/1/validate/q-2"
    text = di.get(page).text
    assert "on the left" in text and "It moves to the left" not in text and "Answer: " not in text
    shown = di.get(f"{page}/film/shown")
    assert numbers(decoded(shown.content)) == list(range(50, 100)), "backward: from the cut on"
    assert di.get(f"{page}/frames/shown").json()["times"][0] == 2.0
    assert di.get(f"{page}/film/shown", headers={"Range": f"bytes={len(shown.content)}-"}).status_code == 416
    for path in (f"{page}/film/unseen", f"{page}/frames/unseen", f"{page}/film/whole", "/footage/1/clips/even/film/0",
                 "/footage/1/clips/even/frames/0", "/footage/1/clips/even/strip", "/footage/1/clips/even",
                 "/footage/1/questions/q-2", "/footage/1/validate/q-3", "/footage/1/validate/q-3/film/shown",
                 "/footage/1/repair", "/audit"):  # fmt: skip
        assert di.get(path).status_code in (403, 404), path
    with av.open(io.BytesIO(shown.content), "r") as film:
        assert not film.streams.audio and len(list(film.decode(video=0))) == 50


def test_answer_first_then_the_truth(footage: Running) -> None:
    di, page = checking(footage)
    assert "Answer the question first" in di.fill(page, f"{page}/decide", decision="usable").text
    assert di.fill(page, f"{page}/answer", choice="9").status_code == 422
    assert di.fill(page, f"{page}/answer", choice="1").status_code == 303
    text = di.get(page).text
    assert "Answer: on the left" in text and "not the one that was meant" in text and "It moves to the left" in text
    assert numbers(decoded(di.get(f"{page}/film/unseen").content)) == list(range(50))
    keys = di.keys_of(page, f"{page}/decide")
    assert di.post(f"{page}/answer", data={**keys, "choice": "0"}).status_code == 409, "one answer, no other"
    done = di.fill(page, f"{page}/decide", decision="usable")
    assert done.headers["location"] == "/footage/1/validate", "the other one's unseen part was shown by now"
    with footage.studio.storage.reading() as db:
        check = db.scalars(select(CheckRow)).one()
        assert (check.answer, check.right, check.decision) == ("on the right", False, "usable")
    assert "1 of 2 (50 %)" in di.get("/footage/1/validate").text


def test_unusable_with_a_reason_and_a_justification(footage: Running) -> None:
    """It is rejected at once, as a version; whoever finds it so may think again."""
    di, page = checking(footage)
    for reason, note in (("", "why"), ("nonsense", "why"), ("wrong_times", "  ")):
        assert di.fill(page, f"{page}/decide", decision="unusable", reason=reason, note=note).status_code == 422
    assert (
        di.fill(page, f"{page}/decide", decision="unusable", reason="wrong_times", note="the cut is late").status_code
        == 303
    )
    one = row(footage, "q-2")
    assert (one.status, one.candidate.reason, one.candidate.notes, one.version) == (
        "rejected",
        "wrong_times",
        "the cut is late",
        2,
    )
    assert "It moves to the left" not in di.get(page).text, "without an answer there is no truth"
    bo = taken(footage)
    assert "wrong times" in bo.get("/footage/1/repair?status=rejected").text
    di.fill(page, f"{page}/decide", decision="unusable", reason="wrong_type", note="second thoughts")
    assert row(footage, "q-2").candidate.reason == "wrong_type"


def test_nobody_validates_what_they_know(footage: Running) -> None:
    """Neither what one has opened or written, nor what one has been shown while validating something else."""
    bo = taken(footage)
    left = re.search(r"<dt>left for you</dt><dd>(\d+)", bo.get("/footage/1/validate").text)
    assert left and left[1] == "0"
    di, page = checking(footage)
    answered = di.keys_of(page, f"{page}/answer")
    with footage.studio.storage.writing() as db:  # they become an annotator too, and want to see the film
        person = db.scalars(select(Person).where(Person.name == "Di")).one()
        person.roles.append(PersonRole(role=Role.ANNOTATOR))
        release_all(db, 2)
    refused = di.fill("/footage/1/clips/even", "/footage/1/clips/even/take")
    assert refused.status_code == 409 and "validating" in refused.text
    assert di.get("/footage/1/clips/even/film/0").status_code == 403
    di.fill(page, f"{page}/leave")
    assert di.fill("/footage/1/clips/even", "/footage/1/clips/even/take").status_code == 303
    assert di.post(f"{page}/answer", data={**answered, "choice": "0"}).status_code == 403


def test_a_question_that_changes_under_the_validator(footage: Running) -> None:
    di, page = checking(footage)
    old = di.keys_of(page, f"{page}/answer")
    bo = taken(footage)
    bo.fill("/footage/1/questions/q-2", "/footage/1/questions/q-2/save",
            **{**form_of(bo, "/footage/1/questions/q-2"), "question": "In other words?"})  # fmt: skip
    assert di.post(f"{page}/answer", data={**old, "choice": "0"}).status_code == 409
    assert di.fill(page, f"{page}/answer", choice="0").status_code == 303
    bo.fill("/footage/1/questions/q-2", "/footage/1/questions/q-2/save",
            **{**form_of(bo, "/footage/1/questions/q-2"), "cut": "1.0", "asks_to": "0.9"})  # fmt: skip
    assert di.get(f"{page}/film/unseen").status_code == 409
    assert "changed after your answer" in di.get(page).text


def test_proposing_without_a_model_says_so(footage: Running) -> None:
    bo = taken(footage)
    page = "/footage/1/questions/q-1"
    keys = bo.keys_of(page, f"{page}/save")
    answer = bo.post(f"{page}/propose", data={**form_of(bo, page), **keys}, headers={"X-Studio": "script"})
    assert answer.status_code == 409 and "--writer" in answer.json()["message"]


@pytest.mark.slow
def test_a_model_proposes_wrong_options(films: Path, tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai")
    from tests.footage.writers import writer

    shutil.copytree(films, tmp_path / "root" / "work")
    with writer() as model:
        settings = replace(settings_for(tmp_path / "root"), writer="diorama-api/m", writer_url=model.server.url)
        with running(settings) as studio:
            studio.signed_in("Ada", Role.ADMIN).fill("/footage", "/footage/open", path="work")
            bo = taken(studio)
            page = "/footage/1/questions/q-1"
            keys = bo.keys_of(page, f"{page}/save")
            answer = bo.post(f"{page}/propose", data={**form_of(bo, page), **keys}, headers={"X-Studio": "script"})
            assert answer.json() == {"options": ["on the left", "At the right edge", "In the middle", "Above the wall"]}
            assert row(studio, "q-1").version == 1, "nothing is saved"


def test_from_the_studio_to_a_dataset(footage: Running, tmp_path: Path) -> None:
    """What is decided here is what `finalise` takes: the cut to the picture, the view at its moment."""
    bo = taken(footage)
    decided(bo, "q-1", "keep", cut="0:01.800", viewpoint="exo-exo", reference="view-1", reference_at="0:01.000")
    bo.fill("/footage/1", "/footage/1/step")
    work = footage.studio.settings.folder / "work"
    done = finalise(work, tmp_path / "made", seed=1, long_side=320)
    assert done.faults == [] and done.samples == 3
    sample = load(tmp_path / "made").get("footage-q-1")
    shown, view = sample.media
    assert numbers(decoded(shown.data)) == list(range(45)) and number_of(decoded(view.data)[0]) == 25
    assert sample.outcome is not None and numbers(decoded(sample.outcome.data)) == list(range(45, 100))


def test_a_folder_that_cannot_be_written(footage: Running) -> None:
    """One line says so, and here everything stays."""
    bo = taken(footage)
    decided(bo, "q-1", "keep")
    work = footage.studio.settings.folder / "work"
    (work / ".editing").unlink(missing_ok=True)
    (work / ".editing").mkdir()
    refused = bo.fill("/footage/1", "/footage/1/step")
    assert refused.status_code == 500 and "cannot write" in refused.text and row(footage, "q-1").status == "kept"


def test_roles(footage: Running) -> None:
    """Participants see nothing; reviewers neither filter nor repair; strangers sign in first."""
    pat, di = footage.signed_in("Pat", Role.PARTICIPANT), footage.signed_in("Di", Role.REVIEWER)
    for path in ("/footage", "/footage/1", "/footage/1/validate", "/footage/1/clips/even", "/footage/1/repair"):
        assert pat.get(path).status_code == 403 and footage.visitor().get(path).status_code == 303
    keys = di.keys_of("/footage/1", "/footage/1/step")
    for path in ("/footage/1/clips/even/take", "/footage/1/filter/next", "/footage/1/questions/q-1/save"):
        assert di.post(path, data={**keys, "version": 1}).status_code == 403
    assert di.post("/footage/open", data={**keys, "path": "../work"}).status_code == 404
    with footage.studio.storage.reading() as db:
        assert len(db.scalars(select(VersionRow)).all()) == 4
