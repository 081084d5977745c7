"""A renderer of your own: anything that can draw a world through a camera. This one paints in flat colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from PIL import Image

from diorama.sight import frame_times, label_colours, look, see
from diorama.sight.renderers import Pixels
from diorama.world import Camera, Motion, World
from diorama.world.layouts import dining_table


class FlatColours:
    """What is where, and nothing else: no light, no shade."""

    presets: tuple[str, ...] = ()

    def picture(self, world: World, camera: Camera, *, muted: Sequence[str] = (), preset: str = "") -> Pixels:
        return np.asarray(label_colours(see(world, camera)), np.uint8)

    def film(self, motion: Motion, camera: Camera, *, fps: int, preset: str = "") -> Iterator[Pixels]:
        for seconds in frame_times(motion, fps):
            yield self.picture(motion.at(seconds), camera)


FLAT = FlatColours()

if __name__ == "__main__":
    view = look(dining_table(seed=2, objects=10), width=360, height=240)
    Image.fromarray(FLAT.picture(view.world, view.camera)).save("flat.png")
    print("flat.png shows", len(view.world.inventory), "objects")
