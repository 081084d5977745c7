"""Files that nobody would expect among pictures, boxes and maps: each is one line, and nothing of users is replaced."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from diorama.errors import DioramaError
from diorama.perceive import read_picture, read_provider
from diorama.perceive.bench.rows import read_rows
from diorama.perceive.construct.labels import read_labels
from diorama.perceive.percepts import Box, Prompt
from diorama.perceive.showing.folder import names_for
from tests.perceive.test_construct_commands import make_pictures, options, run

HIGH, WIDE = 40, 60
PICTURE = np.random.default_rng(0).integers(0, 255, (HIGH, WIDE, 3), np.uint8)


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIORAMA_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    (tmp_path / "photos").mkdir()
    Image.fromarray(PICTURE).save(tmp_path / "photos" / "kitchen.png")
    return tmp_path / "photos" / "kitchen.png"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_pipes_and_devices_are_no_pictures(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    (tmp_path / "endless.png").symlink_to("/dev/zero")
    for name in ("pipe.png", "endless.png"):
        with pytest.raises(DioramaError, match="a device or a pipe"):
            read_picture(tmp_path / name)


def test_what_is_no_picture_is_told_in_the_same_words_each_time(tmp_path: Path) -> None:
    """Lists of what was refused are the same bytes again, so no message names an address in memory."""
    (tmp_path / "a.png").write_bytes(b"no picture")
    with pytest.raises(DioramaError, match=r"it is none of PNG, JPEG") as told:
        read_picture(tmp_path / "a.png")
    assert "0x" not in str(told.value)


def test_links_to_nowhere_and_pipes_beside_pictures_do_no_harm(photo: Path) -> None:
    (photo.parent / "gone.png").symlink_to("nowhere.png")
    (photo.parent / "loop.png").symlink_to("loop.png")
    os.mkfifo(photo.parent / "pipe.png")
    boxes = photo.parent.parent / "boxes"
    boxes.mkdir()
    (boxes / "kitchen.json").write_text('[{"label": "mug", "box": [1, 2, 30, 35]}]')
    found = f"detect=files(boxes='{boxes}', pictures='{photo.parent}')"
    assert run("perceive", photo.parent, "--out", boxes.parent / "seen", "--provider", found)[0] in (0, 2)
    detect = read_provider("detect", found.removeprefix("detect=")).make(None)
    assert [each.label for each in detect(PICTURE, [])] == ["mug"]


def test_one_picture_under_two_names_has_the_boxes_of_either(photo: Path) -> None:
    (photo.parent / "a copy.png").write_bytes(photo.read_bytes())
    boxes = photo.parent.parent / "boxes"
    boxes.mkdir()
    (boxes / "kitchen.json").write_text('[{"label": "mug", "box": [1, 2, 30, 35]}]')
    detect = read_provider("detect", f"files(boxes='{boxes}', pictures='{photo.parent}')").make(None)
    assert [each.label for each in detect(PICTURE, [])] == ["mug"]


def archive(values: NDArray[np.float64]) -> bytes:
    file = io.BytesIO()
    np.savez(file, a=values)
    return file.getvalue()


def test_an_archive_of_arrays_is_no_map(photo: Path) -> None:
    maps = photo.parent.parent / "maps"
    maps.mkdir()
    (maps / "kitchen.npy").write_bytes(archive(np.ones((HIGH, WIDE))))
    depth = read_provider("depth", f"files(maps='{maps}', pictures='{photo.parent}')").make(None)
    with pytest.raises(DioramaError, match="is no map"):
        depth(PICTURE)
    np.save(maps / "kitchen.npy", np.ones((HIGH, WIDE), complex))
    with pytest.raises(DioramaError, match="is no map"):
        depth(PICTURE)


def test_masks_of_more_things_than_colours_stay_apart(photo: Path) -> None:
    """Two numbers of a palette with one colour are two things; and the maps of `diorama perceive` are found by name."""
    maps = photo.parent.parent / "maps"
    maps.mkdir()
    numbers = np.zeros((HIGH, WIDE), np.uint8)
    numbers[5:15, 5:15], numbers[5:15, 40:50] = 1, 11
    picture = Image.fromarray(numbers, mode="P")
    picture.putpalette([0, 0, 0, *(11 * [200, 30, 30])])
    picture.save(maps / "kitchen.masks.png")
    segment = read_provider("segment", f"files(maps='{maps}', pictures='{photo.parent}')").make(None)
    left, right = segment(PICTURE, [Prompt(box=Box(4, 4, 16, 16)), Prompt(point=(45.0, 10.0))])
    assert (left == (numbers == 1)).all() and (right == (numbers == 11)).all()


def test_long_lists_of_names_are_no_file() -> None:
    names = [f"thing number {k}" for k in range(60)]
    assert read_labels(", ".join(names)).of(Path("any.png")) == tuple(names)
    with pytest.raises(DioramaError, match="--names is empty"):
        read_labels(" ")
    with pytest.raises(DioramaError, match="none that is empty"):
        read_labels("mug, \x07")


def test_labels_cannot_hold_what_terminals_obey(photo: Path) -> None:
    boxes = photo.parent.parent / "kitchen.json"
    detect = read_provider("detect", f"files(boxes='{boxes}', pictures='{photo}')")
    boxes.write_text(json.dumps([{"label": "\x1b[31mred\u202e\nmug", "box": [1, 2, 30, 35]}]))
    assert [each.label for each in detect.make(None)(PICTURE, [])] == ["red mug"]
    boxes.write_text(json.dumps([{"label": "\u200e\x07", "box": [1, 2, 30, 35]}]))
    with pytest.raises(DioramaError, match=r"kitchen\.json: a label is empty"):
        detect.make(None)(PICTURE, [])
    boxes.write_bytes(b"[" + b" " * (5 << 20) + b"]")
    with pytest.raises(DioramaError, match="too large for a list of boxes"):
        detect.make(None)(PICTURE, [])


def test_what_users_have_is_not_replaced(tmp_path: Path) -> None:
    """A list of boxes bears the name of the JSON file that would be written."""
    found = make_pictures(tmp_path, 1)
    before = (tmp_path / "boxes/scene 0.json").read_bytes()
    for out in ("boxes", "photos", "masks"):
        code, _, errors = run("perceive", tmp_path / "photos", "--out", tmp_path / out, *options(found))
        assert (code, "choose another folder" in errors) == (2, True)
    assert (tmp_path / "boxes/scene 0.json").read_bytes() == before


def test_names_of_files_may_be_long_or_no_text(tmp_path: Path) -> None:
    found = make_pictures(tmp_path, 2)
    long, odd = "ö" * 120, os.fsdecode(b"odd \xff")
    for old, new in (("scene 0", long), ("scene 1", odd)):
        for folder in ("photos", "boxes", "masks"):
            (old_file,) = (tmp_path / folder).glob(f"{old}.*")
            old_file.rename(old_file.with_name(f"{new}{old_file.suffix}"))
    code, said, _ = run("construct", tmp_path / "photos", "--task", "T1", "--out", tmp_path / "set", *options(found))
    assert (code, "from 2 pictures" in said) == (0, True)
    journal = (tmp_path / "set/construction/structure-00000.jsonl").read_text("utf-8")
    assert "odd \\\\xff.png" in journal
    code, _, errors = run("perceive", tmp_path / "photos", "--out", tmp_path / "seen", *options(found))
    assert code == 0, errors
    assert len(list((tmp_path / "seen").iterdir())) == 8


def test_long_names_that_begin_alike_stay_apart() -> None:
    names = [name for _, name in names_for([Path("x" * 200 + "a.png"), Path("x" * 200 + "b.png"), Path("y.png")])]
    assert len({name.casefold() for name in names}) == 3 and max(map(len, names)) < 190


def test_what_was_found_and_left_out_is_told(tmp_path: Path) -> None:
    """Found is not the same as not there: the line says that something was wrong with the masks."""
    found = make_pictures(tmp_path, 1)
    Image.fromarray(np.zeros((120, 160), np.uint8)).save(tmp_path / "masks/scene 0.png")
    _, _, errors = run("perceive", tmp_path / "photos", "--out", tmp_path / "seen", *options(found))
    assert "nothing is left of 4 things that were found: of the first, too few pixels are its own" in errors


def test_a_failing_provider_is_code_3_though_there_is_one_picture(tmp_path: Path) -> None:
    """A server that nobody is at: the same command may succeed later."""
    make_pictures(tmp_path, 1)
    found = ["--provider", "detect=vlm(url='http://127.0.0.1:9', model='qwen3-vl')", "--names", "mug"]
    code, _, errors = run("construct", tmp_path / "photos", "--task", "T1", "--out", tmp_path / "set", *found)
    assert (code, "cannot be reached" in errors) == (3, True)
    code, _, errors = run("construct", tmp_path / "photos", "--task", "T1", "--out", tmp_path / "set", *found)
    assert code == 3, "nothing was recorded of it"


def test_a_bench_replaces_nothing_of_others_and_says_what_is_damaged(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("mine")
    code, _, errors = run("perceive", "bench", "--samples", "1", "--out", tmp_path)
    assert (code, "holds other files (index.html): choose" in errors) == (2, True)
    code, _, errors = run("perceive", "bench", "--samples", "1", "--choose-data", "/nope", "--out", tmp_path / "new")
    assert (code, "/nope is not a dataset" in errors, (tmp_path / "new").exists()) == (2, True, False)
    (tmp_path / "rows.jsonl").write_bytes(b'{"sample": "a"\xff')
    with pytest.raises(DioramaError, match=r"rows\.jsonl is damaged: delete it"):
        list(read_rows(tmp_path / "rows.jsonl"))
