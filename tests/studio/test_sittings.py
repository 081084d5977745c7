"""Taking a test: what is shown, what counts, and what becomes of it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image
from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError

from diorama.ask import Record, Verdict
from diorama.ask.logs import load_runs
from diorama.ask.quiz.making import request_of
from diorama.ask.rescore import rescore
from diorama.ask.source import Selection, Source
from diorama.data import BuildPlan, create_or_open
from diorama.kinds import ObjectSet
from diorama.report import make_report
from diorama.report.rows import rows_of
from diorama.studio.library.tables import RunRow
from diorama.studio.people.roles import Role
from diorama.studio.sittings.order import attention_check, options_order, question_ranks
from diorama.studio.sittings.tables import Answer, Seen, Sitting, Test, TestQuestion, Turn
from diorama.world import World
from tests.ask.filmed import EARLY, REFERENCE, filmed, films
from tests.data.samples import sample, small_world
from tests.numbered import number_of_picture, numbers_in
from tests.studio.running import Running, Visitor, running, settings_for

SIT = "/tests/1/sit"


def scenes(folder: Path, count: int, different: int) -> None:
    """A dataset of yes-or-no questions about so many different scenes."""
    builder = create_or_open(folder, BuildPlan(suites=("causal",), count=count, seed=1, shard_size=10))
    for slot in builder.missing_shards():
        numbers = range(slot.start, slot.start + slot.count)
        builder.add_shard(slot.name, (sample(k, world=_world(k % different)) for k in numbers))


def _world(seed: int) -> World:
    return small_world().model_copy(update={"layout": "desk", "seed": seed})


@pytest.fixture(scope="session")
def dozen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a dataset of a dozen samples, each of a scene of its own."""
    folder = tmp_path_factory.mktemp("dozen")
    scenes(folder / "small", 12, 12)
    return folder


@pytest.fixture
def folder(dozen: Path, tmp_path: Path) -> Path:
    shutil.copytree(dozen, tmp_path / "bench")
    return tmp_path / "bench"


def make_test(studio: Running, people: list[int], *, by: Visitor | None = None, **wishes: Any) -> Visitor:
    """A test of the first dataset, made by an admin."""
    admin = by or studio.signed_in("Ada", Role.ADMIN)
    given = {"name": "pilot", "questions": 6, "seed": 3, "people": people, **wishes}
    made = admin.fill("/tests/new/1", **given)
    assert made.status_code == 303, made.text
    return admin


def participant(studio: Running, name: str = "Pat") -> tuple[Visitor, int]:
    visitor = studio.signed_in(name, Role.PARTICIPANT)
    with studio.studio.storage.reading() as db:
        from diorama.studio.people.tables import Person

        return visitor, db.scalars(select(Person.id).where(Person.name == name)).one()


def begin(visitor: Visitor, page: str = SIT) -> str:
    """Begin or go on, unless a question is open; what is then on the page."""
    text = visitor.get(page).text
    if 'name="place"' not in text:
        assert visitor.fill(page).status_code == 303
        text = visitor.get(page).text
    return text


def options_on(text: str) -> list[str]:
    """The options on a page in order, without their letters."""
    return [unescape(o) for o in re.findall(r"<span>[A-Z]\. (.*?)</span>", text)]


def answer(visitor: Visitor, page: str = SIT, text: str = "", **fields: Any) -> httpx.Response:
    """Answer the question on the page, of which `text` is what the visitor has got."""
    hidden = re.findall(
        r'name="(_form|_once|place)" value="([^"]*)"', (text or visitor.get(page).text).split("<main")[1]
    )
    assert "place" in dict(hidden), "no question is open"
    return visitor.post(f"{page}/answer", data={**dict(hidden), **fields})


def sit_through(visitor: Visitor, page: str = SIT, say: str = "Yes") -> int:
    """Answer all questions with one option, and checks as they want it; how many there were."""
    text, count = begin(visitor, page), 0
    while 'name="place"' in text:
        options = options_on(text)
        wanted = re.search(r"choose the option “(\w+)”", unescape(text))
        choice = options.index(wanted[1] if wanted else say) if say else 0
        assert answer(visitor, page, text, choice=choice).status_code == 303
        count += 1
        text = visitor.get(page).text
    return count


def results(studio: Running, admin: Visitor, test: int = 1) -> tuple[Record, ...]:
    done = admin.fill(f"/tests/{test}", f"/tests/{test}/results")
    assert done.status_code == 303, done.text
    (path,) = (studio.studio.settings.folder / "logs").glob(f"human-{test}-*.answers.jsonl")
    (run,) = load_runs([path])
    return run.records


