"""Deeds: what a step of a plan does, and to what, so that two steps can be compared without a grader.

Verbs may differ as long as they say the same ("take away", "remove", "移开"); the objects must be the same, in the same
roles. Where a thing stands or why it is moved may be said in one step and not in the other.

>>> from diorama.kinds.names import Names
>>> names = Names({"mug": ("the red mug", "mug"), "box": ("the box", "box")})
>>> same(deed("Take the mug away", names), deed("Remove the red mug from the table", names))
True
>>> same(deed("Put the mug into the box", names), deed("Put the box into the mug", names))
False
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise

from diorama.kinds.lexicon import CJK, WORD, looks, plain_word, word_set
from diorama.kinds.names import Match, Names, lemmas

LONGEST = 400
"""Characters of a step that are looked at."""
MOST_REMEMBERED = 20_000
"""Steps that are remembered for a scene; when there are more, all are forgotten."""

_TAKES = frozenset({"remove", "get", "out"})
"""Deeds that take one thing from where it is; the others have two ends."""
_PUTS = frozenset({"place", "put_down"})
"""Deeds that put one thing somewhere."""
_ONTO = re.compile(
    r"\b(?:on|onto|upon|on top|atop|over|in|into|inside|to|auf|über|sobre|encima|en|sur|dans)\b|[上到入进進里中に]",
    re.I,
)
_BESIDE = re.compile(
    r"\b(?:beside|next to|near|close to|alongside|away from|under|underneath|beneath|below|behind|in front|between|"
    r"to the (?:left|right|side)|left of|right of|against|neben|hinter|unter|junto|al lado|detrás|debajo|"
    r"à côté|derrière|sous)\b",
    re.I,
)
"""Where a thing is put that is not on or in the other that is named."""
_WHERE = re.compile(r"\b(?:from|off|out of|of|inside|in|on top of|on|at|beside|behind|under)\b", re.I)
"""What stands between a thing and where it is, or whose it is."""
_OWNED = re.compile(r"[\w ]{2,40}?['’]s\s+(?!(?:top|side|handle|edge|rim|place)\b)(\w+)", re.I)
"""A part of a thing, or what belongs to it."""
_NO_OBJECT = word_set(
    "hold rid top care charge possession out front side sides control both each one thing object item it them this "
    "that these those next first second third last other hand hands position place spot location bottom middle left "
    "right lower upper handle handles edge edges rim weight whole"
)
"""Words between a verb and a name that name no other thing."""
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|（[^（）]*）")
_ENDS = re.compile(
    r"\s[–—]\s|\s-\s|[.;!?。；：]|:\s|\n|,?\s\b(?:because|since|as it|as they|so that|so|in order to|which|who|whose|"
    r"that (?:is|was|are|were|sits|stands|"
    r"lies|blocks|covers|hides|rests)|while|if|weil|da (?:er|sie|es)|damit|um|porque|para|ya que|parce que|"
    r"afin|pour|"
    r"to (?:reach|access|free|get|expose|reveal|uncover|clear|make|allow|see|create|gain|avoid|prevent|ensure|"
    r"enable|give|provide|open|unblock|complete|be able))\b"
    r"|，(?=因|以便|以)|以便|因为|ために|ので",
    re.I,
)
"""Where a step stops saying what is done."""
_WOULD = re.compile(r"^(?:I|we|you)['’](?:d|ll)\s+(?:then\s+)?", re.I)
_LABELLED = re.compile(r"[^:]{1,40}:\s*\w+\W*$")
"""The object first, then what is done to it: "Lamp: remove"."""
_PLACE = re.compile(
    r"\b(?:from|off|out of|on top of|on|in front of|behind|above|over|under|underneath|beneath|below|beside|"
    r"next to|near|inside|in|within|at|by|against|"
    r"blocking|covering|hiding|leaning|resting|sitting|standing|lying|located|placed|stacked|between|"
    r"to the (?:left|right) of|left of|right of|"
    r"von|vom|auf|vor|hinter|über|unter|neben|aus|de encima de|encima de|sobre|delante de|detrás de|debajo de|del|"
    r"desde|"
    r"sur|devant|derrière|sous|du dessus)\b",
    re.I,
)
_TOWARDS = re.compile(
    r"\b(?:into|onto|to|in den|in die|ins|auf den|auf die|hacia|dentro de|dans|vers)\b|[到入进進](?=.)|に(?=入|置|載)",
    re.I,
)
_WHEN = re.compile(r"^(?:(?:only|right)\s)?(?:once|after|when|now that|as soon as)\b[^,:]{1,80}[,:]\s*(?=\w)", re.I)
"""When a step can be done, before it says what is done."""
_DO_IT = re.compile(
    r"^(?P<what>[^,:;–—]{1,60})[,:;–—]\s*(?:(?:so|and|then|now)\s)*(?P<deed>[^,:;–—]{2,40}?)\sit\b", re.I
)
"""The thing first, and then what is done to it: "the globe is free: take it"."""
_LEADS = word_set(
    "carefully gently slowly now just please then next first finally lastly you i we one should must can could "
    "will would need to needs have has the a an "
    "start begin by it is are be been being gets get also simply safely again directly physically manually "
    "completely fully immediately secondly "
    "thirdly firstly and ll let us robot person user go ahead reach "
    "free ready accessible reachable zur seite beiseite weg aus dem auf von vom unter hinter neben "
    "bitte dann zuerst zunächst nun jetzt vorsichtig danach anschließend schließlich der die das den dem ein eine "
    "einen du man wir ich sie es wird werden muss kann "
    "el la los las lo un una por favor luego después primero finalmente con cuidado se debe hay que "
    "le les l un une d puis ensuite enfin il faut on doit soigneusement délicatement doucement"
)
"""What may stand before the verb."""
_ARTICLES = word_set("the a an der die das den dem ein eine einen el la los las un una le les l une")
_AWAY = word_set("off out away aside")
_SIDES = word_set("top side surface front back inside")
"""Words for parts of any thing: on the top of the book is on the book."""
_PRONOUNS = word_set("i you we one it they he she that ich du man wir now then")


@dataclass(frozen=True)
class Deed:
    """What a step does: the deeds that its verb may mean, its objects in their order, and where they were."""

    verbs: frozenset[str]
    objects: tuple[frozenset[str], ...]
    places: tuple[frozenset[str], ...] = ()
    clear: bool = True
    """Each of its objects is one, or all of several."""


class Deeds:
    """What steps do, among the things of one scene; each step is looked at once."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._known: dict[str, Deed] = {}

    def __call__(self, content: str) -> Deed:
        if content not in self._known:
            if len(self._known) >= MOST_REMEMBERED:
                self._known.clear()
            self._known[content] = deed(content, self._names)
        return self._known[content]


