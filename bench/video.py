"""How fast events are simulated and filmed, and whether reading clips for a model stays small.

Run with `python bench/run.py video`, or `python bench/video.py 12` for twelve events. Two workers at 640×360 with 24
frames a second should make more seconds of film than pass. Encoding runs beside drawing; sampling frames from a clip
ten times as long takes no more memory.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

from clock import medians
from diorama.sight import FPS, film, write_video
from diorama.suites.video.eyes import exo, held_points
from diorama.suites.video.tracks import Tracks
from diorama.world.events import EVENTS, make_event

SAMPLING = """
import resource, sys
from pathlib import Path
from diorama.sight.clips import sampled_frames
count = sum(1 for _ in sampled_frames(Path(sys.argv[1]).read_bytes(), per_second=1))
print(count, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000)
"""


def main(count: int = 8) -> None:
    kinds = [list(EVENTS)[k * len(EVENTS) // count] for k in range(count)]
    os.environ.setdefault("LP_NUM_THREADS", "1")  # as in the workers of a build
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        list(pool.map(time.sleep, [0.1, 0.1]))
        start = time.perf_counter()
        times = list(pool.map(simulate_and_film, kinds))
        took = time.perf_counter() - start
    simulated, filmed, seconds = (sum(column) for column in zip(*times, strict=True))
    print(f"two workers: {seconds / took:.2f} s of film a second (at least 1)")
    print(f"one worker: simulated {seconds / simulated:.1f}×, filmed {seconds / filmed:.2f}× as fast as it happens")
    overlap()
    memory()


def simulate_and_film(kind: str) -> tuple[float, float, float]:
    """Seconds that it took to simulate an event, to film it, and that it lasts."""
    rng = np.random.default_rng(1)
    start = time.perf_counter()
    event = make_event(kind, rng)
    motion = event.play()
    simulated = time.perf_counter() - start
    camera = exo(event, held_points(event, Tracks.of(motion), 2.0, event.seconds), 30.0, rng).camera
    with tempfile.TemporaryDirectory() as folder:
        write_video(Path(folder) / "film.mp4", film(motion, camera))
    return simulated, time.perf_counter() - start - simulated, event.seconds


def overlap() -> None:
    """Drawing and encoding at the same time against one after the other."""
    rng = np.random.default_rng(1)
    event = make_event("bowling", rng)
    motion = event.play()
    camera = exo(event, held_points(event, Tracks.of(motion), 2.0, event.seconds), 30.0, rng).camera
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "film.mp4"
        beside, after = medians(
            lambda: write_video(path, film(motion, camera)),
            lambda: write_video(path, list(film(motion, camera))),
            runs=3,
        )
    print(f"encoding beside drawing: {beside / after:.2f} of drawing first (at most 1)")


def memory() -> None:
    """The peak memory of a process that samples frames from a clip, and from one ten times as long."""
    noise = np.random.default_rng(0).integers(0, 255, (48, 360, 640, 3), np.uint8)
    with tempfile.TemporaryDirectory() as folder:
        peaks = []
        for seconds in (10, 100):
            path = Path(folder) / f"{seconds}.mp4"
            write_video(path, (noise[k % 48] for k in range(seconds * FPS)), crf=40)
            found = subprocess.run([sys.executable, "-c", SAMPLING, path], capture_output=True, text=True, check=True)
            peaks.append(float(found.stdout.split()[1]) - path.stat().st_size / 1e6)
    print(f"sampling 100 s of clip: {peaks[1] / peaks[0]:.2f} of the memory for 10 s (at most 1.2)")


if __name__ == "__main__":
    main(*(int(a) for a in sys.argv[1:2]))
