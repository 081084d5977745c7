"""What a yes-or-no question asks about, and sentences that answer it without a yes or a no: "It fits easily."

Each topic has words that affirm what is asked and words that say the opposite. A denial turns either around. Where a
sentence holds both, the topic tells which of them counts (`Topic.settles`); what is so only in part, or would be so if
something else were, says nothing.
"""

from __future__ import annotations

import re

from diorama.kinds.lexicon import compounds
from diorama.kinds.reading.choices import cues
from diorama.kinds.reading.choices.topic_words import SEEN, Topic

_DENIES = re.compile(
    r"\b(?:not|never|cannot|no|nothing|none|neither|nor|without|unable|fail(?:s|ed|ing)? to|hardly|scarcely|"
    r"(?:almost|nearly)(?! (?:full|all|every\w*|straight|head|certain\w*|\w+ly)\b)|"
    r"doubt(?:s|ful)?|far from|false that|untrue|(?:wrong|incorrect|false) to|refuses? to|"
    r"impossible|unlikely|improbable|avoid(?:s|ed|ing)?|escap\w+|anything but|close to|short of|(?:stop|prevent|keep|"
    r"hinder|hold|bar|block)(?:s|p?ed|p?ing)? "
    r"(?:\w+ ){1,4}?from|isnt|wont|doesnt|"
    r"cant|didnt|wouldnt|kein\w*|nicht|pas|ne|jamais|nunca|ninguna?|nada|nichts|rien|aucune?)\b|n['’]t\b|"
    r"[不没沒无無未]|ない|ません",
)


_ANY = re.compile(
    r"\b(?:any|anything|anyone|nothing|none|not one|an (?:object|obstacle|item)|no (?:\w+ ){0,3}(?:objects?|things?|"
    r"items?|obstacles?|collisions?|"
    r"contact|crash(?:es)?|one)|a thing|nada|nichts|rien|ninguna?|aucune?|kein\w*)\b|任何|什么|何も|何にも|もの",
)
_OBJECT_FOLLOWS = re.compile(
    r"^\W*(?:with |into |by |against )?(?:the|that|this|a|an|its|den|die|das|el|la|le)\b",
)
_ONE_OBJECT = re.compile(r"\bthe (?!way|path|lane|road|route|line)\w+(?: \w+)? (?:is|are|does|do|would|will)\b")
_DENIES_AFTER = re.compile(
    r"\b(?:nothing|none|avoided|prevented|ruled out|nicht|kein\w*|nichts|rien|nada|no (?:object|ball|one))\b|不了|"
    r"没有|^\S{0,4}(?:ない|"
    r"ません|なく)",
)
_ASIDE = re.compile(
    r"\b(?:no|without(?: an?y?)?|beyond(?: an?y?)?) (?:doubt|question)\b|\bnot (?:only|just|mistaken)\b|"
    r"\bno (?:way around|matter)\b",
)
_TWICE = re.compile(
    r"\b(?:(?:no way|no chance|not a chance)\b((?: (?!and |or |but )[^\s,;:.]+){0,6}?) (?:(?:does|wo|is|"
    r"would)(?:n['’]t| not)|"
    r"will not|not)|(?:can(?:no|['’])t|cannot|could(?:n['’]t| not)|won['’]t|will not)(?= not|[^,;:.]{0,40} without)"
    r"((?: (?!and |or |but )[^\s,;:.]+){0,6}?) (?:not|without))\b"
)
"""Two denials that come to none: "no way it doesn't fit", "it can't pass without touching the box"."""
_AGAIN = re.compile(r"\b(?:and|or|nor|,)\s*$")
"""Before a denial that goes on with another one and does not deny it."""
_ROMANCE = re.compile(r"(?:ne|pas|jamais|nunca|ninguna?|nada|rien|aucune?|kein\w*|nor)$")
"""Denials that go together with others."""
_NO_REASON = re.compile(
    r"\bno (?:reason|sign|evidence|indication)\b|\bnot that\b|\bnothing (?:suggests|indicates|says|shows)\b|"
    r"(?:\bnot|n['’]t) (?:think|believe|see|say)\b|\bdoubt\b",
)
_INNER = re.compile(r"\b(?:not|never|hardly|anything but|far from)\b|n['’]t\b")
_INFINITIVE = re.compile(r"\b(?:to|in order to|instead of|from|before|if it|than)\W*$")
"""Before something that does not happen: "too slow to reach the goal"."""
_OTHERWISE = re.compile(
    r"\w\W+\b(?:if|unless|provided)\b(?! not\b)(?![^.;]*\b(?:straight|forward|ahead|on|drop\w*|releas\w+|let|falls?|"
    r"fell|kept|keeps?|"
    r"continues?|mov\w+|nobody|nothing|you look|i)\b)"
)
"""A condition at the end that is not the one of the question: "it would hit the lamp if it turned"."""
_EXCEPT = re.compile(
    r"\b(?:except|apart from|aside from|save for|other than|(?:all|everything|every \w+|no \w+|all of it|"
    r"nothing) but)\b(?! net)"
)
"""What is said of all is not so of something."""
_IN_PART = re.compile(
    r"\b(?:only(?! just)|partly|partially|half(?:way)?|mostly|(?:first|last|next) (?:part|half|bit|stretch|metre)|"
    r"part of|some of|"
    r"at first|initially|to begin with|at least)\b"
)
"""What is so of a part is not so of the whole."""
_NOT_SAID = re.compile(
    r"\b(?:check(?:ed|ing)?|look(?:ed|ing)? for|examin\w+|possible|potential|risk of|for a|wonder\w*|expect\w*)\b|"
    r"\b(?:needs?|ha(?:s|ve|d) to|must|should|takes?|requires?)\b.*\bto\b[^,;]*$"
)
"""Before what is only looked for, or would need something else: "it has to be lower to go in"."""
_TO_JUDGE = re.compile(
    r"\b(?:too|hard|difficult|impossible|not (?:\w+ )?enough)\b[^.;]{0,40}? to (?:judge|tell|say|see|know|make out|"
    r"determine)\b"
)
"""What keeps somebody from an answer is none: "too dark inside to judge"."""
_IMPOSSIBLE = re.compile(r"\b(?:impossible|out of the question|not possible|unlikely|(?:false|untrue|wrong)(?=\W*$))\b")
_AS_IF = re.compile(r"\W*as (?:if|though)\b")
_NO_WAY = re.compile(r"\W*(?:no (?:way|chance|possibility)|not a chance)\b[^,;:]{3,}")
_NO_WAY_NOT = re.compile(
    r"\b(?:no (?:way|chance|possibility|reason)|not a chance)\b[^,;:]{0,60}?(?:\b(?:not|never|cannot|fails? to|wont|"
    r"doesnt|cant|wouldnt)\b|n['’]t\b)",
)
"""A denial of a denial that begins like a "no"."""
_BARE = re.compile(
    r"^\W*(?:(?:i (?:think|believe|guess)|i(?:['’]d| would) say|indeed|so|thus|therefore|hence|overall|(?:from|"
    r"in) (?:the|this) (?:picture|"
    r"image))[\s,]*)*(?:that )?(?:yes |no )?(?:it|they|that|this|there|one|"
    r"(?P<named>the \w+(?: \w+)?))\s+(?:(?:probably|definitely|certainly|indeed|sure|surely|really|just|simply|"
    r"clearly|likely|most) ){0,2}(?P<verb>does|will|would|can|could|"
    r"is|do|"
    r"has|should|does ?n[o'’]t|wo ?n['’]t|would ?n[o'’]t|can ?n?[o'’]?t|could ?n[o'’]t|is ?n[o'’]t|is not|does not|"
    r"will not|would not|can not|could not)\W*$",
)


