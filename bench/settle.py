"""Settling a world of twenty bodies, counted in draft pictures of the same world (at most five)."""

from __future__ import annotations

import statistics

from clock import seconds
from diorama.sight import DraftRenderer, look
from diorama.world import Simulation, World, replace, settle
from diorama.world.layouts import kitchen_counter

SEEDS = 50


def main() -> None:
    rounds = [in_frames(kitchen_counter(seed=seed, objects=20)) for seed in range(SEEDS)]
    whole, model = (statistics.median(column) for column in zip(*rounds, strict=True))
    print(f"settling 20 bodies: {whole:.1f} draft frames, median of {SEEDS} seeds (at most 5)")
    print(f"of which building the model: {model:.1f}")


def in_frames(world: World) -> tuple[float, float]:
    """Settling a world again from 1 mm above its rest, and building its model, in draft frames."""
    raised = replace(
        world, bodies=tuple(replace(b, position=(*b.position[:2], b.position[2] + 0.001)) for b in world.bodies)
    )
    camera = look(world).camera
    with DraftRenderer(world, width=camera.width, height=camera.height) as renderer:
        renderer.picture(camera)
        frame = statistics.median(seconds(lambda: renderer.picture(camera)) for _ in range(3))
    return seconds(lambda: settle(raised)) / frame, seconds(lambda: Simulation(raised)) / frame