def test_a_participant_gets_what_a_model_gets(studio: Running) -> None:
    """The same questions as `eval --sample 6 --seed 3`, the same words and pixels, options in another order."""
    pat, number = participant(studio)
    admin = make_test(studio, [number])
    source = Source(studio.studio.settings.folder / "small")
    wanted = {entry.id for entry in source.choose(Selection(sample=6, seed=3))}
    with studio.studio.storage.reading() as db:
        assert set(db.scalars(select(TestQuestion.sample_id))) == wanted
    shown = unescape(begin(pat))
    with studio.studio.storage.reading() as db:
        turn = db.get_one(Turn, (1, 1))
        asked = source.get(db.get_one(TestQuestion, (1, turn.question)).sample_id)
    assert asked.question in shown and asked.kind.form(asked.answer).alone in shown
    assert sorted(options_on(shown)) == sorted(asked.options) and options_on(shown)[-1] == "Not sure"
    assert asked.id not in shown and asked.answer_words() + " is right" not in shown
    picture = pat.get(f"{SIT}/1/1")
    assert picture.headers["cache-control"] == "no-store"
    sent = next(piece for piece in request_of(asked).parts if not isinstance(piece, str))
    with Image.open(BytesIO(picture.content)) as mine, Image.open(BytesIO(sent.data)) as models:
        assert mine.tobytes() == models.tobytes() and not mine.info
    assert sit_through(pat) == 6
    assert "last question" in pat.get(SIT).text
    records = results(studio, admin)
    assert {r.sample_id for r in records} == wanted


def test_answers_become_a_run_like_any_models(studio: Running) -> None:
    """Two people, one always says yes, one no: a row with both, scored by the same rules, that can be scored again."""
    (one, first), (other, second) = participant(studio, "Pat"), participant(studio, "Quinn")
    admin = make_test(studio, [first, second])
    assert sit_through(one, say="Yes") == sit_through(other, say="No") == 6
    records = results(studio, admin)
    truth = {r.sample_id: r.truth for r in records}
    for record in records:
        said = {"person 1": "Yes", "person 2": "No"}[record.person]
        assert record.read_as == said and record.correct == (said == truth[record.sample_id])
        assert record.seconds is not None and (record.model, record.strategy) == ("human", "test")
    logs = studio.studio.settings.folder / "logs"
    rows = rows_of(load_runs([logs]))
    assert [row.label for row in rows if row.person] == ["human (2 people)"]
    assert "Pat" not in next(logs.glob("human-*")).read_text()
    page, table = studio.studio.settings.folder / "report.html", studio.studio.settings.folder / "report.csv"
    make_report([logs], out=page, csv=table)
    assert "human (2 people)" in page.read_text() and "put to 2 people" in page.read_text()
    assert rescore(next(logs.glob("human-*"))).changes == {}
    with studio.studio.storage.reading() as db:
        assert db.scalar(select(RunRow.records).where(RunRow.model == "human")) == 12, "the library shows it"
    assert results(studio, admin) == records, "written again, it is the same"


def test_a_scene_is_shown_to_a_person_once_whichever_test(studio: Running) -> None:
    pat, number = participant(studio)
    admin = make_test(studio, [number], questions=6)
    make_test(studio, [number], by=admin, name="second", questions=12)
    assert sit_through(pat) == 6
    assert sit_through(pat, "/tests/2/sit") == 6, "six of the twelve were seen in the first test"
    with studio.studio.storage.reading() as db:
        shown = db.execute(
            select(TestQuestion.sample_id, func.count())
            .join(Turn, Turn.question == TestQuestion.place)
            .join(Sitting, (Sitting.id == Turn.sitting_id) & (Sitting.test_id == TestQuestion.test_id))
            .group_by(TestQuestion.sample_id)
        ).all()
        assert len(shown) == 12 and {count for _, count in shown} == {1}
        assert db.scalar(select(func.count()).select_from(Seen)) == 12


def test_of_several_questions_about_a_scene_a_person_gets_one(tmp_path: Path) -> None:
    """Eight samples of two scenes are two questions for a person; other people get other ones of them."""
    scenes(tmp_path / "bench" / "twins", 8, 2)
    with running(settings_for(tmp_path / "bench")) as studio:
        people = [participant(studio, f"P{k}") for k in range(4)]
        admin = make_test(studio, [number for _, number in people], questions=8)
        assert [sit_through(visitor) for visitor, _ in people] == [2] * 4
        records = results(studio, admin)
    assert len(records) == 8 and len({r.sample_id for r in records}) > 3
    assert {r.scene for r in records} == {"desk-0", "desk-1"}


