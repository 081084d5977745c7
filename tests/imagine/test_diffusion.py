"""Clips by a diffusion model: what it is told of tracks, how weights are loaded, and what can go wrong."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from math import exp
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from diorama.imagine.generators import FPS, CannotImagine, Generator
from diorama.imagine.generators.diffusion import Diffusion
from diorama.imagine.generators.diffusion.injection import Floats, injected, sampled, spots, spread
from diorama.imagine.generators.diffusion.libraries import one_line
from diorama.imagine.generators.diffusion.weights import load_pipeline
from diorama.imagine.generators.fitting import Paths, Size, fitted_frames, fitted_paths, fitted_size
from diorama.imagine.tracks import Track, Tracks
from diorama.sight.clips import frame_times_of, frames_of

Points = Sequence[tuple[float, float]]

# ------------------------------------------------------------------ injection, in numbers


def condition(frames: int, height: int, width: int, *, later: float = 0.0) -> Floats:
    """What a pipeline shows of a picture: the first frame random, the later ones all the same."""
    made = np.full((20, frames, height, width), later, np.float32)
    made[4:, 0] = np.random.default_rng(0).normal(size=(16, height, width))
    made[:4, 0], made[:4, 1:] = 1, 0
    return made


def paths(*tracks: Points, seen: NDArray[np.bool_] | None = None) -> Paths:
    points = np.array(tracks, float)
    return Paths(points, np.ones(points.shape[:2], bool) if seen is None else seen)


def nearest(place: tuple[float, float], height: int, width: int) -> tuple[int, int]:
    """Row and column of the cell next to a place; the outermost cells lie on the edges."""
    return round(place[1] / height * (height - 1)), round(place[0] / width * (width - 1))


def test_weights_of_a_small_latent_by_hand() -> None:
    """Five cells over five: 1.25 apart, as wide as a spot. One cell on is one deviation away."""
    weights = spots(np.array([[2.5, 2.5]]), np.array([True]), 5, 5)[0]
    assert weights[2] == pytest.approx([exp(-2), exp(-0.5), 1, exp(-0.5), exp(-2)])
    assert weights[1, 1] == pytest.approx(exp(-1))


def test_weights_at_full_size_are_those_of_the_published_method() -> None:
    """480×832: three cells are a tenth of half the shorter side, so the weight is exp(-220 · 0.01)."""
    weights = spots(np.array([[3.0, 0.0], [0.0, 6.0]]), np.array([True, True]), 60, 104)
    assert weights[:, 0, 0] == pytest.approx([exp(-2.2), exp(-8.8)], rel=1e-5)


def test_a_spot_is_never_narrower_than_a_cell() -> None:
    assert spread(60, 104) == pytest.approx(1.43, abs=0.01) and spread(90, 160) > 2
    assert spread(8, 12) == spread(2, 2) == 1.25


def test_features_between_cells_are_mixed() -> None:
    latent = np.array([[[1, 3], [5, 7]]], np.float32)
    points = np.array([[0.5, 0.5], [1.0, 0.5], [1.0, 1.0], [2.0, 1.5], [9.0, 1.5]])
    assert sampled(latent, points)[:, 0].tolist() == [1, 2, 4, 3.5, 3.5]  # on the edge, half of it lies outside


def test_what_stands_at_the_start_is_at_the_later_places() -> None:
    start, end = (2.5, 2.5), (13.0, 7.0)
    plain = condition(3, 10, 16)
    told = injected(plain, paths([start] * 5 + [end] * 4))
    feature = sampled(plain[4:, 0], np.array([start]))[0]
    for frame, place, other in [(1, start, end), (2, end, start)]:
        row, column = nearest(place, 10, 16)
        assert told[4:, frame, row, column] == pytest.approx(told[0, frame, row, column] * feature, abs=1e-5)
        assert told[0, frame, row, column] > 0.8
        assert told[0, frame, *nearest(other, 10, 16)] < 1e-3
    assert (told[:, 0] == plain[:, 0]).all(), "the first frame stays"


sides = st.integers(4, 20)


@settings(max_examples=60, deadline=None)
@given(sides, sides, st.floats(0, 1), st.floats(0, 1), st.integers(1, 4))
def test_a_still_track_leaves_its_feature_in_every_later_frame(
    height: int, width: int, x: float, y: float, later: int
) -> None:
    place = (x * width, y * height)
    plain = condition(1 + later, height, width)
    told = injected(plain, paths([place] * (1 + 4 * later)))
    feature = sampled(plain[4:, 0], np.array([place]))[0]
    row, column = nearest(place, height, width)
    weight = told[0, 1, row, column]
    assert weight > 0.7 and weight == told[0, 1].max()
    for frame in range(1, 1 + later):
        assert told[4:, frame, row, column] == pytest.approx(weight * feature, abs=1e-5)
        assert (told[:, frame] == told[:, 1]).all()


def test_a_thing_that_is_taken_away_is_carried_no_further() -> None:
    plain = condition(3, 8, 8, later=0.5)
    gone = np.array([[True] * 5 + [False] * 4])
    told = injected(plain, paths([(4.0, 4.0)] * 9, seen=gone))
    assert told[0, 1].max() > 0.8
    assert (told[:, 2] == plain[:, 2]).all()


def test_only_frames_in_which_it_is_seen_say_where_it_is() -> None:
    """Of the four frames in a latent one, the two unseen lie far off."""
    seen = np.array([[True, True, False, True, False]])
    told = injected(condition(2, 8, 8), paths([(0, 0), (2, 3), (8, 8), (4, 3), (8, 8)], seen=seen))
    alone = injected(condition(2, 8, 8), paths([(0, 0)] + [(3, 3)] * 4))
    assert told == pytest.approx(alone)


def test_two_tracks_share_a_cell_and_a_third_is_left_out() -> None:
    """They lie on one cell and close by; weights add up, also beyond 1."""
    plain = condition(2, 5, 5, later=0.5)
    places = [(2.5, 2.5), (2.5, 3.75), (3.75, 3.75)]
    told = injected(plain, paths(*[[place] * 5 for place in places]))
    features = sampled(plain[4:, 0], np.array(places))
    assert told[:4, 1, 2, 2] == pytest.approx(1 + exp(-0.5))
    assert told[4:, 1, 2, 2] == pytest.approx(features[0] + exp(-0.5) * features[1], abs=1e-5)


def test_what_was_there_shows_where_a_spot_is_weak() -> None:
    plain = condition(2, 5, 5, later=0.5)
    told = injected(plain, paths([(2.5, 2.5)] * 5))
    feature = sampled(plain[4:, 0], np.array([[2.5, 2.5]]))[0]
    assert told[4:, 1, 1, 1] == pytest.approx(exp(-1) * feature + (1 - exp(-1)) * 0.5, abs=1e-5)


def test_without_tracks_nothing_changes() -> None:
    plain = condition(3, 4, 4, later=0.5)
    assert (injected(plain, fitted_paths(Tracks(()), (32, 32), (32, 32), 9)) == plain).all()


# ------------------------------------------------------------------ sizes and frames


@pytest.mark.parametrize(
    ("picture", "size"),
    [
        ((832, 480), (832, 480)),
        ((480, 832), (480, 832)),
        ((1920, 1080), (832, 464)),
        ((720, 480), (768, 512)),
        ((10, 10), (624, 624)),
    ],
)
def test_sizes_keep_the_shape_of_the_picture(picture: Size, size: Size) -> None:
    assert fitted_size(picture, (832, 480)) == size


@given(st.tuples(st.integers(1, 4000), st.integers(1, 4000)), st.tuples(st.integers(1, 900), st.integers(1, 900)))
def test_any_picture_gets_whole_patches_within_the_area(picture: Size, most: Size) -> None:
    if not 1 / 8 <= picture[0] / picture[1] <= 8:
        with pytest.raises(CannotImagine, match="narrow"):
            fitted_size(picture, most)
        return
    width, height = fitted_size(picture, most)
    assert width % 16 == height % 16 == 0 and min(width, height) >= 16
    assert width * height <= max(most[0] * most[1], 256)


@given(st.integers(1, 500))
def test_the_next_frame_count_of_the_network(frames: int) -> None:
    assert frames <= fitted_frames(frames) and fitted_frames(frames) % 4 == 1
    assert fitted_frames(frames) - frames < 4 or fitted_frames(frames) == 5


def test_tracks_become_paths_over_cells_that_stay_at_the_end() -> None:
    """A picture of 100×50 as 64×32: 8×4 cells. The clip has 6 frames, the network makes 9."""
    points = np.linspace((0.0, 0.0), (100.0, 50.0), 6)
    moving = Track(points, np.array([True] * 5 + [False]))
    still = Track(np.full((6, 2), 25.0), np.ones(6, bool))
    made = fitted_paths(Tracks((moving,), (still,)), (100, 50), (64, 32), 6)
    assert made.points.shape == (2, 9, 2)
    assert made.points[0, [0, 5, 8]].tolist() == [[0, 0], [8, 4], [8, 4]]
    assert made.points[1] == pytest.approx(np.full((9, 2), 2.0))
    assert made.seen[0].tolist() == [True] * 5 + [False] * 4 and made.seen[1].all()


# ------------------------------------------------------------------ a tiny pipeline, from end to end


FRAMES = 9


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    for name in ("torch", "diffusers", "transformers", "ftfy"):
        pytest.importorskip(name, reason="needs the extra: pip install 'diorama[diffusion]'")
    from tests.imagine.tiny_wan import save_tiny_wan

    torch: Any = import_module("torch")
    torch.set_num_threads(1)
    return save_tiny_wan(tmp_path_factory.mktemp("weights") / "tiny")


@pytest.fixture
def copied(tiny: Path, tmp_path: Path) -> Path:
    """Weights of one's own, to be spoilt."""
    return Path(shutil.copytree(tiny, tmp_path / "copied"))


