"""Reading a plan: numbered steps, each with the steps that it directly needs. `steps_in` is all that others use.

The rules apply in this order; the first that finds a plan decides, and where it is not clear what a step needs or which
of two plans is meant, nothing is read.

1. What the reply marks as its answer by tags or a box (`markup.marked_parts`) comes before the whole reply.
2. JSON is taken out of the text (`json_text`), and its steps are read (`values`).
3. Other markup becomes plain lines (`markup.text_of`).
4. Lines with labels or bullets (`lines`, `labels`, `items`) and tables (`tables`) become candidates, among the JSON.
   YAML is read as lines of fields. Of several candidates one is chosen (`choice`).
5. Sentences beside the chosen plan may say what its steps need (`remarks`).
6. Without any candidate: an empty plan in JSON or in words, then lines without labels, arrows, sentences (`prose`).

What a step says is parted into what is done and what it needs (`needs`, `references`, with the vocabulary in `words`).
In the end labels become numbers, and needs that are named by what is done find their steps (`resolve`).

>>> from diorama.kinds.reading import read_steps
>>> [step.needs for step in read_steps("1. Open the box; 2. Look into it (after 1)").steps]
[(), (1,)]
"""

from __future__ import annotations

import re

from diorama.kinds.reading.cleaning import Final
from diorama.kinds.reading.manners import no_answer
from diorama.kinds.reading.plans.choice import chosen, is_continued, is_taken_back
from diorama.kinds.reading.plans.drafts import Unclear
from diorama.kinds.reading.plans.json_text import without_plans
from diorama.kinds.reading.plans.labels import spoken_of
from diorama.kinds.reading.plans.lines import candidates
from diorama.kinds.reading.plans.markup import marked_parts, text_of
from diorama.kinds.reading.plans.prose import chain, sequence, unlabelled
from diorama.kinds.reading.plans.remarks import stated
from diorama.kinds.reading.plans.resolve import planned
from diorama.kinds.reading.readings import NotRead, Planned
from diorama.kinds.verdicts import Verdict

__all__ = ["steps_in"]

SHORT_WORDS = 25
"""That there is nothing to do is looked for in short replies only."""
MOST_REMARKS = 200
"""Lines after a plan that are looked at."""

_NOTHING = re.compile(
    r"\b(?:nothing (?:needs? to be done|to do|has to be done|(?:is|else is) (?:needed|required|necessary)|"
    r"must be done)|"
    r"no (?:further |other )?(?:steps?|actions?|plan) (?:(?:is|are) )?(?:needed|necessary|required|to (?:take|do))|"
    r"empty plan|the plan is empty|"
    r"nichts (?:zu tun|muss getan werden|nötig)|es (?:ist|muss) nichts (?:zu tun|getan werden)|"
    r"(?:es sind )?keine schritte (?:nötig|erforderlich|notwendig)|"
    r"no hay (?:que hacer nada|nada que hacer)|nada que hacer|no (?:se necesita|hace falta)(?: hacer)? (?:nada|"
    r"ningún paso)|"
    r"rien à faire|il n['’]y a rien à faire|aucune étape (?:n['’]est )?(?:nécessaire|requise))\b|"
    r"(?:无需|不需要|無需|不用)(?:做)?任何(?:操作|步骤|事)|什么都不用做|无需操作|何も(?:する必要(?:は|が)?(?:ありません|ない)|しなくて)|必要な手順はありません",
    re.I,
)
_UNENDED = "it stopped while thinking"


def steps_in(final: Final) -> Planned | NotRead:
    """The plan that a reply lays out."""
    if final.note == _UNENDED:
        return NotRead(Verdict.UNREAD, final.note)
    try:
        for part in marked_parts(final.raw):
            if (found := _plan(part)) is not None:
                return found
        return _plan(final.raw) or no_answer(final)
    except Unclear as why:
        return NotRead(Verdict.UNREAD, str(why))


def _plan(raw: str) -> Planned | None:
    """The plan of a text; None if it holds none."""
    rest = without_plans(raw)
    plain = text_of(rest.text)
    found, lines = candidates(plain, rest.plans)
    plan = chosen(found)
    if rest.cut:
        raise Unclear("it was cut off")
    if plan is not None:
        remarks = lines[plan.ends :][:MOST_REMARKS]
        if is_taken_back(remarks):
            raise Unclear("it takes back what it said")
        if is_continued(remarks):
            raise Unclear("it goes on after the plan with something else to do")
        if plan.drafts and any(spoken_of(line) == _next(plan.drafts[-1].label) for line in remarks):
            raise Unclear("it speaks of a step that was not read")
        return Planned(planned(stated(plan.drafts, remarks)))
    if rest.empty or _is_nothing(plain):
        return Planned(())
    for drafts in (unlabelled(lines), chain(lines), sequence(plain)):
        if drafts:
            return Planned(planned(drafts))
    return None


def _next(label: str) -> str:
    """The label that follows a number; no label follows a letter."""
    return str(int(label) + 1) if label.isdigit() else ""


def _is_nothing(plain: str) -> bool:
    """Whether a short reply says that there is nothing to do."""
    return bool(_NOTHING.search(plain)) and len(plain.split()) <= SHORT_WORDS and len(plain) < 400
