"""Prose: the answer that the sentences of a text come to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from diorama.kinds.lexicon import WORD, looks, plain_word
from diorama.kinds.names import Match, Names
from diorama.kinds.reading.objects import cues
from diorama.kinds.reading.objects import sentence_cues as say
from diorama.kinds.reading.objects.claims import claims_of
from diorama.kinds.reading.objects.clause_things import Claim
from diorama.kinds.reading.objects.clauses import Clause, clauses_of, sign_first
from diorama.kinds.reading.objects.goals import Goal
from diorama.kinds.reading.objects.groups import GROUP, THING, Masked, masked
from diorama.kinds.reading.objects.judgements import says_none, verdict_on, yes_or_no
from diorama.kinds.reading.objects.pronouns import Talk

LONGEST_SENTENCE = 2000
"""Characters: what is longer names no answer, and patterns would be slow on it."""


_TAG_QUESTION = re.compile(
    r"(?:,|^)\s*(?:right|correct|yes|no|eh|huh|maybe|i (?:think|guess|suppose)|\w+n['’]t (?:it|they|that|"
    r"he))\s*\?\s*$",
    re.I,
)
_COMMENTS = re.compile(
    r"\W*(?:still|becomes?|remains?|stays?|now|would|will|fully|partly|currently|already|only|also|not|no|yes|"
    r"so|hence|cut|hidden|covered|blocked|behind|"
    r"in front|clearly|completely|nothing|reflected|mirrored|visible|has|is|stands|sits|lies|too)\b",
    re.I,
)
"""How words begin that judge the thing named before them."""
_STILL_HIDDEN = re.compile(
    rf"\W*(?:(?:still|also|partly|partially|remains?|stays?|half|part|some|a bit)\b[^\ue000-\uf000]{{0,40}}\b)?"
    rf"(?:{say.HIDDEN_WORD}|behind)\b",
    re.I,
)
"""How words begin that say by what the thing named before them is hidden."""
_YES_OR_NO = re.compile(r"(?:(?:so|and|hence|thus|therefore|then) )*(?:yes|yeah|yep|no|nope|nah)[.!]?", re.I)
_NOR_ANYTHING = re.compile(r"\bnor (?:anything|any (?:other|object)|any of)\b", re.I)
_FOR = re.compile(r"\W*(?:for|as (?:for|to)|regarding|about|under|below|beneath|concerning)\b", re.I)
"""How a sentence begins that names things first and judges them at its end."""
_AS_FOR = re.compile(rf"\W*(?:and |but )?(?:as (?:for|to)|regarding|concerning) ({GROUP})\W*", re.I)
_THERE = re.compile(
    r"\W*(?:nothing|none) (?:on|in|at|to|near|beside|under|over|around|among|standing|lying|else)\b", re.I
)
"""Nothing in one place says nothing of the others."""
_BUT_NO = re.compile(
    r"(?:no|nope|not|nein|non|pas|nicht|n['’]en a pas|n['’]a pas de \w+|no tiene\w*|hat kein\w*|isn['’]t|doesn['’]t|"
    r"wouldn['’]t|is not|does not|would not)[^\w\ue000-\uf000]*",
    re.I,
)
_EXPLAINS = re.compile(r"\s*\(([^()]{2,80})\)(?=\s*(?:[,;.]|and\b|$))")
_ADDS = re.compile(
    r"^\W*(?:and|then|also|plus|next|finally|last(?:ly)?|after (?:that|it|which)|first|second|third|besides|"
    r"additionally|maybe|possibly|"
    r"behind (?:it|that))\b|\b(?:too|as well|also|next|last|second|third|comes?)\b",
    re.I,
)


@dataclass(frozen=True)
class Said:
    """What one sentence says."""

    claims: tuple[Claim, ...] = ()
    concludes: bool = False
    nothing: bool = False
    """It says that there is nothing."""
    maybe_nothing: bool = False
    """A part of it says so."""

    adds: bool = False
    """It goes on with what was said before: then the mug."""
    loose: tuple[Match, ...] = ()
    """Things that it names without a word on them that we understand."""

    @property
    def affirms(self) -> bool:
        return any(c.holds for c in self.claims)

    def what_changes(self) -> Said:
        """Without what it only repeats or explains."""
        last = {m.names: c.holds for c in self.claims if c.outright for m in c.matches}
        back = (not any(last.get(m.names) for m in c.matches) for c in self.claims)
        kept = tuple(
            c
            for c, takes_back in zip(self.claims, back, strict=True)
            if (not c.holds and takes_back) or (c.holds and (c.bare or (c.more and c.outright)))
        )
        return replace(self, claims=kept)

    @property
    def only_lists(self) -> bool:
        return bool(self.claims) and all(c.bare and c.holds for c in self.claims) and not self.loose


@dataclass(frozen=True)
class Account:
    """What the sentences of a text say, in their order."""

    said: tuple[Said, ...]

    def denied(self) -> list[Match]:
        """The things that are not the answer, by the last word on them."""
        outright = (c for s in self.said for c in s.claims if c.outright)
        last = {m.names: (m, c.holds) for c in outright for m in c.matches}
        return [m for m, holds in last.values() if not holds]

    def adds_to(self, found: Sequence[Match]) -> bool:
        """Whether it names more things that are the answer too."""
        named = {m.names for m in found}
        begins = bool(self.said) and self.said[0].adds and self.said[0].claims[:1]
        more = [c for s in self.said for c in s.claims if c.more and c.holds and c.outright] + list(begins or ())
        return any(m.names not in named for c in more if c.holds for m in c.matches)

    def conclusion(self) -> list[Match] | None:
        """What a sentence that draws the conclusion answers with; None without one."""
        k = self._concluding()
        return None if k is None else _added_up(self._from(k))

    def answer(self) -> list[Match] | None:
        """What the text answers with, if it comes to one answer."""
        k = self._concluding()
        said = self.said if k is None else self._from(k)
        if k is None and said and said[0].only_lists:
            said = _explained(said)
        found = _added_up(said)
        nothing = any(s.nothing for s in said)
        if not found:
            return [] if nothing or any(s.maybe_nothing for s in said) else None
        if said[0].nothing and not any(c.holds and c.outright for s in said for c in s.claims):
            return []
        if k is None and not said[0].only_lists and self._loose():
            return None  # more things may be meant
        left_open = any(c.open for s in said for c in s.claims if c.holds and c.outright)
        return None if left_open or (nothing and k is None) else found

    def _loose(self) -> bool:
        """Whether things are named of which nothing that we understand is said anywhere."""
        decided = {m.names for s in self.said for c in s.claims for m in c.matches}
        loose = {m.names for s in self.said for m in s.loose} - decided
        return any(not any(set(told) < set(names) for told in decided) for names in loose)

    def _concluding(self) -> int | None:
        held = [k for k, s in enumerate(self.said) if s.concludes and (s.nothing or s.affirms)]
        last = max((k for k, s in enumerate(self.said) if s.claims), default=0)
        before = any(s.claims and not s.only_lists for s in self.said[:last])
        if last and self.said[last].only_lists and not self.said[last].adds and before:
            held.append(last)
        return max(held, default=None)

    def _from(self, k: int) -> tuple[Said, ...]:
        """A conclusion, with what later sentences add to it or take back."""
        later = (replace(s, claims=tuple(c for c in s.claims if not c.holds or c.more)) for s in self.said[k + 1 :])
        return (self.said[k], *later)


def account_of(sentences: Sequence[str], names: Names, asked: frozenset[str], goal: Goal) -> Account:
    """What some sentences say."""
    everything = tuple(match for match in names.each if match.names[0] not in asked)
    talk = Talk(goal, everything, asked)
    said = tuple(_said(s, names, asked, talk) for s in sentences if len(s) <= LONGEST_SENTENCE)
    return Account(said)


def verdict_of(thing: Match, after: str, names: Names, asked: frozenset[str], goal: Goal) -> bool | None:
    """What the words behind a name say of it: "hidden by the box alone", "also behind the mug"; None if nothing."""
    text, talk = masked(after, names, asked), Talk(goal, (), asked)
    talk.begin()
    found = _judged((thing,), [Clause(""), *clauses_of(text.text)], text, talk)
    return found[-1].holds if found else None


def contradicts(said: Sequence[Said], answer: Sequence[Match]) -> bool:
    """Whether sentences deny a thing of an answer, or speak for one that is not in it."""
    named = {m.names for m in answer}
    denied = any(m.names in named for s in said for c in s.claims if not c.holds for m in c.matches)
    loose = (m for s in said for m in s.loose)
    more = any(m.names not in named for m in (*_added_up(said), *loose))
    return denied or more or (bool(answer) and any(s.nothing for s in said))


def _said(sentence: str, names: Names, asked: frozenset[str], talk: Talk) -> Said:
    concludes = bool(cues.CONCLUDES.search(sentence[:120])) and not say.SAME.match(sentence)
    plain = cues.HEDGE.sub(" ", sentence) if "?" in sentence else sentence
    none = cues.NOTHING.match(plain.strip())
    if none and not say.BY_NOTHING_ELSE.search(sentence) and not names.mentions(sentence):
        there = _THERE.match(sentence) is not None and len(talk.sentences) > 0
        return Said(concludes=concludes, nothing=not there, maybe_nothing=there)
    if cues.DESCRIBES.match(sentence):
        return Said()
    if "(" in sentence:
        sentence = _EXPLAINS.sub(lambda m: _bracket(m, names), sentence)
    text = masked(sentence, names, asked)
    talk.begin()
    clauses = clauses_of(text.text)
    claims: list[Claim] = []
    talk.loose.clear()
    if talk.waiting and clauses and (judged := yes_or_no(clauses[0].text, talk)) is not None:
        claims.append(Claim(talk.waiting, judged))  # the mug? no, ...
        talk.decided.update({m.names: judged for m in talk.waiting})
    talk.waiting = ()
    if talk.topic and clauses and not re.search(THING, text.text) and _COMMENTS.match(clauses[0].text):
        judged = verdict_on(clauses, talk)
        return Said(() if judged is None else (Claim(talk.topic, judged),), concludes)
    talk.topic = ()
    if (about := _topic(clauses, text)) is not None:
        return Said(_judged(about, clauses, text, talk), concludes)
    inside = False
    for clause in clauses:
        if claims and (say.NOT_THROUGH.match(clause.text) or say.UNLESS.match(clause.text)):
            claims[-1] = replace(claims[-1], holds=False)  # it is visible, but not through it
        inside = clause.after in ("(", "[") or (inside and clause.after not in (")", "]"))
        if inside and claims and claims[-1].bare and (judged := yes_or_no(clause.text, talk)) is not None:
            claims[-1] = replace(claims[-1], holds=judged)  # the pear (it is too far left, so no)
            continue
        found = claims_of(clause, text, talk)
        if claims and (claims[-1].bare or not claims[-1].holds) and say.BECAUSE.match(clause.text):
            other = [c for c in found if c.holds is claims[-1].holds or c.matches != claims[-1].matches]
            found = found if _speaks_against(clause.text) else other
        if claims and claims[-1].bare and clause.after == "," and _BUT_NO.fullmatch(clause.text):
            claims[-1] = replace(claims[-1], holds=False)  # but the mug, no
        if not found and talk.head is False and claims and all(c.bare for c in claims) and _FOR.match(clauses[0].text):
            claims = [replace(c, holds=False) for c in claims]  # for the pear, there is none
        claims += found
    nothing = any(says_none(clause.text, talk.goal) or _NOR_ANYTHING.search(clause.text) for clause in clauses)
    affirms = any(c.holds and c.outright for c in claims)
    heads_denied = talk.heads and any(c.bare and not c.holds for c in claims)  # no reflection: the mug, the van
    first = nothing and says_none(clauses[0].text, talk.goal) and not affirms and not heads_denied
    claims = _settled(_without_topic(claims, clauses))
    if sum(say.IF_YOU.match(clause.text) is not None for clause in clauses) > 1:
        claims = [replace(c, open=c.holds) for c in claims]  # if you count slight overlaps, …; if you do not, …
    asks = sentence.rstrip().endswith("?") and not _TAG_QUESTION.search(sentence)
    if asks and len(claims) == 1 and claims[0].bare and len(claims[0].matches) == 1:
        talk.waiting = claims[0].matches
    adds, loose = bool(_ADDS.search(sentence)), (*talk.loose, *text.some_of)
    return Said(() if asks else tuple(claims), concludes, first, nothing, adds, loose)


def _bracket(found: re.Match[str], names: Names) -> str:
    """A bracket behind a name, or nothing if it only says what of a thing is seen, or where."""
    denies = (say.NOT, say.STILL, say.ALREADY, say.MIRRORS, say.REMOVES, say.ORDER_WORD, say.NO_LONGER, say.HIDDEN)
    judges = any(pattern.search(found[1]) for pattern in denies) or say.YES.match(found[1]) or say.NO.match(found[1])
    told = any(plain_word(word) in looks() for word in WORD.findall(found[1]))  # the mug (blue)
    return found[0] if judges or told or names.mentions(found[1]) else ""


def _speaks_against(reason: str) -> bool:
    """Whether a reason says more of a thing than where it is."""
    told = say.BECAUSE.sub("", reason, count=1)
    return any(pattern.search(told) for pattern in (say.NOT, say.STILL, say.HIDDEN, say.ALREADY, say.HIDES))


def _without_topic(claims: list[Claim], clauses: Sequence[Clause]) -> list[Claim]:
    """Claims without the bare name of a thing of which the sentence then speaks: "Tin: the lamp covers it too"."""
    if len(claims) < 2 or not claims[0].bare or len(clauses) < 2 or clauses[1].after not in (":", "："):
        return claims
    again = any(c.matches == claims[0].matches for c in claims[1:])
    return claims[1:] if again and len(claims[0].matches) == 1 else claims


def _settled(claims: list[Claim]) -> list[Claim]:
    """Claims without one of several things at once that the next ones tell apart: tomatoes: the green one yes."""
    if len(claims) < 2 or len(claims[0].matches) != 1 or not claims[0].bare:
        return claims
    first = set(claims[0].matches[0].names)
    later = [set(m.names) for c in claims[1:] for m in c.matches]
    return claims[1:] if len(first) > 1 and any(names < first for names in later) else claims


def _topic(clauses: Sequence[Clause], text: Masked) -> tuple[Match, ...] | None:
    """What a sentence names first and then judges: "mug: still hidden", "boat… no, too far left"."""
    spoken_of = _AS_FOR.fullmatch(clauses[0].text) if len(clauses) > 1 and clauses[1].after == "," else None
    if spoken_of and not any(say.VISIBLE.search(c.text) and re.search(GROUP, c.text) for c in clauses[1:]):
        return text.of(spoken_of[1]).matches
    first = re.fullmatch(rf"\W*(?:\w+\W+)?({GROUP})\W*", clauses[0].text) if len(clauses) > 1 else None
    dashed = len(clauses) > 1 and clauses[1].after in ("–", "—", "-")
    if first is None or (clauses[1].after not in (":", "：", "…", "→") and not dashed):
        return None
    if not dashed and len(clauses) > 2 and _YES_OR_NO.fullmatch(clauses[-1].text):
        return text.of(first[1]).matches  # the pear: behind the tin, so no
    judges = (dashed and _COMMENTS.match(clauses[1].text)) or _STILL_HIDDEN.match(clauses[1].text)
    if re.search(GROUP, clauses[1].text) and not judges:
        return None
    if dashed and (len(text.of(first[1]).matches) > 1 or not _COMMENTS.match(clauses[1].text)):
        return None
    if clauses[1].after == "…" and not re.match(r"\W*(?:yes|yeah|yep|no|nope|nah)\b", clauses[1].text, re.I):
        return None
    return text.of(first[1]).matches


def _judged(about: tuple[Match, ...], clauses: Sequence[Clause], text: Masked, talk: Talk) -> tuple[Claim, ...]:
    """The judgement on a topic: the last yes or no of its sentence, else what its clauses say."""
    talk.sentences[-1].append(about)
    talk.subjects[-1].append(about)
    talk.subject = about
    talk.topic = about
    holds, outright = verdict_on(clauses[1:], talk), True
    if holds is None:
        named = sign_first(list(clauses[1:]), text.add(about))
        told = [c for clause in named for c in claims_of(clause, text, talk) if {*c.matches} == {*about}]
        holds, outright = (told[-1].holds, told[-1].outright) if told else (None, True)
    if holds is None:
        return ()
    talk.holds = holds
    talk.decided.update({m.names: holds for m in about})
    return (Claim(about, holds, outright),)


def _explained(said: tuple[Said, ...]) -> tuple[Said, ...]:
    """A reply that begins with a bare list has answered; what follows may add to it or take back, and else explains."""
    lists = next((k for k, s in enumerate(said) if not s.only_lists), len(said))
    return (*said[:lists], *(s if s.only_lists or s.adds else s.what_changes() for s in said[lists:]))


def _added_up(said: Sequence[Said]) -> list[Match]:
    """The things that are the answer by what was said outright, else by what follows. Later words count more."""
    claims = [c for s in said for c in s.claims]
    outright = any(c.holds and c.outright for c in claims)
    adds = any(c.holds and c.outright and c.more for c in claims)
    found: list[Match] = []
    last, rest = 0, False
    for claim in claims:
        if claim.holds and (claim.outright or not outright or adds):
            if len(claim.matches) > 1 and {m.names for m in found} <= {m.names for m in claim.matches}:
                found = []  # the same things and more, in their order
            if rest and not claim.all_but and {m.names for m in claim.matches} <= {m.names for m in found}:
                found = []  # all but the mug: the pear, the van
            rest = claim.all_but
            here = {m.names or m.said for m in found}
            new = [m for m in claim.matches if (m.names or m.said) not in here]
            told = {n for m in new if len(m.names) == 1 for n in m.names}
            found = [m for m in found if not (m.ambiguous and told & set(m.names))]  # a mug, that is the red one
            place = min(last, len(found)) if claim.first else len(found)
            found, last = [*found[:place], *new, *found[place:]], place
        elif not claim.holds and (claim.outright or not outright):
            gone = {m.names for m in claim.matches}
            found = [m for m in found if m.names not in gone]
    ranks = {m.names: c.rank for c in claims if c.holds and c.rank for m in c.matches}
    if len(found) > 2 and ranks.get(found[0].names) == 1 and ranks.get(found[-1].names) == -1:
        return found[::-1]  # they were named from far to near
    return sorted(found, key=lambda m: ranks.get(m.names, 0))
