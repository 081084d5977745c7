"""A trace as reviewers read it: what each module found, what each gate measured, and the rest as facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from diorama.data import Sample
from diorama.studio.browse.view import Fact, SampleView, in_words

MODULES, GATES = "modules", "gates"


@dataclass(frozen=True)
class GateLine:
    """What a gate measured."""

    name: str
    passed: bool | None
    """None if that is not said."""
    measure: str
    threshold: str
    about: str


@dataclass(frozen=True)
class ModuleLine:
    """What a module of the pipeline did."""

    name: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class TraceView:
    """A sample's trace."""

    facts: tuple[Fact, ...]
    gates: tuple[GateLine, ...]
    modules: tuple[ModuleLine, ...]


def trace_view(view: SampleView) -> TraceView:
    """The trace of a sample: samples made from pictures list their modules and gates, others hold plain facts."""
    sample = view.sample
    gates, modules = _tables(sample, GATES, "gate"), _tables(sample, MODULES, "module")
    apart = {name.replace("_", " ") for name, found in ((GATES, gates), (MODULES, modules)) if found}
    return TraceView(
        tuple(fact for fact in view.facts if fact.name not in apart),
        tuple(_gate(each, sample) for each in gates),
        tuple(ModuleLine(str(each["module"]), _facts(each, sample)) for each in modules),
    )


def _tables(sample: Sample, name: str, key: str) -> list[Mapping[str, Any]]:
    """A list of tables in the trace that each have a name."""
    found = sample.trace.get(name)
    if not isinstance(found, list) or not all(isinstance(each, dict) and key in each for each in found):
        return []
    return found


def _gate(each: Mapping[str, Any], sample: Sample) -> GateLine:
    passed = each.get("passed")
    return GateLine(
        str(each["gate"]), passed if isinstance(passed, bool) else None,
        *(in_words(each.get(name), sample.phrases) for name in ("measure", "threshold", "about")),
    )  # fmt: skip


def _facts(each: Mapping[str, Any], sample: Sample) -> tuple[Fact, ...]:
    rest = ((name, value) for name, value in each.items() if name != "module")
    return tuple(Fact(name.replace("_", " "), in_words(value, sample.phrases)) for name, value in rest)
