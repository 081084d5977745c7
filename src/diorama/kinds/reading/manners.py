"""Replies that hold no answer: not knowing, refusing, saying nothing."""

from __future__ import annotations

import re

from diorama.kinds.reading.cleaning import Final
from diorama.kinds.reading.readings import NotRead
from diorama.kinds.verdicts import Verdict

_REFUSES = re.compile(
    r"\b(?:i(?:['’]m| am)? (?:sorry|afraid)|i (?:can(?:no|['’])t|cannot|am unable to|won['’]t|will not)|"
    r"i (?:must |have to )?(?:decline|refuse)|"
    r"i['’]m unable to|as an ai\b|i(?:['’]m| am) not able to|unable to (?:assist|help|comply|process|view|see)|"
    r"(?:cannot|can['’]t) (?:assist|help|comply|fulfil|view|see)|against (?:my|the) (?:policy|guidelines)|"
    r"no image (?:was |has been |is )?(?:provided|attached|given|visible))|"
    r"抱歉|对不起|對不起|无法回答|無法回答|不能回答|申し訳|お答えできません|できません|"
    r"\b(?:lo siento|no puedo|désolé|je ne peux|tut mir leid|ich kann (?:das |diese |leider )?.{0,30}nicht)\b",
    re.I,
)
_UNSURE = re.compile(
    r"\b(?:not sure|unsure|not certain|uncertain|(?:do not|don['’]?t|cannot|can['’]?t) (?:know|tell|say|determine)|"
    r"(?:cannot|can['’]t|could not|couldn['’]t) be (?:determined|known|told|inferred|judged)|"
    r"impossible to (?:tell|say|know|determine)|"
    r"not enough information|insufficient information|undetermined|indeterminate|no idea|idk|unknown|"
    r"no estoy segur[oa]|no (?:lo )?sé|je ne sais pas|pas sûre?|nicht sicher|weiß (?:ich )?(?:es )?nicht|unsicher)\b|"
    r"不确定|不確定|不知道|わかりません|分かりません|不明",
    re.I,
)
_ABSTAINS = re.compile(
    r"^(?:i(?:['’]m| am) )?(?:not sure|unsure|uncertain|i don['’]?t know|(?:it )?(?:cannot|can['’]t) be determined|"
    r"cannot (?:tell|say|determine)|not enough information|insufficient information|none of the above is certain)\b",
    re.I,
)
SHORT_WORDS = 60
"""Refusals and doubts are looked for in short replies only: a long one may voice a doubt and still decide."""


def abstains(option: str) -> bool:
    """Whether an option is the one not to answer."""
    return bool(_ABSTAINS.match(option.strip()))


def doubts(text: str) -> bool:
    """Whether words say that the answer is not known."""
    return bool(_UNSURE.search(text))


def no_answer(final: Final) -> NotRead:
    """Why nothing was read: it refused, it does not know, it said nothing, or we do not understand."""
    text = final.text
    if not text:
        return NotRead(Verdict.UNREAD, final.note or "an empty reply")
    if len(text.split()) <= SHORT_WORDS:
        if doubts(text):
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
