"""Families of models and the convention in which each was trained, or is documented, to write places."""

from __future__ import annotations

import re

from diorama.perceive.spots.conventions import CONVENTIONS, Convention

LONGEST_NAME = 300
"""Characters of a model's name that are looked at."""

FAMILIES: tuple[tuple[str, str], ...] = (
    # a pattern that the name contains (lower case, with "-" for "_" and spaces), and the name of a convention
    (r"qwen-?2[.-]?5-?vl", "pixels"),  # of the picture as its processor resizes it: give that size where it is known
    (r"qwen-?2-?vl", "thousand"),
    (r"qwen-?3-?vl|qwen-?3\.5", "thousand"),
    (r"glm-?[0-9][0-9.]*v", "thousand"),
    (r"gemini", "thousand_yx"),
    (r"paligemma", "loc"),
    (r"moondream", "unit"),
    (r"molmo-?2(?![0-9])", "thousand"),
    (r"molmo(?!-?(?:point|act))", "percent"),  # those two write tokens of their own
    (r"claude", "pixels"),  # of the picture as the service resizes it: send it small enough to stay as it is
    (r"gpt-?4o", "pixels"),
    (r"gpt-?5\.(?:[2-9]|[1-9][0-9])", "pixels"),
    (r"gpt-?5(?:\.1)?(?![.0-9])", "unit"),
)
"""The first pattern that fits counts."""


def convention_for(model: str) -> Convention | None:
    """The convention of a model's family, by the model's name; None for a family that is not in the table.

    >>> convention_for("vllm/Qwen/Qwen3-VL-8B-Instruct") == CONVENTIONS["thousand"]
    True
    >>> convention_for("mockllm/model") is None
    True
    """
    name = re.sub(r"[_\s]", "-", model[-LONGEST_NAME:].casefold())
    for pattern, convention in FAMILIES:
        if re.search(rf"(?<![a-z0-9])(?:chat)?(?:{pattern})", name):
            return CONVENTIONS[convention]
    return None
