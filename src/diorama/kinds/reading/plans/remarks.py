"""What is said about needs beside the plan: "Step 2 needs 1", "1 → 2", "each step needs the one before"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from diorama.kinds.reading.plans import words
from diorama.kinds.reading.plans.drafts import Draft, Needs, Refs, Unclear, merged
from diorama.kinds.reading.plans.references import refs

_EACH = re.compile(
    r"\b(?:each|every|jeder|cada|chaque)\b.{0,40}\b(?:needs?|requires?|depends?|relies|builds?|follows?|after|"
    r"braucht|depende|requiere|dépend|nécessite)\b"
    r".{0,30}\b(?:previous|preceding|prior|before|vorherig\w+|anterior|précédente?)|每.{0,8}(?:上一步|前一步)",
    re.I,
)
_LOOSELY = re.compile(r"\bstep\s*(\d{1,3})\b[^.;]{0,60}?\b(?:needs?|requires?|depends?|prerequisites?|after)\b", re.I)
_DENIED = re.compile(r"\b(?:not|nothing|none|no|might|may|maybe|perhaps|possibly|actually|instead)\b|n['’]t\b", re.I)
_STATEMENT = re.compile(
    r"^(?P<left>.{1,80}?)\s+(?:(?:must|should|can)\s+(?:only\s+)?(?:come|be done|happen|follow|be performed)\s+|"
    r"(?:is|are)\s+(?:only\s+)?(?:possible|done)\s+|"
    r"(?:directly|both|all|each|also|only)\s+)*"
    r"(?P<right>(?:needs?|requires?|depends?|has|have|after|follows?|relies|rely|benötig\w+|brauch\w+|requiere\w*|"
    r"necesita\w*|depende\w*|nécessite\w*|dépend\w*)\b.{1,120})$",
    re.I,
)


def stated(drafts: tuple[Draft, ...], lines: Iterable[str]) -> tuple[Draft, ...]:
    """The same steps with what later sentences say about their needs; `Unclear` if they contradict the steps."""
    lines = list(lines)
    drafts = _chained(drafts, lines)
    if any(_doubted(drafts, line) for line in lines):
        raise Unclear("it doubts what its steps need")
    labels = {d.label for d in drafts}
    lettered = any(not label.isdigit() for label in labels)
    told: dict[str, Needs] = {}
    for line in lines:
        for who, needs in _statements(line, lettered):
            for label in who:
                if label in labels:
                    told[label] = Needs(merged((*told.get(label, Needs()).refs, needs)))
    return tuple(_agreed(d, told[d.label]) if d.label in told else d for d in drafts)


def _chained(drafts: tuple[Draft, ...], lines: Sequence[str]) -> tuple[Draft, ...]:
    """What "each step depends on the previous one" comes to, unless the steps say otherwise."""
    if not any(_EACH.search(line[:300]) for line in lines) or len(drafts) < 2:
        return drafts
    if not any(d.needs.stated or d.needs.perhaps for d in drafts):
        return (drafts[0], *(replace(d, needs=Needs((Refs(back=1),))) for d in drafts[1:]))
    return drafts


def _doubted(drafts: tuple[Draft, ...], line: str) -> bool:
    """Whether a sentence after the plan denies, doubts or adds to what its steps need."""
    own = {d.label: {label for r in d.needs.refs for label in r.labels} for d in drafts if not d.needs.told}
    for sentence in re.split(r"(?<=[.;!?])\s+", line[:1000]):
        found = _LOOSELY.search(sentence)
        if found is None or found[1] not in own or re.search(r"\bindirect|\btransitiv", sentence, re.I):
            continue
        if _DENIED.search(sentence) and own[found[1]]:
            return True
        others = set(re.findall(r"\d{1,3}", sentence[found.end() :])) & own.keys()
        if others and own[found[1]] and not others <= own[found[1]]:
            return True
    return False


def is_statement(line: str) -> bool:
    """Whether a line says which steps others need: "2 needs 1, 3 needs 2"."""
    return next(iter(_statements(line, False)), None) is not None


def _statements(line: str, lettered: bool) -> Iterable[tuple[tuple[str, ...], Refs]]:
    """Who needs what: "Step 2 needs 1; steps 3 and 4 depend on step 2", "1 → 2"."""
    line = re.sub(
        r"^\W*(?:\w+\s+)?(?:dependenc\w+(?:\s+\w+)?|preconditions?|prerequisites?|needs|abhängigkeiten|"
        r"dependencias|dépendances|依赖(?:关系)?)\s*[:：]\s*",
        "",
        line[:1000],
        flags=re.I,
    )
    line = re.sub(r"^\s*[-*•]\s+", "", line)
    for piece in re.split(
        r"[;.]\s+|[;.]$|,\s+(?=(?:and )?(?:step\s+)?\w{1,3}\s+(?:needs|requires|depends|→|->))|,?\s+(?:and|while|"
        r"but)\s+(?=steps?\s+\w{1,3}\s+(?:needs?|requires?|depends?|has|have)\b)",
        line,
    ):
        if len(piece) > 300:
            continue
        if found := _STATEMENT.match(piece):
            left, right = refs(found["left"], lettered), refs(found["right"], lettered)
            if left and right and left.labels and not left.keyed and not left.back and (right.keyed or right.labels):
                yield left.labels, right
        back = [refs(p, lettered) for p in words.ARROW_BACK.split(piece)]
        if len(back) == 2 and back[0] and back[1] and back[0].labels and not back[0].keyed:
            yield back[0].labels, replace(back[1], keyed=True)
        ends = [refs(p, lettered) for p in words.ARROW.split(piece)]
        if len(ends) > 1 and all(e is not None and e.labels and not e.keyed for e in ends):
            for before, after in pairwise(ends):
                if before and after and max(map(_order, before.labels)) < min(map(_order, after.labels)):
                    yield after.labels, Refs(before.labels, keyed=True)


def _order(label: str) -> int:
    return int(label) if label.isdigit() else ord(label[0])


def _agreed(draft: Draft, told: Needs) -> Draft:
    """A step with needs that are said elsewhere; what it says itself must not be less."""
    if not draft.needs.stated:
        return replace(draft, needs=draft.needs + told)
    own = {label for r in draft.needs.refs for label in r.labels}
    vague = draft.needs.told or any(r.back for r in draft.needs.refs) or any(r.back for r in told.refs)
    if own and any(not r.labels and not r.back for r in told.refs):
        raise Unclear(f"it says two things about what step {draft.label} needs")
    if not vague and not {label for r in told.refs for label in r.labels} <= own:
        raise Unclear(f"it says two things about what step {draft.label} needs")
    return draft
