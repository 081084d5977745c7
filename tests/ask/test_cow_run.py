"""`diorama cow run`: one sample, stage by stage, into a folder in which nothing else is touched or lost."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("inspect_ai")

from diorama.ask import own_folder
from diorama.ask.imagined_sample import MARKER
from diorama.ask.logs import load_runs
from tests.ask.server import Answer, Server
from tests.ask.test_cow import command, dataset, driven, model
from tests.hostile.test_disks import small_disk

__all__ = ["small_disk"]
ID = "causal-000000"
STAGES = {"description.txt", "place.json", "heading.json", "tracks.json", "tracks.png"}
WHOLE = STAGES | {"clip.mp4", "imagination.json", "strip.png", "answer.txt", MARKER}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return dataset(tmp_path_factory.mktemp("run") / "data", driven())


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Clips and logs of each test are its own."""
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("DIORAMA_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    yield
    monkeypatch.undo()


class Ran:
    """The command with a scripted model, and how often that was asked."""

    def __init__(self, data: Path, out: Path, *more: str, reads: Callable[..., Answer] | None = None) -> None:
        with Server(reads=reads or model()) as server:
            asked = ("--model", "diorama-api/m", "--base-url", server.url, *more)
            self.code, self.said = command("cow", "run", str(data), "--id", ID, "--out", str(out), *asked)
            self.asked = server.asked.total()


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def unreadable() -> Callable[..., Answer]:
    """A model that does not say which thing moves."""
    return model(instance="Let me think about it.\nIt is hard.\nTo say.")


def test_one_sample_is_imagined_stage_by_stage(data: Path, tmp_path: Path) -> None:
    code, said = command("cow", "run", str(data), "--id", ID, "--out", str(tmp_path / "new" / "look"))
    assert code == 0 and "tracks/object sizes at 100 %: 0.00" in said
    assert names(tmp_path / "new" / "look") == WHOLE
    assert not names(tmp_path / "tmp"), "no logs are left"


def test_a_stage_that_failed_is_said_and_is_no_success(data: Path, tmp_path: Path) -> None:
    """What an earlier run has left is replaced as a whole; what is not of a run stays."""
    look = tmp_path / "look"
    assert Ran(data, look).code == 0 and names(look) == WHOLE
    (look / "mine.txt").write_text("mine")
    failed = Ran(data, look, reads=unreadable())
    assert failed.code == 3 and f"{ID}: tool failed (instance: " in failed.said
    assert names(look) == {"answer.txt", "mine.txt", MARKER}
    assert (look / "answer.txt").read_text().startswith("tool_failed\ninstance: ")


# folders


def test_a_folder_of_something_else_is_left_alone(data: Path, tmp_path: Path) -> None:
    look = tmp_path / "look"
    look.mkdir()
    (look / "clip.mp4").write_bytes(b"a film of mine")
    ran = Ran(data, look)
    assert ran.code != 0 and "give a new or empty folder" in ran.said and not ran.asked
    assert names(look) == {"clip.mp4"} and (look / "clip.mp4").read_bytes() == b"a film of mine"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--id", "causal-999999"), "causal-999999"),
        (("--strategy", "cot"), "--strategy is cow"),
        (("--strategy", "cow"), "give --model"),
        (("--strategy", "cow(generator='wrap')", "--model", "diorama/oracle"), "did you mean 'warp'"),
        (("--role", "painter=diorama/oracle"), "has no role 'painter'"),
        (("--model", "nobody/x"), "nobody"),
        (("--data", "/no/such/folder"), "/no/such/folder"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_costs_no_earlier_result(
    data: Path, tmp_path: Path, words: tuple[str, ...], says: str
) -> None:
    look = tmp_path / "look"
    look.mkdir()
    (look / MARKER).touch()
    (look / "answer.txt").write_text("correct")
    folder = Path(words[1]) if words[0] == "--data" else data
    more = () if words[0] == "--data" else words
    for out in (look, tmp_path / "new" / "look"):
        code, said = command("cow", "run", str(folder), "--id", ID, "--out", str(out), *more)
        assert code != 0 and says in said
    assert names(look) == {MARKER, "answer.txt"} and (look / "answer.txt").read_text() == "correct"
    assert not (tmp_path / "new").exists() and not names(tmp_path / "tmp")


def test_links_are_replaced_and_not_followed(data: Path, tmp_path: Path) -> None:
    look, secret = tmp_path / "look", tmp_path / "secret"
    look.mkdir()
    (look / MARKER).touch()
    for name in ("answer.txt", "clip.mp4", "strip.png"):
        (tmp_path / f"secret-{name}").write_text("secret")
        (look / name).symlink_to(tmp_path / f"secret-{name}")
    assert Ran(data, look, reads=unreadable()).code == 3
    assert {path.read_text() for path in tmp_path.glob("secret-*")} == {"secret"}
    assert names(look) == {"answer.txt", MARKER} and not (look / "answer.txt").is_symlink() and not secret.exists()


def test_a_marker_that_is_a_link_marks_nothing(data: Path, tmp_path: Path) -> None:
    look = tmp_path / "look"
    look.mkdir()
    (look / MARKER).symlink_to(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").touch()
    assert "give a new or empty folder" in Ran(data, look).said


@pytest.mark.parametrize("place", ["file/look", "file", "dangling"])
def test_a_folder_that_cannot_be_made_is_said_before_anybody_is_asked(data: Path, tmp_path: Path, place: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    ran = Ran(data, tmp_path / place)
    assert ran.code != 0 and "cannot" in ran.said and str(tmp_path / place) in ran.said and not ran.asked


def test_a_full_disk_is_said_before_anybody_is_asked(data: Path, small_disk: Path) -> None:
    ran = Ran(data, small_disk / "look")
    assert ran.code != 0 and f"cannot write to {small_disk / 'look'}: No space left on device" in ran.said
    assert not ran.asked and not names(small_disk)


# what was paid for


def _full_for(monkeypatch: pytest.MonkeyPatch, *files: str) -> None:
    """The disk fills up while models are asked: these files do not fit any more."""
    write = own_folder._write

    def writes(path: Path, data: bytes) -> None:
        if path.name in files:
            raise OSError(28, "No space left on device", str(path))
        write(path, data)

    monkeypatch.setattr(own_folder, "_write", writes)


def test_an_answer_that_cannot_be_written_stays_in_the_logs(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _full_for(monkeypatch, "answer.txt")
    ran = Ran(data, tmp_path / "look")
    assert ran.code != 0 and f"cannot write {tmp_path / 'look' / 'answer.txt'}: No space left on device" in ran.said
    (logs,) = (tmp_path / "tmp").iterdir()
    assert str(logs) in ran.said
    (run,) = load_runs([logs])
    assert run.records[0].reply == "A"
    assert not (tmp_path / "look").exists()


def test_a_stage_that_cannot_be_written_costs_nothing_else(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _full_for(monkeypatch, "clip.mp4")
    ran = Ran(data, tmp_path / "look")
    assert ran.code == 3 and f"{ID}: correct" in ran.said
    assert f"cannot write {tmp_path / 'look' / 'clip.mp4'}: No space left" in ran.said
    assert names(tmp_path / "look") == WHOLE - {"clip.mp4"}


def test_a_clip_that_cannot_be_read_costs_the_strip_alone(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*asked: Any) -> Any:
        raise ValueError("no such codec\n")

    monkeypatch.setattr("diorama.ask.imagined_sample.spread_frames", broken)
    ran = Ran(data, tmp_path / "look")
    assert ran.code == 3 and f"{ID}: correct" in ran.said and "strip.png cannot be drawn: no such codec" in ran.said
    assert names(tmp_path / "look") == WHOLE - {"strip.png"}


def test_a_reply_is_written_without_what_a_terminal_obeys(data: Path, tmp_path: Path) -> None:
    ran = Ran(data, tmp_path / "look", reads=model(lambda pictures: "\x1b[31mA\x07\n\u202eor so\rhm\x1b]0;title\x07"))
    assert ran.code == 0
    assert (tmp_path / "look" / "answer.txt").read_text("utf-8").splitlines()[-3:] == ["A", "or so", "hm"]
    assert json.loads((tmp_path / "look" / "imagination.json").read_text("utf-8"))["generator"] == "warp"
