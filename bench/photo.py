"""The photo renderer against Kubric's settings on the same scenes, and over many scenes in a row.

Kubric renders with 64 samples a pixel, no adaptive sampling, denoising on and Cycles' usual bounces; both run in
the same kind of process here. Quality is structural similarity to a picture of 256 samples with those bounces.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import gaussian_filter, median_filter

from clock import seconds
from diorama.sight import look
from diorama.sight.photo import PhotoRenderer, Still
from diorama.sight.photo.description import describe_scene
from diorama.sight.photo.worker import Worker
from diorama.suites.structure.scenes import polished_world
from diorama.world import World
from diorama.world.layouts import get_layout

USUAL: dict[str, Any] = {
    "denoising_quality": "HIGH",
    "prefilter": "ACCURATE",
    "traced_bounces": 8,
    "glossy_bounces": 4,
    "fast_gi": False,
}
"""Twelve bounces and nothing estimated: what Blender does unless told otherwise."""
KUBRIC, CONVERGED = {**USUAL, "samples": 64}, {**USUAL, "samples": 256}
SCENES = ("kitchen_counter", "bookshelf", "crossing")
MANY = 200
ROUNDS = 4
"""How often ways are tried in turn; the least time of each counts, for others may use the machine."""


FORMER_FAST: dict[str, Any] = {
    "samples": 3, "denoising_quality": "FAST", "prefilter": "FAST", "traced_bounces": 1, "glossy_bounces": 2,
}  # fmt: skip
"""What `fast` was when speckle and ragged edges were noticed."""
STANDS_OUT = 24
"""Steps of 255 by which a pixel's error must differ from its neighbours' to be a speckle."""
MOST_SPECKLES, MOST_TIMES = 3500, 1.5
"""Speckles in a million pixels that `fast` may have, and how many times slower than before it may be."""


def main() -> None:
    speckle()
    against_kubric()
    many_scenes()
    two_workers()


def speckle() -> None:
    """Polished surfaces in `fast`, against ten times the samples: pixels that stand out from those around them."""
    worker = Worker()
    found: dict[str, list[float]] = {"fast": [], "former": []}
    took: dict[str, list[float]] = {"fast": [], "former": []}
    ways: dict[str, str | dict[str, Any]] = {"former": FORMER_FAST, "fast": "fast"}
    for seed in range(3):
        world = polished_world(np.random.default_rng(seed))
        scene = describe_scene(world, look(world, width=540, height=360).camera)
        converged = take(worker, scene, {**FORMER_FAST, "samples": 40, "denoising_quality": "HIGH"})
        for name, way in ways.items():
            found[name].append(speckles(take(worker, scene, way), converged))
            took[name].append(min(seconds(partial(take, worker, scene, way)) for _ in range(3)))
    worker.stop()
    counts = {name: statistics.mean(each) for name, each in found.items()}
    times = sum(took["fast"]) / sum(took["former"])
    limits = f"at most {MOST_SPECKLES}, before {counts['former']:.0f}"
    print(f"fast: {counts['fast']:.0f} speckles a megapixel ({limits}); {times:.2f} of the time (at most {MOST_TIMES})")


def speckles(picture: NDArray[np.uint8], converged: NDArray[np.uint8]) -> float:
    """Pixels in a million whose error differs plainly from the median error around them."""
    error = picture.astype(float) - converged
    alone = np.abs(error - median_filter(error, size=(5, 5, 1))).max(axis=2)
    return 1e6 * float((alone > STANDS_OUT).mean())


def against_kubric() -> None:
    worker = Worker()
    for name in SCENES:
        world = get_layout(name)(seed=3)
        full, small = (describe_scene(world, look(world, width=w, height=w * 2 // 3).camera) for w in (720, 300))
        take(worker, full, "fast")
        ours = statistics.median(seconds(partial(take, worker, full, "standard")) for _ in range(3))
        theirs = seconds(partial(take, worker, full, KUBRIC))
        alike = similarity(take(worker, small, "standard"), take(worker, small, CONVERGED))
        speed = f"standard {ours:.1f} s, {theirs / ours:.1f}× faster than Kubric's settings (at least 5)"
        print(f"{name}: {speed}; SSIM to 256 samples {alike:.3f} (at least 0.95)")
    worker.stop()


def take(worker: Worker, scene: dict[str, Any], preset: str | dict[str, Any]) -> NDArray[np.uint8]:
    pixels: NDArray[np.uint8] = worker.picture(object(), scene, preset, seconds=3000)["rgb"]
    return pixels


def many_scenes() -> None:
    """One process, many worlds: neither slower nor larger."""
    with PhotoRenderer(preset="fast") as renderer:
        times, sizes = [], []
        for seed in range(MANY):
            world = get_layout(SCENES[seed % len(SCENES)])(seed=seed)
            shot = Still(world, look(world, width=96, height=64).camera)
            times.append(seconds(partial(renderer.photo, shot)))
            sizes.append(renderer.workers[0].resident / 1e6)
        first, last = statistics.median(times[1:21]), statistics.median(times[-20:])
        print(f"{MANY} scenes in a row: last 20 take {last / first:.2f} of the first 20 (within 1.2)")
        print(f"memory {sizes[1]:.0f} → {sizes[-1]:.0f} MB, processes started: {renderer.workers[0].starts}")


def two_workers() -> None:
    """Two processes with half of the cores each, against one with all; and a plain sum, to know what the cores give."""
    worlds: list[World] = [get_layout("kitchen_counter")(seed=s, objects=8) for s in range(12)]
    shots = [Still(w, look(w, width=480, height=320).camera) for w in worlds]
    with (
        PhotoRenderer(preset="standard") as one,
        PhotoRenderer(preset="standard", workers=2) as two,
        ProcessPoolExecutor(2) as sums,
    ):
        for renderer in (one, two):
            list(renderer.photos(shots[:2]))
        ways: tuple[Callable[[], object], ...] = (
            partial(_all, one, shots),
            partial(_all, two, shots),
            lambda: [sums.submit(_sum).result() for _ in range(2)],
            lambda: [task.result() for task in [sums.submit(_sum) for _ in range(2)]],
        )
        least = [min(took) for took in zip(*([seconds(way) for way in ways] for _ in range(ROUNDS)), strict=True)]
    print(f"two workers: {least[0] / least[1]:.2f}× the throughput of one (above 1)")
    print(f"two processes that only add numbers: {least[2] / least[3]:.2f}× the throughput of one (2 at best)")


def _sum() -> int:
    return sum(k % 7 for k in range(20_000_000))


def _all(renderer: PhotoRenderer, shots: list[Still]) -> int:
    return sum(1 for _ in renderer.photos(shots))


def similarity(a: NDArray[np.uint8], b: NDArray[np.uint8]) -> float:
    """Mean structural similarity of two pictures' brightness (Gaussian window, sigma 1.5)."""
    x, y = (p.astype(float) @ [0.299, 0.587, 0.114] for p in (a, b))

    def mean(values: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(gaussian_filter(values, 1.5))

    mx, my = mean(x), mean(y)
    vx, vy, cov = mean(x * x) - mx * mx, mean(y * y) - my * my, mean(x * y) - mx * my
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    return float((((2 * mx * my + c1) * (2 * cov + c2)) / ((mx * mx + my * my + c1) * (vx + vy + c2))).mean())