def tiny_diffusion(weights: Path, **wishes: Any) -> Diffusion:
    return Diffusion(weights, **{"steps": 2, "size": (64, 64), **wishes})


def scene() -> NDArray[np.uint8]:
    """A bright square at the upper left of a dark picture, 100 wide and 72 high."""
    pixels = np.full((72, 100, 3), 30, np.uint8)
    pixels[10:34, 10:34] = (250, 200, 40)
    return pixels


def across(frames: int = FRAMES, *, to: tuple[float, float] = (78, 50), seen: int | None = None) -> Tracks:
    """The square goes straight to a place; after `seen` frames it is taken away. A corner stays."""
    there = np.arange(frames) < (frames if seen is None else seen)
    corner = Track(np.full((frames, 2), (95.0, 5.0)), np.ones(frames, bool))
    return Tracks((Track(np.linspace((22, 22), to, frames), there),), (corner,))


EQUAL = 0.1
"""Grey levels by which equal clips may differ on average: a processor rounds sums by where they lie in its memory."""


def apart(one: bytes, other: bytes) -> float:
    """How much two clips differ on average, in grey levels."""
    frames = zip(frames_of(one), frames_of(other), strict=True)
    return float(np.mean([np.abs(a.pixels.astype(int) - b.pixels).mean() for a, b in frames]))


