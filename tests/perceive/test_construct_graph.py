"""Who hides whom, by pairs."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diorama.perceive.construct.graph import occlusion_graph, overlap_table
from diorama.perceive.construct.limits import Limits
from diorama.perceive.construct.tasks import TASKS
from diorama.perceive.percepts import Mask
from tests.perceive.by_hand import seen_by_hand


def test_the_nearer_of_two_that_meet_hides_the_other() -> None:
    """The box stands before the vase; the lamp stands beside both."""
    seen = seen_by_hand(
        ("vase", (30, 10, 50, 40), 2.0), ("box", (40, 20, 60, 50), 1.0), ("lamp", (80, 10, 90, 50), 3.0)
    )
    assert set(occlusion_graph(seen, Limits()).edges) == {("box", "vase")}


def test_overlap_is_a_share_of_mask_and_box_together() -> None:
    """Two squares of 20 by 20 pixels share 10 by 10: 100 of 400 + 400 - 100."""
    table = overlap_table([_filled(0, 20), _filled(10, 30)])
    np.testing.assert_allclose(table, [[1, 100 / 700], [100 / 700, 1]])


def test_an_edge_needs_more_overlap_than_the_limit() -> None:
    seen = seen_by_hand(("vase", (30, 10, 50, 40), 2.0), ("box", (40, 20, 60, 50), 1.0))
    (overlap,) = (each for _, _, each in occlusion_graph(seen, Limits()).edges(data="overlap"))
    assert not occlusion_graph(seen, Limits(overlap=overlap)).edges
    assert occlusion_graph(seen, Limits(overlap=0.99 * overlap)).edges


def test_a_thing_without_depth_hides_nothing() -> None:
    seen = seen_by_hand(("vase", (30, 10, 50, 40), float("nan")), ("box", (40, 20, 60, 50), 1.0))
    assert not occlusion_graph(seen, Limits()).edges


def test_equal_depth_hides_nothing() -> None:
    seen = seen_by_hand(("vase", (30, 10, 50, 40), 1.0), ("box", (40, 20, 60, 50), 1.0))
    assert not occlusion_graph(seen, Limits()).edges


def test_the_tasks_are_found_by_name() -> None:
    assert TASKS.names() == ("T1", "T2", "T3", "T4", "T5", "T6")


@given(st.integers(1, 6), st.integers(0, 2**32 - 1))
def test_overlaps_equal_those_counted_pixel_by_pixel(count: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    masks = [rng.random((7, 11)) < share for share in rng.choice([0.0, 0.05, 0.2, 0.9], count)]
    expected = np.zeros((count, count))
    for i, mask in enumerate(masks):
        for j, other in enumerate(masks):
            box = np.zeros(mask.shape, bool)
            if other.any():
                rows, columns = np.nonzero(other)
                box[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1] = True
            expected[i, j] = (mask & box).sum() / max(1, (mask | box).sum())
    np.testing.assert_allclose(overlap_table(masks), expected)


def _filled(start: int, end: int) -> Mask:
    mask = np.zeros((40, 40), bool)
    mask[start:end, start:end] = True
    return mask
