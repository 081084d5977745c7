"""Scenes from a user's own depth maps and masks, or from providers of perception, in place of exact ones."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from diorama.data import Sample
from diorama.errors import DioramaError, short
from diorama.lab.regions import PAPER_SPAN, Look, NoRegion, NotYet, Scene, scene_of
from diorama.perceive.kept import provider_of
from diorama.perceive.percepts import Pixels, Prompt
from diorama.perceive.pictures import read_picture
from diorama.perceive.registry import ProviderSpec, read_roles
from diorama.sight import Shot

MOST_PIXELS = 40_000_000
DEPTH_MODES = ("I;16", "I;16B", "I")
"""What Pillow calls pictures of whole numbers; a depth map in colours says nothing of metres."""


def source_of(depths: Path | None, masks: Path | None, providers: Sequence[str] = ()) -> tuple[Look, str]:
    """Where scenes come from, and its name for the setting; providers are written as ``ROLE=PROVIDER``."""
    if providers:
        if depths is not None or masks is not None:
            raise DioramaError("--provider and --depths, --masks exclude each other: files are providers too (files)")
        return _by_providers(providers)
    if depths is None and masks is None:
        return scene_of, "exact"
    if depths is None or masks is None:
        raise DioramaError("--depths and --masks go together: regions need both")
    for folder in (depths, masks):
        if not folder.is_dir():
            raise DioramaError(f"there is no folder {folder}")
    return partial(scene_from_files, depths, masks), f"perceived: {depths}, {masks}"


def scene_from_files(depths: Path, masks: Path, sample: Sample, width: int, height: int) -> Scene:
    """The scene of a sample from ``ID.png`` in both folders; depth in millimetres, 0 where it is not known."""
    name = f"{sample.id}.png"
    depth = _read(depths, name)
    if depth.mode not in DEPTH_MODES:
        raise NotYet(f"{depths / name} is no depth map: wanted are 16-bit millimetres, not '{depth.mode}'")
    metres = np.asarray(depth.resize((width, height), Image.Resampling.NEAREST), np.float64) / 1000
    mask = _read(masks, name).convert("L").resize((width, height), Image.Resampling.NEAREST)
    target: NDArray[np.bool_] = np.asarray(mask) > 127
    return Scene(np.where(metres > 0, metres, np.nan), target)


def scene_by_providers(specs: Mapping[str, ProviderSpec], sample: Sample, width: int, height: int) -> Scene:
    """The scene of a sample as providers see its first picture: depth, and the target that its question names.

    Depth without a unit is scaled to the span for which the paper's margin is meant.
    """
    picture, shot = _first_picture(sample)
    try:
        depth = provider_of(specs["depth"], shot)(picture)
        mask = _target(specs, sample, picture, shot)
    except NoRegion:
        raise
    except DioramaError as error:  # a server may be there again later
        raise NotYet(str(error)) from None
    if not mask.any():
        raise NoRegion(f"the providers do not see {_target_phrase(sample)} in the picture of '{sample.id}'")
    metres = depth.values.astype(np.float64)
    if not depth.metric and (known := metres[np.isfinite(metres)]).size:
        metres = metres * (PAPER_SPAN / max(float(np.ptp(np.quantile(known, (0.05, 0.95)))), 1e-9))
    small = Image.fromarray(metres.astype(np.float32)).resize((width, height), Image.Resampling.NEAREST)
    target = Image.fromarray(mask).resize((width, height), Image.Resampling.NEAREST)
    return Scene(np.asarray(small, np.float64), np.asarray(target, bool))


def _by_providers(texts: Sequence[str]) -> tuple[Look, str]:
    specs = read_roles(texts)
    if not {"depth", "segment"} <= set(specs):
        raise DioramaError("regions need --provider depth=… and --provider segment=…")
    return partial(scene_by_providers, specs), "perceived: " + ", ".join(sorted(texts))


def _first_picture(sample: Sample) -> tuple[Pixels, Shot | None]:
    """The picture that the question is about, and the shot that it is of."""
    media = next((each for each in sample.media if each.kind == "image"), None)
    if media is None:
        raise NoRegion("the sample shows no picture")
    shot = next((each for each in sample.shots if each.stem == media.stem and each.kind == "image"), None)
    return read_picture(media.data, f"the picture of '{sample.id}'"), shot


def _target(specs: Mapping[str, ProviderSpec], sample: Sample, picture: Pixels, shot: Shot | None) -> NDArray[np.bool_]:
    """The pixels of what the question names: by its words, or in the box that a detector finds for them."""
    phrase = _target_phrase(sample).removeprefix("the ")
    prompt = Prompt(text=phrase)
    if "detect" in specs:
        found = provider_of(specs["detect"], shot)(picture, [phrase])
        if not found:
            raise NoRegion(f"the provider of detect does not find '{phrase}' in the picture of '{sample.id}'")
        prompt = Prompt(box=max(found, key=lambda each: each.confidence).box)
    mask: NDArray[np.bool_] = provider_of(specs["segment"], shot)(picture, [prompt])[0]
    return mask


def _target_phrase(sample: Sample) -> str:
    """What the question names first: of its query, or, where nobody knows that, the one object in its words."""
    things = sample.things()[0]
    if sample.query is not None and sample.query.bodies() and sample.query.bodies()[0] in things:
        return things[sample.query.bodies()[0]].phrase
    said = f" {sample.question.casefold()} "
    named = [t.phrase for t in things.values() if re.search(rf"\b{re.escape(t.phrase.casefold())}\b", said)]
    named = [a for a in named if not any(a != b and a.casefold() in b.casefold() for b in named)]
    if len(named) != 1:
        raise NoRegion(f"the question of '{sample.id}' names {len(named)} objects that are known, not one")
    return named[0]


def _read(folder: Path, name: str) -> Image.Image:
    path = folder / name
    if path.parent != folder or not path.is_file():
        raise NotYet(f"there is no {path}")
    try:
        picture = Image.open(path)
        if picture.width * picture.height > MOST_PIXELS:
            raise NotYet(f"{path} has {picture.width}×{picture.height} pixels: that is no picture of a sample")
        picture.load()
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise NotYet(f"{path} cannot be read: {short(error, 80)}") from None
    return picture
