"""Answers at one end of a text: a plain list with a reason after it ("ANSWER: reason") or before it ("…, so ANSWER").

The list is the answer even where the reason is not understood, as long as nothing in the reason contradicts it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_REASON = (
    r"because|since|as(?! (?:well|do|does|is|are|would|for)\b)|given that|seeing that|for(?= (?:it|they|the|only)\b)"
)
_FIRST_CUT = re.compile(rf"\s*:\s+|\s+[–—]\s+|\s*—\s*|\s+--?\s+|\s*;\s+|\.\s+|\n+|,?\s+(?P<reason>{_REASON})\s+", re.I)
_LAST_CUT = re.compile(
    r"(?:[,;.]|\s[–—-]|—|\n)\s*(?:and |which is why |that is why )?(?:so|therefore|thus|hence)[,:]?\s+|"
    r"(?:[,;]|\s[–—-]|—)\s*(?:which|that|this) (?:only |just )?leaves\s+|[,;]\s*leaving\s+",
    re.I,
)
_ONLY = re.compile(
    r"\W*(?:(?:it['’]s|it is|it would be|that would be)\s+)?(?:only|just|solely|none|nothing|nur|solo|seulement)\b",
    re.I,
)
_WAVERS = re.compile(
    r"\b(?:also|too|still|partly|partially|remain\w*|stays?|but|however|unless|although|though|not|never|"
    r"no(?! other)|or|if|"
    r"already|as well|both|cut\w*|would|could|another|half)\b|n['’]t\b",
    re.I,
)
"""Words by which a reason may speak against the list before it."""


@dataclass(frozen=True)
class End:
    """A list at one end of a text, and the rest of it."""

    answer: str
    rest: str
    first: bool
    """Whether the list comes first."""


def answer_first(text: str) -> End | None:
    """The words before the first cut, if what follows can only explain them."""
    cut = _FIRST_CUT.search(text)
    if cut is None or not text[cut.end() :].strip():
        return None
    head, rest = text[: cut.start()], text[cut.end() :]
    explains = cut["reason"] is not None or _ONLY.match(head) is not None
    return End(head, rest, True) if explains or not _WAVERS.search(rest) else None


def answer_last(text: str) -> End | None:
    """The words after the last "so"."""
    cut = next(reversed(list(_LAST_CUT.finditer(text))), None)
    if cut is None or not text[: cut.start()].strip():
        return None
    return End(text[cut.end() :], text[: cut.start()], False)
