"""Linear probes: what can be read off the states of each site by a straight line, in worlds that were not trained on.

Ridge regression in closed form, with a penalty chosen by leave-one-out errors on the training worlds. Every probe is
fitted a second time to shuffled labels: what that one scores is chance. And one probe is told nothing but where things
stand in the picture (`PLACE`): what is higher is mostly farther, which needs no model.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diorama.lab.examples import Example

Array = NDArray[np.float64]

QUESTIONS = {
    "depth": "how far the surface at a token is",
    "hidden": "whether the object at a token is partly hidden",
    "nearer": "which of two objects is nearer",
    "hides": "which of two objects hides the other",
}
"""What is probed for, and what that means."""
PLACE = "place"
"""What stands among the sites and is none: row, column and size in the picture alone."""
FOLDS = 5
PENALTIES = np.logspace(-3, 5, 17)
FEWEST = 20
"""Cases below which nothing is fitted."""


@dataclass(frozen=True, eq=False)
class Cases:
    """What a probe is fitted to: states at one site, what is true of them, and the world that each is from."""

    states: Array
    truth: Array
    """±1, or a number."""
    worlds: NDArray[np.int64]
    yes_or_no: bool


@dataclass(frozen=True)
class Probed:
    """How well a site tells something: R² of a number, or the share of right answers, in worlds not trained on."""

    question: str
    site: str
    score: float
    low: float
    high: float
    """95 % interval over worlds."""
    shuffled: float
    """The same with shuffled labels."""
    cases: int
    worlds: int


def probe_all(examples: Mapping[str, Example], seed: int = 0) -> list[Probed]:
    """Every question at every site; of a question with too few cases or worlds there is nothing."""
    whole = [e for e in examples.values() if e.whole]
    sites = list(whole[0].facts["sites"]) if whole else []
    worlds = numbered(str(e.facts.get("scene", k)) for k, e in enumerate(whole))
    found = []
    for question in QUESTIONS:
        for k, site in enumerate(sites):
            cases = cases_of(question, whole, worlds, k)
            if len(cases.truth) >= FEWEST and len(set(cases.worlds.tolist())) >= FOLDS:
                found.append(_probed(question, site, cases, seed))
    return found


def numbered(names: Any) -> list[int]:
    """Numbers for names, by their first appearance."""
    known: dict[str, int] = {}
    return [known.setdefault(name, len(known)) for name in names]


def cases_of(question: str, examples: Sequence[Example], worlds: Sequence[int], site: int) -> Cases:
    """All cases of a question at a site. Of pairs, the difference of both states is looked at, some turned round."""
    states, truth, of = [], [], []
    for example, world in zip(examples, worlds, strict=True):
        arrays = example.arrays
        if question == "depth":
            x, y = arrays["tokens"][site], arrays["depth"]
        elif question == "hidden":
            asked = arrays["hidden"] >= 0
            x, y = arrays["tokens"][site][asked], 2.0 * arrays["hidden"][asked] - 1
        else:
            first, second, yes = arrays[question].T
            turned = np.where((first + second) % 2, -1.0, 1.0)
            bodies = arrays["bodies"][site].astype(np.float64)
            x, y = (bodies[first] - bodies[second]) * turned[:, None], (2.0 * yes - 1) * turned
        states.append(np.asarray(x, np.float64))
        truth.append(np.asarray(y, np.float64))
        of.append(np.full(len(y), world))
    return Cases(np.concatenate(states), np.concatenate(truth), np.concatenate(of), question != "depth")


def _probed(question: str, site: str, cases: Cases, seed: int) -> Probed:
    rng = np.random.default_rng([seed, *f"{question}/{site}".encode()])
    shuffled = rng.permutation(cases.truth)
    told, by_chance = held_out(cases, np.stack([cases.truth, shuffled], axis=1)).T
    score = _score(cases.truth, told, cases.yes_or_no)
    low, high = interval(cases, told, rng)
    worlds = len(set(cases.worlds.tolist()))
    return Probed(
        question, site, score, low, high, _score(shuffled, by_chance, cases.yes_or_no), len(told), worlds
    )  # fmt: skip


def held_out(cases: Cases, truths: Array) -> Array:
    """What probes tell of each case that were fitted to other worlds; a column for each column of truths."""
    told = np.zeros(truths.shape)
    fold = cases.worlds % FOLDS
    for k in range(FOLDS):
        here = fold == k
        if here.any() and not here.all():
            told[here] = fitted(cases.states[~here], truths[~here])(cases.states[here])
    return told


def fitted(states: Array, truths: Array) -> Callable[[Array], Array]:
    """A ridge regression for each column of truths, with the penalty whose leave-one-out error is least.

    >>> line = fitted(np.arange(40.0)[:, None], 2 * np.arange(40.0)[:, None] + 1)
    >>> np.allclose(line(np.array([[100.0]])), 201, atol=0.5)
    True
    """
    middle, spread = states.mean(axis=0), states.std(axis=0) + 1e-6
    x, mean = (states - middle) / spread, truths.mean(axis=0)
    sizes, axes = np.linalg.eigh(x.T @ x)
    sizes = np.maximum(sizes, 0)
    turned = x @ axes
    along = turned.T @ (truths - mean)
    errors, squares = [], turned**2
    for penalty in PENALTIES:
        rest = truths - mean - turned @ (along / (sizes + penalty)[:, None])
        leverage = np.maximum(1 - squares @ (1 / (sizes + penalty)) - 1 / len(truths), 1e-6)
        errors.append(np.mean((rest / leverage[:, None]) ** 2, axis=0))
    best = PENALTIES[np.argmin(errors, axis=0)]
    weights = axes @ (along / (sizes[:, None] + best))

    def tell(of: Array) -> Array:
        told: Array = (of - middle) / spread @ weights + mean
        return told

    return tell


def _score(truth: Array, told: Array, yes_or_no: bool) -> float:
    """R² or the share of right signs, both signs counted alike."""
    if yes_or_no:
        sides = [float(np.mean(told[truth == side] * side > 0)) for side in (-1.0, 1.0) if (truth == side).any()]
        return float(np.mean(sides))
    return 1 - float(np.sum((truth - told) ** 2) / max(np.sum((truth - truth.mean()) ** 2), 1e-12))


def interval(cases: Cases, told: Array, rng: np.random.Generator, draws: int = 400) -> tuple[float, float]:
    """A 95 % interval by drawing worlds again."""
    places = [np.flatnonzero(cases.worlds == world) for world in np.unique(cases.worlds)]
    scores = []
    for _ in range(draws):
        drawn = np.concatenate([places[k] for k in rng.integers(len(places), size=len(places))])
        scores.append(_score(cases.truth[drawn], told[drawn], cases.yes_or_no))
    low, high = np.quantile(scores, (0.025, 0.975))
    return float(low), float(high)