def test_two_tabs_do_not_give_two_answers(studio: Running) -> None:
    """Both show the same question; the second answer is refused, and so is going back to an earlier one."""
    pat, number = participant(studio)
    make_test(studio, [number])
    begin(pat)
    tabs = [pat.keys_of(SIT, f"{SIT}/answer") for _ in range(2)]
    first = pat.post(f"{SIT}/answer", data={**tabs[0], "place": 1, "choice": 0})
    late = pat.post(f"{SIT}/answer", data={**tabs[1], "place": 1, "choice": 1})
    assert (first.status_code, late.status_code) == (303, 409) and "first answer counts" in late.text
    again = pat.post(f"{SIT}/answer", data={**tabs[0], "place": 1, "choice": 0})
    assert again.status_code == 303, "the same form sent twice is one answer, not a fault"
    assert pat.get(f"{SIT}/1/1").status_code == 404, "its picture is gone too"
    with studio.studio.storage.reading() as db:
        assert [(a.place, a.choice) for a in db.scalars(select(Answer))] == [(1, 0)]


@pytest.mark.parametrize("deed", ["UPDATE tests_answers SET reply = 'B'", "DELETE FROM tests_seen"])
def test_the_database_itself_lets_no_answer_change(studio: Running, deed: str) -> None:
    from sqlalchemy import text

    pat, number = participant(studio)
    make_test(studio, [number])
    begin(pat)
    answer(pat, choice=0)
    with pytest.raises(DBAPIError, match="only grows"), studio.studio.storage.writing() as db:
        db.execute(text(deed))


def test_breaks_do_not_count_as_time(studio: Running) -> None:
    """Ten seconds, an hour's break, five seconds: fifteen. On a break there is no question, no picture, no answer."""
    pat, number = participant(studio)
    admin = make_test(studio, [number])
    begin(pat)
    keys = pat.keys_of(SIT, f"{SIT}/answer")
    studio.clock.later += timedelta(seconds=10)
    assert pat.post(f"{SIT}/break", data={**keys, "_once": "b"}).status_code == 303
    assert "on a break" in pat.get(SIT).text and pat.get(f"{SIT}/1/1").status_code == 404
    assert pat.post(f"{SIT}/answer", data={**keys, "_once": "a", "place": 1, "choice": 0}).status_code == 422
    studio.clock.later += timedelta(hours=1)
    begin(pat)
    studio.clock.later += timedelta(seconds=5)
    assert answer(pat, choice=0, then="break").status_code == 303
    assert "on a break" in pat.get(SIT).text, "no next question before somebody goes on"
    (record,) = results(studio, admin)
    assert record.seconds == pytest.approx(15, abs=2)


def test_a_closed_tab_counts_as_a_break(studio: Running) -> None:
    """The page says every fifteen seconds that somebody is there; two hours without a word were not spent looking."""
    pat, number = participant(studio)
    admin = make_test(studio, [number])
    begin(pat)

    def here() -> dict[str, Any]:
        keys = pat.keys_of(SIT, f"{SIT}/answer")
        said: dict[str, Any] = pat.post(f"{SIT}/here", data={"_form": keys["_form"], "place": 1}).json()
        return said

    for seconds in (0, 15, 15, 7200, 15):
        studio.clock.later += timedelta(seconds=seconds)
        assert here() == {"open": True}
    answer(pat, choice=0)
    (record,) = results(studio, admin)
    assert record.seconds == pytest.approx(45, abs=3)


def test_another_server_goes_on_with_the_same_question(folder: Path) -> None:
    """Killed, started again: the same question, in the same order of options, with the same time."""
    with running(settings_for(folder)) as studio:
        pat, number = participant(studio)
        make_test(studio, [number])
        before = options_on(begin(pat))
        token = studio.token(number)
    with running(settings_for(folder)) as studio:
        again = studio.visitor()
        again.cookies.set(studio.studio.settings.cookie, token, domain="127.0.0.1")
        text = again.get(SIT).text
        assert "Question 1 of 6" in text and options_on(text) == before
        assert answer(again, choice=0).status_code == 303


