"""Our generators, made for a sample: what each knows of it, and what users can set."""

from __future__ import annotations

import json
import os
import threading
from functools import cache
from pathlib import Path
from typing import Any, Literal

from diorama.errors import DioramaError
from diorama.imagine.generators.protocol import CannotImagine, Generator
from diorama.imagine.generators.registry import Known, generator
from diorama.perceive.registry import read_provider

_LOADING = threading.Lock()
KEY = "DIORAMA_VIDEO_KEY"
"""The variable that holds the key of a video service: keys never stand in a command or a log."""
LONGEST_SECONDS = 7 * 24 * 3600.0
"""The most that anybody waits for a clip."""
MOST_STEPS = 1000


@generator("warp", knows_world=True)
def warp(known: Known, *, segment: str = "", depth: str = "") -> Generator:
    """Moves a cut-out of the thing over a filled background, on the CPU, in about a second.

    Masks and depth are those of the world; or a provider's, with `segment` and perhaps `depth`, for any picture.
    """
    if segment:
        from diorama.imagine.generators.warp.perceived import PerceivedWarp

        return PerceivedWarp(segment, depth, known)
    from diorama.imagine.generators.warp import exact_warp

    return exact_warp(known.shot())


@warp.check
def _can_cut_out(*, segment: str, depth: str) -> None:
    if depth and not segment:
        raise CannotImagine("warp takes depth= only with segment=: without that, both are those of the world")
    for role, text in (("segment", segment), ("depth", depth)):
        if text:
            read_provider(role, text).check_settings()


@generator("physics", knows_world=True)
def physics(known: Known, *, renderer: str = "draft", preset: str = "") -> Generator:
    """Steps the sample's own world with the estimate, and films that."""
    from diorama.imagine.generators.physics import PhysicsGenerator

    return PhysicsGenerator(known.shot(), renderer, preset or None)


@generator("truth", knows_world=True)
def truth(known: Known, *, renderer: str = "draft", preset: str = "") -> Generator:
    """Films what would really happen, whatever the estimate says: the best that imagination can give."""
    from diorama.imagine.generators.truth import TruthGenerator

    return TruthGenerator(known.truth(), renderer, preset or None)


@physics.check
@truth.check
def _can_draw(*, renderer: str, preset: str) -> None:
    from diorama.sight.photo.worker import check_installed
    from diorama.sight.renderers import get_renderer

    get_renderer(renderer, preset or None)
    if renderer == "photo":
        check_installed()


@generator("diffusion", knows_world=False)
def diffusion(
    known: Known,
    *,
    weights: str = "",
    transformer: str = "",
    device: str = "auto",
    dtype: str = "auto",
    steps: int = 40,
    guidance: float = 5.0,
    shift: float = 5.0,
    width: int = 832,
    height: int = 480,
    offload: Literal["model", "none", "sequential"] = "model",
) -> Generator:
    """Wan image-to-video with tracks, from a local folder or a hub id (extra [diffusion])."""
    with _LOADING:
        return _loaded(weights, transformer, device, dtype, steps, guidance, shift, (width, height), offload)


@diffusion.check
def _can_be_loaded(
    *, weights: str, transformer: str, dtype: str, offload: str, steps: int, width: int, height: int, **others: Any
) -> None:
    from diorama.imagine.generators.diffusion.libraries import check_installed
    from diorama.imagine.generators.diffusion.weights import check_wishes

    if not weights:
        raise CannotImagine("diffusion needs weights: generator=\"diffusion(weights='FOLDER_OR_HUB_ID')\"")
    check_wishes(weights, dtype, offload, transformer or None)
    if not 1 <= steps <= MOST_STEPS or not all(16 <= side <= 4096 for side in (width, height)):
        raise CannotImagine(f"diffusion takes 1 to {MOST_STEPS} steps, and sides of 16 to 4096 pixels")
    check_installed()


@cache
def _loaded(
    weights: str, transformer: str, device: str, dtype: str, steps: int, guidance: float, shift: float,
    size: tuple[int, int], offload: str,
) -> Generator:  # fmt: skip
    """One pipeline for all samples: loading takes minutes."""
    from diorama.imagine.generators.diffusion import Diffusion

    return Diffusion(
        weights, transformer=transformer or None, device=device, dtype=dtype, steps=steps,  # type: ignore[arg-type]
        guidance=guidance, shift=shift, size=size, offload=offload,  # type: ignore[arg-type]
    )  # fmt: skip


@generator("videos", knows_world=False)
def videos(
    known: Known,
    *,
    url: str = "",
    model: str = "",
    extra: str = "{}",
    timeout: float = 1800.0,
    width: int = 0,
    height: int = 0,
) -> Generator:
    """A service with the `/v1/videos` interface (vLLM-Omni, SGLang); its key is in DIORAMA_VIDEO_KEY."""
    from diorama.imagine.generators.http import VideosService

    fields, size = _json(extra, "extra"), _size(width, height)
    return VideosService(
        _url(url, "videos"), model, key=os.environ.get(KEY, ""), size=size, timeout=timeout, extra=fields
    )


@generator("comfy", knows_world=False)
def comfy(
    known: Known, *, url: str = "", graph: str = "", timeout: float = 1800.0, width: int = 0, height: int = 0
) -> Generator:
    """ComfyUI with its ATI node, or with your own graph (a file in API format); its key is in DIORAMA_VIDEO_KEY."""
    from diorama.imagine.generators.http import ComfyService, ati_graph, read_graph

    nodes = read_graph(Path(graph)) if graph else ati_graph()
    return ComfyService(
        _url(url, "comfy"), nodes, key=os.environ.get(KEY, ""), size=_size(width, height), timeout=timeout
    )


def _size(width: int, height: int) -> tuple[int, int] | None:
    """The size to ask a service for; None for one of the picture's own shape."""
    if bool(width) != bool(height):
        raise DioramaError(f"give width and height, or neither; got width={width}, height={height}")
    return (width, height) if width else None


@videos.check
def _can_serve_videos(*, timeout: float, **settings: Any) -> None:
    videos.make(None, timeout=_seconds(timeout), **settings)  # which contacts nobody


@comfy.check
def _can_serve_comfy(*, timeout: float, **settings: Any) -> None:
    comfy.make(None, timeout=_seconds(timeout), **settings)


def _seconds(timeout: float) -> float:
    if not 0 < timeout <= LONGEST_SECONDS:
        raise DioramaError(f"timeout is more than 0 and at most {LONGEST_SECONDS:.0f} seconds; got {timeout:g}")
    return timeout


def _url(url: str, name: str) -> str:
    if not url:
        raise CannotImagine(f"{name} needs the address of a server: generator=\"{name}(url='http://HOST:PORT')\"")
    return url


def _json(text: str, what: str) -> dict[str, object]:
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        raise DioramaError(f"{what} is a JSON object as a text; got '{text[:80]}'")
    return fields
