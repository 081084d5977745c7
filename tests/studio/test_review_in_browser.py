"""Review and scoring in a real browser: by keyboard, on a phone, with a lost connection."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.keys import Keys

from diorama.studio.people.roles import Role
from tests.studio.chromium import PHONE, Window
from tests.studio.reviewing import begin
from tests.studio.test_scoring import begin as begin_scoring
from tests.studio.test_scoring import score_all


def item_of(window: Window) -> str:
    return str(window.find("h1").text)


def test_an_annotator_works_by_keyboard_alone(window: Window) -> None:
    """Ticks, verifies, flags with an issue and a note; each save goes on to the next sample."""
    admin = window.studio.signed_in("Ada of keys", Role.ADMIN)
    batch = begin(window.studio, admin, size=3)
    window.sign_in(window.studio.person("Bo of keys", Role.ANNOTATOR))
    window.open(batch)
    window.press("v")
    window.wait(lambda: "/items/" in window.driver.current_url)
    first = item_of(window)
    window.press("v")
    assert "is not ticked" in window.wait(lambda: window.find("#notice").text)
    window.press("1", "2", "3", "4", "v")
    window.wait(lambda: item_of(window) != first)
    second = item_of(window)
    window.press("r")  # the fourth issue: q, w, e, r
    window.press("n")
    window.press("two swaps would do", Keys.ESCAPE)
    window.offline(True)
    window.press("x")
    assert "connection is lost" in window.wait(lambda: window.find("#notice").text)
    window.offline(False)
    window.run("dispatchEvent(new Event('online'))")
    window.wait(lambda: item_of(window) not in (first, second))
    assert "two swaps would do" in admin.get(f"{batch}?state=annotated").text or "2 annotated" in admin.get(batch).text
    assert window.foreign_requests() == set()
    assert not [c for c in window.complaints() if "422" not in c and "INTERNET_DISCONNECTED" not in c]


def test_two_score_by_keyboard(window: Window) -> None:
    admin = window.studio.signed_in("Ada of scores", Role.ADMIN)
    scoring = begin_scoring(window.studio, admin, size=2)
    window.sign_in(window.studio.person("Bo of scores", Role.ANNOTATOR))
    window.open("/scoring")
    window.press("s")
    window.wait(lambda: "/replies/" in window.driver.current_url)
    first = window.driver.current_url
    window.press("3")
    window.wait(lambda: "/replies/" in window.driver.current_url and window.driver.current_url != first)
    window.press("1")
    window.wait(lambda: window.driver.current_url.endswith("/scoring"))
    assert "Nothing more waits" in window.text()
    score_all(window.studio.signed_in("Cy of scores", Role.REVIEWER), scoring, ["incorrect"])
    assert window.complaints() == [] and window.foreign_requests() == set()


@pytest.mark.parametrize("size", [None, PHONE], ids=["desktop", "phone"])
def test_pages_are_accessible(window: Window, size: tuple[int, int] | None) -> None:
    """No serious fault of accessibility, and nothing wider than the window."""
    name = "phone" if size else "desktop"
    if size is not None:
        window.size(*size)
    admin = window.studio.signed_in(f"Ada at a {name}", Role.ADMIN)
    batch, scoring = begin(window.studio, admin, size=2), begin_scoring(window.studio, admin, size=1)
    items = [row.split('"')[0] for row in admin.get(batch).text.split(f'href="{batch}/items/')[1:]]
    window.sign_in(window.studio.person(f"Bo at a {name}", *Role))
    replies = score_all(window.studio.signed_in(f"Cy at a {name}", Role.ANNOTATOR), scoring, ["correct"])
    for path in ("/review", batch, f"{batch}/items/{items[0]}", f"{batch}/issues", "/scoring", scoring, replies[0]):
        window.open(path)
        assert window.faults() == [], path
        assert window.run("return document.documentElement.scrollWidth <= innerWidth"), f"{path} is too wide"
