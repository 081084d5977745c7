"""What a step needs, as the step itself says it: "(needs 1, 2)", "– depends on nothing", "after removing the lamp, …".

The words of a step are parted into what is done and what it needs. A need may name steps by their labels or by what
they do; the latter is settled in `resolve`, once all steps are known.
"""

from __future__ import annotations

import re
from dataclasses import replace

from diorama.kinds.lexicon import word_set
from diorama.kinds.reading.plans import words
from diorama.kinds.reading.plans.drafts import Needs, Refs
from diorama.kinds.reading.plans.references import brackets_in, refs

LONGEST = 2000
"""Characters: a longer step is not looked into."""
MOST_TRIES = 12
"""Places at which a need is looked for in one step."""


_RARELY = word_set("start beginning empty zero null nil")
"""Words that say "none" only where nothing else is said."""
_KEY = re.compile(
    r"(?<![\w-])(?:"
    + "|".join(sorted(map(re.escape, words.KEYS | (words.NONE - _RARELY)), key=len, reverse=True))
    + r")(?![\w-])"
    r"|(?:steps? (?:that|which) )?(?:must|should|has to|have to|needs? to) (?:come|be done|happen) (?:right |"
    r"directly |immediately )?before(?: it| this)?(?=\s*[:=])"
    r"|(?:right|directly|immediately) before(?: it| this)?(?=\s*[:=])"
    r"|pre[- ](?:requisites?|conditions?|reqs?)\b|" + words.SIGN_KEYS.pattern + "|" + words.SIGN_NONE.pattern,
    re.I,
)
_KEY_BEFORE = re.compile(r"(?:" + _KEY.pattern + r")(?:\s+(?:on|steps?|ids?))*\s*[:：=]?\s*$", re.I)
_TAGGED = re.compile(
    r"[\[(]\s*(needs|requires?|prerequisites?|preconditions?|depends on|dependencies|after)\s*[\])]\s*:?\s*(?=\S)", re.I
)
"""The word for "needs" in brackets, and what is needed after them."""
_LEAD_IN = re.compile(
    r"(?:[\s,;:.–—|/*_→⇒=>-]|(?<![\w])(?:which|that|this|it|step|has|have|with|its|can be|must|should|only|and|but|"
    r"but only|to be|be|"
    r"(?:is |are )?(?:to be )?(?:done|performed|possible|executed|carried out)|comes?|directly|right|immediately|"
    r"strictly|"
    r"tiene|does|do|is|are|hängt|setzt|puede|debe|cela|elle|doit|être|sein|peut|muss|kann))+$",
    re.I,
)
"""What may stand between the deed and the word for "needs"."""
_FIRST = re.compile(r"\b(?:must|has to|have to|needs? to|should) (?:\w+ ){1,4}(?:first|before|beforehand)\W*$", re.I)
"""A bracket that says what must be done before: "(the lamp must be removed first)"."""
_TOLD_KEY = re.compile(
    r"\W*(?:(?:only|directly|right|immediately|strictly|can be done|must be done|should be done|to be done|done|"
    r"possible|it|this|step|which|has|is)\s+)*(" + _KEY.pattern + ")",
    re.I,
)
_ASIDE = re.compile(r"(?<=\d)\s*\((?!\s*\d)[^()]{1,60}\)")
"""What a number stands for: "1 (the lamp), 2 (the vase)"."""
_STOP = re.compile(r"[.;!。；](?=\s|$)|\s[–—|]\s|\s-\s|\s\(|（")
_CLAUSE = re.compile(r"[,:，、：]")
_SEPARATED = re.compile(r"[.,;:–—|→/-]\s*$|^\s*$")
_LEFT_OVER = re.compile(
    r"\b(?:needs?|requires?|required|prerequis\w*|preconditions?|depends?|dependen\w+|benötig\w*|braucht|necesita|requiere|"
    r"depende|nécessite|dépend)\b[^.]{0,30}(?:\d|\b(?:steps?|schritt\w*|pasos?|étapes?|"
    + "|".join(sorted(words.ORDINALS))
    + r")\b)|\bsteps?\s*#?\d|"
    r"[(\[（][^()\[\]（）\w]{0,6}\d{1,2}(?:[^()\[\]（）\w]{1,6}\d{1,2}){0,9}[^()\[\]（）\w]{0,6}[)\]）]\W*$",
    re.I,
)
"""Something about needs that was not understood."""
_HEDGED = re.compile(
    r"(?:\b(?:not|never|maybe|perhaps|possibly|probably|might|may|could|nicht|vielleicht|quizás|peut-être|ne|pas)|"
    r"n['’]t|也许|可能|不)\s*(?:\w+\s+){0,2}$",
    re.I,
)


