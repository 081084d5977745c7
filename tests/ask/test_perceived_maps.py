"""Strategies with maps by providers: what is shown, what is refused, and which runs are the same."""

from __future__ import annotations

import asyncio
import io
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from diorama.ask import perceived_maps
from diorama.ask.perceived_maps import colours_of_segments, map_by_provider
from diorama.ask.question import Picture, Request, question_of
from diorama.ask.strategies import Way, read_way
from diorama.ask.tools import Meter, QuestionTools, Store, ToolFailed, exact_perception, exact_scene_graph
from diorama.data import Media, Sample
from diorama.errors import DioramaError
from diorama.kinds import Choice
from diorama.perceive.percepts import Box
from tests.data.samples import sample
from tests.perceive.chat_server import ChatServer
from tests.perceive.planted import with_red

BOX = (60, 20, 100, 50)
MAPS = ("with_depth", "with_seg", "with_depth_seg", "rsgar", "physagent")


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def shelf(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What earlier runs of other code have found is not taken; and few points are enough here."""
    monkeypatch.setenv("DIORAMA_CACHE", str(cache))
    monkeypatch.setattr(perceived_maps, "POINTS_ACROSS", 4)


def foreign(**changed: object) -> Sample:
    """A sample without a world: a picture with a red box, and a yes or no."""
    file = io.BytesIO()
    picture = with_red((90, 141), Box(*BOX))
    noise = np.random.default_rng(0).integers(-6, 7, picture.shape)
    Image.fromarray((picture.astype(int) + noise).clip(0, 255).astype(np.uint8)).save(file, "PNG")
    media = (Media(role="view", kind="image", data=file.getvalue(), name="view.png"),)
    given = {"shots": (), "media": media, "query": None, "answer": Choice(option="Yes")}
    return sample(0, **{**given, **changed})


def sent_by(way: str, asked: Sample) -> list[Request]:
    """What a strategy sends for a sample."""
    sent: list[Request] = []

    async def ask(request: Request) -> str:
        sent.append(request)
        return "depth map, segmentation, both maps"

    tools = QuestionTools(
        ask, {}, exact_perception(asked), exact_scene_graph(asked), Store(None, asked.id, 0), Meter(),
        look=partial(map_by_provider, asked),
    )  # fmt: skip
    asyncio.run(read_way(way).run(question_of(asked), tools))
    return sent


def shown(request: Request, name: str) -> NDArray[np.int_]:
    (picture,) = (p for p in request.parts if isinstance(p, Picture) and p.name == name)
    return np.array(Image.open(io.BytesIO(picture.data)).convert("RGB")).astype(int)


def test_a_depth_map_by_a_provider_is_near_light_and_far_dark() -> None:
    (request,) = sent_by("with_depth(depth='plane')", foreign())
    depth = shown(request, "depth.png")
    assert depth.shape == (90, 141, 3)
    rows = depth.sum(axis=2).mean(axis=1)
    assert rows[-1] > 600 and rows[0] < 200 and (np.diff(rows) >= 0).all()


def test_a_segmentation_by_points_shows_the_thing_in_one_colour() -> None:
    (request,) = sent_by("with_seg(segment='grabcut')", foreign())
    segments = shown(request, "segments.png")
    left, top, right, bottom = BOX
    colours, counts = np.unique(segments[top + 3 : bottom - 3, left + 3 : right - 3].reshape(-1, 3), axis=0,
                                return_counts=True)  # fmt: skip
    assert counts.max() > 0.9 * counts.sum() and colours[counts.argmax()].sum() > 200
    around = segments[top - 8 : top - 4, left:right].reshape(-1, 3)
    assert (np.abs(around - colours[counts.argmax()]).sum(axis=1) > 100).all(), "what is around it has another colour"


def test_with_a_detector_only_what_it_finds_is_shown() -> None:
    """The names of the scene's things are looked for; the model that answers is not told them."""
    asked = foreign(objects={"cup": "the cup", "ball": "the ball"})
    with ChatServer(lambda picture, words: '[{"label": "cup", "box": [425, 222, 709, 556]}]' if "cup" in words else "[]"
                    ) as server:  # fmt: skip
        detect = f"vlm(url='{server.url}', model='qwen3-vl')".replace("'", '"')
        (request,) = sent_by(f"with_seg(segment='grabcut', detect='{detect}')", asked)
        assert len(server.asked) == 2
    coloured = shown(request, "segments.png").sum(axis=2) > 0
    left, top, right, bottom = BOX
    assert coloured[top + 2 : bottom - 2, left + 2 : right - 2].mean() > 0.95
    coloured[top - 3 : bottom + 3, left - 3 : right + 3] = False
    assert not coloured.any()
    assert not any("cup" in part for part in request.parts if isinstance(part, str))


@pytest.mark.parametrize("name", MAPS)
def test_every_strategy_with_maps_takes_providers(name: str) -> None:
    providers = {"depth": "depth='plane'", "segment": "segment='grabcut'"}
    told = ", ".join(text for argument, text in providers.items() if argument in read_way(name).arguments)
    names = {
        p.name for request in sent_by(f"{name}({told})", foreign()) for p in request.parts if isinstance(p, Picture)
    }
    assert names >= {"depth.png"} or name == "with_seg"
    assert names >= {"segments.png"} or name == "with_depth"


def test_what_a_provider_raises_is_the_tools_failure() -> None:
    with pytest.raises(ToolFailed, match="cannot be reached"):
        sent_by("with_seg(segment='grabcut', detect='vlm(url=\"http://127.0.0.1:9\", model=\"qwen3-vl\")')",
                foreign(objects={"cup": "the cup"}))  # fmt: skip
    with pytest.raises(ToolFailed, match="nobody says which things"):
        sent_by("with_seg(segment='grabcut', detect='vlm(url=\"http://127.0.0.1:9\", model=\"qwen3-vl\")')", foreign())
    with pytest.raises(ToolFailed, match="has no picture that a provider could look at"):
        sent_by("with_depth(depth='plane')", foreign(media=()))


@pytest.mark.parametrize(
    ("way", "why"),
    [
        ("with_depth(depth='plain')", "no provider of depth named 'plain': did you mean 'plane'"),
        ("with_depth(depth='plane(horizon=3.0)')", "horizon is in heights"),
        ("with_seg(segment='sam(model=\"./nowhere\")')", "there is no folder"),
        ("rsgar(segment='grabcut', detect='vlm')", "vlm needs a server and a model"),
        ("physagent(depth='plane(')", "a provider is written as"),
    ],
)
def test_providers_that_cannot_work_are_refused_when_the_run_is_ordered(way: str, why: str) -> None:
    with pytest.raises(DioramaError, match=why):
        read_way(way).check_arguments()


@pytest.mark.parametrize("name", MAPS)
def test_without_a_provider_a_run_is_the_same_as_before_there_were_any(name: str) -> None:
    """A strategy that has no such arguments has the same spec and fingerprint, so its runs are continued."""
    way, forms = read_way(name), {"choice": foreign().kind.form(foreign().answer)}
    bare = replace(way.strategy, providers={}, arguments=tuple(
        a for a in way.strategy.arguments if a.name not in way.strategy.providers))  # fmt: skip
    before = Way(bare, {a.name: a.usual for a in bare.arguments})
    assert (way.spec, way.fingerprint(forms)) == (before.spec, before.fingerprint(forms))


def test_another_provider_or_other_weights_are_another_run(tmp_path: Path) -> None:
    forms = {"choice": foreign().kind.form(foreign().answer)}
    np.save(tmp_path / "view.npy", np.ones((90, 141)))
    way = f'with_depth(depth=\'files(maps="{tmp_path}", pictures="{tmp_path}")\')'
    prints = [read_way(each).fingerprint(forms) for each in ("with_depth", "with_depth(depth='plane')", way)]
    np.save(tmp_path / "view.npy", np.full((90, 141), 2.0))
    prints.append(read_way(way).fingerprint(forms))
    assert len(set(prints)) == 4


def test_smaller_things_are_painted_over_larger_ones() -> None:
    large, small = np.ones((4, 6), bool), np.zeros((4, 6), bool)
    large[0] = False
    small[2, 2:4] = True
    colours = colours_of_segments([small, large], (4, 6, 3))
    assert (colours[0] == 0).all() and (colours[2, 2] != colours[3, 3]).any() and (colours[2, 3] == colours[2, 2]).all()
