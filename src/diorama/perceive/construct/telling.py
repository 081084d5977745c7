"""What modules and gates say, as plain JSON: for traces, lists and pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from diorama.perceive.construct.seen import Gate, Module
from diorama.perceive.registry import ProviderSpec


def told_module(module: Module) -> dict[str, Any]:
    """What a module did."""
    return {"module": module.name, **finite(module.found)}


def told_gate(gate: Gate) -> dict[str, Any]:
    """What a gate measured, and whether that passes."""
    return {
        "gate": gate.name, "passed": bool(gate.passed), "measure": finite(float(gate.measure)),
        "threshold": finite(float(gate.threshold)), "about": list(gate.about),
    }  # fmt: skip


def told_provider(spec: ProviderSpec) -> str:
    """A provider as users write it: ``plane(horizon=-0.2)``."""
    settings = ", ".join(f"{name}={value!r}" for name, value in spec.settings.items())
    return f"{spec.maker.name}({settings})"


def finite(value: Any) -> Any:
    """Data as JSON can hold them: numbers of numpy as numbers, and None for what is no number."""
    if isinstance(value, Mapping):
        return {str(key): finite(each) for key, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [finite(each) for each in value]
    if isinstance(value, bool | np.bool_):
        return bool(value)
    if isinstance(value, float | np.floating):
        return round(float(value), 6) if np.isfinite(value) else None
    return int(value) if isinstance(value, np.integer) else value
