"""`diorama perceive` and `diorama construct`: pictures in, pages and samples out, whatever comes."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

from diorama.cli import app
from diorama.data import Dataset, check, load
from diorama.data.verify import verify
from diorama.errors import DioramaError
from diorama.kinds import ObjectSet
from diorama.perceive.construct.answered import Answered
from diorama.perceive.construct.constructing import ConstructOrder, construct
from diorama.perceive.construct.graph import extent
from diorama.perceive.construct.limits import Limits
from diorama.perceive.construct.perception import pictures_in, read_perception
from diorama.perceive.construct.question import Asking, Question
from diorama.perceive.construct.samples import Wish, with_common_gates
from diorama.perceive.percepts import Depth, DepthMap, Mask, Pixels
from diorama.suites import get_suite
from diorama.suites.structure.t1_single_removal import Removal

THINGS = {
    "lamp": (60, 10, 100, 80), "vase": (30, 30, 70, 92), "ball": (90, 50, 120, 100), "mug": (10, 60, 40, 110),
}  # fmt: skip
"""From the farthest, whose foot is highest, to the nearest: the mug hides the vase, vase and ball hide the lamp."""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIORAMA_CACHE", str(tmp_path / "cache"))


def make_pictures(folder: Path, count: int) -> list[str]:
    """Pictures of the four things with boxes and masks by hand; returns the providers that find these."""
    places = {name: folder / name for name in ("photos", "boxes", "masks")}
    for place in places.values():
        place.mkdir(parents=True, exist_ok=True)
    for k in range(count):
        pixels, numbers = np.full((120, 160, 3), 100 + k, np.uint8), np.zeros((120, 160), np.uint8)
        for number, (left, top, right, bottom) in enumerate(THINGS.values(), 1):
            pixels[top:bottom, left:right] = (50 * number, 255 - 50 * number, 90)
            numbers[top:bottom, left:right] = number
        Image.fromarray(pixels).save(places["photos"] / f"scene {k}.png")
        Image.fromarray(numbers).save(places["masks"] / f"scene {k}.png")
        drawn = [{"label": name, "box": _box(numbers == number)} for number, name in enumerate(THINGS, 1)]
        (places["boxes"] / f"scene {k}.json").write_text(json.dumps(drawn))
    return [
        f"detect=files(boxes='{places['boxes']}', pictures='{places['photos']}')",
        f"segment=files(maps='{places['masks']}', pictures='{places['photos']}')",
    ]


def run(*words: str | Path) -> tuple[int, str, str]:
    """Exit code, output and errors of a command; an error of the user becomes code 2, as in `main`."""
    result = CliRunner().invoke(app, [str(word) for word in words])
    if isinstance(result.exception, DioramaError):
        return 2, result.stdout, f"{result.stderr}diorama: {result.exception}"
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


def options(providers: list[str]) -> list[str]:
    return [word for text in providers for word in ("--provider", text)]


def test_construct_asks_what_the_picture_allows(tmp_path: Path) -> None:
    found = options(make_pictures(tmp_path, 1))
    code, said, _ = run("construct", tmp_path / "photos", "--task", "T1,T2,T3", "--out", tmp_path / "set", *found)
    assert code == 0
    assert "5 samples from 1 pictures" in said
    answers = {
        (sample.task, sample.query.bodies()[0]): sample.answer.names
        for sample in load(tmp_path / "set")
        if sample.query is not None and isinstance(sample.answer, ObjectSet)
    }
    assert answers == {
        ("T1", "mug"): ("vase",), ("T2", "lamp"): ("ball", "vase"),
        ("T3", "mug"): ("vase",), ("T3", "vase"): ("lamp",), ("T3", "ball"): ("lamp",),
    }  # fmt: skip


def test_a_sample_waits_for_review_with_its_trace(tmp_path: Path) -> None:
    samples = list(constructed(tmp_path, 1))
    (first,) = (sample for sample in samples if sample.task == "T1")
    assert first.query == Removal(removed="mug")
    assert "the mug" in first.question
    assert first.world is None
    assert first.objects == {name: f"the {name}" for name in THINGS}
    assert first.trace["review"] == "pending"
    assert first.trace["picture"] == "scene 0.png"
    assert first.trace["providers"]["depth"] == "plane(horizon=-0.2)"
    assert [module["module"] for module in first.trace["modules"]] == [
        "inventory", "depth", "occlusion graph", "depth", "unique predecessor",
    ]  # fmt: skip
    assert {gate["gate"] for gate in first.trace["gates"]} == set(first.gates)
    assert (_pixels(first.media[0].data) == _pixels((tmp_path / "photos/scene 0.png").read_bytes())).all()


def test_a_constructed_dataset_is_an_ordinary_one(tmp_path: Path) -> None:
    list(constructed(tmp_path, 2))
    assert check(tmp_path / "set") == []
    assert {finding.skipped for finding in verify(tmp_path / "set")} == {"it has no world to derive the answer from"}


def test_what_gates_reject_is_counted_and_listed(tmp_path: Path) -> None:
    """Nobody is as sure as 2."""
    order = order_of(tmp_path, make_pictures(tmp_path, 1))
    strict = replace(order.perception, limits=Limits(label_confidence=2.0))
    tally = construct(replace(order, perception=strict))
    assert tally.samples.total() == 0
    assert tally.rejected == {"T1: label confidence": 1, "T2: label confidence": 1, "T3: label confidence": 3}
    lines = [
        json.loads(line) for line in (tmp_path / "set/construction/structure-00000.jsonl").read_text().splitlines()
    ]
    assert {(line["task"], line["answer"]) for line in lines if line["kind"] == "refused"} == {
        ("T1", "the vase"), ("T2", "first the ball, then the vase"), ("T3", "the vase"), ("T3", "the lamp"),
    }  # fmt: skip


def test_a_second_run_makes_nothing_again(tmp_path: Path) -> None:
    order = order_of(tmp_path, make_pictures(tmp_path, 2))
    first = construct(order)
    before = contents(tmp_path / "set")
    assert construct(order) == first
    assert contents(tmp_path / "set") == before


def test_other_wishes_do_not_mix_with_what_was_begun(tmp_path: Path) -> None:
    order = order_of(tmp_path, make_pictures(tmp_path, 1))
    construct(order)
    with pytest.raises(DioramaError, match=r"was begun with seed 5, and this is 6: choose another folder"):
        construct(replace(order, wish=replace(order.wish, seed=6)))
    with pytest.raises(DioramaError, match=r"was begun with tasks \['T1', 'T2', 'T3'\], and this is \['T1'\]"):
        construct(replace(order, wish=replace(order.wish, tasks=("T1",))))
    make_pictures(tmp_path, 2)
    with pytest.raises(DioramaError, match=r"was begun with 1 pictures \(\w+\), and this is 2 pictures"):
        construct(replace(order, pictures=tuple(pictures_in([tmp_path / "photos"]))))


def test_a_killed_command_goes_on_without_loss_or_doubles(tmp_path: Path) -> None:
    """Killed after its first shard, it makes the rest: the same bytes as without the kill."""
    providers = make_pictures(tmp_path, 24)
    construct(order_of(tmp_path, providers, out="whole/set"))
    out = tmp_path / "killed" / "set"
    words = [
        "construct",
        str(tmp_path / "photos"),
        "--task",
        "T1,T2,T3",
        "--each",
        "2",
        "--seed",
        "5",
        "--out",
        str(out),
    ]
    begun = subprocess.Popen(
        [sys.executable, "-m", "diorama.cli", *words, *options(providers)], stderr=subprocess.PIPE,
        env={**os.environ, "DIORAMA_CACHE": str(tmp_path / "another")},
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while not list(out.glob("data/*.parquet")):
        assert time.monotonic() < deadline and begun.poll() is None, begun.communicate()
        time.sleep(0.005)
    begun.send_signal(signal.SIGKILL)
    begun.communicate()
    assert len(list(out.glob("data/*.parquet"))) < 3
    again, _, errors = run(*words, *options(providers))
    assert again == 0, errors
    assert contents(out) == contents(tmp_path / "whole" / "set")
    assert len({sample.id for sample in load(out)}) == len(list(load(out))) == 24 * 4


def test_what_cannot_be_used_is_named_and_the_rest_goes_on(tmp_path: Path) -> None:
    """One that is no picture, one without boxes, one without any object: three lines, and the good one is there."""
    found = options(make_pictures(tmp_path, 1))
    (tmp_path / "photos/bad.png").write_text("no picture")
    Image.new("RGB", (30, 20)).save(tmp_path / "photos/unknown.png")
    Image.new("RGB", (40, 20)).save(tmp_path / "photos/empty.png")
    (tmp_path / "boxes/empty.json").write_text("[]")
    code, said, errors = run("construct", tmp_path / "photos", "--task", "T1", "--out", tmp_path / "set", *found)
    assert (code, "1 samples from 4 pictures" in said) == (1, True)
    assert len(errors.splitlines()) == 3
    assert "bad.png is no picture" in errors
    assert "empty.png: nothing that was looked for is in it" in errors
    assert "unknown.png: there is no list of boxes of 'unknown'" in errors
    assert run("construct", tmp_path / "photos", "--task", "T1", "--out", tmp_path / "set", *found) == (
        code,
        said,
        errors,
    )


def test_a_provider_that_fails_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a server is down: nothing is made of that shard, the exit code is 3, and the next run makes it."""
    order = order_of(tmp_path, make_pictures(tmp_path, 9))
    down = {8}

    def depth(picture: Pixels) -> DepthMap:
        if int(picture[0, 0, 0]) - 100 in down:
            raise DioramaError("the server is down")
        return plane(picture)

    plane: Depth = order.perception.providers["depth"]
    monkeypatch.setitem(order.perception.providers, "depth", depth)
    tally = construct(order)
    assert tally.failed == ["scene 8.png: the server is down"]
    assert tally.pictures == 8
    down.clear()
    assert construct(order).pictures == 9


