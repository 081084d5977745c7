"""Claims: what a clause says of the things it names, for what the question wants to know.

A claim is *outright* if it says so in words of the question ("the pear would be visible"); else it only follows ("the
box hides the pear", where the box is taken away), and counts if nothing is said outright.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from diorama.kinds.lexicon import CJK
from diorama.kinds.names import Match
from diorama.kinds.reading.objects import cues
from diorama.kinds.reading.objects.clauses import Clause
from diorama.kinds.reading.objects.goals import Goal
from diorama.kinds.reading.objects.groups import ASKED, GROUP, THING, Masked
from diorama.kinds.reading.objects.pronouns import Talk, spelled

NOT = re.compile(
    r"\b(?:not(?! only\b)|never|neither|nor|no(?! (?:longer|doubt|other|more (?:hidden|blocked|covered)))|none|cannot|"
    r"nothing(?! (?:else|more|but|other))|nowhere|without(?! (?:it|them|that|this)\b)(?! [\ue000-\uf000])|only if|lacks?|lacking|misses|missing|fails?|absent|excluded?|"
    r"kein\w*|nicht|pas|ni|sin|ohne|sans|tampoco)\b|n['’]t\b|\bno se\b|\btoo \w+(?: \w+){0,4} (?:to|for)\b|不|没|沒|ない|ません|无|無",
    re.I,
)
_STILL = re.compile(r"\b(?:still|remain\w*|stays?|staying|keeps?|keeping|continues? to|as well as before|even then|sigue\w*|permanece\w*|reste\w*|bleib\w*|weiterhin|noch|toujours|encore|todavía|aún)\b|まま|仍|还是|還是", re.I)
_PARTLY = re.compile(
    r"\b(?:partly|partially|(?:only|just) (?:a )?(?:part|bit|piece)\b|more of|better|a (?:bit|little) more|somewhat|"
    r"incomplete\w*|mostly|almost|nearly|in part|not (?:quite|fully|completely|entirely))\b",
    re.I,
)
_ALREADY = re.compile(
    r"\b(?:already|currently|as it is|to begin with|anyway|at the moment|right now|all along|from the start|in any case|"
    r"never (?:(?:been|were|was) )?(?:covered|hidden|blocked|obscured|occluded)|(?:not|n['’]t) (?:\w+ )?(?:covered|hidden|blocked|obscured|occluded) (?:in the first place|now|anyway)|in the first place|beforehand|as before|either way|regardless)\b",
    re.I,
)
_HIDE = (
    r"(?:hid(?:es?|ing)|cover(?:s|ing)?|block(?:s|ing)?|occlud(?:es?|ing)|obscur(?:es?|ing)|conceal(?:s|ing)?|"
    r"overlap(?:s|ping)?|obstruct(?:s|ing)?|mask(?:s|ing)?|clip(?:s|ping)?|screen(?:s|ing)|eclips(?:es?|ing)|cross(?:es|ing)|"
    r"cut(?:s|ting)? (?:off|into|across|through)|in front of|(?:in|into) the way of|between (?:us|me|you|(?:the )?(?:camera|viewer|lens)) and|reach(?:es)? over|stick(?:s)? out over|"
    r"lies across|before|covers up)"
)
_PASSIVE = r"(?:hidden|covered|blocked|occluded|obscured|concealed|overlapped|obstructed|masked|screened|cut(?: off)?|clipped|shielded)"
_NOTHING_ELSE = r"(?:nothing(?: else)?|no(?:thing)? other (?:object|thing|item)|no (?:object|thing|item)|none of the others)"
_SOMETHING = r"(?:something(?: else)?|some other \w+|other (?:things|objects|items)|others|another (?:object|thing|one))"
ACTIVE = re.compile(
    rf"(?P<by>{THING}|\b{_NOTHING_ELSE}\b)(?P<between>[^\ue000-\uf000]{{0,60}}?)"
    rf"\b{_HIDE}\b(?P<rest>[^\ue000-\uf000]{{0,45}}?)(?P<what>{THING}|\bit\b|\bthem\b|\bits\b|\btheir\b|\bthat\b|\bthose\b|$)",
    re.I,
)
PASSIVE = re.compile(
    rf"(?P<what>{THING}|\bit\b|\bthey\b|\beach\b|\bboth\b)(?P<between>[^\ue000-\uf000]{{0,60}}?)\b(?:{_PASSIVE}(?P<more>[^\ue000-\uf000]{{0,30}}?)\b"
    rf"(?:by|behind|from (?:view|sight) by|under|beneath)|by|behind)\b(?P<rest>[^\ue000-\uf000]{{0,25}}?)"
    rf"(?P<by>{THING}|\bit\b|\bthat\b|\bthem\b|\b{_NOTHING_ELSE}\b|\b{_SOMETHING}\b)",
    re.I,
)
BEHIND_FIRST = re.compile(rf"^[^\w\ue000-\uf000]*(?:(?:a|and|then|little|bit|right|just|directly|further|farther|but|next|also|so|straight|immediately) ){{0,4}}behind\b(?P<rest>[^\ue000-\uf000]{{0,20}}?)(?P<by>{THING}|\bit\b|\bthat\b|\bthis\b|\bthem\b)", re.I)
HAS_IN_FRONT = re.compile(
    rf"(?P<what>{THING}|\bit\b|\bthey\b)(?P<between>[^\ue000-\uf000]{{0,30}}?)\b(?:keeps?|ha(?:s|ve|d)|gets?)\b[^\ue000-\uf000]{{0,20}}?"
    rf"(?P<by>{THING}|\b{_SOMETHING}\b|\bthings\b|\bnothing\b)[^\ue000-\uf000]{{0,25}}\b(?:in front|before it|in the way)\b",
    re.I,
)
LOSES = re.compile(rf"({GROUP})[^\ue000-\uf000]{{0,25}}\bloses?\b", re.I)
HIDDEN = re.compile(rf"\b{_PASSIVE}\b|\bout of (?:sight|view)\b|\bhid(?:e|es|ing)\b|\b(?:tapa\w*|ocult\w*|cach\w*|masqu\w*|verdeck\w*|versteck\w*)\b|挡|擋|遮|隠", re.I)
VISIBLE = re.compile(
    r"\b(?:visible|(?:in|into|to) (?:\w+ ){0,2}(?:view|sight)|seen?|sees|seeing|reveal(?:s|ed|ing)?|expos(?:es?|ed|ing)|"
    r"uncover(?:s|ed|ing)?|unobstructed|unblocked|unhidden|free(?:s|d|ing)?|clear(?!\w)(?! of)|complete(?!\w)|whole|in full|"
    r"appear(?:s|ing)?|show(?:s|n|ing)?(?! (?:no|none))|emerges?|comes? (?:to light|out|up|through)|make out|look(?:s|ing)?(?: \w+){0,2} at|catch|"
    r"find|found|behold|notice|spot|fill(?:s|ing)?|get(?:s|ting)?(?= [^\w\ue000-\uf000]*[\ue000-\uefff])|sichtbar|zu sehen|sehen|sieht|säh\w*|erkenn\w*|visibles?|voir|"
    r"voit|verrai\w*|verra|ver|ve|verían?|verá\w*|vería\w*|vemos|appara\w+|apparaî\w+|aparec\w+|lights? up|"
    r"(?:un\w+ |clear |full |complete )?view of|benefits?|profits?|qualif(?:y|ies)|makes? the list)\b|可见|看到|看见|看見|露出|見え|可見|显露",
    re.I,
)
_WOULD = re.compile(r"\b(?:would|will|could|can|might|may|should|becomes?|becoming|gets?)\b|['’](?:d|ll)\b", re.I)
UNAFFECTED = re.compile(r"\b(?:un\w+ed|excluded|ruled out|elsewhere|nowhere|too far)\b", re.I)
_TAIL = re.compile(
    r"\W*(?:(?:a|an|some|well|far|close|slightly|almost|nearly|on|in|at|to|near|under|over|behind|beside|from|within|inside|just|right|directly|further|farther|next|standing|sitting|lying|leaning)\b[^\ue000-\uf000,;:]*)?$", re.I
)
"""Where a thing is, after its name."""
_GOES_ON = re.compile(rf"^(?:and )?(?:also )?(?:with|as well as|plus|along with|together with|next to it|below it|above it|beside it|under it|over it)\b", re.I)
UNCHANGED = re.compile(
    r"\b(?:unaffected|unchanged|not (?:be )?affected|n['’]t (?:be )?affected|no (?:difference|change)|irrelevant|nowhere near|"
    r"n['’]t (?:matter|belong|count|change)|not (?:matter|belong|count|change)|(?:is|are|stands?|lies?|sits?) (?:too far|off|away|outside|elsewhere|"
    r"apart|aside|clear of)|to (?:the|either|one) (?:left|right|side)|(?:left|right) of|beside|next to|out(?:side)? of (?:the )?(?:line|way|frame)|"
    r"in the foreground|in the background|in front(?! of)|in front of \uf000|clear of|excluded|ruled out|not part of)(?!\w)",
    re.I,
)
REMOVES = re.compile(
    r"\b(?:remov(?:e|es|ed|ing|al)|tak(?:e|es|en|ing) (?:[^\w\ue000-\uf000]*[\ue000-\uefff][^\w\ue000-\uf000]*)?(?:away|out|off)|took|clear(?:s|ed|ing)?(?! view)(?! of)|lift(?:s|ed|ing)?|mov(?:e|es|ed|ing)|"
    r"shift(?:s|ed|ing)?|get(?:ting)? rid of|go|goes|gone|going|(?<!is )(?<!are )(?<!well )out of the way|eliminat\w+|pull(?:ed|ing)?|push(?:ed|ing)?|pick(?:ed)? up|"
    r"set aside|put away|start(?:ing)? with|begin(?:ning)? with|need to|has to|have to|must|entfern\w*|weg|wegnehmen|retirer|enlever|enlève\w*|retire\w*|ôte\w*|quita\w*|"
    r"retira\w*|saca\w*|away(?! from)|culprits?|blockers?|occluders?|obstacles?|answer|set|list|sequence)\b|移|拿走|取り除|どか",
    re.I,
)
MAY_STAY = re.compile(
    r"\b(?:can|may|could|should|is free to|are free to|is fine to|must)? ?(?:stay|stays|remain|remains|be left|be kept)\b|\b(?:leave|keep|ignore|spare)\b|"
    r"\b(?:unnecessary|needless|not (?:needed|necessary|required|in the way)|n['’]t (?:needed|necessary|required|in the way)|"
    r"no need|needn['’]t|need not|does(?: not|n['’]t) (?:need|have)|do(?: not|n['’]t) (?:need|have)|irrelevant|beside|"
    r"to (?:the|either|one) (?:left|right|side)|(?:left|right) of|next to|farther away than|further (?:away|back) than|"
    r"(?:farther|further|beyond) than|fine where|clear of|leaves? (?:\uf000|a gap)|comes? close|off to the|on the (?:left|right)|elsewhere|(?:is|are) (?:well )?out of the way|"
    r"(?:is|are|stands?|lies?|sits?) behind(?=\W*$| \uf000))(?!\w)",
    re.I,
)
IN_THE_WAY = re.compile(r"\bin the way\b|\bin (?:the )?front\b", re.I)
ORDER_WORD = re.compile(
    r"\b(?:nearest|closest|next(?! to)|first|second|third|fourth|fifth|last|lastly|finally|farthest|furthest|then|(?:before|after) (?:that|it|this|which)|behind (?:it|that|this|them)|"
    r"foremost|in between|follow(?:s|ed)|comes?|front(?:most)?)\b|^[^\w\ue000-\uf000]*[\ue000-\uefff][^\w\ue000-\uf000]*$",
    re.I,
)
MIRRORS = re.compile(
    r"\b(?:reflect\w*|mirror\w*|upside[- ]down|doubles?|twins?|counterparts?|cop(?:y|ies)|images?|reflet\w*|reflej\w*|spiegel\w*|gespiegelt|throws? back)\b|倒影|反射|映",
    re.I,
)
HAS_ONE = re.compile(r"\b(?:has|have|had|got|shows?|with|leaves?|there['’]s|is) (?:an? )?(?:\w+ )?(?:one|ones|it)\b", re.I)
HAS_NONE = re.compile(r"\b(?:has|have|had|got|shows?|with|leaves?) (?:none|no(?!t|w)\b)", re.I)
NOT_HIDDEN = re.compile(rf"\b(?:not|n['’]t|never) (?:\w+ )?(?:\w+ )?{_PASSIVE}\b", re.I)
NO_LONGER = re.compile(
    rf"\b(?:no longer|(?:would|will|could) (?:\w+ )?(?:not|never)|(?:would|wo|could)n['’]t) (?:be |stay |remain )?(?:\w+ )?{_PASSIVE}\b|"
    rf"\b{_PASSIVE} (?:only|solely|just|exclusively) by\b|\b(?:only|solely|just|nothing but|exclusively) {_PASSIVE}\b",
    re.I,
)
SAME = re.compile(
    r"^[^\w\ue000-\uf000]*(?:and |but |as |just |or )*(?:so (?:do|does|did|is|are|has|have|had|would|will|can|could)|as (?:do|does|is|are|has|have|would|will)|"
    r"(?:(?:the )?same (?:goes|is true|holds|applies|story|with|for)|likewise|ditto|similarly)\b)|\b(?:same (?:goes|is true|holds|applies)|likewise|ditto)\b|\bso (?:is|are|does|do|has|have|would) [\ue000-\uefff]",
    re.I,
)
NEITHER = re.compile(r"^[^\w\ue000-\uf000]*(?:and |but )*(?:nor|neither|not|never|no)\b|\b(?:either)[^\w\ue000-\uf000]*$", re.I)
VERB_ALONE = re.compile(
    r"^[^\w\ue000-\uf000]*(?:and |but |only |while |whereas |though |although )*[\ue000-\uefff][^\w\ue000-\uf000]*(?:also |alone |all |both )*"
    r"(?P<verb>do|does|did|is|are|has|have|would|will|can|could|must|should|don|doesn|isn|aren|hasn|haven|wouldn|won|can)"
    r"(?P<not>n?['’]t| not|not)?(?: (?:too|as well|either|also|though|not|one|so))*[^\w\ue000-\uf000]*$",
    re.I,
)
TOO = re.compile(r"\b(?:what i mean(?:t)?|also|too|as well|likewise|additionally|in addition|besides|another|auch|aussi|también|同样|も)\b", re.I)
FIRST = re.compile(r"^[^\w\ue000-\uf000]*(?:and |then |so |but )*(?:before (?:it|that|this|them)|(?:in )?between(?! (?:us|the))|in front of (?:it|that|this|them))\b", re.I)
PLACED = re.compile(
    r"\b(?:in front of|behind|beside|next to|near|on top of|on|under|above|below|inside|in|at|to the (?:left|right) of|beyond|"
    r"(?:left|right) of|against|between|through|from|because of|due to|than|touching|around|by|before|after|alongside|"
    r"hinter|vor|neben|derrière|devant|detrás de|delante de)\s+(?:(?:the|that|this|its) )?$",
    re.I,
)
_SEES_AT = re.compile(r"\b(?:look(?:s|ing)?|gaz(?:e|ing)) (?:straight |right )?at $|\b(?:reflections?|images?|cop(?:y|ies)|view|sight|glimpse|piece|outline|shape) of $|\bfollowed by $", re.I)
EXCEPT = re.compile(r"\b(?:except(?: for)?|apart from|other than|besides|save(?: for)?|bar|but(?: not)?|excluding|without|minus|außer|sauf|excepto|menos|除了)\b", re.I)
EVERYTHING = re.compile(
    r"\b(?:everything|every (?:single )?(?:one|object|thing|item)|all(?! (?:of (?:it|the [\ue000-\uefff])|the way|along|right|three|two|four|five))|anything|each (?:one|object)|the rest|"
    r"alles?|tout(?:es)?|tous|todos?|todas?)\b|全部|所有",
    re.I,
)
_ALL_BUT = re.compile(rf"(?:{EVERYTHING.pattern})[^\ue000-\uf000]{{0,30}}(?:{EXCEPT.pattern})", re.I)
OTHERS = re.compile(r"\b(?:everything else|all (?:the )?(?:others|rest|remaining \w+)|the (?:others|rest|remaining \w+|other (?:objects|things|items|ones|two|three|four|five|six))|all other \w+|every other \w+)\b", re.I)
NOT_LEAD = re.compile(r"^[^\w\ue000-\uf000]*(?:(?:and|but|so|also|sorry|no|wait|hmm+|actually|oops|then|just|though)\b[^\w\ue000-\uf000]*)*(?:not|nor|neither|never|except(?: for)?|apart from|other than|rather than|instead of|without|nicht|pas|no(?= [\ue000-\uefff])|sauf|außer)\b", re.I)
_FOR_EXAMPLE = re.compile(r"(?:including|such as|like|even|e\.g\.|for (?:example|instance)|especially|also|among them)\b", re.I)
_LEAVES = re.compile(
    rf"(?:and |so |then )*(?:(?:that|this|which|it) (?:only |just )?(?:leaves?|makes?)|leaving|we are left with|what(?:['’]s| is) left is)\b[^\ue000-\uf000]{{0,25}}(?P<sign>{GROUP})", re.I
)
_SCENERY = re.compile(r"\b(?:floor|wall|table|shelf|carpet|background|ground|tabletop|counter|air)\b", re.I)
_THEN = re.compile(r"\W*(?:and |then )?(?:after|before|behind|next to|beside) (?:that|it|this|which)\b(?=[^\ue000-\uf000]*[\ue000-\uefff])", re.I)
_NOR_THERE = re.compile(r"(?:and )?nor (?:in front of|behind|by|of|for|to|from)\b", re.I)
_NOT_ENOUGH = re.compile(r"\b(?:just|only|alone)\b.*\b(?:leaves?|not (?:be )?enough|n['’]t (?:be )?enough|insufficient|not suffice)\b", re.I)
REJECTS = re.compile(
    r"\b(?:thought about|wondered about|looked at|checked|(?:left|leave|leaving) (?:[\ue000-\uefff] )?out|considered|first thought|thought at first|initially|tempting|(?:might|may) (?:seem|look|think)|(?:looks?|seems?) as (?:if|though)|"
    r"scratch|scrap|strike|drop|forget|disregard|rul(?:e|es|ed|ing) out|discard(?:ed)?|skip(?:ped)?|confused|mistook|mistaken|(?:not|n['’]t) mean)\b",
    re.I,
)
"""Things that are named only to be put aside."""
BY_FIRST = re.compile(rf"^[^\w\ue000-\uf000]*(?:(?:but|and|though|also|mainly|mostly|only|this time|instead) )*(?P<not>not )?(?:only )?(?:by|behind) (?P<by>{THING})[^\w\ue000-\uf000]*$", re.I)
_RESETS = re.compile(r"^[^\w\ue000-\uf000]*(?:(?:and|so|it|that|this|should|would|be|is|leaving|leaves) )*(?:but|so|just|only|hence|thus|therefore|rather|instead|meaning|which leaves)\b", re.I)
_ANY_VERB = re.compile(
    r"\b(?:is|are|was|were|would|will|can|could|has|have|had|does|do|did|may|might|must|should|stands?|sits?|lies?|hides?|covers?|blocks?|keeps?|goes|"
    r"comes?|gets?|seems?|looks?|belongs?|leans?|vanish\w*|touch\w*|faces?|wouldn|won|don|doesn|isn|aren|it['’]s|they['’]re)\b",
    re.I,
)
_IS_IT = re.compile(
    rf"({GROUP})[^\ue000-\uf000]*\b(?:is|are|was|were)\s+(?:really |probably |clearly )?(?:the|my) (?:\w+ ){{0,4}}?(?:ones?|answers?|objects?|things?|two|three|four|solution|list)\b|({GROUP})\s+(?:is|are) what i (?:mean|meant|want)\b",
    re.I,
)
IDENTIFIES = re.compile(
    rf"^(?P<what>[^\ue000-\uf000]*?(?:{ASKED}[^\ue000-\uf000]*?)?)\b(?:is|are|was|were|be|['’]s|['’]re|includes?|comprises?|leaves?|leaving|belongs? to|say|"
    rf"makes?|with|down to|remains?|means?)\b(?:\s+(?:only|just|us|me|with|thus|then|therefore|simply|to|down|both))*\s+(?P<sign>{GROUP})",
    re.I,
)
_SUPPOSES = re.compile(r"^[^\w\ue000-\uf000]*(?:(?:and|but|so|then|now) )*(?:if|when|once|unless|suppose|imagine|assuming|until|were)\b(?! (?:you look|we look|one looks|i|i['’]m|anything)\b)", re.I)


@dataclass(frozen=True)
class Claim:
    """That some things are the answer, or that they are not."""

    matches: tuple[Match, ...]
    holds: bool
    outright: bool = True
    more: bool = False
    """It adds to what was said before: "also", "too"."""
    first: bool = False
    """In an order these come before what was named last."""
    open: bool = False
    bare: bool = False
    """The things are only named."""


def claims_of(clause: Clause, sentence: Masked, talk: Talk) -> list[Claim]:
    """What a clause claims; `talk` then knows about it."""
    clause = replace(clause, text=spelled(clause.text, talk, sentence.add))
    if clause.after in (":", "："):
        talk.here, talk.heads = talk.head, True
    reader = _Clause(clause, sentence, talk)
    found = reader.claims()
    if talk.complement and (rest := reader.all_but()):
        found, talk.complement = rest, False
    for k, sign in enumerate(re.findall(THING, clause.text)):
        talk.asked_last = sign == ASKED
        if sign == ASKED:
            talk.subject = ASKED if k == 0 else talk.subject
            continue
        group = tuple(m for m in sentence.of(sign).matches if m.names)
        if not group:
            continue
        talk.sentences[-1].append(group)
        if k == 0 and not re.match(r"(?:where|which|who|whose|when)\b", clause.text, re.I):
            talk.subject = group
            talk.subjects[-1].append(group)
    talk.head, talk.outright = None, True
    if not re.search(GROUP, clause.text):
        talk.complement = talk.complement or bool(_ALL_BUT.search(clause.text))
        talk.of_others = talk.of_others or bool(OTHERS.search(clause.text))
        hides = ASKED in clause.text and ACTIVE.search(clause.text) is not None
        talk.head, talk.outright = (not NOT.search(clause.text), False) if hides else (reader.polarity(), True)
    elif found:
        talk.head = found[0].holds
    if not talk.heads and talk.head is not None:
        talk.here, talk.outright_here = talk.head, found[0].outright if found else talk.outright
    for claim in found:
        talk.holds = claim.holds
        talk.decided.update({m.names: claim.holds for m in claim.matches})
    return found


def says_none(clause: str) -> bool:
    """Whether a clause says that there is no answer: no object would become visible."""
    plain = _CONJUNCTION.sub("", clause)
    return bool(
        not re.search(rf"{THING}|\b(?:them|these|those|it|either)\b", clause)
        and cues.NOTHING.match(plain)
        and (VISIBLE.search(plain) or REMOVES.search(plain) or MIRRORS.search(plain))
    )


def verdict_on(clauses: Sequence[Clause], talk: Talk) -> bool | None:
    """The judgement that some clauses pass: the last one that says yes or no; None if none does."""
    told = (yes_or_no(clause.text, talk) for clause in reversed(clauses))
    return next((judged for judged in told if judged is not None), None)


def yes_or_no(clause: str, talk: Talk) -> bool | None:
    """The judgement that a clause without a name passes: yes, no, same, still hidden; None if it passes none."""
    plain = _CONJUNCTION.sub("", clause.replace("_", " ")).strip()
    if re.match(r"(?:yes|yeah|yep|yup|ok(?:ay)?|true|sure|sí|oui|ja|1|correct|included?|in)\b(?!\.\d)", plain, re.I):
        return True
    if re.match(r"(?:no|nope|nah|none|false|nein|non|0|out|excluded?|not)\b(?! longer)(?!\.\d)", plain, re.I):
        return False
    if re.match(r"(?:same|ditto|likewise)\b", plain, re.I):
        return talk.holds
    if _SAYS_WHEN.search(plain) or re.search(GROUP, plain):
        return None
    words = (VISIBLE, HIDDEN, _STILL, _ALREADY, MIRRORS, NOT, UNAFFECTED, NO_LONGER)
    if not any(pattern.search(plain) for pattern in words):
        return None  # it only says where the thing is
    return _Clause(Clause(plain), Masked("", []), talk).polarity()


_SAYS_WHEN = re.compile(r"\b(?:was|were|currently|now hidden|hmm+)\b", re.I)
_CONJUNCTION = re.compile(r"^\s*(?:so|and|but|then|hence|thus|therefore)\s+", re.I)


class _Clause:
    def __init__(self, clause: Clause, sentence: Masked, talk: Talk) -> None:
        self.clause, self.text, self.sentence, self.talk = clause, clause.text, sentence, talk
        self.goal = talk.goal

    def claims(self) -> list[Claim]:
        if not self._signs():
            return self._of_everything() or []
        rules = (
            self._left, self._put_aside, self._of_everything, self._again, self._goes_on, self._hiding, self._by_goal,
            self._identified, self._bare,
        )  # fmt: skip
        for rule in rules:
            found = rule()
            if found is not None:
                return [c for c in found if c.matches]
        return []

    def all_but(self) -> list[Claim]:
        """All things but those of the clause."""
        excluded = tuple(m for s in self._signs() for m in self._matches(s))
        if self.goal is Goal.ANY:
            return []  # of what the question is about is not known
        gone = {name for m in excluded for name in m.names}
        left = tuple(m for m in self.talk.everything if m.names[0] not in gone)
        return [*self._claim(left, True), Claim(excluded, False)] if excluded else []

    def polarity(self) -> bool | None:
        """What a heading says of the things that follow it; None if it is none."""
        return {Goal.REMOVE: self._removing, Goal.MIRROR: self._mirroring, Goal.ANY: self._any}.get(self.goal, self._seeing)()

    # what is meant

    def _signs(self) -> list[str]:
        return re.findall(GROUP, self.text)

    def _matches(self, sign: str) -> tuple[Match, ...]:
        return self.sentence.of(sign).matches

    def _kept(self) -> tuple[Match, ...]:
        """The things of the clause that do not only say where another one is."""
        kept: list[Match] = []
        for place in re.finditer(GROUP, self.text):
            before = self.text[: place.start()]
            if not self._only_placed(place) or _SEES_AT.search(before) or self._mirrored_there(before):
                kept += self._matches(place[0])
        return tuple(kept)

    def _mirrored_there(self, before: str) -> bool:
        """There is a reflection under the pear."""
        where = re.search(r"\b(?:under|below|beneath|underneath|of|for|from|at) (?:\w+ )?$", before, re.I)
        return self.goal is Goal.MIRROR and where is not None and MIRRORS.search(before) is not None

    def _who(self, word: str) -> tuple[Match, ...] | str | None:
        """A sign, a pronoun or "nothing": the things, `ASKED`, "nothing", or None if it is not known."""
        if word == ASKED:
            return ASKED
        if re.fullmatch(GROUP, word):
            found = self._matches(word)
            unclear = len(found) == 1 and len(found[0].names) > 1 and set(found[0].names) & self.talk.asked
            return ASKED if unclear else found
        low = word.casefold()
        if low.startswith(("nothing", "no ", "none")):
            return "nothing"
        return "something" if re.fullmatch(_SOMETHING + "|things", low) else None

    def _claim(self, matches: tuple[Match, ...] | str | None, holds: bool, *, outright: bool = True) -> list[Claim]:
        if not isinstance(matches, tuple) or not matches:
            return []
        is_open = any(self.sentence.of(s).open for s in self._signs() if set(self._matches(s)) & set(matches))
        is_open = is_open or bool(holds and cues.OR.search(re.sub(THING, " ", self.text)))
        more, first = bool(TOO.search(self.text)), bool(FIRST.search(self.text))
        return [Claim(matches, holds, outright, more, first, is_open and holds)]

    # rules, in their order

    def _left(self) -> list[Claim] | None:
        """That leaves the pear."""
        found = _LEAVES.match(self.text)
        return self._claim(self._matches(found["sign"]), True) if found else None

    def _put_aside(self) -> list[Claim] | None:
        """Things that were considered and are not meant."""
        if re.search(r"\bwhat looks like\b", self.text, re.I):
            return []
        if re.match(rf"(?:of|among|between) {GROUP}\W*$", self.text, re.I):
            return []
        if _FOR_EXAMPLE.match(self.text) and self.talk.of_others:
            return []
        if _SUPPOSES.match(self.text) and self.goal is not Goal.REMOVE:
            return []
        if self.goal is Goal.REMOVE and _NOT_ENOUGH.search(self.text):
            return []
        if REJECTS.search(self.text) or (NOT_LEAD.match(self.text) and not self._hides_at_all() and not _NOR_THERE.match(self.text)):
            return self._claim(tuple(m for p in re.finditer(GROUP, self.text) if not self._only_placed(p) for m in self._matches(p[0])), False)
        return None

    def _hides_at_all(self) -> bool:
        return bool(ACTIVE.search(self.text) or PASSIVE.search(self.text) or VISIBLE.search(self.text) or _ANY_VERB.search(self.text))

    def _of_everything(self) -> list[Claim] | None:
        """All things, all but some, all the others."""
        rest = OTHERS.search(self.text)
        if rest and not self._signs():
            decided = {name for names in self.talk.decided for name in names}
            others = tuple(m for m in self.talk.everything if m.names[0] not in decided)
            if NOT.search(self.text) or _STILL.search(self.text) or HIDDEN.search(self.text) or MAY_STAY.search(self.text) or UNCHANGED.search(self.text) or _ALREADY.search(self.text):
                return []
            return self._claim(others, True) if any(not h for h in self.talk.decided.values()) else None
        if not (found := EVERYTHING.search(self.text)):
            return None
        kept = EXCEPT.search(self.text, found.end())
        if kept and (signs := re.findall(GROUP, self.text[kept.end() :])):
            if NOT.search(self.text[: found.start()]) or HIDDEN.search(self.text[:kept.start()]):
                return self._claim(tuple(m for s in signs for m in self._matches(s)), True)
            return self.all_but()
        return None

    def _again(self) -> list[Claim] | None:
        """The same said of more things: so does the pear, nor does the mug, the tin would too."""
        kept = tuple(m for s in self._signs() for m in self._matches(s))
        if not kept:
            return None
        if SAME.search(self.text) and not VISIBLE.search(SAME.sub("", self.text)):
            return [replace(c, more=True) for c in self._claim(kept, self.talk.holds is not False)]
        if re.match(rf"^[^\w\ue000-\uf000]*(?:and |but )*(?:neither|nor) (?:do|does|did|is|are|has|have|would|will|can|could)\s+{GROUP}", self.text, re.I):
            return self._claim(kept, self.talk.holds is True)
        if _NOR_THERE.match(self.text):
            return [replace(c, outright=self.talk.outright_here) for c in self._claim(kept, self.talk.holds is True)]
        if alone := VERB_ALONE.match(self.text):
            denied = bool(alone["not"]) or bool(re.search(r"\bnot\b", self.text))
            stays = self.goal is Goal.REMOVE and self.talk.holds is False and alone["verb"] in ("can", "could", "may")
            return self._claim(kept, denied if stays and denied else not denied)
        return None

    def _goes_on(self) -> list[Claim] | None:
        """More of the same without a verb: and next to it the pear; as well as a mug to the right."""
        if self.clause.after not in (",", " ", "–", "—", ":") or self.talk.here is None or self.clause.after == "":
            return None
        denies = (NOT, _STILL, HIDDEN, _ALREADY, REJECTS, _RESETS, UNAFFECTED)
        if _ANY_VERB.search(self.text) or VISIBLE.search(self.text) or any(p.search(self.text) for p in denies):
            return None
        if re.search(r"\b(?:by|which|who|because|since|than)\b", self.text):
            return None
        last = list(re.finditer(GROUP, self.text))[-1]
        kept = self._kept() or (self._matches(last[0]) if re.match(r"(?:and|plus) ", self.text) else ())
        ends = self.talk.heads or _TAIL.match(self.text[last.end() :])
        if not _GOES_ON.match(self.text) and not (kept and ends and self.talk.here):
            return None
        return [replace(c, bare=True) for c in self._claim(kept, self.talk.here, outright=self.talk.outright_here)]

    def _hiding(self) -> list[Claim] | None:
        """One thing hides another."""
        if NO_LONGER.search(self.text):
            return None
        if (elliptic := BY_FIRST.match(self.text)) and self.talk.last_named() and self.talk.here is not False:
            by = self._who(elliptic["by"])
            what = ASKED if self.goal is Goal.REMOVE else self.talk.last_named()
            return self._hides(by, what, denied=bool(elliptic["not"]))
        if has := HAS_IN_FRONT.search(self.text):
            who = self._who(has["what"])
            free = has["by"].casefold() == "nothing" or NOT.search(has["between"])
            return self._hides(self._who(has["by"]) if not free else "nothing", who, denied=False)
        if lost := LOSES.search(self.text):
            return self._claim(self._matches(lost[1]), False)
        if (behind := BEHIND_FIRST.match(self.text)) and (told := self._after_behind(behind)) is not None:
            return told
        passive, active = PASSIVE.search(self.text), ACTIVE.search(self.text)
        found = min((f for f in (passive, active) if f), key=lambda f: f.start(), default=None)
        if found is None or (VISIBLE.search(self.text[: found.start()]) and self.goal is not Goal.REMOVE):
            return None
        if found is active and passive and re.search(rf"\b{_PASSIVE}\b", self.text):
            found = passive
        by, what = self._who(found["by"]), self._who(found["what"]) if found["what"] else None
        if found is active and re.search(rf"\b{_NOTHING_ELSE}\s*$", found["between"], re.I):
            by = "nothing"  # the pear: nothing else covers it
        if found["what"].casefold() in ("it", "its", "that", "their") and found is active:
            what = ASKED if self.goal is Goal.REMOVE else self.talk.last_named(by if isinstance(by, tuple) else ())
        words = self.text[: found.start()] + found["between"] + " " + found["rest"]
        negated = bool(NOT.search(words))
        if what is None and self.goal is not Goal.REMOVE:
            return None
        if what is None and _SCENERY.search(self.text[found.start() :]):
            return []
        told = self._hides(by, what, denied=negated)
        rest = self.text[found.end() :]
        others = [m for s in re.findall(GROUP, rest) for m in self._matches(s)]
        if told and others and found is passive and re.match(r"[^\ue000-\uf000]*\b(?:and|then) (?:\w+ )?by\b", rest):
            told += self._hides(tuple(others), what, denied=negated)
        return told if told or by is not None else None

    def _after_behind(self, behind: re.Match[str]) -> list[Claim] | None:
        """Behind it comes the pear; behind the box there are two more."""
        by = self._who(behind["by"])
        rest = self.text[behind.end() :]
        what = tuple(m for s in re.findall(GROUP, rest) for m in self._matches(s))
        if not what or ACTIVE.search(rest) or VISIBLE.search(rest):
            return None
        if self.goal is Goal.REMOVE:
            return self._claim(what, by != ASKED and not NOT.search(rest))
        hidden_by_asked = by == ASKED or (self.talk.subject == ASKED) or self.goal is Goal.THROUGH
        return self._claim(what, not NOT.search(rest), outright=False) if hidden_by_asked else None

    def _hides(self, by: tuple[Match, ...] | str | None, what: tuple[Match, ...] | str | None, *, denied: bool) -> list[Claim]:
        if self.goal is Goal.REMOVE:
            if what in (ASKED, None):
                return self._claim(by, not denied)
            return self._claim(what, denied) if by == ASKED else []
        if self.goal is Goal.MIRROR:
            return self._claim(what, False) if not denied and by != "nothing" else []
        if self.goal is Goal.ANY:
            subject = re.match(rf"\W*{GROUP}", self.text) and what == self._matches(self._signs()[0])
            return self._claim(what, True, outright=False) if subject and not denied else []
        if by == ASKED or (by is None and (self.talk.subject == ASKED)):
            return self._claim(what, not denied, outright=denied)
        if by == "nothing":
            return self._claim(what, True, outright=False)
        if what == ASKED:
            return self._claim(by, False, outright=False) if self.goal is Goal.THROUGH and not denied else []
        return [] if denied else self._claim(what, False)

    def _by_goal(self) -> list[Claim] | None:
        kept = self._kept()
        if not kept:
            return None
        rule = {Goal.REMOVE: self._removing, Goal.MIRROR: self._mirroring, Goal.ANY: self._any}.get(self.goal, self._seeing)
        holds = rule()
        if holds is None:
            return None
        return self._claim(kept, holds, outright=holds or self._plainly())

    def _seeing(self) -> bool | None:
        """Whether things would be seen, for what is uncovered or seen through."""
        text = self.text
        if NO_LONGER.search(text):
            return not _ALREADY.search(text)
        partly = bool(_PARTLY.search(text)) and self.goal is Goal.UNCOVER
        if NOT_HIDDEN.search(text) and not _STILL.search(text):
            return False  # it is not hidden now
        if HIDDEN.search(text):
            waits = bool(_STILL.search(text) or _WOULD.search(text) or NOT.search(text))
            return False if waits else None
        if VISIBLE.search(text):
            if NOT.search(text) or partly or (_STILL.search(text) and not re.search(r"\bstill (?:be )?(?:fully )?visible", text)):
                return False
            if _ALREADY.search(text):
                return False
            return True
        if UNCHANGED.search(text) or _ALREADY.search(text):
            return False
        return False if _STILL.search(text) or NOT.search(text) else None

    def _plainly(self) -> bool:
        """Whether a denial is one in words of the question."""
        words = (VISIBLE, HIDDEN, _STILL, UNCHANGED, _ALREADY, REMOVES, MAY_STAY, MIRRORS, IN_THE_WAY, HAS_NONE)
        return any(pattern.search(self.text) for pattern in words)

    def _removing(self) -> bool | None:
        """Whether things have to go."""
        text = self.text
        if re.match(rf"^(?:\w+ )?(?:without|once|if|when|after|with) {GROUP}", text, re.I) and not NOT.search(text):
            return True
        stay = MAY_STAY.search(text)
        if stay:
            return bool(re.search(r"\b(?:can['’]?t|cannot|can not|must not|mustn['’]t|should ?n['’]t) (?:stay|remain|be left)", text))
        if REMOVES.search(text) or IN_THE_WAY.search(text) or ORDER_WORD.search(text):
            return not NOT.search(text)
        if UNCHANGED.search(text) or NOT.search(text):
            return False
        return None

    def _mirroring(self) -> bool | None:
        """Whether things have a reflection."""
        text = self.text
        if HAS_NONE.search(text):
            return False
        if re.search(r"\b(?:would|should) (?:fall|lie|land|be (?:behind|where|on))\b", text):
            return None
        if HIDDEN.search(text) and not NOT.search(text):
            return False
        if MIRRORS.search(text) or HAS_ONE.search(text) or VISIBLE.search(text):
            return not (NOT.search(text) or HIDDEN.search(text) or re.search(r"\b(?:lost|cut off|outside|falls)\b", text))
        return False if NOT.search(text) else None

    def _any(self) -> bool | None:
        """By the words of all questions, where ours is not known."""
        plain = re.sub(THING, " ", self.text)
        if cues.DENIES.search(plain) and not (cues.PLAINLY_AFFIRMS.search(plain) and not cues.PLAINLY_DENIES.search(plain)):
            return False
        return True if cues.AFFIRMS.search(plain) else None

    def _identified(self) -> list[Claim] | None:
        """The order is the pear and the mug; what is left is the tin; that leaves the box; the van is the only one."""
        if it := _IS_IT.search(self.text):
            return self._claim(self._matches(it[1] or it[2]), not (NOT.search(self.text) or _STILL.search(self.text)))
        found = IDENTIFIES.match(self.text)
        if found is None or _ANY_VERB.search(self.text[found.end() :]):
            return None
        heading = found["what"]
        if self.goal is Goal.ANY and not re.search(r"\b(?:answers?|objects?|list|result|order|ones)\b", heading, re.I):
            return None
        if re.match(r"\W*(?:(?:and|so|then|also)\s+)*there\s*$", heading, re.I):
            return self._claim(self._matches(found["sign"]), True) if self.goal is Goal.REMOVE else []
        denied = NOT.search(heading) or _STILL.search(heading) or _ALREADY.search(heading)
        denied = denied or (HIDDEN.search(heading) and self.goal is not Goal.REMOVE)
        return self._claim(self._matches(found["sign"]), not denied)

    def _bare(self) -> list[Claim] | None:
        """Things that are only named: they go with what was said before, or are the answer."""
        kept = tuple(m for p in re.finditer(GROUP, self.text) if not self._only_placed(p) for m in self._matches(p[0]))
        if not kept:
            return None
        if re.fullmatch(rf"[^\w\ue000-\uf000]*{GROUP}[^\w\ue000-\uf000]*(?:no|nicht|non|not|nope|nein)[^\w\ue000-\uf000]*", self.text, re.I):
            return self._claim(kept, False)
        words = _words(self.text)
        last = list(re.finditer(GROUP, self.text))[-1]
        goes_on = _words(self.text[last.end() :]) and not _TAIL.match(self.text[last.end() :])
        if len(words) > 2 or goes_on or any(CJK.search(w) and len(w) > 2 for w in words) or _ANY_VERB.search(self.text):
            return None
        goes_on = self.clause.after not in ("", " ") and (self.talk.heads or self.clause.after != ";")
        before = self.talk.here if goes_on and not _RESETS.match(self.text) else None
        follows = self.talk.heads and not self.talk.outright
        return [replace(c, bare=True) for c in self._claim(kept, before is not False, outright=not follows)]

    def _only_placed(self, place: re.Match[str]) -> bool:
        before = self.text[: place.start()]
        if FIRST.match(self.text) or _THEN.match(self.text):
            return False
        return bool(PLACED.search(before)) and not _SEES_AT.search(before)


def _words(text: str) -> list[str]:
    return [w for w in re.findall(r"[^\W\d_]+", re.sub(THING, " ", text)) if w.casefold() not in _SAYS_NOTHING]


_SAYS_NOTHING = frozenset(
    "and or the a an also too then next first second third last finally lastly only just namely i think believe guess "
    "would say maybe perhaps probably so well ok okay plus as with it is are be that s my answer objects object these those they "
    "closest nearest farthest furthest of all one ones here there both two three four yes yeah standing right now itself und et y e for sure definitely certainly pretty much lol really clearly".split()
)
