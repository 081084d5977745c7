"""What other packages bring: found by name, loaded when asked for, and never in the way of the rest."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import pytest

from diorama.errors import DioramaError, UnknownName
from diorama.plugins import Registry
from diorama.suites import Suite

GROUP = "diorama.tests"


class Site:
    """A folder of installed packages, each with one module and its entry points."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self._monkeypatch = folder, monkeypatch
        monkeypatch.syspath_prepend(folder)

    def install(self, package: str, code: str, group: str = GROUP, **points: str) -> None:
        module = package.replace("-", "_")
        (self.folder / f"{module}.py").write_text(code)
        self._monkeypatch.delitem(sys.modules, module, raising=False)
        info = self.folder / f"{module}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        lines = [f"{name} = {module}:{attribute}" for name, attribute in points.items()]
        (info / "entry_points.txt").write_text("\n".join([f"[{group}]", *lines, ""]))


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    return Site(tmp_path, monkeypatch)


def numbers() -> Registry[float]:
    return Registry(GROUP, "number", {"pi": "math:pi", "e": "math:e"}, float)


def said(error: pytest.ExceptionInfo[DioramaError]) -> str:
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_package_adds_a_name(site: Site) -> None:
    site.install("of-gold", "class Ratio:\n    phi = 1.618\n", golden="Ratio.phi")
    found = numbers()
    assert found.names() == ("e", "golden", "pi")
    assert found.get("golden") == 1.618
    assert "golden" in found and "silver" not in found
    assert dict(found.working())["pi"] == pytest.approx(3.14, abs=0.01)


def test_nothing_is_imported_before_it_is_asked_for(site: Site) -> None:
    site.install("loud", "raise SystemExit('imported')", loud="x")
    found = numbers()
    assert "loud" in found.names() and "loud" in found
    assert found.get("pi") > 3
    assert "loud" not in sys.modules


def test_an_unknown_name_suggests_the_nearest() -> None:
    with pytest.raises(UnknownName, match="no number named 'pie': did you mean 'pi'"):
        numbers().get("pie")


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import no_such_module_anywhere", "ModuleNotFoundError: No module named 'no_such_module_anywhere'"),
        ("one = = 1", "SyntaxError: "),
        ("raise RuntimeError('no GPU\\n  here')", "RuntimeError: no GPU here"),
        ("other = 1.0", "AttributeError: "),
    ],
    ids=["missing import", "syntax", "raises", "no such attribute"],
)
def test_a_broken_package_is_one_line_for_who_asks_for_it_and_nothing_to_others(
    site: Site, code: str, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, logger="diorama.plugins")  # an evaluation may have quietened the root
    site.install("my-package", code, one="one")
    found = numbers()
    with pytest.raises(DioramaError) as caught:
        found.get("one")
    assert said(caught).startswith(f"the number 'one' of the package 'my-package' cannot be loaded ({why}")
    assert said(caught).endswith("repair or uninstall that package")
    assert found.get("e") > 2
    assert [name for name, _ in found.working()] == ["e", "pi"]
    assert "my-package" in caplog.text


def test_a_thing_of_the_wrong_sort_is_refused_and_the_rest_goes_on(site: Site) -> None:
    site.install("my-package", "one = 'a text'", one="one")
    found = numbers()
    with pytest.raises(DioramaError) as caught:
        found.get("one")
    assert said(caught) == (
        "the number 'one' of the package 'my-package' is a str, not a float: repair or uninstall that package"
    )
    assert [name for name, _ in found.working()] == ["e", "pi"]


def test_a_name_that_is_taken_is_an_error_for_that_name_only(site: Site) -> None:
    """Neither wins: whoever asks for it is told which packages to choose from."""
    site.install("my-package", "pi = 3.0\ntau = 6.28\n", pi="pi", tau="tau")
    found = numbers()
    assert found.names() == ("e", "pi", "tau")
    with pytest.raises(DioramaError) as caught:
        found.get("pi")
    assert said(caught) == "the number 'pi' is registered twice, by diorama and my-package: uninstall or rename one"
    assert found.get("tau") == 6.28 and found.get("e") > 2
    assert [name for name, _ in found.working()] == ["e", "tau"]


def test_two_packages_with_one_name_are_both_named(site: Site) -> None:
    site.install("first", "tau = 6.0", tau="tau")
    site.install("second", "tau = 6.28", tau="tau")
    with pytest.raises(DioramaError, match="registered twice, by first and second"):
        numbers().get("tau")


def test_entry_points_of_other_groups_are_not_ours(site: Site) -> None:
    site.install("my-package", "one = 1.0", "somebody.else", one="one")
    assert numbers().names() == ("e", "pi")


def test_a_fault_of_our_own_is_a_bug_and_keeps_its_traceback() -> None:
    with pytest.raises(ModuleNotFoundError):
        Registry(GROUP, "number", {"one": "no_such_module_anywhere:one"}, float).get("one")


def test_a_package_brings_a_suite_of_its_own(site: Site) -> None:
    code = (
        "from diorama.suites import Suite\n"
        "tiny = Suite('tiny', title='A tiny suite', wordings={'ask': ('What is {x}?',)})\n"
    )
    site.install("tiny-suite", code, "diorama.suites", tiny="tiny")
    suites: Registry[Suite] = Registry("diorama.suites", "suite", {"causal": "diorama.suites.causal:causal"}, Suite)
    assert {"causal", "tiny"} <= set(suites.names())
    assert suites.get("tiny").tasks() == ()
    with pytest.raises(UnknownName, match="no task of tiny named 'T1': there are none"):
        suites.get("tiny").get("T1")
