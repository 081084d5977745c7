"""A package with a suite, a strategy and a renderer is installed, and everything works with it."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai")

from tests.ask.server import Answer, Server

EXAMPLES = Path(__file__).parent.parent / "examples"
POINTS = """[diorama.suites]
nearness = my_task:suite
[diorama.strategies]
described = my_strategy:described
[diorama.renderers]
flat = my_renderer:FLAT
"""
Run = Callable[..., subprocess.CompletedProcess[str]]


def wheel(folder: Path, name: str, points: str, modules: dict[str, str]) -> Path:
    """A package as pip takes it: modules, and a few lines that say what it brings."""
    path = folder / f"{name}-0.1-py3-none-any.whl"
    info = f"{name}-0.1.dist-info"
    with zipfile.ZipFile(path, "w") as file:
        for module, text in modules.items():
            file.writestr(f"{module}.py", text)
        file.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name.replace('_', '-')}\nVersion: 0.1\n")
        file.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        file.writestr(f"{info}/entry_points.txt", points)
        file.writestr(f"{info}/RECORD", "")
    return path


def install(target: Path, *wheels: Path) -> None:
    quietly = ["--quiet", "--no-deps", "--no-index", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "pip", "install", *quietly, "--target", target, *wheels], check=True)


def runner(target: Path, cwd: Path) -> Run:
    """Runs Python with some words on a machine where the packages in `target` are installed."""

    def run(*words: str, module: str = "diorama.cli", **variables: str) -> subprocess.CompletedProcess[str]:
        path = os.pathsep.join(filter(None, (str(target), os.environ.get("PYTHONPATH", ""))))
        start = [sys.executable, "-m", module] if module else [sys.executable]
        return subprocess.run(
            [*start, *words], cwd=cwd, env={**os.environ, "PYTHONPATH": path, **variables}, capture_output=True,
            text=True, check=False,
        )  # fmt: skip

    return run


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The command line on a machine where the examples are installed, in an empty folder."""
    folder = tmp_path_factory.mktemp("plugin")
    modules = {name: (EXAMPLES / f"{name}.py").read_text() for name in ("my_task", "my_strategy", "my_renderer")}
    install(folder / "site", wheel(folder, "diorama_nearness", POINTS, modules))
    (folder / "work").mkdir()
    return runner(folder / "site", folder / "work")


def test_the_entry_points_are_those_of_the_example() -> None:
    text = (EXAMPLES / "pyproject.toml").read_text()
    for line in filter(lambda line: "=" in line, POINTS.splitlines()):
        name, target = line.split(" = ")
        assert f'{name} = "{target}"' in text


def test_a_task_of_ones_own_is_short() -> None:
    assert len((EXAMPLES / "my_task.py").read_text().splitlines()) <= 80


def test_build_verify_audit_eval_and_report(installed: Run, tmp_path: Path) -> None:
    data, logs, page = (str(tmp_path / name) for name in ("n", "logs", "report.html"))
    built = installed("build", "nearness", "--count", "4", "--seed", "3", "--renderer", "flat", "--out", data)
    assert "4 samples made" in built.stdout, built.stderr
    assert "0 disagreements of 4: 4 nearer" in installed("verify", data).stdout
    assert "nearness nearer: 4 samples" in installed("audit", data).stdout
    assert installed("redraw", data, "--renderer", "draft", "--out", f"{data}-draft").returncode == 0
    listed = installed("strategies").stdout
    assert "words: int = 60" in listed and "--role captioner=MODEL" in listed
    oracle = installed("eval", data, "--model", "diorama/oracle", "--logs", logs)
    assert "4 asked, 4 answered, 4 correct" in oracle.stdout, oracle.stderr
    with Server(lambda number, attempt: Answer("A <b>busy</b> counter.")) as captioner:
        described = installed(
            "eval", data, "--model", "diorama/oracle", "--strategy", "described(words=9)", "--role",
            "captioner=diorama-api/c", "--logs", logs, DIORAMA_API_BASE_URL=captioner.url,
        )  # fmt: skip
        assert captioner.asked.total() == 4
    assert "described(words=9): 4 asked, 4 answered, 4 correct" in described.stdout, described.stderr
    assert installed("report", logs, "--out", page).returncode == 0
    html = Path(page).read_text()
    assert "which is nearer" in html and "Two objects on a counter" in html
    assert "description.txt" in html and "A &lt;b&gt;busy&lt;/b&gt; counter." in html
    assert "captioner" in html, "what the second model took is accounted for"


def test_what_a_strategy_needs_and_takes_is_checked_before_anything_is_asked(installed: Run, tmp_path: Path) -> None:
    data = str(tmp_path / "n")
    installed("build", "nearness", "--count", "1", "--out", data)
    for words, problem in (
        (("--strategy", "described"), "needs a model for the role 'captioner'"),
        (("--strategy", "described(word=9)", "--role", "captioner=x/y"), "did you mean 'words'?"),
        (("--strategy", "described(words='9')", "--role", "captioner=x/y"), "got '9'"),
        (("--strategy", "described", "--role", "capt=x/y"), "needs a model for the role 'captioner'"),
        (("--strategy", "direct", "--role", "captioner=x/y"), "has no role 'captioner'"),
    ):
        done = installed("eval", data, "--model", "diorama/random", "--logs", str(tmp_path / "logs"), *words)
        assert done.returncode == 2 and problem in done.stderr and "Traceback" not in done.stderr, done.stderr
    assert not (tmp_path / "logs").exists()