def test_if_no_picture_can_be_used_that_is_an_error(tmp_path: Path) -> None:
    found = options(make_pictures(tmp_path, 1))
    (tmp_path / "bad.png").write_text("no picture")
    code, _, errors = run("perceive", tmp_path / "bad.png", "--out", tmp_path / "seen", *found)
    assert (code, "bad.png is no picture that can be read" in errors) == (2, True)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--task", "T1"], "say who finds things"),
        (["--task", "T9", "--provider", "detect=owlv2"], "no task of construction named 'T9'"),
        (["--task", " ,", "--provider", "detect=owlv2"], "--task names the tasks"),
        (["--task", "T1", "--provider", "detect=owlv2"], "are not on this machine: write owlv2(model='FOLDER')"),
        (["--task", "T1", "--provider", "detect=owlv2(model='nowhere/at/all')"], "there is no folder 'nowhere/at/all'"),
        (["--task", "T1", "--provider", "detect=oracle"], "detect=oracle sees our own worlds only"),
        (["--task", "T1", "--provider", "detekt=owlv2"], "--provider is ROLE=PROVIDER"),
        (
            ["--task", "T1", "--provider", "depth=plane", "--provider", "depth=plane"],
            "--provider depth= is given twice",
        ),
        (["--task", "T1", "--names", "mug, mug", "{good}"], "'mug' stands twice"),
    ],
)
def test_what_cannot_work_is_said_before_anything_is_made(tmp_path: Path, words: list[str], line: str) -> None:
    good = options(make_pictures(tmp_path, 1))
    given = [each for word in words for each in (good if word == "{good}" else [word])]
    code, _, errors = run("construct", tmp_path / "photos", "--out", tmp_path / "set", *given)
    assert (code, line in errors) == (2, True), errors
    assert not (tmp_path / "set").exists()


