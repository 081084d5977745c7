"""Making bodies from assets, and naming them so that every phrase points at one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import count

import numpy as np

from diorama.errors import DioramaError
from diorama.world.assets import decal_of, get_asset
from diorama.world.materials import material
from diorama.world.model import ORIGIN, UPRIGHT, Body, Quat, Vec3, replace

Rng = np.random.Generator

VARIANTS = 32
"""Shapes of each noun that scenes draw from: few enough to be modelled once and kept, many enough to look different."""


def make_body(
    noun: str,
    *,
    seed: int = 0,
    name: str | None = None,
    finish: dict[str, str] | None = None,
    scale: float = 1.0,
    position: Vec3 = ORIGIN,
    quaternion: Quat = UPRIGHT,
) -> Body:
    """One variant of an asset as a body; materials not given in `finish` are drawn with the seed."""
    drawn = _drawn_finish(noun, np.random.default_rng([seed, 1, *noun.encode()]))
    for slot, stuff in (finish or {}).items():
        if slot not in drawn:
            raise DioramaError(f"{noun} has no slot '{slot}'; its slots are {', '.join(drawn)}")
        drawn[slot] = material(stuff).name
    return Body(
        name=name or noun,
        noun=noun,
        seed=seed,
        finish=drawn,
        phrase=f"the {noun}",
        scale=scale,
        position=position,
        quaternion=quaternion,
    )


def drawn_body(noun: str, rng: Rng) -> Body:
    """One of the noun's variants, with materials of its own: two bodies of one shape may look quite different."""
    return make_body(noun, seed=int(rng.integers(VARIANTS)), finish=_drawn_finish(noun, rng))


def _drawn_finish(noun: str, rng: Rng) -> dict[str, str]:
    """A material for each slot."""
    drawn: dict[str, str] = {}
    for slot, options in get_asset(noun).finishes.items():
        drawn[slot] = str(rng.choice([o for o in options if slot != "decal" or not _alike(o, drawn)]))
    return drawn


def adjectives(body: Body) -> tuple[str, ...]:
    """Words for how the body looks, from the material of its main slot."""
    main = next(iter(get_asset(body.noun).finishes))
    words = material(body.finish[main]).adjectives
    decal = decal_of(body.noun, body.seed)
    return words if decal is None else (words[0], decal, *words[1:])


def _alike(option: str, drawn: dict[str, str]) -> bool:
    """Whether a decal would not stand out from the main material."""
    return material(option).colour == material(next(iter(drawn.values()))).colour


def name_bodies(bodies: Sequence[Body]) -> tuple[Body, ...]:
    """Give every body a unique name and a phrase that fits it alone.

    A noun that stands once is enough ("the mug"); where it is shared, adjectives are added ("the red
    mug") and must tell them apart. Dressing, which no question names, need not be told apart.
    """
    shared = Counter(b.noun for b in bodies)
    numbers = {noun: count(1) for noun in shared}
    named = []
    for body in bodies:
        if shared[body.noun] == 1:
            named.append(replace(body, name=body.noun, phrase=f"the {body.noun}"))
        else:
            words = " ".join(adjectives(body))
            named.append(
                replace(body, name=f"{body.noun} {next(numbers[body.noun])}", phrase=f"the {words} {body.noun}")
            )
    doubles = [p for p, n in Counter(b.phrase for b in named if b.inventory).items() if n > 1]
    if doubles:
        raise DioramaError(f"two objects would both be called '{doubles[0]}'; give them other finishes")
    return tuple(named)


def described(bodies: Sequence[Body]) -> tuple[Body, ...]:
    """The same bodies, each called by colour, material and noun ("the red ceramic vase"), even one of a kind.

    Names stay; a scene in which two would be called the same is refused.
    """
    said = tuple(replace(b, phrase=" ".join(("the", *_looks(b), b.noun))) for b in bodies)
    doubles = [p for p, n in Counter(b.phrase for b in said if b.inventory).items() if n > 1]
    if doubles:
        raise DioramaError(f"two objects would both be called '{doubles[0]}'; give them other finishes")
    return said


def _looks(body: Body) -> Iterator[str]:
    """The adjectives of a body that its noun does not hold: an orange is not called orange."""
    return (word for word in adjectives(body) if word not in body.noun)


def drawn_bodies(nouns: Iterable[str], rng: Rng) -> tuple[Body, ...]:
    """A variant of each noun; bodies that share a noun get finishes that tell them apart."""
    bodies: list[Body] = []
    taken: set[tuple[str, tuple[str, ...]]] = set()
    for noun in nouns:
        child = np.random.default_rng(rng.integers(2**63))
        for _ in range(200):
            body = drawn_body(noun, child)
            key = (noun, adjectives(body))
            if key not in taken:
                break
        else:
            raise DioramaError(f"there are not enough finishes of {noun} to tell so many apart")
        taken.add(key)
        bodies.append(body)
    return name_bodies(bodies)
