"""Examples of DGAR one by one: picture, depth, where the answer lies, and where the model looks, grouped by mode.

After the paper's grid of four columns; right and wrong answers stand beside each other where a run's answers are known.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy.ndimage import binary_dilation, binary_erosion

from diorama.ask.source import Source
from diorama.data import Sample
from diorama.errors import DioramaError
from diorama.lab.dgar import Mode
from diorama.lab.examples import Example
from diorama.lab.regions import scene_of
from diorama.lab.summaries import RIGHT, WRONG, answered, whole

EACH = 2
"""Examples of each mode and each kind of answer."""
TARGET, CORRECT = (226, 40, 40), (40, 200, 70)
TITLES = ("picture, target outlined", "depth: near is warm", "where the answer lies",
          "attention of the heads that look there most")  # fmt: skip


def dgar_gallery(folder: Path, fingerprint: str, examples: Mapping[str, Example]) -> Any | None:
    """The figure; None where the dataset is not there any more, or has no worlds: pictures and depth come from it."""
    try:
        source = Source(folder)
        if source.fingerprint != fingerprint:
            return None
    except (DioramaError, OSError):
        return None
    held = {name: example for name, example in whole(examples).items() if name in source.entries}
    rows = [(name, source.get(name), examples[name]) for name in chosen(held)]
    rows = [row for row in rows if row[1].world is not None]
    return _figure(rows) if rows else None


def chosen(examples: Mapping[str, Example]) -> list[str]:
    """A few of each mode: wrong answers, then right ones, then those of which nobody knows."""
    picked = []
    for mode in Mode:
        of = {name: e for name, e in examples.items() if e.facts["mode"] == mode.value}
        for answer in (WRONG, RIGHT, "unknown"):
            picked += [name for name, e in of.items() if answered(e) == answer][:EACH]
    return picked


def _figure(rows: Sequence[tuple[str, Sample, Example]]) -> Any:
    plots: Any = import_module("matplotlib.pyplot")
    figure, grid = plots.subplots(
        len(rows), 4, figsize=(11, 1.9 * len(rows) + 0.4), layout="constrained", squeeze=False
    )  # fmt: skip
    for axes, title in zip(grid[0], TITLES, strict=True):
        axes.set_title(title, fontsize=8)
    for line, (name, sample, example) in zip(grid, rows, strict=True):
        picture = np.asarray(Image.open(io.BytesIO(sample.media[0].data)).convert("RGB"))
        height, width = picture.shape[:2]
        scene = scene_of(sample, width, height)
        regions = enlarged(example.arrays["regions"], width, height)
        depth = np.where(np.isfinite(scene.depth), scene.depth, np.nan)
        line[0].imshow(outlined(picture, scene.target))
        line[1].imshow(depth, cmap="viridis_r")
        line[2].imshow(tinted(picture, regions == 2))
        line[3].imshow(picture)
        line[3].imshow(enlarged(example.arrays["heat"], width, height), cmap="inferno", alpha=0.6)
        line[0].set_ylabel(f"{example.facts['task']}, {answered(example)}\n{example.facts['mode']}", fontsize=7)
        line[0].set_xlabel(name, fontsize=6)
        for axes in line:
            axes.set_xticks([])
            axes.set_yticks([])
    return figure


def outlined(picture: NDArray[np.uint8], mask: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """A picture with the edge of a mask in red."""
    shown = picture.copy()
    thick = max(2, picture.shape[1] // 160)
    shown[binary_dilation(mask, iterations=thick) & ~binary_erosion(mask)] = TARGET
    return shown


def tinted(picture: NDArray[np.uint8], mask: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """A picture with a mask in green, half transparent."""
    shown = picture.astype(float)
    shown[mask] = 0.45 * shown[mask] + 0.55 * np.array(CORRECT)
    return shown.astype(np.uint8)


def enlarged(cells: NDArray[Any], width: int, height: int) -> NDArray[Any]:
    """A raster of cells in the size of the picture that it covers."""
    rows = np.minimum(np.arange(height) * cells.shape[0] // height, cells.shape[0] - 1)
    columns = np.minimum(np.arange(width) * cells.shape[1] // width, cells.shape[1] - 1)
    large: NDArray[Any] = cells[rows][:, columns]
    return large
