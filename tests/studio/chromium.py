"""A real browser at a studio; one window for all tests, emptied in between."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tests.studio.running import Running

if TYPE_CHECKING:
    from selenium.webdriver import Chrome
    from selenium.webdriver.remote.webelement import WebElement

DESKTOP, PHONE = (1280, 900), (390, 844)


class Window:
    """Somebody's window."""

    def __init__(self, driver: Chrome, studio: Running) -> None:
        self.driver = driver
        self.studio = studio

    def open(self, path: str) -> None:
        self.driver.get(self.studio.address + path)

    def size(self, width: int, height: int) -> None:
        """Narrow windows behave like phones."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)

    def sign_in(self, person: int) -> None:
        """As a person who is there already."""
        self.open("/health")
        name, token = self.studio.studio.settings.cookie, self.studio.token(person)
        self.driver.add_cookie({"name": name, "value": token, "httpOnly": True, "sameSite": "Lax", "path": "/"})

    def find(self, css: str) -> WebElement:
        """The first element, waited for."""
        found: WebElement = self.wait(lambda: self.driver.find_element("css selector", css))
        return found

    def press(self, *keys: str) -> None:
        """Keys on the keyboard, wherever the focus is."""
        from selenium.webdriver import ActionChains

        ActionChains(self.driver).send_keys(*keys).perform()

    def run(self, script: str, *given: Any) -> Any:
        return self.driver.execute_script(script, *given)

    def wait(self, what: Any, seconds: float = 20) -> Any:
        """Until something is so; what it gives."""
        from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
        from selenium.webdriver.support.ui import WebDriverWait

        ignored = (NoSuchElementException, StaleElementReferenceException)
        return WebDriverWait(self.driver, seconds, 0.03, ignored).until(lambda _: what())

    def text(self) -> str:
        return str(self.find("body").text)

    def offline(self, lost: bool) -> None:
        """Lose the connection, or have it back."""
        conditions = {"offline": lost, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        self.driver.execute_cdp_cmd("Network.enable", {})
        self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", conditions)

    def complaints(self) -> list[str]:
        """What the console says is wrong: breaches of the policy, errors of scripts, missing files."""
        log: list[dict[str, Any]] = self.driver.get_log("browser")  # type: ignore[no-untyped-call]
        return [entry["message"] for entry in log if entry["level"] in ("SEVERE", "WARNING")]

    def foreign_requests(self) -> set[str]:
        """Hosts that were asked for anything, except ours."""
        log: list[dict[str, Any]] = self.driver.get_log("performance")  # type: ignore[no-untyped-call]
        sent = [json.loads(entry["message"])["message"] for entry in log]
        urls = [m["params"]["request"]["url"] for m in sent if m["method"] == "Network.requestWillBeSent"]
        return {u for u in urls if urlsplit(u).netloc not in ("", urlsplit(self.studio.address).netloc)}

    def faults(self) -> list[str]:
        """Serious faults of accessibility that axe-core finds on the page."""
        from importlib.resources import files

        # in the page's own world our policy forbids foreign scripts; the driver's is let through
        self.driver.execute_script(files("axe_core_python").joinpath("axe.min.js").read_text("utf-8"))
        found = self.driver.execute_async_script(
            "const done = arguments[0]; axe.run(document, {iframes: false}).then(r => done(r.violations));"
        )
        return [
            f"{each['id']}: {each['nodes'][0]['html'][:200]}"
            for each in found
            if each["impact"] in ("serious", "critical")
        ]


@contextmanager
def browser() -> Iterator[Chrome]:
    """An empty browser."""
    import shutil

    import pytest
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    from tests.report.browser import missing

    if missing():
        pytest.skip(missing())
    options = webdriver.ChromeOptions()
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    try:
        yield driver
    finally:
        driver.quit()
