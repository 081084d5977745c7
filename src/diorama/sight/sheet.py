"""Contact sheets: one small picture of every asset, to see them all at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PIL import Image, ImageDraw, ImageFont

from diorama.sight.view import look
from diorama.world import Light, World, frame, make_body, replace
from diorama.world.layouts import empty
from diorama.world.poses import outline_points

TILE = 220
LABEL = 22
SMOOTH = 2


def asset_picture(noun: str, seed: int = 0, *, side: int = TILE) -> Image.Image:
    """One variant of an asset on a plain floor, seen from its front left and above."""
    body = make_body(noun, seed=seed)
    size = float(abs(outline_points([body])).max())
    light = Light(kind="sun", position=(2.0, -3.0, 5.0), target=(0.0, 0.0, 0.0))
    bare = empty()
    stage = replace(bare.stage, radius=2 * size)
    plain = replace(bare.fixtures[0].blocks[0], material="white plaster")
    world = World(bodies=(body,), fixtures=(replace(bare.fixtures[0], blocks=(plain,)),), lights=(light,), stage=stage)
    camera = frame(
        outline_points([body]),
        azimuth_deg=-35,
        elevation_deg=24,
        fovy_deg=22,
        width=side * SMOOTH,
        height=side * SMOOTH,
        margin=0.07,
    )
    return look(world, camera).image().resize((side, side), Image.Resampling.LANCZOS)


def asset_sheet(nouns: Iterable[str], *, count: int, seeds: Sequence[int] = (0, 1), columns: int = 5) -> Image.Image:
    """All `count` nouns, each with some of its variants side by side."""
    wide, tall = TILE * len(seeds), TILE + LABEL
    rows = -(-count // columns)
    sheet = Image.new("RGB", (columns * wide, rows * tall), "white")
    pen = ImageDraw.Draw(sheet)
    font = ImageFont.load_default(15)
    for index, noun in enumerate(nouns):
        x, y = index % columns * wide, index // columns * tall
        pen.text((x + 6, y + 3), noun, fill="black", font=font)
        for k, seed in enumerate(seeds):
            sheet.paste(asset_picture(noun, seed), (x + k * TILE, y + LABEL))
    return sheet
