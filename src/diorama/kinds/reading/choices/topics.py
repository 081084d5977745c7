"""What a yes-or-no question asks about, and sentences that answer it without a yes or a no: "It fits easily."

Each topic has words that affirm what is asked and words that say the opposite. A denial turns either around. Where a
sentence holds both, it says nothing that we could be sure of.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from diorama.kinds.reading.choices import cues

_DENIES = re.compile(
    r"\b(?:not|never|cannot|no|nothing|none|neither|nor|without|unable|fail(?:s|ed|ing)? to|hardly|scarcely|barely|"
    r"doubt(?:s|ful)?|far from|false that|untrue|(?:wrong|incorrect|false) to|refuses? to|"
    r"impossible|unlikely|improbable|(?:stop|prevent|keep|hinder|hold|bar|block)(?:s|p?ed|p?ing)? "
    r"(?:\w+ ){1,4}?from|isnt|wont|doesnt|"
    r"cant|didnt|wouldnt|kein\w*|nicht|pas|ne|jamais|nunca|ninguna?|nada|nichts|rien|aucune?)\b|n['’]t\b|"
    r"[不没沒无無未]|ない|ません",
)


@dataclass(frozen=True)
class Topic:
    """What a question asks, and words that say so or the opposite."""

    asks: re.Pattern[str]
    holds: re.Pattern[str]
    fails: re.Pattern[str]
    only_any: bool = False
    """Whether a denial must be about anything at all: "it does not hit the lamp" leaves other objects."""


def _topic(asks: str, holds: str, fails: str, *, only_any: bool = False) -> Topic:
    return Topic(re.compile(asks), re.compile(holds), re.compile(fails), only_any)


_TOPICS = (
    _topic(  # does it come out of the cupboard?
        r"\bcupboard\b",
        r"\b(?:(?:comes?|slides?|slid|pulled|taken|drawn|moves?|leaves?|get) (?:\w+ ){0,3}(?:out|freely|"
        r"the cupboard)|(?:way|path|exit|front) (?:\w+ ){0,2}(?:is |would be |will be )?(?:now )?(?:free|clear|"
        r"open)|clears?|out of the way|no longer (?:\w+ ){0,2}(?:blocks?|in (?:the|its) way|stands?|in front|"
        r"obstruct\w*)|passes|possible)\b",
        r"\b(?:still (?:\w+ ){0,3}(?:block\w*|in (?:the|its) way|in front|obstruct\w*|touch\w*|hits?)|(?:would|will|"
        r"does) (?:still )?(?:hit|touch|bump|collide|run into|block|strike|crash)|blocked|blocks it|bumps?|(?:be|is|"
        r"comes? into|makes?|in) contact|"
        r"collides?|obstructed|impossible|stuck|hits?|touch(?:es|ing)?|hitting|blocks?|blocking)\b",
    ),
    _topic(  # is all of it seen?
        r"\b(?:visible then|completely revealed|seen whole|fully revealed|reveal it completely|nothing of it hidden|"
        r"be in view|cover it any longer)",
        r"\b(?:(?:fully|completely|entirely|totally|wholly|all|clearly) (?:of it (?:is |will be |"
        r"would be )?)?(?:visible|revealed|in view|seen|unobstructed)|(?:see|sees|seen) (?:it )?(?:all of it|"
        r"completely|entirely|fully|whole|in full|the whole)|whole(?:ly)? (?:of it )?(?:visible|in view|seen)|"
        r"unobstructed|uncovered|no (?:more )?overlap)\b|(?:\bnot|n['’]t|\bnothing|\bno longer) (?:cover|hide|block|"
        r"occlude|obscure)s?\b",
        r"\b(?:(?:still|remains?|stays?|partly|partially|be|is) (?:\w+ ){0,2}(?:hidden|covered|occluded|obscured|"
        r"blocked)|(?:still|remains?|stays?|partly|partially) (?:\w+ ){0,2}behind|(?:only )?(?:partly|"
        r"partially) (?:visible|revealed)|still (?:covers?|hides?|blocks?|overlaps?|"
        r"occludes?|obscures?|(?:be |is )?in front))\b",
    ),
    _topic(  # does a ball fall into a pocket?
        r"\b(?:pocket|potted)",
        r"\b(?:(?:falls?|drops?|goes|rolls?|ends?|runs?|sinks?|lands?|reach(?:es)?|enters?|into|"
        r"in) (?:\w+ ){0,5}pockets?|(?:be|is|gets?|are) (?:\w+ )?(?:pocketed|potted|sunk)|pockets (?:a|the|it|one)|"
        r"pots (?:a|the|it|one)|drops|sinks|goes (?:in|down))\b",
        r"\b(?:miss(?:es)?|away from (?:the |every |any |all )?pockets?|hits? the cushion|bounces? off|stops? short|"
        r"(?:stays?|remains?) on the (?:table|cloth)|"
        r"at the cushion)\b",
    ),
    _topic(  # does it get into the goal?
        r"\b(?:goal|hoop|basket\b.*\b(?:flies|flight)|score)\b",
        r"\b(?:(?:go(?:es)?|gets?|flies|fly|pass(?:es)?|ends? up|lands?|drops?|falls?|heads?|enters?|make(?:s)? it|"
        r"is going|rolls?|bounces?) (?:\w+ ){0,4}?(?:in|into|through|inside|in to) (?:the |it|this |that )|"
        r"enters? the|reach(?:es)? the|scores?|go(?:es)? in\b|it(?:['’]s| is) (?:a goal|in\b|going in)|"
        r"make(?:s)? it\b|(?:into|back of|in|finds) the net\b|^\W*goo*al\W*$|between the posts|entra\b|ins tor|"
        r"rentre)|会进|能进|进球|入ります|入る",
        r"\b(?:miss(?:es)?|no goal|cross ?bar|bounces? (?:out|back|away)|(?:lands?|comes? up|bounces?) short|"
        r"too (?:low|high|far|short|wide|weak)|falls? short|drops? short|wide of|over the (?:bar|"
        r"goal|hoop|rim)|past the (?:goal|hoop)|short of|(?:goes|go|flies) wide|daneben|out of bounds|"
        r"hits? the (?:post|bar|ground))\b|进不了|不会进|不能进",
    ),
    _topic(  # does it fit into the container?
        r"\b(?:fit|fits|fitting|inside|take it in|hold the whole|within|room for)\b",
        r"\b(?:fit|fits|fitting|(?:goes|go|sits?|ends? up|lies|is|be) (?:\w+ ){0,2}(?:inside|within)|(?:small|"
        r"narrow|short) enough|(?:deep|wide|large|big|roomy) enough|enough (?:room|space)|(?:plenty of|"
        r"ample) (?:room|space)|room for (?:it|all)|(?:room|space) (?:to spare|left)|swallow(?:s|ed)?|(?:can|could|"
        r"will|would) (?:not )?(?:hold|take|contain|"
        r"accommodate)|(?:can(?:['’]t|not)|(?:could|wo|would)n['’]t) (?:hold|take|contain)|below the (?:rim|"
        r"opening)|disappears?|(?:go|goes) in|passt|cabe|rentre|tient)\b|放得下|装得下|裝得下|放得进|能放进|容得下|"
        r"入ります|入る|収まり|収まる",
        r"\btoo (?:\w+ )?(?:big|large|tall|wide|long|high|thick|bulky|broad|small|shallow|narrow|tight)\b|"
        r"\b(?:stick(?:s|ing)?|poke(?:s|d)?|poking|protrude(?:s)?|protruding|jut(?:s)?|extend(?:s)?|stand(?:s)?|"
        r"rise(?:s)?|peek(?:s)?) (?:\w+ ){0,2}(?:out|above|over|beyond|past|up)\b|\b(?:protrudes?|(?:above|"
        r"over) the (?:rim|opening|edge)|"
        r"stuck|no (?:room|space)|zu groß|demasiado grande|trop grand\w*|larger than|taller than|wider than|"
        r"bigger than)\b|放不下|装不下|裝不下|放不进|容不下|太大|太高|大きすぎ|はみ出|"
        r"(?:入れることは?が?でき(?:ません|ない)|入れられ(?:ません|ない)|(?:入|収ま)り(?:きり)?ません|"
        r"(?:入|収ま)らない)(?!こと|わけ)",
    ),
    _topic(  # does it hit anything?
        r"\b(?:run into|touch any|hit one|in its way|contact with|blocked by|crash|strike|hit any|collid|collision)",
        r"\b(?:hits?|hitting|collides?|collide|crash(?:es)?|smash\w*|into (?:the|a|an|it|some\w*)|contact|"
        r"run(?:s)? into|bumps? into|bump into|scrapes?|grazes?|rams?|knocks?|in (?:the|its) (?:lane|track|corridor)|"
        r"strikes?|touch(?:es)?|(?:makes?|comes? into) contact|in (?:the|"
        r"its) (?:way|path)|block(?:s|ed|ing)?|meets?|obstruct(?:s|ed)?|collision|chocar\w*|choca|heurte\w*|"
        r"percute\w*|stößt|trifft)\b|撞|碰到|ぶつか|衝突|相撞",
        r"\b(?:(?:way|path|lane|road|route|line|floor)(?: \w+){0,2}? (?:(?:is|are|would be|will be|remains?|looks|"
        r"seems|stays) )?(?:\w+ )?(?:free|clear|open|empty|unobstructed)|(?:free|clear|open|unobstructed) (?:way|"
        r"path|lane|road|route)|all clear|misses everything|passes (?:everything|freely|without)|(?:past|by) (?:all|"
        r"every\w*|"
        r"them)|without (?:touching|hitting) (?:either|any\w*|them|it)|(?:see|sees|are|is|"
        r"find) no (?:\w+ )?(?:objects?|obstacles?|things?)|(?:nothing|no (?:\w+ )?(?:objects?|"
        r"obstacles?|things?|one))(?: \w+){0,2} (?:in front|ahead|in (?:the|its) (?:way|path)|there))\b|没有障碍|"
        r"没有东西",
        only_any=True,
    ),
)  # fmt: skip
_ANY = re.compile(
    r"\b(?:any|anything|anyone|nothing|none|no (?:\w+ ){0,3}(?:objects?|things?|items?|obstacles?|collisions?|"
    r"contact|crash(?:es)?|one)|a thing|nada|nichts|rien|ninguna?|aucune?|kein\w*)\b|任何|什么|何も|何にも|もの",
)
_OBJECT_FOLLOWS = re.compile(
    r"^\W*(?:with |into |by |against )?(?:the|that|this|a|an|its|den|die|das|el|la|le)\b",
)
_ONE_OBJECT = re.compile(r"\bthe (?!way|path|lane|road|route|line)\w+(?: \w+)? (?:is|are|does|do|would|will)\b")
_DENIES_AFTER = re.compile(
    r"\b(?:nothing|none|nicht|kein\w*|nichts|rien|nada|no (?:object|ball|one))\b|不了|没有|^\S{0,4}(?:ない|"
    r"ません|なく)",
)
_ASIDE = re.compile(
    r"\b(?:no|without(?: an?y?)?|beyond(?: an?y?)?) (?:doubt|question)\b|\bnot (?:only|just|mistaken)\b|"
    r"\bno (?:way around|matter)\b",
)
_AGAIN = re.compile(r"\b(?:and|or|nor|,)\s*$")
"""Before a denial that goes on with another one and does not deny it."""
_ROMANCE = re.compile(r"(?:ne|pas|jamais|nunca|ninguna?|nada|rien|aucune?|kein\w*|nor)$")
"""Denials that go together with others."""
_NO_REASON = re.compile(
    r"\bno (?:reason|sign|evidence|indication)\b|\bnot that\b|\bnothing (?:suggests|indicates|says|shows)\b|"
    r"(?:\bnot|n['’]t) (?:think|believe|see|say)\b|\bdoubt\b",
)
_INNER = re.compile(r"\b(?:not|never|hardly)\b|n['’]t\b")
_IMPOSSIBLE = re.compile(r"\b(?:impossible|out of the question|not possible|unlikely|(?:false|untrue|wrong)(?=\W*$))\b")
_AS_IF = re.compile(r"\W*as (?:if|though)\b")
_NO_WAY = re.compile(r"\W*(?:no (?:way|chance|possibility)|not a chance)\b[^,;:]{3,}")
_NO_WAY_NOT = re.compile(
    r"\b(?:no (?:way|chance|possibility|reason)|not a chance)\b[^,;:]{0,60}?(?:\b(?:not|never|cannot|fails? to|wont|"
    r"doesnt|cant|wouldnt)\b|n['’]t\b)",
)
"""A denial of a denial that begins like a "no"."""
_BARE = re.compile(
    r"^\W*(?:(?:i (?:think|believe|guess)|indeed|so|thus|therefore|hence|overall|(?:from|in) (?:the|this) (?:picture|"
    r"image))[\s,]*)*(?:that )?(?:yes |no )?(?:it|they|that|this|there|one|"
    r"(?P<named>the \w+(?: \w+)?))\s+(?:probably |definitely |certainly |indeed )?(?P<verb>does|will|would|can|could|"
    r"is|do|"
    r"has|should|does ?n[o'’]t|wo ?n['’]t|would ?n[o'’]t|can ?n?[o'’]?t|could ?n[o'’]t|is ?n[o'’]t|is not|does not|"
    r"will not|would not|can not|could not)\W*$",
)


SEEN = _TOPICS[1]
"""Whether all of something is seen; options such as "revealed" and "occluded" are a yes and a no to it."""


@lru_cache(maxsize=4096)
def topic_of(question: str) -> Topic | None:
    """What a question asks about; None if it is none of the topics that we know."""
    asked = " ".join(s for s in re.findall(r"[^.?!\n]*\?", question[:5000].lower()))
    return next((topic for topic in _TOPICS if topic.asks.search(asked)), None)


def says(clause: str, topic: Topic | None) -> bool | None:
    """Whether a clause says yes or no to the topic; None if it does neither."""
    clause = clause.lower()
    bare = _BARE.match(clause)
    if bare and (not bare["named"] or clause.rstrip().endswith((".", "!"))):
        return re.search(r"n['’]?t\b|not\b", bare["verb"]) is None
    if topic is None or _AS_IF.match(clause):
        return None
    text = _ASIDE.sub(" ", clause)
    holds, fails = topic.holds.search(text), topic.fails.search(text)
    if fails is not None and holds is not None and holds.start() < fails.start() < holds.end():
        fails = None  # "no longer blocks it"
    if fails is not None:
        before = text[: fails.start()]
        if _INNER.search(fails[0]) and not _INNER.match(fails[0]):
            return None  # "the path is not free"
        if not _DENIES.search(before[-25:]):
            return None if _NO_REASON.search(before) else False
        if _denials(before[-40:]) > 1 or _fails_otherwise(text, fails, topic):
            return None
        if holds is None or fails.start() <= holds.start() < fails.end():
            return True
        if holds.start() >= fails.end():  # "not too big to fit"
            denied = _DENIES.search(text, fails.end(), holds.end()) or _DENIES_AFTER.search(text, holds.end())
            return None if denied else True
    return None if holds is None else _held(text, holds, topic)


def no_way_not(clause: str, topic: Topic | None) -> bool:
    """Whether a clause denies that what is asked fails: "No way it doesn't fit", "No chance it misses"."""
    if _NO_WAY_NOT.search(clause):
        return True
    return topic is not None and _NO_WAY.match(clause) is not None and topic.fails.search(clause) is not None


def _denials(text: str) -> int:
    """How many denials stand in a text, one inside the other."""
    return sum(not _ROMANCE.match(m[0]) and not _AGAIN.search(text[: m.start()]) for m in _DENIES.finditer(text))


def _fails_otherwise(text: str, fails: re.Match[str], topic: Topic) -> bool:
    """Whether another word for the opposite follows that is not denied: "not too wide, just too tall"."""
    later = topic.fails.search(text, fails.end())
    return later is not None and not _DENIES.search(text[fails.end() : later.start()])


def _held(text: str, holds: re.Match[str], topic: Topic) -> bool | None:
    """Whether words that affirm the topic are left so or denied."""
    own = holds[0].casefold().startswith(("no", "n't", "n’t"))
    before = text[: holds.start()] if own else text[: holds.end()]
    after = text[holds.end() :]
    if topic is SEEN and cues.PARTLY.search(text):
        return None
    if not _DENIES.search(before) and not _DENIES_AFTER.search(after):
        return True
    if _denials(before) > 1 or (_DENIES.search(before) and _IMPOSSIBLE.search(after)):
        return None
    if topic.only_any and not _ANY.search(text):
        return None if _OBJECT_FOLLOWS.match(after) or _ONE_OBJECT.search(before) else False
    return False
