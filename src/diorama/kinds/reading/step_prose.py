"""Plans in sentences: "First remove the lamp, then the book …", "A → B → C", and sentences about what steps need."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from diorama.kinds.reading import step_words as words
from diorama.kinds.reading.step_drafts import Draft, Needs
from diorama.kinds.reading.step_needs import parted
from diorama.kinds.reading.step_plan import Unclear
from diorama.kinds.reading.step_refs import Refs, merged, refs

LONGEST = 3000
"""Characters: longer texts are no plan in sentences."""

_SENTENCE = re.compile(
    r"(?<=[.!?;。；！])\s*(?=\S)|\n+|,?\s+(?=(?:and )?then\b)|\s+(?=(?:and|und|y|et) (?:then|finally|lastly|dann|"
    r"schließlich|zuletzt|luego|después|finalmente|por último|puis|ensuite|enfin)\b)|[,，、]\s*(?=(?:and |und |y |"
    r"et )?(?:then|next|after that|afterwards|finally|lastly|second(?:ly)?|"
    r"third(?:ly)?|fourth(?:ly)?|dann|danach|anschließend|schließlich|zuletzt|luego|después|finalmente|por último|"
    r"puis|ensuite|enfin)\b|然后|然後|接着|再|最后|最後|次に|その後|それから)",
    re.I,
)
_ORDINAL = re.compile(r"^\W*(?:and\s+)?([\w]+)(?:\s+step)?\s*[,:]?\s+(?=\S)")
_ARROW = re.compile(r"\s*(?:→|⟶|⇒|->|=>|➔|➡)\s*")
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


def sequence(text: str) -> tuple[Draft, ...]:
    """The steps of sentences that say their order; none if they are no plan. `Unclear` if only some say it."""
    if len(text) > LONGEST:
        return ()
    pieces = [p.strip() for p in _SENTENCE.split(text) if p and p.strip()]
    drafts: list[Draft] = []
    plain = 0
    for piece in pieces:
        draft = _piece(piece, len(drafts))
        if draft is not None:
            drafts.append(draft)
        elif drafts and words.DEED.match(piece):
            plain += 1
    if len(drafts) < 2:
        return ()
    later = drafts[1:]
    stated = any(d.needs.stated or d.needs.perhaps for d in later)
    if plain or (not stated and any(d.linked for d in later) and not all(d.linked for d in later)):
        raise Unclear("its sentences do not say of every step when it is done")
    return tuple(drafts)


def _piece(piece: str, count: int) -> Draft | None:
    """The step that a sentence begins with "first", "then", "second" or "after …"."""
    body, linked = piece, False
    if (
        not count
        and words.DEED.match(piece)
        and (last := re.search(r"\s+(?:first|zuerst|primero|d['’]abord)\W*$", piece, re.I))
    ):
        body = piece[: last.start()]
    elif opening := words.OPENS.match(piece):
        if count:
            return None
        body = piece[opening.end() :]
    elif link := words.LINK.match(piece):
        if not count:
            return None
        body, linked = piece[link.end() :], True
    elif (found := _ORDINAL.match(piece)) and words.ORDINALS.get(found[1].casefold()) == str(count + 1):
        body = piece[found.end() :]
    elif not count or not re.match(r"\W*(?:once|after|when|nachdem|sobald|una vez|après|une fois)\b", piece, re.I):
        return None
    content, needs = parted(body)
    if not content or (not count and not linked and not words.DEED.match(content) and len(content.split()) > 12):
        return None
    return Draft(str(count + 1), content, needs, linked)


def chain(lines: Iterable[str]) -> tuple[Draft, ...]:
    """The steps of one line with arrows between them."""
    found: list[tuple[Draft, ...]] = []
    for line in lines:
        parts = _ARROW.split(re.sub(r"^[^:：]{0,40}[:：]\s*", "", line.strip())) if len(line) <= LONGEST else []
        if len(parts) > 1 and all(words.DEED.match(p) and len(p.split()) <= 12 for p in parts):
            found.append(tuple(Draft(str(k), p.strip(" .;"), linked=True) for k, p in enumerate(parts, start=1)))
    return found[-1] if len(found) == 1 else ()


def unlabelled(lines: Sequence[str]) -> tuple[Draft, ...]:
    """Steps on lines without any label, if all but the first say what they need."""
    blocks: list[list[str]] = [[]]
    for line in lines:
        blocks.append([]) if not line.strip() else blocks[-1].append(line.strip())
    for block in reversed(blocks):
        if 2 <= len(block) <= 60:
            drafts = [Draft(str(k), *parted(line)) for k, line in enumerate(block, start=1)]
            if all(d.content and d.needs.stated for d in drafts[1:]) and words.DEED.match(drafts[0].content):
                return tuple(drafts)
    return ()


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
        ends = [refs(p, lettered) for p in _ARROW.split(piece)]
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
