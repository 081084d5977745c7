"""A real Chromium for tests, or a reason why there is none."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from selenium.webdriver import Chrome


def missing() -> str:
    """What a browser test lacks here; empty if nothing."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    needed = {"chromium": chromium, "chromedriver": shutil.which("chromedriver")}
    lacks = [name for name, found in needed.items() if not found]
    return f"{' and '.join(lacks)} not installed: apt-get install chromium chromium-driver" if lacks else ""


@contextmanager
def browser(page: Path, *, width: int = 1280, height: int = 900) -> Iterator[Chrome]:
    """The page opened in a window of this size; narrow ones behave like phones."""
    if missing():
        pytest.skip(missing())
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    try:
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        driver.get(page.resolve().as_uri())
        yield driver
    finally:
        driver.quit()


def complaints(driver: Chrome) -> list[str]:
    """What the browser's console says is wrong."""
    log: list[dict[str, Any]] = driver.get_log("browser")  # type: ignore[no-untyped-call]
    return [entry["message"] for entry in log if entry["level"] in ("SEVERE", "WARNING")]