def clip_of(generator: Generator, tracks: Tracks | None = None, seed: int = 0, frames: int = FRAMES) -> bytes:
    return generator.imagine(scene(), tracks or across(frames), "The square moves.", frames, seed)


def test_the_condition_of_the_pipeline_carries_the_square(tiny: Path) -> None:
    """128×96 here: the second latent frame of two later ones is asked where the square, the corner and nothing are."""
    torch: Any = import_module("torch")
    pipe = load_pipeline(str(tiny))
    picture = torch.rand(1, 3, 96, 128, generator=torch.manual_seed(0)) * 2 - 1
    shown = [picture, 1, 16, 96, 128, FRAMES, torch.float32, torch.device("cpu"), torch.manual_seed(0)]
    with torch.no_grad():
        plain = pipe.prepare_latents(*shown)[1][0].numpy()
        pipe.paths = fitted_paths(across(seen=7), (100, 72), (128, 96), FRAMES)
        told = pipe.prepare_latents(*shown)[1][0].numpy()
        pipe.paths = fitted_paths(across(seen=5), (100, 72), (128, 96), FRAMES)
        gone = pipe.prepare_latents(*shown)[1][0].numpy()
    assert told.shape == plain.shape == (20, 3, 12, 16) and (told[:, 0] == plain[:, 0]).all()
    square, corner = fitted_paths(across(seen=7), (100, 72), (128, 96), FRAMES).points
    features = sampled(plain[4:, 0], np.array([square[0], corner[0]]))
    for feature, place in zip(features, [square[5:7].mean(0), corner[0]], strict=True):
        row, column = nearest(tuple(place), 12, 16)
        before, after = (np.abs(latent[4:, 2, row, column] - feature).max() for latent in (plain, told))
        assert after < 0.3 * before and (told[:4, 2, row, column] > 0.7).all()
    row, column = nearest(tuple(square[5:7].mean(0)), 12, 16)
    assert gone[4:, 2, row, column] == pytest.approx(plain[4:, 2, row, column], abs=1e-3)


