"""How pairs are meant: to be made, possible, only supposed, or denied, by the words around them or a heading above.

`words` explains the letters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum

from diorama.kinds.reading.swaps.pairs import Found, How
from diorama.kinds.reading.swaps.sentences import Piece, Sentence

LISTED = re.compile(r"N(?:[,a>/]+N){2,}")
"""Three things or more, one after the other."""
REJECTS = re.compile(r"^(?!ni|nN:)[_S]{0,2}[nki][_SEpN]{0,3}:")
"""A heading over swaps that are not to be made: "Impossible swaps:", "Ruled out:"."""
_STAYS = re.compile(r"(?:stay|remain|unchanged|untouched|unmoved|bleib|restent|quedan)", re.I)
_FAILS_AFTER = re.compile(r"^,?[^N,]*?(?:[ki]|n(?![Nw,]))")


class Mood(Enum):
    """How a statement means its pairs."""

    DECIDED = "do it"
    POSSIBLE = "it could be done, or it would work"
    SUPPOSED = "if it were done; it was tried; is it?"
    DENIED = "do not, or it fails"
    UNCLEAR = "it proposes something, and we cannot tell what"
    NONE = "it proposes nothing"


def mood_under(heading: Sentence) -> Mood | None:
    """How the pairs under a heading are meant, if it says so: rejected, tried, alternatives, or no swaps at all."""
    letters = heading.letters.rstrip(":")
    if REJECTS.match(heading.letters):
        return Mood.DENIED
    last = re.split(r"[,;]", letters)[-1]
    plural = any(w.sort == "O" and w.text.endswith("s") and w in heading.words[-len(last) - 1 :] for w in heading.words)
    if heading.is_heading and not re.search(r"[AQ]", last) and (plural or "o" in letters[letters.rfind("N") + 1 :]):
        return Mood.UNCLEAR
    if heading.letters.endswith(":") and not re.search(r"[NAQ]", letters):
        if re.search(r"h[_pu]{0,2}n", letters):
            return Mood.UNCLEAR  # "If that does not work:"
        if re.search(r"h[^VSGM]*$", last):
            return Mood.SUPPOSED
    return Mood.NONE if _is_about_other_things(heading, LISTED.sub("", letters)) else None


def _is_about_other_things(heading: Sentence, letters: str) -> bool:
    """Whether two things under a heading are no swap: "These stay where they are:", "The order is then:"."""
    if re.search(r"[SVGEHxAQCIg]", letters):
        return False
    if any(_STAYS.match(w.text) for w in heading.words):
        return heading.is_heading
    if heading.letters.endswith(":"):
        return re.fullmatch(r"[_#dcet]{0,3}v?", letters) is None
    return bool(re.search(r"[vwehm]$|r|e.?$", letters)) if heading.is_heading else heading.asks and "k" in letters


def moods_of(found: Sequence[Found], letters: str, piece: Piece, last: Mood | None) -> list[Mood]:
    """How each pair of a piece is meant; `last` is how those right before it were, if there were any."""
    moods: list[Mood] = []
    for k, one in enumerate(found):
        start = found[k - 1].end if k else 0
        end = found[k + 1].start if k + 1 < len(found) else len(letters)
        window, inside, after = letters[start : one.start], letters[one.start : one.end], letters[one.end : end]
        apart = "h" not in window or re.search(r"h[^,]*N[^,]*,", window)
        near = window.rsplit(",", 1)[-1] if apart else window
        own = any(c in inside for c in "VGEHSx(") and not (k and one.how is found[k - 1].how and inside[0] == "N")
        before = moods[-1] if moods else last if piece.leads("t;#") else None
        moods.append(
            _refused(near, inside, after)
            or _supposed(piece, near, inside, after, window, k == 0 < len(found) - 1)
            or (before if before is not None and not own else _proposed(piece, one, near, inside, after))
        )
    return moods


def _refused(near: str, inside: str, after: str) -> Mood | None:
    """Denied, if something before, within or after a pair says so; a pair after "or" is one of two."""
    if "f" in near:
        return None
    if "o" in near:
        return Mood.UNCLEAR
    fails = set("kni") & set(near) or set("ni") & set(inside) or _FAILS_AFTER.match(after)
    return Mood.DENIED if fails else None


def _supposed(piece: Piece, near: str, inside: str, after: str, window: str, first_of_several: bool) -> Mood | None:
    """Supposed, tried or only explained; "after swapping A and B, swap C and D" names two steps in turn."""
    if "f" in near and not piece.leads("e"):
        word = next((w.text for w in piece.words if w.sort == "f"), "").casefold()
        in_turn = word.startswith(("after", "once", "upon", "nach", "apr", "desp")) and piece.letters.startswith("f")
        if in_turn and not first_of_several and LISTED.search(after):
            return Mood.POSSIBLE  # "after swapping A and B the order is C, A, B; then …"
        return (Mood.DECIDED if first_of_several else Mood.SUPPOSED) if in_turn else Mood.UNCLEAR
    if "h" in near or "h" in inside:
        ordered = "r" in after and LISTED.search(after) is not None  # "if you swap A and B, you see C, D, E"
        return Mood.POSSIBLE if ordered or "y" in after or "y" in window else Mood.SUPPOSED
    explains = piece.leads("e") or (piece.leads("c") and not piece.leads("Qt"))
    return Mood.SUPPOSED if explains else None


def _proposed(piece: Piece, one: Found, near: str, inside: str, after: str) -> Mood:
    """Decided, or only possible: "you can swap A and B", "swapping A and B would give the order"."""
    if one.how is How.TALK and not (set("gt") & set(near) or piece.leads("#:At;B")):
        return Mood.SUPPOSED if "_" in after and not set("yrAS") & set(after) else Mood.POSSIBLE
    can = "m" in near or ("m" in inside and "E" in inside) or re.match(r",?my", after)
    return Mood.POSSIBLE if can and "g" not in near else Mood.DECIDED
