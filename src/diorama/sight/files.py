"""A view written to a folder: picture, depth, masks, and the world itself in three formats."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from diorama.errors import DioramaError
from diorama.sight.exact import Sight
from diorama.sight.view import View
from diorama.world import to_glb, to_mjcf

MILLIMETRES = 1000


def write_view(view: View, folder: str | Path, *, renderer: str = "draft", preset: str | None = None) -> list[Path]:
    """Write everything that is known of a view; returns the files in the order written.

    `masks/NAME.png` is white where the body is seen, grey where it is hidden; `depth.png` holds
    millimetres in 16 bits, 0 where there is nothing.
    """
    folder = Path(folder)
    _check_ours(folder)
    picture = view.image(renderer=renderer, preset=preset)
    sight = view.sight()
    _make(folder)
    try:
        return _written(view, folder, picture, sight)
    except OSError as error:
        raise DioramaError(f"cannot write into {folder}: {error.strerror or error}") from None


def _written(view: View, folder: Path, picture: Image.Image, sight: Sight) -> list[Path]:
    view.world.save(folder / "world.json")
    (folder / "world.glb").write_bytes(to_glb(view.world))
    (folder / "world.xml").write_text(to_mjcf(view.world), encoding="utf-8")
    picture.save(folder / "picture.png")
    Image.fromarray(depth_millimetres(sight)).save(folder / "depth.png")
    Image.fromarray(label_colours(sight)).save(folder / "masks.png")
    (folder / "masks").mkdir(exist_ok=True)
    for name in sight.names:
        shades = np.where(sight.visible(name), 255, np.where(sight.silhouette(name), 96, 0)).astype(np.uint8)
        Image.fromarray(shades).save(folder / "masks" / f"{name}.png")
    (folder / "sight.json").write_text(json.dumps(describe(view), indent=1) + "\n", encoding="utf-8")
    names = ("world.json", "world.glb", "world.xml", "picture.png", "depth.png", "masks.png", "sight.json", "masks")
    return [folder / n for n in names]


def describe(view: View) -> dict[str, object]:
    """The camera, and areas and boxes of every body, as plain data."""
    sight = view.sight()
    objects = {}
    for name in sight.names:
        box, seen = view.box(name), view.visible_rectangle(name)
        objects[name] = {
            "phrase": view.world[name].phrase,
            "visible_px": sight.visible_px(name),
            "silhouette_px": sight.silhouette_px(name),
            "visible_rectangle": None if seen is None else asdict(seen),
            "whole_rectangle": asdict(view.whole_rectangle(name)),
            "box": {"centre": box.centre.tolist(), "half": box.half.tolist(), "axes": box.axes.tolist()},
            "occluders": sight.occluders(name),
        }
    return {"camera": view.camera.model_dump(), "objects": objects}


def depth_millimetres(sight: Sight) -> NDArray[np.uint16]:
    """Depth in whole millimetres, 0 where there is nothing (or it is farther than 65 m)."""
    depth = np.where(np.isfinite(sight.depth), sight.depth, 0) * MILLIMETRES
    return np.where(depth < 65535, depth.round(), 0).astype(np.uint16)


def depth_colours(sight: Sight) -> NDArray[np.uint8]:
    """Depth for people: near is light, far is dark."""
    return colours_of_depth(sight.depth)


def colours_of_depth(depth: NDArray[np.floating[Any]]) -> NDArray[np.uint8]:
    """The same for any depth map, in which larger is farther; what is not known is dark."""
    known = np.isfinite(depth)
    if not known.any():
        return np.zeros((*depth.shape, 3), np.uint8)
    near, far = np.percentile(depth[known], [0.5, 97])
    share = np.clip((far - depth) / max(far - near, 1e-6), 0, 1)
    ramp = np.array([[20, 16, 60], [60, 40, 140], [180, 60, 110], [245, 150, 70], [252, 240, 180]], float)
    share = np.where(known, share, 0.0) * (len(ramp) - 1)
    low = np.minimum(share.astype(int), len(ramp) - 2)
    blend = (share - low)[..., None]
    colours: NDArray[np.uint8] = (ramp[low] * (1 - blend) + ramp[low + 1] * blend).round().astype(np.uint8)
    return colours


def label_colours(sight: Sight) -> NDArray[np.uint8]:
    """Visible masks for people: a colour for each body, black for all else."""
    return colours_of_labels(sight.ids, len(sight.names))


def colours_of_labels(labels: NDArray[np.integer[Any]], count: int) -> NDArray[np.uint8]:
    """The same for any labels: 0 to `count` - 1 for things, -1 for all else."""
    hues = np.arange(count) * 0.618034 % 1.0
    level = np.where(np.arange(count) % 2 == 0, 255, 190)
    colours = np.zeros((count + 1, 3), np.uint8)
    for i, (hue, value) in enumerate(zip(hues.tolist(), level.tolist(), strict=True)):
        wheel = np.clip(np.abs((hue * 6 + np.array([0.0, 4.0, 2.0])) % 6 - 3) - 1, 0, 1)
        colours[i] = (value * (0.25 + 0.75 * wheel)).round()
    painted: NDArray[np.uint8] = colours[labels]
    return painted


def _check_ours(folder: Path) -> None:
    """Refuse to write among files that are not a view's."""
    if folder.is_file():
        raise DioramaError(f"{folder} is a file; give a folder")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / "world.json").is_file():
        raise DioramaError(f"{folder} holds other files; choose a new or empty folder")


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DioramaError(f"cannot make the folder {folder}: {error.strerror}") from None
