"""Every command with every damaged dataset: one clear line and a documented exit code, never a traceback."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai")

from diorama.ask.run_files import ENDING
from diorama.cli import main
from tests.ask.datasets import choices
from tests.hostile.damage import DAMAGES, REFUSED, damaged

LINES = 4
"""The most that a refusal prints."""


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sound dataset, with a run and a file of replies beside it."""
    home = tmp_path_factory.mktemp("sound")
    choices(home / "data", 2)
    replies = (json.dumps({"id": f"causal-00000{k}", "reply": letter}) for k, letter in enumerate("AB"))
    (home / "replies.jsonl").write_text("\n".join(replies) + "\n")
    assert exit_code("eval", home / "data", "--model", "diorama/random", "--logs", home / "logs") == 0
    return home


def exit_code(*words: object) -> int:
    """Run the command line in this process; anything but an exit is a fault."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["diorama", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            main()
    code = ended.value.code
    return 0 if code is None else int(code)


def commands(home: Path) -> dict[str, tuple[object, ...]]:
    data, logs = home / "data", home / "logs"
    return {
        "verify": ("verify", data, "--workers", 1),
        "audit": ("audit", data, "--workers", 1),
        "show": ("show", data, "--out", home / "sheet.png"),
        "show one": ("show", data, "causal-000000", "--out", home / "one.png"),
        "eval": ("eval", data, "--model", "diorama/oracle", "--model", "diorama/catalogue", "--logs", home / "new"),
        "score": ("score", data, "--predictions", home / "replies.jsonl", "--logs", home / "scored"),
        "read": ("read", data, home / "replies.jsonl"),
        "quiz": ("quiz", data, "--out", home / "quiz"),
        "redraw": ("redraw", data, "--renderer", "draft", "--out", home / "redrawn"),
        "report": ("report", logs, "--data", data, "--out", home / "report.html"),
        "rescore": ("rescore", logs, "--data", data),
    }


@pytest.mark.parametrize("damage", DAMAGES)
def test_no_command_falls_over_a_damaged_dataset(
    damage: str, sound: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # MuJoCo writes its warnings where it is called
    home = tmp_path / "home"
    shutil.copytree(sound, home)
    damaged(home / "data", DAMAGES[damage])
    _follow(home)
    for name, words in commands(home).items():
        code = exit_code(*words)
        said = capfd.readouterr()
        assert code in (0, 1, 2, 3), name
        assert "Traceback" not in said.err + said.out, name
        assert "\x1b" not in said.err + said.out, f"{name} passes colours on"
        if code == 2:
            assert said.err.startswith("diorama: ") and said.err.count("\n") <= LINES, (name, said.err)
        if name == "eval":
            assert (code == 2) == (damage in REFUSED), (code, said.err)
            assert REFUSED.get(damage, "") in said.err


def _follow(home: Path) -> None:
    """Make the run be one of the damaged dataset, so that commands go on to read it."""
    from diorama.data import load

    for path in (home / "logs").glob(f"*{ENDING}"):
        first, *rest = path.read_text().splitlines()
        info = json.loads(first) | {"dataset": load(home / "data").fingerprint, "folder": str(home / "data")}
        path.write_text("\n".join([json.dumps(info), *rest]) + "\n")