def test_a_clip_repeats_with_its_seed_and_with_no_other(tiny: Path) -> None:
    generator = tiny_diffusion(tiny)
    first = clip_of(generator)
    again, anew = clip_of(generator), clip_of(tiny_diffusion(tiny))
    assert apart(first, again) < EQUAL and apart(first, anew) < EQUAL
    assert apart(first, clip_of(generator, seed=1)) > 10 * EQUAL
    assert clip_of(generator, across(to=(22, 60))) != first, "other tracks give another clip"


@pytest.mark.parametrize("frames", [1, 6])
def test_a_clip_has_the_size_of_the_picture_and_the_frames_asked_for(tiny: Path, frames: int) -> None:
    made = clip_of(tiny_diffusion(tiny), frames=frames)
    assert frame_times_of(made) == pytest.approx([k / FPS for k in range(frames)], abs=1e-4)
    assert {frame.pixels.shape for frame in frames_of(made)} == {(72, 100, 3)}


def test_weights_are_loaded_once(copied: Path) -> None:
    generator = tiny_diffusion(copied)
    first = clip_of(generator)
    shutil.rmtree(copied)
    assert apart(clip_of(generator), first) < EQUAL


def test_half_precision(tiny: Path) -> None:
    """Another clip than in full precision; on a busy processor its sums may be rounded in another order each time."""
    assert clip_of(tiny_diffusion(tiny, dtype="bfloat16")) != clip_of(tiny_diffusion(tiny))


# ------------------------------------------------------------------ a transformer in Wan's own layout


