"""Comparing a test set with a training set: what is in both, from the surest sort of overlap to the least."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from diorama.errors import DioramaError
from diorama.exchange.overlap import pictures, worlds
from diorama.exchange.overlap.index import Equal, Near
from diorama.exchange.overlap.items import Item, items_of
from diorama.exchange.overlap.pictures import number_of

SORTS = {
    "same question": "the same question about the same pictures",
    "same picture": "the same pixels",
    "near picture": "nearly the same picture: compressed, scaled, mirrored",
    "same world": "the same things in the same places, from whatever side",
    "same scene": "furnished from the same layout and seed",
    "near world": "most things at the same distances from each other",
}
"""The sorts of overlap; of a pair, the first one of pictures that fits is told, and the first one of worlds."""
FIRST = 20
"""Pairs that are kept to be shown."""


@dataclass(frozen=True)
class Pair:
    """Something of the test set, and what it overlaps with."""

    sort: str
    train: str
    test: str
    detail: str = ""


OnPair = Callable[[Pair], None]


@dataclass
class Overlap:
    """What two sets have in common."""

    train: int = 0
    test: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    """Pairs of each sort."""
    touched: int = 0
    """Items of the test set that overlap with anything."""
    first: list[Pair] = field(default_factory=list)
    unreadable: int = 0
    """Pictures and clips that could only be compared as files."""
    without_world: int = 0
    """Items that have no world, and so were compared by pictures and questions alone."""

    @property
    def clean(self) -> bool:
        """Whether nothing is in both."""
        return not self.counts


class _Known:
    """All that is known of a training set: about two kilobytes for each item with a world and a picture."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.questions, self.pictures, self.worlds, self.recipes = Equal(), Equal(), Equal(), Equal()
        self.near_pictures = Near(32, np.uint8, pictures.bands_of)
        self.near_worlds = Near(worlds.HASHES, np.uint64, worlds.bands_of)

    def add(self, item: Item) -> None:
        owner = len(self.ids)
        self.ids.append(item.id)
        self.questions.add(_asked(item), owner)
        for shown in item.shown:
            self.pictures.add(shown.same, owner)
            if shown.picture is not None:
                made = pictures.near_print(shown.picture)
                if pictures.says_something(made):
                    self.near_pictures.add(made, owner)
        if item.world is None:
            return
        self.worlds.add(worlds.same_world(item.world), owner)
        if (made_from := worlds.recipe(item.world)) is not None:
            self.recipes.add(made_from, owner)
        if (near := worlds.near_world(item.world)) is not None:
            self.near_worlds.add(near, owner)


def compare(train: Path, test: Path, on_pair: OnPair = lambda pair: None) -> Overlap:
    """Compare two sets, each a dataset's folder or a file of a training set; `on_pair` is told of every overlap.

    Both are read once, an item at a time.
    """
    if train.resolve() == test.resolve():
        raise DioramaError(f"{train} is compared with itself: name two different sets")
    found, known = Overlap(), _Known()
    for item in items_of(train):
        known.add(item)
        _note(found, item)
    found.train = len(known.ids)
    for item in items_of(test):
        found.test += 1
        _note(found, item)
        pairs = [*_by_picture(known, item), *_by_world(known, item)]
        found.touched += bool(pairs)
        for pair in pairs:
            found.counts[pair.sort] += 1
            if len(found.first) < FIRST:
                found.first.append(pair)
            on_pair(pair)
    for name, count in ((train, found.train), (test, found.test)):
        if not count:
            raise DioramaError(f"{name} is empty: there is nothing to compare")
    return found


def _note(found: Overlap, item: Item) -> None:
    found.unreadable += sum(shown.picture is None for shown in item.shown)
    found.without_world += item.world is None


def _asked(item: Item) -> int:
    """A number for a question with what it shows."""
    words = " ".join(item.question.casefold().split())
    return number_of("\n".join([words, *(str(shown.same) for shown in item.shown)]).encode())


def _by_picture(known: _Known, item: Item) -> Iterator[Pair]:
    """Each item of the training set that shows the same, by the surest sort."""
    told: set[int] = set()

    def new(owners: list[int], sort: str, detail: str = "") -> Iterator[Pair]:
        for owner in dict.fromkeys(owners):
            if owner not in told:
                told.add(owner)
                yield Pair(sort, known.ids[owner], item.id, detail)

    yield from new(known.questions.owners_of(_asked(item)), "same question")
    for shown in item.shown:
        yield from new(known.pictures.owners_of(shown.same), "same picture")
    for shown in item.shown:
        if shown.picture is None:
            continue
        for mirrored in (False, True):
            made = pictures.near_print(shown.picture, mirrored=mirrored)
            if not pictures.says_something(made):
                continue
            prints, owners = known.near_pictures.candidates(made)
            far = pictures.differing(made, prints)
            for k in np.flatnonzero(far <= pictures.NEAR):
                detail = f"{int(far[k])} of 256 bits differ" + (", mirrored" if mirrored else "")
                yield from new([owners[int(k)]], "near picture", detail)


def _by_world(known: _Known, item: Item) -> Iterator[Pair]:
    """Each item of the training set with the same world, by the surest sort."""
    if item.world is None:
        return
    told: set[int] = set()

    def new(owners: list[int], sort: str, detail: str = "") -> Iterator[Pair]:
        for owner in dict.fromkeys(owners):
            if owner not in told:
                told.add(owner)
                yield Pair(sort, known.ids[owner], item.id, detail)

    yield from new(known.worlds.owners_of(worlds.same_world(item.world)), "same world")
    if (made_from := worlds.recipe(item.world)) is not None:
        yield from new(known.recipes.owners_of(made_from), "same scene", f"{item.world.layout} {item.world.seed}")
    if (near := worlds.near_world(item.world)) is not None:
        hashes, owners = known.near_worlds.candidates(near)
        share = worlds.shared(near, hashes)
        for k in np.flatnonzero(share >= worlds.NEAR):
            yield from new([owners[int(k)]], "near world", f"{share[k]:.0%} of distances")
