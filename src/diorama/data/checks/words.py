"""Does the question say what the query says: the right bodies, each by a phrase that fits no other?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from diorama import __version__
from diorama.data.checks.case import Case, NotChecked
from diorama.data.drawing import OUTCOME
from diorama.data.sample import named_things, usual_parts
from diorama.errors import DioramaError, short
from diorama.kinds import listing
from diorama.kinds.names import Names
from diorama.suites import TextPart, get_suite
from diorama.suites.meaning import Mismatch
from diorama.world import World
from diorama.world.model import replace

_ARTICLE = re.compile(r"^(?:the|an?)\s+", re.I)
_BETWEEN = re.compile(r", | and ")
_GAP = "…"


def wording_of_words(case: Case) -> Iterator[Mismatch]:
    """The question is its stored wordings with their gaps filled, word for word."""
    expected = _expected_question(case)
    if expected != case.sample.question:
        yield Mismatch(*_where_they_differ(expected, case.sample.question))


def labels_alone(case: Case) -> Iterator[Mismatch]:
    """The only words beside the question are the labels of the pictures, as their shots have them."""
    labels = usual_parts((shot.stem, shot.label) for shot in case.sample.shots if shot.role != OUTCOME)
    for part in case.sample.all_parts:
        if isinstance(part, TextPart) and part not in labels:
            yield Mismatch("no words but the labels of pictures and the question", f"'{short(part.text, 80)}'")


def phrases_of_query(case: Case) -> Iterator[Mismatch]:
    """Every gap of the wordings holds the phrases of the bodies that the query means, and all of them are filled."""
    if case.task.said is None:
        return
    said, names = case.task.said(case.query, case.world), _names(case.world)
    filled = [(gap, text) for words in case.sample.words for gap, text in words.gaps.items()]
    for gap, text in filled:
        meant = said.get(gap)
        if meant is None:
            yield Mismatch(f"no gap '{gap}' in a question of {case.task.label}", f"'{text}'")
        elif isinstance(meant, str):
            if text != meant:
                yield Mismatch(f"'{meant}' for '{gap}'", f"'{text}'")
        else:
            yield from _phrases_in(gap, text, meant, case.world, names)
    for gap in said.keys() - {gap for gap, _ in filled}:
        yield Mismatch(f"words with a gap '{gap}'", "none")


def bodies_named(case: Case) -> Iterator[Mismatch]:
    """The question names every body that the query means, and no other one of the scene.

    Words of the wording itself may happen to be a body's phrase ("the camera"): they are not counted.
    """
    phrases = {b.name: _bare(b.phrase) for b in case.world.bodies if b.phrase}
    found = _mentions(case.sample.question, phrases)
    said = case.task.said(case.query, case.world) if case.task.said is not None else None
    meant = case.query.bodies() if said is None else _bodies([m for m in said.values() if isinstance(m, tuple)])
    for name in meant:
        if not found[name]:
            yield Mismatch(f"{case.world[name].phrase} in the question", "no such words")
    if said is None:
        return
    by_chance = _mentions(_wording_alone(case), phrases)
    for name in found:
        if name not in meant and found[name] > by_chance[name]:
            yield Mismatch("no other body in the question", case.world[name].phrase)


def _expected_question(case: Case) -> str:
    if case.sample.version != __version__:
        raise NotChecked(f"made by version {case.sample.version}, whose wordings may have been others")
    return get_suite(case.sample.suite).text(*case.sample.words)


def _wording_alone(case: Case) -> str:
    """The question's wordings with their gaps left open."""
    emptied = (replace(words, gaps=dict.fromkeys(words.gaps, _GAP)) for words in case.sample.words)
    try:
        return get_suite(case.sample.suite).text(*emptied)
    except DioramaError:
        return ""


def _phrases_in(
    gap: str, text: str, meant: tuple[str, ...], world: World, names: Names
) -> Iterator[Mismatch]:  # fmt: skip
    expected = [world[name].phrase for name in meant]
    pieces = _BETWEEN.split(text)
    if [_bare(piece) for piece in pieces] != [_bare(phrase) for phrase in expected]:
        yield Mismatch(f"{listing(expected)} for '{gap}'", f"'{text}'")
        return
    for name, piece in zip(meant, pieces, strict=True):
        fits = names.match(piece).names
        if fits != (name,):
            yield Mismatch(f"a phrase that only '{name}' fits", f"'{piece}' fits {listing(fits) or 'nothing'}")


def _names(world: World) -> Names:
    """All bodies of a world, furniture included, by every name that they may have."""
    bodies = [(b.name, b.phrase, b.noun, True, tuple(b.finish.values())) for b in world.bodies if b.phrase]
    things, scenery = named_things(bodies, [f.name for f in world.fixtures])
    return Names(
        {name: (thing.phrase, thing.noun) for name, thing in things.items()},
        scenery,
        {name: thing.colours for name, thing in things.items()},
    )


def _mentions(text: str, phrases: Mapping[str, str]) -> Counter[str]:
    """How often each body is named word for word, after an article; at each place the longest phrase counts."""
    names = {phrase.casefold(): name for name, phrase in phrases.items()}
    longest_first = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    found = re.findall(rf"\b(?:the|an?) ({longest_first})\b", text, re.I) if longest_first else []
    return Counter(names[phrase.casefold()] for phrase in found)


def _bodies(meant: list[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for names in meant for name in names))


def _bare(phrase: str) -> str:
    return _ARTICLE.sub("", phrase)


def _where_they_differ(expected: str, found: str) -> tuple[str, str]:
    """Both texts without what they share at the beginning and at the end, but with a word on either side."""
    a, b = expected.split(), found.split()
    start = next((k for k, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    end = 0
    while end < min(len(a), len(b)) - start and a[-1 - end] == b[-1 - end]:
        end += 1
    first, last = max(0, start - 1), max(0, end - 1)
    return f"'{' '.join(a[first : len(a) - last])}'", f"'{' '.join(b[first : len(b) - last])}'"
