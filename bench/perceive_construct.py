"""Who hides whom and all questions of T1–T3, once masks and depth are there: pictures a second, and memory.

Run with `python bench/run.py perceive_construct`. At least 20 pictures of 720×480 with 30 things a second on one core,
and after 1,000 pictures no more memory than after 100.
"""

from __future__ import annotations

import resource
import time

import numpy as np
from numpy.typing import NDArray

from clock import medians
from diorama.perceive.construct.disjoint import disjoint
from diorama.perceive.construct.graph import extent, overlap_table
from diorama.perceive.construct.question import Asking
from diorama.perceive.construct.seen import Seen, Thing
from diorama.perceive.construct.tasks import TASKS
from diorama.perceive.percepts import Box, DepthMap, Mask

SIZE, THINGS, PICTURES = (480, 720), 30, 1000
ROWS, COLUMNS = np.mgrid[: SIZE[0], : SIZE[1]]


def main() -> None:
    seens = [scene(seed) for seed in range(10)]
    masks = [thing.mask for thing in seens[0].things]
    table, whole, everything = medians(
        lambda: overlap_table(masks), lambda: mask_by_mask(masks), lambda: questions(seens[0])
    )
    print(f"overlaps of {THINGS} things: {whole / table:.0f}× as fast as by comparing whole masks")
    print(f"graph and T1–T3: {everything / table:.1f}× the time of the overlaps, {questions(seens[0])} questions")
    asked, peaks = 0, []
    began = time.process_time()
    for k in range(PICTURES):
        asked += questions(seens[k % len(seens)])
        if k + 1 in (PICTURES // 10, PICTURES):
            peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    rate = PICTURES / (time.process_time() - began)
    print(f"{rate:.0f} pictures a second on one core (at least 20), {asked / PICTURES:.0f} questions each")
    print(f"memory after {PICTURES} pictures: {peaks[1] / peaks[0]:.2f} of that after {PICTURES // 10} (at most 1.02)")


def questions(seen: Seen) -> int:
    """All questions of T1–T3 about a picture of which nothing is known but what is seen."""
    asking = Asking(seen, {})
    return sum(1 for task in ("T1", "T2", "T3") for _ in TASKS.get(task).ask(asking, np.random.default_rng(0)))


def scene(seed: int) -> Seen:
    """Ellipses on a floor, nearer ones lower in the picture and in front."""
    rng = np.random.default_rng(seed)
    middles = rng.uniform((200, 60), (440, 660), (THINGS, 2))
    middles = middles[np.argsort(middles[:, 0])]
    radii = rng.uniform(20, 60, (THINGS, 2))
    masks: list[Mask] = []
    for (y, x), (high, wide) in zip(middles, radii, strict=True):
        inside = ((ROWS - y) / high) ** 2 + ((COLUMNS - x) / wide) ** 2 < 1
        masks = [*(mask & ~inside for mask in masks), inside]
    depth = np.full(SIZE, 9.0, np.float32)
    things = []
    for k, mask in enumerate(disjoint(masks)):
        depth[mask] = far = 600.0 / (middles[k, 0] + radii[k, 0])
        things.append(Thing(f"n{k}", f"the n{k}", Box(*map(float, extent(mask))), mask, 1.0, far))
    return Seen(np.zeros((*SIZE, 3), np.uint8), tuple(things), DepthMap(depth, metric=False))


def mask_by_mask(masks: list[Mask]) -> NDArray[np.float64]:
    """The same overlaps by looking at every pixel of every pair."""
    boxes = [(slice(top, bottom), slice(left, right)) for left, top, right, bottom in map(extent, masks)]
    table = np.zeros((len(masks), len(masks)))
    for i, mask in enumerate(masks):
        for j, box in enumerate(boxes):
            other = np.zeros(mask.shape, bool)
            other[box] = True
            table[i, j] = (mask & other).sum() / max(1, (mask | other).sum())
    return table


if __name__ == "__main__":
    main()
