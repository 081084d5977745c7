"""Settings of `cow` that cannot work are said in one line when a run is ordered, before anybody is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("inspect_ai")

from diorama.ask.evaluate import Order, check_order, evaluate
from diorama.ask.strategies import STRATEGIES, read_way, strategy
from diorama.errors import DioramaError
from tests.ask.datasets import choices
from tests.ask.server import Server
from tests.hostile.test_damaged_datasets import exit_code

URL = "url='http://127.0.0.1:9'"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return choices(tmp_path_factory.mktemp("settings") / "data", 2)


WRONG = [
    ("wrap", "no generator named 'wrap': did you mean 'warp'"),
    ("warp(", "a generator is written as name"),
    ("physics(render='photo')", "did you mean 'renderer'"),
    ("physics(renderer='fotto')", "no renderer named 'fotto': did you mean 'photo'"),
    ("truth(renderer='fotto')", "no renderer named 'fotto'"),
    ("truth(preset='best')", "the renderer 'draft' has no presets"),
    ("diffusion", "diffusion needs weights"),
    ("diffusion(weights='/no/such/folder')", "there is no folder '/no/such/folder'"),
    ("diffusion(weights='a/b', dtype='int3')", "'int3' is none of auto"),
    ("diffusion(weights='a/b', transformer='/no/such.safetensors')", "is no safetensors file"),
    ("diffusion(weights='a/b', steps=0)", "1 to 1000 steps"),
    ("diffusion(weights='a/b', width=0)", "sides of 16 to 4096"),
    ("videos", "videos needs the address of a server"),
    ("videos(url='file:///etc/passwd')", "file:///etc/passwd is no address of a video service"),
    ("videos(url='http://127.0.0.1:99999')", "is no address of a video service"),
    (f"videos({URL}, extra='[1]')", "extra is a JSON object"),
    (f"videos({URL}, extra='{'[' * 100_000}')", "extra is a JSON object"),
    (f"videos({URL}, timeout=0)", "timeout is more than 0"),
    (f"videos({URL}, timeout=1e999)", "timeout is more than 0"),
    ("comfy", "comfy needs the address of a server"),
    (f"comfy({URL}, graph='/no/such.json')", "/no/such.json cannot be read"),
    (f"comfy({URL}, timeout=-1)", "timeout is more than 0"),
]  # fmt: skip


@pytest.mark.parametrize(("generator", "says"), WRONG, ids=[f"{g[:40]}" for g, _ in WRONG])
@pytest.mark.parametrize("fallback", ["fail", "plain"])
def test_settings_of_a_generator_that_cannot_work(data: Path, generator: str, says: str, fallback: str) -> None:
    way = f"cow(generator={generator!r}, fallback={fallback!r})"
    with pytest.raises(DioramaError) as refused:
        check_order(Order(data, "diorama/oracle", strategy=way))
    said = str(refused.value)
    assert says in said and "\n" not in said and len(said) < 400


@pytest.mark.parametrize(
    ("argument", "says"),
    [("places='furlongs'", "places is one of pixels"), ("seed=-1", "seed is between 0 and"), ("seed=2**99", "write")],
)  # fmt: skip
def test_other_arguments_that_cannot_work(data: Path, argument: str, says: str) -> None:
    with pytest.raises(DioramaError, match=says):
        check_order(Order(data, "diorama/oracle", strategy=f"cow({argument})"))


def test_a_key_that_no_key_can_be(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIORAMA_VIDEO_KEY", "two\nlines")
    with pytest.raises(DioramaError, match="the key of the video service has characters that no key has") as refused:
        check_order(Order(data, "diorama/oracle", strategy=f'cow(generator="videos({URL})")'))
    assert "two" not in str(refused.value)


@pytest.mark.parametrize("generator", ["warp", "physics(renderer='draft')", f"videos({URL})", f"comfy({URL})", "truth"])
def test_settings_that_can_work_contact_nobody(data: Path, generator: str) -> None:
    check_order(Order(data, "diorama/oracle", strategy=f"cow(generator={generator!r})"))


def test_diffusion_without_its_libraries_says_what_to_install(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("diorama.imagine.generators.diffusion.libraries.find_spec", lambda name: None)
    with pytest.raises(DioramaError, match=r"pip install 'diorama\[diffusion\]'"):
        check_order(Order(data, "diorama/oracle", strategy="cow(generator=\"diffusion(weights='a/b')\")"))


def test_nobody_is_asked_and_the_exit_code_says_bad_input(
    data: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    way = "cow(generator='wrap', fallback='plain')"
    with Server() as server:
        eval_ = ("eval", data, "--model", "diorama-api/m", "--base-url", server.url, "--logs", tmp_path / "logs")
        assert exit_code(*eval_, "--strategy", way) == 2
        with pytest.raises(DioramaError, match="did you mean 'warp'"):
            evaluate(Order(data, "diorama-api/m", strategy=way, base_url=server.url, logs=tmp_path / "logs"))
        assert not server.asked
    said = capfd.readouterr().err
    assert said.count("\n") == 1 and "did you mean 'warp'" in said
    assert not (tmp_path / "logs").exists()


def test_a_strategy_brings_its_own_check(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is given all arguments, defaults included, and runs of earlier orders can still be read."""
    seen: list[Any] = []

    async def own(question: Any, tools: Any, *, how: str = "well") -> str:
        """A way of its own."""
        return ""

    mine = strategy("own")(own)

    @mine.check
    def refuse(arguments: Any) -> None:
        seen.append(dict(arguments))
        raise DioramaError("not today")

    monkeypatch.setitem(STRATEGIES._loaded, "own", mine)
    assert read_way("own").spec == "own" and not seen
    with pytest.raises(DioramaError, match="not today"):
        check_order(Order(data, "diorama/oracle", strategy="own"))
    assert seen == [{"how": "well"}]
