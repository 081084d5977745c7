"""Reading swaps: which pairs of objects a reply proposes to exchange, or that it cannot be done.

Nothing is cut at separators. Every mention of a thing is found where it stands, and every word that makes two of them a
swap, denies it or supposes it (`words`, `tokens`); then it is read what each piece of the reply says
(`pairs`, `statements`), and what they come to (`decision`). JSON and tables have readers of their own.
"""

from __future__ import annotations

from typing import Any

from diorama.kinds.names import Names
from diorama.kinds.reading.cleaning import TAGGED, Final, json_values
from diorama.kinds.reading.manners import declines, no_answer
from diorama.kinds.reading.readings import NotRead, Swapped
from diorama.kinds.reading.swaps.decision import Decision, Unclear, decide
from diorama.kinds.reading.swaps.values import from_json
from diorama.kinds.reading.swaps.standalone import standalone
from diorama.kinds.reading.swaps.statements import statements
from diorama.kinds.reading.swaps.tables import columns, without_tables
from diorama.kinds.reading.swaps.tokens import tokens
from diorama.kinds.verdicts import Verdict


def swaps_in(final: Final, names: Names) -> Swapped | NotRead:
    """The swaps that a reply proposes, in its order."""
    try:
        found = _answer(final, names)
    except Unclear as why:
        return NotRead(Verdict.UNREAD, str(why))
    if found is not None and (found.pairs or not declines(final)):
        return Swapped(found.pairs, not found.infeasible)
    if found is not None and found.infeasible:
        return Swapped(feasible=False)
    return no_answer(final)


def _answer(final: Final, names: Names) -> Decision | None:
    cut = final.raw.count("[") > final.raw.count("]")
    for value in reversed(json_values(final.raw)) if not cut else ():
        if (found := from_json(value, lambda text: in_text(text, names), names)) is not None:
            return found
    if not TAGGED.search(final.raw) and (found := _alone(final.text, names)) is not None:
        return found
    for part in (*(p for p in final.marked if p), final.text):
        if (found := _from_part(part, names)) is not None:
            return found
    return None


def _alone(text: str, names: Names) -> Decision | None:
    text, rows = without_tables(text, names)
    return standalone(text, tokens(text, names), names) if not rows else None


def _from_part(part: Any, names: Names) -> Decision | None:
    if isinstance(part, str):
        return in_text(part, names)
    return from_json(part, lambda text: in_text(text, names), names)


def in_text(text: str, names: Names) -> Decision | None:
    """What a text answers with; None if it proposes nothing."""
    if "\n" not in text:
        text = text.replace("\\n", "\n")  # line breaks that were escaped twice
    text, rows = without_tables(text, names)
    words = tokens(text, names)
    found = decide(statements(words, names))
    if found is not None and (found.pairs or found.infeasible):
        if rows and found.infeasible:
            raise Unclear("it lists swaps, and says that it is infeasible")
        return found
    if rows:
        return Decision(tuple(rows))
    listed = columns(words)
    return Decision(tuple(listed)) if listed else found
