"""Providers by role and name, as users write them: ``depth=depth_anything(model='FOLDER')``, ``segment=grabcut``.

A maker gets the shot that a picture is of, where it is one of ours, and its own settings as keyword arguments. Packages
add theirs by the entry points `diorama.perceive.detect`, `.segment`, `.depth`, `.materials`, `.inpaint`, `.quality`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from diorama.errors import DioramaError, UnknownName, short
from diorama.perceive.percepts import Provider
from diorama.plugins import Registry
from diorama.sight import Shot
from diorama.specs import Argument, arguments_of, filled, read_spec

ROLES = ("detect", "segment", "depth", "materials", "inpaint", "quality")


@dataclass(frozen=True)
class ProviderMaker:
    """How a provider is made."""

    name: str
    role: str
    make: Callable[..., Provider]
    """From the shot (None for a foreign picture) and settings."""
    knows_world: bool
    """Whether it looks at the world of the shot, and not at the picture alone: it needs one then."""
    version: int
    """Raise it when the same picture gives another result: what was kept of earlier ones is not used any more."""
    arguments: tuple[Argument, ...]
    _checks: list[Callable[..., None]] = field(default_factory=list, repr=False, compare=False)

    def check(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Register what tells settings that cannot work, given all of them by name; it raises a `DioramaError`.

        It is called before any picture is looked at, so it loads no weights and contacts nobody.
        """
        self._checks.append(function)
        return function


@dataclass(frozen=True)
class ProviderSpec:
    """A provider with its settings."""

    maker: ProviderMaker
    settings: Mapping[str, Any] = field(default_factory=dict)
    """All of them, defaults included."""

    @property
    def key(self) -> str:
        """Everything that it was told: equal keys and equal pictures, equal results."""
        return json.dumps([self.maker.role, self.maker.name, self.maker.version, sorted(self.settings.items())])

    def check_settings(self) -> None:
        """Refuse, in one line, settings with which nothing can be perceived."""
        for check in self.maker._checks:
            check(**self.settings)

    def make(self, shot: Shot | None) -> Provider:
        return self.maker.make(shot, **self.settings)


def provider(
    role: str, name: str, *, knows_world: bool = False, version: int = 1
) -> Callable[[Callable[..., Provider]], ProviderMaker]:
    """Make a provider's maker of a function; its keyword arguments are the settings."""

    def made(make: Callable[..., Provider]) -> ProviderMaker:
        return ProviderMaker(name, role, make, knows_world, version, arguments_of(f"provider '{name}'", make))

    return made


_FILES = "diorama.perceive.providers"
_OURS: Mapping[str, Mapping[str, str]] = {
    "detect": {
        "files": f"{_FILES}.box_files:box_files",
        "grounding_dino": f"{_FILES}.grounding_dino:grounding_dino",
        "noisy": f"{_FILES}.noisy:noisy_detect",
        "oracle": f"{_FILES}.oracle:oracle_detect",
        "owlv2": f"{_FILES}.owlv2:owlv2",
        "vlm": f"{_FILES}.vlm:vlm",
    },
    "segment": {
        "files": f"{_FILES}.files:mask_files",
        "grabcut": f"{_FILES}.grabcut:grabcut",
        "grounded": f"{_FILES}.grounded:grounded",
        "noisy": f"{_FILES}.noisy_masks:noisy_segment",
        "oracle": f"{_FILES}.oracle:oracle_segment",
        "sam": f"{_FILES}.sam:sam",
        "sam2": f"{_FILES}.sam2:sam2",
        "sam3": f"{_FILES}.sam3:sam3",
    },
    "depth": {
        "depth_anything": f"{_FILES}.depth_anything:depth_anything",
        "files": f"{_FILES}.files:depth_files",
        "noisy": f"{_FILES}.noisy:noisy_depth",
        "oracle": f"{_FILES}.oracle:oracle_depth",
        "plane": f"{_FILES}.plane:plane",
    },
    "materials": {
        "clip": f"{_FILES}.clip:clip",
        "noisy": f"{_FILES}.noisy:noisy_materials",
        "oracle": f"{_FILES}.oracle:oracle_materials",
    },
    "inpaint": {
        "diffusers": f"{_FILES}.diffusers_inpaint:diffusers",
        "noisy": f"{_FILES}.noisy_fillings:noisy_inpaint",
        "oracle": f"{_FILES}.oracle:oracle_inpaint",
        "patchmatch": f"{_FILES}.fills:patchmatch",
        "shift_fill": f"{_FILES}.fills:shift_fill",
        "telea": f"{_FILES}.fills:telea",
    },
    "quality": {
        "artefacts": f"{_FILES}.artefacts:artefacts",
        "noisy": f"{_FILES}.noisy_fillings:noisy_quality",
        "oracle": f"{_FILES}.oracle:oracle_quality",
    },
}
PROVIDERS: Mapping[str, Registry[ProviderMaker]] = {
    role: Registry(f"diorama.perceive.{role}", f"provider of {role}", own, ProviderMaker) for role, own in _OURS.items()
}
"""By role, then by name."""


def read_provider(role: str, text: str) -> ProviderSpec:
    """``name`` or ``name(key=value, …)`` as a provider of a role, with its settings."""
    if role not in PROVIDERS:
        raise UnknownName("role", role, PROVIDERS)
    name, given = read_spec(text, "provider")
    maker = PROVIDERS[role].get(name)
    return ProviderSpec(maker, filled(f"provider '{name}'", maker.arguments, given))


def read_roles(texts: Iterable[str], option: str = "--provider") -> dict[str, ProviderSpec]:
    """Providers by role from words such as ``depth=depth_anything(model='FOLDER')``; settings that cannot work fail."""
    specs: dict[str, ProviderSpec] = {}
    for text in texts:
        role, given, spec = text.partition("=")
        if not given or role not in ROLES:
            raise DioramaError(f"{option} is ROLE=PROVIDER, with {', '.join(ROLES)}; got '{short(text, 60)}'")
        if role in specs:
            raise DioramaError(f"{option} {role}= is given twice")
        specs[role] = read_provider(role, spec)
        specs[role].check_settings()
    return specs
