"""Suites and tasks: what is asked, and everything that is particular to it.

A suite is an object; packages add theirs by the entry point `diorama.suites`. Its decorator `task` registers a task,
and the task's own decorators say how its answer is found (`answer`), checked by another method (`check`), and guessed
by a mind that knows flat boxes only (`flat`); what its words, options and pictures must say (`says`, `offers`,
`draws`); and what its pictures must show to be stored (`look`). All of them are functions of the query.

A task is a function from a turn and a generator to a draft. The turn is the sample's number among those of its task:
from it a task chooses what should be balanced (answer sizes, yes and no, layouts) instead of leaving that to chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from pydantic import ValidationError

from diorama.errors import DioramaError, UnknownName, first_fault
from diorama.kinds import Answer, Kind, Query, get_kind
from diorama.sight import Easel, Shot
from diorama.suites.dealing import Deal
from diorama.suites.drafts import Draft
from diorama.suites.flat import FlatScene
from diorama.suites.meaning import Draws, Offers, Says
from diorama.suites.sizes import USUAL, WIDEST, Size, check_size, in_usual_size
from diorama.suites.words import Wordings, Words, flat_wordings, read_wordings, text_of
from diorama.world import Camera, World

Rng = np.random.Generator
Maker = Callable[[int, Rng], Draft]
AnswerOf = Callable[[Any, World, Camera], Answer]
"""Query, world and camera → the answer: a pure function, also called on nudged and hand-made worlds."""
Check = Callable[[Any, Answer, World, Camera], str | None]
"""Query, stored answer, world and camera → what disagrees, or None."""
Flat = Callable[[Any, FlatScene, Rng, bool], Answer | None]
"""Query, what is flatly visible, a generator, and whether lower means nearer → what a flat mind says, if anything."""
Look = Callable[[Any, tuple[Shot, ...], Easel], None]
"""Query, shots as they will be stored, and an easel that draws them or others as the dataset is drawn. A last gate, on
the pictures themselves: it raises `Rejected` if they do not show what is asked."""
Mind = Callable[[Any, World, tuple[str, ...]], Answer | None]
"""Query, world and options → what a player with some known mind says; None if it has no idea."""
Guesser = Callable[[Any, FlatScene], Answer | None]
"""Query and what is flatly visible → a guess for `audit`; None if the guesser cannot play."""

LOOKED = "shows what is asked"
"""The gate that a sample bears if its task has looked at its pictures, and the check of `verify` that looks again."""

AnyAnswerOf = TypeVar("AnyAnswerOf", bound=AnswerOf)
AnyCheck = TypeVar("AnyCheck", bound=Check)
AnyFlat = TypeVar("AnyFlat", bound=Flat)
AnySays = TypeVar("AnySays", bound=Says)
AnyOffers = TypeVar("AnyOffers", bound=Offers)
AnyLook = TypeVar("AnyLook", bound=Look)
AnyDraws = TypeVar("AnyDraws", bound=Draws)


class Task:
    """One kind of question of a suite."""

    def __init__(
        self,
        suite: str,
        name: str,
        level: str,
        make: Maker,
        *,
        kind: str,
        query: type[Query],
        title: str,
        group: str,
        guessers: Mapping[str, Guesser],
        cues: Mapping[str, Guesser],
        depth_cues: Mapping[str, Guesser],
        deal: Deal | None,
    ) -> None:
        self.suite, self.name, self.level, self.make = suite, name, level, make
        self.query, self.title, self.group = query, title, group
        self.guessers, self.cues, self.depth_cues, self.deal = dict(guessers), dict(cues), dict(depth_cues), deal
        self.answer_of: AnswerOf | None = None
        self.checker: Check | None = None
        self.flat_guess: Flat | None = None
        self.said: Says | None = None
        self.offered: Offers | None = None
        self.drawn: Draws | None = None
        self.looked: Look | None = None
        self.minds: dict[str, Mind] = {}
        self._kind = kind

    @property
    def kind(self) -> Kind[Any]:
        """The kind of its answers."""
        return get_kind(self._kind)

    @property
    def label(self) -> str:
        """``structure T1``, ``causal collision L2``."""
        return " ".join(filter(None, (self.suite, self.name, self.level)))

    @property
    def about(self) -> str:
        """The first line of its docstring."""
        return (self.make.__doc__ or "").strip().partition("\n")[0]

    def __repr__(self) -> str:
        return f"Task({self.label})"

    # decorators

    def answer(self, function: AnyAnswerOf) -> AnyAnswerOf:
        """Register how the answer is found, from the query alone."""
        self.answer_of = function
        return function

    def check(self, function: AnyCheck) -> AnyCheck:
        """Register the second derivation, by another method."""
        self.checker = function
        return function

    def flat(self, function: AnyFlat) -> AnyFlat:
        """Register what a mind without depth would say: what the players `catalogue` and `groundline` play by."""
        self.flat_guess = function
        return function

    def says(self, function: AnySays) -> AnySays:
        """Register which bodies or words must fill the gaps of its wordings."""
        self.said = function
        return function

    def offers(self, function: AnyOffers) -> AnyOffers:
        """Register which options it may have."""
        self.offered = function
        return function

    def draws(self, function: AnyDraws) -> AnyDraws:
        """Register how its arrows, paths and muted mirror images are checked."""
        self.drawn = function
        return function

    def look(self, function: AnyLook) -> AnyLook:
        """Register a gate on the pictures that are stored, for what depends on how they are drawn."""
        self.looked = function
        return function

    def mind(self, name: str, function: Mind) -> None:
        """Register how the player of this name answers; it may look into the world, but plays by a simple rule."""
        self.minds[name] = function

    # use

    def look_at(self, query: Query, shots: tuple[Shot, ...], easel: Easel) -> None:
        """Raise `Rejected` if the pictures of these shots do not show what is asked; most tasks need not look."""
        if self.looked is not None:
            self.looked(query, shots, easel)

    def read_query(self, text: str | bytes) -> Query:
        """A stored query, typed."""
        try:
            return self.query.model_validate_json(text)
        except ValidationError as error:
            raise DioramaError(f"its query does not belong to {self.label}: {first_fault(error)}") from None

    def find_problem(self, query: Query, answer: Answer, world: World, camera: Camera) -> str | None:
        """What is wrong with an answer: by its own method from the query, then by another. None if both agree."""
        if self.answer_of is not None and (again := self.answer_of(query, world, camera)) != answer:
            return f"its query gives another answer: {again.words({b.name: b.phrase for b in world.bodies})}"
        return self.checker(query, answer, world, camera) if self.checker is not None else None


class Suite:
    """A family of tasks, and what they share.

    >>> suite = Suite("tiny", title="A tiny suite", wordings={"ask": ("What is {x}?",)})
    >>> suite.text(Words(wording="ask", choice=0, gaps={"x": "that"}))
    'What is that?'
    """

    def __init__(
        self,
        name: str,
        *,
        title: str,
        wordings: Mapping[str, str | tuple[str, ...]] | str,
        size: Size = USUAL,
        sizes: Mapping[str, Size] | None = None,
        widest: int = WIDEST,
        wider: bool = False,
        films: bool = False,
        records_motion: bool = False,
        control: str = "",
        category: Callable[[str], str | None] | None = None,
    ) -> None:
        """Begin a suite without tasks.

        `wordings` are the texts themselves, one or several for each name, or the package whose ``wordings.toml`` holds
        them. `size` is that of its pictures, in which its tasks measure; `sizes` what it is with some renderers. Users
        may ask for larger ones, up to `widest` pixels, of the same shape; `wider` ones too if it is no harm that they
        show more at the sides. What a suite `films` has even sides, as encoders want them.
        A suite that `records_motion` stores depth, boxes and what then happens with each sample. `control` is the group
        of tasks that needs least of what the suite tests: reports show how far the other groups stay behind it.
        `category` says what kind of place a layout is, where reports are to show results by it.
        """
        self.name, self.title, self.control = name, title, control
        self.records_motion, self._wordings, self._category = records_motion, wordings, category
        self.usual_size, self._sizes, self._widest, self._wider = size, dict(sizes or {}), widest, wider
        self._films = films
        self._tasks: dict[tuple[str, str], Task] = {}

    def __repr__(self) -> str:
        return f"Suite({self.name})"

    def task(
        self,
        name: str,
        *,
        kind: str,
        query: type[Query],
        level: str = "",
        title: str = "",
        group: str = "",
        guessers: Mapping[str, Guesser] | None = None,
        cues: Mapping[str, Guesser] | None = None,
        depth_cues: Mapping[str, Guesser] | None = None,
        deal: Deal | None = None,
    ) -> Callable[[Maker], Task]:
        """Register a function as a task; `title` says what a bare name is about, `group` is its heading in tables.

        `guessers` play in the audit, and gates may use them to reject what they would get right; `cues` play too, but
        no gate may know them; `depth_cues` have some idea of depth, so that the audit shows them without a warning.
        `deal` is what the task balances.
        """

        def add(make: Maker) -> Task:
            if (name, level) in self._tasks:
                raise DioramaError(f"the suite '{self.name}' has a task '{f'{name} {level}'.strip()}' already")
            new = Task(
                self.name, name, level, make,
                kind=kind, query=query, title=title, group=group,
                guessers=guessers or {}, cues=cues or {}, depth_cues=depth_cues or {}, deal=deal,
            )  # fmt: skip
            self._tasks[name, level] = new
            return new

        return add

    def tasks(self, name: str | None = None, level: str | None = None) -> tuple[Task, ...]:
        """The tasks in order, all or those of a name or a level; an unknown word suggests the nearest."""
        found = tuple(self._tasks[key] for key in sorted(self._tasks))
        if name is not None and name not in {t.name for t in found}:
            raise UnknownName(f"task of {self.name}", name, sorted({t.name for t in found}))
        if level is not None and level not in {t.level for t in found}:
            raise UnknownName(f"level of {self.name}", level, sorted({t.level for t in found} - {""}))
        chosen = tuple(t for t in found if name in (None, t.name) and level in (None, t.level))
        if not chosen and name is not None and level is not None:
            raise UnknownName(f"level of {self.name} {name}", level, [t.level for t in found if t.name == name])
        return chosen

    def get(self, name: str, level: str = "") -> Task:
        """One task."""
        return self.tasks(name, level)[0]

    def size(self, renderer: str) -> Size:
        """The size of a picture that a renderer draws, unless a user wants another."""
        return self._sizes.get(renderer, self.usual_size)

    def check_size(self, size: Size) -> None:
        """Fail in one line if its pictures cannot have this size."""
        check_size(self.name, size, usual=self.usual_size, widest=self._widest, wider=self._wider, films=self._films)

    def measured(self, camera: Camera) -> Camera:
        """The view of a picture of any size, in the size in which gates and answers measure."""
        return in_usual_size(camera, self.usual_size)

    def scene_category(self, layout: str) -> str | None:
        """The kind of place that a layout furnishes; None if the suite does not tell kinds apart."""
        return self._category(layout) if self._category is not None and layout else None

    @cached_property
    def wordings(self) -> Wordings:
        given = self._wordings
        return read_wordings(given) if isinstance(given, str) else dict(flat_wordings(given, f"suite '{self.name}'"))

    def draw_words(self, rng: Rng, wording: str, **gaps: str) -> Words:
        """One of the wordings of a name, at random, with its gaps filled."""
        if wording not in self.wordings:
            raise UnknownName(f"wording of {self.name}", wording, self.wordings)
        words = Words(wording=wording, choice=int(rng.integers(len(self.wordings[wording]))), gaps=gaps)
        self.text(words)  # fails at once on a gap without a word
        return words

    def text(self, *words: Words) -> str:
        """Pieces of a question as one text."""
        return " ".join(text_of(each, self.wordings) for each in words)
