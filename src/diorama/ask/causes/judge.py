"""The judge: any model of any provider, asked about many answers at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from diorama.ask.evaluate import label_of
from diorama.ask.players import PLAYERS
from diorama.ask.question import Request
from diorama.errors import DioramaError

if TYPE_CHECKING:
    from diorama.ask.engine.requests import Heard

NO_REQUEST = "cannot be shown"
"""The kind of failure of a request that could not be made."""


@dataclass(frozen=True)
class Judge:
    """The model that judges, and how it is asked."""

    model: str
    base_url: str = ""
    args: Mapping[str, Any] = field(default_factory=dict)
    max_tokens: int | None = None
    connections: int = 10
    retries: int = 5
    attempt_seconds: int = 300
    first_wait_seconds: float = 1.0
    failures_in_a_row: int = 32

    def __post_init__(self) -> None:
        if self.model.removeprefix("diorama/") in PLAYERS:
            raise DioramaError(f"{self.model} is a player: it answers questions, but judges nothing. Name a model")

    @property
    def label(self) -> str:
        """What tables call it."""
        return label_of(self.model, dict(self.args))

    @property
    def config(self) -> dict[str, Any]:
        """How it generates: as exactly as it can."""
        return {"temperature": 0, **({} if self.max_tokens is None else {"max_tokens": self.max_tokens})}


def ask_judge(
    judge: Judge,
    base_url: str,
    requests: Sequence[tuple[str, Callable[[], Request]]],
    heard: Callable[[str, Heard], bool],
) -> None:
    """Send named requests to the judge at an address; `heard` calls the rest off by returning False."""
    from diorama.ask.engine import require

    require()
    from diorama.ask.engine.calling import Patience
    from diorama.ask.engine.launch import Limits, check_reachable, open_model
    from diorama.ask.engine.requests import ask_all

    model = open_model(judge.model, base_url=base_url, args=dict(judge.args))
    check_reachable(model)
    limits = Limits(judge.connections, judge.retries, judge.attempt_seconds, Patience(judge.first_wait_seconds))
    ask_all(model, requests, limits, heard, config=judge.config)
