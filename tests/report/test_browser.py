"""The page in a real Chromium: what a reader sees and does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from diorama.report import make_report
from tests.report.browser import browser, complaints

if TYPE_CHECKING:
    from selenium.webdriver import Chrome


@pytest.fixture(scope="module")
def desk(page: Path) -> Iterator[Chrome]:
    with browser(page) as driver:
        yield driver


@pytest.fixture(autouse=True)
def _afresh(request: pytest.FixtureRequest) -> None:
    if "desk" in request.fixturenames:
        request.getfixturevalue("desk").refresh()


def shown(driver: Chrome, selector: str) -> int:
    script = "return [...document.querySelectorAll(arguments[0])].filter(e => e.getClientRects().length).length"
    return int(driver.execute_script(script, selector))


def choose(driver: Chrome, name: str, value: str) -> None:
    driver.execute_script(
        "const f = document.querySelector(`.filters [name=${arguments[0]}]`); f.value = arguments[1];"
        "f.dispatchEvent(new Event('input', {bubbles: true}))",
        name,
        value,
    )


def test_tables_figures_and_pictures_are_there(desk: Chrome) -> None:
    assert shown(desk, "table") >= 5
    assert shown(desk, "svg.chart") == 2, "doubt and length: these tasks have too few samples to say what is hard"
    assert shown(desk, ".bar") > 20
    drawn = (
        "const done = arguments[0], eager = i => { i.loading = 'eager'; return i.decode() };"
        "Promise.all([...document.images].map(eager)).then(all => done(all.length), error => done(String(error)))"
    )
    assert desk.execute_async_script(drawn) == 20
    assert complaints(desk) == []


def test_an_answer_with_a_script_in_it_is_shown_as_text(desk: Chrome) -> None:
    desk.execute_script("document.querySelectorAll('details').forEach(d => d.open = true)")
    said = desk.execute_script("return [...document.querySelectorAll('.answer pre')].map(p => p.textContent).join()")
    assert '<script>document.title = "owned"</script><img src=x' in said
    assert desk.title == "Diorama report: small"
    assert desk.execute_script("return document.querySelectorAll('.answer script, .answer img').length") == 0


def test_filters_choose_samples(desk: Chrome) -> None:
    assert shown(desk, ".card") == 20
    choose(desk, "cell", "causal/collision/L1")
    few = shown(desk, ".card")
    assert few == shown(desk, ".card[data-suite=causal][data-task=collision][data-level=L1]") and 0 < few < 20
    choose(desk, "cell", "")
    choose(desk, "verdict", "not_sure")
    choose(desk, "row", "2")
    assert shown(desk, ".card") == 0, "the oracle is always sure"
    choose(desk, "row", "")
    unsure = shown(desk, ".card")
    assert 0 < unsure < 20
    assert desk.execute_script("return document.querySelector('#shown').textContent") == f"{unsure} of 20 samples"
    choose(desk, "verdict", "")
    choose(desk, "words", "NUMBER 7,")
    assert shown(desk, ".card") == 2, "one of each suite"


def test_a_row_can_be_hidden_everywhere(desk: Chrome) -> None:
    assert shown(desk, '[data-row="0"]') > 10
    desk.execute_script("document.querySelector('nav.rows button').click()")
    assert shown(desk, '[data-row="0"]') == shown(desk, '[data-col="0"]') == 0
    assert shown(desk, '[data-row="1"]') > 10
    desk.execute_script("document.querySelector('nav.rows button').click()")
    assert shown(desk, '[data-row="0"]') > 10


def test_a_link_to_a_sample_shows_it(page: Path) -> None:
    with browser(page) as driver:
        driver.get(page.resolve().as_uri() + "#causal-000003")
        driver.refresh()
        assert shown(driver, ".card") == 1 == shown(driver, "#causal-000003")


def test_on_a_phone_nothing_sticks_out_and_pictures_come_first(page: Path) -> None:
    with browser(page, width=390, height=844) as driver:
        assert driver.execute_script("return document.documentElement.scrollWidth") <= 390
        wide = driver.execute_script(
            "return [...document.querySelectorAll('main *')].filter(e => !e.closest('.scroll') && "
            "e.getBoundingClientRect().right > 391).map(e => e.outerHTML.slice(0, 80))"
        )
        assert wide == []
        boxes = driver.execute_script(
            "const c = document.querySelector('.card'); return [c.querySelector('img'), c.querySelector('.question')]"
            ".map(e => e.getBoundingClientRect()).map(b => [b.top, b.width])"
        )
        assert boxes[0][0] < boxes[1][0] and boxes[0][1] > 300
        assert complaints(driver) == []


def test_analyses_are_shown_and_their_details_unfold(desk: Chrome) -> None:
    titles = desk.execute_script("return [...document.querySelectorAll('h2')].map(e => e.textContent)")
    assert {"Doubt and length", "Failures of another model"} <= set(titles)
    seen = "return [...document.querySelectorAll('details.paper table')].filter(e => e.checkVisibility()).length"
    assert desk.execute_script(seen) == 0
    desk.execute_script("document.querySelectorAll('details.paper').forEach(d => d.open = true)")
    assert desk.execute_script(seen) >= 2
    assert complaints(desk) == []


def test_what_is_left_out_is_said_with_its_reason(desk: Chrome) -> None:
    """Two models have no order worth comparing, and their names do not say a family."""
    desk.execute_script("document.querySelectorAll('details.paper').forEach(d => d.open = true)")
    said = desk.execute_script("return [...document.querySelectorAll('details.paper li')].map(e => e.textContent)")
    assert "Rank stability: causal: an order needs at least 3 comparable models; there are 2." in said
    assert any(reason.startswith("Families and sizes: no model's name says") for reason in said)


def test_a_hidden_row_leaves_the_analyses_too(desk: Chrome) -> None:
    desk.execute_script("document.querySelectorAll('details.paper').forEach(d => d.open = true)")
    desk.execute_script("document.querySelector('nav.rows button').click()")
    assert shown(desk, 'details.paper [data-row="0"], svg.chart [data-row="0"]') == 0
    assert shown(desk, 'details.paper [data-row="1"]') > 0
    desk.execute_script("document.querySelector('nav.rows button').click()")


@pytest.mark.parametrize("width", [390, 1280])
def test_published_lines_stay_when_a_model_is_hidden_and_fit_the_window(runs: Path, tmp_path: Path, width: int) -> None:
    (path,) = make_report([runs / "logs"], out=tmp_path / "r.html", with_published=True)
    with browser(path, width=width) as driver:
        assert driver.execute_script("return document.documentElement.scrollWidth") <= width
        theirs, ours = shown(driver, "tr.aside"), shown(driver, "tr[data-row='0']")
        assert theirs == 17 and ours > 3, "the lines of CausalSpatial"
        driver.execute_script("document.querySelector('[data-chip=\"0\"]').click()")
        assert shown(driver, "tr.aside") == theirs and shown(driver, "tr[data-row='0']") == 0
        style = "const e = document.querySelector('tr.aside td'); return getComputedStyle(e).fontStyle"
        assert driver.execute_script(style) == "italic"
        assert complaints(driver) == []
