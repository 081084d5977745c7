"""English words for where a thing is, shared by those who read steps of plans and those who read scene graphs.

Each reader adds what is said in its own texts: verbs, other languages, single words in short relations.
"""

from __future__ import annotations

ON = ("on", "onto", "upon", "on top", "atop", "over")
INSIDE = ("in", "into", "inside")
UNDER = ("under", "underneath", "beneath", "below")
BESIDE = (
    "beside", "next to", "near", "close to", "alongside", "behind", "in front", "between", "left of", "right of",
    "to the left", "to the right", "to the side",
)  # fmt: skip


def any_of(*words: str) -> str:
    """A pattern for any of some words, each as a whole; longer ones are tried first."""
    return rf"\b(?:{'|'.join(sorted(words, key=lambda word: (-len(word), word)))})\b"
