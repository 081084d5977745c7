"""Assets: parametric recipes for everyday things, one file for each kind of thing.

Every module of this folder that registers assets is imported here, so adding one is adding a file.

>>> get_asset("mug").container
True
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from diorama.world.assets.registry import (
    Asset,
    Offer,
    Range,
    asset,
    assets,
    build_shape,
    decal_of,
    get_asset,
    offering,
    register,
    unregister,
)

_MACHINERY = {"choosing", "decals", "heads", "printing", "profiles", "registry"}

for _module in iter_modules(__path__):
    if _module.name not in _MACHINERY:
        import_module(f"{__name__}.{_module.name}")

__all__ = [
    "Asset",
    "Offer",
    "Range",
    "asset",
    "assets",
    "build_shape",
    "decal_of",
    "get_asset",
    "offering",
    "register",
    "unregister",
]
