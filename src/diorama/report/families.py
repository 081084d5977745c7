"""Families and sizes of models, read from their names by plain rules, or given in a file.

A size is a number of billions (or millions) of parameters as makers write it: ``8b``, ``0.5B``, ``500m``; ``30b-a3b``
has 30 in total and 3 active ones. The family is the name without its size, so that a model that thinks is never set
against one that does not. A name without a size belongs to a family
only if it ends in a known grade (``gpt-5-mini``) or is the name of such a family itself (``gpt-5``). All else is
unknown.

>>> kin_of(["qwen/Qwen3-VL-30B-A3B-Thinking"])["qwen/Qwen3-VL-30B-A3B-Thinking"]
Kin(family='qwen3-vl-thinking', billions=30.0, active_billions=3.0)
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from diorama.errors import DioramaError, first_fault
from diorama.world.model import Plain

UNKNOWN = "unknown"
_SIZE = re.compile(r"(?<![a-z0-9.])(\d+(?:\.\d+)?)([bm])(?:-a(\d+(?:\.\d+)?)b)?(?![a-z0-9])")
_GRADES = ("mini", "nano", "pro", "flash", "flash-lite", "lite", "ultra", "max", "plus", "turbo")
_DATE = re.compile(r"-(?:20\d{2}-?\d{2}-?\d{2}|\d{4}|latest|preview)$")


@dataclass(frozen=True)
class Kin:
    """To which family a model belongs, and how large it is; sizes in billions of parameters, None if unknown."""

    family: str = UNKNOWN
    billions: float | None = None
    active_billions: float | None = None


class _Given(Plain):
    """What a file says of a model."""

    family: str = Field(min_length=1)
    billions: float | None = Field(default=None, gt=0)
    active_billions: float | None = Field(default=None, gt=0)


def kin_of(models: Iterable[str], given: Mapping[str, Kin] | None = None) -> dict[str, Kin]:
    """The kin of each model: what a file says of it, or what its name says."""
    found = {name: (given or {}).get(name) or _by_name(name) for name in models}
    families = {kin.family for kin in found.values()} - {UNKNOWN}
    return {
        name: Kin(plain) if kin.family == UNKNOWN and (plain := plain_name(name)) in families else kin
        for name, kin in found.items()
    }


def read_families(path: Path) -> dict[str, Kin]:
    """A user's own mapping: for each model a table with `family` and, if known, `billions` and `active_billions`."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise DioramaError(f"cannot read {path}: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DioramaError(f"{path} is not TOML: {error}") from None
    return {name: _given(path, name, table) for name, table in tables.items()}


def _given(path: Path, name: str, table: Any) -> Kin:
    if not isinstance(table, dict):
        raise DioramaError(f'{path}: write a table for each model, such as ["{name}"] and below it family = "…"')
    try:
        given = _Given.model_validate(table)
    except ValidationError as error:
        raise DioramaError(f"{path}, model '{name}': {first_fault(error)}") from None
    return Kin(given.family, given.billions, given.active_billions)


def _by_name(model: str) -> Kin:
    name = plain_name(model)
    sizes = list(_SIZE.finditer(name))
    if len(sizes) == 1:
        number, unit, active = sizes[0].groups()
        family = "-".join(filter(None, (name[: sizes[0].start()].strip("-"), name[sizes[0].end() :].strip("-"))))
        billions = float(number) / (1 if unit == "b" else 1000)
        return Kin(family or UNKNOWN, billions, None if active is None else float(active))
    grade = next((g for g in sorted(_GRADES, key=len, reverse=True) if name.endswith(f"-{g}")), None)
    return Kin(name[: -len(grade) - 1]) if grade and not sizes else Kin()


def plain_name(model: str) -> str:
    """The last part of a name in small letters, without tags (``:free``) and dates."""
    name = re.sub(r"[_\s]+", "-", model.rsplit("/", 1)[-1].split(":")[0].lower())
    while (shorter := _DATE.sub("", name)) != name:
        name = shorter
    return name
