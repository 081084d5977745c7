"""Looking at samples: a contact sheet of many, or one with its answer outlined and its trace in words."""

from __future__ import annotations

import io
import json
import textwrap
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from scipy.ndimage import binary_dilation, binary_erosion

from diorama.data.guessers import asked_about
from diorama.data.sample import Sample
from diorama.sight import View, see
from diorama.suites.answers import ObjectSet, Swaps
from diorama.whatif import Transparent, apply, contents, read_intervention

TARGET = (226, 40, 40)
ANSWER = (40, 200, 70)
WIDTH = 720
TILE = (420, 280)


def sample_sheet(sample: Sample) -> Image.Image:
    """The picture, the same with the answer in green and what is asked about in red, what follows, and why."""
    panels = [picture_of(sample), outlined(sample)]
    after = after_picture(sample)
    if after is not None:
        panels.append(after)
    panels = [p.resize((WIDTH, round(p.height * WIDTH / p.width))) for p in panels]
    words = [
        f"{sample.id}   {sample.suite} {sample.task} {sample.level}   margin {sample.margin}",
        sample.question,
        f"Answer: {sample.answer.words({b.name: b.phrase for b in sample.world.bodies})}",
        *_lettered(sample),
        f"Gates: {', '.join(sample.gates)}",
        *(f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in sorted(sample.trace.items())),
    ]
    text = _text(words, WIDTH * len(panels))
    sheet = Image.new("RGB", (text.width, panels[0].height + text.height), "white")
    for k, panel in enumerate(panels):
        sheet.paste(panel, (k * WIDTH, 0))
    sheet.paste(text, (0, panels[0].height))
    return sheet


def contact_sheet(samples: Iterable[Sample], *, columns: int = 3) -> Image.Image:
    """Many samples: each picture with its question and answer."""
    tiles = []
    for sample in samples:
        words = [f"{sample.id}: {sample.question}", *_lettered(sample), f"Answer: {sample.words()}"]
        text = _text(words, TILE[0])
        tile = Image.new("RGB", (TILE[0], TILE[1] + text.height), "white")
        picture = picture_of(sample)
        picture.thumbnail(TILE)
        tile.paste(picture, ((TILE[0] - picture.width) // 2, 0))
        tile.paste(text, (0, TILE[1]))
        tiles.append(tile)
    rows = [tiles[k : k + columns] for k in range(0, len(tiles), columns)]
    heights = [max(tile.height for tile in row) for row in rows]
    sheet = Image.new("RGB", (columns * TILE[0], sum(heights)), "white")
    for r, row in enumerate(rows):
        for k, tile in enumerate(row):
            sheet.paste(tile, (k * TILE[0], sum(heights[:r])))
    return sheet


def picture_of(sample: Sample) -> Image.Image:
    """The first picture of a sample."""
    data = next(m.data for m in sample.media if m.kind == "image")
    return Image.open(io.BytesIO(data)).convert("RGB")


def outlined(sample: Sample) -> Image.Image:
    """The picture with outlines around what the question names and what the answer is."""
    assert sample.camera is not None
    pixels = np.array(picture_of(sample))
    sight = see(sample.world, sample.camera)
    marks = [(n, TARGET) for n in _asked_about(sample)] + [(n, ANSWER) for n in _answered(sample)]
    for name, colour in marks:
        if name in sight.crops:
            pixels[_border(sight.silhouette(name))] = colour
    return Image.fromarray(pixels)


def after_picture(sample: Sample) -> Image.Image | None:
    """A draft picture of the world after the intervention, where there is one."""
    if sample.intervention is None or sample.camera is None:
        return None
    intervention = read_intervention(sample.intervention)
    if isinstance(intervention, Transparent):
        world = sample.world.without([intervention.name, *contents(sample.world, intervention.name)])
    else:
        world = apply(sample.world, intervention)
    return View(world, sample.camera).image()


def _lettered(sample: Sample) -> list[str]:
    return [f"{letter}) {option}" for letter, option in zip("ABCDEFGH", sample.options, strict=False)]


def _asked_about(sample: Sample) -> tuple[str, ...]:
    return (*asked_about(sample), *sample.trace.get("order", ()))


def _answered(sample: Sample) -> tuple[str, ...]:
    if isinstance(sample.answer, ObjectSet):
        return sample.answer.names
    return tuple(n for pair in sample.answer.pairs for n in pair) if isinstance(sample.answer, Swaps) else ()


def _border(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    edge: NDArray[np.bool_] = binary_dilation(mask) & ~binary_erosion(mask)
    return edge


def _text(lines: Iterable[str], width: int) -> Image.Image:
    font = ImageFont.load_default(13)
    wrapped = [piece for line in lines for piece in textwrap.wrap(line, width // 7) or [""]]
    block = Image.new("RGB", (width, 17 * len(wrapped) + 10), "white")
    pen = ImageDraw.Draw(block)
    for k, line in enumerate(wrapped):
        pen.text((6, 5 + 17 * k), line, fill="black", font=font)
    return block
