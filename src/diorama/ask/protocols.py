"""Protocols: the settings under which a paper measured, as data.

A protocol says how questions of its suites are asked; what it does not say is left to the provider. The facts come from
the papers, the sentences are ours. Packages add protocols by the entry point `diorama.protocols`.

>>> from diorama.ask.protocols import PROTOCOLS
>>> PROTOCOLS.get("causalspatial").repeats
5
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from diorama.ask.thinking import Thinking
from diorama.plugins import Registry


@dataclass(frozen=True)
class Protocol:
    """How a paper asked its questions."""

    name: str
    suites: tuple[str, ...]
    """The suites whose questions it fits."""
    about: str
    """Whose settings these are, in one line."""
    strategy: str = "direct"
    """How a question is put, and so the form in which the reply is wanted."""
    repeats: int = 1
    temperature: float | None = None
    max_tokens: int | None = None
    thinking: Thinking | None = None
    wordings: Literal["varied", "fixed"] = "varied"
    """As the dataset has them, or one for each task."""
    system: str = ""
    """A system prompt; none unless given."""
    pictures: tuple[int, int] | None = None
    """Width and height that pictures should have. They are sent as stored; another size is a deviation."""

    @property
    def config(self) -> dict[str, Any]:
        """How the model generates, as far as the protocol says."""
        given = {"temperature": self.temperature, "max_tokens": self.max_tokens, "system_message": self.system or None}
        return {name: value for name, value in given.items() if value is not None}

    @property
    def settings(self) -> str:
        """All of it in a few words."""
        words = [
            f"strategy {self.strategy}",
            "asked once" if self.repeats == 1 else f"asked {self.repeats} times",
            *([] if self.temperature is None else [f"temperature {self.temperature:g}"]),
            *([] if self.max_tokens is None else [f"at most {self.max_tokens:,} tokens"]),
            *([] if self.thinking is None else [f"thinking {self.thinking}"]),
            f"wordings {self.wordings}",
            "a system prompt" if self.system else "no system prompt",
            *([] if self.pictures is None else [f"pictures {size_words(self.pictures)}"]),
        ]
        return ", ".join(words)


def size_words(size: tuple[int, int]) -> str:
    """``1920×1080``."""
    return f"{size[0]}×{size[1]}"


CAUSALSPATIAL = Protocol(
    "causalspatial", ("causal",), "CausalSpatial: reasoning and answer as two fields of a JSON object.",
    strategy="reasoned_json", repeats=5, max_tokens=8192, pictures=(1920, 1080),
)  # fmt: skip
STRUCTURE = Protocol(
    "structure", ("structure",), "Understand 3D scenes or just catalogue objects?: a fixed question for each task.",
    temperature=0.0, thinking="on", wordings="fixed",
)  # fmt: skip
SPATIALQA = Protocol(
    "spatialqa", ("logic",), "SpatiaLQA: a plan as JSON, each step with its preconditions.",
    temperature=0.0,
)  # fmt: skip
SCP = Protocol(
    "scp", ("video",), "SCP-Bench, base setting: the text of one option; all else as the provider has it.",
    strategy="option_text",
)  # fmt: skip

PROTOCOLS: Registry[Protocol] = Registry(
    "diorama.protocols",
    "protocol",
    {name: f"diorama.ask.protocols:{name.upper()}" for name in ("causalspatial", "scp", "spatialqa", "structure")},
    Protocol,
)
