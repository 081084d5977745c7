"""Clauses: a sentence, its lists made one sign each, cut where one thing that it says ends and the next begins."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from diorama.kinds.lexicon import CJK
from diorama.kinds.reading.objects.groups import ASKED, THING

_LEAD = r"(?:(?:also|then|so|now|that|only|just|even|maybe|perhaps|again)\s+)*"
_ADVERB = r"(?:(?:also|too|then|still|alone|both|all|each|only|never|now|just|therefore|thus|clearly)\s+)*"
_VERBS = (
    r"(?:is|are|was|were|would|will|can|could|has|have|does|do|must|should|needs?|stays?|remains?|hides?|"
    r"covers?|blocks?|"
    r"stands?|sits?|lies|comes?|goes|keeps?|shows?|becomes?|gets?|isn|aren|wouldn|won|don|doesn|hasn|haven|can['’]t|"
    r"cannot|follows?|leans?|leaves?|belongs?|reaches)"
)
_SUBJECT = (
    rf"(?:{THING}\s+{_ADVERB}{_VERBS}\b|(?:it|they|both|all|nothing|neither|none|everything|everyone|those|"
    rf"these|that|"
    r"this|each|we|you|i|behind|after|before|next|finally|last|not|nor|no|so (?:is|are|does|do|would|will|has|have)|"
    r"the (?:last|first|next|second|third|latter|former|same))\b)"
)
SPLIT = re.compile(
    r"(?P<mark>\s*[;:()\[\]\n]+\s*|\s*(?:\.{2,}|…|→|=>)\s*|\s+(?:[–—]|--?)\s+|\s*—\s*|\s*[,，、]\s*+(?!(?:except|"
    r"apart from|other than|bar|save|with the exception of)\b))"
    r"|\s+(?=(?:(?<!everything )(?<!all )(?<!them )(?<!object )(?<!objects )(?<!nothing )(?<!anything )but|"
    r"while|whereas|(?:even )?(?:al)?tho(?:ugh)?|however|because|since|yet|unless|whilst|which|who|whose|nor|"
    r"aber|mais|pero|sino|weil|porque|car|"
    r"so(?!\s+(?:do|does|did|is|are|has|have|would|will|can|too|far|much|\w+ that)\b)|"
    rf"(?<!well )as(?=\s+(?:it|they|the|{THING}|nothing|only|both|each|those|these|no)\s)(?! for\b)|"
    rf"(?<!\bus )(?<!\bme )(?<!camera )(?<!viewer )(?<!eye )and(?=\s+{_LEAD}{_SUBJECT}|\s+{THING}\s+(?:also |"
    rf"only )?by\b)|(?<!{THING} )and(?=\s+the (?:rest|others?)\b)|(?:and|or)(?=\s+(?:(?:also|still|then|thus|"
    rf"therefore|never|actually)\s+)*(?:is|are|was|were|has|would|will|can|cannot|could|"
    r"does|doesn|isn|aren|wouldn|won|hasn|don|do not|hides?|covers?|blocks?|obscures?|stands|sits|lies|stays|"
    r"remains|keeps|shows|overlaps|reaches|touches|leaves)\b)|"
    r"(?<!only )(?<!even )(?<!as )if|when|once|"
    r"until|where)\b)",
    re.I,
)
SPLIT_SIGNS = re.compile(
    r"(?P<mark>\s*[;；:：()（）]\s*)|(?<=之后)[,，]?|(?<=以后)[,，]?|(?<=的话)[,，]?|(?<=たら)、|"
    r"[,，、]?(?=但|不过|不過|然而|而(?!且)|しかし|一方|けど)|が、"
)
"""In Chinese and Japanese a comma ends no clause."""
_BEGINS = re.compile(
    rf"^[^\w\ue000-\uf000]*(?:(?:and|but|so|then|yet|while|whereas|though|although|as|since|because|also|only|"
    rf"even|for|of|or|such)\s+)*(?P<subject>{THING})",
    re.I,
)
_NO_SUBJECT = re.compile(
    r"^(?P<lead>[^\w\ue000-\uf000]*(?:(?:and|but|yet|or|nor|also|still|thus|therefore|hence|"
    r"so(?! (?:do|does|did|is|are|was|were|has|have|would|will|can|could|must|should) [\ue000-\uf000]))\s+)*)"
    r"(?P<rest>(?:(?:also|still|actually|simply|just|then|thus|really|never|already|"
    r"therefore|certainly|only)\s+)*(?:ne|too|is|are|was|were|would|will|can|could|has|have|does|do(?=n)|did|"
    r"doesn|don|"
    r"isn|aren|wouldn|won|hasn|haven|can['’]t|"
    r"cannot|stands?|sits?|lies?|stays|remains|hides|covers|blocks|keeps|shows|comes|gets|becomes|leans|reaches|"
    r"needs|must|"
    r"(?:hide|cover|block|touch)(?= (?:none|nothing|no|any|part))|(?:visible|reflected|mirrored|hidden|blocked|"
    r"covered)(?=\W*$)))\b",
    re.I,
)


_ONLY_DENIES = re.compile(r"[^\w\ue000-\uf000]*(?:not|never|neither|nor|nicht|pas)[^\w\ue000-\uf000]*", re.I)


_BEHIND = re.compile(
    rf"(?:(?:and|right|just|directly|also|still)\s+)*(?:behind|within|inside) (?:{ASKED}|it|that)"
    r"(?: (?:outline|silhouette|shape|contour|area))?",
    re.I,
)
_INVERTED = re.compile(rf"(?:stands?|sits?|lies?|is|are|comes?|there(?:['’]s| is| are)) {THING}", re.I)
"""Behind the box, in the shade, stands the pear."""


@dataclass(frozen=True)
class Clause:
    """A piece of a sentence that says one thing."""

    text: str
    after: str = ""
    """The mark between it and the clause before: a comma, a colon, a bracket; nothing before the first."""


def clauses_of(text: str) -> list[Clause]:
    """The clauses of a sentence; one that only goes on about the same subject has it named again."""
    found: list[Clause] = []
    start, mark = 0, ""
    for cut in (SPLIT_SIGNS if CJK.search(text) else SPLIT).finditer(text):
        piece = text[start : cut.start()].strip()
        if _ONLY_DENIES.fullmatch(piece):
            continue  # not – the pear
        if piece:
            found.append(Clause(piece, mark))
        start, mark = cut.end(), (cut["mark"] or " ").strip()[:1] or " "
    if text[start:].strip():
        found.append(Clause(text[start:].strip(), mark))
    return _with_subjects(found)


def sign_first(clauses: list[Clause], sign: str) -> list[Clause]:
    """Clauses about a thing that was named before them, with its sign where they have no subject."""
    return [c if _BEGINS.match(c.text) else replace(c, text=f"{sign} {c.text}", after="") for c in clauses]


def _with_subjects(clauses: list[Clause]) -> list[Clause]:
    """The pear, by contrast, is hidden; the mug is near but covers nothing: each clause has its subject."""
    found: list[Clause] = []
    subject, waits, place = "", -1, ""
    for clause in clauses:
        if place and _INVERTED.match(clause.text):
            clause = replace(clause, text=f"{place} {clause.text}")
        place = f"behind {ASKED}" if _BEHIND.fullmatch(clause.text) else place
        goes_on = _NO_SUBJECT.match(clause.text) if subject else None
        if goes_on:
            clause = replace(clause, text=f"{goes_on['lead']}{subject} {clause.text[goes_on.start('rest') :]}")
            if waits >= 0:
                clause = replace(clause, after=found[waits].after)
                del found[waits]
                waits = -1
        elif begins := _BEGINS.match(clause.text):
            subject = begins["subject"]
            alone = not re.search(r"\w", clause.text[begins.end() :])
            waits = len(found) if alone else -1
        found.append(clause)
    return found