def parted(text: str, lettered: bool = False) -> tuple[str, Needs]:
    """A step's words without its needs, and these."""
    if len(text) > LONGEST:
        return text, Needs()
    text = _plainly(text)
    if _TOLD_KEY.match(text) and (whole := refs(text, lettered)) is not None and whole.keyed:
        return "", Needs((whole,))
    text, needs = _brackets(_TAGGED.sub(r"– \1: ", text), lettered)
    for part in (_opening, _arrow, _enabling, _clauses):
        text, more = part(text, lettered)
        needs += more
    if _LEFT_OVER.search(text) and not needs.perhaps:
        needs += Needs(doubtful=True)
    return _clean(text), needs


def needs_of(text: str, lettered: bool = False) -> Needs | None:
    """What a cell, a field or a line of its own says; None if it is empty of meaning."""
    text = _plainly(text.strip(" \t.;,:*_`'\""))
    reason = words.REASON.search(text)
    if (
        reason
        and not words.MORE.search(text, reason.end())
        and (found := refs(text[: reason.start()], lettered)) is not None
    ):
        return Needs((found,))
    for inside in dict.fromkeys((text, *(piece for piece in [text.split(". ")[0]] if piece))):
        if (found := refs(inside, lettered)) is not None:
            return Needs((found,))
    said = _without_key(text)
    if words.NOT_STEPS.fullmatch(said):
        return Needs((Refs(),))
    bare = refs(re.sub(r"\([^()]*\)|（[^（）]*）|“[^”]*”|\"[^\"]*\"", " ", said), lettered)
    if bare is not None and bare.labels:
        return Needs((bare,))  # step 1 (remove the lamp)
    inner, more = _brackets(said, lettered)
    if more.stated and not _clean(inner):
        return more
    if more.refs and any(r.labels for r in more.refs):
        return Needs(more.refs)  # "remove the lamp (step 1)"
    if numbered := _numbered(said):
        return numbered
    return Needs(told=(said,)) if said else None


def _plainly(text: str) -> str:
    """A text without what is needed indirectly, and needs that are said in a roundabout way in plain words."""
    if len(text) > LONGEST:
        return text
    text = words.NO_OTHER.sub("needs nothing", words.INDIRECT.sub("", text))
    return words.COMES_BEFORE.sub(r"needs \1", words.NONE_BEFORE.sub("needs nothing", text))


def _numbered(said: str) -> Needs | None:
    """Steps named by label and deed: "Step 1: Remove the lamp; Step 2: …"."""
    found = re.findall(r"(?:^|[;,\n]\s*)(?:step|schritt|paso|étape|步骤|ステップ)\s*(\d{1,3})\s*[:：(–—-]", said, re.I)
    return Needs((Refs(tuple(dict.fromkeys(found))),)) if found else None


def is_needs_line(text: str, lettered: bool = False) -> bool:
    """Whether a line says what a step needs, and nothing else."""
    bare = text.strip(" \t.;,*_`-–•→↳└>")
    if re.match(r"(?:each|every|all|both|jeder|cada|chaque)\b|每", bare, re.I):
        return False
    found = refs(bare, lettered)
    if found is not None and found.keyed:
        return True
    head, colon, _ = bare.strip("()[]").partition(":")
    return bool(colon) and len(head) < 60 and is_needs_key(head)


