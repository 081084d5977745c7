"""The three tools in a real browser, by keyboard alone; the pictures themselves say which one is shown."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.keys import Keys

from diorama.studio.footage.tables import CheckRow, ClipRow, QuestionRow
from diorama.studio.people.roles import Role
from tests.footage.films import BITS, HEIGHT, STRIPE
from tests.studio.chromium import DESKTOP, PHONE, Window
from tests.studio.footage.projects import UNEVEN, write_project
from tests.studio.running import running, settings_for

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

SHOWN = """
const video = document.querySelector(arguments[0]), canvas = document.createElement("canvas");
if (!video || video.readyState < 2 || video.seeking) return null;
canvas.width = arguments[1]; canvas.height = 1;
const pen = canvas.getContext("2d");
pen.drawImage(video, 0, video.videoHeight * arguments[2], video.videoWidth, 1, 0, 0, arguments[1], 1);
return Array.from(pen.getImageData(0, 0, arguments[1], 1).data);
"""
MAIN, OTHER = "[data-pane=main] video", "[data-pane=other] video"


@pytest.fixture(scope="module")
def films(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_project(tmp_path_factory.mktemp("films") / "work")


@pytest.fixture
def tools(chromium: Chrome, films: Path, tmp_path: Path) -> Iterator[Window]:
    """A window at a studio whose project is open, with an annotator signed in."""
    shutil.copytree(films, tmp_path / "root" / "work")
    with running(settings_for(tmp_path / "root")) as found:
        found.signed_in("Ada", Role.ADMIN).fill("/footage", "/footage/open", path="work")
        chromium.delete_all_cookies()
        window = Window(chromium, found)
        window.offline(False)
        window.size(*DESKTOP)
        window.complaints()
        window.sign_in(found.person("Bo", Role.ANNOTATOR))
        yield window
        chromium.get("about:blank")


def number(window: Window, css: str = MAIN) -> int | None:
    """The number that the picture bears which a film shows."""
    try:
        row = window.run(SHOWN, css, BITS * 10, STRIPE / HEIGHT / 2)
    except WebDriverException:  # between two pages
        return None
    if row is None:
        return None
    light = np.array(row).reshape(-1, 4)[:, :3].mean(1)[5::10]
    return sum(1 << k for k in range(BITS) if light[k] > 126)


def shows(window: Window, wanted: int, css: str = MAIN) -> None:
    window.wait(lambda: number(window, css) == wanted)


def question(window: Window, name: str) -> QuestionRow:
    with window.studio.studio.storage.reading() as db:
        return db.get_one(QuestionRow, (1, name))


def open_clip(window: Window, clip: str) -> None:
    window.open(f"/footage/1/clips/{clip}")
    window.press(Keys.ENTER)
    window.find(MAIN)
    window.wait(lambda: "picture 1 of" in window.find("[data-time]").text)
    shows(window, 0)


def test_each_picture_can_be_shown_and_cut_at(tools: Window) -> None:
    """A film with a variable frame rate, picture by picture, there and back; the number is read off the screen."""
    open_clip(tools, "uneven")
    for wanted in range(1, len(UNEVEN)):
        tools.press(Keys.ARROW_RIGHT)
        shows(tools, wanted)
        assert f"picture {wanted + 1} of {len(UNEVEN)}" in tools.find("[data-time]").text
    tools.press(Keys.ARROW_RIGHT)
    for wanted in reversed(range(len(UNEVEN) - 1)):
        tools.press(Keys.ARROW_LEFT)
        shows(tools, wanted)
    tools.press(Keys.END)
    shows(tools, len(UNEVEN) - 1)
    tools.press(Keys.HOME)
    shows(tools, 0)
    tools.press(*[Keys.ARROW_RIGHT] * 7)
    shows(tools, 7)
    tools.press("c")
    tools.wait(lambda: question(tools, "q-4").version == 2)
    assert question(tools, "q-4").candidate.cut == UNEVEN[7]
    assert tools.complaints() == []


def test_filter_by_keyboard(tools: Window) -> None:
    """Choose a question, play its time and both halves, cut, keep, delete, undo, say that the clip is reviewed."""
    open_clip(tools, "even")
    tools.press("1", Keys.ENTER)
    tools.wait(lambda: tools.run(f"return document.querySelector('{MAIN}').currentTime") > 0.3)
    tools.press(" ")
    tools.wait(lambda: tools.run(f"return document.querySelector('{MAIN}').paused"))
    tools.press("[")
    shows(tools, 49)  # and stays on the last one that is shown
    tools.wait(lambda: tools.run(f"return document.querySelector('{MAIN}').paused"))
    assert tools.find("[data-side]").text == "shown"
    tools.press(Keys.ARROW_RIGHT)
    shows(tools, 50)
    assert tools.find("[data-side]").text == "hidden"
    tools.press(".")
    shows(tools, 75)
    tools.press(",")
    shows(tools, 50)
    tools.press("s")
    shows(tools, 50, OTHER)  # the same film, from the cut on
    tools.press("s", *[Keys.ARROW_LEFT] * 5, "c")
    tools.wait(lambda: question(tools, "q-1").candidate.cut == 1.8)
    tools.press("y")
    tools.wait(lambda: question(tools, "q-1").status == "kept")
    tools.press(Keys.ARROW_DOWN, "d")
    tools.wait(lambda: question(tools, "q-2").deleted)
    tools.press("z")
    tools.wait(lambda: not question(tools, "q-2").deleted)
    tools.press("s", "w")
    shows(tools, 45, OTHER)  # the other film follows
    tools.press(Keys.ARROW_RIGHT)
    shows(tools, 46, OTHER)
    tools.press("v")
    tools.wait(lambda: question(tools, "q-2").candidate.reference_at == 1.84)
    tools.press("?")
    assert "Cut before this picture" in tools.wait(lambda: tools.find("#keys[open] dl").text)
    tools.press(Keys.ESCAPE)
    tools.wait(lambda: not tools.driver.find_elements("css selector", "#keys[open]"))
    tools.press("g")
    tools.wait(lambda: tools.driver.current_url.endswith("/clips/uneven"))
    with tools.studio.studio.storage.reading() as db:
        assert db.get_one(ClipRow, (1, "even")).status == "kept"
    assert tools.complaints() == []


def test_validate_by_keyboard(tools: Window) -> None:
    """Only the visible part plays; a number and Enter answer; then the truth, and what is wrong in a few words."""
    tools.open("/footage/1/validate")
    tools.press(Keys.ENTER)
    shows(tools, 50)
    tools.press(Keys.ARROW_LEFT, Keys.END)
    shows(tools, 99)
    assert "50 of 50" in tools.find("[data-time]").text and "It moves" not in tools.text()
    tools.press("2", Keys.ENTER)
    tools.wait(lambda: "It moves to the left" in tools.text())
    tools.press("]")
    tools.wait(lambda: (number(tools, OTHER) or 0) > 3)
    tools.press("x", "4", "the moment is unclear", Keys.ENTER)
    tools.wait(lambda: tools.driver.current_url.endswith("/validate"))
    assert question(tools, "q-2").candidate.reason == "wrong_times"
    with tools.studio.studio.storage.reading() as db:
        check = db.get_one(CheckRow, (1, "q-2", 2))
        assert (check.decision, check.note) == ("unusable", "the moment is unclear") and check.answer
    assert tools.complaints() == []


def test_repair_by_keyboard(tools: Window) -> None:
    """The question's words, the right option, a time from the player, an option more; save; undo."""
    tools.open("/footage/1/questions/q-1")
    tools.press(Keys.ENTER)
    shows(tools, 0)
    tools.press("q", Keys.END, " Really?", Keys.ESCAPE)
    tools.press(*[Keys.ARROW_RIGHT] * 3, "i")
    tools.press("3", "+", "somewhere else", Keys.ESCAPE, "s")
    tools.wait(lambda: question(tools, "q-1").version == 2)
    one = question(tools, "q-1").candidate
    assert one.question.endswith("Really?") and one.start == 0.12 and one.answer == "in the middle"
    assert one.options == ("on the left", "on the right", "in the middle", "nowhere", "somewhere else")
    tools.wait(lambda: "Saved as version 2" in tools.text())
    tools.press("z")
    tools.wait(lambda: question(tools, "q-1").version == 3)
    assert question(tools, "q-1").candidate.start == 0.0
    tools.wait(lambda: "as in version 1 again" in tools.text())
    tools.press("m")
    tools.wait(lambda: "No model is set" in tools.find("#notice").text)
    assert [c for c in tools.complaints() if "409" not in c] == []


