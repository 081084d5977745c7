"""Statistics of records: intervals, repeats, paired comparisons, and what chance alone would give.

Samples of one scene are not independent, and neither are repeats of one sample: intervals are clustered by scene, and
where several people answered also by person. The only randomness, in paired comparisons, is seeded: the same records
give the same numbers.

>>> low, high = wilson(8, 10)
>>> f"{low:.2f} {high:.2f}"
'0.49 0.94'
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import comb, sqrt

import numpy as np
from numpy.typing import NDArray

from diorama.ask.records import Record
from diorama.ask.several_people import FEWEST_PEOPLE, crossed_variance, people_in, reach
from diorama.errors import DioramaError

Floats = NDArray[np.float64]

Z95 = 1.959963984540054
DRAWS = 2000
SEED = 0
"""Of the bootstrap: fixed, so that tables are reproducible."""
FEWEST_SCENES = 10
"""With fewer scenes, drawing them again says little of what others would show: there is no interval and no star."""


@dataclass(frozen=True)
class Interval:
    """A rate (or a mean) and the 95 % interval around it."""

    rate: float
    low: float
    high: float


@dataclass(frozen=True)
class Spread:
    """Mean and standard deviation of a rate over repeats; `std` is None for a single one."""

    mean: float
    std: float | None
    repeats: int


@dataclass(frozen=True)
class Comparison:
    """Two models (or strategies) on the same samples: the second minus the first."""

    samples: int
    """Samples that both answered …"""
    scenes: int
    """… and how many scenes they are of."""
    left_out: int
    """Samples that only one of them answered."""
    first: float
    second: float
    difference: Interval
    only_first: int
    """Samples that only the first has right in more than half of its repeats …"""
    only_second: int
    """… and only the second."""
    p: float
    """The p-value of McNemar's exact test on these two counts."""


