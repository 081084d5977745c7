"""Building worlds: shapes read from the cache against shapes modelled, alone and as a part of a whole world.

The baseline is the same code with `DIORAMA_CACHE=off`; both take turns. Wall time: modelling runs
threads that mostly wait, and processor time would count their waiting.
"""

from __future__ import annotations

import os
import statistics
import tempfile
from collections.abc import Callable

from clock import seconds
from diorama.world.assets import assets, build_shape
from diorama.world.layouts import dining_table, kitchen_counter, office_desk

LAYOUTS = (kitchen_counter, dining_table, office_desk)
OBJECTS, SEEDS = 30, 4


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        modelled, kept = both(shapes, folder)
        print(f"{len(assets())} shapes: {modelled / kept:.0f}× faster from the cache than modelled (at least 10)")
        modelled, kept = both(worlds, folder)
        print(f"a world of {OBJECTS} bodies built again: {modelled / kept:.1f}× faster with the cache (at least 1.5)")
        print(f"of a world's time, modelling takes {1 - kept / modelled:.0%}")


def both(work: Callable[[], None], folder: str, rounds: int = 3) -> tuple[float, float]:
    """Seconds without and with the cache, medians of several rounds; the cache is filled first."""
    os.environ["DIORAMA_CACHE"] = folder
    build_shape.cache_clear()
    work()
    times: dict[str, list[float]] = {"off": [], folder: []}
    for _ in range(rounds):
        for setting, taken in times.items():
            os.environ["DIORAMA_CACHE"] = setting
            build_shape.cache_clear()
            taken.append(seconds(work))
    return statistics.median(times["off"]), statistics.median(times[folder])


def shapes() -> None:
    for noun in assets():
        build_shape(noun, 1)


def worlds() -> None:
    for layout in LAYOUTS:
        for seed in range(SEEDS):
            layout(seed=seed, objects=OBJECTS)


if __name__ == "__main__":
    main()
