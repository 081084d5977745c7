"""Claims: what a clause says of the things it names, for what the question wants to know.

A claim is *outright* if it says so in words of the question ("the pear would be visible"); else it only follows ("the
box hides the pear", where the box is taken away), and counts if nothing is said outright.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from diorama.kinds.lexicon import CJK, word_set
from diorama.kinds.names import Match
from diorama.kinds.reading.objects import cues
from diorama.kinds.reading.objects import sentence_cues as say
from diorama.kinds.reading.objects.clauses import Clause
from diorama.kinds.reading.objects.goals import Goal
from diorama.kinds.reading.objects.groups import ASKED, GROUP, THING, Masked
from diorama.kinds.reading.objects.judgements import judged, plainly
from diorama.kinds.reading.objects.pronouns import Talk, Things, spelled

MOST_WORDS_AROUND = 2
"""Words that say something, around things that are only named."""


@dataclass(frozen=True)
class Claim:
    """That some things are the answer, or that they are not."""

    matches: Things
    holds: bool
    outright: bool = True
    more: bool = False
    """It adds to what was said before: "also", "too"."""
    first: bool = False
    """In an order these come before what was named last."""
    open: bool = False
    bare: bool = False
    """The things are only named."""
    all_but: bool = False
    """They are all but some."""
    rank: int = 0
    """-1 if it says that they come first in an order, 1 if last."""


def claims_of(clause: Clause, sentence: Masked, talk: Talk) -> list[Claim]:
    """What a clause claims; `talk` then knows about it."""
    clause = replace(clause, text=spelled(clause.text, talk, sentence.add))
    if clause.after in (":", "："):
        talk.here, talk.heads = talk.head, True
    reader = _Clause(clause, sentence, talk)
    found = reader.claims()
    if (talk.complement or (talk.of_all and say.BUT_THESE.fullmatch(clause.text))) and (rest := reader.all_but()):
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
        talk.complement = talk.complement or bool(say.ALL_BUT.search(clause.text))
        talk.of_others = talk.of_others or bool(say.OTHERS.search(clause.text))
        talk.of_all = bool(say.OF_ALL.match(clause.text)) and judged(clause.text, talk.goal) is True
        hides = ASKED in clause.text and say.HIDES.search(clause.text) is not None
        talk.head = not say.NOT.search(clause.text) if hides else judged(clause.text, talk.goal)
        talk.outright = not hides
    elif found:
        talk.head = found[0].holds
    says_it = found or say.HAS_PREDICATE.search(clause.text)
    if not talk.heads and talk.head is not None and says_it:
        talk.here, talk.outright_here = talk.head, found[0].outright if found else talk.outright
    talk.loose += reader.loose(found)
    for claim in found:
        talk.holds = claim.holds
        talk.decided.update({m.names: claim.holds for m in claim.matches})
    return found


class _Clause:
    """A clause with its pronouns spelled out, and the rules by which it is read."""

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
        claims = [replace(c, all_but=True) for c in self._claim(left, True)]
        return [*claims, Claim(excluded, False)] if excluded else []

    def loose(self, found: list[Claim]) -> Things:
        """Things that may be more of the answer: nothing follows for them, and the clause adds or only names."""
        says_more = say.ANY_VERB.search(self.text) or re.search(rf"{GROUP}\s+(?:\w+ ){{0,2}}\w+(?:s|ed)\b", self.text)
        if says_more and not say.TOO.search(self.text):
            return ()
        about_others = (
            say.HIDDEN, say.AMONG, say.FOR_EXAMPLE, say.REJECTS, say.SUPPOSES, say.HIDES, say.IS_HIDDEN_BY,
            say.HAS_IN_FRONT, say.EVERYTHING,
        )  # fmt: skip
        if any(pattern.search(self.text) for pattern in about_others):
            return ()
        told = {m.names for claim in found for m in claim.matches}
        return tuple(m for m in self._unplaced() if m.names and m.names not in told)

    # what is meant

    def _signs(self) -> list[str]:
        return re.findall(GROUP, self.text)

    def _matches(self, sign: str) -> Things:
        return self.sentence.of(sign).matches

    def _kept(self) -> Things:
        """The things of the clause that do not only say where another one is."""
        kept: list[Match] = []
        for place in re.finditer(GROUP, self.text):
            before = self.text[: place.start()]
            if not self._only_placed(place) or say.SEES_AT.search(before) or self._mirrored_there(before):
                kept += self._matches(place[0])
        return tuple(kept)

    def _mirrored_there(self, before: str) -> bool:
        """There is a reflection under the pear."""
        where = re.search(r"\b(?:under|below|beneath|underneath|of|for|from|at) (?:\w+ )?$", before, re.I)
        told = say.MIRRORS.search(before) or say.HAS_ONE.search(before) or re.search(r"\b(?:one|none)\b", before, re.I)
        return self.goal is Goal.MIRROR and where is not None and told is not None

    def _who(self, word: str) -> Things | str | None:
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
        return "something" if re.fullmatch(say.SOMETHING + "|things", low) else None

    def _claim(self, matches: Things | str | None, holds: bool, *, outright: bool = True) -> list[Claim]:
        if not isinstance(matches, tuple) or not matches:
            return []
        is_open = any(self.sentence.of(s).open for s in self._signs() if set(self._matches(s)) & set(matches))
        alternatives = cues.OR.search(re.sub(THING, " ", self.text)) if holds else None
        is_open = is_open or bool(alternatives and not (len(matches) == 1 and alternatives[0].casefold() == "possibly"))
        more, first = bool(say.TOO.search(self.text)), bool(say.FIRST.search(self.text))
        return [Claim(matches, holds, outright, more, first, is_open and holds, rank=self._rank(matches))]

    def _rank(self, matches: Things) -> int:
        """-1 for what comes first in the order from near to far, 1 for what comes last, else 0."""
        if self.goal is not Goal.REMOVE or len(matches) > 1:
            return 0
        return bool(say.COMES_LAST.search(self.text)) - bool(say.COMES_FIRST.search(self.text))

    # rules, in their order

    def _left(self) -> list[Claim] | None:
        """That leaves the pear."""
        found = say.LEAVES.match(self.text)
        return self._claim(self._matches(found["sign"]), True) if found else None

    def _put_aside(self) -> list[Claim] | None:
        """Things that were considered and are not meant."""
        if re.search(r"\bwhat looks like\b", self.text, re.I):
            return []
        if say.AMONG.match(self.text):
            return []
        if say.FOR_EXAMPLE.match(self.text) and self.talk.of_others:
            return []
        if say.SUPPOSES.match(self.text) and self.goal is not Goal.REMOVE:
            return []
        if self.goal is Goal.REMOVE and say.NOT_ENOUGH.search(self.text):
            return []
        denied = say.NOT_LEAD.match(self.text) and not say.NOR_THERE.match(self.text) and not self._says_something()
        return self._claim(self._unplaced(), False) if denied or say.REJECTS.search(self.text) else None

    def _says_something(self) -> bool:
        """Whether the clause does more than to name things."""
        words = (say.HIDES, say.IS_HIDDEN_BY, say.VISIBLE, say.ANY_VERB)
        return any(pattern.search(self.text) for pattern in words)

    def _of_everything(self) -> list[Claim] | None:
        """All things, all but some, all the others."""
        rest = say.OTHERS.search(self.text)
        headed = self.talk.heads and self.talk.here
        if rest and not self._signs() and (headed or say.HAS_PREDICATE.search(self.text)):
            decided = {name for names in self.talk.decided for name in names}
            others = tuple(m for m in self.talk.everything if m.names[0] not in decided)
            denies = (say.NOT, say.STILL, say.HIDDEN, say.MAY_STAY, say.UNCHANGED, say.ALREADY)
            if any(pattern.search(self.text) for pattern in denies):
                return []
            denied_so_far = self.talk.decided and not any(self.talk.decided.values())
            return self._claim(others, True) if denied_so_far else None
        if not (found := say.EVERYTHING.search(self.text)):
            return None
        kept = say.EXCEPT.search(self.text, found.end())
        if kept and (signs := re.findall(GROUP, self.text[kept.end() :])):
            if say.NOT.search(self.text[: found.start()]) or say.HIDDEN.search(self.text[:kept.start()]):
                return self._claim(tuple(m for s in signs for m in self._matches(s)), True)
            return self.all_but()
        return None

    def _again(self) -> list[Claim] | None:
        """The same said of more things: so does the pear, nor does the mug, the tin would too."""
        kept = tuple(m for s in self._signs() for m in self._matches(s))
        if not kept:
            return None
        if say.SAME.search(self.text) and not say.VISIBLE.search(say.SAME.sub("", self.text)):
            return [replace(c, more=True) for c in self._claim(kept, self.talk.holds is not False)]
        if say.NEITHER_DOES.match(self.text):
            return self._claim(kept, self.talk.holds is True)
        if say.NOR_THERE.match(self.text):
            return [replace(c, outright=self.talk.outright_here) for c in self._claim(kept, self.talk.holds is True)]
        if alone := say.VERB_ALONE.match(self.text):
            denied = bool(alone["not"]) or bool(re.search(r"\bnot\b", self.text))
            stays = self.goal is Goal.REMOVE and self.talk.holds is False and alone["verb"] in ("can", "could", "may")
            return self._claim(kept, denied if stays and denied else not denied)
        return None

    def _goes_on(self) -> list[Claim] | None:
        """More of the same without a verb: and next to it the pear; as well as a mug to the right."""
        if self.clause.after not in (",", " ", "–", "—", ":") or self.talk.here is None or self.clause.after == "":
            return None
        denies = (say.NOT, say.STILL, say.HIDDEN, say.ALREADY, say.REJECTS, say.RESETS, say.UNAFFECTED)
        if say.ANY_VERB.search(self.text) or say.VISIBLE.search(self.text) or any(p.search(self.text) for p in denies):
            return None
        if re.search(r"\b(?:by|which|who|because|since|than)\b", self.text):
            return None
        last = list(re.finditer(GROUP, self.text))[-1]
        kept = self._kept() or (self._matches(last[0]) if re.match(r"(?:and|plus) ", self.text) else ())
        ends = self.talk.heads or say.TAIL.match(self.text[last.end() :])
        if not say.GOES_ON.match(self.text) and not (kept and ends and self.talk.here):
            return None
        return [replace(c, bare=True) for c in self._claim(kept, self.talk.here, outright=self.talk.outright_here)]

    def _hiding(self) -> list[Claim] | None:
        """One thing hides another."""
        if say.NO_LONGER.search(self.text):
            return None
        if (elliptic := say.BY_FIRST.match(self.text)) and self.talk.last_named() and self.talk.here is not False:
            by = self._who(elliptic["by"])
            what = ASKED if self.goal is Goal.REMOVE else self.talk.last_named()
            return self._hides(by, what, denied=bool(elliptic["not"]))
        if has := say.HAS_IN_FRONT.search(self.text):
            who = self._who(has["what"])
            free = has["by"].casefold() == "nothing" or say.NOT.search(has["between"])
            return self._hides(self._who(has["by"]) if not free else "nothing", who, denied=False)
        if is_what := say.IS_WHAT.search(self.text):
            by, what = self._who(is_what["by"]), self._who(is_what["what"])
            return self._hides(by, what, denied=bool(say.NOT.search(self.text)))
        if lost := say.LOSES.search(self.text):
            return self._claim(self._matches(lost[1]), False)
        if (behind := say.BEHIND_FIRST.match(self.text)) and (told := self._after_behind(behind)) is not None:
            return told
        passive, active = say.IS_HIDDEN_BY.search(self.text), say.HIDES.search(self.text)
        found = min((f for f in (passive, active) if f), key=lambda f: f.start(), default=None)
        if found is None or (say.VISIBLE.search(self.text[: found.start()]) and self.goal is not Goal.REMOVE):
            return None
        if found is active and passive and re.search(rf"\b{say.HIDDEN_WORD}\b", self.text):
            found = passive
        is_active = found is active
        if found is passive and (more := say.IS_COVERED_BY.search(self.text)):
            found = more  # behind the box it is covered by something else
        by, what = self._who(found["by"]), self._who(found["what"]) if found["what"] else None
        if is_active and re.search(rf"\b{say.NOTHING_ELSE}\s*$", found["between"], re.I):
            by = "nothing"  # the pear: nothing else covers it
        if found["what"].casefold() in ("it", "its", "that", "their") and is_active:
            what = ASKED if self.goal is Goal.REMOVE else self.talk.last_named(by if isinstance(by, tuple) else ())
        words = self.text[: found.start()] + found["between"] + " " + found["rest"]
        negated = bool(say.NOT.search(words))
        if what is None and self.goal is not Goal.REMOVE:
            return None
        if what is None and say.SCENERY.search(self.text[found.start() :]):
            return []
        told = self._hides(by, what, denied=negated)
        rest = self.text[found.end() :]
        others = [m for s in re.findall(GROUP, rest) for m in self._matches(s)]
        if told and others and not is_active and re.match(r"[^\ue000-\uf000]*\b(?:and|then) (?:\w+ )?by\b", rest):
            told += self._hides(tuple(others), what, denied=negated)
        return told if told or by is not None else None

    def _after_behind(self, behind: re.Match[str]) -> list[Claim] | None:
        """Behind it comes the pear; behind the box there are two more."""
        by = self._who(behind["by"])
        rest = self.text[behind.end() :]
        what = tuple(m for s in re.findall(GROUP, rest) for m in self._matches(s))
        if not what or say.HIDES.search(rest) or say.VISIBLE.search(rest):
            return None
        if self.goal is Goal.REMOVE:
            return self._claim(what, by != ASKED and not say.NOT.search(rest))
        hidden_by_asked = by == ASKED or (self.talk.subject == ASKED) or self.goal is Goal.THROUGH
        return self._claim(what, not say.NOT.search(rest), outright=False) if hidden_by_asked else None

    def _hides(self, by: Things | str | None, what: Things | str | None, *, denied: bool) -> list[Claim]:
        """What follows from one thing hiding another, or not hiding it."""
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
        holds = judged(self.text, self.goal)
        return None if holds is None else self._claim(kept, holds, outright=holds or plainly(self.text))

    def _identified(self) -> list[Claim] | None:
        """The order is the pear and the mug; what is left is the tin; that leaves the box; the van is the only one."""
        if it := say.IS_IT.search(self.text):
            denied = say.NOT.search(self.text) or say.STILL.search(self.text)
            return self._claim(self._matches(it[1] or it[2] or it[3]), not denied)
        found = say.IDENTIFIES.match(self.text)
        if found is None or say.ANY_VERB.search(self.text[found.end() :]):
            return None
        heading = re.sub(r"\bwhat (?:remains|stays)\s*$", "", found["what"], flags=re.I)
        if self.goal is Goal.ANY and not re.search(r"\b(?:answers?|objects?|list|result|order|ones)\b", heading, re.I):
            return None
        heading = say.FROM_TO.sub("visible", heading)
        if re.search(r"\bthere\s*$", heading, re.I):
            return self._claim(self._matches(found["sign"]), True) if self.goal is Goal.REMOVE else []
        denies = (say.NOT, say.STILL, say.ALREADY, *(() if self.goal is Goal.REMOVE else (say.HIDDEN,)))
        return self._claim(self._matches(found["sign"]), not any(pattern.search(heading) for pattern in denies))

    def _bare(self) -> list[Claim] | None:
        """Things that are only named: they go with what was said before, or are the answer."""
        kept = self._unplaced()
        if not kept:
            return None
        if say.NAME_AND_NO.fullmatch(self.text):
            return self._claim(kept, False)
        words, after = _words(self.text), self.text[list(re.finditer(GROUP, self.text))[-1].end() :]
        if say.ANY_VERB.search(self.text) or (_words(after) and not say.TAIL.match(after)):
            return None
        words = words[: len(words) - len(_words(after))]
        if len(words) > MOST_WORDS_AROUND or any(CJK.search(w) and len(w) > 2 for w in words):
            return None
        goes_on = self.clause.after not in ("", " ") and (self.talk.heads or self.clause.after != ";")
        before = self.talk.here if goes_on and not say.RESETS.match(self.text) else None
        follows = self.talk.heads and not self.talk.outright
        return [replace(c, bare=True) for c in self._claim(kept, before is not False, outright=not follows)]

    def _unplaced(self) -> Things:
        return tuple(m for p in re.finditer(GROUP, self.text) if not self._only_placed(p) for m in self._matches(p[0]))

    def _only_placed(self, place: re.Match[str]) -> bool:
        before = self.text[: place.start()]
        if say.FIRST.match(self.text) or say.THEN.match(self.text):
            return False
        return bool(say.PLACED.search(before)) and not say.SEES_AT.search(before)


def _words(text: str) -> list[str]:
    return [w for w in re.findall(r"[^\W\d_]+", re.sub(THING, " ", text)) if w.casefold() not in _SAYS_NOTHING]


_SAYS_NOTHING = word_set(
    "and or the a an also too then next first second third last finally lastly only just namely i think believe "
    "guess "
    "would say maybe perhaps probably so well ok okay plus as with it is are be that s my answer objects object "
    "these "
    "those they closest nearest farthest furthest of all one ones here there both two three four yes yeah standing "
    "right now itself mean meant und et y e for sure definitely certainly pretty much lol really clearly"
)
