"""The packs whose assets are registered in this process, each under a checksum of all it holds."""

from __future__ import annotations

from dataclasses import dataclass

from diorama.errors import DioramaError
from diorama.world.assets.registry import Asset, find_asset, register, unregister


@dataclass(frozen=True)
class Pack:
    """Assets that came together from outside."""

    name: str
    license: str
    assets: tuple[Asset, ...]
    checksum: str
    """Of everything in it; each of its assets bears it."""


_INSTALLED: dict[str, Pack] = {}


def installed(checksum: str) -> Pack | None:
    """The pack of that checksum, if its assets are registered."""
    return _INSTALLED.get(checksum)


def install(pack: Pack) -> Pack:
    """Register the assets of a pack, all of them or none."""
    for new in pack.assets:
        if find_asset(new.noun) is not None:
            raise DioramaError(
                f"the pack '{pack.name}' brings a {new.noun}, and there is another asset of that name already: "
                "use one of them at a time"
            )
    for new in pack.assets:
        register(new)
    _INSTALLED[pack.checksum] = pack
    return pack


def uninstall(pack: Pack) -> None:
    """Forget the assets of a pack."""
    if _INSTALLED.pop(pack.checksum, None) is not None:
        for old in pack.assets:
            unregister(old.noun)
