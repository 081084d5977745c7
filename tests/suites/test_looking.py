"""Gates on pictures: tasks that look at what will be stored, in a build and when a dataset is drawn again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from diorama.cli import app
from diorama.data import BuildPlan, Sample, load
from diorama.data.build import BuildWishes, build, plan_build
from diorama.data.drawing import draw_media
from diorama.data.redraw import plan_redraw, redraw, redrawn
from diorama.data.verify import check_sample
from diorama.sight import RENDERERS, Easel, Shot, View, get_renderer
from diorama.sight.renderers import Pixels
from diorama.suites import Rejected, get_suite
from diorama.suites.structure.standing_out import (
    DRAFT,
    PHOTO,
    differing,
    largest_piece_px,
    require_no_trace,
    require_plain,
)
from diorama.suites.structure.t4_reflection import Reflections, image_masks, look, mirrors
from diorama.suites.suite import LOOKED
from diorama.world import Camera, Motion, World, replace
from tests.worlds import block, floor_with

T4 = get_suite("structure").get("T4")
CAMERA = Camera(position=(0.0, -2.0, 0.7), target=(0.0, 0.0, 0.0), fovy_deg=35, width=720, height=480)
WORLD = floor_with(
    block("left", (-0.3, 0.0, 0.0)), block("middle", (0.0, 0.0, 0.0)), block("right", (0.3, 0.0, 0.0)), reflectance=0.5
)
SHOT = Shot(world=WORLD, camera=CAMERA, muted=("right",))
QUERY = Reflections(muted=("right",))


class Veiled:
    """The draft renderer through a veil: what differs from the bare surface is weaker, or muting does nothing."""

    presets: tuple[str, ...] = ()

    def __init__(self, strength: float = 1.0, *, deaf: Sequence[str] = (), fades: int | None = None) -> None:
        """`deaf` bodies are mirrored though muted; in the world with the seed `fades` nothing is mirrored at all."""
        self.strength, self.deaf, self.fades, self.drawn = strength, deaf, fades, 0

    def picture(self, world: World, camera: Camera, *, muted: Sequence[str] = (), preset: str = "") -> Pixels:
        self.drawn += 1
        draft, _ = get_renderer("draft")
        partly = len(muted) < len(world.inventory)
        shown = draft.picture(world, camera, muted=[n for n in muted if not (partly and n in self.deaf)])
        bare = draft.picture(world, camera, muted=world.inventory)
        strength = 0.0 if world.seed == self.fades else self.strength
        return np.round(bare + strength * (shown.astype(float) - bare)).astype(np.uint8)

    def film(self, motion: Motion, camera: Camera, *, fps: int, preset: str = "") -> Iterator[Pixels]:
        raise NotImplementedError


def easel_of(monkeypatch: pytest.MonkeyPatch, renderer: Veiled) -> Easel:
    monkeypatch.setitem(RENDERERS._loaded, "veiled", renderer)
    return Easel("veiled")


def test_plain_images_pass_and_the_stored_picture_is_not_drawn_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    renderer = Veiled()
    easel = easel_of(monkeypatch, renderer)
    look(QUERY, (SHOT,), easel)
    assert renderer.drawn == 3
    assert easel.draw(SHOT).shape == (480, 720, 3)
    assert renderer.drawn == 3


@pytest.mark.slow
def test_images_that_fade_in_the_picture_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a draft they stand out: only this renderer shows them faintly."""
    glass = mirrors(View(WORLD, CAMERA))
    images = image_masks(glass, WORLD.inventory)
    draft, bare = (Easel().draw(replace(SHOT, muted=muted)) for muted in ((), WORLD.inventory))
    require_plain(images, differing(draft, bare, images), DRAFT)
    with pytest.raises(Rejected, match="too faint"):
        look(QUERY, (SHOT,), easel_of(monkeypatch, Veiled(0.15)))


def test_a_muted_image_that_is_still_there_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Rejected, match="left a trace"):
        look(QUERY, (SHOT,), easel_of(monkeypatch, Veiled(deaf=["right"])))


def test_drafts_are_not_drawn_to_be_looked_at() -> None:
    """They were measured when the draft was made."""
    easel = Easel("draft")
    look(QUERY, (SHOT,), easel)
    assert not easel._kept


def test_areas_count_the_same_in_any_size() -> None:
    small, large = np.zeros((240, 360), bool), np.zeros((480, 720), bool)
    small[10:20, 10:20], large[20:40, 20:40] = True, True
    assert largest_piece_px(small) == largest_piece_px(large) == 400


def test_an_image_in_bits_is_not_plain() -> None:
    """As large as is wanted, but a strip here and a strip there."""
    bits = np.zeros((480, 720), bool)
    bits[100:180:8, 100:140] = True
    with pytest.raises(Rejected, match="in bits"):
        require_plain({"fence": bits}, {"fence": bits}, PHOTO)
    whole = np.zeros((480, 720), bool)
    whole[100:110, 100:140] = True
    require_plain({"fence": whole}, {"fence": whole}, PHOTO)


def test_specks_are_no_trace() -> None:
    specks = np.zeros((240, 360), bool)
    specks[::3, ::3] = True
    require_no_trace({"mug": specks})


# in a build, and drawn again