def says(clause: str, topic: Topic | None) -> bool | None:
    """Whether a clause says yes or no to the topic; None if it does neither."""
    clause = compounds().sub(lambda noun: noun[0].replace(" ", ""), clause.lower())
    bare = _BARE.match(clause)
    if bare and (not bare["named"] or clause.rstrip().endswith((".", "!"))):
        return re.search(r"n['’]?t\b|not\b", bare["verb"]) is None
    if topic is None or _AS_IF.match(clause) or any(p.search(clause) for p in (_TO_JUDGE, _OTHERWISE, _EXCEPT)):
        return None
    text = _TWICE.sub(r" \1 \2 ", _ASIDE.sub(" ", clause)).replace("-", " ")
    holds, fails = topic.holds.search(text), topic.fails.search(text)
    if fails is not None and holds is not None and holds.start() < fails.start() < holds.end():
        fails = topic.fails.search(text, holds.end())  # not the "blocks it" of "no longer blocks it"
    if _IN_PART.search(text):  # what must be so of all is not said
        holds, fails = (None if topic.settles is False else holds), (None if topic.settles is True else fails)
    if fails is not None and topic.settles is not False and (later := _happens(text, fails, topic)) is not None:
        return later
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


def _happens(text: str, fails: re.Match[str], topic: Topic) -> bool | None:
    """True if what is asked happens all the same, as told in the same clause: "it hits the post and goes in"."""
    start = fails.end() if topic.settles is None else 0
    for holds in topic.holds.finditer(text, start):
        apart = holds.end() <= fails.start() or fails.end() <= holds.start()
        if apart and not _DENIES.search(text[: holds.end()]) and not _DENIES_AFTER.search(text[holds.end() :]):
            return None if _INFINITIVE.search(text[: holds.start()]) else True
    return None


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
        return None if _NOT_SAID.search(before) else True
    if _denials(before) > 1 or (_DENIES.search(before) and _IMPOSSIBLE.search(after)):
        return None
    if topic.only_any and not _ANY.search(text):
        return None if _OBJECT_FOLLOWS.match(after) or _ONE_OBJECT.search(before) else False
    return False
