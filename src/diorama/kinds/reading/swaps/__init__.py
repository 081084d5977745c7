"""Reading swaps: which pairs of objects a reply proposes to exchange, or that it cannot be done.

Nothing is cut at separators. Every word that matters gets a letter by what it does (`words.toml`, `words`), things too
(`tokens`), "it" and "them" become what they mean (`anaphora`), and what a reply says is read from these letters. The
rules apply in this order; the first that finds an answer decides, and one that finds two makes the reply unread:

1. JSON anywhere in the reply, or a reply that is nothing but XML (`values`).
2. A last paragraph that is nothing but an answer, or else a first one that only explanation follows (`standalone`).
3. What the reply marks as its answer: tags, boxes, headings, "the answer is" (`diorama.kinds.reading.cleaning`).
4. The whole reply, and each marked part likewise:

   a. it is cut into sentences and pieces (`sentences`), each with its pairs (`pairs`) and how they are meant (`moods`);
      together they are statements (`statements`);
   b. what the statements come to (`decision`): the last "answer is" before the rest, a correction before what it
      corrects, "infeasible" only if nothing is proposed; alternatives and partly clear sequences are unread;
   c. the rows of a table, then two things under each number (`tables`).

>>> from diorama.kinds.names import Names
>>> from diorama.kinds.reading.cleaning import final_words
>>> names = Names({thing: (f"the {thing}", thing) for thing in ("mug", "lamp", "box")})
>>> found = swaps_in(final_words("Not mug and box. Swap mug and lamp."), names)
>>> [[match.said for match in pair] for pair in found.pairs]
[['mug', 'lamp']]
"""

from __future__ import annotations

from typing import Any

from diorama.kinds.names import Names
from diorama.kinds.reading.cleaning import TAGGED, Final, json_values
from diorama.kinds.reading.manners import declines, no_answer
from diorama.kinds.reading.readings import NotRead, Swapped
from diorama.kinds.reading.swaps.anaphora import resolved, spelled_out
from diorama.kinds.reading.swaps.decision import Decision, Unclear, decide
from diorama.kinds.reading.swaps.standalone import standalone
from diorama.kinds.reading.swaps.statements import statements
from diorama.kinds.reading.swaps.tables import columns, without_tables
from diorama.kinds.reading.swaps.tokens import Token, tokens
from diorama.kinds.reading.swaps.values import from_json, from_tags
from diorama.kinds.verdicts import Verdict

__all__ = ["swaps_in"]


def swaps_in(final: Final, names: Names) -> Swapped | NotRead:
    """The swaps that a reply proposes, in its order."""
    try:
        found = _answer(final, names)
    except Unclear as why:
        return NotRead(Verdict.UNREAD, str(why))
    if found is None or (not found.pairs and not found.infeasible and declines(final)):
        return no_answer(final)
    return Swapped(found.pairs, not found.infeasible)


def _answer(final: Final, names: Names) -> Decision | None:
    cut = final.raw.count("[") > final.raw.count("]")
    for value in reversed(json_values(final.raw)) if not cut else ():
        if (found := _in_part(value, names)) is not None:
            return found
    if (found := from_tags(final.raw, names)) is not None:
        return found
    if not TAGGED.search(final.raw) and (found := _alone(final.text, names)) is not None:
        return found
    for part in (*(p for p in final.marked if p), final.text):
        if (found := _in_part(part, names)) is not None:
            return found
    return None


def _alone(text: str, names: Names) -> Decision | None:
    text, rows = without_tables(text, names)
    text = spelled_out(text, names)
    return None if rows else standalone(text, words_of(text, names), names)


def words_of(text: str, names: Names) -> list[Token]:
    """The words of a text, each pronoun as the thing that it means."""
    return resolved(tokens(text, names), text)


def _in_part(part: Any, names: Names) -> Decision | None:
    return from_json(part, lambda text: _in_text(text, names), names)


def _in_text(text: str, names: Names) -> Decision | None:
    """What a text answers with; None if it proposes nothing."""
    if "\n" not in text:
        text = text.replace("\\n", "\n")  # line breaks that were escaped twice
    text, rows = without_tables(text, names)
    words = words_of(spelled_out(text, names), names)
    found = decide(statements(words, names))
    if found is not None and (found.pairs or found.infeasible):
        if rows and found.infeasible:
            raise Unclear("it lists swaps, and says that it is infeasible")
        return found
    if rows:
        return Decision(tuple(rows))
    listed = columns(words)
    return Decision(tuple(listed)) if listed else found