@pytest.fixture(scope="module")
def ati(tiny: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another transformer than that of the pipeline, in three forms, and a pipeline that has it."""
    from tests.imagine.tiny_wan import original_layout, tiny_transformer

    torch: Any = import_module("torch")
    save: Callable[..., None] = import_module("safetensors.torch").save_file
    torch.manual_seed(1)
    transformer = tiny_transformer()
    folder = tmp_path_factory.mktemp("ati")
    tensors = original_layout(transformer)
    save(tensors, folder / "one.safetensors")
    save({f"model.diffusion_model.{name}": value for name, value in tensors.items()}, folder / "prefixed.safetensors")
    (folder / "shards").mkdir()
    for k in range(2):
        save(dict(list(tensors.items())[k::2]), folder / "shards" / f"model-{k + 1}-of-2.safetensors")
    transformer.save_pretrained(shutil.copytree(tiny, folder / "whole") / "transformer")
    return folder


def test_a_transformer_in_one_file_or_several_is_the_same(tiny: Path, ati: Path) -> None:
    whole = clip_of(tiny_diffusion(ati / "whole"))
    assert whole != clip_of(tiny_diffusion(tiny))
    for form in ("one.safetensors", "prefixed.safetensors", "shards", "whole/transformer"):
        assert apart(clip_of(tiny_diffusion(tiny, transformer=ati / form)), whole) < EQUAL, form


def test_precision_does_not_depend_on_the_layout(tiny: Path, ati: Path) -> None:
    """Some weights stay in full precision, so that half precision loses little."""
    whole = load_pipeline(str(ati / "whole"), dtype="bfloat16").transformer.state_dict()
    shards = load_pipeline(str(tiny), dtype="bfloat16", transformer=str(ati / "shards")).transformer.state_dict()
    assert len({tensor.dtype for tensor in whole.values()}) == 2 and whole.keys() == shards.keys()
    assert all(whole[name].dtype == shards[name].dtype and whole[name].equal(shards[name]) for name in whole)


def spoilt(ati: Path, file: Path, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Path:
    safetensors: Any = import_module("safetensors.torch")
    safetensors.save_file(change(safetensors.load_file(ati / "one.safetensors")), file)
    return file


def test_plain_fp8_is_read_and_scaled_fp8_refused(tiny: Path, ati: Path, tmp_path: Path) -> None:
    torch: Any = import_module("torch")
    small = spoilt(ati, tmp_path / "a.safetensors", lambda t: {k: v.to(torch.float8_e4m3fn) for k, v in t.items()})
    assert clip_of(tiny_diffusion(tiny, transformer=small))
    scaled = spoilt(ati, tmp_path / "b.safetensors", lambda t: t | {"blocks.0.ffn.0.scale_weight": torch.ones(1)})
    with pytest.raises(CannotImagine, match="is in scaled fp8: take the file in fp16"):
        clip_of(tiny_diffusion(tiny, transformer=scaled))


def test_a_transformer_that_lacks_weights_is_refused(tiny: Path, ati: Path, tmp_path: Path) -> None:
    lacking = spoilt(ati, tmp_path / "c.safetensors", lambda t: {k: v for k, v in t.items() if "blocks.1.ffn" not in k})
    with pytest.raises(CannotImagine, match=r"lacks 4 weights of the transformer, such as blocks\.1\.ffn") as refused:
        clip_of(tiny_diffusion(tiny, transformer=lacking))
    assert "\n" not in str(refused.value)


def test_a_transformer_of_another_size_is_refused(tiny: Path, ati: Path, tmp_path: Path) -> None:
    other = spoilt(ati, tmp_path / "d.safetensors", lambda t: {k: v.repeat_interleave(2, 0) for k, v in t.items()})
    with pytest.raises(CannotImagine, match=r"loading the transformer .* failed: .* size mismatch"):
        clip_of(tiny_diffusion(tiny, transformer=other))


@pytest.mark.parametrize("name", ["nowhere.safetensors", "model.ckpt", "empty"])
def test_a_transformer_that_is_no_safetensors_says_where_to_get_one(tiny: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "model.ckpt").write_bytes(b"\x80\x04.")
    with pytest.raises(CannotImagine, match="hf download bytedance-research/ATI"):
        clip_of(tiny_diffusion(tiny, transformer=tmp_path / name))


# ------------------------------------------------------------------ what can go wrong


def refusal(weights: str | Path, **wishes: Any) -> str:
    with pytest.raises(CannotImagine) as refused:
        clip_of(tiny_diffusion(Path(weights), **wishes))
    message = str(refused.value)
    assert "\n" not in message and len(message) < 500
    return message


@pytest.mark.parametrize("missing", ["torch", "diffusers", "ftfy"])
def test_without_the_extra_it_says_what_to_install(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    assert "pip install 'diorama[diffusion]'" in refusal("weights")


def test_weights_that_are_not_there(tiny: Path, tmp_path: Path) -> None:
    assert "there is no folder" in refusal(tmp_path / "nowhere")
    assert "model_index.json" in refusal(tmp_path)


def index_of(weights: Path, **changed: Any) -> None:
    index = weights / "model_index.json"
    index.write_text(json.dumps(json.loads(index.read_text()) | changed))


def test_another_pipeline_is_refused(copied: Path) -> None:
    index_of(copied, _class_name="StableDiffusionPipeline")
    assert "is StableDiffusionPipeline, not a WanImageToVideoPipeline" in refusal(copied)


def test_a_wan_that_is_not_shown_the_latent_is_refused(copied: Path) -> None:
    """As the smaller one of Wan 2.2."""
    index_of(copied, expand_timesteps=True)
    assert "cannot be told tracks" in refusal(copied)


def test_code_that_comes_with_weights_is_not_run(copied: Path, tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    (copied / "transformer" / "evil.py").write_text(f"open({str(mark)!r}, 'w')\nclass Evil: pass\n")
    index_of(copied, transformer=["evil", "Evil"])
    assert "its part transformer comes from 'evil', not loaded" in refusal(copied)
    (copied / "evil.py").write_text(f"open({str(mark)!r}, 'w')\nclass Evil: pass\n")
    index_of(copied, _class_name=["evil", "Evil"])
    assert "not a WanImageToVideoPipeline" in refusal(copied)
    assert not mark.exists()


@pytest.mark.parametrize("part", ["transformer", "text_encoder", "vae"])
def test_pickled_weights_are_not_read(copied: Path, part: str) -> None:
    torch: Any = import_module("torch")
    (file,) = (copied / part).glob("*.safetensors")
    pickled = "pytorch_model.bin" if part == "text_encoder" else "diffusion_pytorch_model.bin"
    torch.save(import_module("safetensors.torch").load_file(file), file.with_name(pickled))
    file.unlink()
    assert "safetensors" in refusal(copied)


@pytest.mark.parametrize("part", ["transformer", "vae"])
def test_a_file_that_was_cut_off_is_refused(copied: Path, part: str) -> None:
    (file,) = (copied / part).glob("*.safetensors")
    file.write_bytes(file.read_bytes()[:1000])
    assert "failed" in refusal(copied)


def overwrite(weights: Path, part: str, value: Callable[[str, Any], Any]) -> None:
    safetensors: Any = import_module("safetensors.torch")
    (file,) = (weights / part).glob("*.safetensors")
    tensors = {name: value(name, tensor) for name, tensor in safetensors.load_file(file).items()}
    safetensors.save_file(tensors, file, metadata={"format": "pt"})


def test_a_clip_of_no_numbers_is_refused(copied: Path) -> None:
    overwrite(copied, "transformer", lambda _, tensor: tensor * float("nan"))
    assert "made pixels that are not numbers: try dtype=" in refusal(copied)


def test_a_black_clip_is_refused(copied: Path) -> None:
    overwrite(copied, "vae", lambda name, tensor: tensor * 0 - 9 if name == "decoder.conv_out.bias" else tensor)
    assert "made a black clip: try dtype=" in refusal(copied)


def test_running_out_of_memory_says_what_helps(tiny: Path) -> None:
    torch: Any = import_module("torch")
    with (
        pytest.raises(CannotImagine, match="out of memory making a clip: fewer frames"),
        one_line("making a clip", "fewer frames"),
    ):
        torch.empty(10**15)


def test_a_device_or_a_precision_that_is_not_there(tiny: Path) -> None:
    assert "failed" in refusal(tiny, device="quantum")
    assert "'float7' is none of auto, bfloat16" in refusal(tiny, dtype="float7")
    assert "'all' is none of none, model, sequential" in refusal(tiny, offload="all")


def test_tracks_and_pictures_that_do_not_fit_are_refused() -> None:
    generator = Diffusion("weights")
    with pytest.raises(CannotImagine, match="a track over 5 frames does not fit a clip of 9"):
        generator.imagine(scene(), across(5), "", 9, 0)
    with pytest.raises(CannotImagine, match="no number"):
        generator.imagine(scene(), across(9, to=(float("nan"), 0)), "", 9, 0)
    with pytest.raises(CannotImagine, match="0 frames"):
        generator.imagine(scene(), Tracks(()), "", 0, 0)
    with pytest.raises(CannotImagine, match="rows × columns × 3"):
        generator.imagine(scene()[..., 0], Tracks(()), "", 9, 0)
    with pytest.raises(CannotImagine, match="two of each"):
        generator.imagine(scene()[:1, :2], Tracks(()), "", 9, 0)
