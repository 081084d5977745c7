"""Datasets with packs: things from packs really appear, are named, and travel with the dataset."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from diorama.data import check, load
from diorama.data.build import BuildTally, BuildWishes, build, plan_build
from diorama.data.redraw import plan_redraw, redraw
from diorama.errors import DioramaError
from diorama.world.assets import Offer, offering
from diorama.world.assets.choosing import some_nouns
from diorama.world.layouts import get_layout
from diorama.world.modelling import box, cylinder
from diorama.world.packs import load_pack, loading, pack
from tests.data.samples import every_file
from tests.world.packs.making import export, write

THEIRS = ("anvil", "basin", "flask")


@pytest.fixture(scope="module", autouse=True)
def nothing_stays_loaded() -> Iterator[None]:
    yield
    forget_all()


def forget_all() -> None:
    for one in list(pack._INSTALLED.values()):
        for holder in list(pack._HOLDERS[one.checksum]):
            pack.release(one, holder)
    loading._LOADED.clear()


@pytest.fixture(scope="module")
def garage(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packs") / "garage"
    folder.mkdir()
    export(box(0.25, 0.12, 0.16) + box(0.1, 0.1, 0.22), folder / "anvil.glb")
    export(cylinder(0.08, 0.15, segments=24), folder / "basin.stl")
    export(cylinder(0.07, 0.2, segments=24), folder / "flask.obj")
    metal, glazes = ["black metal", "red paint"], ["green ceramic", "white ceramic", "blue ceramic", "yellow ceramic"]
    return write(
        folder,
        {"noun": "anvil", "file": "anvil.glb", "material": metal, "tags": "tool"},
        {"noun": "basin", "file": "basin.stl", "material": glazes, "density": 1900},
        {"noun": "flask", "file": "flask.obj", "material": glazes, "density": 1500},
    )


@pytest.fixture(scope="module")
def dataset(garage: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four samples of collision in which half of the things come from the pack."""
    folder = tmp_path_factory.mktemp("data") / "d"
    wishes = BuildWishes(task="collision", size="720x480", packs=(garage,), pack_share=0.5, shard_size=2)
    tally = sum(build(folder, plan_build(("causal",), 4, 1, wishes)), BuildTally())
    assert 0.25 < tally.from_packs / tally.objects < 0.6
    return folder


def test_things_from_packs_make_up_their_share_of_a_scene(garage: Path) -> None:
    load_pack(garage)
    for share in (0.0, 0.1, 0.2):
        with offering(Offer(share=share)):
            worlds = [get_layout("workbench")(seed=seed, objects=12) for seed in range(6)]
        nouns = [b.noun for world in worlds for b in world.bodies]
        found = sum(noun in THEIRS for noun in nouns) / len(nouns)
        assert found == pytest.approx(share, abs=0.06), f"{share} asked, {found} found"
    rng = np.random.default_rng(0)
    pool = ["anvil", "basin", "bowl", "flask", "mug", "vase"]
    drawn = [noun for _ in range(200) for noun in some_nouns(pool, 3, rng)]
    assert sum(noun in THEIRS for noun in drawn) / len(drawn) == pytest.approx(0.3, abs=0.04)
    assert sorted(some_nouns(pool, 6, rng)) == pool, "all are drawn if all are needed"


def test_they_are_named_in_questions(dataset: Path) -> None:
    texts = [" ".join([s.question, *s.options]) for s in load(dataset)]
    assert any(noun in text for text in texts for noun in THEIRS)
    counts = [(sum(b.noun in THEIRS for b in s.world.bodies), len(s.world.bodies)) for s in load(dataset) if s.world]
    assert sum(n for n, _ in counts) / sum(n for _, n in counts) > 0.25


def test_a_pack_that_is_loaded_but_not_asked_for_changes_nothing(garage: Path, tmp_path: Path) -> None:
    plan = plan_build(("causal",), 1, 5, BuildWishes(task="collision", level="L1", size="720x480"))
    load_pack(garage)
    list(build(tmp_path / "with", plan))
    forget_all()
    list(build(tmp_path / "without", plan))
    assert load(tmp_path / "with").manifest.shards == load(tmp_path / "without").manifest.shards


def test_it_opens_and_verifies_where_the_pack_never_was(dataset: Path) -> None:
    """In a process of its own, which has neither the pack's folder nor the cache of its parts."""
    words = [sys.executable, "-m", "diorama.cli", "verify", str(dataset), "--workers", "2"]
    found = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "DIORAMA_CACHE": "off"})
    assert found.returncode == 0, found.stdout + found.stderr
    assert "0 disagreements of 4" in found.stdout


def test_workers_and_interruptions_change_no_byte(dataset: Path, garage: Path, tmp_path: Path) -> None:
    plan = load(dataset).manifest.plan
    next(build(tmp_path / "d", plan))  # and no further
    list(build(tmp_path / "d", plan, workers=2))
    assert every_file(tmp_path / "d") == every_file(dataset)


def test_drawing_it_again_keeps_the_pack(dataset: Path, tmp_path: Path) -> None:
    list(redraw(dataset, tmp_path / "again", plan_redraw(dataset, "draft", size="960x640")))
    assert check(tmp_path / "again") == []
    assert [p.name for p in (tmp_path / "again" / "packs").iterdir()] == [p.name for p in (dataset / "packs").iterdir()]


def test_what_does_not_fit_is_said_in_one_line(dataset: Path, garage: Path, tmp_path: Path) -> None:
    with pytest.raises(DioramaError, match="a number from 0 to 1; got 2"):
        plan_build(("causal",), 1, 1, BuildWishes(packs=(garage,), pack_share=2.0))
    with pytest.raises(DioramaError, match="needs packs: name them with --pack"):
        plan_build(("causal",), 1, 1, BuildWishes(pack_share=0.5))
    with pytest.raises(DioramaError, match=r"pack\.toml: does not exist"):
        plan_build(("causal",), 1, 1, BuildWishes(packs=(tmp_path / "nowhere",)))
    wishes = BuildWishes(task="collision", size="720x480", shard_size=2)
    with pytest.raises(DioramaError, match=r"was begun with packs 'garage' \(\w+\), and this is packs \(nothing\)"):
        list(build(dataset, plan_build(("causal",), 4, 1, wishes)))


def test_a_pack_that_is_missing_or_damaged_is_said_in_one_line(dataset: Path, tmp_path: Path) -> None:
    for damage, said in (("missing", "is missing"), ("a pipe", "is missing"), ("flipped", "is damaged")):
        copy = tmp_path / damage
        shutil.copytree(dataset, copy)
        (file,) = (copy / "packs").iterdir()
        data = bytearray(file.read_bytes())
        data[len(data) // 2] ^= 1
        file.unlink()
        if damage == "flipped":
            file.write_bytes(data)
        elif damage == "a pipe":
            os.mkfifo(file)
        words = [sys.executable, "-m", "diorama.cli", "audit", str(copy)]
        found = subprocess.run(words, capture_output=True, text=True)
        assert found.returncode == 2 and found.stderr.count("\n") == 1, found.stderr
        assert said in found.stderr and "copy it from where the dataset came from" in found.stderr
