"""Which plan counts, where a reply lays out several: drafts, alternatives, notes, and the plan that is meant."""

from __future__ import annotations

import re
from collections.abc import Sequence

from diorama.kinds.reading.plans import words
from diorama.kinds.reading.plans.drafts import Candidate, Unclear

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
    r"(?:is|was|would be) (?:wrong|incorrect|not)|"
    r"(?:this|that|it)(?: plan)? (?:won['’]t|will not|does not|doesn['’]t|would not|wouldn['’]t|cannot|can['’]t) work|"
    r"nein,? warte|moment|等等|不对|待って)",
    re.I,
)
_BAD = re.compile(
    r"\b(?:bad|wrong|incorrect|invalid|flawed|falsch\w*|mala?|mauvais\w*)\b(?! to\b)|错误|不要这样|"
    r"^\W*it(?:['’]s| is| was| would be)?(?: not|n['’]t| will not| won['’]t| does not| doesn['’]t| would not|"
    r" wouldn['’]t) (?:be |quite )?(?:correct|right|valid|good|ok|work|the|how|a)\b",
    re.I,
)
_DENIES = re.compile(
    r"\b(?:not|never|avoid|ignore|disregard|cannot|fail\w*|nicht|nie|keinesfalls|nunca|jamais|pas)\b|n['’]t\b", re.I
)
_NEUTRAL = re.compile(
    r"\b(?:does|do|did)(?:n['’]t| not) (?:really )?(?:matter|depend|touch|affect|mind)\b|"
    r"\bnot (?:to )?(?:forget|knock)\b",
    re.I,
)
"""Denials that say nothing against a plan: "it doesn't matter which goes first"."""
_THE_PLAN = re.compile(
    r"\b(?:plan|following|below|approach|answer|solution|"
    r"this(?=\W*$| (?:is|was|will|would|won|does|do|way|order)\b)|like that|sequence|attempt|"
    r"idea|so|así|comme (?:ça|cela))\b|:\W*$",
    re.I,
)
"""What a sentence says of the plan under it, or a heading; with a denial, that plan is none."""
_MORE_TO_DO = re.compile(
    r"\byou(?:['’]ll)? (?:will )?(?:also|still) (?:need|have) to (?:re)?(?:move|take|lift|pick|put|clear|push|pull)|"
    r"^\W*(?:step )?\d{1,2}[a-z][.):]\s",
    re.I,
)
_OR = re.compile(r"\W*(?:or|otherwise|alternatively|oder|o bien|ou bien)\b(?! so\b)", re.I)
_ANY_ORDER = re.compile(r"\border\b|swap|parallel|same time|simultaneous|interchang|independent|let me know|ask", re.I)
_SENTENCES = re.compile(r"(?<=[.!?。])\s+(?=\S)|,?\s+(?:so|but|therefore|hence|thus),?\s+(?=\S)", re.I)
_OBSERVES = re.compile(
    r"^(?:the|there|it|this|that|a|an|i|we|der|die|das|el|la|le)\b.{0,80}?\b(?:is|are|was|stands?|lies|sits?|"
    r"rests?|blocks?|covers?|hides?|has|have|see|ist|steht|liegt|está|est)\b",
    re.I,
)


def chosen(found: Sequence[Candidate]) -> Candidate | None:
    """The plan that counts among several; None if all of them only describe or explain."""
    found = [c for c in found if not _commentary(c)]
    found = [c for c in found if not _is_denied(c)]
    kept = [c for c in found if not _DRAFT.search(_title(c))] or found
    firm = [c for c in kept if c.firm] or kept
    final = [c for c in firm if _FINAL.search(_title(c))]
    if not firm:
        return None
    last = (final or firm)[-1]
    if not final and any(_OTHER.search(_title(c)) and c.drafts != firm[0].drafts for c in kept[1:]):
        raise Unclear("it gives more than one plan")
    if last.broken:
        raise Unclear("one of its steps has no words")
    return last


def _title(candidate: Candidate) -> str:
    """The last sentence before a plan, or what follows "so" or "but" in it: the rest is about other things."""
    return _SENTENCES.split(candidate.heading.strip())[-1]


def _is_denied(candidate: Candidate) -> bool:
    """Whether the words before a plan say that it is not to be followed."""
    return any(
        _BAD.search(sentence) or (_DENIES.search(_NEUTRAL.sub("", sentence)) and _THE_PLAN.search(sentence))
        for sentence in _SENTENCES.split(candidate.heading.strip())
    )


def is_taken_back(lines: Sequence[str]) -> bool:
    """Whether what stands after a plan takes it back: "Wait, …", "This won't work"."""
    return any(_TAKES_BACK.search(line) for line in lines)


def is_continued(lines: Sequence[str]) -> bool:
    """Whether what stands after a plan adds a step to it or offers another way, without a label."""
    for line in lines:
        if (link := words.LINK.match(line)) and words.DEED.match(line[link.end() :]):
            return True
        if _MORE_TO_DO.search(line) or (_OR.match(line) and not _ANY_ORDER.search(line)):
            return True
    return False


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
