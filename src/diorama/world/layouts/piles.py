"""Piles: things on, in, under and against other things, on any surface of a room.

A pile is described by a few slots, without saying what fills them: "a container, something in it, and three more things
on top of that". Things are drawn until each fits where it goes; physics has the last word.

>>> piled = pile_up("office_desk", [Slot("base"), Slot("top", "base")], seed=3, others=2)
>>> base, top = (piled.world[piled.names[slot]] for slot in ("base", "top"))
>>> len(piled.world.inventory), top.position[2] > base.position[2]
(4, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from diorama.errors import CannotPlace
from diorama.world.assets import Asset, assets
from diorama.world.assets.heads import head_noun
from diorama.world.bodies import drawn_body, name_bodies
from diorama.world.layouts.placement import LIFT, Plot, at_rest, heading, scatter
from diorama.world.layouts.registry import Setting, check_seed, get_setting
from diorama.world.layouts.resting import OVERHANG, PART, Way, can_hold, can_rest, is_wide, rest, room_for
from diorama.world.model import Body, Surface, Vec2, World, replace
from diorama.world.outlines import Footprint, around, footprint, standing
from diorama.world.poses import extent, yaw

Array = NDArray[np.float64]
Rng = np.random.Generator

TRIES = 10
"""Whole worlds tried for one seed before giving up …"""
GROWTHS = 20
"""… and piles grown for one of these worlds."""
DRAWS = 30
"""Things tried in one place before giving up on it."""
SPOTS = 120
"""Places on the surface tried for one pile."""
LARGEST, SMALLEST = 0.46, 0.06
"""Metres: the longest side of things in piles: larger ones hide the rest, smaller ones are lost."""
HOLDING = 0.5
"""How often a thing is drawn that others fit on or in, while more are to come; always if fewer places are left."""
SEVERAL = 3
"""While so many are to come, things are looked for that hold two or more …"""
SMALL_PART = 0.33
"""… and that take no more than this share of a wide top."""
TWO_IN_ONE = frozenset({"egg cup"})
"""Things that seem to hold another thing, which is a part of them."""
FOREIGN = 0.4
"""The share of all that does not belong to a place that may be there nevertheless."""
ROOM = 0.2
"""Metres around piles in which other things stand, so that a picture of all shows the piles large."""
APART = 0.04
"""Metres between piles."""
CHANCES: dict[Way, float] = {"on": 1.0, "inside": 0.7, "over": 0.15, "lid": 0.5, "leaning": 0.3}
"""How likely one more thing rests in each way, where it can."""
DEEPEST = 5
"""Things on top of each other, at most, counted from the one that they were piled onto."""


@dataclass(frozen=True)
class Slot:
    """A place in a pile, to be filled with a thing that fits; without a host it stands on the surface."""

    name: str
    host: str | None = None
    way: Way = "on"
    flat: bool = False
    """Whether it needs a flat top even if nothing goes on it."""
    more: int = 0
    """How many further things are piled up on it, in any way."""
    leaning: bool = True
    """Whether some of these may lean against it."""


@dataclass(frozen=True)
class Piled:
    """A world with piles, and what fills each slot."""

    world: World
    names: dict[str, str]


def pile_up(layout: str, slots: Sequence[Slot], *, seed: int, others: int = 0, tries: int = TRIES) -> Piled:
    """Piles on the surface of a layout with `others` around them, settled; several attempts, then `CannotPlace`."""
    things = sum(1 + slot.more for slot in slots) + others
    place = get_setting(layout)(np.random.default_rng([check_seed(seed), 0]), things)
    bare = World(
        layout=layout, seed=seed, fixtures=place.fixtures, surfaces=place.surfaces, lights=place.lights,
        stage=place.stage, background=place.background,
    )  # fmt: skip
    for attempt in range(tries):
        builder, placed = _grown(place, slots, others, np.random.default_rng([seed, 1, attempt]))
        world = at_rest(replace(bare, bodies=placed), loose={builder.names[n] for n in builder.loose})
        if world is not None:
            return Piled(world, {slot.name: builder.names[slot.name] for slot in slots})
    raise CannotPlace(f"{layout}: the piles do not come to rest (seed {seed}, {tries} tries); try another seed")


def _grown(place: Setting, slots: Sequence[Slot], others: int, rng: Rng) -> tuple[_Builder, tuple[Body, ...]]:
    """Piles as they are let go: growing them costs far less than letting them come to rest, so it is tried often."""
    reason = ""
    for _ in range(GROWTHS):
        try:
            builder = _Builder(place, slots, rng)
            return builder, builder.on_surface(others)
        except CannotPlace as problem:
            reason = str(problem)
    raise CannotPlace(f"{reason} ({GROWTHS} tries); try another seed, or fewer things")


class _Builder:
    """Piles while they are built: each about its base, which stands at the origin until it is put on the surface."""

    def __init__(self, place: Setting, slots: Sequence[Slot], rng: Rng) -> None:
        self.place, self.rng = place, rng
        self.pool = _pool(place, rng)
        self.bodies: dict[str, Body] = {}
        """By slot: those that were asked for, and those that were piled up on them."""
        self.under: dict[str, tuple[str | None, Way]] = {}
        self.names: dict[str, str] = {}
        for slot in slots:
            self._fill(slot, slots)
            self._pile_onto(slot, [s for s in slots if s.host == slot.name])

    @property
    def loose(self) -> list[str]:
        """The slots whose things may turn as they come to rest."""
        return [name for name, (_, way) in self.under.items() if way in ("inside", "leaning")]

    def on_surface(self, others: int) -> tuple[Body, ...]:
        """Everything where it is let go: each pile as one, then others around them."""
        free = [a for a in self._pool_from_anywhere() if not a.tags & {"cover", "leaner", "lid"}]
        loners = [drawn_body(a.noun, self.rng) for a in free[:others]]
        named = name_bodies([*self.bodies.values(), *loners])
        posed = dict(zip(self.bodies, named, strict=False))
        self.names = {name: body.name for name, body in posed.items()}
        piles = [[n for n in posed if self._base(n) == base] for base, (host, _) in self.under.items() if host is None]
        outlines = [around([footprint(posed[n]).points for n in pile]) for pile in piles]
        surface, alone = self.place.surfaces[0], list(named[len(posed) :])
        plot = Plot(surface, self.place.headroom, _window(surface, outlines, alone))
        for pile, outline in sorted(zip(piles, outlines, strict=True), key=lambda both: -both[1].radius):
            at = _spot(plot, outline, self.rng)
            plot.taken.append(outline.placed(at))
            for name in pile:
                x, y, z = posed[name].position
                height = z + surface.position[2] + LIFT
                posed[name] = replace(posed[name], position=(x + at[0], y + at[1], height))
        return (*posed.values(), *scatter(alone, [plot], self.place.stage.facing_deg, self.rng))

    # one thing after another

    def _fill(self, slot: Slot, slots: Sequence[Slot]) -> None:
        """Put a thing into a slot that can hold what the other slots want to put there."""
        guests = [s for s in slots if s.host == slot.name]
        wanted = [s.way for s in guests] + (["on"] if slot.flat else [])
        more = max(slot.more, *(g.more // 2 for g in guests), 0)
        for asset in self._drawn(slot.way if slot.host else "on", holding=bool(wanted or slot.more)):
            body = self._put(asset, slot.host, slot.way)
            if body is not None and can_hold(body, wanted) and (not more or room_for(body, more)):
                self.bodies[slot.name], self.under[slot.name] = body, (slot.host, slot.way)
                return
        raise CannotPlace(f"nothing fits {slot.way if slot.host else 'as a base'}")

    def _pile_onto(self, root: Slot, children: Sequence[Slot]) -> None:
        """Put as many more things on, in and against a thing and each other as its slot wants."""
        grown = [root.name]
        kept_free = {child.way for child in children}
        for k in range(root.more):
            choices = [
                (host, way)
                for host in grown
                for way in self._ways(host)
                if host != root.name or (way not in kept_free and (root.leaning or way != "leaning"))
            ]
            name = self._add(choices, more=root.more - k - 1)
            grown.append(name)

    def _add(self, choices: list[tuple[str, Way]], more: int) -> str:
        """One more thing, in the first of some ways, in a random order, in which one fits."""
        if not choices:
            raise CannotPlace("the pile cannot grow any more")
        chances = np.array([CHANCES[way] / self._depth(host) ** 2 for host, way in choices])
        order = self.rng.choice(len(choices), len(choices), replace=False, p=chances / chances.sum()).tolist()
        holding = more > 0 and (len(choices) <= more or self.rng.random() < HOLDING)
        for index, must_hold in [(k, hold) for hold in ((True, False) if holding else (False,)) for k in order]:
            host, way = choices[index]
            body = self._one_more(host, way, more, holding=must_hold)
            if body is not None:
                name = next(f"{host}.{n}" for n in count(1) if f"{host}.{n}" not in self.bodies)
                self.bodies[name], self.under[name] = body, (host, way)
                return name
        raise CannotPlace("the pile cannot grow any more")

    def _one_more(self, host: str, way: Way, more: int, *, holding: bool) -> Body | None:
        """A thing that fits there; if it should hold others, then several if many are to come."""
        share = OVERHANG
        if more > 1 and is_wide(self.bodies[host]):
            share = PART if more < SEVERAL else SMALL_PART
        lesser = None
        for asset in self._drawn(way, holding=holding):
            body = self._put(asset, host, way, share)
            if body is None or (holding and not can_rest(body, [], on_surface=False)):
                continue
            if not holding or more < SEVERAL or is_wide(body):
                return body
            lesser = lesser or body
        return lesser

    def _put(self, asset: Asset, host: str | None, way: Way, share: float = OVERHANG) -> Body | None:
        """A variant of an asset where it goes, if it fits there."""
        if host is None:
            base = drawn_body(asset.noun, self.rng)
            return replace(base, quaternion=yaw(heading(base, self.place.stage.facing_deg, self.rng)))
        beside = [footprint(self.bodies[n]) for n, under in self.under.items() if under == (host, way)]
        body = rest(asset.noun, self.bodies[host], way, beside, self.place.stage.facing_deg, self.rng, share=share)
        contents = [self.bodies[n] for n, under in self.under.items() if under == (host, "inside")]
        return body if body is None or way not in ("over", "lid") else self._above(body, contents, way)

    def _above(self, body: Body, contents: Sequence[Body], way: Way) -> Body | None:
        """A lid, if nothing sticks out of the pot; or a cover over whatever sticks out of a container."""
        low = float(extent(body)[0, 2])
        highest = max((float(extent(thing)[1, 2]) for thing in contents), default=-np.inf)
        if highest < low:
            return body
        x, y, z = body.position
        return None if way == "lid" else replace(body, position=(x, y, z + highest - low + LIFT))

    def _ways(self, host: str) -> list[Way]:
        """How one more thing can rest on, in or against a thing that is there."""
        here = [way for base, way in self.under.values() if base == host]
        if self._depth(host) >= DEEPEST or self.under[host][1] in ("leaning", "lid"):
            return []
        ways = can_rest(self.bodies[host], here, on_surface=self.under[host][0] is None)
        if any("." in name and under == (host, "inside") for name, under in self.under.items()):
            ways = [way for way in ways if way not in ("over", "lid")]  # nobody could say what is in there
        return ways

    def _drawn(self, way: Way, *, holding: bool) -> list[Asset]:
        """Things to try in a place, in a random order, none of them like what is there already."""
        sorts = {"over": "cover", "lid": "lid", "leaning": "leaner"}
        fitting = [
            a
            for a in self._pool_from_anywhere()
            if (sorts[way] in a.tags if way in sorts else not a.round and not a.tags & set(sorts.values()))
            and (not holding or a.flat_top or a.container)
        ]
        return fitting[:DRAWS]

    def _pool_from_anywhere(self) -> list[Asset]:
        """The pool from a random place on, without what is there already; one thing of each head noun."""
        taken = {head_noun(body.noun) for body in self.bodies.values()}
        cut = int(self.rng.integers(len(self.pool)))
        self.pool = self.pool[cut:] + self.pool[:cut]
        first = {head_noun(a.noun): a for a in reversed(self.pool)}
        return [a for a in self.pool if head_noun(a.noun) not in taken and first[head_noun(a.noun)] is a]

    def _base(self, name: str) -> str:
        while (host := self.under[name][0]) is not None:
            name = host
        return name

    def _depth(self, name: str) -> int:
        """How many things there are from the slot that a thing was piled onto up to it."""
        return name.count(".") + 1


def _pool(place: Setting, rng: Rng) -> list[Asset]:
    """What may be there, in a random order: all that belongs to the place, and some of the rest."""
    tags = set(place.tags.split())
    usable = [
        a
        for a in assets().values()
        if SMALLEST <= a.size.high <= LARGEST
        and "hung" not in a.tags
        and ("odd" not in a.tags or "pile" in a.tags)
        and a.noun not in TWO_IN_ONE
    ]
    native = [a for a in usable if a.tags & tags or rng.random() < FOREIGN]
    return [native[int(i)] for i in rng.permutation(len(native))]


def _window(surface: Surface, outlines: Sequence[Footprint], loners: Sequence[Body]) -> tuple[Vec2, Vec2]:
    """The part of a surface that is used: around its middle, and no wider than the piles and the others need."""
    low, high = np.min(surface.outline, axis=0), np.max(surface.outline, axis=0)
    needed = sum(o.radius for o in outlines) + ROOM + sum(standing(b).radius for b in loners) / 2
    half = np.minimum((high - low) / 2, (needed, 0.75 * needed))
    middle = (low + high) / 2 + np.asarray(surface.position[:2])
    (left, front), (right, back) = (middle - half).tolist(), (middle + half).tolist()
    return (left, front), (right, back)


def _spot(plot: Plot, outline: Footprint, rng: Rng) -> tuple[float, float]:
    for _ in range(SPOTS):
        at = plot.anywhere(rng)
        if plot.admits(outline.placed(at), clearance=APART):
            return at
    raise CannotPlace("the surface has no room for the piles")
