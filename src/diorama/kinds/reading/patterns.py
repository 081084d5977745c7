"""Patterns that all readers share."""

from __future__ import annotations

import re

TICK, CROSS = re.compile(r"[✓✔✅☑👍]|\[x\]", re.I), re.compile(r"[✗✘❌✖☒👎]|\[ \]")


def cue(*words: str, signs: str = "", start: bool = False) -> re.Pattern[str]:
    """A pattern for whole words (regular expressions), and for Chinese and Japanese signs, which stand anywhere."""
    spaced = rf"\b(?:{'|'.join(words)})\b" if words else ""
    either = "|".join(part for part in (spaced, signs) if part)
    return re.compile(rf"^\W*(?:{either})" if start else either, re.I)