def is_needs_key(head: str) -> bool:
    """Whether a heading, the name of a field or of a column stands for needs."""
    plain = re.sub(r"(?<=[a-z])(?=[A-Z])|[_*]+", " ", head).strip(" :：()[]").casefold()
    return bool(plain) and len(plain) < 60 and words.NEED_KEY.search(plain) is not None


def _without_key(text: str) -> str:
    """The words after "needs", if they begin with it."""
    match = re.match(
        r"\W*(?:\w+ ){0,2}?(?:" + _KEY.pattern + r")(?:\s+(?:on|upon|of|that|de|von|que|by|for|to))?\s*[:：]?\s*",
        text,
        re.I,
    )
    return (text[match.end() :] if match else text).strip(" \t.;,:*_")


# parts of a step


def _brackets(text: str, lettered: bool) -> tuple[str, Needs]:
    """Brackets that say what is needed; a bare reference counts only at the end."""
    needs, cuts = Needs(), list[tuple[int, int]]()
    groups = list(brackets_in(text))[:MOST_TRIES]
    for start, end in groups:
        inside = text[start + 1 : end - 1]
        if _KEY_BEFORE.search(text[max(0, start - 60) : start]):
            continue  # needs: [1]
        last = not text[end:].strip(" .;,*_") or all(
            a >= end and not text[end:a].strip() for a, _ in groups if a >= end
        )
        found = Refs(keyed=True) if words.STARTS.fullmatch(inside) else refs(inside, lettered)
        if (reverse := _enabled(inside, lettered)) is not None:
            needs += Needs(enables=reverse)
        elif found is not None and (found.keyed or (found.named and found.labels) or last or not inside.strip()):
            needs += Needs((found,))
        elif found is None and (told := _told(inside, lettered)) is not None:
            needs += told
        elif found is None and (clause := _clauses(inside, lettered)[1]).refs:
            needs += clause
        elif found is None and _KEY.search(inside) and re.search(r"\bsteps?\b|\d", inside):
            needs += Needs(doubtful=True)
        else:
            continue
        cuts.append((start, end))
    for start, end in reversed(cuts):
        text = f"{text[:start].rstrip()} {text[end:].lstrip()}"
    return text.strip(), needs


def _told(inside: str, lettered: bool) -> Needs | None:
    """A bracket that names steps by what they do: "(after removing the lamp)"."""
    if _FIRST.search(inside):
        return Needs(told=(inside,))
    key = _TOLD_KEY.match(inside.strip())
    if key is None or key[1].casefold() in words.NONE or words.SIGN_NONE.fullmatch(key[1]):
        return None
    said = _without_key(inside.strip()[key.start(1) :])
    if not said or words.NOT_STEPS.fullmatch(said):
        return Needs()
    return needs_of(said, lettered)


def _opening(text: str, lettered: bool) -> tuple[str, Needs]:
    """What a step begins with: "After step 1, remove …", "Once the lamp is gone, …", "完成步骤1后，…"."""
    comma = _CLAUSE.search(text[:200])
    if comma is None:
        return text, Needs()
    head, rest = text[: comma.start()], text[comma.end() :].strip()
    tail = re.match(r"(?:\s*,?\s*(?:and\s+)?(?:step\s*)?\d{1,3})+\s*[,:，：]\s*(?=\S)", text[comma.start() :])
    if tail:  # after steps 1, 2 and 3, remove …
        head, rest = text[: comma.start() + tail.end()].rstrip(" ,:，："), text[comma.start() + tail.end() :]
    if not rest:
        return text, Needs()
    found = refs(head, lettered)
    if found is not None and found.keyed:
        return rest, Needs((found,))
    key = re.match(
        r"\W*(?:only |right |directly )?(?:after|once|when|having|following|with|now that|nachdem|sobald|nach|tras|"
        r"después de|una vez|après|une fois)\b",
        head,
        re.I,
    )
    if key or re.search(r"[后後]$|の後に?$", head):
        return rest, Needs(perhaps=((head[key.end() :] if key else head, text),))
    return text, Needs()


