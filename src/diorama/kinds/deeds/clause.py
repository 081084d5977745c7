"""What one clause of a step does: its verb, its objects in their roles, and where they were."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from diorama.kinds.deeds import vocabulary as words
from diorama.kinds.deeds.deed import PUTS, TAKES, Deed
from diorama.kinds.deeds.verbs import Mention, has_signs, particles, patterns, verb_of
from diorama.kinds.lexicon import WORD, looks, plain_word
from diorama.kinds.names import Match, Names, lemmas


class Clause(NamedTuple):
    """A few words that do one thing: which things they name, what the verb may mean, and what stands after it."""

    text: str
    lower: str
    """The same in lower case."""
    mentions: tuple[Mention, ...]
    verbs: frozenset[str]
    rest: str


def clause_of(text: str, names: Names) -> Clause:
    """The verb and the names in some words."""
    lower = words.lowered(text)
    mentions = [
        (a, b, match)
        for a, b, match in _mentions(text, names)
        if not _is_verb(lower, a, b) and not _is_auxiliary(lower, a, b)
    ]
    return Clause(text, lower, tuple(mentions), *verb_of(lower, mentions))


def deed_of(clause: Clause) -> Deed:
    """What one clause does; objects are those of the scene where words name them, else the words themselves."""
    text, mentions, verbs, rest = clause.lower, clause.mentions, clause.verbs, clause.rest
    things = [(a, m) for a, _, m in mentions if m.how != "scenery"]
    if not any(m.names for _, m in things):
        return _by_words(verbs, rest)
    if verbs and (unknown := _unknown_object(text, rest, things[0][0])):
        return Deed(verbs, (frozenset({f"? {unknown}"}),), tuple(_ids(m) for _, m in things))
    places: list[frozenset[str]] = []
    if verbs & TAKES:
        start = things[0][0]
        place = words.PLACE.search(text, start)
        towards = words.TOWARDS.search(text, start) if place else None
        if place and not (towards and towards.start() <= place.start()):
            places = [_ids(m) for a, m in things if a > place.start()]
            things = [(a, m) for a, m in things if a < place.start()]
        elif len(things) > 1 and has_signs(text) and (found := _origin(text, things)):
            places, things = found
    if verbs & PUTS:
        verbs, things = _put(text, verbs, things)
    objects = tuple(_ids(m) for _, m in things)
    if not verbs and len(objects) == 1 and _only_named(text, mentions):
        verbs = TAKES  # "3. The hat": what else is there to do with it
    return Deed(verbs, objects, tuple(places), not any(m.ambiguous for _, m in things))


def _unknown_object(text: str, rest: str, first: int) -> str:
    """What a step moves that is not in the scene, where the first thing that it names only says where or whose that is.

    "Remove the spoon from the pot", "the lid of the pot" and "the pot's lid" do nothing to the pot. Empty if there is
    no such thing.
    """
    if has_signs(text):
        return ""
    if ("'" in text or "’" in text) and (owned := words.OWNED.match(text, first)):
        return str(owned[1])
    before = text[len(text) - len(rest) : first] if len(text) - len(rest) <= first else ""
    link = words.WHERE.search(before)
    if link is None:
        return ""
    said = [w for w in lemmas(before[: link.start()]) if w not in words.NO_OBJECT]
    return " ".join(
        w for w in said if w not in particles() and w not in words.LEADS and plain_word(w) not in looks()
    )


def _by_words(verbs: frozenset[str], rest: str) -> Deed:
    """A deed to things that are not known: each of their words counts, and where they were or are put comes apart."""
    for place in words.LINK.finditer(rest) if verbs else ():
        if objects := _plain_words(verbs, rest[: place.start()]):
            where = tuple(w for w in _plain_words(verbs, rest[place.end() :]) if not w & words.SIDES)
            return Deed(verbs, objects, where) if verbs & TAKES else Deed(verbs, (*objects, *where))
    return Deed(verbs, _plain_words(verbs, rest))


def _plain_words(verbs: frozenset[str], text: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset({w}) for w in lemmas(text) if not (verbs and w in particles()))


def _put(
    text: str, verbs: frozenset[str], things: list[tuple[int, Match]]
) -> tuple[frozenset[str], list[tuple[int, Match]]]:
    """What a step does that puts a thing somewhere: on or in another, or just down (on the table, beside the other)."""
    if len(things) == 1:
        if words.ITSELF.search(text, things[0][0]):
            return verbs, things * 2
        return verbs | {"put_down"}, things
    between = text[things[0][0] : things[1][0]]
    if words.BESIDE_IT.search(between):
        return verbs - {"place"} | {"put_down"}, things[:1]
    return (verbs if words.ONTO.search(between) else verbs - {"place"} or verbs), things


def done_to_it(text: str, names: Names) -> str:
    """"The globe is free: take it" is to take the globe."""
    found = words.DO_IT.match(text)
    if found is None or found["deed"].split()[0].casefold() not in patterns() or names.mentions(found["deed"]):
        return text
    if verb_of(words.lowered(found["what"]), names.mentions(found["what"]))[0]:
        return text
    here = [text[a:b] for a, b, m in names.mentions(found["what"]) if m.names]
    return f"{found['deed']} the {here[0]}{text[found.end() :]}" if len(here) == 1 else text


def _only_named(text: str, mentions: Sequence[Mention]) -> bool:
    """Whether a step is a name, with its article and its adjectives, and no other word."""
    for start, end, _ in reversed(mentions):
        text = f"{text[:start]} {text[end:]}"
    return all(word in words.ARTICLES or word in looks() for word in map(plain_word, WORD.findall(text)))


def _mentions(text: str, names: Names) -> list[Mention]:
    """The things that a step names; in "open box" that is a box, and the first word the verb."""
    found, first = names.mentions(text), WORD.search(text)
    if not found or first is None or first.start() != found[0][0] or first.end() >= found[0][1]:
        return found
    later = [(a + first.end(), b + first.end(), m) for a, b, m in names.mentions(text[first.end() :])]
    verb = first.group().casefold() in patterns() and later and later[0][2].names == found[0][2].names
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


def _is_auxiliary(text: str, start: int, end: int) -> bool:
    """Whether what looks like a name is a small word before the verb: "you can take" has no can in it."""
    if text[start:end] not in words.LEADS:
        return False
    before, after = WORD.findall(text[:start]), WORD.findall(text[end:])
    alone = all(word in words.AWAY for word in after)  # "die off"
    return not alone and (not before or before[-1] in words.PRONOUNS)


def _is_verb(text: str, start: int, end: int) -> bool:
    """Whether what looks like a name is the verb that the step begins with: "Pick up the box" has no pickup in it."""
    first = WORD.search(text, start)
    if first is None or first.group() not in patterns():
        return False
    begins = all(word in words.LEADS and word not in words.ARTICLES for word in WORD.findall(text[:start]))
    return begins and any(word not in words.AWAY for word in WORD.findall(text[end:]))  # "swing off" takes a swing away
