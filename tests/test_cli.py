"""The command line, run as a user runs it: results, one-line errors, exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image


def diorama(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "diorama.cli", *words], capture_output=True, text=True, check=False)


def test_help_lists_the_commands_with_examples() -> None:
    done = diorama("--help")
    assert done.returncode == 0
    commands = (
        "assets", "layouts", "world", "suites", "build", "verify", "audit", "redraw", "show", "eval", "strategies",
        "score", "agreement", "causes", "rescore", "video", "report", "demo",
    )  # fmt: skip
    assert [word for word in commands if f"\n  {word} " not in done.stdout] == []
    assert "diorama world kitchen_counter" in diorama("world", "--help").stdout


def test_version() -> None:
    assert diorama("--version").stdout.count(".") == 2


def test_a_world_is_written_whole(tmp_path: Path) -> None:
    out = tmp_path / "w"
    done = diorama("world", "kitchen_counter", "--seed", "7", "--objects", "6", "--chain", "3", "--out", str(out))
    assert done.returncode == 0, done.stderr
    assert {p.name for p in out.iterdir()} == {
        "world.json",
        "world.glb",
        "world.xml",
        "picture.png",
        "depth.png",
        "masks.png",
        "sight.json",
        "masks",
    }
    told = json.loads((out / "sight.json").read_text())
    assert len(told["objects"]) == 6
    assert Image.open(out / "picture.png").size == (720, 480)


def test_a_sheet_is_drawn(tmp_path: Path) -> None:
    done = diorama("assets", "mug", "car", "--sheet", str(tmp_path / "two.png"))
    assert done.returncode == 0, done.stderr
    assert Image.open(tmp_path / "two.png").size[0] > 400


def test_assets_and_layouts_are_listed() -> None:
    assert "kitchen_counter" in diorama("layouts").stdout
    listed = diorama("assets", "--tag", "vehicle").stdout
    assert "car" in listed
    assert "teapot" not in listed


def test_strategies_are_listed_with_what_they_can_be_told() -> None:
    listed = diorama("strategies").stdout
    assert "how: str = 'Think step by step.'" in listed
    assert "needs depth of the picture, segments of the picture" in listed
    assert listed.count("\n") >= 7


def test_suites_are_listed_with_their_tasks() -> None:
    listed = diorama("suites").stdout
    assert "structure" in listed and "causal" in listed and "T6" in listed and "collision" in listed


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("rescore", "nowhere"), "there is no nowhere"),
        (("rescore", "."), "run `diorama eval` first"),
        (("redraw", "nowhere", "--out", "x"), "nowhere is not a dataset"),
        (("eval", "nowhere", "--model", "diorama/oracle"), "nowhere is not a dataset"),
        (("eval", "nowhere", "--model", "diorama/oracle", "--role", "captioner"), "write NAME=MODEL"),
        (("eval", "nowhere", "--model", "m", "--role", "a=x", "--role", "a=y"), "--role a is given twice"),
        (("eval", "nowhere", "--model", "m", "--ids", "gone.txt"), "cannot read gone.txt"),
        (("eval", "nowhere", "--model", "m", "-M", "accuracy"), "write name=value"),
        (("build", "structur", "--count", "1", "--out", "x"), "did you mean 'structure'"),
        (("world", "kitchen_conter", "--out", "x"), "did you mean 'kitchen_counter'"),
        (("world", "kitchen_counter", "--objects", "5000", "--out", "x"), "objects must be between"),
        (("world", "tray", "--stacks", "2", "--out", "x"), "'tray' takes no --stacks"),
        (("world", "tray", "--seed", "-3", "--out", "x"), "a seed is a whole number"),
        (("world", "tray", "--renderer", "foto", "--out", "x"), "did you mean 'photo'"),
        (("assets", "mugg"), "did you mean 'mug'"),
        (("assets", "--tag", "spaceship"), "no asset has the tag"),
        (("assets", "mug", "--sheet", "nowhere/at/all.png"), "there is no folder"),
        (("assets", "mug", "--sheet", "sheet.doc"), "must end in .png"),
        (("assets", "--pack", "no-such-pack"), "no-such-pack"),
    ],
)
def test_mistakes_are_one_line_and_exit_code_2(words: tuple[str, ...], says: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "diorama.cli", *words], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())


def plan_files(folder: Path) -> tuple[str, ...]:
    """The words that score two plans in files: one is right, the other is not answered."""
    steps = {
        "step1": {"content": "Remove the lid", "precondition": []},
        "step2": {"content": "Pick up the mug", "precondition": ["step1"]},
    }
    right = [{"id": name, "question": "Pick up the mug", "image": "x.jpg", "answer": steps} for name in ("a", "b")]
    (folder / "right.json").write_text(json.dumps(right))
    (folder / "given.json").write_text(json.dumps([{"id": "a", "answer": steps}]))
    return "score", "logic", "--data", str(folder / "right.json"), "--predictions", str(folder / "given.json")


def test_plans_in_files_are_scored_and_judges_compared(tmp_path: Path) -> None:
    words = plan_files(tmp_path)
    for judge in ("human", "machine"):
        (tmp_path / judge).mkdir()
        for model in ("m", "n"):
            done = diorama(*words, "--out", str(tmp_path / judge / f"{model}.json"))
            assert done.returncode == 0, done.stderr
    assert "1 of 2 plans scored, 1 left out" in done.stdout and "strict content" in done.stdout
    assert done.stderr == "diorama: right.json: b: there is no answer in given.json; left out\n"
    done = diorama("agreement", str(tmp_path / "human"), str(tmp_path / "machine"))
    assert done.returncode == 0 and "machine against human" in done.stdout and "not defined" in done.stdout


@pytest.mark.slow
def test_words_that_do_not_fit_plans_in_files_are_one_line(tmp_path: Path) -> None:
    score, logic, data, right, predictions, given = plan_files(tmp_path)
    (tmp_path / "bad.json").write_text("{")
    for words in (
        (score, logic, predictions, given),
        (score, "structure", data, right, predictions, given),
        (score, str(tmp_path), predictions, given, "--aggregation", "strict"),
        (score, logic, data, right, predictions, given, "--aggregation", "mean"),
        (score, logic, data, right, predictions, str(tmp_path / "bad.json")),
        (score, logic, data, right, predictions, given, "--matrix", str(tmp_path / "none.json")),
        (score, logic, data, right, predictions, given, "--out", str(tmp_path / "no" / "scores.json")),
        (score, logic, data, str(tmp_path), predictions, given),
        ("agreement", str(tmp_path), str(tmp_path)),
    ):
        done = diorama(*words)
        assert done.returncode == 2 and done.stdout == "", words
        assert done.stderr.startswith("diorama: ") and done.stderr.count("\n") == 1, done.stderr
