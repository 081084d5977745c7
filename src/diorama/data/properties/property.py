"""What a property of samples is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from diorama.data.sample import Sample


@dataclass(frozen=True)
class Property:
    """One number (or word) for each sample, or None where a sample has no such thing."""

    name: str
    title: str
    """What tables call it: ``number of objects``."""
    about: str
    """What it is, in one sentence."""
    value: Callable[[Sample], float | str | None]
    """From a sample without pictures and trace."""
    words: bool = False
    """Whether its values are words, which have no order: the kind of scene, where a question comes from."""
    slow: bool = False
    """Whether it casts rays or simulates: then it is only computed on request, and kept."""
    recorded: str = ""
    """The field of a record that holds it too, so that it is known without the dataset."""
    rules: int = 1
    """To be raised when `value` changes, so that kept values are computed anew."""
