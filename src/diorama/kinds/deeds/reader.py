"""From the words of a step to what it does: its first clause counts, if no other says that more is done."""

from __future__ import annotations

import re
from dataclasses import replace

from diorama.kinds.deeds import vocabulary as words
from diorama.kinds.deeds.clause import clause_of, deed_of, done_to_it
from diorama.kinds.deeds.deed import Deed
from diorama.kinds.deeds.second import does_more
from diorama.kinds.names import Names

LONGEST = 1000
"""Characters of a step; whoever says more than that may do anything."""
_NEXT_LINE = re.compile(r"[.;,]?\s*\n\s*(?=[A-Z\d•*-])")
"""A line that does not go on with the sentence of the one before it."""
MOST_REMEMBERED = 20_000
"""Steps that are remembered for a scene; when there are more, all are forgotten."""


class Deeds:
    """What steps do, among the things of one scene; each step is looked at once."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._known: dict[str, Deed] = {}

    def __call__(self, content: str) -> Deed:
        if content not in self._known:
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            self._known[content] = deed(content, self._names)
        return self._known[content]


def deed(content: str, names: Names) -> Deed:
    """What a step does. Remarks after it or in brackets change nothing, unless they name a second deed."""
    whole = text = " ".join((_NEXT_LINE.sub("; ", content.strip()) if "\n" in content else content).split())
    if len(text) > LONGEST:
        return Deed(frozenset(), (), several=text)
    asides = [next(filter(None, found), "") for found in words.BRACKETS.findall(text)]
    text = " ".join(words.BRACKETS.sub(" ", text).split()) if asides else text
    text = words.WOULD.sub("", text)
    text = done_to_it(words.WHEN.sub("", text), names)
    text = re.sub(r"^([^:]{1,40}):\s*", r"\1 ", text) if ":" in text and words.LABELLED.match(text) else text
    text = text.strip(" .;,:")
    end = words.ENDS.search(words.lowered(text))
    main = text if end is None else text[: end.start()].strip() or text
    clause = clause_of(main, names)
    found = deed_of(clause)
    if found.verbs and found.objects and does_more(found, clause, text[len(main) :], asides, names):
        return replace(found, several=whole.casefold().strip(" .;"))
    return found
