"""Claims: what a clause says of the things it names, for what the question wants to know.

A claim is *outright* if it says so in words of the question ("the pear would be visible"); else it only follows ("the
box hides the pear", where the box is taken away), and counts if nothing is said outright.
"""

from __future__ import annotations

import re
from dataclasses import replace

from diorama.kinds.lexicon import CJK, word_set
from diorama.kinds.reading.objects import sentence_cues as say
from diorama.kinds.reading.objects.clause_things import Claim
from diorama.kinds.reading.objects.clauses import Clause
from diorama.kinds.reading.objects.goals import Goal
from diorama.kinds.reading.objects.groups import ASKED, GROUP, THING, Masked
from diorama.kinds.reading.objects.hiding import HidingClause
from diorama.kinds.reading.objects.judgements import judged, plainly
from diorama.kinds.reading.objects.pronouns import Talk, Things, spelled

MOST_WORDS_AROUND = 2
"""Words that say something, around things that are only named."""


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
    one = found[0].matches if found and isinstance(talk.subject, tuple) and len(found[0].matches) == 1 else talk.subject
    if one != talk.subject and say.HIDES.search(clause.text):
        talk.subject = one  # the mug is in front of it, so it is hidden
    talk.head, talk.outright = None, True
    if not re.search(GROUP, clause.text):
        talk.complement = talk.complement or bool(say.ALL_BUT.search(clause.text))
        talk.of_others = talk.of_others or bool(say.OTHERS.search(clause.text))
        talk.of_all = bool(say.OF_ALL.match(clause.text)) and judged(clause.text, talk.goal) is True
        hides = ASKED in clause.text and say.HIDES.search(clause.text) is not None
        talk.head = not say.NOT.search(clause.text) if hides else judged(clause.text, talk.goal)
        talk.of_candidates = talk.goal is Goal.UNCOVER and say.CANDIDATES.match(clause.text) is not None
        talk.outright = not hides
    elif found:
        talk.head = found[0].holds
    says_it = (found or say.HAS_PREDICATE.search(clause.text)) and not (found and say.BECAUSE.match(clause.text))
    if not talk.heads and talk.head is not None and says_it:
        talk.here, talk.outright_here = talk.head, found[0].outright if found else talk.outright
    talk.loose += reader.loose(found)
    for claim in found:
        talk.holds = claim.holds
        talk.decided.update({m.names: claim.holds for m in claim.matches})
    return found


class _Clause(HidingClause):
    """A clause with its pronouns spelled out, and the rules by which it is read."""

    def claims(self) -> list[Claim]:
        if not self._signs():
            return self._of_everything() or []
        rules = (
            self._ranked, self._left, self._put_aside, self._of_everything, self._again, self._one_too, self._goes_on,
            self._hiding, self._by_goal, self._identified, self._bare,
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
        if self.talk.heads and self.talk.of_candidates:
            return ()
        if not found and self.goal in (Goal.UNCOVER, Goal.THROUGH) and say.WOULD_DO.search(self.text):
            return tuple(m for m in self._unplaced() if m.names)  # the pear would do something that we do not know
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

    # rules, in their order

    def _ranked(self) -> list[Claim] | None:
        """With the mug being the nearest and the tin the farthest."""
        found = list(say.RANKED.finditer(self.text)) if self.goal is Goal.REMOVE else []
        if not found or len(found) < len(self._signs()) or say.NOT.search(self.text):
            return None
        ranks = [(self._matches(one[1]), 1 if one["last"] else -1) for one in found]
        if any(len(things) > 1 for things, _ in ranks):
            return None
        return [replace(c, rank=rank) for things, rank in ranks for c in self._claim(things, True)]

    def _one_too(self) -> list[Claim] | None:
        """The pear shows a clear reflection, the mug a faint one."""
        if self.goal is not Goal.MIRROR or not self.talk.here or not say.ONE_TOO.match(self.text):
            return None
        none = say.NOT.search(self.text) or say.ANY_VERB.search(self.text)
        return None if none else self._claim(self._matches(self._signs()[0]), True)

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
        if say.NOR_THERE.match(self.text) and self.talk.holds and self.talk.sentences[-1]:
            return None  # nothing would hide the pear any more, nor the tin
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
        if self.talk.heads and self.talk.of_candidates:
            return []
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
        follows = follows or (before is True and not self.talk.outright_here)
        return [replace(c, bare=True) for c in self._claim(kept, before is not False, outright=not follows)]

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
