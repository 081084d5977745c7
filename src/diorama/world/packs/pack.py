"""The packs whose assets are registered in this process, each under a checksum of all it holds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

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
_HOLDERS: dict[str, set[Path]] = {}
"""The folders, of packs and of datasets, that each pack was installed for."""


def installed(checksum: str) -> Pack | None:
    """The pack of that checksum, if its assets are registered."""
    return _INSTALLED.get(checksum)


def install(pack: Pack, by: Path, *, instead_of: Pack | None = None) -> Pack:
    """Register the assets of a pack for a folder, all of them or none.

    What the folder held before (`instead_of`) is forgotten, unless another folder needs it.
    """
    same = _INSTALLED.get(pack.checksum)
    if same is None:
        leaving = instead_of is not None and _HOLDERS.get(instead_of.checksum) == {by}
        going = {old.noun for old in instead_of.assets} if instead_of is not None and leaving else set()
        for new in pack.assets:
            other = find_asset(new.noun)
            if other is not None and new.noun not in going:
                todo = "use one of them at a time" if other.pack else "give it another noun"
                brings = f"the pack '{pack.name}' brings a {new.noun}"
                raise DioramaError(f"{brings}, and there is another asset of that name already: {todo}")
    if instead_of is not None and instead_of.checksum != pack.checksum:
        release(instead_of, by)
    if same is None:
        for new in pack.assets:
            register(new)
        _INSTALLED[pack.checksum] = pack
    _HOLDERS.setdefault(pack.checksum, set()).add(by)
    return same or pack


def release(pack: Pack, by: Path) -> None:
    """A folder no longer needs a pack; the assets of one that nobody needs are forgotten."""
    holders = _HOLDERS.get(pack.checksum, set())
    holders.discard(by)
    if not holders and _INSTALLED.pop(pack.checksum, None) is not None:
        del _HOLDERS[pack.checksum]
        for old in pack.assets:
            unregister(old.noun)