def test_a_list_of_names_with_doubles_concerns_its_picture_alone(tmp_path: Path) -> None:
    found = options(make_pictures(tmp_path, 2))
    names = tmp_path / "names"
    names.mkdir()
    for k, text in enumerate(("mug\nvase", "mug\nMug")):
        (names / f"scene {k}.txt").write_text(text)
    code, said, errors = run("perceive", tmp_path / "photos", "--names", names, "--out", tmp_path / "seen", *found)
    assert code == 1
    assert "scene 0.html: 4 things" in said
    assert "scene 1.txt: 'Mug' stands twice" in errors


def test_a_page_holds_all_that_is_seen_and_loads_nothing(tmp_path: Path) -> None:
    found = options(make_pictures(tmp_path, 1))
    drawn = tmp_path / "boxes/scene 0.json"
    drawn.write_text(drawn.read_text().replace('"vase"', '"<script>alert(1)</script>"'))
    code, said, _ = run("perceive", tmp_path / "photos/scene 0.png", "--out", tmp_path / "seen", *found)
    assert code == 0
    assert "4 things, 3 pairs of which one hides the other; 5 of 5 questions pass their gates" in said
    page = (tmp_path / "seen/scene 0.html").read_text()
    assert "<script" not in page and "&lt;script&gt;" in page
    assert "http" not in page.replace("http-equiv", "") and len(page) < 200_000
    told = json.loads((tmp_path / "seen/scene 0.json").read_text())
    assert {(each["front"], each["back"]) for each in told["hides"]} >= {("ball", "lamp")}


