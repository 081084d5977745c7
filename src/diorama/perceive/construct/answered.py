"""What the modules of construction say of one question."""

from __future__ import annotations

from dataclasses import dataclass

from diorama.kinds import Answer
from diorama.perceive.construct.seen import Gate, Module


@dataclass(frozen=True)
class Answered:
    """An answer with all that speaks for and against it."""

    answer: Answer | None
    """None if none can be derived."""
    gates: tuple[Gate, ...] = ()
    modules: tuple[Module, ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether there is an answer and no gate objects."""
        return self.answer is not None and all(gate.passed for gate in self.gates)
