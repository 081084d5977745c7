"""The screens of the foundation in a real browser."""

from __future__ import annotations

from itertools import count

import pytest
from selenium.webdriver.common.keys import Keys

from diorama.studio.people.roles import Role
from diorama.studio.people.tables import Person
from tests.studio.chromium import PHONE, Window

NUMBERS = count()
ADDRESS = "/browse/1/causal-000000"


def as_admin_at_the_page_of_somebody(window: Window) -> str:
    """A page with a form that is saved by script: its address."""
    number = next(NUMBERS)
    window.sign_in(window.studio.person(f"Admin {number}", Role.ADMIN))
    page = f"/people/{window.studio.person(f'Bo {number}', Role.ANNOTATOR)}"
    window.open(page)
    return page


def annotator(window: Window) -> int:
    return window.studio.person(f"Annotator {next(NUMBERS)}", Role.ANNOTATOR)


def test_a_sample_by_keyboard(window: Window) -> None:
    """Overlays on keys, the next sample, back to the list; nothing from elsewhere, and no breach of the policy."""
    window.sign_in(annotator(window))
    window.open(ADDRESS)
    assert "Answer: Yes" in window.text() and "hidden px" in window.text()
    window.press("m")
    shown = "const o = document.querySelector('img.over:not([hidden])'); return o && o.complete && o.naturalWidth"
    assert window.wait(lambda: window.run(shown), 90) > 100
    window.press("m")
    assert window.run(shown) is None
    window.press("j")
    window.wait(lambda: "causal-000001" in window.driver.current_url)
    window.press("u")
    window.wait(lambda: window.driver.current_url.endswith("/browse/1"))
    assert window.complaints() == [] and window.foreign_requests() == set()


def test_an_object_lights_up_when_it_is_pointed_at(window: Window) -> None:
    window.sign_in(annotator(window))
    window.open(ADDRESS)
    window.run("document.querySelector('[data-body=far]').focus()")
    shown = "const o = document.querySelector('img.over:not([hidden])'); return o && o.complete && o.src"
    assert "body-far" in window.wait(lambda: window.run(shown), 90)


def test_the_world_is_shown_in_a_frame_that_can_do_nothing_else(window: Window) -> None:
    window.sign_in(annotator(window))
    window.open(ADDRESS)
    window.find("[data-frame] summary").click()
    frame = window.find("iframe")
    assert frame.get_attribute("sandbox") == "allow-scripts"
    window.driver.switch_to.frame(frame)
    window.wait(lambda: window.driver.find_elements("css selector", "canvas"), 90)
    assert window.run("return window.origin") == "null", "it has no part in our pages"
    reach = "const done = arguments[0]; fetch('/people').then(() => done('reached'), () => done('refused'))"
    assert window.driver.execute_async_script(reach) == "refused"
    window.driver.switch_to.default_content()
    assert window.foreign_requests() == set()


def test_what_models_and_people_write_stays_text(window: Window) -> None:
    hostile = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"
    window.sign_in(window.studio.person(hostile, Role.ADMIN))
    for path in (ADDRESS, "/", "/people", "/people/1", "/audit", "/library", f"/browse/1?words={hostile}", "/me"):
        window.open(path)
        assert (
            window.driver.title != "owned" and window.run("return document.querySelectorAll('img[src=x]').length") == 0
        )
    assert not [c for c in window.complaints() if "Content Security Policy" in c]


def test_a_lost_connection_keeps_the_text(window: Window) -> None:
    """The save fails, the page says so, and when the connection is back it is saved after all."""
    page = as_admin_at_the_page_of_somebody(window)
    window.find("input[value=reviewer]").click()
    window.offline(True)
    window.find("form[data-save] button").click()
    assert "connection is lost" in window.wait(lambda: window.find("#notice").text)
    assert window.find("input[value=reviewer]").is_selected()
    window.offline(False)
    window.run("dispatchEvent(new Event('online'))")
    window.wait(lambda: window.driver.current_url.endswith("/people"))
    with window.studio.studio.storage.reading() as db:
        assert db.get_one(Person, int(page.rsplit("/", 1)[1])).role_set == {Role.ANNOTATOR, Role.REVIEWER}


