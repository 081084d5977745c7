"""Generators by name, as users write them: ``warp``, ``physics(renderer='photo')``, ``videos(url='http://…')``.

A maker gets what may be known of the sample, and its own settings as keyword arguments. Packages add theirs by the
entry point `diorama.generators`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from diorama.imagine.generators.protocol import Generator
from diorama.imagine.supposed import Supposed
from diorama.plugins import Registry
from diorama.sight import Shot
from diorama.specs import Argument, arguments_of, filled, read_spec

SMALL_FILE = 1 << 22
"""Bytes of a file that is read to see whether it has changed."""


@dataclass(frozen=True)
class Known:
    """What a generator may know of a sample beyond its picture; each raises `CannotImagine` where there is nothing."""

    shot: Callable[[], Shot]
    """The picture as a still of a world."""
    truth: Callable[[], Supposed]
    """What would really happen."""
    digest: Callable[[], str]
    """A checksum of all of it."""


@dataclass(frozen=True)
class GeneratorMaker:
    """How a generator is made for one sample."""

    name: str
    make: Callable[..., Generator]
    """From `Known` and settings."""
    knows_world: bool
    """Whether what it makes depends on the sample's world, and not on the picture and its tracks alone."""
    version: int
    """Raise it when the same request gives another clip: what was kept of earlier ones is not used any more."""
    arguments: tuple[Argument, ...]
    _checks: list[Callable[..., None]] = field(default_factory=list, repr=False, compare=False)

    def check(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Register what tells settings that cannot work, given all of them by name; it raises a `DioramaError`.

        It is asked before any model is, so it needs no sample, contacts nobody and loads no weights.
        """
        self._checks.append(function)
        return function


@dataclass(frozen=True)
class GeneratorSpec:
    """A generator with its settings."""

    maker: GeneratorMaker
    settings: Mapping[str, Any] = field(default_factory=dict)
    """All of them, defaults included."""

    @property
    def key(self) -> str:
        """Everything that it was told, and what stands in the files that it was told of: equal keys, equal clips."""
        return json.dumps([self.maker.name, [[n, v, _content(v)] for n, v in sorted(self.settings.items())]])

    def check_settings(self) -> None:
        """Refuse, in one line, settings with which no clip can be made."""
        for check in self.maker._checks:
            check(**self.settings)

    def generator(self, known: Known) -> Generator:
        return self.maker.make(known, **self.settings)


def _content(value: object) -> str:
    """A checksum of the file that a setting names, if it is a small one."""
    try:
        path = Path(value) if isinstance(value, str) and value else None
        if path is None or not path.is_file() or path.stat().st_size > SMALL_FILE:
            return ""
        return sha256(path.read_bytes()).hexdigest()
    except (OSError, ValueError):
        return ""


def generator(
    name: str, *, knows_world: bool, version: int = 1
) -> Callable[[Callable[..., Generator]], GeneratorMaker]:
    """Make a generator's maker of a function; its keyword arguments are the settings."""

    def made(make: Callable[..., Generator]) -> GeneratorMaker:
        return GeneratorMaker(name, make, knows_world, version, arguments_of(f"generator '{name}'", make))

    return made


GENERATORS: Registry[GeneratorMaker] = Registry(
    "diorama.generators",
    "generator",
    {
        name: f"diorama.imagine.generators.makers:{name}"
        for name in ("comfy", "diffusion", "physics", "truth", "videos", "warp")
    },
    GeneratorMaker,
)


def read_generator(text: str) -> GeneratorSpec:
    """``name`` or ``name(key=value, …)`` as a generator with its settings."""
    name, given = read_spec(text, "generator")
    maker = GENERATORS.get(name)
    return GeneratorSpec(maker, filled(f"generator '{name}'", maker.arguments, given))
