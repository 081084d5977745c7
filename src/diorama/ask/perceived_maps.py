"""Maps of a sample's picture by providers of perception: what a model is shown in place of exact ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from diorama.ask.question import Picture
from diorama.data import Sample
from diorama.data.drawing import png
from diorama.errors import DioramaError
from diorama.perceive.kept import provider_of
from diorama.perceive.percepts import DepthMap, Mask, Pixels, Prompt
from diorama.perceive.pictures import read_picture
from diorama.perceive.registry import read_provider
from diorama.sight import Shot, colours_of_depth, colours_of_labels

POINTS_ACROSS = 8
"""Points along the longer side of a picture at which things are looked for where no names are."""
LEAST, MOST = 0.001, 0.5
"""Shares of the picture: what is smaller is no thing, and what is larger is what things stand on."""
SAME = 0.7
"""Two masks that share more of their union are one thing."""


def map_by_provider(sample: Sample, what: str, media: str, by: str, found: str) -> Picture:
    """``depth`` or ``segments`` of a picture, by its stem or the first; a `DioramaError` says why there is none."""
    picture, shot = _picture(sample, media)
    if what == "depth":
        depth: DepthMap = provider_of(read_provider("depth", by), shot)(picture)
        # without metres, nearness is what is known evenly: the inverse of depth
        colours = colours_of_depth(depth.values if depth.metric else -1 / depth.values)
    else:
        colours = colours_of_segments(_masks(sample, picture, shot, by, found), picture.shape)
    return Picture(png(Image.fromarray(colours)), "image", f"{what}.png")


def colours_of_segments(masks: Sequence[Mask], shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """A colour for each mask, smaller ones over larger ones, black for all else."""
    labels = np.full(shape[:2], -1)
    for number, mask in enumerate(sorted(masks, key=lambda mask: -int(mask.sum()))):
        labels[mask] = number
    return colours_of_labels(labels, len(masks))


def _picture(sample: Sample, media: str) -> tuple[Pixels, Shot | None]:
    """A still picture of a sample, as it is stored, and the shot that it is of."""
    for each in sample.media:
        if each.kind == "image" and media in ("", each.stem):
            shot = next((s for s in sample.shots if s.stem == each.stem and s.kind == "image"), None)
            return read_picture(each.data, f"the picture '{each.name}' of '{sample.id}'"), shot
    which = f"picture '{media}'" if media else "picture"
    raise DioramaError(f"the sample '{sample.id}' has no {which} that a provider could look at")


def _masks(sample: Sample, picture: Pixels, shot: Shot | None, by: str, found: str) -> list[Mask]:
    """What a provider cuts out: the things of the scene that another one finds, or what is at points all over."""
    prompts = list(_prompts(sample, picture, shot, found))
    segment = provider_of(read_provider("segment", by), shot)
    kept: list[Mask] = []
    for mask in sorted(segment(picture, prompts), key=lambda mask: -int(mask.sum())):
        small, large = LEAST * mask.size, mask.size if found else MOST * mask.size
        if small <= mask.sum() <= large and not any((mask & m).sum() > SAME * (mask | m).sum() for m in kept):
            kept.append(mask)
    return kept


def _prompts(sample: Sample, picture: Pixels, shot: Shot | None, found: str) -> Iterator[Prompt]:
    if found:
        names = list(dict.fromkeys(thing.noun.casefold() for thing in sample.things()[0].values()))
        if not names:
            raise DioramaError(f"nobody says which things '{sample.id}' shows: leave out detect=")
        boxes = provider_of(read_provider("detect", found), shot)(picture, names)
        yield from (Prompt(box=each.box) for each in boxes)
        return
    height, width = picture.shape[:2]
    step = max(height, width) / POINTS_ACROSS
    for row in range(max(1, round(height / step))):
        for column in range(max(1, round(width / step))):
            x, y = (column + 0.5) * step, (row + 0.5) * step
            if x < width and y < height:
                yield Prompt(point=(x, y))
