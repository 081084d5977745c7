"""Whether a name that a paper gives a model and the name that a provider gives it are of the same model.

Papers write "GPT5" and "Qwen3-VL-8B-I.", providers ``openai/gpt-5`` and ``qwen/qwen3-vl-8b-instruct``. Names are
compared by their words, their numbers and their sizes, without maker, date and the word for what follows instructions,
which papers mostly leave out. Names that stay apart are listed apart; nothing else hangs on it.

>>> same_model("openai/gpt-5", "GPT5"), same_model("openai/gpt-5-mini", "GPT5")
(True, False)
"""

from __future__ import annotations

import re

from diorama.report.families import plain_name

_PARTS = re.compile(r"a?\d+(?:\.\d+)?b(?![a-z0-9])|[a-z]+|\d+")
_VERSION = re.compile(r"(?<![a-z0-9])v(?=\d)")
_ENDINGS = {"i": "instruct", "t": "thinking"}
"""What one letter at the end of a paper's name stands for."""
_UNSAID = frozenset({"ins", "instruct", "it", "claude"})


def same_model(ours: str, theirs: str) -> bool:
    """Whether two names mean the same model."""
    return model_key(ours) == model_key(theirs)


def model_key(name: str) -> tuple[str, tuple[str, ...]]:
    """What is the same for all names of a model: its words in any order, and its numbers in theirs."""
    plain = _VERSION.sub("", plain_name(name))
    plain = re.sub(r"-([it])\.?$", lambda match: f"-{_ENDINGS[match[1]]}", plain)
    parts = _PARTS.findall(plain)
    words = sorted(part for part in parts if part.isalpha() and part not in _UNSAID)
    return "".join(words), tuple(part for part in parts if not part.isalpha())