def same(one: Deed, other: Deed) -> bool:
    """Whether two steps do the same to the same objects."""
    return likeness(one, other) > 0


def likeness(one: Deed, other: Deed) -> float:
    """1 if two steps do the same to the same objects, ½ if both take them from their place in some other way, else 0.

    Which word is used for taking a thing is a matter of taste ("pick up", "put aside", "pull out"), unless a plan does
    several of these to one thing.
    """
    if not one.objects or one.objects != other.objects or not _fits(one, other):
        return 0
    return 1 if one.verbs & other.verbs or not one.verbs else 0.5


def may_be_same(one: Deed, other: Deed) -> bool:
    """Whether they do under some meaning of their words: "the vase", where there are two."""
    if not one.objects or len(one.objects) != len(other.objects) or not _fits(one, other):
        return False
    return all(a & b for a, b in zip(one.objects, other.objects, strict=True))


def _fits(one: Deed, other: Deed) -> bool:
    takes = bool(one.verbs & _TAKES and other.verbs & _TAKES)
    verbs = takes or bool(one.verbs & other.verbs) or not (one.verbs or other.verbs)
    return verbs and (not one.places or not other.places or any(a & b for a in one.places for b in other.places))


def deed(content: str, names: Names) -> Deed:
    """What a step does; objects are those of the scene where words name them, else the words themselves."""
    text = " ".join(_BRACKETS.sub(" ", content[:LONGEST]).split())
    text = _WOULD.sub("", text)
    text = _done_to_it(_WHEN.sub("", text), names)
    text = re.sub(r"^([^:]{1,40}):\s*", r"\1 ", text) if ":" in text and _LABELLED.match(text) else text
    text = (_ENDS.split(text.strip(" .;,:"), maxsplit=1)[0] or "").strip() or text
    mentions = [(a, b, m) for a, b, m in _mentions(text, names) if not _is_verb(text, a, b)]
    mentions = [(a, b, m) for a, b, m in mentions if not _is_auxiliary(text, a, b)]
    verbs, rest = _verb(text, mentions)
    things = [(a, m) for a, _, m in mentions if m.how != "scenery"]
    if not any(m.names for _, m in things):
        return _by_words(verbs, rest)
    if verbs and (unknown := _unknown_object(text, rest, things[0][0], verbs)):
        return Deed(verbs, (frozenset({f"? {unknown}"}),), tuple(_ids(m) for _, m in things))
    places: list[frozenset[str]] = []
    if verbs & _TAKES and things:
        start = things[0][0]
        place = _PLACE.search(text, start)
        towards = _TOWARDS.search(text, start)
        if place and not (towards and towards.start() <= place.start()):
            places = [_ids(m) for a, m in things if a > place.start()]
            things = [(a, m) for a, m in things if a < place.start()]
        elif CJK.search(text) and len(things) > 1 and (found := _origin(text, things)):
            places, things = found
    if verbs & _PUTS:
        verbs, things = _put(text, verbs, things)
    objects = tuple(_ids(m) for _, m in things)
    if not verbs and len(objects) == 1 and _only_named(text, mentions):
        verbs = _TAKES  # "3. The hat": what else is there to do with it
    return Deed(verbs, objects, tuple(places), not any(m.ambiguous for _, m in things))


