"""From drafts of steps to a plan: labels become numbers, and needs that are named by what they do find their step."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

from diorama.kinds.lexicon import CJK, WORD, lemma, word_set
from diorama.kinds.reading.plans import words
from diorama.kinds.reading.plans.drafts import Draft, Unclear
from diorama.kinds.reading.plans.references import refs
from diorama.kinds.reading.readings import PlannedStep

MOST_STEPS = 100

_STATES = word_set(
    "gone away remove removal move clear free out off way no longer there lift take taken took pick up put aside "
    "set down done "
    "complete finish made access accessible available expose exposed reach reachable uncover be been have has is "
    "are must it them "
    "now safely grab get successfully carried held hold possible first already entfernt entfernen weg beiseite "
    "genommen wegnehmen "
    "herausnehmen retirar retirado quitar quitado quitada apartar sacar tomar levantar enlever enlevé enlevée "
    "déplacer pris prendre "
    "sortir soulever retiré retirée moved clearing"
)
"""Words for what becomes of a thing: what is left of a need without them is the thing itself."""
_SIGN_FILL = re.compile(
    words.SIGN_KEYS.pattern
    + "|"
    + words.SIGN_FILL.pattern
    + "|"
    + words.SIGN_NONE.pattern
    + "|了|被|把|将|將|掉|开|起来"
)
_UNSAID = (words.FILL - {"die"}) | words.KEYS | words.STEP
"""Words that name nothing; a die is a thing in English."""
_SPLIT = re.compile(r"\s*(?:[,;、，；]|\band\b|\bund\b|\by\b|\bet\b|和|以及)\s*", re.I)


def planned(drafts: Sequence[Draft]) -> tuple[PlannedStep, ...]:
    """The steps with the numbers of those that they need; `Unclear` if that cannot be said."""
    if len(drafts) > MOST_STEPS:
        raise Unclear(f"a plan of more than {MOST_STEPS} steps")
    labels = [d.label for d in drafts]
    if len(set(labels)) < len(labels):
        raise Unclear("two of its steps have the same number")
    numbers = (
        {label: int(label) for label in labels}
        if all(label.isdigit() for label in labels)
        else {label: k for k, label in enumerate(labels, start=1)}
    )
    contents = [d.content for d in drafts]
    needs: list[list[int]] = [[] for _ in drafts]
    for k, draft in enumerate(drafts):
        found, kept = _needs(k, draft, drafts, numbers)
        needs[k] += found
        contents[k] = kept
        for label in draft.needs.enables:
            if label not in numbers:
                raise Unclear(f"step {draft.label} comes before a step that is not there")
            needs[labels.index(label)].append(numbers[draft.label])
    stated = any(d.needs.stated for d in drafts) or any(needs)
    if not stated and len(drafts) > 1 and all(d.linked for d in drafts[1:]):
        needs = [[numbers[labels[k - 1]]] if k else [] for k in range(len(drafts))]
    return tuple(
        PlannedStep(numbers[label], content, tuple(dict.fromkeys(need)))
        for label, content, need in zip(labels, contents, needs, strict=True)
    )


def _needs(k: int, draft: Draft, drafts: Sequence[Draft], numbers: dict[str, int]) -> tuple[list[int], str]:
    """The numbers of the steps that one step needs, and what it does."""
    found: list[int] = []
    none = False
    if draft.needs.doubtful:
        raise Unclear(f"it is not sure what step {draft.label} needs")
    told = {frozenset(r.labels) for r in draft.needs.refs if r.labels}
    if len(told) > 1:
        raise Unclear(f"it says two things about what step {draft.label} needs")
    for ref in draft.needs.refs:
        none |= not ref.labels and not ref.back
        for label in ref.labels:
            if label == "0" and "0" not in numbers and len(ref.labels) == 1:
                continue  # needs: 0, where steps count from 1
            if label not in numbers and not (label.isdigit() and all(n.isdigit() for n in numbers)):
                raise Unclear(f"step {draft.label} needs {label}, which no step is called")
            found.append(numbers.get(label, int(label) if label.isdigit() else 0))
        if ref.back:
            before = range(k) if ref.back < 0 else range(k - ref.back, k)
            if not before or before[0] < 0:
                raise Unclear(f"step {draft.label} needs steps before the first")
            found += [numbers[drafts[i].label] for i in before]
    for said in draft.needs.told:
        found += [numbers[drafts[i].label] for i in _named(said, k, drafts)]
    if none and found:
        raise Unclear(f"step {draft.label} needs something and nothing")
    content = draft.content
    for said, whole in draft.needs.perhaps:
        try:
            found += [numbers[drafts[i].label] for i in _named(said, k, drafts)]
        except Unclear:
            content = whole
    return found, content


def _named(said: str, own: int, drafts: Sequence[Draft]) -> list[int]:
    """The steps that a text names by what they do; each of its parts must name one."""
    if len(several := [part for part in re.split(r"\s*[;；]\s*", said) if part]) > 1:
        return [step for part in several for step in _named(part, own, drafts)]
    whole = _meant(said, own, drafts)
    if whole is not None:
        return [whole]
    parts = [p for p in _SPLIT.split(said) if p]
    found: list[int] = []
    for part in parts if len(parts) > 1 else []:
        step = _meant(part, own, drafts)
        if step is None:
            labels = refs(part)
            if labels is None or not labels.labels:
                raise Unclear(f"step {drafts[own].label} needs “{part[:60]}”, which is no step of the plan")
            found += [i for i, d in enumerate(drafts) if d.label in labels.labels]
        else:
            found.append(step)
    if not found:
        raise Unclear(f"step {drafts[own].label} needs “{said[:60]}”, which is no step of the plan")
    return found


def _meant(said: str, own: int, drafts: Sequence[Draft]) -> int | None:
    """The one other step that a text describes: in the same words, in some of them, or by its thing alone."""
    wanted, states = _stems(said), _states()
    things = wanted - states
    if not wanted:
        return None
    stems = {i: _stems(d.content) for i, d in enumerate(drafts) if i != own}
    for fits in (
        [i for i, s in stems.items() if s == wanted],
        [i for i, s in stems.items() if wanted <= s],
        [i for i, s in stems.items() if things and things == s - states],
        [i for i, s in stems.items() if things and things <= s],
    ):
        if fits:
            return fits[0] if len(fits) == 1 else None
    if CJK.search(said):
        shared = {i: len(s & wanted) for i, s in stems.items()}
        best = [i for i, n in shared.items() if n == max(shared.values())]
        if len(best) == 1 and shared[best[0]] * 2 >= len(wanted):
            return best[0]
    return None


def _stems(text: str) -> frozenset[str]:
    """The words of a text without their endings; pairs of signs for Chinese and Japanese."""
    found: set[str] = set()
    for match in WORD.finditer(text[:500]):
        word = match.group().casefold()
        if CJK.match(word):
            signs = _SIGN_FILL.sub("", word)
            found |= {signs[i : i + 2] for i in range(max(1, len(signs) - 1)) if signs}
        elif word not in _UNSAID:
            found.add(_stem(word))
    return frozenset(found)


@cache
def _states() -> frozenset[str]:
    return frozenset(map(_stem, _STATES))


def _stem(word: str) -> str:
    word = lemma(word)
    for ending in ("ing", "ed", "al", "en", "e", "d"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl":
                word = word[:-1]
            break
    flat = unicodedata.normalize("NFKD", word)
    return "".join(c for c in flat if not unicodedata.combining(c))
