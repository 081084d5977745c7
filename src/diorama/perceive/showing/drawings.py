"""What is seen in a picture, as pictures: things in colours, depth in shades, who hides whom as arrows."""

from __future__ import annotations

import math
from dataclasses import replace

import networkx as nx
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from diorama.perceive.construct.seen import Seen, Thing
from diorama.perceive.percepts import DepthMap, Mask

Rgb = tuple[int, int, int]

COLOURS: tuple[Rgb, ...] = (
    (230, 75, 53), (77, 187, 213), (0, 160, 135), (240, 180, 60), (132, 145, 220), (243, 155, 127), (145, 209, 194),
    (220, 60, 140), (126, 97, 72), (120, 190, 60),
)  # fmt: skip
NEAR, FAR, UNKNOWN = (250, 214, 90), (38, 28, 82), (120, 120, 120)
"""Colours of depth."""
TINT, DIM = 0.55, 0.45
"""How much of a thing's colour is mixed in, and how bright the rest stays under arrows."""
DEEPEST = 65535


def smaller(seen: Seen, widest: int, highest: int) -> Seen:
    """The same in a picture of at most so many columns and rows: drawings of large ones would take gigabytes."""
    width, height = seen.size
    step = max(1, math.ceil(max(width / widest, height / highest)))
    if step == 1:
        return seen
    every = slice(None, None, step)
    depth = seen.depth.values[every, every]
    picture = Image.fromarray(seen.picture).resize((depth.shape[1], depth.shape[0]), Image.Resampling.BOX)
    things = tuple(replace(thing, mask=thing.mask[every, every]) for thing in seen.things)
    return Seen(np.asarray(picture), things, DepthMap(depth, seen.depth.metric))


def things_drawing(seen: Seen) -> Image.Image:
    """The picture with each thing in a colour of its own, and its name on it."""
    pixels = seen.picture.astype(np.float32)
    for k, thing in enumerate(seen.things):
        pixels[thing.mask] += TINT * (np.array(colour_of(k), np.float32) - pixels[thing.mask])
    for thing in seen.things:
        pixels[edge(thing.mask)] = 255
    return _lettered(Image.fromarray(pixels.round().astype(np.uint8)), seen)


def graph_drawing(seen: Seen, graph: nx.DiGraph) -> Image.Image:
    """The picture, dimmed, with an arrow from each thing to each that it hides."""
    pixels = (seen.picture * DIM).astype(np.uint8)
    for k, thing in enumerate(seen.things):
        pixels[edge(thing.mask)] = colour_of(k)
    picture = Image.fromarray(pixels)
    pen = ImageDraw.Draw(picture)
    width = max(2, picture.height // 240)
    for front, back in graph.edges:
        if front in seen.names and back in seen.names:
            colour = colour_of(seen.names.index(front))
            _arrow(pen, middle(seen[front]), middle(seen[back]), colour, width)
    return _lettered(picture, seen)


def depth_drawing(depth: DepthMap) -> Image.Image:
    """Depth in shades: near is bright, what is not known is grey."""
    known = np.isfinite(depth.values)
    nearness = np.zeros(depth.values.shape, np.float32)
    if known.any():
        inverse = 1 / depth.values[known]  # as one sees it: differences far away are small
        low, high = np.quantile(inverse, (0.02, 0.98))
        nearness[known] = ((inverse - low) / max(high - low, 1e-9)).clip(0, 1)
    shades = np.array(FAR) + nearness[:, :, None] * (np.array(NEAR) - np.array(FAR))
    shades[~known] = UNKNOWN
    return Image.fromarray(shades.round().astype(np.uint8))


def mask_map(seen: Seen) -> Image.Image:
    """A map with the number of a thing, from 1 on, at its pixels, and 0 elsewhere; in the colours of the drawing."""
    numbers = np.zeros(seen.picture.shape[:2], np.uint8)
    for number, thing in enumerate(seen.things, 1):
        numbers[thing.mask] = number
    picture = Image.fromarray(numbers, mode="P")
    picture.putpalette([0, 0, 0, *(c for k in range(len(seen.things)) for c in colour_of(k))])
    return picture


def depth_map(depth: DepthMap) -> tuple[Image.Image, float]:
    """Depth in 16 bits, 0 where it is not known, and by what these numbers are multiplied to get it back."""
    known = np.isfinite(depth.values)
    farthest = float(depth.values[known].max()) if known.any() else 1.0
    scale = 0.001 if depth.metric and farthest < DEEPEST * 0.001 else farthest / DEEPEST
    numbers = np.zeros(depth.values.shape, np.uint16)
    numbers[known] = (depth.values[known] / scale).round().clip(1, DEEPEST)
    return Image.fromarray(numbers), scale


def colour_of(number: int) -> Rgb:
    return COLOURS[number % len(COLOURS)]


def edge(mask: Mask) -> Mask:
    """The pixels of a mask beside one that is not in it."""
    inner = np.pad(mask, 1)
    inside: Mask = inner[:-2, 1:-1] & inner[2:, 1:-1] & inner[1:-1, :-2] & inner[1:-1, 2:]
    return mask & ~inside


def middle(thing: Thing) -> tuple[float, float]:
    """Column and row of the pixel of a thing that is nearest to the middle of all of them."""
    rows, columns = np.nonzero(thing.mask)
    if not len(rows):
        return 0.0, 0.0
    nearest = int(np.argmin((rows - rows.mean()) ** 2 + (columns - columns.mean()) ** 2))
    return float(columns[nearest]), float(rows[nearest])


def _arrow(
    pen: ImageDraw.ImageDraw, start: tuple[float, float], end: tuple[float, float], colour: Rgb, width: int
) -> None:
    pen.line([start, end], fill=colour, width=width)
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    head = 5.0 * width
    sides = [(end[0] - head * math.cos(angle + turn), end[1] - head * math.sin(angle + turn)) for turn in (-0.4, 0.4)]
    pen.polygon([end, *sides], fill=colour)


def _lettered(picture: Image.Image, seen: Seen) -> Image.Image:
    pen = ImageDraw.Draw(picture)
    size = max(11, picture.height // 40)
    font = ImageFont.load_default(size)
    for thing in seen.things:
        x, y = middle(thing)
        pen.text((x, y), thing.name, font=font, fill="white", stroke_width=max(1, size // 8), stroke_fill="black",
                 anchor="mm")  # fmt: skip
    return picture
