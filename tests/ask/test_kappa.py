"""Cohen's κ against another derivation, and its interval."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diorama.ask.kappa import agreement

CLASSES = ("correct", "hallucinated", "incorrect")
LISTS = st.lists(st.tuples(st.sampled_from(CLASSES), st.sampled_from(CLASSES)), min_size=1, max_size=60)


def by_hand(pairs: list[tuple[str, str]]) -> Fraction | None:
    """κ as Cohen wrote it, from counts: how often both agree, beyond how often chance would make them."""
    n = len(pairs)
    agreed = sum(a == b for a, b in pairs)
    by_chance = Fraction(sum(sum(a == c for a, _ in pairs) * sum(b == c for _, b in pairs) for c in CLASSES), n)
    return None if by_chance == n else (agreed - by_chance) / (n - by_chance)


@given(LISTS)
def test_kappa_is_what_counts_by_hand_give(pairs: list[tuple[str, str]]) -> None:
    found, wanted = agreement([(f"s{k}", a, b) for k, (a, b) in enumerate(pairs)]), by_hand(pairs)
    assert found.pairs == len(pairs) and found.agreed == pytest.approx(sum(a == b for a, b in pairs) / len(pairs))
    assert (found.kappa is None) == (wanted is None)
    if wanted is not None:
        assert found.kappa == pytest.approx(float(wanted))
    if found.interval is not None:
        assert -1 <= found.interval.low <= found.interval.rate <= found.interval.high <= 1


def test_a_table_of_a_textbook() -> None:
    """Fifty applications, two readers: 20 yes by both, 15 no by both, 5 and 10 differ; κ is 0.4."""
    pairs = [("y", "y")] * 20 + [("y", "n")] * 5 + [("n", "y")] * 10 + [("n", "n")] * 15
    found = agreement([(str(k), a, b) for k, (a, b) in enumerate(pairs)])
    assert found.agreed == pytest.approx(0.7) and found.kappa == pytest.approx(0.4)
    assert found.interval is not None and 0.1 < found.interval.low < 0.3 and 0.5 < found.interval.high < 0.7


def test_the_interval_knows_that_replies_of_a_scene_go_together() -> None:
    """The same pairs in fewer scenes are less evidence; the same pairs twice give the same interval."""
    rng = np.random.default_rng(1)
    said = [(CLASSES[k % 3], CLASSES[k % 3] if rng.random() < 0.8 else CLASSES[(k + 1) % 3]) for k in range(240)]
    apart = agreement([(f"s{k}", a, b) for k, (a, b) in enumerate(said)])
    together = agreement([(f"s{k // 20}", a, b) for k, (a, b) in enumerate(sorted(said))])
    assert apart.interval is not None and together.interval is not None
    assert together.interval.high - together.interval.low > apart.interval.high - apart.interval.low
    assert agreement([(f"s{k}", a, b) for k, (a, b) in enumerate(said)]) == apart


def test_where_nothing_can_be_said_nothing_is() -> None:
    assert agreement([]).kappa is None
    same = agreement([(str(k), "correct", "correct") for k in range(20)])
    assert same.agreed == 1 and same.kappa is None and same.interval is None
    assert agreement([("a", "x", "y"), ("b", "y", "x")]).interval is None, "two scenes are too few"
