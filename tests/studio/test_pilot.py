"""A whole pilot: sixty samples, three planted faults, two annotators and a reviewer, until the log verifies."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from typer.testing import CliRunner

from diorama.cli import app
from diorama.data import BuildPlan, Media, Sample, create_or_open, load
from diorama.data.review_log import Issue, check_review, read_review
from diorama.kinds import Choice
from diorama.studio.people.roles import Role
from tests.data.samples import png, sample
from tests.studio.chromium import DESKTOP, Window
from tests.studio.reviewing import begin, sample_on, say, state_on, take_next
from tests.studio.running import Running, Visitor, running, settings_for

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

PLAN = BuildPlan(suites=("causal",), count=60, seed=7, shard_size=20, version="1.0")
ANSWER, WORDS, DARK = 8, 24, 42
"""The numbers of the samples with planted faults."""
KEYS = dict(zip(Issue, "qwertyz", strict=True))


def planted(number: int) -> Sample:
    """A sample; three of them are wrong in their answer, their words and their picture."""
    good = sample(number, id=f"causal-planted-{number:06d}")
    match number:
        case n if n == ANSWER:
            return sample(number, id=good.id, answer=Choice(option="No"))
        case n if n == WORDS:
            return sample(number, id=good.id, question="Will the far block the number hit be?")
        case n if n == DARK:
            stream = io.BytesIO()
            Image.new("RGB", (8, 8)).save(stream, "PNG")
            return sample(
                number, id=good.id, media=(Media(role="view", kind="image", data=stream.getvalue(), name="view.png"),)
            )
    return good


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Running]:
    builder = create_or_open(tmp_path / "house" / "pilot", PLAN, name="pilot")
    for slot in builder.missing_shards():
        builder.add_shard(slot.name, map(planted, range(slot.start, slot.start + slot.count)))
    with running(settings_for(tmp_path / "house")) as found:
        yield found


def fault_of(visitor: Visitor, page: str, overlooks: Issue | None = None) -> Issue | None:
    """What somebody finds who looks at the words, the answer and the picture on a page, and nothing else."""
    text = visitor.get(page).text
    address = re.search(r'<img src="([^"]+/media/[^"]+)"', text)
    assert address
    with Image.open(io.BytesIO(visitor.get(address[1]).content)) as picture:
        seen = picture.convert("RGB")
    asked = re.search(r'class="question">(.*?)</p>', text, re.S)
    answer = re.search(r"<b>Answer:</b> ([^<]*)", text)
    assert asked and answer
    found: Issue | None = None
    if seen.size == (8, 8):  # made by hand; samples that were built are larger, and right
        number = re.fullmatch(r"Will the far block, number (\d+), be hit\? – “yes” or “no”", unescape(asked[1]).strip())
        if number is None:
            found = Issue.WORDING
        elif answer[1] != ("Yes", "No")[int(number[1]) % 2]:
            found = Issue.OTHER
        elif seen.tobytes() != Image.open(io.BytesIO(png(int(number[1])))).tobytes():
            found = Issue.PICTURE
    return None if found is overlooks else found


def by_post(visitor: Visitor, batch: str, layer: int, most: int = 99, overlooks: Issue | None = None) -> dict[str, str]:
    """Review what waits without a browser; what was found, by sample."""
    found = {}
    for _ in range(most):
        if not (page := take_next(visitor, batch, layer)):
            break
        issue, name = fault_of(visitor, page, overlooks), sample_on(visitor, page)
        answer = say(visitor, page, layer, *([issue.value] if issue else []), note="seen on the page" if issue else "")
        assert answer.status_code == 303, answer.text
        found[name] = issue.value if issue else ""
    return found


def by_keyboard(window: Window, visitor: Visitor, batch: str, layer: int, count: int) -> None:
    """The same in a browser, with keys alone; the visitor is the same person, who looks."""
    window.open(batch)
    window.press("v" if layer == 1 else "r")
    for _ in range(count):
        window.wait(lambda: "/items/" in window.driver.current_url and window.find("form[data-save]"))
        here = window.driver.current_url
        issue = fault_of(visitor, here.removeprefix(window.studio.address))
        if issue is None:
            window.press("1", "2", "3", "4", "v")
        else:
            window.press(KEYS[issue], "n")
            window.press("seen in the browser", "\ue00c", "x")  # Escape leaves the note
        window.wait(lambda before=here: window.driver.current_url != before)


@pytest.mark.slow
def test_a_pilot_from_its_first_sample_to_its_log(pilot: Running, chromium: Chrome) -> None:
    admin, folder = pilot.signed_in("Ada", Role.ADMIN), pilot.studio.settings.folder
    people = {name: pilot.person(name, role) for name, role in
              (("Bo", Role.ANNOTATOR), ("Cy", Role.ANNOTATOR), ("Dee", Role.REVIEWER))}  # fmt: skip
    visitors = {}
    for name, number in people.items():
        visitors[name] = pilot.visitor()
        visitors[name].cookies.set(pilot.studio.settings.cookie, pilot.token(number), domain="127.0.0.1")
    bo, cy, dee = visitors.values()
    window = Window(chromium, pilot)
    window.size(*DESKTOP)

    batch = begin(pilot, admin, size=60, name="Pilot")
    window.sign_in(people["Bo"])
    by_keyboard(window, bo, batch, 1, 12)
    by_post(bo, batch, 1, most=19)
    found = by_post(cy, batch, 1, overlooks=Issue.PICTURE)
    assert not any(found.values()), "the dark picture was overlooked, on purpose"
    assert len(by_post(bo, batch, 1)) == 1, "the sample that was still reserved for him"
    window.sign_in(people["Dee"])
    by_keyboard(window, dee, batch, 2, 12)
    by_post(dee, batch, 2)
    assert "57 verified" in admin.get(batch).text and "2 flagged" in admin.get(batch).text
    (disputed,) = re.findall(rf'href="({batch}/items/\d+)"', admin.get(f"{batch}?state=disputed").text)
    assert sample_on(admin, disputed) == f"causal-planted-{DARK:06d}"
    cy.fill(disputed, f"{disputed}/remark", text="You are right: all of it is black.")
    for who in (dee, cy):
        who.fill(disputed, f"{disputed}/vote", keep="false")
    assert state_on(admin, disputed) == "flagged"
    assert admin.post(f"{batch}/sign", data={**admin.keys_of("/", "/sign-out"), "version": 1}).status_code == 409

    listed = admin.get(f"{batch}/affected.jsonl").text
    assert all(f"causal-planted-{number:06d}" in listed for number in (ANSWER, WORDS, DARK)) and listed.count("\n") == 3
    command = ["studio", "regenerate", str(folder), "--batch", "Pilot", "--out", str(folder / "pilot-2")]
    done = CliRunner().invoke(app, [*command, "--workers", "1"], catch_exceptions=False)
    assert done.exit_code == 0 and "round 2: 3 samples were made again" in done.output
    new = by_post(bo, batch, 1)
    assert len(new) == 3 and not any(new.values()) and by_post(dee, batch, 2) == new
    window.open(batch)
    window.find("form[action$='/sign'] button").click()
    window.wait(lambda: "Signed off" in window.text())
    assert not window.complaints() and not window.foreign_requests()

    log = read_review(folder / "pilot-2")
    assert check_review(folder / "pilot-2") == []
    assert log.iterations == 2 and [each.flagged for each in log.rounds] == [3, 0] and len(log.standing) == 60
    assert {sample.replaces for sample in log.samples if sample.replaces} == {
        f"causal-planted-{number:06d}" for number in (ANSWER, WORDS, DARK)
    }
    assert log.pipeline == tuple(sorted({s.version for s in load(folder / "pilot-2")})) and len(log.pipeline) == 2
    said = CliRunner().invoke(app, ["studio", "check-review", str(folder / "pilot-2")])
    assert said.exit_code == 0 and "the log is sound" in said.output and "2 rounds" in said.output