def wilson(successes: float, trials: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval of a rate; all of [0, 1] without a trial."""
    if trials <= 0:
        return 0.0, 1.0
    share = successes / trials
    centre = share + z * z / (2 * trials)
    reach = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return max(0.0, (centre - reach) / scale), min(1.0, (centre + reach) / scale)


def rate_interval(
    records: Iterable[Record],
    counts: Callable[[Record], bool] = lambda r: r.correct,
    *,
    among: Callable[[Record], bool] = lambda r: True,
) -> Interval:
    """The share of records that count, with a 95 % interval clustered by scene.

    Wilson's interval on the effective number of trials, which is smaller than the number of records where those of a
    scene, or of a person, agree. If all records count, or none does, it is one trial per scene.
    """
    rate, worth, z = _rate_and_worth(list(filter(among, records)), counts)
    return Interval(rate, *wilson(rate * worth, worth, z))


def mean_rate_interval(parts: Sequence[Sequence[Record]]) -> Interval:
    """The mean of the rates of several parts, which weigh alike however large they are, with a 95 % interval.

    Wilson's interval on the number of trials that gives a mean of rates its variance; for a single part, that of
    `rate_interval`.
    """
    rates, worths, reaches = zip(*map(_rate_and_worth, parts), strict=True)
    rate = float(np.mean(rates))
    variance = sum(r * (1 - r) / worth for r, worth in zip(rates, worths, strict=True)) / len(parts) ** 2
    worth = len(parts) ** 2 / sum(1 / worth for worth in worths)
    if variance > 0:
        worth = min(worth, rate * (1 - rate) / variance)
    return Interval(rate, *wilson(rate * worth, worth, max(reaches)))


def _rate_and_worth(
    records: Sequence[Record], counts: Callable[[Record], bool] = lambda r: r.correct
) -> tuple[float, float, float]:
    """The share of some records that count, how many independent trials they are worth, and Wilson's z."""
    hits: dict[str, int] = defaultdict(int)
    sizes: dict[str, int] = defaultdict(int)
    for record in records:
        hits[record.scene] += counts(record)
        sizes[record.scene] += 1
    if not sizes:
        return float("nan"), 0.0, Z95
    hit, size = np.array([hits[s] for s in sizes], float), np.array(list(sizes.values()), float)
    rate = float(hit.sum() / size.sum())
    worth, people = _effective_trials(hit, size, rate), people_in(records)
    if people < FEWEST_PEOPLE:
        return rate, worth, Z95
    variance = crossed_variance(records, counts)
    return rate, min(worth, rate * (1 - rate) / variance) if variance > 0 else worth, reach(people)


def mean_interval(records: Iterable[Record], number: str) -> Interval:
    """The mean of a graded score over the replies that have it, as `mean_of` computes it."""
    return mean_of(records, lambda record: record.numbers.get(number))


def mean_of(records: Iterable[Record], value: Callable[[Record], float | None]) -> Interval:
    """The mean of a value from 0 to 1 over the records that have it, with a 95 % interval clustered by scene.

    The interval is that of a mean of ratios (sums over scenes); with fewer than two scenes it is all of [0, 1].
    """
    sums: dict[str, float] = defaultdict(float)
    sizes: dict[str, int] = defaultdict(int)
    for record in records:
        if (one := value(record)) is not None:
            sums[record.scene] += one
            sizes[record.scene] += 1
    if not sizes:
        return Interval(float("nan"), 0.0, 1.0)
    total, size = np.array([sums[s] for s in sizes]), np.array(list(sizes.values()), float)
    mean = float(total.sum() / size.sum())
    if len(size) < 2:
        return Interval(mean, 0.0, 1.0)
    spread = float(np.sqrt(len(size) / (len(size) - 1) * ((total - mean * size) ** 2).sum())) / float(size.sum())
    return Interval(mean, max(0.0, mean - Z95 * spread), min(1.0, mean + Z95 * spread))


def _effective_trials(hit: Floats, size: Floats, rate: float) -> float:
    """How many independent trials would have the variance that the scenes show."""
    scenes, trials = len(size), float(size.sum())
    if scenes < 2 or rate in (0.0, 1.0):
        return float(scenes)
    variance = float(((hit - rate * size) ** 2).sum()) / trials**2
    return min(trials, rate * (1 - rate) / variance) if variance > 0 else float(scenes)


def over_repeats(records: Iterable[Record], counts: Callable[[Record], bool] = lambda r: r.correct) -> Spread:
    """Mean and standard deviation (n − 1) of the rate over repeats; several people together are one."""
    hits: dict[int, list[bool]] = defaultdict(list)
    for record in records:
        hits[0 if record.person else record.repeat].append(counts(record))
    if not hits:
        return Spread(float("nan"), None, 0)
    rates = [sum(outcomes) / len(outcomes) for outcomes in hits.values()]
    std = float(np.std(rates, ddof=1)) if len(rates) > 1 else None
    return Spread(float(np.mean(rates)), std, len(rates))


def compare(first: Iterable[Record], second: Iterable[Record], *, draws: int = DRAWS, seed: int = SEED) -> Comparison:
    """Compare two models on the samples both answered; a sample's score is the share of its repeats that are right."""
    one, two = _by_sample(first), _by_sample(second)
    both = sorted(one.keys() & two.keys())
    if not both:
        raise DioramaError("the two have no sample in common: compare models on the same dataset")
    a, b = (np.array([float(np.mean(scores[s][1])) for s in both]) for scores in (one, two))
    scenes: dict[str, list[int]] = defaultdict(list)
    for index, sample in enumerate(both):
        scenes[one[sample][0]].append(index)
    gains = np.array([float((b - a)[rows].sum()) for rows in scenes.values()])
    sizes = np.array([len(rows) for rows in scenes.values()], float)
    low, high = np.quantile(_resampled(gains, sizes, draws, seed), [0.025, 0.975])
    only_first, only_second = int(((a > 0.5) & (b <= 0.5)).sum()), int(((b > 0.5) & (a <= 0.5)).sum())
    difference = Interval(float((b - a).mean()), float(low), float(high))
    left_out = len(one.keys() ^ two.keys())
    return Comparison(
        len(both), len(scenes), left_out, float(a.mean()), float(b.mean()), difference, only_first, only_second,
        mcnemar(only_first, only_second),
    )  # fmt: skip


def mcnemar(only_first: int, only_second: int) -> float:
    """The exact two-sided p-value: how likely chance makes the discordant pairs at least this uneven."""
    trials, fewer = only_first + only_second, min(only_first, only_second)
    if not trials:
        return 1.0
    tail: int = sum(comb(trials, k) for k in range(fewer + 1))
    return float(min(1.0, 2 * tail / 2**trials))


def chance_rate(records: Iterable[Record]) -> float | None:
    """The exact expected rate of the random player on these questions; None if it is not known for all."""
    chances = [r.chance for r in records]
    if not chances or None in chances:
        return None
    return float(np.mean([c for c in chances if c is not None]))


def chance_interval(records: Iterable[Record], level: float = 0.95) -> tuple[float, float] | None:
    """The exact interval of the random player's rate: quantiles of a Poisson-binomial distribution."""
    chances = [r.chance for r in records]
    if not chances or None in chances:
        return None
    spread = np.cumsum(_poisson_binomial([c for c in chances if c is not None]))
    tail = (1 - level) / 2
    low = int(np.searchsorted(spread, tail + 1e-9, side="right"))
    high = int(np.searchsorted(spread, 1 - tail - 1e-9, side="left"))
    return low / len(chances), min(high, len(chances)) / len(chances)


def _poisson_binomial(chances: Sequence[float]) -> Floats:
    """The distribution of the number of successes, by its characteristic function (exact to about 1e-12)."""
    size = len(chances) + 1
    turns = np.exp(2j * np.pi * np.arange(size) / size)
    product = np.ones(size, complex)
    for chance, count in Counter(chances).items():
        product *= (1 - chance + chance * turns) ** count
    return np.maximum(np.fft.fft(product).real / size, 0.0)


def _by_sample(records: Iterable[Record]) -> dict[str, tuple[str, list[bool]]]:
    by_sample: dict[str, tuple[str, list[bool]]] = {}
    for record in records:
        if record.answered:
            by_sample.setdefault(record.sample_id, (record.scene, []))[1].append(record.correct)
    return by_sample


def _resampled(sums: Floats, sizes: Floats, draws: int, seed: int) -> Floats:
    """The mean over samples in many resamplings of the scenes, a few at a time to keep memory small."""
    rng, scenes = np.random.default_rng([seed, len(sums)]), len(sums)
    means = []
    for start in range(0, draws, 50):
        drawn = rng.integers(scenes, size=(min(50, draws - start), scenes))
        means.append(sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1))
    return np.concatenate(means)
