"""How long providers without weights take, against blurring the picture, and whether what was found is found fast.

Run with `python bench/run.py perceive_providers`. A box should be cut out of a picture of 720×480 within half a second,
and a result that is kept should come back in less than a tenth of the time that it takes to make it.
"""

from __future__ import annotations

import os
import tempfile

import numpy as np
from scipy import ndimage

from clock import medians
from diorama.perceive.kept import provider_of
from diorama.perceive.percepts import Box, Prompt
from diorama.perceive.registry import read_provider
from diorama.sight import draw_shot, see
from diorama.sight.shots import Shot
from diorama.world import default_camera
from diorama.world.layouts import playroom_floor


def main() -> None:
    world = playroom_floor(seed=3, objects=6)
    shot = Shot(world=world, camera=default_camera(world))
    picture, sight = draw_shot(shot), see(world, shot.camera)
    mask = max((sight.visible(name) for name in sight.inventory), key=lambda each: int(each.sum()))
    rows, columns = np.nonzero(mask)
    box = Box(columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
    cut, fill, telea, score = (
        read_provider(role, name).make(None)
        for role, name in (
            ("segment", "grabcut"),
            ("inpaint", "shift_fill"),
            ("inpaint", "telea"),
            ("quality", "artefacts"),
        )
    )
    hole = ndimage.binary_dilation(mask, iterations=3)
    middle = (float(columns.mean()), float(rows.mean()))
    times = medians(
        lambda: ndimage.gaussian_filter(picture, (3, 3, 0)),
        lambda: cut(picture, [Prompt(box=box)]),
        lambda: cut(picture, [Prompt(point=middle)]),
        lambda: fill(picture, hole),
        lambda: telea(picture, hole),
        lambda: score(picture, hole),
        runs=5,
    )
    names = ("a box by grabcut", "a point by grabcut", "a hole by shift_fill", "the same by telea", "its artefacts")
    for name, seconds in zip(names, times[1:], strict=True):
        print(f"{name}: {seconds:.2f} s, {seconds / times[0]:.0f}× a blur of the picture")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DIORAMA_CACHE"] = folder
        kept = provider_of(read_provider("inpaint", "shift_fill"))
        kept(picture, hole)
        again, made = medians(lambda: kept(picture, hole), lambda: fill(picture, hole), runs=5)
    print(f"what is kept comes back in {again / made:.3f} of the time that it takes to make it (at most 0.1)")
