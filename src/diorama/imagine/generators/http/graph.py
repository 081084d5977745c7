"""Graphs of ComfyUI with places to fill in: the picture, the tracks, the words, and the numbers.

A graph is what ComfyUI exports as "API format": `{node: {"class_type": …, "inputs": {…}}}`. Where one of its values is
`"{{frames}}"`, the number is put; within a longer text, its digits are. The places are `picture` (the name of the
uploaded file), `tracks` (JSON), `prompt`, `frames`, `width`, `height`, `fps` and `seed`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from diorama.errors import DioramaError, short
from diorama.imagine.generators.diffusion import NEGATIVE

PLACES = ("picture", "tracks", "prompt", "frames", "width", "height", "fps", "seed")
LARGEST_FILE = 4 << 20
_PLACE = re.compile(r"\{\{(\w{1,20})\}\}")


def ati_graph(
    *,
    model: str = "Wan2_1-I2V-ATI-14B_fp8_e4m3fn.safetensors",
    text_encoder: str = "umt5_xxl_fp8_e4m3fn_scaled.safetensors",
    vae: str = "wan_2.1_vae.safetensors",
    clip_vision: str = "clip_vision_h.safetensors",
    negative: str = NEGATIVE,
    steps: int = 40,
    guidance: float = 5.0,
    shift: float = 5.0,
) -> dict[str, Any]:
    """ATI in ComfyUI's own nodes: Wan 2.1 image-to-video whose motion follows tracks, with ATI's published settings.

    The files are those in ComfyUI's folders diffusion_models, text_encoders, vae and clip_vision.
    """

    def node(kind: str, **inputs: Any) -> dict[str, Any]:
        return {"class_type": kind, "inputs": inputs}

    return {
        "model": node("UNETLoader", unet_name=model, weight_dtype="default"),
        "shifted": node("ModelSamplingSD3", model=["model", 0], shift=shift),
        "words": node("CLIPLoader", clip_name=text_encoder, type="wan"),
        "vae": node("VAELoader", vae_name=vae),
        "eye": node("CLIPVisionLoader", clip_name=clip_vision),
        "picture": node("LoadImage", image="{{picture}}"),
        "seen": node("CLIPVisionEncode", clip_vision=["eye", 0], image=["picture", 0], crop="none"),
        "wanted": node("CLIPTextEncode", clip=["words", 0], text="{{prompt}}"),
        "unwanted": node("CLIPTextEncode", clip=["words", 0], text=negative),
        "tracks": node(
            "WanTrackToVideo",
            positive=["wanted", 0], negative=["unwanted", 0], vae=["vae", 0], tracks="{{tracks}}",
            width="{{width}}", height="{{height}}", length="{{frames}}", batch_size=1, temperature=220.0, topk=2,
            start_image=["picture", 0], clip_vision_output=["seen", 0],
        ),
        "made": node(
            "KSampler",
            model=["shifted", 0], positive=["tracks", 0], negative=["tracks", 1], latent_image=["tracks", 2],
            seed="{{seed}}", steps=steps, cfg=guidance, sampler_name="uni_pc", scheduler="simple", denoise=1.0,
        ),
        "frames": node("VAEDecode", samples=["made", 0], vae=["vae", 0]),
        "clip": node("CreateVideo", images=["frames", 0], fps="{{fps}}"),
        "saved": node("SaveVideo", video=["clip", 0], filename_prefix="diorama/clip", format="mp4", codec="h264"),
    }  # fmt: skip


def read_graph(path: Path) -> dict[str, Any]:
    """A graph from a file, checked."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise DioramaError(f"{path} is too large for a graph")
        found = json.loads(path.read_bytes())
    except OSError as error:
        raise DioramaError(f"{path} cannot be read: {short(error.strerror or error)}") from None
    except (ValueError, RecursionError):
        raise DioramaError(f"{path} is no JSON") from None
    try:
        check_graph(found)
    except (DioramaError, RecursionError) as error:
        raise DioramaError(f"{path}: {short(error)}") from None
    return dict(found)


def check_graph(graph: Any) -> None:
    """Refuse what ComfyUI would not take as a graph, and a graph without a place for the picture."""
    if isinstance(graph, Mapping) and isinstance(graph.get("nodes"), list):
        raise DioramaError("this is a workflow as ComfyUI shows it: use its menu 'Export (API)'")
    if not isinstance(graph, Mapping) or not graph or not all(map(_is_node, graph.values())):
        raise DioramaError('a graph is an object of nodes, {"1": {"class_type": …, "inputs": {…}}}')
    try:
        json.dumps(graph, allow_nan=False).encode()
    except (TypeError, ValueError) as error:
        raise DioramaError(f"the graph cannot be sent as JSON: {short(error)}") from None
    found = places_in(graph)
    if unknown := sorted(found - set(PLACES)):
        raise DioramaError(f"the graph has a place {{{{{unknown[0]}}}}}; there are {', '.join(PLACES)}")
    if "picture" not in found:
        raise DioramaError('the graph has no place for the picture: write "{{picture}}" as the image of its LoadImage')


def places_in(graph: Any) -> set[str]:
    """The places that a graph has."""
    return {name for text in _texts(graph) for name in _PLACE.findall(text)}


def filled(graph: Any, values: Mapping[str, str | int]) -> Any:
    """The graph with all places filled; what is put in is not looked at again."""
    if isinstance(graph, str):
        if (alone := _PLACE.fullmatch(graph)) is not None:
            return values[alone[1]]
        return _PLACE.sub(lambda place: str(values[place[1]]), graph)
    if isinstance(graph, Mapping):
        return {name: filled(value, values) for name, value in graph.items()}
    if isinstance(graph, list | tuple):
        return [filled(value, values) for value in graph]
    return graph


def _is_node(node: Any) -> bool:
    return (
        isinstance(node, Mapping)
        and isinstance(node.get("class_type"), str)
        and isinstance(node.get("inputs"), Mapping)
    )


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(inner)
