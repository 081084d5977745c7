"""Courses of events: "both are in view, then one hides the other" as a sequence of moments, in any words and order.

>>> course_of("First one hides the other, then you see both.")
('hides', 'view')
"""

from __future__ import annotations

import re

Course = tuple[str, ...]

_MOMENT = re.compile(
    r"(?P<never>\b(?:never|at no (?:time|point|moment)|don['’]?t|do not|does not|doesn['’]t|neither|without ever|"
    r"nunca|jamais|nie(?:mals)?|no one|not once|without)\b[^.;\n]{0,40}?(?:hid|cover|occlu|overlap|block|obscur|"
    r"ocult|tap|cach|masqu|verdeck)\w*|(?:始终|从不|從不|从未|從未|不会|不會|没有|一直)[^。；\n]{0,8}?(?:遮|挡|"
    r"擋)\S{0,2}|(?:隠|遮)\S{0,3}(?:ない|ません)|\bno (?:occlusion|overlap|hiding|covering)\b|\b(?:both|always|apart|"
    r"separate|side by side)\b[^.;,\n]{0,30}?"
    r"\b(?:throughout|the whole way|all the time|the (?:whole|entire) time|always|at all times))|"
    r"(?P<view>\b(?:view|sight) of (?:both|each|the two)\b|\bside by side\b|\bemerg(?:es?|ing)\b|\bfrees?\b|"
    r"\b(?:comes?|becomes?|becoming|slides?) (?:\w+ ){0,2}(?:visible|out from behind|free|back into view|"
    r"into (?:full )?view)|"
    r"\bstarts? (?:out )?(?:\w+ ){0,2}(?:left|right|beside|next to|apart|separate)\b|"
    r"\b(?:both|two|each|they|candles|one another)\b[^.;,\n]{0,30}?\b(?:in (?:full |clear )?view|visible|"
    r"seen|apart|separate[d]?|in sight|unobstructed|unoccluded|revealed)\b|\bsee(?:s|ing)? (?:them )?(?:both|each|"
    r"the two)\b|\b(?:no longer|stops?|not|n['’]t)(?: \w+)? (?:hid(?:es?|ing|den)|cover(?:s|ing|ed)?|overlap\w*|"
    r"occlud\w+)\b|\bmoves? out of (?:the|its) way\b|\b(?:ambas|las dos|les deux|"
    r"beide)\b[^.;,\n]{0,30}?(?:a la vista|visibles?|se ven|sichtbar|zu sehen|en vue)|"
    r"\b(?:se ven|ver(?:se)?|vemos|voit|voir|sieht(?: man)?)(?: de nuevo| otra vez| à nouveau| wieder)? (?:a )?"
    r"(?:ambas|las dos|les deux|beide)\b|(?:都|两支|两者|兩者|"
    r"両方)[^。；，,、\n]{0,8}?(?:可见|可見|看得?[到见見]|在视野|見え))|(?P<hides>\b(?:hid(?:es?|ing|den)|cover(?:s|"
    r"ing|ed)?|occlu(?:des?|ding|ded|sion)|overlap(?:s|ping)?|blocks?|blocking|obscur(?:es?|ing|ed)|"
    r"passes (?:in front|before)|"
    r"in front of|behind|oculta|tapa|cache|masque|verdeckt)\b|遮挡|遮擋|遮住|挡住|擋住|隠)",
)
_BARE_VIEW = re.compile(
    r"\W*(?:(?:it|they|the candles?|again|both|are|out|first|so)\W+)*(?:both|visible|seen|free|clear|separate[d]?|"
    r"in (?:full |clear )?view|apart)(?: again)?(?: when .*)?\W*"
)
"""A moment in a word or two: "apart", "visible"."""
_NEVER = re.compile(
    r"\W*(?:(?:they|the two|it|that) )?(?:never|at no (?:time|point)|not at all|not once|never at all)(?: do|"
    r" happens)?\W*",
)
_NEVER_EVER = re.compile(r"\b(?:never|at no|neither|ever|nunca|jamais|nie(?:mals)?|once)\b|[从從]|throughout|time")
_FIRST = re.compile(
    r"\b(?:at first|first|initially|at the (?:start|beginning)|to begin with|in the beginning|originally|"
    r"(?<!passes )before(?: that)?|at the outset|to start with|"
    r"begins?|starts?|al principio|primero|d['’]abord|au début|zuerst|anfangs|am anfang)\b|最初|首先|一开始|開始|"
    r"起初|初め|はじめ",
)
_REFERS = re.compile(r"\b(?:other way (?:a?round)|that way|vice versa|the reverse|the opposite)\b")
"""What is told by pointing at what was told before."""
_NUMBERED = re.compile(r"(?m)^\W*\d\s?[.):]\s*")
_AROUND = re.compile(r"\bbefore and after(?:wards)?(?: that)?\b")
_LAST = re.compile(
    r"\b(?:in the end|at the end|finally|eventually|by the end|ends?|lastly|al final|à la fin|finalement|am ende|"
    r"schließlich|zuletzt)\b|最后|最後|最终|結局",
)
_MIDWAY = re.compile(r"\b(?:half-?way|mid-?way|part-?way|in (?:the middle|between)|in passing)\b|中间|途中")
"""What happens then has a before and an after."""
_BOTH = re.compile(r"\bthe \w+(?: candle| one)? and (?:the )?\w+ (?:candle|one)s?\b")
"""The two by what each is: no moment ends at their "and"."""
_CLAUSES = re.compile(
    r"[,;:.，。；、\n]|\bthen\b|\band\b(?! the other)|\b(?:y|luego|después)\b(?! (?:a )?la otra)|"
    r"\b(?:et|puis|ensuite)\b(?! l['’]autre)|\b(?:und|dann|danach)\b(?! die andere)|\buntil\b|->|→|=>|\s[–—-]+\s|"
    r"(?<!pass )(?<!passes )(?<!moves )\bbefore\b(?! that)|\bafter(?:wards)?\b|然后|然後|"
    r"再|その後|次に",
)
MOST = 2000
"""Characters in which a course is looked for."""


def course_of(text: str) -> Course | None:
    """The moments that a text tells, in the order of time; None if it tells no course."""
    if len(text) > MOST:
        return None
    text = _BOTH.sub("the two", text.lower())
    if _REFERS.search(text):
        return None
    if _NEVER.fullmatch(text):
        return ("never",)
    told: list[tuple[int, str]] = []
    for part in _CLAUSES.split(_AROUND.sub("initially finally", _NUMBERED.sub("", text))):
        first, last = _FIRST.search(part), _LAST.search(part)
        said = _MOMENT.search(part)
        in_view = _BARE_VIEW.fullmatch(_LAST.sub("", _FIRST.sub("", part)))
        moment = said.lastgroup if said else "view" if in_view else None
        if moment is None:
            continue
        told += [(when, moment) for when, found in ((-1, first), (1, last)) if found]
        told += [(0, moment)] if not first and not last else []
    moments = [moment for _, moment in sorted(told, key=lambda t: t[0])]
    if moments[:1] == ["hides"] and _MIDWAY.search(text) and not _FIRST.search(text):
        moments = ["view", *moments, "view"]
    course = tuple(m for k, m in enumerate(moments) if k == 0 or moments[k - 1] != m)
    if "hides" in course and not _NEVER_EVER.search(text):  # "before that they don't overlap"
        course = tuple("view" if m == "never" else m for m in course)
    if "never" in course:
        return ("never",) if set(course) <= {"never", "view"} else None
    return course if len(course) > 1 else None
