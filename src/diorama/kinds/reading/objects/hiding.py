"""What follows from one thing hiding another, by what the question wants to know."""

from __future__ import annotations

import re

from diorama.kinds.reading.objects import sentence_cues as say
from diorama.kinds.reading.objects.clause_things import Claim, ClauseThings
from diorama.kinds.reading.objects.goals import Goal
from diorama.kinds.reading.objects.groups import ASKED, GROUP, THING
from diorama.kinds.reading.objects.pronouns import Things


class HidingClause(ClauseThings):
    """A clause, and the rules by which it may say that one thing hides another."""

    def _hiding(self) -> list[Claim] | None:
        """One thing hides another."""
        if say.NO_LONGER.search(self.text):
            return None
        if (only := say.ONLY_BY.search(self.text)) and (told := self._by_one(only)) is not None:
            return told
        if (elliptic := say.BY_FIRST.match(self.text)) and self.talk.last_named() and self.talk.here is not False:
            by = self._who(elliptic["by"])
            what = ASKED if self.goal is Goal.REMOVE else self.talk.last_named()
            return self._hides(by, what, denied=bool(elliptic["not"]))
        if has := say.HAS_IN_FRONT.search(self.text):
            who = self._who(has["what"])
            free = has["by"].casefold() == "nothing" or say.NOT.search(has["between"])
            return self._hides(self._who(has["by"]) if not free else "nothing", who, denied=False)
        if (front := say.IN_FRONT_TOO.match(self.text)) and self.goal is not Goal.REMOVE and self.clause.after == ":":
            by = self._matches(front["by"])
            return self._hides(by, self.talk.last_named(by), denied=False)
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
        rest = self.text[found.end() :]
        if by == ASKED and not is_active and self.goal is Goal.UNCOVER and (both := say.AND_ANOTHER.match(rest)):
            by = self._matches(both[1])  # it is hidden by the box and the mug
        told = self._hides(by, what, denied=negated)
        others = [m for s in re.findall(GROUP, rest) for m in self._matches(s)]
        if told and others and not is_active and re.match(r"[^\ue000-\uf000]*\b(?:and|then) (?:\w+ )?by\b", rest):
            told += self._hides(tuple(others), what, denied=negated)
        return told if told or by is not None else None

    def _by_one(self, only: re.Match[str]) -> list[Claim] | None:
        """It is hidden only by the box: an answer if that is taken away, and none if another thing is."""
        before, after = re.findall(THING, self.text[: only.start()]), re.search(THING, self.text[only.end() :])
        if not before or after is None or say.STILL.search(self.text):
            return None
        by, what, denied = self._who(after[0]), self._who(before[-1]), bool(say.NOT.search(self.text))
        if self.goal not in (Goal.UNCOVER, Goal.THROUGH):
            return self._hides(by, what, denied=denied)
        return self._claim(what, by == ASKED and not denied)

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
        listed = self.talk.heads and self.talk.here is not False
        return self._claim(what, not say.NOT.search(rest), outright=listed) if hidden_by_asked else None

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
