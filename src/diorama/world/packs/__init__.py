"""Packs: assets from mesh files that users bring, with the same promises as the built-in ones.

A pack is a folder of GLB, OBJ, STL or PLY meshes and a `pack.toml` that says of each what a generator would: its
noun, real size, which way is up, what it is made of, whether it contains or carries things. A dataset that was built
with a pack keeps it in one file (`stored`).

    from diorama.world.packs import load_pack
    load_pack("garage")
    world = d.layouts.workbench(seed=1)
"""

from diorama.world.packs.loading import load_pack, pack_in
from diorama.world.packs.pack import Pack, install, installed

__all__ = ["Pack", "install", "installed", "load_pack", "pack_in"]
