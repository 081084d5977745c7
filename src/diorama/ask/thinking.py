"""Thinking: whether a model reasons before it replies, and how each provider is told.

`on` asks for a medium effort where a provider knows degrees. What a provider would ignore without a word is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from diorama.errors import DioramaError, short

Thinking = Literal["on", "off", "default"] | int
"""On, off, left to the model, or on with a budget of tokens."""

_ON, _OFF = {"reasoning_effort": "medium"}, {"reasoning_effort": "none"}


@dataclass(frozen=True)
class Switch:
    """What a provider of the engine can be told about thinking."""

    on: dict[str, Any]
    """The engine's settings that turn it on …"""
    off: dict[str, Any] | None = None
    """… and off, if it can be turned off."""
    budget: bool = False
    """Whether it takes a number of tokens."""


def _template(on: bool) -> dict[str, Any]:
    return {"extra_body": {"chat_template_kwargs": {"enable_thinking": on}}}


_FULL, _DEGREES, _ONLY_ON = Switch(_ON, _OFF, budget=True), Switch(_ON, _OFF), Switch(_ON)
_TEMPLATE = Switch(_template(True), _template(False))
SWITCHES: dict[str, Switch] = {
    **dict.fromkeys(("anthropic", "google", "openrouter"), _FULL),
    "bedrock": Switch(_ON, None, budget=True),
    **dict.fromkeys(("openai", "openai-api", "deepseek", "mistral"), _DEGREES),
    **dict.fromkeys(
        ("fireworks", "grok", "groq", "litellm-proxy", "meta", "moonshot", "ollama", "perplexity", "sambanova",
         "together"),
        _ONLY_ON,
    ),
    **dict.fromkeys(("diorama-api", "diorama-hf", "sglang", "vllm"), _TEMPLATE),
}  # fmt: skip
"""By provider. Servers and models of one's own are told through the chat template, as Qwen and others have it."""
PLAYERS = "diorama"
"""Players ignore what is sent to them, so a protocol's thinking means nothing to them."""


def read_thinking(text: str) -> Thinking:
    """``on``, ``off``, ``default`` or a number of tokens."""
    if text in ("on", "off", "default"):
        return text  # type: ignore[return-value]
    if text.isascii() and text.isdigit() and len(text) < 10 and int(text) > 0:
        return int(text)
    raise DioramaError(f"--thinking is on, off, default or a number of tokens; got '{short(text, 40)}'")


def thinking_config(model: str, thinking: Thinking, protocol: str = "") -> dict[str, Any]:
    """The engine's settings for a model; an error if its provider has no such switch.

    `protocol` is the one that wants it, unless the user does.
    """
    provider = model.partition("/")[0]
    if thinking == "default" or (protocol and provider == PLAYERS):
        return {}
    switch = SWITCHES.get(provider)
    if switch is None:
        raise _refusal(thinking, protocol, f"the provider '{provider}' has no switch for it")
    if isinstance(thinking, int):
        if not switch.budget:
            raise _refusal(thinking, protocol, f"the provider '{provider}' takes no number of tokens")
        return {"reasoning_tokens": thinking}
    wanted = switch.on if thinking == "on" else switch.off
    if wanted is None:
        raise _refusal(thinking, protocol, f"with the provider '{provider}' it cannot be turned off")
    return wanted


def _refusal(thinking: Thinking, protocol: str, why: str) -> DioramaError:
    if protocol:
        return DioramaError(
            f"the protocol '{protocol}' wants thinking {thinking}, but {why}: --thinking default leaves it to the model"
        )
    return DioramaError(f"--thinking {thinking}: {why}; leave it out")
