"""Replies as trainers hand them over: texts, messages, or a text with the prompt before it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diorama.errors import DioramaError

LONGEST_END = 400
"""Characters of the end of a prompt by which its end is found …"""
SHORTEST_END = 12
"""… and the fewest."""


def reply_text(completion: Any) -> str:
    """A completion as text: the text itself, or what the last message of the assistant says."""
    if isinstance(completion, str):
        return completion
    if isinstance(completion, list | tuple) and completion:
        said = [m for m in completion if isinstance(m, Mapping) and m.get("role", "assistant") == "assistant"]
        content = said[-1].get("content") if said else None
        if isinstance(content, str):
            return content
        if isinstance(content, list):
            texts = [part.get("text") for part in content if isinstance(part, Mapping)]
            return "\n".join(text for text in texts if isinstance(text, str))
    return ""


def after_prompt(query: str, prompt: str) -> str:
    """The reply in a text that holds the prompt too, as the tokens of both read when they are decoded together.

    The placeholder of a picture stands there many times over, so only the end of the prompt is looked for, and where
    it stands first: a reply may repeat it.
    """
    if query.startswith(prompt):
        return query[len(prompt) :]
    length = min(LONGEST_END, len(prompt))
    while length >= SHORTEST_END:
        end = prompt[-length:]
        if (at := query.find(end)) >= 0:
            return query[at + length :]
        length //= 2
    raise DioramaError("the prompt cannot be found before the reply, so the reply has no beginning")
