"""The packs of a dataset: kept in `packs/`, so that it opens on a machine that never saw them."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from diorama.data._files import whole_file
from diorama.data.manifest import BuildPlan, PackUse
from diorama.errors import DioramaError

FOLDER = "packs"
MAX_BYTES = 1_000_000_000


def used(folders: Iterable[Path]) -> tuple[PackUse, ...]:
    """Load packs from their folders, for a plan."""
    from diorama.world.packs import pack_in

    packs = {pack.checksum: pack for pack in map(pack_in, folders)}
    return tuple(sorted((PackUse(name=p.name, sha256=p.checksum) for p in packs.values()), key=lambda use: use.sha256))


def keep(folder: Path, plan: BuildPlan) -> None:
    """Write what is missing of a plan's packs; they are loaded when a dataset is made."""
    for use in plan.packs:
        path = _path(folder, use)
        if path.is_file():
            continue
        from diorama.world.packs import installed, stored

        pack = installed(use.sha256)
        if pack is None:
            raise DioramaError(f"{path} is missing: it holds the pack '{use.name}'; build with --pack to write it")
        try:
            path.parent.mkdir(exist_ok=True)
        except OSError as error:
            raise DioramaError(f"cannot make the folder {path.parent}: {error.strerror or error}") from None
        with whole_file(path) as file:
            file.write(stored.to_bytes(pack))


def bring(folder: Path, plan: BuildPlan) -> None:
    """Register the assets of a dataset's packs, from the dataset itself; those that are registered stay."""
    for use in plan.packs:
        from diorama.world.packs import install, installed, stored

        if installed(use.sha256) is not None:
            continue
        path = _path(folder, use)
        try:
            with path.open("rb") as stream:
                data = stream.read(MAX_BYTES + 1)
        except OSError as error:
            raise DioramaError(
                f"{path} cannot be read ({error.strerror or error}): it holds the shapes of the pack '{use.name}', "
                "without which this dataset cannot be opened; copy it from where the dataset came from"
            ) from None
        if len(data) > MAX_BYTES or sha256(data).hexdigest() != use.sha256:
            raise DioramaError(f"{path} is damaged; copy it from where the dataset came from")
        try:
            install(stored.from_bytes(data))
        except DioramaError as error:
            raise DioramaError(f"{path}: {error}") from None


def _path(folder: Path, use: PackUse) -> Path:
    return folder / FOLDER / f"{use.sha256[:16]}.pack"
