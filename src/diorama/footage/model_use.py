"""Which model writes for us, and within which limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from diorama.errors import DioramaError


@dataclass(frozen=True)
class ModelUse:
    """A model of any provider, and how it is asked."""

    model: str
    base_url: str = ""
    args: Mapping[str, Any] = field(default_factory=dict)
    config: Mapping[str, Any] = field(default_factory=dict)
    """How it generates: temperature, max_tokens, …"""
    connections: int = 4
    retries: int = 5
    attempt_seconds: int = 300
    first_wait_seconds: float = 1.0
    failures_in_a_row: int = 16
    per_second: float = 1.0
    """How many pictures of each second it is shown, unless it is sent the film itself …"""
    long_side: int = 768
    """… and how large they are."""
    native_video: bool = False
    """Send films as they are, to models that take them."""

    def __post_init__(self) -> None:
        if self.model.startswith("diorama/"):
            raise DioramaError(f"{self.model} is a player: it answers questions, but writes none. Name a model")
        if not 0 < self.per_second <= 30:
            raise DioramaError(f"pictures a second must be more than 0 and at most 30; got {self.per_second:g}")

    @property
    def identity(self) -> list[Any]:
        """All that could change a reply."""
        shown = "video" if self.native_video else self.per_second
        told = [sorted(self.args.items()), sorted(self.config.items())]
        return [self.model, self.base_url, *told, shown, self.long_side]
