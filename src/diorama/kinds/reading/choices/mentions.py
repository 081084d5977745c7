"""Mentions of options: every place in a text that names one, by its letter, its words or other words for it.

>>> option_mentions("It is (B), so no.", ("Yes", "No", "Not sure"))
[(6, 9, 'No'), (14, 16, 'No')]
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from diorama.kinds.lexicon import WORD, colours, looks, plain_word
from diorama.kinds.reading.choices.letters import letters_in, lowered, plain_letters
from diorama.kinds.reading.choices.words import Options, OptionWords, folded, option_words, phrases_in
from diorama.kinds.reading.manners import UNSURE

SHORT = 1000
"""Characters of a text whose mentions are kept for the next rule."""
By = Literal["letter", "words", "yes or no", "other words", "object", "doubt"]

_YES = re.compile(
    r"(?<![\w'’-])(?:yes+|yeah|yep|yup|yea|yeh|yess+|affirmative|(?:it |that )?(?:seems|appears) so|"
    r"i['’]m afraid so|apparently so|(?:very|quite|highly|most) likely(?=\s*(?:$|[.!]))|indeed|true|absolutely|"
    r"definitely|certainly|of course|(?:i|we) (?:think|believe|guess|suppose|would say) so|oui|ja|jawohl|sim|sì|да|"
    r"네|예|yse|eys|yees|"
    r"ich (?:glaube|denke) (?:ja|schon)|sí|si(?=\s*(?:$|[,.!]))|por supuesto|claro que sí|bien sûr)(?![\w'’-])|"
    r"(?:(?<=^)|(?<=[\s，。,.:：「\"'“(]))(?:是的|是(?=\s*(?:$|[，。,.!！、)（(”」\"]))|对的?(?=\s*(?:$|[，。,.]))|"
    r"会的?(?=\s*(?:$|[，。,.”」\"]))|會的?(?=\s*(?:$|[，。,.]))|能(?=\s*(?:$|[，。,.]))|可以(?=\s*(?:$|[，。,.]))|はい|"
    r"ええ(?=[、。,])|うん(?=[、。,]))",
)
_NO = re.compile(
    r"(?<![\w'’-])(?:no+|nope|not a chance|no chance|no way(?=\s*(?:$|[.,;:!…]))|nah+|negative|false|(?:probably|"
    r"definitely|certainly|absolutely|of course|surely|"
    r"likely|most likely|apparently) not(?=\s*(?:$|[.,;:!…]))|not (?:really|at all|likely)(?=\s*(?:$|[.,;:!…]))|"
    r"not (?:that|as far as|from what) i\b[^.,;]{0,20}(?=\s*(?:$|[.,;]))|unlikely(?=\s*(?:$|[.!]))|(?:it |"
    r"that )?(?:seems|appears) not|i['’]m afraid not|i (?:guess|suppose|believe|think|hope) not(?=\s*(?:$|[.,;!]))|"
    r"(?:i|we) (?:don['’]?t|do not) (?:think|believe) so|i doubt (?:it|that)(?=\s*(?:$|[.,;:!…]))|non|nein|nee|não|"
    r"нет|아니요|아니오|아뇨|"
    r"ich (?:glaube|denke) (?:es |das )?nicht|(?:no )?no lo creo|je ne (?:le )?(?:crois|pense) pas|claro que no|"
    r"por supuesto que no)(?![\w'’-])|(?:(?<=^)|(?<=[\s，。,.:：「\"'“(]))(?:不是的?(?=\s*(?:$|[，。,.!！、)”」\"]))|"
    r"不会的?(?=\s*(?:$|[，。,.!！、)”」\"]))|不會的?(?=\s*(?:$|[，。,.]))|不能(?=\s*(?:$|[，。,.!！、)]))|"
    r"不可以(?=\s*(?:$|[，。,.]))|不行(?=\s*(?:$|[，。,.]))|否|没有(?=\s*(?:$|[，。,.]))|不(?=\s*(?:$|"
    r"[，。,.!！、)]))|いいえ|いえ(?=[、。,])|ううん)",
)
_UNSURE = re.compile(UNSURE.pattern)
_MAY_ANSWER = re.compile(
    r"\b(?:y[eu]|n[aeo]|aff|seem|appear|afraid|appar|very|quite|high|most|inde|true|abs|defin|cert|of course|i |we |"
    r"oui|j|"
    r"s[iì]|por |claro|bien|false|prob|sure|lik|unl|it |that |ich |eys)|[^\x00-\x7f]"
)
"""Beginnings of words without one of which there is no yes and no no: most lines are looked at no further."""
_MAY_DOUBT = re.compile(
    r"\b(?:no|unc|uns|unk|und|unab|dun|beat|ca|do|hard|diff|tou|tri|imp|ins|ind|ni |pas|auc|kei|kann|sch|unkl|cou|id|"
    r"je |"
    r"wei)|n['’]t|[^\x00-\x7f]"
)
_ORDERED = re.compile(r"option|choice|answer")
_CLAUSE_START = re.compile(r"(?:^|[.,;:!?…—–>=|/\n\"'“‘(\[*。，：；、-])\s*$")
_STANDS = re.compile(
    r"\s*(?:$|[.,;:!?…)\]}\"'“”‘’»|/—–→*✓✔✅❌✗✘☑☐☒□。，、；：！？<←(\[]|-(?!\w)|(?:because|since|as|due|for|or|and|"
    r"but|is|was|seems|would be|given|based|then|from|otherwise|if|sir|here|thanks)\b|\d+\s*%|0?\.\d|\ufffc|"
    r"[\u3040-\u30ff\u3400-\u9fff])",
)
"""What follows a "no" that is not the "no" of "no object"."""
_GOES_ON = re.compile(
    r"\s+(?:it|its|it['’]s|the|there|this|that|these|those|i|they|he|she|we|you|not|way|chance|a|an|my|in|after|on|"
    r"if|when|nothing|none|because|cuz|cause|coz|cos|bc|goes|too|won['’]?t|doesn['’]?t|isn['’]?t|will|would|wide|misses|"
    r"stays|lands|falls|rolls|bounces|passes|flies)\b(?! (?:or|idea))",
)
_NUMBER = re.compile(r"\.\s*\d")
_INTENSE = re.compile(r"(?:absolutely|definitely|certainly|true|indeed|of course|negative|false)$")
_ALONE = re.compile(r"\s*(?:$|[.!,;:])")
_ORDINAL = re.compile(
    r"\b(?:the\s+)?(?:(first|second|third|fourth|fifth|sixth|last)\s+(?:option|choice|answer)\b(?!s)|"
    r"(?:option|choice)\s+(?:number\s+)?(one|two|three|four|five|six)\b)",
)
_ORDINALS = (
    ("first", "one"), ("second", "two"), ("third", "three"), ("fourth", "four"), ("fifth", "five"), ("sixth", "six"),
)  # fmt: skip
_NOT_THINGS = frozenset({"picture", "photo", "image", "frame", "view", "scene", "object", "block", "blocks", "pick up"})
"""Words of replies, whatever the things in the picture are called."""
_IS_BLOCK = re.compile(r"\b(?:the|an?|that|this|one) blocks?$", re.I)
"""Blocks that are things; elsewhere to block is what things do."""
_WORD_BEFORE = re.compile(r"([^\W\d_]+)[ \u00a0-]$")
_WORD_AFTER = re.compile(r"[ \u00a0]([^\W\d_]+)")
_SIZES = {size: frozenset({""}) for size in ("big", "small", "large", "little", "tall", "tiny", "stuffed", "toy")}
_ONE = re.compile(
    r"\b(?:the\s+)?([^\W\d_]+)\s+one\b(?:\s+(?:of|among)\s+the\s+(?:(?:two|three)\s+)?[^\W\d_]+)?"
)
_ENDS_ENOUGH = re.compile(r" (?:is|would be) (?:sufficient|enough)$")
_TOLD_COLOUR = re.compile(r"\s+(?:that|which)(?:['’]s| is)\s+([^\W\d_]+)\b")
_DETERMINED = re.compile(r"(?:the|a|an|el|la|le|der|die|das|den|un|une|una|ein|eine|one)\s+$|l['’]$")


class Mention(NamedTuple):
    """A place in a text that names an option."""

    start: int
    end: int
    options: frozenset[str]
    """One as a rule; several where the words fit several; none for a letter or thing that no option has."""
    by: By


def option_mentions(text: str, options: Iterable[str]) -> list[tuple[int, int, str]]:
    """Every mention of an option in a text, in order: start, end and the option."""
    words = option_words(tuple(options))
    return [(m.start, m.end, option) for m in mentions_in(text, words) for option in sorted(m.options)]


def mentions_in(text: str, words: OptionWords) -> list[Mention]:
    """Every mention in a text, in order; where two overlap, the longer one."""
    return _mentions(text, words.options) if len(text) <= SHORT else _found(text, words)


@lru_cache(maxsize=64)
def _mentions(text: str, options: Options) -> list[Mention]:
    """Several rules look at the same line, one after the other."""
    return _found(text, option_words(options))


def _found(text: str, words: OptionWords) -> list[Mention]:
    text = plain_letters(text)
    low = lowered(text)
    seen = [*_letters(text, words), *_phrases(low, words)]
    if words.names is not None:
        seen += [*_things(text, words), *_ones(low, words)]
    if words.said:
        seen += _other_words(low, words)
    if _MAY_DOUBT.search(low):
        seen += _doubts(low, words)
    if _MAY_ANSWER.search(low):
        seen += _yes_or_no(low, words)
    if _ORDERED.search(low):
        seen += _ordinals(low, words)
    if len(seen) < 2:
        return seen
    ones = {m.options for m in seen if m.by == "object" and _ONE.fullmatch(low, m.start, m.end)} if "one" in low else ()
    if len(ones) == 1:  # "the stool, the white one" names one stool twice
        (one,) = ones  # but "the stools" are more than the white one
        seen = [m._replace(options=one) if one < m.options and low[m.end - 1] != "s" else m for m in seen]
    found: list[Mention] = []
    taken = bytearray(len(text) + 1)
    for mention in sorted(seen, key=lambda m: m.start - m.end):
        if not any(taken[mention.start : mention.end]):
            taken[mention.start : mention.end] = b"\x01" * (mention.end - mention.start)
            found.append(mention)
    return sorted(found, key=lambda m: m.start)


def _phrases(text: str, words: OptionWords) -> Iterator[Mention]:
    for start, end, option in phrases_in(text, words):
        yield Mention(start, end, frozenset({option}), "doubt" if option == words.get("not sure") else "words")


def _letters(text: str, words: OptionWords) -> Iterator[Mention]:
    for start, end, place in letters_in(text, len(words.options)):
        named = frozenset({words.options[place]}) if place >= 0 else frozenset[str]()
        yield Mention(start, end, named, "letter")


def _other_words(text: str, words: OptionWords) -> Iterator[Mention]:
    for option, pattern in words.said:
        for m in pattern.finditer(text):
            yield Mention(m.start(), m.end(), frozenset({option}), "other words")


def _doubts(text: str, words: OptionWords) -> Iterator[Mention]:
    unsure = words.get("not sure")
    for m in _UNSURE.finditer(text):
        yield Mention(m.start(), m.end(), frozenset({unsure}) if unsure else frozenset(), "doubt")


def _yes_or_no(text: str, words: OptionWords) -> Iterator[Mention]:
    for sort, pattern in (("yes", _YES), ("no", _NO)):
        option = words.get(sort)
        if option is None:
            continue
        for m in pattern.finditer(text):
            if _answers(text, m):
                yield Mention(m.start(), m.end(), frozenset({option}), "yes or no")


def _answers(text: str, found: re.Match[str]) -> bool:
    """Whether a yes or no answers: not the "no" of "no object", nor "definitely" before another word."""
    said = found[0]
    start = _CLAUSE_START.search(text[max(0, found.start() - 8) : found.start()]) is not None or found.start() == 0
    if _INTENSE.fullmatch(said):
        return start and _ALONE.match(text, found.end()) is not None
    if said not in ("no", "non", "nee") and not said.startswith("noo"):
        return True
    if _NUMBER.match(text, found.end()):
        return False
    return _STANDS.match(text, found.end()) is not None or (start and _GOES_ON.match(text, found.end()) is not None)


def _ordinals(text: str, words: OptionWords) -> Iterator[Mention]:
    for m in _ORDINAL.finditer(text):
        said, last = (m[1] or m[2]).casefold(), len(words.options) - 1
        place = last if said == "last" else next(k for k, names in enumerate(_ORDINALS) if said in names)
        if place < len(words.options):
            yield Mention(m.start(), m.end(), frozenset({words.options[place]}), "letter")


def _things(text: str, words: OptionWords) -> Iterator[Mention]:
    """The things that options are about; a thing that none is about names nothing."""
    assert words.names is not None
    for start, end, match in words.names.mentions(text):
        if match.said.casefold() in _NOT_THINGS and not _IS_BLOCK.search(text[max(0, start - 8) : end]):
            continue
        start, end, said = _with_adjectives(text, start, end)
        article = _DETERMINED.search(text[max(0, start - 5) : start].lower())
        if len(match.names) > 1 and (told := _TOLD_COLOUR.match(text.lower(), end)):
            said, end = said | looks().get(plain_word(told[1]), frozenset()), told.end()
        named = frozenset(n for n in match.names if not _other_colour(n, said, words))
        yield Mention(start - len(article[0]) if article else start, end, named, "object")


def _ones(text: str, words: OptionWords) -> Iterator[Mention]:
    """A thing by its colour alone, "the white one of the two stools", where options tell two stools apart by it."""
    if " one" not in text:
        return
    things = {o: _ENDS_ENOUGH.sub("", folded(o)).split() for o in words.things}
    nouns = Counter(own[-1] for own in things.values())
    alike = {o: frozenset(own) & colours() for o, own in things.items() if nouns[own[-1]] > 1}
    for m in _ONE.finditer(text):
        said = looks().get(plain_word(m[1]), frozenset()) & colours()
        meant = frozenset(o for o, own in alike.items() if own & said)
        if len(meant) == 1:
            yield Mention(m.start(), m.end(), meant, "object")


def _with_adjectives(text: str, start: int, end: int) -> tuple[int, int, frozenset[str]]:
    """A name with the colours and materials around it, and which those are: "the white cup", "la tasse blanche"."""
    said: set[str] = set()
    for _ in range(3):
        before = _WORD_BEFORE.search(text[max(0, start - 20) : start])
        if before is None or not (found := looks().get(plain_word(before[1]), _SIZES.get(before[1].casefold()))):
            break
        said |= found
        start -= len(before[0])
    while (after := _WORD_AFTER.match(text, end)) and (found := looks().get(plain_word(after[1]))):
        said |= found
        end = after.end()
    within = (looks().get(plain_word(word), frozenset[str]()) for word in WORD.findall(text[start:end]))
    return start, end, frozenset(said).union(*within) - {""}


def _other_colour(option: str, said: frozenset[str], words: OptionWords) -> bool:
    """Whether the colour that is said is another than that of the option's thing."""
    own = frozenset(folded(option).split()) & colours()
    named = said & colours()
    return bool(own and named and not own & named)

