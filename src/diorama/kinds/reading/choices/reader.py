"""Reading a choice: the one option that a reply answers with.

The order of the rules is told in the package's docstring; here they are applied, and claims are weighed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from diorama.kinds.reading.choices import cues
from diorama.kinds.reading.choices.claims import claims_in
from diorama.kinds.reading.choices.clauses import NONE, Rank, is_bare, masked_text
from diorama.kinds.reading.choices.closing import first_of, in_short, letter_of
from diorama.kinds.reading.choices.decision import SEVERAL, Claim, Found, decided
from diorama.kinds.reading.choices.fast import at_once
from diorama.kinds.reading.choices.labels import without_labels
from diorama.kinds.reading.choices.latter import spelled_out
from diorama.kinds.reading.choices.letters import lowered, plain_letters
from diorama.kinds.reading.choices.lists import Unlisted, may_list, without_lists
from diorama.kinds.reading.choices.mentions import mentions_in
from diorama.kinds.reading.choices.topic_words import Topic, topic_of
from diorama.kinds.reading.choices.topics import says
from diorama.kinds.reading.choices.typos import mended
from diorama.kinds.reading.choices.values import answers_in, text_of
from diorama.kinds.reading.choices.words import Options, OptionWords, folded, option_words
from diorama.kinds.reading.cleaning import Final, plain
from diorama.kinds.reading.manners import no_answer
from diorama.kinds.reading.readings import Chosen, NotRead
from diorama.kinds.verdicts import Verdict

LONGEST_KEPT, MOST_KEPT = 300, 4096
"""Characters and number of the replies whose reading is remembered."""
SHORTEST_REPEATED = 20
"""Characters of a text that may repeat the question."""
MOST_TURNS = 12
"""Corrections, from the end, after which an answer is looked for."""
_BOLD_LINE = re.compile(r"^\s*(?:[-*•>]\s+)?(?:\*\*|__)(.+?)(?:\*\*|__)[\s.]*$", re.M)
_BOXED = re.compile(r"\\(?:boxed|fbox|framebox|text|mathrm|mathbf|textbf|mathsf|mathit|bold)\s*\{|\\[\[\]()]|[$]")
_EMPHASIS = re.compile(r"(?<![\w*])\*(?=\S)([^*\n]{1,80})(?<=\S)\*(?!\w)|(?<![\w_])_(?=\S)([^_\n]{1,80})(?<=\S)_(?!\w)")
_ANSWER_LABEL = re.compile(r"(?:^|\n)\s*A(?:nswer)?\s*[:：]\s*")
_QUESTION_LABEL = re.compile(r"\s*Q(?:uestion)?\s*[:：]")
_RULE = re.compile(r"^\s*\|?[\s:|-]+\|?\s*$", re.M)
_CELLS = re.compile(r"[ \t]*\|[ \t]*")
_ASIDE = re.compile(
    r"\s*\((?=[^()]{0,80}\b(?:would (?:require|need|mean|imply|only|take|presuppose)|would be (?:correct|right|"
    r"true) (?:if|only)|"
    r"only if)\b)[^()]{0,300}\)",
    re.I,
)
"""What would have to be so for another option: "B. No (A. Yes would require a lower rim)"."""
_LONE_LETTER = re.compile(r"[\W_]*(?:(?:option|answer|choice)[\W_]+)?([A-Za-z])[\W_]*", re.I)
_LAST_WORD = re.compile(r"[\W_]*(?:(?:my|the|final|correct|so) )*answer\s*[:：][\s*_]*(?=\(?[A-Z][.):])", re.I)
LONGEST_LAST = 200
_ANSWER_IS = re.compile(r"\b(?:answer|correct (?:option|choice|one))(?: is|:)\s*[\W_]{0,4}(?:option )?([A-Z])\b", re.I)
_SENTENCE = re.compile(r"(?<=[.?!:])\s+|\n+")


def choice_in(final: Final, options: Options, question: str = "") -> Chosen | NotRead:
    """The one option that a reply answers with; the question helps where the reply answers it in a sentence."""
    if (common := at_once(final.raw, options)) is not None:
        return Chosen(common)
    repeats = _repeats(final.text, option_words(options), question)
    if not repeats and (short := in_short(final.raw, options)) is not None:
        ends, words = Chosen(letter_of(short, options)), option_words(options)
        if not words.enough and not mentions_in(first_of(short), words):
            return ends  # its first statement names nothing, so it cannot plainly say otherwise
        if len(short) <= LONGEST_KEPT and _kept(short, short, "", options, topic_of(question)) == ends:
            return ends
    if len(final.raw) > LONGEST_KEPT or repeats:
        return by_rules(final, options, question)
    return _kept(final.raw, final.text, final.note, options, topic_of(question))


@lru_cache(maxsize=MOST_KEPT)
def _kept(raw: str, text: str, note: str, options: Options, topic: Topic | None) -> Chosen | NotRead:
    """Models repeat themselves: the same words about the same options are read once."""
    return _by_rules(Final((), text, note, raw), options, topic, "")


def by_rules(final: Final, options: Options, question: str = "") -> Chosen | NotRead:
    """The same by all the rules, also for replies in a common form; nothing is remembered."""
    return _by_rules(final, options, topic_of(question), question)


def _by_rules(final: Final, options: Options, topic: Topic | None, question: str) -> Chosen | NotRead:
    words = option_words(options)
    for values in answers_in(final.raw):
        found = _agreed(_value(value, words, topic) for value in values)
        if found is not None:
            return found
    found = _text(final.raw, words, topic, question)
    if found is None and (better := mended(final.text, options)) is not None:
        found = _text(better, words, topic, question)
    return found or _missing(final, words)


def _missing(final: Final, words: OptionWords) -> Chosen | NotRead:
    """Why nothing was read."""
    missing = no_answer(final)
    if missing.verdict is Verdict.REFUSED and any(m.by in ("letter", "words") for m in mentions_in(final.text, words)):
        return NotRead(Verdict.UNREAD, "it names options and chooses none")
    unsure = words.get("not sure")
    return Chosen(unsure) if missing.verdict is Verdict.NOT_SURE and unsure is not None else missing


def _agreed(found: Iterable[Found]) -> Found:
    """What several marked answers come to: they must agree."""
    read = [f for f in found if f is not None]
    if not read:
        return None
    return read[0] if all(f == read[0] for f in read) else SEVERAL


def _value(value: Any, words: OptionWords, topic: Topic | None) -> Found:
    """What a marked answer says: a text, or the value of a JSON field."""
    if isinstance(value, bool) and words.get("yes") and words.get("no"):
        return Chosen(words.sorts["yes" if value else "no"])
    if isinstance(value, list):
        named = {f for item in value[:50] if (f := _value(item, words, topic)) is not None}
        return None if not named else next(iter(named)) if len(named) == 1 else SEVERAL
    if isinstance(value, dict):
        return _judged(value, words) or _text(text_of(value, lambda key: says(key, topic) is False), words, topic)
    return _text(str(value), words, topic) if isinstance(value, str | int | float) and value != "" else None


def _judged(value: dict[Any, Any], words: OptionWords) -> Found:
    """An object that judges the options: ``{"A": false, "B": true}``, or gives each a probability."""
    held: dict[str, float] = {}
    for key, weight in value.items():
        named = {o for m in mentions_in(str(key), words) for o in m.options}
        if len(named) != 1 or not isinstance(weight, bool | int | float):
            return None
        held[named.pop()] = float(weight)
    if len(held) < 2:
        return None
    best = max(held, key=lambda o: held[o])
    return Chosen(best) if held[best] > 0.5 and sum(w > 0.5 for w in held.values()) == 1 else SEVERAL


def _text(raw: str, words: OptionWords, topic: Topic | None, question: str = "") -> Found:
    """What a text answers with."""
    bold = frozenset(plain(line).strip() for line in _BOLD_LINE.findall(raw)) if "\n" in raw else NONE
    text = _without_question(_bare(raw), words, question)
    if "(" in text:
        text = _ASIDE.sub(" ", text).strip() or text
    turns = list(cues.CORRECTS.finditer(lowered(text)))[-MOST_TURNS:]
    end, hint = len(text), None
    for turn in reversed(turns):
        after = text[turn.end() : end].lstrip(" ,.:;!—-")
        found, rank = _segment(after, words, topic, bold)
        if (found is None or rank < Rank.PLAIN) and (turn["no"] or turn["after"]):
            found, rank = _segment("No. " + after, words, topic, bold)
        if found is None and hint is None and cues.RETRACTS.search(after.lower()):
            return NotRead(Verdict.UNREAD, "it takes its answer back")
        if found is not None and rank >= Rank.PLAIN:
            return found if hint in (None, found) else SEVERAL
        hint = hint or found
        end = turn.start()
    found, _ = _segment(text[:end], words, topic, bold)
    return found if hint in (None, found) else hint if found is None else SEVERAL


def _bare(raw: str) -> str:
    """Text without markup, LaTeX and the rules of tables."""
    text = plain(raw)
    if "\\" in text or "$" in text:
        text = _BOXED.sub(" ", text).replace("}", " ")
    if "|" in text:
        text = _CELLS.sub(" | ", _RULE.sub("", text))
    return _EMPHASIS.sub(lambda m: m[1] or m[2], text).strip() if "*" in text or "_" in text else text


def _without_question(text: str, words: OptionWords, question: str) -> str:
    """A reply without the question that it repeats; options that follow it are left, and may be a list."""
    if _QUESTION_LABEL.match(text) and (label := _ANSWER_LABEL.search(text)):
        return text[label.end() :]
    if not _repeats(text, words, question):
        return text
    asked = _asked(question, words.options)
    kept = [s for s in re.split(r"(?<=[.?!:])(\s+)|(\n+)", text) if s]
    return "".join(s for s in kept if folded(s) not in asked).strip()


def _repeats(text: str, words: OptionWords, question: str) -> bool:
    """Whether a text may repeat a sentence of the question."""
    if not question or len(text) < SHORTEST_REPEATED:
        return False
    said = folded(text)
    return any(s[:30] in said for s in _asked(question, words.options))


@lru_cache(maxsize=2000)
def _asked(question: str, options: Options) -> frozenset[str]:
    """The sentences of a question, folded, without those that are only an option."""
    sentences = {folded(s) for s in _SENTENCE.split(question)} - {folded(o) for o in options}
    return frozenset(s for s in sentences if len(s) >= 15)


def _segment(text: str, words: OptionWords, topic: Topic | None, bold: frozenset[str]) -> tuple[Found, int]:
    """What a piece of text without corrections answers with, and how plainly."""
    if not text.strip():
        return None, 0
    unlisted = without_lists(text, words, bold) if may_list(text) else Unlisted(text)
    claims = claims_in(without_labels(spelled_out(unlisted.text, words), words), words, topic)
    if (closing := _closing_letter(unlisted.text, words)) is not None:
        claims.affirmed.append(Claim(closing, Rank.CLOSING, 10**6))
    if len(unlisted.ticked) == 1:
        claims.affirmed.append(Claim(unlisted.ticked, Rank.MARKED, 10**6))
    claims.denied += [(option, 0) for option in unlisted.crossed]
    found = decided(claims, words)
    left = [o for o in words.real if o not in unlisted.crossed]
    if found is None and unlisted.crossed and len(left) == 1:
        found = Chosen(left[0])
    if found is None and unlisted.listed and not claims.doubts:
        found = SEVERAL
    return found, max((c.rank for c in claims.affirmed), default=Rank.PLAIN)


def _closing_letter(text: str, words: OptionWords) -> frozenset[str] | None:
    """A letter alone on the last of several lines, unless the text says before that the answer is another one.

    Or one with its words behind "Answer:", after which nothing more can be said.
    """
    lines = text.strip().rsplit("\n", 2)
    if len(lines) > 1 and (said := _LAST_WORD.match(lines[-1][:LONGEST_LAST])):
        told = lines[-1][said.end() :]
        mentions = mentions_in(told, words)
        meant, bare = {m.options for m in mentions}, is_bare(masked_text(lowered(told), mentions))
        return meant.pop() if len(meant) == 1 and bare and not _LAST_WORD.match(lines[-2]) else None
    last = _LONE_LETTER.fullmatch(plain_letters(lines[-1])[:40]) if len(lines) > 1 else None
    if last is None or _LONE_LETTER.fullmatch(lines[-2][:40]):
        return None
    place = ord(last[1].upper()) - ord("A")
    named = {m[1].upper() for m in _ANSWER_IS.finditer(text)}
    return frozenset({words.options[place]}) if place < len(words.options) and named <= {last[1].upper()} else None
