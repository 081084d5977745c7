"""The page of a quiz in a real browser: what is typed there comes back as a sheet."""

from __future__ import annotations

import time
from pathlib import Path

from selenium.webdriver.common.by import By

from diorama.ask.quiz import make_quiz
from diorama.ask.quiz.sheet import read_sheet
from diorama.ask.source import Selection
from tests.ask.datasets import choices
from tests.report.browser import browser, complaints

PLAN = '1. Pick up "the mug"\n2. Put it down, then wait – naïvely'


def test_typed_answers_survive_a_reload_and_are_saved_as_a_sheet(tmp_path: Path) -> None:
    make_quiz(choices(tmp_path / "data", 4), Selection(), tmp_path / "q")
    with browser(tmp_path / "q" / "index.html") as driver:
        driver.execute_cdp_cmd(
            "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path / "down")}
        )  # fmt: skip
        fields = driver.find_elements(By.TAG_NAME, "textarea")
        assert len(fields) == 4
        fields[0].send_keys("A")
        fields[2].send_keys(PLAN)
        driver.refresh()
        assert driver.find_element(By.ID, "count").text == "2 of 4 answered"
        widths = driver.execute_async_script(
            "const [done] = arguments, all = [...document.images];"
            "for (const one of all) one.loading = 'eager';"
            "Promise.all(all.map((one) => one.decode().then(() => one.naturalWidth))).then(done);"
        )
        assert widths == [8] * 4
        driver.find_element(By.ID, "save").click()
        sheet = tmp_path / "down" / "answers.csv"
        for _ in range(100):
            if sheet.exists():
                break
            time.sleep(0.1)
        assert not complaints(driver)
    filled = read_sheet(sheet, 4)
    assert filled.answers == {1: "A", 3: PLAN} and filled.faults == ("no answer to 2 of 4 questions: 2, 4",)
