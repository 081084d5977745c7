"""Reading a plan: numbered steps, each with the steps that it directly needs.

A reply may hold several plans: a draft and a better one, or one that is marked as the answer. What is marked comes
first; then a plan under a heading such as "final plan"; then the last one that says what its steps need. Lines, tables
and JSON are looked for first, sentences only if there is none of these. Where it is not clear what a step needs, or
which of two plans is meant, nothing is read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from diorama.kinds.reading.cleaning import Final
from diorama.kinds.reading.manners import no_answer
from diorama.kinds.reading.readings import NotRead, Planned
from diorama.kinds.reading.step_drafts import Draft
from diorama.kinds.reading.step_json import is_bare, is_one_step, steps_of
from diorama.kinds.reading.step_lines import MARK, Candidate, candidates
from diorama.kinds.reading.step_markup import marked_parts, text_of
from diorama.kinds.reading.step_plan import Unclear, planned
from diorama.kinds.reading.step_prose import chain, sequence, stated, unlabelled
from diorama.kinds.reading.step_spans import Span, spans
from diorama.kinds.verdicts import Verdict

SHORT_WORDS = 25
"""That there is nothing to do is looked for in short replies only."""

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
_NOTES = re.compile(
    r"\b(?:notes?|explanations?|reasoning|reasons?|observations?|analysis|why|rationale|tips?|assumptions?|"
    r"constraints?|what i see|objects?|scene|"
    r"justification|remarks?|things to|keep in mind|risks?|example|hinweise?|begründung|notas|remarques?)\b|说明|备注|"
    r"原因|理由|注意|観察|補足",
    re.I,
)
_FINAL = re.compile(
    r"\b(?:final|correct(?:ed)?|revised|updated|answer|better|improved|fixed|endgültig\w*|korrigiert\w*|antwort|"
    r"definitiv[oa]|corregid[oa]|respuesta|finale?|"
    r"corrigée?|réponse)\b|最终|最終|答案|修正|答え|回答",
    re.I,
)
_DRAFT = re.compile(
    r"\b(?:draft|first (?:idea|attempt|try|thought)|initial(?:ly)?|na[iï]ve|rough|attempt|entwurf|borrador|"
    r"brouillon)\b|初稿|草稿|下書き",
    re.I,
)
_OTHER = re.compile(
    r"\b(?:alternativ\w*|option (?:b|2|two)|plan b|another (?:way|plan|option)|or else|or you could|"
    r"second (?:option|way|plan)|instead, you could|oder)\b|^or\b|或者|另一种|または",
    re.I,
)
_TAKES_BACK = re.compile(
    r"(?:^|[.!?。—]\s*)\W*(?:no,? wait|wait\b|actually\b|correction\b|oops|scratch that|on second thoughts?|"
    r"my mistake|i made a mistake|hmm,? no|"
    r"sorry,? (?:i|step|that)|(?:please )?(?:ignore|skip|disregard|forget|drop) (?:the |that |this )?(?:step|plan|"
    r"above)|(?:this|that|the|my) (?:plan|answer) "
    r"(?:is|was|would be) (?:wrong|incorrect|not)|nein,? warte|moment|等等|不对|待って)",
    re.I,
)
_BAD = re.compile(
    r"\b(?:bad|wrong|incorrect|do not|don['’]t|avoid|never|would fail|falsch\w*|mala?|mauvais\w*)\b|错误", re.I
)
_OBSERVES = re.compile(
    r"^(?:the|there|it|this|that|a|an|i|we|der|die|das|el|la|le)\b.{0,80}?\b(?:is|are|was|stands?|lies|sits?|"
    r"rests?|blocks?|covers?|hides?|has|have|see|ist|steht|liegt|está|est)\b",
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
    text, values, empty, cut = _without_json(raw)
    found, lines = candidates(text_of(text), values)
    chosen = _chosen([c for c in found if not _commentary(c)])
    if cut:
        raise Unclear("it was cut off")
    if chosen is not None:
        rest = lines[chosen.ends :]
        if any(_TAKES_BACK.search(line) for line in rest[:200]):
            raise Unclear("it takes back what it said")
        return Planned(planned(stated(chosen.drafts, rest[:200])))
    if empty:
        return Planned(())
    plain = text_of(text)
    if _NOTHING.search(plain) and len(plain.split()) <= SHORT_WORDS and len(plain) < 400:
        return Planned(())
    for drafts in (unlabelled(lines), chain(lines), sequence(plain)):
        if drafts:
            return Planned(planned(drafts))
    return None


def _without_json(raw: str) -> tuple[str, list[tuple[Draft, ...]], bool, bool]:
    """A text with a mark in place of each plan in JSON, those plans, whether one is empty, and if the last was cut."""
    found, cut = spans(raw)
    whole = len(found) == 1 and not re.sub(r"```\w*|\s", "", raw[: found[0].start] + raw[found[0].end :])
    values: list[tuple[Draft, ...]] = []
    empty, at, parts = False, 0, list[str]()
    for span in _merged(found, raw):
        drafts = steps_of(span.value)
        if drafts is None and isinstance(span.value, dict):
            drafts = _told(span.value)
        alone = not raw[raw.rfind("\n", 0, span.start) + 1 : span.start].strip(" \t`")
        if not drafts and not isinstance(span.value, dict) and not _listed(span.value):
            empty |= drafts == () and whole
            continue
        if is_bare(span.value) and not whole and not alone:
            continue
        empty |= drafts == ()
        weak = is_bare(span.value) and not whole and drafts and not any(d.needs.stated for d in drafts)
        parts.append(raw[at : span.start])
        if drafts and not weak:
            parts.append(f"\n{MARK}{len(values)}\n")
            values.append(drafts)
        at = span.end
    return "".join(parts) + raw[at:], values, empty, cut


def _listed(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(item, dict) for item in value)


def _merged(found: Sequence[Span], raw: str) -> list[Span]:
    """Steps that stand one object a line, as one list."""
    merged: list[Span] = []
    for span in found:
        if is_one_step(span.value) and merged and not raw[merged[-1].end : span.start].strip(" \n\t,"):
            before = merged[-1].value
            if is_one_step(before) or (isinstance(before, list) and all(map(is_one_step, before))):
                values = [*(before if isinstance(before, list) else [before]), span.value]
                merged[-1] = Span(merged[-1].start, span.end, values)
                continue
        merged.append(span)
    return merged


def _told(value: dict[str, object]) -> tuple[Draft, ...] | None:
    """A plan in lines inside of a JSON text."""
    texts = [
        v
        for k, v in value.items()
        if isinstance(v, str) and re.search(r"answer|plan|steps|result|output", str(k), re.I)
    ]
    found = [c for t in texts for c in candidates(text_of(t))[0]]
    return found[-1].drafts if found else None


def _chosen(found: Sequence[Candidate]) -> Candidate | None:
    """The plan that counts among several."""
    found = [c for c in found if not _BAD.search(c.heading)]
    kept = [c for c in found if not _DRAFT.search(c.heading)] or found
    firm = [c for c in kept if c.firm] or kept
    final = [c for c in firm if _FINAL.search(c.heading)]
    if not firm:
        return None
    chosen = (final or firm)[-1]
    if not final and any(_OTHER.search(c.heading) and c.drafts != firm[0].drafts for c in kept[1:]):
        raise Unclear("it gives more than one plan")
    if chosen.broken:
        raise Unclear("one of its steps has no words")
    return chosen


def _commentary(candidate: Candidate) -> bool:
    """Whether a list only describes or explains."""
    if candidate.firm:
        return False
    if (
        _NOTES.search(candidate.heading)
        and not _FINAL.search(candidate.heading)
        and not re.search("plan|step", candidate.heading, re.I)
    ):
        return True
    return all(_OBSERVES.match(d.content) for d in candidate.drafts)