def test_options_that_were_not_saved_come_back(tools: Window) -> None:
    """After a reload all of them are on the page again, one more than there are in the question."""
    tools.open("/footage/1/questions/q-1")
    tools.press(Keys.ENTER)
    shows(tools, 0)
    tools.press("+", "one more", Keys.ESCAPE)
    tools.run("window.addEventListener('beforeunload', (e) => e.stopImmediatePropagation(), true); location.reload()")
    tools.wait(lambda: "put back" in tools.find("#notice").text)
    texts = tools.run("return [...document.querySelectorAll('[name=option]')].map((e) => e.value)")
    assert texts == ["on the left", "on the right", "in the middle", "nowhere", "one more"]
    tools.press("s")
    tools.wait(lambda: question(tools, "q-1").candidate.options[-1] == "one more")


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_pages_are_accessible(tools: Window, size: tuple[int, int]) -> None:
    """No serious fault of accessibility, nothing wider than the window, nothing from elsewhere."""
    tools.size(*size)
    tools.foreign_requests()
    open_clip(tools, "even")
    tools.press("s")
    pages: list[Any] = [None, "/footage", "/footage/1", "/footage/1/repair", "/footage/1/validate",
                        "/footage/1/questions/q-1", "/footage/1/clips/uneven"]  # fmt: skip
    for path in pages:
        if path is not None:
            tools.open(path)
        assert tools.faults() == [], path
        assert tools.run("return document.documentElement.scrollWidth <= innerWidth"), f"{path} is too wide"
    assert tools.foreign_requests() == set()