WISHES = BuildWishes(task="T4", shard_size=1)
PLAN = plan_build(("structure",), 2, 5, WISHES)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two samples that nobody looked at."""
    folder = tmp_path_factory.mktemp("plain") / "d"
    assert sum(t.samples for t in build(folder, PLAN)) == 2
    return folder


def worlds(folder: Path) -> list[int]:
    return [s.world.seed for s in load(folder) if s.world is not None]


def files(folder: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in sorted((folder / "data").glob("*.parquet"))}


@pytest.fixture
def refused(plain: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """The first world of the plain dataset, which does not pass any more, whatever the renderer."""
    refused = worlds(plain)[0]

    def looked(query: Reflections, shots: tuple[Shot, ...], easel: Easel) -> None:
        if shots[0].world.seed == refused:
            raise Rejected("not this world")

    monkeypatch.setattr(T4, "looked", looked)
    return refused


@pytest.mark.slow
def test_what_does_not_pass_the_look_is_made_anew(plain: Path, refused: int, tmp_path: Path) -> None:
    """The reason is counted, the other sample stays, and an interrupted build goes on to the same bytes."""
    tallies = list(build(tmp_path / "whole", PLAN))
    assert [t.rejected["T4: not this world"] for t in tallies] == [1, 0]
    assert sum(t.samples for t in tallies) == 2
    assert refused not in worlds(tmp_path / "whole")
    name = "structure-00001.parquet"
    assert files(tmp_path / "whole")[name] == files(plain)[name]
    list(islice(build(tmp_path / "broken", PLAN), 1))
    list(build(tmp_path / "broken", PLAN))
    assert files(tmp_path / "broken") == files(tmp_path / "whole")


@pytest.mark.usefixtures("refused")
def test_what_does_not_pass_when_drawn_again_is_left_out(plain: Path, tmp_path: Path) -> None:
    """It is reported; the other one keeps its id and its answer."""
    tallies = list(redraw(plain, tmp_path / "d", plan_redraw(plain, "draft")))
    assert [t.samples for t in tallies] == [0, 1]
    assert [t.left_out["T4: not this world"] for t in tallies] == [1, 0]
    assert list(load(tmp_path / "d")) == list(load(plain))[1:]
    done = CliRunner().invoke(app, ["redraw", str(plain), "--out", str(tmp_path / "e"), "--renderer", "draft"])
    assert done.exit_code == 0
    assert "1 samples drawn again" in done.output and "1 left out: T4: not this world" in done.output


@pytest.mark.slow
def test_a_renderer_that_hides_an_image_gives_another_sample(
    plain: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same seed, by a renderer in which the mirror images of the first world fade."""
    first = worlds(plain)[0]
    monkeypatch.setitem(RENDERERS._loaded, "veiled", Veiled(fades=first))
    plan = plan_build(("structure",), 1, 5, BuildWishes(task="T4", renderer="veiled", shard_size=1))
    (tally,) = build(tmp_path / "d", plan)
    assert tally.samples == 1 and tally.rejected["T4: a mirror image is too faint"] > 0
    assert worlds(tmp_path / "d") != [first]


@pytest.fixture
def stored(plain: Path) -> Sample:
    return next(iter(load(plain)))


def faults_of_look(sample: Sample, plan: BuildPlan = PLAN) -> list[str]:
    return [d.found for d in check_sample(sample, plan).disagreements if d.check == LOOKED]


@pytest.mark.slow
def test_verify_looks_at_stored_pictures_too(stored: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    """A renderer that shows the mirror images, one that does not, and one that is not there."""
    assert faults_of_look(stored) == []
    plan = replace(PLAN, renderer="veiled")
    monkeypatch.setitem(RENDERERS._loaded, "veiled", Veiled())
    assert faults_of_look(stored, plan) == []
    monkeypatch.setitem(RENDERERS._loaded, "veiled", Veiled(0.1))
    assert faults_of_look(stored, plan) == ["a mirror image is too faint"]
    nowhere = check_sample(stored, replace(PLAN, renderer="nowhere"))
    assert LOOKED in {u.check for u in nowhere.unchecked} and nowhere.problem is None


@pytest.mark.slow
def test_verify_looks_at_the_picture_that_is_stored(stored: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its shot mutes two mirror images, the picture shows them. What other checks have drawn is not drawn again."""
    renderer = Veiled()
    monkeypatch.setitem(RENDERERS._loaded, "veiled", renderer)
    unmuted = (replace(stored.shots[0], muted=()),)
    sample = replace(stored, media=draw_media(unmuted, Easel())[0])
    assert faults_of_look(sample, replace(PLAN, renderer="veiled")) == ["a muted mirror image left a trace"]
    assert renderer.drawn == 4  # the shot, with all images; small, with all and with none


@pytest.mark.slow
def test_samples_that_were_looked_at_bear_the_gate(stored: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of tasks that look at nothing do not; one that is drawn again bears it once."""
    assert LOOKED in stored.gates
    assert redrawn(stored, PLAN).gates == stored.gates
    older = replace(stored, gates=stored.gates[:-1])
    assert redrawn(older, PLAN).gates == stored.gates
    monkeypatch.setattr(T4, "looked", None)
    assert redrawn(older, PLAN).gates == older.gates
