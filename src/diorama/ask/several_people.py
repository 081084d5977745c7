"""What the answers of several people are worth: other people, and other scenes, would have given other ones.

Answers of one person are no more independent than answers to one scene. The variance of a rate is that of drawing the
people again, plus that of drawing the scenes again, minus that of drawing single answers again, which is in both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from diorama.ask.records import Record

FEWEST_PEOPLE = 3
"""With fewer, drawing them again says nothing of others: intervals then hold for these people, on other scenes."""


def people_in(records: Iterable[Record]) -> int:
    """How many people answered; 0 for the records of a model."""
    return len({record.person for record in records if record.person})


def crossed_variance(records: Sequence[Record], counts: Callable[[Record], bool]) -> float:
    """The variance of the share of records that count, over people and scenes; not below zero."""
    rate = sum(map(counts, records)) / len(records)
    by_person, by_scene, by_both = (defaultdict[object, float](float) for _ in range(3))
    for record in records:
        off = counts(record) - rate
        by_person[record.person] += off
        by_scene[record.scene] += off
        by_both[record.person, record.scene] += off
    both = sum(off * off for off in by_both.values())
    return max(0.0, _drawn_again(by_person) + _drawn_again(by_scene) - both) / len(records) ** 2


def _drawn_again(sums: dict[object, float]) -> float:
    """The variance of a sum of parts that are drawn again, from how far each is off."""
    return sum(off * off for off in sums.values()) * len(sums) / max(1, len(sums) - 1)


def reach(people: int) -> float:
    """How many standard deviations a 95 % interval reaches, by Student: spreads of few people are known badly."""
    from scipy.special import stdtrit

    return float(stdtrit(people - 1, 0.975))