def test_orders_differ_between_people_and_can_be_drawn_again() -> None:
    options = ["front", "back", "left", "right", "Not sure"]
    orders = [options_order(options, seed=1, person=person, place=4) for person in range(1, 30)]
    assert all(sorted(order) == list(range(5)) and order[4] == 4 for order in orders)
    assert len({tuple(order) for order in orders}) > 10
    assert options_order(options, seed=1, person=3, place=4) == orders[2]
    assert options_order(["Yes", "No", "None of the above"], seed=1, person=3, place=4) == [0, 1, 2]
    assert sorted(question_ranks(1, 2, 40)) == list(range(40)) and question_ranks(1, 2, 40) != question_ranks(1, 3, 40)


def test_whoever_fails_attention_checks_is_left_out(studio: Running) -> None:
    """A check after every second question. Pat reads; Quinn always takes the first option, and fails them."""
    (pat, first), (quinn, second) = participant(studio, "Pat"), participant(studio, "Quinn")
    admin = make_test(studio, [first, second], check_every=2, seed=5)
    assert sit_through(pat) == 6 + 3
    assert sit_through(quinn, say="") == 6 + 3
    checks = [attention_check(5, 2, place) for place in (3, 6, 9)]
    assert any(options[0] != wanted for options, wanted in checks)
    records = results(studio, admin)
    assert {r.person for r in records} == {"person 1"} and len(records) == 6
    assert "left out" in admin.get("/tests/1").text
    (row,) = [row for row in rows_of(load_runs([studio.studio.settings.folder / "logs"])) if row.person]
    assert row.full_name == "1 person, left out 1, test pilot"


def _named(world: World) -> World:
    """The far block is called a mug, the near one a vase."""
    called = {"far": "mug", "near": "vase"}
    bodies = [b.model_copy(update={"noun": called[b.name], "phrase": f"the {called[b.name]}"}) for b in world.bodies]
    return world.model_copy(update={"bodies": tuple(bodies)})


@pytest.fixture
def free_form(tmp_path: Path) -> Iterator[Running]:
    """A studio with two questions that are answered in words."""
    builder = create_or_open(tmp_path / "bench" / "words", BuildPlan(suites=("structure",), count=2, seed=1))
    for slot in builder.missing_shards():
        fields = {"suite": "structure", "task": "T1", "level": "", "options": (), "answer": ObjectSet(names=("far",))}
        builder.add_shard(slot.name, (sample(k, **fields, query=None, world=_named(_world(k))) for k in range(2)))
    with running(settings_for(tmp_path / "bench")) as found:
        yield found


def test_replies_in_words_are_read_as_models_are_and_the_rest_waits_for_people(free_form: Running) -> None:
    pat, number = participant(free_form)
    admin = make_test(free_form, [number], questions=2)
    begin(pat)
    assert answer(pat, reply=" \0 ").status_code == 422
    assert answer(pat, reply="The mug.").status_code == 303
    assert answer(pat, reply="<b>What</b> is this about, I wonder?").status_code == 303
    records = results(free_form, admin)
    assert sorted(r.verdict.value for r in records) == ["correct", "unread"]
    with free_form.studio.storage.reading() as db:
        from diorama.studio.library.tables import AnswerRow

        assert db.scalar(select(func.count()).where(AnswerRow.verdict == "unread")) == 1
    assert "1 could not be read" in admin.get("/tests/1").text


def test_only_those_who_see_no_answers_take_a_test(studio: Running) -> None:
    """Not those who can browse, not those who were not invited; and nobody else makes tests."""
    both = studio.person("Ann", Role.PARTICIPANT, Role.ANNOTATOR)
    pat, number = participant(studio)
    admin = studio.signed_in("Ada", Role.ADMIN)
    make_test(studio, [], by=admin)
    refused = admin.fill("/tests/new/1", name="another", questions=6, people=[both])
    assert refused.status_code == 422 and "see no answers" in refused.text
    assert pat.get(SIT).status_code == 404 and admin.get(SIT).status_code == 403
    for page in ("/tests/1", "/tests/new/1"):
        assert pat.get(page).status_code == 403
    keys = pat.keys_of("/", "/sign-out")
    for action in ("/tests/new/1", "/tests/1/people", "/tests/1/close", "/tests/1/results"):
        assert pat.post(action, data={**keys, "people": number, "version": 1}).status_code == 403
    admin.fill("/tests/1", "/tests/1/people", people=[number])
    begin(pat)
    with studio.studio.storage.writing() as db:
        from diorama.studio.people.tables import PersonRole

        db.add(PersonRole(person_id=number, role=Role.REVIEWER))
    assert pat.get(SIT).status_code == 403, "who may see answers now does not go on"


