"""Imagining by physics against only drawing its frames: estimating, stepping the world and encoding come on top.

Run with `python bench/run.py physics_imagination`. It should take no more than 1.5 times as long.
"""

from __future__ import annotations

from clock import medians
from diorama.imagine.estimates import supposed_by
from diorama.imagine.generators.filming import frames_of_supposed
from diorama.imagine.generators.physics import PhysicsGenerator
from diorama.imagine.supposed import tracks_of
from diorama.imagine.truth import truth_of
from diorama.sight import Shot, draw_shot, look
from diorama.whatif import Drop, Intervention, Move
from diorama.world.layouts import drive_floor, kitchen_counter
from diorama.world.model import World

FRAMES = 41


def main() -> None:
    floor = drive_floor(seed=1)
    counter = kitchen_counter(seed=1, objects=12)
    falling = counter.inventory[0]
    x, y, z = counter[falling].position
    lifted = counter.change(falling, position=(x, y, z + 0.4))
    driven = Move(name=floor.inventory[0], way="forward", distance=1.5)
    for what, world, supposed in (("a drive", floor, driven), ("a fall", lifted, Drop(name=falling))):
        _compare(what, world, supposed)


def _compare(what: str, world: World, supposition: Intervention) -> None:
    shot = Shot(world=world, camera=look(world).camera)
    picture, tracks = draw_shot(shot), tracks_of(truth_of(shot, supposition), FRAMES)
    supposed = supposed_by(tracks, shot)

    def draw() -> None:
        for _ in frames_of_supposed(supposed, FRAMES):
            pass

    def imagine() -> None:
        PhysicsGenerator(shot).imagine(picture, tracks, "", FRAMES, seed=0)

    def estimate() -> None:
        supposed_by(tracks, shot)

    drawn, imagined, estimated = medians(draw, imagine, estimate, runs=3)
    size = f"{shot.camera.width}×{shot.camera.height}"
    print(
        f"{what}, {len(world.names)} bodies, {FRAMES} frames of {size}: {imagined / drawn:.2f}× drawing (at most 1.5)"
    )
    print(f"  of it estimating and stepping: {estimated / drawn:.2f}×")
