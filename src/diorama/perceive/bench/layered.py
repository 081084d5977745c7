"""Layered: pictures of questions that the graph of pairs gets wrong because things hide behind what hides things."""

from __future__ import annotations

import io
from collections.abc import Iterable

import numpy as np
from PIL import Image, ImageDraw

from diorama.data import Sample
from diorama.perceive.bench.exact import Known
from diorama.perceive.percepts import Mask, Pixels

ASKED, RIGHT, MISSED, WRONG = (214, 48, 62), (34, 150, 84), (46, 104, 214), (240, 150, 20)
"""What is asked about; what both answers name; what only the exact one names; what only that of the pairs names."""
RIM_PX = 3
FADED = 0.45


def drawn(known: Known, asked: Iterable[str], truth: Iterable[str], said: Iterable[str]) -> bytes:
    """The picture, pale but for what the question and the answers name, as WebP."""
    truth, said = set(truth), set(said)
    colours = {
        **dict.fromkeys(truth & said, RIGHT),
        **dict.fromkeys(truth - said, MISSED),
        **dict.fromkeys(said - truth, WRONG),
        **dict.fromkeys(asked, ASKED),
    }
    masks = {name: known.sight.visible(name) for name in colours}
    whole = {name: known.sight.silhouette(name) for name in colours}
    picture = _faded(known.picture, masks.values())
    for name, colour in colours.items():
        picture[_rim(whole[name], 1)] = colour  # hidden parts too: a fine line
        picture[_rim(masks[name], RIM_PX)] = colour
    image = Image.fromarray(picture)
    pen = ImageDraw.Draw(image)
    for name, mask in masks.items():
        rows, columns = np.nonzero(mask if mask.any() else whole[name])
        at = (float(columns.mean()), float(rows.mean()))
        pen.text(at, known.world[name].phrase, fill=(255, 255, 255), anchor="mm", stroke_width=2, stroke_fill=(0, 0, 0))
    file = io.BytesIO()
    image.save(file, "WEBP", quality=80)
    return file.getvalue()


def names_in(sample: Sample, words: str) -> list[str]:
    """The bodies that an answer in words names, by their phrases; a longer phrase goes before one that it holds."""
    world = sample.world
    assert world is not None
    found = []
    for name in sorted(world.inventory, key=lambda n: -len(world[n].phrase)):
        if world[name].phrase and world[name].phrase in words:
            found.append(name)
            words = words.replace(world[name].phrase, " ")
    return found


def _faded(picture: Pixels, masks: Iterable[Mask]) -> Pixels:
    told = np.logical_or.reduce(list(masks))
    pale = 255 - (255 - picture.astype(np.float64)) * FADED
    return np.where(told[..., None], picture, pale.round().astype(np.uint8))


def _rim(mask: Mask, px: int) -> Mask:
    from scipy import ndimage

    return mask & ~ndimage.binary_erosion(mask, iterations=px)
