"""What the README and the docs show works: snippets run, and commands are such that the program takes them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer.main

import diorama as d
from diorama.cli import app
from diorama.data import load
from tests.ask.datasets import choices

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SNIPPETS = [
    (page.name, number, code)
    for page in PAGES
    for number, code in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(), re.S))
]
NEEDS_MORE = ("@strategy", "@described", "@nearer", "openai/", "PhotoRenderer")
"""Snippets that are a part of something, cost money, or draw for minutes; the first two stand in `examples/`."""
COMMANDS = sorted(
    {
        re.split(r"\s#", line)[0].strip()
        for page in PAGES
        for line in re.findall(r"^    (diorama .*)$", page.read_text(), re.M)
    }
)


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the pages take for granted."""
    folder = tmp_path_factory.mktemp("docs")
    choices(folder / "mybench", 4)
    world = d.layouts.kitchen_counter(seed=7, objects=12, chains=(4,), stacks=1, filled=1)
    view = d.look(world)
    sample = next(iter(load(folder / "mybench")))
    return {"d": d, "world": world, "view": view, "camera": view.camera, "sample": sample, "folder": folder}


@pytest.mark.parametrize(("page", "number", "code"), SNIPPETS, ids=[f"{p} {n}" for p, n, _ in SNIPPETS])
def test_a_snippet_runs(
    page: str, number: int, code: str, known: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    if any(word in code for word in NEEDS_MORE):
        compile(code, page, "exec")
        return
    monkeypatch.chdir(known["folder"])
    code = code.replace('where(task="T1")', 'where(task="collision")')
    if "records" in code:
        code = code.split("table(records)[")[0]
        known = {**known, "records": _records()}
    exec(compile(code, page, "exec"), dict(known))


def _records() -> list[Any]:
    from diorama.ask import Record, Verdict

    return [
        Record(sample_id="a", scene="a", suite="s", task="t", answer_kind="choice", model="m", verdict=Verdict.CORRECT)
    ]


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_is_one_that_the_program_takes(line: str) -> None:
    words = shlex.split(line.replace("…", ""))
    root = typer.main.get_command(app)
    name, command, rest = root.resolve_command(root.make_context("diorama", words[1:]), words[1:])  # type: ignore[attr-defined]
    while hasattr(command, "commands") and rest and rest[0] in command.commands:
        command, rest = command.commands[rest[0]], rest[1:]
    command.make_context(name or "", list(rest))
