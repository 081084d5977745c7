"""A model under the laboratory's instruments: its weights, its processor, and where its parts are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from diorama.ask.engine.weights import load_outline, load_vlm, model_type, weights_checksum
from diorama.lab.family import Family, family_of


@dataclass(frozen=True, eq=False)
class Subject:
    """A model that is looked into."""

    name: str
    model: Any
    processor: Any
    family: Family
    weights: str = ""
    """What tells its weights from others."""

    @property
    def device(self) -> Any:
        """Where its inputs go."""
        return self.model.device


def load_subject(name: str, *, device: str = "auto", dtype: str = "auto") -> Subject:
    """Load a model from a folder or by its name on the hub; code that comes with it is not run.

    With the device `auto` it goes to the graphics card if there is one; `map` spreads it over all there are.
    """
    family_of(model_type(name))  # a model of another kind is refused before its weights are read
    spread = {"device_map": "auto"} if device == "map" else {}
    where = None if device in ("auto", "map") else device
    processor, model = load_vlm(name, device=where, dtype=dtype, **spread)
    return Subject(name, model.eval(), processor, family_of(model.config.model_type), weights_checksum(name, model))


def outline_of(name: str) -> Subject:
    """A model's parts without its weights: enough to tell its sites."""
    return subject_of(name, load_outline(name), None)


def subject_of(name: str, model: Any, processor: Any) -> Subject:
    """A model that is in memory already."""
    return Subject(name, model.eval(), processor, family_of(model.config.model_type))