def test_unsaved_text_is_there_again_after_a_reload(window: Window) -> None:
    as_admin_at_the_page_of_somebody(window)
    window.find("input[value=reviewer]").click()
    window.run("onbeforeunload = null; location.reload()")
    alert = window.wait(lambda: _alert(window) or window.find("#notice").is_displayed())
    if alert is not True:
        alert.accept()
    window.wait(lambda: "put back" in window.find("#notice").text)
    assert window.find("input[value=reviewer]").is_selected()


def _alert(window: Window) -> object:
    from selenium.common.exceptions import NoAlertPresentException

    try:
        return window.driver.switch_to.alert
    except NoAlertPresentException:
        return None


def test_a_session_that_ends_in_the_middle_loses_no_text(window: Window) -> None:
    """Signed in again in another tab, the same page can be saved."""
    page = as_admin_at_the_page_of_somebody(window)
    window.find("input[value=reviewer]").click()
    cookies = window.driver.get_cookies()
    window.driver.delete_all_cookies()
    window.find("form[data-save] button").click()
    window.wait(lambda: "Please sign in" in window.find("#notice").text)
    assert "another tab" in window.find("#notice a").text and window.find("input[value=reviewer]").is_selected()
    studio, admin = window.studio.studio, window.studio.person(f"Again {next(NUMBERS)}", Role.ADMIN)
    window.driver.add_cookie({**cookies[0], "value": window.studio.token(admin), "name": studio.settings.cookie})
    window.find("form[data-save] button").click()
    window.wait(lambda: window.driver.current_url.endswith("/people"))
    with studio.storage.reading() as db:
        assert Role.REVIEWER in db.get_one(Person, int(page.rsplit("/", 1)[1])).role_set


def test_two_tabs_and_both_versions_are_shown(window: Window) -> None:
    page = as_admin_at_the_page_of_somebody(window)
    first = window.driver.current_window_handle
    window.driver.switch_to.new_window("tab")
    window.open(page)
    window.find("input[value=reviewer]").click()
    window.find("form[data-save] button").click()
    window.wait(lambda: window.driver.current_url.endswith("/people"))
    window.driver.close()
    window.driver.switch_to.window(first)
    window.find("input[value=participant]").click()
    window.find("form[data-save] button").click()
    said = window.wait(lambda: window.find("#notice").text)
    assert "before you" in said and "annotator, reviewer" in said
    window.run("sessionStorage.clear()")
    window.open(page) if _alert(window) is None else None


def test_the_keys_of_a_page_are_listed(window: Window) -> None:
    window.sign_in(annotator(window))
    window.open(ADDRESS)
    window.press("?")
    assert "Next sample" in window.wait(lambda: window.find("#keys[open] dl").text)
    window.press(Keys.ESCAPE)
    window.wait(lambda: not window.driver.find_elements("css selector", "#keys[open]"))


@pytest.mark.parametrize("size", [None, PHONE], ids=["desktop", "phone"])
def test_pages_are_accessible(window: Window, size: tuple[int, int] | None) -> None:
    """No serious fault of accessibility, and nothing that is wider than the window."""
    if size is not None:
        window.size(*size)
    window.open("/sign-in")
    assert window.faults() == []
    window.sign_in(window.studio.person(f"Ada {next(NUMBERS)}", *Role))
    for path in ("/", "/library", "/browse/1", ADDRESS, "/people", "/people/1", "/audit", "/me", "/nothing"):
        window.open(path)
        assert window.faults() == [], path
        assert window.run("return document.documentElement.scrollWidth <= innerWidth"), f"{path} is too wide"
