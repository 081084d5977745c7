"""Kept results: nothing is perceived twice, nothing is taken for something else, damage is made anew."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from diorama.errors import DioramaError
from diorama.perceive.kept import provider_of
from diorama.perceive.percepts import Box, DepthMap, Found, Prompt
from diorama.perceive.registry import ProviderSpec, provider, read_provider
from diorama.sight import Shot
from tests.worlds import ball, floor_with, level_camera

SHAPE = (23, 37)
PICTURE = np.random.default_rng(0).integers(0, 256, (*SHAPE, 3), dtype=np.uint8)
MASK = np.zeros(SHAPE, bool)
MASK[3:9, 4:20] = True
HALF = np.where(MASK, np.nan, np.linspace(1, 9, SHAPE[1], dtype=np.float32)[None].repeat(SHAPE[0], axis=0))
FILLED = np.where(MASK[..., None], 7, PICTURE).astype(np.uint8)

RESULTS: dict[str, tuple[tuple[Any, ...], Any]] = {
    "detect": ((["cup", "Ball \N{SNOWMAN}"],), [Found("Ball \N{SNOWMAN}", Box(1.25, 2.0, 30.0, 20.5), 0.123456789)]),
    "segment": (
        ([Prompt(box=Box(1, 2, 3, 4)), Prompt(point=(3.5, 2.0)), Prompt(text="cup")],),
        [MASK, ~MASK, MASK & False],
    ),
    "depth": ((), DepthMap(HALF.astype(np.float32), metric=True)),
    "materials": (([MASK, ~MASK],), [{"mirror": 0.25, "wood": 0.75}, {"mirror": 1.0, "wood": 0.0}]),
    "inpaint": ((MASK,), FILLED),
    "quality": ((MASK,), 0.375),
}
"""By role: what is asked, and what is found."""


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DIORAMA_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "perceived"


class Counted:
    """A provider of a role that counts how often it is asked."""

    def __init__(self, role: str, gives: Any = None, *, version: int = 1) -> None:
        self.asked = 0
        gives = RESULTS[role][1] if gives is None else gives

        @provider(role, "counted", version=version)
        def counted(shot: Shot | None, *, weights: str = "") -> Callable[..., Any]:
            """It counts."""

            def look(*told: Any) -> Any:
                self.asked += 1
                return gives

            return look

        self.maker = counted

    def of(self, shot: Shot | None = None, weights: str = "") -> Any:
        """As another process would make it."""
        return provider_of(ProviderSpec(self.maker, {"weights": weights}), shot)


def same(one: Any, other: Any) -> bool:
    if isinstance(one, DepthMap):
        return one.metric == other.metric and np.array_equal(one.values, other.values, equal_nan=True)
    if isinstance(one, list) and one and isinstance(one[0], np.ndarray):
        return len(one) == len(other) and all(map(np.array_equal, one, other))
    return bool(np.array_equal(one, other)) if isinstance(one, np.ndarray) else bool(one == other)


@pytest.mark.parametrize("role", list(RESULTS))
def test_what_was_found_is_found_again_without_looking(role: str) -> None:
    """Bit by bit, in another process too: the second provider has its own memory only."""
    asked, result = RESULTS[role]
    counted = Counted(role)
    first, again = counted.of()(PICTURE, *asked), counted.of()(PICTURE, *asked)
    assert counted.asked == 1
    assert same(first, result) and same(again, result)


@pytest.mark.parametrize("role", list(RESULTS))
def test_damaged_results_are_made_anew(role: str, shelf: Path) -> None:
    """Cut short, changed, or replaced by a file with a right checksum and a wrong content."""
    asked, result = RESULTS[role]
    counted = Counted(role)
    counted.of()(PICTURE, *asked)
    (file,) = shelf.iterdir()
    whole = file.read_bytes()
    wrong = b"PK\x03\x04 no arrays"
    for data in (
        b"",
        whole[: len(whole) // 2],
        whole[:-9] + b"x" * 9,
        sha256(wrong).hexdigest().encode() + b"\n" + wrong,
    ):
        file.write_bytes(data)
        before = counted.asked
        assert same(counted.of()(PICTURE, *asked), result)
        assert counted.asked == before + 1
        assert file.read_bytes() == whole


def test_another_picture_question_setting_version_or_shot_is_another_result(tmp_path: Path) -> None:
    counted, prompts = Counted("segment", [MASK]), [Prompt(box=Box(1, 2, 3, 4))]
    counted.of()(PICTURE, prompts)
    turned = np.ascontiguousarray(PICTURE.reshape(SHAPE[1], SHAPE[0], 3))
    for changed in (PICTURE ^ 1, PICTURE[:, ::-1].copy()):
        counted.of()(changed, prompts)
    assert counted.asked == 3
    with pytest.raises(DioramaError, match="a mask of"):  # the same bytes in another shape are another picture
        counted.of()(turned, prompts)
    counted.of()(PICTURE, [Prompt(box=Box(1, 2, 3, 5))])
    counted.of()(PICTURE, [Prompt(box=Box(1, 2, 3, 4), text="cup")])
    world = floor_with(ball("one", (0.0, 0.0, 0.0)))
    shot = Shot(world=world, camera=level_camera())
    counted.of(shot)(PICTURE, prompts)
    counted.of(shot)(PICTURE, prompts)
    assert counted.asked == 7
    newer = Counted("segment", [MASK], version=2)
    newer.of()(PICTURE, prompts)
    assert newer.asked == 1


def test_other_weights_under_the_same_name_are_other_weights(tmp_path: Path) -> None:
    """Also those that another provider's spec names."""
    folder = tmp_path / "weights"
    folder.mkdir()
    (folder / "model.safetensors").write_bytes(b"a" * 5_000_000)
    counted = Counted("depth")
    for weights in (str(folder), f"owlv2(model='{folder}')"):
        counted.of(weights=weights)(PICTURE)
        (folder / "model.safetensors").write_bytes(b"a" * 2_500_000 + b"b" * 2_500_000)
        counted.of(weights=weights)(PICTURE)
        counted.of(weights=weights)(PICTURE)
        (folder / "model.safetensors").write_bytes(b"a" * 5_000_000)
    assert counted.asked == 4


