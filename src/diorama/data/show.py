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

from diorama.data.sample import Media, Sample
from diorama.errors import DioramaError, short
from diorama.kinds import lettered_options
from diorama.sight import Shot, draw_shot, see
from diorama.sight.clips import frame_at
from diorama.whatif import outcome_of
from diorama.world import replace

TARGET = (226, 40, 40)
ANSWER = (40, 200, 70)
WIDTH = 720
TILE = (420, 280)


def sample_sheet(sample: Sample) -> Image.Image:
    """The picture, the same with the answer in green and what is asked about in red, what follows, and why."""
    panels = [picture_of(sample)]
    if sample.world is not None:
        panels.append(outlined(sample))
    elif sample.outcome is not None:  # films: what is shown, side by side, and how it goes on
        panels = [_still(sample, media) for media in (*sample.media, sample.outcome)]
    after = after_picture(sample)
    if after is not None:
        panels.append(after)
    panels = [p.resize((WIDTH, round(p.height * WIDTH / p.width))) for p in panels]
    words = [
        f"{sample.id}   {sample.suite} {sample.task} {sample.level}   margin {sample.margin}",
        sample.question,
        f"Answer: {sample.answer_words()}",
        *_lettered(sample),
        f"Gates: {', '.join(sample.gates)}",
        *(f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in sorted(sample.trace.items())),
    ]
    text = _text(words, WIDTH * len(panels))
    height = max(panel.height for panel in panels)
    sheet = Image.new("RGB", (text.width, height + text.height), "white")
    for k, panel in enumerate(panels):
        sheet.paste(panel, (k * WIDTH, 0))
    sheet.paste(text, (0, height))
    return sheet


def contact_sheet(samples: Iterable[Sample], *, columns: int = 3) -> Image.Image:
    """Many samples: each picture with its question and answer."""
    tiles = []
    for sample in samples:
        words = [f"{sample.id}: {sample.question}", *_lettered(sample), f"Answer: {sample.answer_words()}"]
        text = _text(words, TILE[0])
        tile = Image.new("RGB", (TILE[0], TILE[1] + text.height), "white")
        picture = _tile_picture(sample)
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
    """The first picture of a sample, or the first frame of its first clip."""
    if not sample.media:
        return Image.new("RGB", TILE, "white")
    return _still(sample, next((m for m in sample.media if m.kind == "image"), sample.media[0]))


def _tile_picture(sample: Sample) -> Image.Image:
    """The picture of a sample among many; one that cannot be read does not keep the others from being shown."""
    try:
        return picture_of(sample)
    except DioramaError as error:
        return _text([str(error)], TILE[0])


def _still(sample: Sample, media: Media) -> Image.Image:
    """A still of one of a sample's media; a fault names the sample."""
    try:
        return still_of(media)
    except DioramaError as error:
        raise DioramaError(f"sample '{sample.id}': {error}") from None


def still_of(media: Media) -> Image.Image:
    """A picture as it is, or a video's first frame."""
    try:
        if media.kind == "image":
            return Image.open(io.BytesIO(media.data)).convert("RGB")
        return Image.fromarray(frame_at(media.data, "first").pixels)
    except Exception as error:  # whatever a file holds: decoders raise all sorts of things
        why = short(error, 80) or type(error).__name__
        sort = "a picture" if media.kind == "image" else "a video"
        raise DioramaError(f"{media.name} cannot be read as {sort}: {why}") from None


def outlined(sample: Sample) -> Image.Image:
    """The picture with outlines around what the question names and what the answer is."""
    world, camera = sample.view("outlining the answer")
    pixels = np.array(picture_of(sample).resize((camera.width, camera.height)))
    sight = see(world, camera)
    asked = sample.query.bodies() if sample.query is not None else ()
    marks = [(n, TARGET) for n in asked] + [(n, ANSWER) for n in sample.kind.bodies(sample.answer)]
    for name, colour in marks:
        if name in sight.crops:
            pixels[_border(sight.silhouette(name))] = colour
    return Image.fromarray(pixels)


def after_picture(sample: Sample) -> Image.Image | None:
    """A draft picture, with its arrows, of what the question supposes, or of what the answer proposes to do."""
    if not sample.shots or sample.query is None:
        return None
    intervention = sample.query.intervention() or sample.kind.proposes(sample.answer)
    if intervention is None:
        return None
    shot: Shot = sample.shots[0]
    outcome = outcome_of(shot.world, intervention, shot.camera)
    return Image.fromarray(draw_shot(replace(shot, world=outcome.world.without(outcome.unseen))))


def _lettered(sample: Sample) -> list[str]:
    return [f"{letter}) {option}" for letter, option in lettered_options(sample.options)]


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