def _unknown_object(text: str, rest: str, first: int, verbs: frozenset[str]) -> str:
    """What a step moves that is not in the scene, where the first thing that it names only says where or whose that is.

    "Remove the spoon from the pot", "the lid of the pot" and "the pot's lid" do nothing to the pot. Empty if there is
    no such thing.
    """
    if CJK.search(text):
        return ""
    if owned := _OWNED.match(text, first):
        return str(owned[1])
    before = text[len(text) - len(rest) : first] if len(text) - len(rest) <= first else ""
    link = _WHERE.search(before)
    words = [w for w in lemmas(before[: link.start()]) if w not in _NO_OBJECT] if link is not None else []
    words = [w for w in words if w not in _particles() and w not in _LEADS and plain_word(w) not in looks()]
    return " ".join(words)


def _by_words(verbs: frozenset[str], rest: str) -> Deed:
    """A deed to things that are not known: each of their words counts, and where they were or are put comes apart."""
    for place in sorted((*_PLACE.finditer(rest), *_TOWARDS.finditer(rest)), key=lambda found: found.start()):
        if verbs and (objects := _plain_words(verbs, rest[: place.start()])):
            where = tuple(w for w in _plain_words(verbs, rest[place.end() :]) if not w & _SIDES)
            return Deed(verbs, objects, where) if verbs & _TAKES else Deed(verbs, (*objects, *where))
    return Deed(verbs, _plain_words(verbs, rest))


def _plain_words(verbs: frozenset[str], text: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset({w}) for w in lemmas(text) if not (verbs and w in _particles()))


def _put(
    text: str, verbs: frozenset[str], things: list[tuple[int, Match]]
) -> tuple[frozenset[str], list[tuple[int, Match]]]:
    """What a step does that puts a thing somewhere: on or in another, or just down (on the table, beside the other)."""
    if len(things) == 1:
        return verbs | {"put_down"}, things
    between = text[things[0][0] : things[1][0]]
    if _BESIDE.search(between):
        return verbs - {"place"} | {"put_down"}, things[:1]
    return (verbs if _ONTO.search(between) else verbs - {"place"} or verbs), things


