"""Taking a test in a real browser: by keyboard alone, over a lost connection, at the width of a phone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from diorama.studio.people.roles import Role
from diorama.studio.sittings.tables import Answer
from tests.studio.chromium import DESKTOP, PHONE, Window
from tests.studio.running import running, settings_for
from tests.studio.test_sittings import SIT, make_test, scenes

if TYPE_CHECKING:
    from selenium.webdriver import Chrome


@pytest.fixture
def sitting(chromium: Chrome, tmp_path: Path) -> Iterator[Window]:
    """Pat before the first of four questions, in a studio of her own."""
    scenes(tmp_path / "bench" / "small", 6, 6)
    with running(settings_for(tmp_path / "bench")) as found:
        pat = found.person("Pat", Role.PARTICIPANT)
        make_test(found, [pat], questions=4, check_every=2)
        chromium.delete_all_cookies()
        window = Window(chromium, found)
        window.offline(False)
        window.size(*DESKTOP)
        window.complaints()
        window.foreign_requests()
        window.sign_in(pat)
        yield window
        chromium.get("about:blank")


def answers(window: Window) -> list[tuple[int, int | None]]:
    with window.studio.studio.storage.reading() as db:
        return [(a.place, a.choice) for a in db.scalars(select(Answer).order_by(Answer.place))]


def shot(window: Window, name: str) -> None:
    """A picture of the window, for people who want to look."""
    if folder := os.environ.get("SCREENSHOTS"):
        window.driver.save_screenshot(f"{folder}/{name}.png")


def test_a_test_by_keyboard(sitting: Window) -> None:
    """Begin, answer by number and Enter, a check, a break, and on; nothing comes from elsewhere."""
    window = sitting
    window.open("/")
    assert "Take the test" in window.text()
    window.open(SIT)
    shot(window, "begin")
    assert window.faults() == []
    window.press("\ue007")
    window.find("form[data-here]")
    loaded = "const i = document.querySelector('form img'); return i && i.complete && i.naturalWidth"
    assert window.wait(lambda: window.run(loaded)) == 8
    shot(window, "question")
    assert window.faults() == []
    assert "Question 1 of 4" in window.text()
    window.press("2")
    window.press("\ue007")
    window.wait(lambda: "Question 2 of 4" in window.text())
    window.press("1")
    window.press("\ue007")
    window.wait(lambda: "A short check" in window.text())
    shot(window, "check")
    assert [place for place, _ in answers(window)] == [1, 2] and answers(window)[0] == (1, 1)
    window.press("1")
    window.find("button[name=then]").click()
    window.wait(lambda: "on a break" in window.text())
    window.press("\ue007")
    window.wait(lambda: "Question 3 of 4" in window.text())
    window.driver.back()
    window.wait(lambda: "Question 3 of 4" in window.text())
    assert window.complaints() == [] and window.foreign_requests() == set()


def test_a_lost_connection_loses_no_answer(sitting: Window) -> None:
    window = sitting
    window.size(*PHONE)
    window.open(SIT)
    window.find("form.go button, main form button").click()
    window.find("form[data-here]")
    shot(window, "phone")
    assert window.faults() == [] and window.run("return document.documentElement.scrollWidth <= innerWidth")
    window.run("document.querySelector('input[type=radio]').click()")
    window.offline(True)
    window.find("form[data-here] button.main").click()
    assert "connection is lost" in window.wait(lambda: window.find("#notice").text)
    assert window.find("input[type=radio]").is_selected() and answers(window) == []
    window.offline(False)
    window.run("dispatchEvent(new Event('online'))")
    window.wait(lambda: "Question 2 of 4" in window.text())
    assert answers(window) == [(1, 0)]


def test_pages_for_admins_are_accessible(sitting: Window) -> None:
    window = sitting
    window.driver.delete_all_cookies()
    window.sign_in(window.studio.person("Ida", Role.ADMIN))
    for size in (DESKTOP, PHONE):
        window.size(*size)
        for path in ("/tests", "/tests/new/1", "/tests/1", "/export"):
            window.open(path)
            shot(window, f"admin{path.replace('/', '-')}-{size[0]}")
            assert window.faults() == [], path
            assert window.run("return document.documentElement.scrollWidth <= innerWidth"), f"{path} is too wide"
