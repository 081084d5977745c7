"""The name matcher: which object of a scene somebody means, in a few words or in running text.

The scene is a closed world of known objects, so names are found where they stand instead of cutting the text first. At
each place the longest name wins. What it means is decided in this order: an object's own phrase or noun; another name
for exactly such a thing; a wider word ("ball", "cup"); WordNet, if it was asked for. Words that fit several objects are
never settled silently: the match then holds all of them and is ambiguous.

>>> names = Names({"mug 1": ("the red mug", "mug"), "mug 2": ("the blue mug", "mug"), "sofa": ("the sofa", "sofa")})
>>> names.match("a couch").names, names.match("Red mugs").names
(('sofa',), ('mug 1',))
>>> names.match("the mug").ambiguous, names.match("unicorn").names
(True, ())
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from diorama.kinds.lexicon import (
    CJK,
    WORD,
    Sense,
    beginnings,
    beginnings_of,
    colours,
    english,
    fillers,
    joined,
    lemma,
    looks,
    near,
    nouns_there,
    ordinary,
    spaced,
    spaced_there,
    unspaced,
    unspaced_there,
    word_set,
)
from diorama.kinds.name_words import (
    Token,
    adjectives_around,
    is_plural,
    looks_in,
    tokens_of,
    told_after,
    told_apart,
)
from diorama.kinds.slips import Slips
from diorama.kinds.wordnet import same_meaning

Words = tuple[str, ...]

LONGEST_PLAIN = 600
"""Characters of a plain list."""
_PLAIN_PARTS = re.compile(r"\s*[,;\n]\s*(?:and\s+)?|\s+and\s+", re.I)
_PLAIN_LEAD = re.compile(r"^(?:[-*•]\s+|\d{1,2}[.)]\s+)?(?:\*\*)?(?:(?:the|an?)\s+)?", re.I)
MOST_REMEMBERED = 500
"""Texts whose mentions are remembered."""
MOST_WORDS = 6
"""A name is not longer than this."""
LEAST_RUN = 4
"""Words without any sign between them that may be a list of names."""
LONG_HEAD = 4
MOST_SIGNS = 14
"""Nor, in Chinese or Japanese, than so many signs."""
MOST_KNOWN = 5000
"""Words remembered with what they mean; when there are more, all are forgotten."""
_SMALL = word_set(
    "the a an one this that these those some any its his her their my your each every all both"
)
_COUNTS = word_set("two three four five six both all pair")
_NUMERALS = {"both": 2, "two": 2, "dos": 2, "ambos": 2, "ambas": 2, "deux": 2, "zwei": 2, "beide": 2, "beiden": 2,
             "three": 3, "tres": 3, "trois": 3, "drei": 3}  # fmt: skip
_AFTER = re.compile(
    r"\s(?:with|on|in|inside|at|of|behind|near|next to|under|beside|from|that|which|to the|holding|containing|full)\s"
)
_PICTURE = word_set("camera picture photo image")
_PLACES = word_set(
    "in on at near behind beside next to between before directly right over under above against where there here alone "
    "apart further farther closer nearer too out off among amongst around left still partly also"
)
_AWAY = word_set("off out away aside")
_SIZES = word_set("small large big tall tiny little huge old new round square flat long short toy model single")
_VIEWPOINT = re.compile(
    r"\b(?:to|from|towards?|of|in|on|by|touching|moving|(?:to|from|of|than) where|between|near(?:est|er)?|"
    r"clos(?:est|er))\s+"
    r"(?:(?:the|this|our|exactly|same|very)\s+){0,4}$",
    re.I,
)
_BEFORE_A_THING = word_set("the a and one")
_ADJECTIVE = re.compile(
    r"(?:y|ed|ish|est|er|al|ic|ous|ful|less|en|ar|ive)$|^(?:other|only|just|also|then|toy|small|large|round|"
    r"square|flat|long|short|"
    r"wide|tall|huge|tiny|blank|plain|clear|left|right|same|single|whole|first|second|third|last|next|main|"
    r"front|back|half|bottom|top|middle|with|"
    r"that|this|these|those|from|behind|remove|taking|take|swap|near|under|above|like|maybe|both|all|some|every|"
    r"each|dark|light|move|lift|grab|shut|open|close|clear|drop|keep|leave|swap|trade|switch|exchange|pull|push|"
    r"pale|deep|bright|bold|solid|model|little|nice|metal|wood|glass|plastic|paper|stone|rubber|leather|ceramic|"
    r"cloth|nur|avec|"
    r"sous|dans|para|sobre|neben|unter|auch|noch)$",
    re.I,
)
"""Words before a name that describe it and make nothing else of it."""
_SHADES = word_set("light dark pale deep bright")
_VERBS = word_set(
    "can die light present block case screen fan iron bat match plant box lock pin ring set stand"
)
"""Names that are also verbs or German articles: they are things only where a thing can stand."""
_SUBJECTS = word_set("i you we they it that which who he she one there this what")
"""After these "can" is a verb."""
_SAID_OF_MANY = word_set("are were have would will do can could should must stay remain become and or")
"""What follows things in the plural."""
_TAKEN = word_set("it the a an this that its their nothing part parts most some more all neither none no")
"""What follows a verb that does something to things."""
_GOES_ON = word_set(
    "be been see seen now then you i we it they not also only still no become remain stay have has get got help "
    "tell say clearly fully partly easily directly just never even make do go come the a an this that its "
    "nothing part parts most some more all neither none"
)
"""What follows a verb, and never a thing."""
_ANYTHING = word_set("object thing item one shape piece body patch blob colour color")
"""What is of a colour and says no more than that it is something."""
_SCENERY = word_set(
    "table tabletop counter countertop floor wall window shelf desk surface background shadow reflection rug "
    "carpet"
)


@dataclass(frozen=True)
class Match:
    """What a few words may mean in a scene."""

    said: str
    names: tuple[str, ...]
    """One if it is clear; several if it is not, or if a plural means them all; none if nothing fits."""
    how: str = ""
    """``plain``, ``other words``, ``wider``, ``wordnet`` or ``scenery``."""
    plural: bool = False
    """Whether it means all of `names`."""
    clash: str = ""
    """A colour that was said and that the thing plainly does not have."""

    @property
    def ambiguous(self) -> bool:
        return len(self.names) > 1 and not self.plural

    @property
    def unknown(self) -> bool:
        """Whether nothing of the kind is in the scene."""
        return not self.names and self.how != "scenery"




class Names:
    """The objects of one scene by all that they may be called; each value is a phrase and a noun."""

    def __init__(
        self,
        things: Mapping[str, tuple[str, str]],
        scenery: tuple[str, ...] = (),
        worn: Mapping[str, frozenset[str]] | None = None,
    ) -> None:
        """Learn the things of a scene; `worn` are the colours on each of them, where they are known."""
        self._colours = worn or {}
        self._nouns: dict[str, list[str]] = defaultdict(list)
        self._own: dict[str, list[str]] = defaultdict(list)
        self._adjectives: dict[str, frozenset[str]] = {}
        for name, (phrase, noun) in things.items():
            words, (head, known) = lemmas(phrase), _head(noun)
            for each in known:
                self._nouns[each].append(name)
            self._adjectives[name] = frozenset(words[: -len(head)] if head else words)
            for form in {joined(" ".join(words)), joined(noun)}:
                self._own[form].append(name)
        there = {lemmas(word)[-1] for word in scenery if lemmas(word)}
        self._scenery = _SCENERY | there
        self._sure_scenery = there or _SCENERY
        """Words that mean the scenery even where an object could be called so: "the table", if things stand on one."""
        by_phrase: dict[str, list[str]] = defaultdict(list)
        for name, (phrase, noun) in things.items():
            for said in {phrase.casefold().removeprefix("the "), noun.casefold()}:
                by_phrase[said].append(name)
        self._plain = {said: Match(said, tuple(who), "plain") for said, who in by_phrase.items() if len(who) == 1}
        """The things by what they are called in questions, where that is clear."""
        self._there, self._signs_there = _there(frozenset(self._nouns))
        """Names that are names because such a thing is in this scene."""
        self._beginnings = frozenset(beginnings_of((*self._own, *self._there)))
        self._known: dict[str, Match] = {}
        self._found: dict[str, list[tuple[int, int, Match]]] = {}
        """What was found in texts that were looked at: readers look at the same clause several times."""
        self._heads = {key: self._nouns[noun] for _, noun in things.values() if (key := _known_head(noun))}
        """The last words of nouns that name such a thing alone: camera, duck."""
        self._slips = Slips((*(joined(noun) for _, noun in things.values()), *self._heads))
        self._phrases = {name: phrase for name, (phrase, _) in things.items()}
        self.each = tuple(Match(name, (name,), "all but") for name in things)
        """The objects, each as a match of its own."""

    def match(self, said: str) -> Match:
        """The object that is meant by a few words, or all that may be."""
        if said not in self._known:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[said] = self._match(said)
        return self._known[said]

    def plain_list(self, text: str) -> tuple[Match, ...] | None:
        """What a text names if it is a list of the scene's own names, written plainly, and nothing else.

        Most replies are such, and they are found here in a fraction of the time.
        """
        if len(text) > LONGEST_PLAIN:
            return None
        found: list[Match] = []
        for part in _PLAIN_PARTS.split(text.strip(" \n.*`")):
            match = self._plain.get(_PLAIN_LEAD.sub("", part).strip(" .*`\"").casefold())
            if match is None:
                return None
            found.append(match)
        return tuple(found)

    def mentions(self, text: str) -> list[tuple[int, int, Match]]:
        """Every mention of a thing in running text, in order: start, end and what it may mean here.

        Things that have a name and are not in the scene are mentions too: their match is unknown.
        """
        if text not in self._found:
            if len(self._found) >= MOST_REMEMBERED:
                self._found.clear()
            self._found[text] = self._mentions(text)
        return list(self._found[text])

    def _mentions(self, text: str) -> list[tuple[int, int, Match]]:
        found: list[tuple[int, int, Match]] = []
        tokens = tokens_of(text)
        k, after = 0, -1
        while k < len(tokens):
            if CJK.match(tokens[k].raw):
                found += self._in_signs(tokens[k])
                k += 1
                continue
            size, match = self._longest(tokens, k, text, after)
            if match is not None:
                after = k + size if match.names else after
                match = self._with_those_before(match, tokens, k, size)
                end = tokens[k + size - 1].end
                if told := told_after(text, end):
                    end += told.end()
                    size = next((i for i in range(k, len(tokens)) if tokens[i].start >= end), len(tokens)) - k
                while match.names and self._looks_so(tokens, k + size):
                    size, end = size + 1, tokens[k + size].end
                found.append((tokens[k].start, end, match))
            k += max(1, size)
        return found

    def _looks_so(self, tokens: list[Token], k: int) -> bool:
        """Whether a colour stands there that tells about the name before it (un apilador naranja)."""
        if k >= len(tokens) or not tokens[k].joins or tokens[k].word not in looks():
            return False
        if tokens[k].word not in spaced():
            return k + 1 == len(tokens) or not tokens[k + 1].joins
        if tokens[k].word in english():
            return False
        return tokens[k].word in spaced() and not self._of(spaced()[tokens[k].word].exact)

    def alike(self, match: Match) -> tuple[str, ...]:
        """All objects that have a noun with one of a match's."""
        return tuple(n for names in self._nouns.values() if set(names) & set(match.names) for n in names)

    def looks_of(self, name: str) -> frozenset[str]:
        """The adjectives by which an object is told from others of its noun."""
        return self._adjectives[name]

    def phrase_of(self, name: str) -> str:
        """What the questions call an object."""
        return self._phrases[name]

    def _with_those_before(self, match: Match, tokens: list[Token], k: int, size: int) -> Match:
        """"Beige and purple cartons" means those of either colour."""
        joined_looks = k >= 2 and tokens[k - 1].word in fillers("and") and tokens[k - 2].word in looks()
        if not joined_looks or not match.names or not is_plural(tokens[k + size - 1].raw):
            return match
        alike = [n for names in self._nouns.values() if set(match.names) & set(names) for n in names]
        said = looks()[tokens[k - 2].word]
        others = [n for n in alike if self._adjectives[n] & said and n not in match.names]
        return replace(match, names=(*others, *match.names), plural=True) if others else match

    def _longest(self, tokens: list[Token], k: int, text: str, after: int = -1) -> tuple[int, Match | None]:
        """The longest name that begins at a token, and how many tokens it has; 0 without one.

        Right `after` another name it is no part of a compound.
        """
        for size, key in reversed(self._sizes(tokens, k)):
            if size == 1 and not self._stands_as_thing(tokens, k, text):
                return 1, None
            if size > 1 and key not in self._own and self._is_run(tokens, k, size):
                continue  # apple bowl bread toaster
            said, own = text[tokens[k].start : tokens[k + size - 1].end], self._own.get(key)
            match = self._meaning(said, own, self._sense(key), tokens, k, size, text, after)
            if size == 1 and (match is None or not match.names):
                longer, other = self._mistyped(tokens, k, text)
                if longer > 1 and other is not None:
                    return longer, other  # a cake tsand is no cake
            return size, match
        return self._mistyped(tokens, k, text)

    def _is_run(self, tokens: list[Token], k: int, size: int) -> bool:
        """Whether two words are two things of the scene, in a list of bare names without any sign between them."""
        first, second = tokens[k].word, tokens[k + 1].word
        if size > 2 or len(tokens) < LEAST_RUN or not all(token.joins for token in tokens[1:]):
            return False
        here = [{*self._own.get(word, ()), *self._of((self._sense(word) or Sense()).exact)} for word in (first, second)]
        return bool(here[0] and here[1]) and not here[0] & here[1] and first not in looks()

    def _sizes(self, tokens: list[Token], k: int) -> list[tuple[int, str]]:
        """The numbers of words, from a token on, that are a name, and those words as they are looked up."""
        found, key = [], ""
        own, all_names, all_beginnings = self._own, spaced(), beginnings()
        for size, token in enumerate(tokens[k : k + MOST_WORDS], start=1):
            key += token.word
            if (size > 1 and not token.joins) or (key not in all_beginnings and key not in self._beginnings):
                break
            here = key in own or key in self._there
            chance = size == 1 and token.raw.casefold() in ordinary() and not here and key not in english()
            if (here or key in all_names) and not chance and not (size > 1 and tokens[k].word in _GOES_ON):
                found.append((size, key))
        return found

    def _mistyped(self, tokens: list[Token], k: int, text: str) -> tuple[int, Match | None]:
        """A word or two that are nearly one of the scene's own nouns, and nearly no other."""
        if tokens[k].word in looks() or tokens[k].word in ordinary() or tokens[k].word in fillers("articles", "and"):
            return 0, None
        follows = tokens[k + 1] if k + 1 < len(tokens) and tokens[k + 1].joins else None
        for size in (2, 1) if follows is not None and not any(map(_is_small, (tokens[k], follows))) else (1,):
            word = "".join(t.word for t in tokens[k : k + size])
            near = self._slips.nearly(word)
            if len(near) == 1 and (near[0] in self._own or len(word) + 1 >= len(near[0])):
                said = " ".join(t.raw for t in tokens[k : k + size])
                names = tuple(self._own.get(near[0]) or self._heads[near[0]])
                if len(names) > 1:
                    around = adjectives_around(tokens, k, size, text)
                    names = self._told_apart(names, around)
                return size, Match(said, names, "other words")
        return 0, None

    def _stands_as_thing(self, tokens: list[Token], k: int, text: str) -> bool:
        """Whether a word that may also be a verb, an article or a colour is a thing here."""
        word, raw = tokens[k].word, tokens[k].raw
        follows = tokens[k + 1] if k + 1 < len(tokens) and tokens[k + 1].joins else None
        if word in _SHADES and follows is not None and follows.word in looks():
            return False  # light blue
        if word in looks() and follows is not None and follows.word in _ANYTHING:
            return False  # a large orange object
        before = tokens[k - 1].word if k else ""
        counted = raw.casefold().endswith("s") and (before in _COUNTS or before in _NUMERALS)
        coloured = before in looks() and before not in self._own
        determined = before in fillers("articles") and before != "both"
        introduced = determined or coloured or before in _SIZES or counted
        if word == "image" and before in ("no", "any", "its", "their", "clear", "faint"):
            return False
        if before == "mirror" or (word == "mirror" and follows is not None and follows.word == "image"):
            return False  # a mirror image is nothing that stands there
        if word == "present" and before == "at":
            return False
        if word == "can" and before in _SUBJECTS:
            return False
        if word in _PICTURE and _VIEWPOINT.search(text[max(0, tokens[k].start - 30) : tokens[k].start]):
            return False  # the picture itself, or where it was taken from
        if raw.casefold() in fillers("articles") and raw.casefold() != "die":
            return False  # "den" and "de", which without its accent is also a French die
        if follows is not None and not introduced:
            taken = k == 0 and follows.raw.casefold() in _AWAY and len(tokens) == k + 2  # fan off
            if word in _VERBS and follows.raw.casefold() in _PLACES and not taken and raw.casefold() != "dice":
                return False  # it stands in front
            if word == "light" and (k or follows.raw.casefold() in ("would", "will", "can", "could")):
                return False  # what falls on things
        if word in looks() and follows is not None:
            j = k + 1
            while j + 1 < len(tokens) and tokens[j].word in looks() and tokens[j + 1].joins:
                j += 1
            size, match = self._longest(tokens, j, text)
            if size and match is not None and match.names:
                return False  # an orange mug, a glass bottle
        if raw.casefold() == "die" and follows is not None and (follows.raw[:1].isupper() or follows.word in looks()):
            return before in _BEFORE_A_THING  # a German article, unless an English one stands before it
        if raw.casefold() == "bin" and before == "ich":
            return False
        if before in ("the", "a") and raw.casefold() != "can":
            return True
        if word not in _VERBS or follows is None or introduced:
            return True
        said_of_many = follows.raw.casefold() in _SAID_OF_MANY
        inflected = raw.casefold().endswith("s") and word != raw.casefold() and not said_of_many
        if inflected and tokens[k].joins and self._ends_name(tokens, k - 1):
            return False  # the mug stands where
        return follows.raw.casefold() not in (_GOES_ON if word == "can" else _TAKEN)

    def _ends_name(self, tokens: list[Token], k: int) -> bool:
        """Whether a name ends with this word."""
        ends = (tokens[k].word, "".join(t.word for t in tokens[max(0, k - 1) : k + 1]))
        return any(key in self._own for key in ends)

    def _meaning(
        self,
        said: str,
        own: list[str] | None,
        sense: Sense | None,
        tokens: list[Token],
        k: int,
        size: int,
        text: str,
        after: int = -1,
    ) -> Match | None:
        names: tuple[str, ...] = tuple(own or ())
        how = "plain"
        if not names and sense is not None:
            names, how = self._of(sense.exact), "other words"
        if not names and sense is not None:
            names, how = self._of(sense.wider), "wider"
        if not names:
            last = tokens[k + size - 1].word
            if last in self._scenery:
                return Match(said, (), "scenery")
            ours = size == 1 and tokens[k].word in _PICTURE  # the picture that the question is about
            return Match(said, ()) if sense is not None and sense.exact and not ours else None
        if how == "wider" and size == 1 and tokens[k].word in self._sure_scenery:
            return Match(said, (), "scenery")
        if size == 1 and how != "plain" and k != after and self._is_compound(tokens, k):
            return Match(f"{tokens[k - 1].raw} {said}", ())  # a steering wheel is no wheel, a magnifying glass no glass
        around = adjectives_around(tokens, k, size, text) if len(names) > 1 or self._colours else frozenset()
        if len(names) > 1:
            within = {ours for token in tokens[k : k + size] for ours in looks().get(token.word, ())}
            names = self._told_apart(names, around | within)
        clash = self._clash(names[0], around) if len(names) == 1 else ""
        several = len(names) > 1 and (is_plural(tokens[k + size - 1].raw) or self._counted(tokens, k, len(names)))
        return Match(said, names, how, several, clash)

    def _counted(self, tokens: list[Token], k: int, number: int) -> bool:
        """Whether as many are counted before a name as there are: los dos molinillos."""
        return k > 0 and tokens[k].joins and number == _NUMERALS.get(tokens[k - 1].raw.casefold(), 0)

    def _is_compound(self, tokens: list[Token], k: int) -> bool:
        """Whether a word of another noun stands right before one word, so that both name something else together."""
        if not tokens[k].joins:
            return False
        before = tokens[k - 1].word
        known = tokens[k].word in english() or tokens[k].word in self._there
        if not known or before in looks() or before in fillers("articles", "and", "only"):
            return False
        small = before in _SMALL or before in _COUNTS or len(before) < 4
        return before.isalpha() and not small and not _ADJECTIVE.search(before)

    def _told_apart(self, names: tuple[str, ...], said: frozenset[str]) -> tuple[str, ...]:
        """Those of several things that the adjectives fit best; all of them if none fits."""
        return told_apart({name: self._adjectives[name] for name in names}, said)

    def _clash(self, name: str, said: frozenset[str]) -> str:
        """A colour among these words that a thing has nothing of, and nothing near."""
        own = self._colours.get(name, frozenset())
        told = said & colours()
        if not own or not told or any(near(a, b) for a in told for b in own):
            return ""
        return min(told)

    def _sense(self, key: str) -> Sense | None:
        """What a name may mean in this scene."""
        return _either(spaced().get(key), self._there.get(key))

    def _of(self, nouns: frozenset[str]) -> tuple[str, ...]:
        return tuple(name for noun in self._nouns if noun in nouns for name in self._nouns[noun])

    def _in_signs(self, run: Token) -> list[tuple[int, int, Match]]:
        """Mentions in a run of Chinese or Japanese."""
        found, k = [], 0
        while k < len(run.raw):
            for size in range(min(MOST_SIGNS, len(run.raw) - k), 0, -1):
                signs = run.raw[k : k + size]
                sense = _either(unspaced().get(signs), self._signs_there.get(signs))
                if sense is not None:
                    names = self._of(sense.exact) or self._of(sense.wider)
                    around = looks_in(run.raw[max(0, k - 8) : k])
                    if len(names) > 1:
                        names = self._told_apart(names, around)
                    if names or size > 1:
                        clash = self._clash(names[0], around) if len(names) == 1 else ""
                        match = Match(run.raw[k : k + size], names, "other words", clash=clash)
                        found.append((run.start + k, run.start + k + size, match))
                    k += size - 1
                    break
            k += 1
        return found

    def _match(self, said: str) -> Match:
        text = " " + said.strip() + " "
        for part in dict.fromkeys((text, _AFTER.split(text)[0], text.split("(")[0])):
            if len(part) > 400:
                continue
            here = [m for _, _, m in self.mentions(part)]
            if len({m.names or m.said for m in here}) == 1 and (here[0].names or part == text):
                match = here[0]
                if match.names or match.how == "scenery":
                    return replace(match, said=said)
        words = lemmas(text)
        if words and len(words) <= MOST_WORDS + 2:
            if words[-1] in self._scenery:
                return Match(said, (), "scenery")
            noun = " ".join(words)
            if names := tuple(n for own in self._nouns if same_meaning(noun, own) for n in self._nouns[own]):
                return Match(said, names, "wordnet")
        return Match(said, ())