def _arrow(text: str, lettered: bool) -> tuple[str, Needs]:
    """An arrow back: "Remove the book ← 1"."""
    *before, last = words.ARROW_BACK.split(text)
    found = refs(last, lettered) if before else None
    return (text[: len(text) - len(last)].rstrip(" ←⟵⇐<-="), Needs((found,))) if found else (text, Needs())


def _enabling(text: str, lettered: bool) -> tuple[str, Needs]:
    """The other way round: "Remove the lamp, before step 2"."""
    for key in list(words.ENABLES.finditer(text))[:MOST_TRIES]:
        labels = _enabled(text[key.start() :], lettered)
        if labels is not None and key.start():
            return text[: key.start()], Needs(enables=labels)
    return text, Needs()


def _enabled(inside: str, lettered: bool) -> tuple[str, ...] | None:
    key = re.match(
        r"\W*(?:must (?:be done|come|happen) |done |to be done )?(?:" + words.ENABLES.pattern + ")", inside, re.I
    )
    found = refs(inside[key.end() :], lettered) if key else None
    return found.labels if found and found.labels and not found.keyed else None


def _clauses(text: str, lettered: bool) -> tuple[str, Needs]:
    """A clause of its own: "… – depends on 1", "… . Needs: step 1. It is heavy.", "… after removing the lamp"."""
    inside = list(brackets_in(text))
    for key in [k for k in _KEY.finditer(text) if not any(a < k.start() < b for a, b in inside)][:MOST_TRIES]:
        before, tail = text[: key.start()], text[key.start() :]
        lead = _LEAD_IN.search(before)
        start = lead.start() if lead else key.start()
        if not text[:start].strip():
            continue
        if _HEDGED.search(before[-40:]) and re.search(r"\d|\bstep", tail[:40]):
            return text[:start], Needs(doubtful=True)
        told = key[0].casefold() not in words.NONE
        if not told and re.search(r"\b(?:since|because|as|there(?:['’]s| is)|with|until)\s*$", before, re.I):
            continue  # since nothing is on it
        for end in dict.fromkeys((len(tail), *(m.start() for m in list(_STOP.finditer(tail))[:2]))):
            said = _ASIDE.sub(" ", tail[:end])
            found = refs(text[start : key.start()] + said, lettered) or refs(said, lettered)
            if found is not None and (found.keyed or found.labels):
                return f"{text[:start]} {tail[end:].lstrip(' .;!。；–—|-')}".strip(), Needs((found,))
        stop = _STOP.search(tail)
        said = _without_key(tail[: stop.start() if stop else len(tail)])
        if not told or not said:
            continue
        hard = key[0].casefold() in words.HARD or words.SIGN_HARD.fullmatch(key[0])
        apart = lead is not None and re.search(r"[.,;–—]\s*which\s", lead[0], re.I)  # …, which needs the lamp gone
        separated = apart or _SEPARATED.search(before) or re.match(r"\s*[:：]", tail[len(key[0]) :])
        if hard and separated:
            numbered = needs_of(said, lettered)
            return text[:start], replace(numbered, perhaps=()) if numbered else Needs()
        if not hard:
            return text[:start], Needs(perhaps=((said, text),))
    for stop in reversed(list(_STOP.finditer(text))[-3:]):
        found = refs(text[stop.end() :], lettered)
        said_so = re.search(r"\b(?:first|before|beforehand)\W*$", text, re.I)
        if found is not None and (found.named or found.keyed or said_so) and text[: stop.start()].strip():
            return text[: stop.start()], Needs((found,))
    return text, Needs()


def _clean(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip(" \t.;,:–—|*_→-。；，、：\"'“”")
