"""Texts that survive a reader that guesses types: VLMEvalKit reads its tables with the default rules of pandas.

By these, the option ``None`` is a missing value and vanishes from the prompt, and ``2`` in a column with gaps comes
back as ``2.0``. Quotes do not help. A no-break space at the end does: the cell is a text then, and prints the same.
"""

from __future__ import annotations

GUARD = "\u00a0"
_MISSING = frozenset(
    ("", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "1.#IND", "1.#QNAN", "<NA>", "N/A", "NA", "NULL", "None",
     "n/a", "nan", "null", "-nan", "-NaN", "NaN")
)  # fmt: skip


def guarded(text: str) -> str:
    r"""The text, or the text with a no-break space where pandas would take it for something else.

    >>> guarded("Yes"), guarded("None"), guarded("2")
    ('Yes', 'None\xa0', '2\xa0')
    """
    return text + GUARD if _misread(text) else text


def unguarded(text: str) -> str:
    """The text that was guarded; texts of our own never end in a no-break space."""
    return text.removesuffix(GUARD)


def _misread(text: str) -> bool:
    if text.strip() in _MISSING or text.strip().lower() in ("true", "false"):
        return True
    try:
        float(text.strip().replace(",", ""))
    except ValueError:
        return text.endswith(GUARD)
    return True
