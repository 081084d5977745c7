"""The built-in players as models of the engine: `diorama/random`, `diorama/catalogue` and so on, `diorama/replay`."""

from __future__ import annotations

from typing import Any

from inspect_ai.model import ChatMessage, GenerateConfig, ModelAPI, ModelOutput, modelapi
from inspect_ai.tool import ToolChoice, ToolInfo

from diorama.ask.engine.state import ASKING
from diorama.ask.players.opening import open_player


class PlayerAPI(ModelAPI):
    """A player that answers from the sample being asked and ignores the messages sent to it."""

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig | None = None,
        **model_args: Any,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config or GenerateConfig())
        self.play = open_player(model_name, model_args)

    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        asking = ASKING.get()
        if asking is None:
            raise RuntimeError("players answer the questions of Diorama's own tasks only")
        return ModelOutput.from_content(model=self.model_name, content=self.play(asking.sample, asking.repeat))

    def max_connections(self) -> int:
        return 16


@modelapi(name="diorama")
def players() -> type[ModelAPI]:
    return PlayerAPI