def test_a_closed_test_takes_no_answers_and_what_was_left_open_is_no_answer(studio: Running) -> None:
    pat, number = participant(studio)
    admin = make_test(studio, [number])
    begin(pat)
    answer(pat, choice=0)
    keys = pat.keys_of(SIT, f"{SIT}/answer")
    assert len(results(studio, admin)) == 1, "the second question may still be answered"
    assert admin.fill("/tests/1", "/tests/1/close").status_code == 303
    assert pat.post(f"{SIT}/answer", data={**keys, "place": 2, "choice": 0}).status_code == 409
    assert "closed" in pat.get(SIT).text
    ends = sorted((r.verdict is Verdict.FAILED, r.note) for r in results(studio, admin))
    assert [failed for failed, _ in ends] == [False, True] and ends[1][1] == "shown and never answered"


def test_wishes_that_cannot_be_met_are_said(studio: Running) -> None:
    admin = studio.signed_in("Ada", Role.ADMIN)
    wishes: list[tuple[dict[str, Any], str]] = [
        ({"task": ["juggling"]}, "juggling"),
        ({"protocol": "scp"}, "video"),
        ({"name": " "}, "name"),
        ({"questions": 0}, "questions"),
        ({"people": [99]}, "cannot take"),
    ]
    for wish, words in wishes:
        refused = admin.fill("/tests/new/1", **{"name": "pilot", "questions": 4, **wish})
        assert refused.status_code == 422 and words in unescape(refused.text), wish
    make_test(studio, [], by=admin)
    assert "another name" in admin.fill("/tests/new/1", name="pilot", questions=4).text
    with studio.studio.storage.reading() as db:
        assert db.scalar(select(func.count()).select_from(Test)) == 1


def test_a_dataset_that_changed_is_not_asked_about(studio: Running) -> None:
    """Its pictures would no longer be those of the test."""
    pat, number = participant(studio)
    admin = make_test(studio, [number])
    with studio.studio.storage.writing() as db:
        db.get_one(Test, 1).fingerprint = "small@000000000000"
    pat.fill(SIT)
    assert pat.get(SIT).status_code == 409 and "has changed since" in admin.get("/tests/1").text


def test_of_a_clip_only_the_part_that_models_see_is_played(tmp_path: Path) -> None:
    """Frames 0 to 9 and the reference picture, in pieces if a browser asks so; frames 10 to 19 are nowhere."""
    films(tmp_path / "bench" / "street", filmed(0, reference=True))
    with running(settings_for(tmp_path / "bench")) as studio:
        pat, number = participant(studio)
        make_test(studio, [number], questions=1)
        text = begin(pat)
        assert text.index("<video") < text.index("<img") and "the reference picture" in text
        clip = pat.get(f"{SIT}/1/1")
        assert numbers_in(clip.content) == list(EARLY) and clip.headers["content-type"] == "video/mp4"
        part = pat.get(f"{SIT}/1/1", headers={"Range": "bytes=10-19"})
        assert part.status_code == 206 and part.content == clip.content[10:20]
        assert number_of_picture(pat.get(f"{SIT}/1/2").content) == REFERENCE
        for elsewhere in (f"{SIT}/1/3", f"{SIT}/1/0", f"{SIT}/2/1", f"{SIT}/0/1", "/tests/9/sit/1/1"):
            assert pat.get(elsewhere).status_code == 404


def test_names_of_tests_are_text_and_lead_nowhere(studio: Running) -> None:
    """A test called like a script, by a path: escaped on every page, and its run stays in the folder of runs."""
    name = '../../<script>alert("x")</script>'
    pat, number = participant(studio)
    admin = make_test(studio, [number], name=name, questions=1)
    for visitor, page in ((pat, "/"), (pat, "/tests"), (pat, SIT), (admin, "/tests"), (admin, "/tests/1")):
        text = visitor.get(page).text
        assert "<script>alert" not in text and "&lt;script&gt;" in text, page
    assert sit_through(pat) == 1
    (record,) = results(studio, admin)
    assert record.read_as == "Yes" and "<script>alert" not in admin.get("/audit").text
    (path,) = studio.studio.settings.folder.rglob("human-*")
    assert path.parent == studio.studio.settings.folder / "logs"


def test_the_folder_may_be_the_dataset_itself(folder: Path) -> None:
    """Its run lies in it, and is found there."""
    with running(settings_for(folder / "small")) as studio:
        pat, number = participant(studio)
        admin = make_test(studio, [number], questions=1)
        sit_through(pat)
        assert len(results(studio, admin)) == 1
        with studio.studio.storage.reading() as db:
            assert db.scalars(select(RunRow.model)).all() == ["human"]
