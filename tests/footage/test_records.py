"""Records that people edit: order and bytes are kept, mistakes are named with file, line and id."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from diorama.errors import DioramaError
from diorama.footage import Candidate, Clip, candidate_file, check_candidate
from diorama.footage.record_files import RecordFile, require_clips
from diorama.world.model import replace


def clip(**changes: Any) -> Clip:
    times = {"start": 10, "end": 18, "fps": 25}
    plain = {"id": "c-001", "video": "c.mp4", "video_bytes": 3, "width": 4, "height": 4, **times}
    return Clip(**{**plain, **changes})


def candidate(number: int = 1, **changes: Any) -> Candidate:
    plain = {
        "id": f"c-001-{number}", "clip": "c-001", "question": "Where will it be?", "type": "relation",
        "direction": "forward", "viewpoint": "exo", "start": 10, "end": 18, "cut": 14, "asks_from": 15, "asks_to": 16,
        "options": ["Left", "Right"], "answer": "Left",
    }  # fmt: skip
    return Candidate(**{**plain, **changes})


def written(folder: Path, *lines: str) -> RecordFile[Candidate]:
    (folder / "candidates.jsonl").write_text("".join(f"{line}\n" for line in lines))
    return candidate_file(folder)


def line(number: int = 1, **changes: Any) -> str:
    return json.dumps({**candidate(number).model_dump(mode="json"), **changes})


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (line(2, mood="good"), " ('c-001-2'): mood: Extra inputs are not permitted"),
        (line(2, cut="soon"), " ('c-001-2'): cut: Input should be a valid number"),
        (line(2, cut=float("nan")), " ('c-001-2'): cut: "),
        (line(2, type="smell"), " ('c-001-2'): type: Input should be 'relation'"),
        (line(2, id="../../etc"), " ('../../etc'): id: String should match pattern"),
        (line(2, status="rejected"), " ('c-001-2'): it is rejected without a reason: give one of wrong_type"),
        (line(2, status="kept", reason="wrong_type"), " ('c-001-2'): it is kept and has a reason to be rejected"),
        (line(1), " ('c-001-1'): the id is that of line 1, too"),
        ("{", ": Invalid JSON"),
        ("[1, 2]", ": Input should be an object"),
        ('{"id": ["\\u001b[31m"]}', " ('['\\x1b[31m']')"),
        ("[" * 100_000, ": Invalid JSON"),
    ],
)
def test_a_bad_line_is_named_and_the_others_are_read(tmp_path: Path, bad: str, words: str) -> None:
    file = written(tmp_path, line(1), bad, line(3))
    assert list(file.records) == ["c-001-1", "c-001-3"]
    (fault,) = file.faults
    assert fault.startswith(f"candidates.jsonl, line 2{words}") and "\n" not in fault and "\x1b" not in fault


def test_writing_keeps_order_bad_lines_and_the_bytes_of_what_did_not_change(tmp_path: Path) -> None:
    mine = line(1).replace(", ", ",   ")
    file = written(tmp_path, mine, '{"half": ', "", line(2))
    file.change(lambda c: replace(c, status="kept") if c.id == "c-001-2" else c)
    assert file.add([candidate(3), candidate(1)]) == 1
    file.write()
    lines = (tmp_path / "candidates.jsonl").read_text().splitlines()
    assert lines[:2] == [mine, '{"half": ']
    assert [json.loads(text)["id"] for text in lines[2:]] == ["c-001-2", "c-001-3"]
    assert json.loads(lines[2])["status"] == "kept"
    assert [p.name for p in tmp_path.iterdir()] == ["candidates.jsonl"]


def test_files_from_windows_with_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    (tmp_path / "candidates.jsonl").write_bytes(b"\xef\xbb\xbf" + line(1).encode() + b"\r\n" + line(2).encode())
    assert len(candidate_file(tmp_path).records) == 2 and not candidate_file(tmp_path).faults


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"cut": 9}, "its cut at 9 s is outside of 10 to 18 s"),
        ({"cut": 18}, "its cut at 18 s is outside"),
        ({"start": 2}, "its time, 2 to 18 s, is not within its clip, 10 to 18 s"),
        ({"end": 30}, "its time, 10 to 30 s, is not within its clip"),
        ({"asks_from": 12}, "it asks about 12 to 16 s, but forward from the cut only 14 to 18 s is unseen"),
        ({"direction": "backward"}, "it asks about 15 to 16 s, but backward from the cut only 10 to 14 s is unseen"),
        ({"question": "  "}, "it has no question"),
        ({"options": []}, "it has no options: write some, or give --model"),
        ({"answer": "Up"}, "its answer 'Up' is not among its options"),
        ({"options": ["Left", "left."]}, "two of its options read the same"),
        ({"options": ["Left"]}, "it has 1 options"),
        ({"options": ["Left", " "]}, "one of its options is empty"),
        ({"viewpoint": "exo-ego"}, "its viewpoint exo-ego needs a reference image, and it names none"),
        ({"viewpoint": "exo-ego", "reference": "no.png"}, "its reference image .*no.png is missing"),
        ({"viewpoint": "exo-ego", "reference": "c.mp4"}, "its reference image .*c.mp4 cannot be read"),
        ({"clip": "c-009"}, "its clip 'c-009' is not among the clips"),
    ],
)
def test_what_keeps_a_candidate_from_being_used_is_one_line(
    tmp_path: Path, changes: dict[str, Any], words: str
) -> None:
    import re

    (tmp_path / "c.mp4").write_bytes(b"abc")
    assert check_candidate(candidate(), clip(), tmp_path) == ""
    one = candidate(**changes)
    assert re.match(words, check_candidate(one, clip() if one.clip == "c-001" else None, tmp_path))


def test_a_video_that_is_gone_or_another_one_is_named(tmp_path: Path) -> None:
    assert "c.mp4 is missing" in check_candidate(candidate(), clip(), tmp_path)
    (tmp_path / "c.mp4").write_bytes(b"abcd")
    assert "is not the one that was measured" in check_candidate(candidate(), clip(), tmp_path)


def test_what_is_shown_and_what_is_not() -> None:
    forward, backward = candidate(), candidate(direction="backward", asks_from=11, asks_to=12)
    assert (forward.shown, forward.unseen, forward.horizon_seconds) == ((10, 14), (14, 18), 2)
    assert (backward.shown, backward.unseen, backward.horizon_seconds) == ((14, 18), (10, 14), 3)


def test_records_are_frozen_and_clips_have_a_length() -> None:
    with pytest.raises(ValidationError):
        candidate().cut = 3  # type: ignore[misc]
    with pytest.raises(ValidationError, match="it ends at 9 s"):
        clip(end=9)


def test_a_folder_without_clips_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(DioramaError, match="run `diorama video clips"):
        require_clips(tmp_path)


def test_records_are_taken_out_and_lines_that_cannot_be_read_stay(tmp_path: Path) -> None:
    path = tmp_path / "clips.jsonl"
    path.write_bytes(b'{"id": "half"}\nnot even json\n')
    file = RecordFile(path, Clip)
    assert file.unreadable == {"half", ""}
    file.add([clip()])
    file.remove({"c-001", "half"})
    file.write()
    assert path.read_bytes() == b'{"id": "half"}\nnot even json\n'
