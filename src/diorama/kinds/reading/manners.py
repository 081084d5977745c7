"""Replies that hold no answer: not knowing, refusing, saying nothing."""

from __future__ import annotations

import re

from diorama.kinds.reading.cleaning import Final
from diorama.kinds.reading.readings import NotRead
from diorama.kinds.verdicts import Verdict

_REFUSES = re.compile(
    r"\b(?:i(?:['’]m| am)? (?:sorry|afraid)|i (?:can(?:no|['’])t|cannot|am unable to|won['’]t|will not)|"
    r"i (?:must |have to |will )?(?:\w+ly )?(?:decline|refuse)|"
    r"i['’]m unable to|as an ai\b|i(?:['’]m| am) not able to|unable to (?:assist|help|comply|process|view|see)|"
    r"i (?:refuse|decline) to|i['’]d rather not|"
    r"(?:cannot|can['’]t) (?:assist|help|comply|fulfil|view|see)|against (?:my|the) (?:policy|guidelines)|"
    r"(?:guidelines|policy|policies|rules) (?:do(?:es)? not|don['’]t|doesn['’]t) (?:allow|permit)|"
    r"(?:do not|don['’]t|cannot|can['’]t) see (?:an?|any|the) (?:image|picture|photo)|please (?:provide|upload|"
    r"attach|share) (?:the|an?) "
    r"(?:image|picture|photo)|violates? (?:the|our|my)|not allowed to (?:answer|help)|"
    r"no image (?:was |has been |is )?(?:provided|attached|given|visible))|"
    r"抱歉|对不起|對不起|无法回答|無法回答|不能回答|申し訳|"
    r"(?:お?答え|回答|表示|判断|確認|拝見|対応|お?手伝い)(?:[すしいたるをはがもにこと]{0,6})でき(?:ません|かねます)|"
    r"\b(?:lo siento|no puedo (?:\w+ ){0,2}?(?:respond|contest|ver|ayud|asist|deci|determin|proces|analiz|"
    r"identific)\w*|désolée?|je ne peux (?:(?:pas|malheureusement|y|vous|t['’]|l['’]) ?){0,4}"
    r"(?:répond|voir|aide|dire|détermin|trait|"
    r"analys|identifi)\w*|tut mir leid|ich kann (?:das |diese |leider )?.{0,30}nicht)\b",
    re.I,
)
UNSURE = re.compile(
    r"\b(?:not (?:\w+ |100 ?% )?(?:sure|certain)|"
    r"(?:not|n['’]t) (?:\w+ )?clear (?:to me|which|whether|if|what|how|where)|"
    r"unsure|uncertain|dunno|no clue|beats me|unclear|"
    r"no way (?:of knowing|to (?:know|tell))|"
    r"not possible to (?:say|tell|determine|know)|(?:cannot|can['’]?t) decide|do(?:es)?(?:n['’]t| not) (?:show|"
    r"have|see) enough|"
    r"kann ich (?:\w+ ){0,4}nicht sagen|"
    r"(?:hard|difficult|tough|tricky|impossible)(?: for (?:me|us|anyone))? to (?:say|tell|know|determine|judge|see)|"
    r"(?:not able|unable) to (?:tell|say|determine|judge|know)|not enough info|"
    r"(?:cannot|can['’]?t|can not) (?:\w+ )?be (?:\w+ )?(?:sure|certain)|(?:cannot|can['’]?t|"
    r"can not) really (?:tell|say)|"
    r"(?:ni|no tengo) idea|no se puede (?:saber|determinar|decir)|pas (?:sûre?|certaine?)|aucune idée|"
    r"(?:difficile|impossible) [àa] (?:dire|déterminer)|keine ahnung|schwer zu sagen|unklar|difícil (?:de )?decir|"
    r"(?:do not|don['’]?t|cannot|can['’]?t) (?:know|tell|say|determine)|"
    r"(?:cannot|can['’]?t|couldn['’]?t) (?:figure|work) (?:(?:it|this|that) out|"
    r"out (?:which|what|how|where|whether|if))|"
    r"(?:cannot|can['’]t|could not|couldn['’]t) be (?:determined|known|told|inferred|judged)|"
    r"impossible to (?:tell|say|know|determine)|"
    r"not enough information|insufficient information|undetermined|indeterminate|no idea|idk|unknown|"
    r"no estoy segur[oa]|no (?:lo )?sé|je ne sais pas|pas sûre?|nicht sicher|weiß (?:ich )?(?:es )?(?:leider )?nicht|"
    r"unsicher)\b|"
    r"不确定|不確定|不知道|无法确定|無法確定|无法判断|無法判斷|看不出|不清楚|不好说|很难说|难说|难以(?:判断|确定)|"
    r"わかりません|分かりません|わからない|分からない|判断(?:が|は)?(?:でき|つきま)|不明",
    re.I,
)
_ABSTAINS = re.compile(
    r"^(?:i(?:['’]m| am) )?(?:not sure|unsure|uncertain|i don['’]?t know|(?:it )?(?:cannot|can['’]t) be determined|"
    r"cannot (?:tell|say|determine)|not enough information|insufficient information|none of the above is certain)\b",
    re.I,
)
_BLIND = re.compile(
    r"\b(?:not able|unable|cannot|can['’]?t)(?: to)? (?:view|see|process|access|open|analy[sz]e) (?:any |"
    r"the |an |a )?"
    r"(?:attached )?(?:images?|pictures?|photos?|files?|attachments?)\b(?! (?:well|clear|in|enough|proper|"
    r"sharp|detail|of))",
    re.I,
)
"""Who cannot look at pictures at all refuses, whatever else that keeps them from."""
SHORT_WORDS = 60
"""Refusals and doubts are looked for in short replies only: a long one may voice a doubt and still decide."""


def abstains(option: str) -> bool:
    """Whether an option is the one not to answer."""
    return bool(_ABSTAINS.match(option.strip()))


def doubts(text: str) -> bool:
    """Whether words say that the answer is not known."""
    return bool(UNSURE.search(text))


def refuses_at_once(text: str) -> bool:
    """Whether a reply begins with a refusal."""
    return bool(_REFUSES.search(text[:40]))


def no_answer(final: Final) -> NotRead:
    """Why nothing was read: it refused, it does not know, it said nothing, or we do not understand."""
    text = final.text
    if not text:
        return NotRead(Verdict.UNREAD, final.note or "an empty reply")
    if len(text.split()) <= SHORT_WORDS:
        if doubts(text) and not _BLIND.search(text):
            return NotRead(Verdict.NOT_SURE, "it says that it does not know")
        if _REFUSES.search(text):
            return NotRead(Verdict.REFUSED, "it refuses")
    elif _REFUSES.match(text):
        return NotRead(Verdict.REFUSED, "it refuses")
    return NotRead(Verdict.UNREAD, final.note or "no answer was found in the reply")


def declines(final: Final) -> NotRead | None:
    """A short reply that clearly refuses or doubts; None for any other."""
    found = no_answer(final)
    return None if found.verdict is Verdict.UNREAD else found