def _there(nouns: frozenset[str]) -> tuple[dict[str, Sense], dict[str, Sense]]:
    """The names that are names only where a thing is, for a scene with these nouns: spaced ones, and signs."""
    here = nouns & nouns_there()
    if not here:
        return {}, {}
    spaced_names, signs = (
        {key: found for key, sense in table.items() if (found := sense.among(here)) != Sense()}
        for table in (spaced_there(), unspaced_there())
    )
    return spaced_names, signs


def _either(one: Sense | None, other: Sense | None) -> Sense | None:
    return one | other if one and other else one or other


def _is_small(token: Token) -> bool:
    """Whether a word is so short or so common that it is no part of a misspelt name."""
    return len(token.word) < 3 or token.word in ordinary() or token.word in _GOES_ON


def lemmas(text: str) -> Words:
    """The words of a name, singular, spelled one way, without articles."""
    words = tuple(lemma(m.group()) for m in WORD.finditer(text.casefold()))
    while words and (words[0] in _SMALL or words[0] in _COUNTS):
        words = words[1:]
    return words


@lru_cache(maxsize=10_000)
def _known_head(noun: str) -> str:
    """The last word of a noun of two, as it is looked up, if it alone means such a thing and no other; else nothing."""
    key = joined(noun.split()[-1]) if " " in noun else ""
    return key if len(key) > LONG_HEAD and key in spaced() and spaced()[key].exact == {noun} else ""


@lru_cache(maxsize=10_000)
def _head(noun: str) -> tuple[Words, tuple[str, ...]]:
    """The part of a noun that names a thing we know, and which nouns of ours that may be.

    Ours are their own; scenes that were made elsewhere may say "red mug" or "wooden dining chair".
    """
    words = lemmas(noun)
    for k in range(len(words)):
        key = joined(" ".join(words[k:]))
        sense = _either(spaced().get(key), spaced_there().get(key))
        if sense is not None and sense.exact:
            return words[k:], (noun,) if noun in sense.exact else tuple(sorted(sense.exact))
    return words, (noun,)