def _done_to_it(text: str, names: Names) -> str:
    """"The globe is free: take it" is to take the globe."""
    found = _DO_IT.match(text)
    if found is None or found["deed"].split()[0].casefold() not in _spaced() or names.mentions(found["deed"]):
        return text
    if _verb(found["what"], names.mentions(found["what"]))[0]:
        return text
    here = [text[a:b] for a, b, m in names.mentions(found["what"]) if m.names]
    return f"{found['deed']} the {here[0]}{text[found.end() :]}" if len(here) == 1 else text


def _only_named(text: str, mentions: Sequence[tuple[int, int, Match]]) -> bool:
    """Whether a step is a name, with its article and its adjectives, and no other word."""
    for start, end, _ in reversed(mentions):
        text = f"{text[:start]} {text[end:]}"
    return all(word in _ARTICLES or word in looks() for word in map(plain_word, WORD.findall(text)))


def _mentions(text: str, names: Names) -> list[tuple[int, int, Match]]:
    """The things that a step names; in "open box" that is a box, and the first word the verb."""
    found, first = names.mentions(text), WORD.search(text)
    if not found or first is None or first.start() != found[0][0] or first.end() >= found[0][1]:
        return found
    later = [(a + first.end(), b + first.end(), m) for a, b, m in names.mentions(text[first.end() :])]
    verb = first.group().casefold() in _spaced() and later and later[0][2].names == found[0][2].names
    return later if verb else found


def _origin(
    text: str, things: Sequence[tuple[int, Match]]
) -> tuple[list[frozenset[str]], list[tuple[int, Match]]] | None:
    """Chinese and Japanese say first where a thing is: "从书上移开台灯", "本の上のランプを"."""
    first, second = things[0], things[1]
    between = text[first[0] : second[0]]
    if re.search(r"[上中里内前后旁下]|の上|の前|から", between) and not re.search(r"[和与、と]", between):
        return [_ids(first[1])], list(things[1:])
    return None


def _ids(match: Match) -> frozenset[str]:
    """What a mention means: objects of the scene, or the words of a thing that is not there."""
    return frozenset(match.names) or frozenset({f"? {' '.join(lemmas(match.said))}"})


# verbs


@dataclass(frozen=True)
class _Pattern:
    particle: tuple[str, ...]
    verb: str


def _verb(text: str, mentions: Sequence[tuple[int, int, Match]]) -> tuple[frozenset[str], str]:
    """The deeds that a step's verb may mean, and the words after it."""
    if CJK.search(text):
        return _signed(text)
    taken = [(a, b) for a, b, _ in mentions]
    tokens = [(m.start(), m.end(), m.group().casefold()) for m in WORD.finditer(text)]
    if taken:
        tokens = [t for t in tokens if not any(a <= t[0] < b for a, b in taken)]
    words = [w for _, _, w in tokens]
    for k, (_, end, word) in enumerate(tokens):
        patterns = _spaced().get(word, ())
        if not patterns:
            if word in _LEADS or word.endswith("ly") or plain_word(word) in looks():
                continue
            break
        after = f" {' '.join(words[:k] + words[k + 1 :])} "
        fits = [p for p in patterns if not p.particle or f" {' '.join(p.particle)} " in after]
        if not fits:
            if word in _LEADS:
                continue
            break
        longest = max(len(p.particle) for p in fits)
        if word in _LEADS and not longest and any(_spaced().get(w) for w in words[k + 1 : k + 3]):
            continue  # "go and get", "reach and grab"
        best = [p for p in fits if (len(p.particle) > 0) == (longest > 0)]
        verbs = frozenset(p.verb for p in best)
        return _second(tokens[k + 1 :], text, mentions) or verbs, text[end:]
    return frozenset(), text