def test_nothing_is_loaded_while_all_is_there() -> None:
    asked, _ = RESULTS["depth"]
    Counted("depth").of()(PICTURE, *asked)

    def never(shot: Shot | None, **settings: Any) -> Any:
        raise AssertionError("the provider is made though its result is there")

    maker = Counted("depth").maker
    object.__setattr__(maker, "make", never)
    provider_of(ProviderSpec(maker, {"weights": ""}))(PICTURE)


def test_nothing_asked_is_nothing_found() -> None:
    for role in ("segment", "materials"):
        counted = Counted(role)
        assert counted.of()(PICTURE, []) == [] and counted.asked == 0


@pytest.mark.parametrize(
    ("role", "gives", "why"),
    [
        ("segment", [MASK], "1 masks for 3 prompts"),
        ("segment", [MASK.T, MASK, MASK], r"a mask of \(37, 23\)"),
        ("segment", [MASK * 1.0] * 3, "float64 for a picture"),
        ("segment", "masks", "a str in place of a list"),
        ("depth", DepthMap(HALF[:5], metric=True), "no depth map"),
        ("depth", DepthMap(np.zeros(SHAPE, np.float32), metric=True), "depths of 0 or less"),
        ("detect", [Found("cup", Box(0, 0, 400, 5), 0.5)], "for a picture of 37 x 23"),
        ("detect", [Found("cup", Box(0, 0, 9, 5), 1.5)], "for a picture of"),
        ("detect", [("cup", (0, 0, 1, 1))], "no `Found`"),
        ("materials", [{"mirror": 2.0}, {"mirror": 0.0}], "not between 0 and 1"),
        ("inpaint", 255 - PICTURE, "changed outside of the hole"),
        ("inpaint", FILLED[:5], "a picture of"),
        ("quality", 1.5, "it runs from 0 to 1"),
        ("quality", float("nan"), "it runs from 0 to 1"),
    ],
)
def test_what_a_provider_must_not_return_is_said_with_its_name(role: str, gives: Any, why: str, shelf: Path) -> None:
    with pytest.raises(DioramaError, match=rf"the provider 'counted' returned .*{why}"):
        Counted(role, gives).of()(PICTURE, *RESULTS[role][0])
    assert not shelf.exists(), "and nothing of it is kept"


@pytest.mark.parametrize(
    ("role", "picture", "asked", "why"),
    [
        ("depth", PICTURE.astype(float), (), "a picture to look at"),
        ("depth", PICTURE[..., 0], (), "a picture to look at"),
        ("detect", PICTURE, (["cup", "CUP"],), "'CUP' stands twice"),
        ("inpaint", PICTURE, (MASK.T,), "a mask is yes or no for each pixel"),
        ("materials", PICTURE, ([MASK * 1],), "a mask is yes or no for each pixel"),
    ],
)
def test_what_cannot_be_asked_is_refused(role: str, picture: Any, asked: tuple[Any, ...], why: str) -> None:
    with pytest.raises(DioramaError, match=why):
        Counted(role).of()(picture, *asked)


def test_boxes_a_little_beyond_the_edge_are_cut_off_there() -> None:
    (found,) = Counted("detect", [Found("cup", Box(-0.5, 3, 37.4, 9), 1.0)]).of()(PICTURE, ["cup"])
    assert found.box == Box(0, 3, 37, 9)


def test_without_a_folder_everything_is_made_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIORAMA_CACHE", "off")
    counted = Counted("depth")
    counted.of()(PICTURE)
    counted.of()(PICTURE)
    assert counted.asked == 2


def test_the_registry_and_the_providers_are_light() -> None:
    """Names, checks of settings and messages need no heavy library; only the first picture does."""
    code = (
        "import sys\n"
        "from diorama.perceive.registry import PROVIDERS, read_provider\n"
        "for providers in PROVIDERS.values():\n"
        "    list(providers.working())\n"
        "for role, name in (('depth', 'plane'), ('segment', 'grabcut'), ('inpaint', 'telea')):\n"
        "    read_provider(role, name).check_settings()\n"
        "print([m for m in ('torch', 'transformers', 'cv2', 'diffusers', 'httpx') if m in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_an_unknown_provider_suggests_the_nearest() -> None:
    with pytest.raises(DioramaError, match="did you mean 'grabcut'"):
        read_provider("segment", "grabcutt")