def test_maps_that_were_written_can_be_read_again(tmp_path: Path) -> None:
    """Masks and depth of one run are files for the next: it sees the same."""
    found = make_pictures(tmp_path, 1)
    picture = tmp_path / "photos/scene 0.png"
    assert run("perceive", picture, "--out", tmp_path / "seen", *options(found))[0] == 0
    told = json.loads((tmp_path / "seen/scene 0.json").read_text())
    again = [
        found[0], f"segment=files(maps='{tmp_path}/seen/scene 0.masks.png', pictures='{picture}')",
        f"depth=files(maps='{tmp_path}/seen/scene 0.depth.png', pictures='{picture}', gives='relative', "
        f"scale={told['depth']['scale']!r})",
    ]  # fmt: skip
    assert run("perceive", picture, "--out", tmp_path / "again", *options(again))[0] == 0
    more = json.loads((tmp_path / "again/scene 0.json").read_text())
    assert [(t["name"], t["box"], t["pixels"]) for t in more["things"]] == [
        (t["name"], t["box"], t["pixels"]) for t in told["things"]
    ]
    assert {(e["front"], e["back"]) for e in more["hides"]} == {(e["front"], e["back"]) for e in told["hides"]}


@pytest.mark.parametrize("mode", ["L", "RGBA", "turned"])
def test_grey_transparent_and_turned_pictures_are_seen_as_their_viewers_see_them(tmp_path: Path, mode: str) -> None:
    """A dark box in the upper left of what a viewer shows."""
    pixels = np.full((60, 90, 3), 200, np.uint8)
    pixels[10:40, 10:30] = 20
    picture = Image.fromarray(pixels)
    path = tmp_path / "box.png"
    if mode == "turned":
        exif = Image.Exif()
        exif[274] = 6  # turn it by 90 degrees to the right to see it upright
        picture.transpose(Image.Transpose.ROTATE_90).save(path, exif=exif)
    else:
        picture.convert(mode).save(path)
    (tmp_path / "box.json").write_text('[{"label": "box", "box": [10, 10, 30, 40]}]')
    found = f"detect=files(boxes='{tmp_path}/box.json', pictures='{path}')"
    assert run("perceive", path, "--out", tmp_path / "seen", "--provider", found)[0] == 0
    (thing,) = json.loads((tmp_path / "seen/box.json").read_text())["things"]
    assert thing["box"] == [10, 10, 30, 40]


def test_a_huge_picture_is_one_line(tmp_path: Path) -> None:
    found = options(make_pictures(tmp_path, 1))
    Image.new("1", (9000, 6000)).save(tmp_path / "photos/huge.png")
    code, _, errors = run("perceive", tmp_path / "photos", "--out", tmp_path / "seen", *found)
    assert (code, "huge.png has more than 50,000,000 pixels: make it smaller" in errors) == (1, True)


@pytest.mark.parametrize(
    "text", ["{", "[1]", '[{"label": "mug"}]', '[{"label": "mug", "box": [0, 0, 1e999, 5]}]',
             '[{"label": "mug", "box": [200, 0, 300, 5]}]', '[{"label": " ", "box": [0, 0, 9, 9]}]'],
)  # fmt: skip
def test_boxes_that_are_none_are_named_by_file(tmp_path: Path, text: str) -> None:
    found = options(make_pictures(tmp_path, 2))
    (tmp_path / "boxes/scene 0.json").write_text(text)
    code, said, errors = run("perceive", tmp_path / "photos", "--out", tmp_path / "seen", *found)
    assert (code, "scene 0.json" in errors, "scene 1.html" in said) == (1, True, True), errors


def constructed(folder: Path, count: int) -> Dataset:
    construct(order_of(folder, make_pictures(folder, count)))
    return load(folder / "set")


def order_of(folder: Path, providers: list[str], *, out: str = "set") -> ConstructOrder:
    perception = read_perception(providers, None)
    pictures = tuple(pictures_in([folder / "photos"]))
    return ConstructOrder(pictures, folder / out, perception, Wish(("T1", "T2", "T3"), 2, 5))


def contents(folder: Path) -> dict[str, bytes]:
    """Every file, by its path."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def _box(mask: Mask) -> list[int]:
    return list(extent(mask))


def _pixels(data: bytes) -> Pixels:
    return np.array(Image.open(io.BytesIO(data)))


def test_a_task_that_brings_no_gates_has_those_of_all_tasks(tmp_path: Path) -> None:
    """An answer that nobody could name in words is no answer, whichever task it is of."""
    order = order_of(tmp_path, make_pictures(tmp_path, 1))
    seen = order.perception.look(order.pictures[0]).seen
    bare = Question("T1", Removal(removed="mug"), Answered(ObjectSet(names=("vase",))))
    task = get_suite("structure").get("T1")
    assert with_common_gates(bare, Asking(seen, {}), task).answered.accepted
    nameless = tuple(replace(thing, phrase="" if thing.name == "vase" else thing.phrase) for thing in seen.things)
    gates = with_common_gates(bare, Asking(replace(seen, things=nameless), {}), task).answered.gates
    assert [gate.name for gate in gates] == ["at least three things", "label confidence", "all can be named"]
    assert [gate.about for gate in gates if not gate.passed] == [("vase",)]
