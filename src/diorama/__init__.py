"""Diorama: build 3D worlds, intervene, and ask what would happen if.

>>> import diorama as d
>>> world = d.layouts.kitchen_counter(seed=7, objects=12)
>>> view = d.look(world)
>>> 0 <= view.visible_fraction(world.inventory[0]) <= 1
True

Names are imported when first used, so that `import diorama` stays fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from diorama.errors import DioramaError
    from diorama.sight import Arrow, DottedPath, Frame, View, film, look, write_video
    from diorama.world import Body, Camera, Motion, World, assets, layouts, make_body, settle, simulate, viewpoints
    from diorama.world.packs import load_pack

__version__ = "0.1.0"

_HOMES = {
    "DioramaError": "diorama.errors",
    **dict.fromkeys(("Arrow", "DottedPath", "Frame", "View", "film", "look", "write_video"), "diorama.sight"),
    **dict.fromkeys(
        ("Body", "Camera", "Motion", "World", "assets", "make_body", "settle", "simulate", "viewpoints"),
        "diorama.world",
    ),
    "load_pack": "diorama.world.packs",
}

__all__ = [
    "Arrow",
    "Body",
    "Camera",
    "DioramaError",
    "DottedPath",
    "Frame",
    "Motion",
    "View",
    "World",
    "__version__",
    "assets",
    "film",
    "layouts",
    "load_pack",
    "look",
    "make_body",
    "settle",
    "simulate",
    "viewpoints",
    "write_video",
]


def __getattr__(name: str) -> Any:
    if name == "layouts":
        return import_module("diorama.world.layouts")
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'diorama' has no attribute '{name}'")


def __dir__() -> list[str]:
    return __all__
