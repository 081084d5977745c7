"""The packs of a dataset: kept in `packs/`, so that it opens on a machine that never saw them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from diorama.data._files import sha256_of, whole_file
from diorama.data.manifest import BuildPlan, PackUse
from diorama.errors import DioramaError

FOLDER = "packs"


def load_packs(paths: Iterable[Path]) -> tuple[PackUse, ...]:
    """Load packs from their folders or files, for a plan."""
    from diorama.world.packs import pack_in

    packs = {pack.checksum: pack for pack in map(pack_in, paths)}
    return tuple(sorted((PackUse(name=p.name, sha256=p.checksum) for p in packs.values()), key=lambda use: use.sha256))


def store_packs(folder: Path, plan: BuildPlan) -> None:
    """Write the packs of a plan that are missing or damaged; they are loaded when a dataset is made."""
    for use in plan.packs:
        path = _path(folder, use)
        if path.is_file() and sha256_of(path) == use.sha256:
            continue
        from diorama.world.packs import installed, stored

        pack = installed(use.sha256)
        if pack is None:
            raise DioramaError(f"{path} is missing or damaged: it holds the pack '{use.name}'; name that in `build`")
        data = stored.to_bytes(pack)
        if len(data) > stored.MAX_BYTES:
            raise DioramaError(f"the pack '{use.name}' is larger than {stored.MAX_BYTES // 10**6} MB; split it")
        try:
            path.parent.mkdir(exist_ok=True)
        except OSError as error:
            raise DioramaError(f"cannot make the folder {path.parent}: {error.strerror or error}") from None
        with whole_file(path) as file:
            file.write(data)


def register_packs(folder: Path, plan: BuildPlan) -> None:
    """Register the assets of a dataset's packs, as the dataset keeps them."""
    for use in plan.packs:
        from diorama.world.packs import install, installed, stored

        pack = installed(use.sha256)
        if pack is None:
            path = _path(folder, use)
            if not path.is_file():  # nor a pipe, nor a device
                raise DioramaError(
                    f"{path} is missing: it holds the shapes of the pack '{use.name}', which this dataset needs; "
                    "copy it from where the dataset came from"
                )
            if path.stat().st_size > stored.MAX_BYTES or sha256_of(path) != use.sha256:
                raise DioramaError(f"{path} is damaged; copy it from where the dataset came from")
            pack = stored.read_stored(path)
        install(pack, folder.resolve())


def _path(folder: Path, use: PackUse) -> Path:
    return folder / FOLDER / f"{use.sha256[:16]}.pack"
