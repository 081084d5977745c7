"""How long a warped clip takes, against decoding the same clip, and whether many of them leave memory as it is.

Run with `python bench/run.py warp`. A clip of 16 frames at 720×480 should take less than two seconds on one core.
"""

from __future__ import annotations

import subprocess
import sys

import numpy as np

from clock import medians
from diorama.imagine.generators.warp import exact_warp
from diorama.imagine.tracks import Track, Tracks
from diorama.sight import Shot, draw_shot
from diorama.sight.clips import frames_of
from diorama.world import default_camera, oriented_box, project
from diorama.world.layouts import playroom_floor

FRAMES = 16
CALLS = 500
LEAKING = """
import resource, sys
import numpy as np
from diorama.imagine.generators.warp import Warp
from diorama.imagine.tracks import Track, Tracks
picture = np.random.default_rng(0).integers(100, 140, (96, 144, 3), np.uint8)
mask = np.zeros((96, 144), bool)
mask[40:60, 20:36] = True
picture[mask] = 200, 30, 30
tracks = Tracks((Track(np.linspace((28, 50), (98, 30), 4), np.ones(4, bool)),))
for call in range(int(sys.argv[1])):
    Warp(lambda point: mask).imagine(picture, tracks, "", 4, call)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000)
"""


def main() -> None:
    speed()
    memory()


def speed() -> None:
    """A thing is moved across a floor."""
    world = playroom_floor(seed=3, objects=6)
    shot = Shot(world=world, camera=default_camera(world))
    picture = draw_shot(shot)
    start = project(shot.camera, oriented_box(world[world.inventory[0]]).centre)[:2]
    tracks = Tracks((Track(np.linspace(start, (360.0, 300.0), FRAMES), np.ones(FRAMES, bool)),))
    warp = exact_warp(shot)
    clip = warp.imagine(picture, tracks, "", FRAMES, 0)
    made, seen, read = medians(
        lambda: warp.imagine(picture, tracks, "", FRAMES, 0),
        lambda: exact_warp(shot),
        lambda: sum(1 for _ in frames_of(clip)),
        runs=5,
    )
    height, width = picture.shape[:2]
    print(f"{FRAMES} frames at {width}×{height}: {made:.2f} s (at most 2), {made / read:.0f}× decoding them")
    print(f"exact masks and depth of a view: {seen / made:.2f} of that")


def memory() -> None:
    """Peak memory of a process that makes few clips, and of one that makes many."""
    peaks = []
    for calls in (CALLS // 20, CALLS):
        found = subprocess.run([sys.executable, "-c", LEAKING, str(calls)], capture_output=True, text=True, check=True)
        peaks.append(float(found.stdout))
    print(f"{CALLS} clips: {peaks[1] / peaks[0]:.2f} of the memory for {CALLS // 20} (at most 1.05)")


if __name__ == "__main__":
    main()