def _second(
    tokens: Sequence[tuple[int, int, str]], text: str, mentions: Sequence[tuple[int, int, Match]]
) -> frozenset[str]:
    """What a second verb on the same object makes of the step: "pick up and remove", "lift it and set it down"."""
    for (_, _, word), (start, end, second) in pairwise(tokens):
        if word not in ("and", "und", "y", "et") or second not in _spaced():
            continue
        things = [a for a, _, m in mentions if m.how != "scenery"]
        if not things or (any(a < start for a in things) and any(a > end for a in things)):
            return frozenset()
        verbs = _verb(text[start:], [(a - start, b - start, m) for a, b, m in mentions if a > end])[0]
        moved = verbs & {"place", "put_down"} and not any(a > end for a in things)
        return frozenset({"remove"}) if moved else verbs
    return frozenset()


def _signed(text: str) -> tuple[frozenset[str], str]:
    """Chinese and Japanese: the longest verb, wherever it stands."""
    best, size = set[str](), 0
    for sign, verbs in _signs().items():
        if sign in text and len(sign) >= size:
            best, size = (set(verbs) if len(sign) > size else best | set(verbs)), len(sign)
    return frozenset(best), text


def _is_auxiliary(text: str, start: int, end: int) -> bool:
    """Whether what looks like a name is a small word before the verb: "you can take" has no can in it."""
    before, after = WORD.findall(text[:start].casefold()), WORD.findall(text[end:].casefold())
    alone = all(word in _AWAY for word in after)  # "die off"
    return text[start:end].casefold() in _LEADS and not alone and (not before or before[-1] in _PRONOUNS)


def _is_verb(text: str, start: int, end: int) -> bool:
    """Whether what looks like a name is the verb that the step begins with: "Pick up the box" has no pickup in it."""
    before = (word.casefold() for word in WORD.findall(text[:start]))
    first = WORD.search(text, start)
    begins = all(word in _LEADS and word not in _ARTICLES for word in before)
    rest = (word.casefold() for word in WORD.findall(text[end:]))
    done_to = any(word not in _AWAY for word in rest)  # "swing off" takes a swing away
    return begins and first is not None and first.group().casefold() in _spaced() and done_to


@cache
def _spaced() -> dict[str, tuple[_Pattern, ...]]:
    """First word of a verb → what it means, and the words that must follow."""
    found: dict[str, list[_Pattern]] = defaultdict(list)
    for part in ("english", "other"):
        for verb, says in _table()[part].items():
            for say in says:
                heads, _, particles = say.partition(" … ")
                for head in heads.split("|"):
                    for form in _inflected(head) if part == "english" else (head,):
                        for particle in particles.split("|"):
                            found[form.casefold()].append(_Pattern(tuple(particle.casefold().split()), verb))
    return {head: tuple(dict.fromkeys(patterns)) for head, patterns in found.items()}


@cache
def _particles() -> frozenset[str]:
    """Words that belong to verbs, and articles: they name nothing."""
    found = {word for patterns in _spaced().values() for pattern in patterns for word in pattern.particle}
    return frozenset(found) | _ARTICLES | {"from"}


@cache
def _signs() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = defaultdict(list)
    for verb, says in _table()["signs"].items():
        for say in says:
            found[say].append(verb)
    return {say: tuple(verbs) for say, verbs in found.items()}


def _inflected(head: str) -> tuple[str, ...]:
    """An English verb with its endings."""
    stem = head[:-1] if head.endswith("e") else head
    double = (
        head + head[-1]
        if (len(head) == 3 and head[-1] in "tbgp")
        or head in ("unplug", "grab", "grip", "drag", "drop", "slip", "transfer")
        else stem
    )
    third = head + ("es" if head.endswith(("ch", "sh", "s", "x")) else "s")
    past = head[:-1] + "ied" if head.endswith("y") and head[-2] not in "aeiou" else double + "ed"
    return head, third, past, double + "ing"


@cache
def _table() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(files("diorama.kinds").joinpath("deeds.toml").read_text(encoding="utf-8"))
