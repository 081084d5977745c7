"""Whatever a test set shares with a training set is found, and nothing else is."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from diorama.data import Media, Sample, load
from diorama.data.gathering import gather
from diorama.errors import DioramaError
from diorama.exchange.overlap import compare, pictures, worlds
from diorama.exchange.overlap.items import items_of
from diorama.sight import Easel, Shot
from diorama.world import Camera, World, default_camera, layouts
from diorama.world.model import replace as changed
from tests.data.samples import PLAN, sample
from tests.exchange.training import built, exported
from tests.numbered import numbered_clip

Pixels = Callable[[Image.Image], bytes]


def png(picture: Image.Image) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, "PNG")
    return stream.getvalue()


def jpeg(picture: Image.Image, quality: int) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, "JPEG", quality=quality)
    return stream.getvalue()


@cache
def counter(seed: int = 7) -> World:
    return layouts.kitchen_counter(seed=seed, objects=8)


def drawn(world: World, camera: Camera) -> Image.Image:
    return Image.fromarray(Easel("draft").draw(Shot(world=world, camera=camera)))


def asked(number: int, world: World | None, data: bytes | None = None, **fields: Any) -> Sample:
    """A question about a world, with a picture of it unless another is given."""
    if world is not None:
        camera = default_camera(world)
        fields["shots"] = (Shot(world=world, camera=camera),)
        data = data or png(drawn(world, camera))
    else:
        fields.update(shots=(), query=None)
    media = () if data is None else (Media(role="view", kind="image", data=data, name="view.png"),)
    return sample(number, **{"media": media, **fields})


def gathered(folder: Path, *samples: Sample) -> Path:
    gather(folder, samples, PLAN)
    return folder


def found(tmp_path: Path, train: Sample, test: Sample) -> dict[str, int]:
    """What two samples have in common."""
    one, two = gathered(tmp_path / "train", train), gathered(tmp_path / "test", test)
    return dict(compare(one, two).counts)


def test_the_same_world_from_another_side_is_found(tmp_path: Path) -> None:
    world = counter()
    camera = default_camera(world)
    aside = changed(camera, position=(camera.position[0] + 0.5, *camera.position[1:]))
    other = asked(1, world, png(drawn(world, aside)))
    assert found(tmp_path, asked(0, world), other) == {"same world": 1}


def test_a_world_under_other_names_is_the_same(tmp_path: Path) -> None:
    world = counter()
    bodies = tuple(changed(b, name=f"thing_{k}", phrase=f"the thing {k}") for k, b in enumerate(world.bodies))
    renamed = changed(world, bodies=bodies[::-1], layout="elsewhere", seed=99)
    assert found(tmp_path, asked(0, world, png_of(1)), asked(1, renamed, png_of(2))) == {"same world": 1}


def png_of(seed: int) -> bytes:
    """A picture like no other."""
    noise = np.random.default_rng(seed).integers(0, 255, (12, 18, 3), dtype=np.uint8)
    return png(Image.fromarray(noise).resize((180, 120), Image.Resampling.BICUBIC))


def test_a_scene_with_something_taken_away_is_the_same_scene(tmp_path: Path) -> None:
    world = counter()
    less = world.without([world.inventory[0]])
    assert found(tmp_path, asked(0, world, png_of(1)), asked(1, less, png_of(2))) == {"same scene": 1}


@pytest.mark.parametrize(
    "change",
    [
        lambda w: changed(w, bodies=tuple(changed(b, position=(-b.position[0], *b.position[1:])) for b in w.bodies)),
        lambda w: changed(w, bodies=tuple(changed(b, position=tuple(p + 0.004 for p in b.position)) for b in w.bodies)),
        lambda w: changed(w.change(w.inventory[1], position=(5.0, 5.0, 0.0))),
        lambda w: w.without([w.inventory[0]]),
    ],
    ids=["mirrored", "shifted", "one moved", "one gone"],
)
def test_nearly_the_same_world_of_another_seed_is_found(change: Callable[[World], World], tmp_path: Path) -> None:
    other = changed(change(counter()), layout="other", seed=1)
    assert found(tmp_path, asked(0, counter(), png_of(1)), asked(1, other, png_of(2))) == {"near world": 1}


@pytest.mark.parametrize(
    ("made", "sort"),
    [
        (png, "same picture"),
        (lambda p: jpeg(p, 90), "near picture"),
        (lambda p: jpeg(p, 40), "near picture"),
        (lambda p: png(p.resize((360, 240))), "near picture"),
        (lambda p: png(p.resize((224, 224))), "near picture"),
        (lambda p: jpeg(p.resize((240, 160)), 60), "near picture"),
        (lambda p: png(p.transpose(Image.Transpose.FLIP_LEFT_RIGHT)), "near picture"),
        (lambda p: png(p.point(lambda v: min(255, int(v * 1.05)))), "near picture"),
    ],
    ids=["as it is", "jpeg 90", "jpeg 40", "half", "square", "small jpeg", "mirrored", "brighter"],
)
def test_a_picture_that_was_stored_otherwise_is_found_without_worlds(made: Pixels, sort: str, tmp_path: Path) -> None:
    picture = drawn(counter(), default_camera(counter()))
    one, two = asked(0, None, png(picture)), asked(1, None, made(picture))
    assert found(tmp_path, one, two) == {sort: 1}


def test_the_same_question_about_the_same_picture_is_found_whatever_the_file(tmp_path: Path) -> None:
    picture = drawn(counter(), default_camera(counter()))
    again = io.BytesIO()
    picture.save(again, "WEBP", lossless=True)
    question = "Which one?"
    one = asked(0, None, png(picture), question=question, task="a")
    two = asked(1, None, again.getvalue(), question=" which  ONE?", task="b", options=("Not sure", "No", "Yes"))
    assert found(tmp_path, one, two) == {"same question": 1}


def test_equal_words_about_other_pictures_are_no_overlap(tmp_path: Path) -> None:
    one, two = (asked(k, None, png_of(k), question="Which one?") for k in (1, 2))
    assert found(tmp_path, one, two) == {}


def test_questions_without_pictures_are_compared_by_their_words(tmp_path: Path) -> None:
    one, two = (asked(k, None, question=f"Which {w}?") for k, w in ((0, "one"), (1, "one")))
    assert found(tmp_path, one, two) == {"same question": 1}


def test_even_pictures_are_not_taken_for_each_other(tmp_path: Path) -> None:
    """A white page and a grey one have no edges by which to know them."""
    one, two = (asked(k, None, png(Image.new("RGB", (64, 64), (shade,) * 3))) for k, shade in ((0, 255), (1, 200)))
    assert found(tmp_path, one, two) == {}


def test_a_frame_of_a_clip_is_found_as_a_picture(tmp_path: Path) -> None:
    """A training set that shows clips as frames, and a test set of clips."""
    noise = [Image.open(io.BytesIO(png_of(k))).convert("RGB") for k in range(12)]
    from diorama.sight.clips import Frame, frame_at, make_clip

    clip = make_clip(Frame(k / 10, np.asarray(picture)) for k, picture in enumerate(noise))
    frame = Image.fromarray(frame_at(clip, "last").pixels)
    film = Media(role="clip", kind="video", data=clip, name="clip.mp4")
    assert found(tmp_path, asked(0, None, jpeg(frame, 80)), asked(1, None, media=(film,))) == {"near picture": 1}


def test_what_cannot_be_read_is_compared_as_a_file_and_counted(tmp_path: Path) -> None:
    broken = b"\x89PNG not a picture"
    one = gathered(tmp_path / "a", asked(0, None, broken), asked(1, None, png_of(1)))
    two = gathered(tmp_path / "b", asked(2, None, broken))
    told = compare(one, two)
    assert told.counts == {"same picture": 1} and told.unreadable == 2


def test_a_picture_that_claims_to_be_huge_is_not_decoded() -> None:
    import struct
    import zlib

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    bomb = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")
    assert pictures.pixels_of(bomb) is None


def test_different_seeds_have_nothing_in_common(causal: Path, tmp_path: Path) -> None:
    alike = [asked(k, layouts.kitchen_counter(seed=k, objects=8)) for k in range(4)]
    one, two = gathered(tmp_path / "a", *alike[:2]), gathered(tmp_path / "b", *alike[2:])
    assert compare(one, two).clean
    assert compare(causal, two).clean


def test_the_splits_of_an_export_have_nothing_in_common_and_train_is_known_again(causal: Path, tmp_path: Path) -> None:
    for to, ending in (("trl", "parquet"), ("verl", "parquet"), ("ms-swift", "jsonl"), ("openrlhf", "parquet")):
        folder = exported(causal, tmp_path / to, to, form="rl", hold_out=("level=L2",))
        train, test = (folder / f"{name}.{ending}" for name in ("train", "test"))
        assert compare(train, test).clean
        told = compare(train, causal)
        assert told.counts == {"same picture": 4} and told.touched == 4
        assert all(pair.train == pair.test for pair in told.first)


def test_all_pairs_within_reach_are_found_by_bands() -> None:
    """Prints that differ in as many bits as near duplicates may, anywhere, always share a band."""
    from diorama.exchange.overlap.index import Near

    rng = np.random.default_rng(1)
    prints = rng.integers(0, 256, (500, 32), dtype=np.uint8)
    known = Near(32, np.uint8, pictures.bands_of)
    for k, one in enumerate(prints):
        known.add(one, k)
    for k in range(500):
        bits = np.unpackbits(prints[k])
        bits[rng.choice(256, pictures.NEAR, replace=False)] ^= 1
        made = np.packbits(bits)
        others, owners = known.candidates(made)
        assert k in owners
        assert int(pictures.differing(made, others)[owners.index(k)]) == pictures.NEAR


def test_a_line_cannot_name_files_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(png_of(1))
    folder = tmp_path / "set"
    folder.mkdir()
    for name in ("../secret.png", str(tmp_path / "secret.png"), "gone.png", 7):
        line = {"messages": [{"role": "user", "content": "Hm?"}], "images": [name]}
        (folder / "train.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
        with pytest.raises(DioramaError, match="line 1 cannot be read"):
            list(items_of(folder / "train.jsonl"))


@pytest.mark.parametrize("text", ["{", "[]", "7", '{"images": 7}', '{"images": {"a": 1}}', "[" * 5000])
def test_a_broken_line_is_an_error_that_names_it(text: str, tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text(text + "\n", encoding="utf-8")
    with pytest.raises(DioramaError, match="line 1"):
        list(items_of(tmp_path / "x.jsonl"))


@pytest.mark.parametrize("name", ["gone", "x.txt", "folder", "x.parquet"])
def test_what_is_no_set_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "x.txt").write_text("a")
    (tmp_path / "x.parquet").write_text("a")
    with pytest.raises(DioramaError) as problem:
        list(items_of(tmp_path / name))
    assert "\n" not in str(problem.value)


def test_the_command_tells_counts_pairs_and_exits_with_one(tmp_path: Path) -> None:
    one = gathered(tmp_path / "a", asked(0, counter()))
    two = gathered(tmp_path / "b", asked(1, counter()), asked(2, counter(9)))

    def overlap(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "diorama.cli", "overlap", *words], capture_output=True, text=True, check=False
        )

    done = overlap(str(one), str(two), "--out", str(tmp_path / "pairs.csv"))
    assert done.returncode == 1, done.stderr
    assert "same world: causal-000001 is causal-000000" in done.stdout
    assert "1 of 2 items of the test set overlap" in done.stdout
    lines = (tmp_path / "pairs.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "sort,train,test,detail" and len(lines) == 3
    clean = overlap(str(one), str(gathered(tmp_path / "c", asked(2, None, png_of(1)))))
    assert clean.returncode == 0 and "no overlap" in clean.stdout


def test_a_set_is_not_compared_with_itself(tmp_path: Path) -> None:
    one = gathered(tmp_path / "a", asked(0, None, png_of(1)))
    with pytest.raises(DioramaError, match="two different sets"):
        compare(one, tmp_path / "." / "a")


def test_worlds_of_few_things_are_compared_exactly_alone() -> None:
    world = counter()
    few = world.without(list(world.inventory)[2:])
    assert worlds.near_world(few) is None
    assert worlds.same_world(few) == worlds.same_world(changed(few, seed=3))
    assert worlds.same_world(few) != worlds.same_world(few.change(few.inventory[0], position=(1.0, 0.0, 0.0)))


def test_a_clip_that_is_shown_whole_in_both_is_found(tmp_path: Path) -> None:
    film = Media(role="clip", kind="video", data=numbered_clip(1, 12), name="clip.mp4")
    one, two = (asked(k, None, media=(film,), question=f"{k}?") for k in (0, 1))
    assert found(tmp_path, one, two) == {"same picture": 1}


@pytest.mark.slow
def test_two_hundred_builds_of_different_seeds_raise_no_alarm(tmp_path: Path) -> None:
    """Every pair among them: no two share a scene, so whatever is told is a false alarm."""
    from diorama.exchange.overlap.pictures import near_print, pixels_of

    prints, hashes, scenes = [], [], []
    builds = (
        ("causal", "collision", 80), ("causal", "trajectory", 60), ("causal", "occlusion", 40), ("structure", "T1", 24)
    )  # fmt: skip
    for seed, (suite, task, count) in enumerate(builds, start=41):
        for made in load(built(tmp_path / task, suite, count, seed=seed, task=task)):
            assert made.world is not None
            picture = pixels_of(made.media[0].data)
            assert picture is not None
            prints.append(near_print(picture))
            hashes.append(worlds.near_world(made.world))
            scenes.append((made.world.layout, made.world.seed))
    assert len(prints) >= 200
    stack = np.stack(prints)
    for k, one in enumerate(prints):
        others = [j for j in range(k) if scenes[j] != scenes[k]]
        assert not others or int(pictures.differing(one, stack[others]).min()) > pictures.NEAR
        mine = hashes[k]
        known = [h for j in others if (h := hashes[j]) is not None]
        assert mine is None or not known or float(worlds.shared(mine, np.stack(known)).max()) < worlds.NEAR


def test_samples_are_only_held_one_at_a_time() -> None:
    """A compare of datasets is a stream: nothing but numbers is kept of what was seen."""
    from diorama.exchange.overlap.comparing import _Known

    known, one = _Known(), next(iter(_items(asked(0, counter()))))
    known.add(one)
    sizes = sum(len(index._prints) for index in (known.near_pictures, known.near_worlds))
    assert sizes == 32 + 64 * 8
    assert replace(one, shown=()).world is not None


def _items(made: Sample) -> Any:
    from diorama.exchange.overlap.items import Item, Shown

    picture = pictures.pixels_of(made.media[0].data)
    assert picture is not None
    yield Item(made.id, made.question, (Shown(pictures.same_print(picture), picture),), made.world)


def test_an_export_in_lines_overlaps_with_what_it_was_made_from(tmp_path: Path) -> None:
    """The format `jsonl` holds pictures and worlds, and a file without either is no clean one but refused."""
    folder = built(tmp_path / "data", "causal", 2)
    lines = exported(folder, tmp_path / "lines", "jsonl") / "samples.jsonl"
    found = compare(folder, lines)
    assert found.touched == found.test and found.counts["same question"] and found.counts["same world"]
    (tmp_path / "x.jsonl").write_text('{"question": "hi"}\n')
    with pytest.raises(DioramaError, match="no images, videos or media"):
        compare(folder, tmp_path / "x.jsonl")
