"""Exact sight of fifty bodies at 720×480 against one MuJoCo segmentation render for each body."""

from __future__ import annotations

import resource

from clock import medians, seconds
from diorama.sight import DraftRenderer, look, see
from diorama.sight.exact import backdrop
from diorama.world.layouts import kitchen_counter


def main() -> None:
    world = kitchen_counter(seed=1, objects=50)
    camera = look(world).camera
    renderer = DraftRenderer(world, width=camera.width, height=camera.height, rough=True)

    def one_render_for_each_body() -> None:
        for name in world.names:
            renderer.segmentation(camera, only=name)

    def masks() -> None:
        backdrop.cache_clear()
        sight = see(world, camera)
        for name in sight.names:
            sight.visible_px(name)
            sight.silhouette(name)

    def layers() -> None:
        backdrop.cache_clear()
        sight = see(world, camera)
        assert sight.ids.size and sight.layers.depth.size

    first = seconds(lambda: see(world, camera))
    per_body, seen, layered = medians(one_render_for_each_body, masks, layers)
    moved = world.change(world.names[0], position=(0.0, 0.0, 2.0))
    fresh, again, without = medians(
        masks, lambda: see(moved, camera).ids, lambda: see(world, camera).without(world.names[:1]).ids
    )
    triangles = renderer._model.mesh_facenum.sum()
    print(f"{len(world.names)} bodies, {triangles} triangles, {camera.width}×{camera.height}")
    print(f"visible + silhouettes + depth: {per_body / seen:.1f}× faster than a render per body (at least 4)")
    print(f"full layer stack: {per_body / layered:.1f}× faster than a render per body (at least 1)")
    print(
        f"a moved body: {again / fresh:.2f} of a first view, without one: {without / fresh:.2f} (no rebuild: at most 1)"
    )
    print(f"the very first view, building every tree: {first / fresh:.1f}× a later one")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(f"peak memory {peak:.2f} GB (limit 1.5)")
