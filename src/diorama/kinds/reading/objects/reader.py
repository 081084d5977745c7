"""Reads values and texts about one scene: marks, JSON, lists, tables, paragraphs, sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from diorama.kinds.lexicon import WORD, looks, plain_word
from diorama.kinds.name_ones import others_named, points_at_nothing, spelled_out
from diorama.kinds.names import Match, Names
from diorama.kinds.reading.cleaning import Final, final_words, json_of, json_values, tidy
from diorama.kinds.reading.manners import declines, no_answer, refuses_at_once
from diorama.kinds.reading.objects import cues
from diorama.kinds.reading.objects.asides import without_asides
from diorama.kinds.reading.objects.ends import answer_first, answer_last
from diorama.kinds.reading.objects.goals import Goal, goal_of
from diorama.kinds.reading.objects.listing import MOST_ITEMS, Lister
from diorama.kinds.reading.objects.prose import Account, account_of, contradicts
from diorama.kinds.reading.objects.rows import (
    ends_in_a_text,
    heading_of,
    is_cut_off,
    named_in,
    polarity,
    truth_of,
)
from diorama.kinds.reading.objects.sections import Sections
from diorama.kinds.reading.objects.sentence_cues import COMES_FIRST, COMES_LAST
from diorama.kinds.reading.patterns import CROSS, TICK
from diorama.kinds.reading.readings import Named, NotRead
from diorama.kinds.verdicts import Verdict

LONGEST_SENTENCE = 2000
"""Characters: what is longer names no answer, and patterns would be slow on it."""
LONGEST_EXPLANATION = 20_000
_ANSWER_KEYS = (
    "final answer", "answer", "answers", "objects", "result", "visible", "reflected", "removed", "remove", "items",
    "list", "names", "output", "response",
)  # fmt: skip


_ONE = re.compile(r"\b(?:answer|list)\b.{0,20}\bthe \w+ ones?\W*$", re.I | re.S)
"""An answer that is marked as such, and needs what was said before it to be understood."""


def objects_in(final: Final, names: Names, question: str = "") -> Named | NotRead:
    """The objects that a reply answers with, in its order."""
    here = (match for _, _, match in names.mentions(question) if match.said.casefold() != "camera")  # it is ours
    asked = frozenset(name for match in here for name in match.names)
    if _ONE.search(final.text):
        final = final_words(spelled_out(final.raw, names, asked))
    marked = [mark for mark in final.marked if isinstance(mark, str)][:1]
    if marked and (plain := names.plain_list(marked[0])):
        return Named(_distinct(plain))
    named = any(m.names for _, _, m in names.mentions(final.text))
    refusal = declines(final)
    if refusal and (cues.ABSTAINS.match(final.text) or not named):
        return refusal
    reader = _Reader(Lister(names, asked), goal_of(question))
    values = json_values(final.raw)
    whole = final.raw.lstrip("`jsonJSON \n").startswith(("{", "["))
    if whole and not values and ends_in_a_text(final.raw):
        return NotRead(Verdict.UNREAD, "its JSON was cut off")
    entire = whole and isinstance(json_of(final.raw), dict | list)
    structured = [v for v in reversed(values) if v not in ([], {}) or not WORD.search(final.text)]
    marked = list(final.marked)
    text = [] if entire else [final.text]
    for part in (*structured, *marked, *text) if whole else (*marked, *structured, *text):
        if (found := reader.value(part)) is not None:
            return Named(_distinct(found))
    missing = no_answer(final)
    late = missing.verdict is Verdict.REFUSED and named and not refuses_at_once(final.text)
    return NotRead(Verdict.UNREAD, "no answer was found in the reply") if late else missing


class _Reader:
    """Reads values and texts about one scene."""

    def __init__(self, lister: Lister, goal: Goal) -> None:
        self.lister, self.names, self.goal = lister, lister.names, goal
        self.sections = Sections(lister, goal, self._sentences)

    def value(self, value: Any) -> list[Match] | None:
        """What a JSON value, or a text, answers with."""
        if isinstance(value, str):
            if plain := self.names.plain_list(value):
                return list(plain)
            inner = [v for v in json_values(value) if v] if value.lstrip()[:1] in ("{", "[") else []
            found = self.value(inner[-1]) if inner else None
            return self.text(tidy(value)) if found is None else found
        if isinstance(value, list):
            return self._values(value)
        if not isinstance(value, dict):
            return None
        fields = {str(k).strip().casefold().replace("_", " "): v for k, v in value.items()}
        for key in _ANSWER_KEYS:
            if fields.get(key) is not None and not self._repeats_question(fields[key]):
                return self.value(fields[key])
        if fields and all(k.isdigit() and isinstance(v, str) for k, v in fields.items()):
            return self._values([fields[k] for k in sorted(fields, key=int)])
        if scored := self._scored(fields):
            return scored
        truths = {k: truth_of(v) for k, v in fields.items()}
        if truths and None not in truths.values():
            return [self.names.match(k) for k, holds in truths.items() if holds]
        name, holds = named_in(value)
        if name and not any(isinstance(v, list | dict) for v in fields.values()):
            return [self.names.match(name)] if holds else None
        lists = {k: v for k, v in fields.items() if isinstance(v, list)}
        if len(lists) == 1 and not any(isinstance(v, dict) for v in fields.values()):
            ((key, only),) = lists.items()
            return self._values(only) if polarity(key) is not False else None
        if found := next((self._values(v) for k, v in lists.items() if polarity(k)), None):
            return found
        inner = [v for k, v in fields.items() if isinstance(v, dict) and polarity(k) is not False]
        return self.value(inner[0]) if len(inner) == 1 else None

    def _scored(self, fields: dict[str, Any]) -> list[Match] | None:
        """Things with how sure a reply is of each: ``{"mug": 0.9, "tin": 0.1}``."""
        named = {k: v for k, v in fields.items() if self.names.match(k).names}
        if len(named) < 2 or not all(isinstance(v, float) and 0 <= v <= 1 for v in named.values()):
            return None
        return [self.names.match(k) for k, v in named.items() if v > 0.5]

    def _repeats_question(self, value: Any) -> bool:
        """Whether a field names only what the question is about."""
        here = [m for _, _, m in self.names.mentions(value)] if isinstance(value, str) else []
        return bool(here) and all(m.names and set(m.names) <= self.lister.asked for m in here)

    def _values(self, values: list[Any]) -> list[Match] | None:
        found: list[Match] = []
        for value in values[:MOST_ITEMS]:
            text, holds = (value, True) if isinstance(value, str) else named_in(value)
            if text is None:
                return None
            if holds and text.strip():
                here = [m for _, _, m in self.names.mentions(text)]
                found += here[:1] if len({m.names for m in here}) == 1 else [self.names.match(text)]
        return found

    def text(self, text: str) -> list[Match] | None:
        """What a text answers with."""
        lines = _without_question(text).splitlines()
        offers = [line for line in lines if cues.OFFERS_HELP.search(line) and not self.names.mentions(line)]
        text = "\n".join(line for line in lines if line not in offers).strip()
        text = re.sub(r"(?<=[^\W\d_])_(?=[^\W\d_])", " ", re.sub(r"\.{2,}", "… ", text))
        text = cues.ONE_OF.sub(lambda m: f"{m[1]} {m[2]}" if plain_word(m[1]) in looks() else m[0], text)
        text = text.replace("i.e.", "that is").replace("e.g.", "for example")
        if self.goal in (Goal.THROUGH, Goal.MIRROR):
            text = cues.THROUGH_IT.sub("", cues.PARTLY_ASIDE.sub(" ", text))
        text = without_asides(text, self.names, self.lister.asked)
        if cues.REVERSES.search(text):
            return None  # in which order then is hard to say
        text = spelled_out(others_named(text, self.names, self.lister.asked), self.names, self.lister.asked)
        if points_at_nothing(text):
            return None
        for conclusion in list(cues.CONCLUDES_HERE.finditer(text))[-1:]:
            if found := self._bare_list(text[conclusion.end() :]):
                return found
        for turn in reversed(list(cues.CORRECTS.finditer(text))[-3:]):
            if _ADDS.match(text[turn.end() :]):
                continue  # oh wait, and the mug
            if found := self._settled(text[turn.end() :].lstrip(" ,.:;!—-")):
                return self._replaced(text[: turn.start()], text[turn.end() :], found)
        return self._settled(text) if text else None

    def _replaced(self, before: str, after: str, found: list[Match]) -> list[Match]:
        """A list with one thing put in the place of another, if that is what a correction does; else what it names."""
        first, *more = [s for s in cues.SENTENCE.split(before) if s and s.strip()] or [""]
        denied = {m.names for m in self._account([*more, *_sentences(after)]).denied()}
        listed = self._bare_list(first.rstrip(" ,.:;!—-")) or []
        if len(listed) < 2 or not any(m.names in denied for m in listed):
            return found
        return [new for m in listed for new in (found if m.names in denied else [m])]

    def _settled(self, text: str) -> list[Match] | None:
        if (found := self._bare_list(text)) is not None:
            return found
        first, last = self._answer_first(text), self._answer_last(text)
        if first is not None and last is not None and {m.names for m in first} != {m.names for m in last}:
            return None  # two answers, and no word on which of them is meant
        if first is not None or last is not None:
            return first if first is not None else last
        if is_cut_off([line for line in text.splitlines() if line.strip()]):
            return None  # what it comes to was not said
        for read in (self.sections.read, self._sentences, self._at_an_end):
            if (found := read(text)) is not None:
                return found
        return None

    def _bare_list(self, text: str) -> list[Match] | None:
        """Nothing but names and small words, in one sentence or in several."""
        if self.goal is Goal.REMOVE and _ranked_otherwise(text):
            return None
        if cues.SAYS_WOULD.search(text) and not cues.NOTHING.match(text.strip()):
            return None
        judged = any(_is_judged(line) for line in text.splitlines())
        marked = cues.OR.search(text) or TICK.search(text) or CROSS.search(text)
        if len(text) > 4 * LONGEST_SENTENCE or judged or marked:
            return None
        if cues.NOTHING.match(text.strip()) and not self.names.mentions(text) and len(_sentences(text)) == 1:
            return []
        if (whole := self.lister.listed(text)) is not None:
            return whole
        found: list[Match] = []
        for sentence in filter(lambda s: WORD.search(cues.HEDGE.sub("", s)), _sentences(text)):
            one = self.lister.listed(sentence)
            if one is None or {m.names for m in one} & {m.names for m in found}:
                return None
            found += one
        return found or None

    def _answer_first(self, text: str) -> list[Match] | None:
        """What the first paragraphs list, if all that follows explains it and draws no other conclusion."""
        paragraphs = [p for p in text.split("\n\n") if p.strip()]
        found: list[Match] = []
        count = 0
        for paragraph in paragraphs[:-1]:
            if not (one := self._bare_list(paragraph)):
                break
            found, count = found + one, count + 1
        if all(m.names and set(m.names) <= self.lister.asked for m in found):
            return None  # what the question is about, and no answer to it
        rest = "\n".join(paragraphs[count:])
        if not found or len(rest) > LONGEST_EXPLANATION:
            return None
        account = self._account(_sentences(rest))
        concluded = account.conclusion()
        gone = {m.names for m in account.denied()} & {m.names for m in found}
        other = concluded is not None and {m.names for m in concluded} != {m.names for m in found}
        return None if other or gone or account.adds_to(found) else found

    def _answer_last(self, text: str) -> list[Match] | None:
        """What the last paragraph lists and does nothing else, perhaps under a line that does not deny it."""
        paragraphs = [p for p in text.split("\n\n") if p.strip()]
        if len(paragraphs) < 2:
            return None
        head, _, rest = paragraphs[-1].partition("\n")
        listed = rest if head.rstrip().endswith((":", "：")) and polarity(head) is not False else paragraphs[-1]
        found = self._bare_list(listed)
        return found if found and all(m.names for m in found) else None

    def _at_an_end(self, text: str) -> list[Match] | None:
        """A plain list at one end of a text, if nothing in the reason at its other end contradicts it."""
        if "?" in text or len(text) > LONGEST_SENTENCE:
            return None
        for end in filter(None, (answer_first(text), answer_last(text))):
            found = self._bare_list(end.answer)
            if found is None or any(len(m.names) != 1 or m.names[0] in self.lister.asked for m in found):
                continue
            reason = _sentences(end.rest)
            account = self._account([end.answer, *reason] if end.first else [*reason, end.answer])
            said = account.said[1:] if end.first else account.said[:-1]
            together = self._account(_sentences(text)).denied()  # "the pear: its reflection lies outside"
            if not contradicts(said, found) and not any(m in found for m in together):
                return found
        return None

    # sentences

    def _sentences(self, text: str) -> list[Match] | None:
        """What the sentences affirm, if they agree."""
        sentences = _without_cut_end(_sentences(cues.STEP.sub("", text)))
        return self._account([s for s in sentences if not self._offers_help(s)]).answer()

    def _offers_help(self, sentence: str) -> bool:
        if cues.OFFERS_HELP.search(sentence) is None:
            return False
        return not any(match.names for _, _, match in self.names.mentions(sentence))

    def _account(self, sentences: Sequence[str]) -> Account:
        return account_of(sentences, self.names, self.lister.asked, self.goal)


_ADDS = re.compile(r"\W*(?:and|also|plus)\b", re.I)
_CUT = re.compile(
    r"(?:,|\b(?:the|an?|and|or|of|is|are|would|will|be|to|in|by|with|that|which|because|so|but|from|on|at|it|"
    r"its|as|fully|becomes?|while|starting|there|i|we|a bit|next))\s*$",
    re.I,
)
"""How a sentence ends that was cut off."""


def _sentences(text: str) -> list[str]:
    return [s for s in cues.SENTENCE.split(text) if s and s.strip()]


def _ranked_otherwise(text: str) -> bool:
    """Whether a list says itself that it does not stand in its order: the drum goes last, the mug first."""
    parts = [part for part in cues.ITEMS.split(text) if part.strip()]
    return any(map(COMES_LAST.search, parts[:-1])) or any(map(COMES_FIRST.search, parts[1:]))


def _is_judged(line: str) -> bool:
    """Whether a line has a heading, or ends with a yes or a no; "Nearest: the mug" only says where it stands."""
    heading = heading_of(line)
    ranks = heading is not None and cues.ORDER.fullmatch(heading[0].strip()) is not None
    return (heading is not None and not ranks) or cues.ENDS_JUDGED.search(line) is not None


def _without_cut_end(sentences: list[str]) -> list[str]:
    """Sentences without a last one that was cut off: it has no end, while those before it have one."""
    cut = len(sentences) > 2 and _CUT.search(sentences[-1])
    return sentences[:-1] if cut and re.search(r"[.!?]\s*$", sentences[-2]) else sentences


def _without_question(text: str) -> str:
    """A reply without the question that it repeats first."""
    if (found := re.search(r"(?:^|\n)\s*A(?:nswer)?\s*:\s*", text)) and re.match(r"\s*Q(?:uestion)?\s*:", text):
        return text[found.end() :]
    return text


def _distinct(found: Sequence[Match]) -> tuple[Match, ...]:
    """An object that is named twice counts once, where it came first."""
    kept: dict[object, Match] = {}
    for match in found:
        kept.setdefault(match.names or match.said.casefold().strip(), match)
    return tuple(kept.values())
