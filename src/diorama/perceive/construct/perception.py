"""Who perceives, and what is looked for: all that it takes to get from the file of a picture to what is in it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from diorama.errors import DioramaError
from diorama.perceive.construct.inventory import Inventory, take_inventory
from diorama.perceive.construct.labels import Labels, read_labels
from diorama.perceive.construct.limits import Limits
from diorama.perceive.kept import places_in, provider_of
from diorama.perceive.percepts import Pixels, Provider
from diorama.perceive.pictures import read_picture
from diorama.perceive.providers.wishes import CannotPerceive
from diorama.perceive.registry import ProviderSpec, read_provider, read_roles

USUAL = {"segment": "grabcut", "depth": "plane", "inpaint": "shift_fill", "quality": "artefacts"}
"""Providers that need no weights; for the other roles there are none."""
ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".tif", ".tiff", ".gif")
"""Of files that are taken for pictures."""


class Unusable(DioramaError):
    """A picture about which nothing can be asked, today or tomorrow; the message names its file."""


@dataclass(frozen=True)
class Perception:
    """Providers by role, names to look for, and limits."""

    specs: Mapping[str, ProviderSpec]
    labels: Labels
    limits: Limits = field(default_factory=Limits)

    @cached_property
    def providers(self) -> Mapping[str, Provider]:
        """Providers by role, for pictures that no world is known of; weights are loaded when they are needed."""
        return {role: provider_of(spec) for role, spec in self.specs.items()}

    def reads_from(self) -> set[Path]:
        """Folders that providers and lists of names are read from."""
        values = [value for spec in self.specs.values() for value in spec.settings.values() if isinstance(value, str)]
        named = [Path(place) for value in values for place in places_in(value)]
        lists = [] if self.labels.folder is None else [self.labels.folder]
        return {folder_of(place) for place in (*named, *lists) if os.path.exists(place)}

    def look(self, path: Path) -> Inventory:
        """What is in the picture of a file."""
        return self.look_at(self.read(path), path)

    def read(self, path: Path) -> Pixels:
        """The picture of a file; `Unusable` if it is none."""
        try:
            return read_picture(path)
        except DioramaError as error:
            raise Unusable(str(error)) from None

    def look_at(self, picture: Pixels, path: Path) -> Inventory:
        """What is in a picture that was read from a file; `Unusable` if nothing is."""
        try:
            names = self.labels.of(path)
        except DioramaError as error:
            raise Unusable(f"{path.name}: {error}") from None
        on_ground = self.specs["depth"].maker.name == "plane"
        try:
            found = take_inventory(picture, self.providers, names, self.limits, on_ground=on_ground)
        except CannotPerceive as error:
            raise Unusable(f"{path.name}: {error}") from None
        if not found.seen.things:
            raise Unusable(f"{path.name}: {_why_empty(found, names)}")
        return found


def _why_empty(found: Inventory, names: Sequence[str]) -> str:
    """Whether nothing was found, or nothing of it was left."""
    left_out = found.left_out
    if not left_out:
        return f"nothing that was looked for is in it ({len(names)} names)"
    return f"nothing is left of {len(left_out)} things that were found: of the first, {left_out[0]['why']}"


def read_perception(
    providers: Iterable[str], names: str | None, *, needed: Sequence[str] = (), limits: Limits | None = None
) -> Perception:
    """Providers as users write them, with usual ones for roles that are not named; `needed` roles have to be there."""
    given = read_roles(providers)
    if "detect" not in given:
        raise DioramaError(
            "say who finds things: --provider \"detect=owlv2(model='FOLDER')\", or your own boxes: "
            "--provider \"detect=files(boxes='FOLDER', pictures='FOLDER')\""
        )
    for role in needed:
        if role not in given and role not in USUAL:
            raise DioramaError(f"the tasks need a provider of {role}: --provider {role}=…")
    for role, spec in given.items():
        if spec.maker.knows_world:
            raise DioramaError(f"{role}={spec.maker.name} sees our own worlds only, and these pictures have none")
    specs = {role: given.get(role) or read_provider(role, USUAL[role]) for role in {*given, *USUAL}}
    for role in sorted(specs):
        specs[role].check_settings()
    return Perception(dict(sorted(specs.items())), read_labels(names), limits or Limits())


def folder_of(place: Path) -> Path:
    """A folder itself, or the one that a file is in."""
    return (place if place.is_dir() else place.parent).resolve()


def printable_name(path: Path) -> str:
    """The name of a file as a text that can be written: bytes that are not UTF-8 are shown as such."""
    return os.fsencode(path.name).decode("utf-8", "backslashreplace")


def pictures_in(places: Iterable[Path]) -> list[Path]:
    """Files as they are given, and the pictures in folders, by name; a folder without any is an error."""
    files: list[Path] = []
    for place in places:
        if place.is_dir():
            inside = sorted(each for each in place.iterdir() if each.suffix.lower() in ENDINGS and os.path.isfile(each))
            if not inside:
                raise DioramaError(f"there are no pictures in {place}: {', '.join(ENDINGS)}")
            files += inside
        else:
            files.append(place)
    return list(dict.fromkeys(files))