@pytest.mark.slow
def test_a_tool_that_is_down_is_counted_apart(installed: Run, tmp_path: Path) -> None:
    data, words = str(tmp_path / "n"), ("--strategy", "described", "--role", "captioner=diorama-api/c")
    installed("build", "nearness", "--count", "2", "--out", data)
    order = ("eval", data, "--model", "diorama/oracle", *words, "--logs", str(tmp_path / "logs"), "--max-retries", "0")
    with Server(lambda number, attempt: Answer(status=400)) as captioner:
        done = installed(*order, DIORAMA_API_BASE_URL=captioner.url)
    assert "2 asked, 0 answered, 0 correct, 0 incorrect, 2 tool failed" in done.stdout, done.stderr
    with Server() as captioner:
        again = installed(*order, DIORAMA_API_BASE_URL=captioner.url)
    assert "2 asked, 2 answered, 2 correct" in again.stdout, again.stderr


def test_the_engine_knows_the_suite_too(installed: Run) -> None:
    code = "from diorama._registry import SUITE_TASKS; from inspect_ai._util.registry import registry_info as i"
    done = installed("-c", f"{code}; print([i(t).name for t in SUITE_TASKS])", module="")
    assert "nearness" in done.stdout, done.stderr


TASK = """
import numpy as np
from diorama.kinds import Choice, Query
from diorama.sight import Shot
from diorama.suites import Draft, Suite
from diorama.world import default_camera
from diorama.world.layouts import empty
suite = Suite("odd", title="Odd", wordings={"ask": ("Why?",)})

@suite.task("odd", kind="choice", query=Query)
def odd(turn, rng):
    "Odd."
    WHAT
"""
DRAFT = (
    "world = empty(); return Draft(query=Query(), shots=(Shot(world=world, camera=default_camera(world)),), "
    "words=(suite.draw_words(rng, 'ask'),), answer=Choice(option='A'), options=OPTIONS)"
)


@pytest.mark.parametrize(
    ("what", "problem"),
    [
        ("return 1 / 0", "the task odd odd failed (ZeroDivisionError: division by zero;"),
        ("return None", "made no draft with shots and an answer"),
        (DRAFT.replace("OPTIONS", "('B', 'C')"), "the right option 'A' is not among the options"),
    ],
)
def test_a_task_that_makes_nonsense_is_one_line(what: str, problem: str, tmp_path: Path) -> None:
    modules = {"odd_suite": TASK.replace("WHAT", what)}
    install(tmp_path / "site", wheel(tmp_path, "odd", "[diorama.suites]\nodd = odd_suite:suite\n", modules))
    done = runner(tmp_path / "site", tmp_path)("build", "odd", "--count", "1", "--out", str(tmp_path / "o"))
    assert done.returncode == 2 and problem in done.stderr and "Traceback" not in done.stderr, done.stderr


def test_a_plug_in_that_ends_the_program_does_not(tmp_path: Path) -> None:
    points = "[diorama.strategies]\nrude = rude_strategy:rude\n"
    install(tmp_path / "site", wheel(tmp_path, "rude", points, {"rude_strategy": "import sys; sys.exit(0)"}))
    done = runner(tmp_path / "site", tmp_path)("strategies")
    assert "with_seg" in done.stdout and "the package 'rude' cannot be loaded (SystemExit: 0)" in done.stderr


def test_broken_plug_ins_harm_only_those_who_ask_for_them(tmp_path: Path) -> None:
    wheels = [
        wheel(tmp_path, "broken", "[diorama.suites]\nbroken = broken_suite:suite\n", {"broken_suite": "import gone"}),
        wheel(tmp_path, "thief", "[diorama.suites]\nstructure = thief_suite:suite\n", {"thief_suite": "suite = 1"}),
        wheel(tmp_path, "wrong", "[diorama.suites]\nwrong = wrong_suite:suite\n", {"wrong_suite": "suite = 1"}),
    ]
    install(tmp_path / "site", *wheels)
    run = runner(tmp_path / "site", tmp_path)
    for suite, problem in (
        ("broken", "the package 'broken' cannot be loaded (ModuleNotFoundError: No module named 'gone')"),
        ("structure", "registered twice, by diorama and thief"),
        ("wrong", "is a int, not a Suite"),
    ):
        done = run("build", suite, "--count", "1", "--out", str(tmp_path / suite))
        assert (done.returncode, done.stdout) == (2, "")
        assert problem in done.stderr and len(done.stderr.splitlines()) == 1
    fine = run("build", "causal", "--task", "trajectory", "--level", "L2", "--count", "1", "--out", str(tmp_path / "c"))
    assert fine.returncode == 0, fine.stderr
