"""Drawings of what is seen in a picture."""

from __future__ import annotations

import numpy as np
import pytest

from diorama.perceive.construct.graph import occlusion_graph
from diorama.perceive.construct.limits import Limits
from diorama.perceive.percepts import DepthMap
from diorama.perceive.showing.drawings import (
    colour_of,
    depth_drawing,
    depth_map,
    edge,
    graph_drawing,
    mask_map,
    smaller,
    things_drawing,
)
from tests.perceive.by_hand import seen_by_hand

SEEN = seen_by_hand(("vase", (30, 10, 50, 40), 2.0), ("box", (40, 20, 60, 50), 1.0))


def test_each_thing_has_its_number_and_its_colour() -> None:
    picture = mask_map(SEEN)
    numbers = np.asarray(picture)
    assert [(numbers == k).sum() for k in (1, 2)] == [thing.mask.sum() for thing in SEEN.things]
    colours = np.asarray(picture.convert("RGB"))
    assert (colours[SEEN["box"].mask] == colour_of(1)).all()


def test_depth_comes_back_from_its_map() -> None:
    """In millimetres if it is metric; what is not known is 0, and stays so."""
    values = np.array([[1.5, 2.25], [np.nan, 60.0]], np.float32)
    for metric in (True, False):
        picture, scale = depth_map(DepthMap(values, metric))
        numbers = np.asarray(picture)
        assert numbers[1, 0] == 0
        np.testing.assert_allclose(numbers[~np.isnan(values)] * scale, values[~np.isnan(values)], rtol=1e-3)
        assert (scale == 0.001) is metric


def test_near_is_bright_and_unknown_is_grey() -> None:
    values = np.linspace(1, 9, 200, dtype=np.float32).reshape(1, 200).repeat(3, axis=0)
    values[0, 0] = np.nan
    pixels = np.asarray(depth_drawing(DepthMap(values, metric=False))).astype(int)
    assert pixels[1, 5].sum() > pixels[1, 100].sum() > pixels[1, 195].sum()
    assert tuple(pixels[0, 0]) == (120, 120, 120)


def test_an_arrow_leads_from_what_hides_to_what_is_hidden() -> None:
    """Between the middles of both, the dimmed picture is black but for the arrow."""
    with_arrow = np.asarray(graph_drawing(SEEN, occlusion_graph(SEEN, Limits())))
    without = np.asarray(graph_drawing(SEEN, occlusion_graph(SEEN, Limits(overlap=0.9))))
    changed = (with_arrow != without).any(axis=2)
    assert changed.any() and not changed[:, 60:].any()


def test_a_large_picture_is_drawn_small() -> None:
    wide = seen_by_hand(("vase", (300, 10, 900, 90), 2.0), shape=(100, 2000))
    small = smaller(wide, 960, 1440)
    assert small.size == (667, 34)
    assert things_drawing(small).size == (667, 34)
    assert small["vase"].mask.mean() == pytest.approx(wide["vase"].mask.mean(), abs=0.03)
    assert smaller(SEEN, 960, 1440) is SEEN


def test_the_edge_of_a_mask_is_one_pixel_wide() -> None:
    assert edge(SEEN["box"].mask).sum() == 2 * (20 + 30) - 4
    assert not edge(np.zeros((4, 4), bool)).any()
