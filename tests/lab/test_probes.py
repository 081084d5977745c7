"""Linear probes find a planted direction in worlds they were not trained on, and nothing in shuffled labels."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch")

from diorama.errors import DioramaError
from diorama.lab.activations import hidden_labels, pairs, pooled, stacked
from diorama.lab.examples import Example
from diorama.lab.probes import cases_of, fitted, probe_all
from diorama.sight import see
from tests.worlds import level_camera, row

WORLDS, TOKENS, BODIES, WIDTH = 30, 24, 6, 16


def planted(world: int, *, told: bool = True) -> Example:
    """Two sites: noise alone, and noise in which depth lies along one direction and "hidden" along another."""
    rng = np.random.default_rng([world, told])
    depth, hidden = rng.uniform(1, 3, TOKENS), rng.integers(0, 2, TOKENS)
    far = rng.permutation(BODIES).astype(float)
    noise, tokens = rng.standard_normal((2, TOKENS, WIDTH))
    blank, bodies = rng.standard_normal((2, BODIES, WIDTH))
    if told:
        tokens[:, 3] += 4 * depth
        tokens[:, 5] += 3 * (2 * hidden - 1)
        bodies[:, 7] += 4 * far
    order = [(a, b, far[a] < far[b]) for a in range(BODIES) for b in range(a + 1, BODIES)]
    return Example(
        {"sites": ["blank", "tells"], "scene": f"world-{world}", "task": "T1"},
        {
            "tokens": np.stack([noise, tokens]), "bodies": np.stack([blank, bodies]), "depth": depth,
            "hidden": hidden.astype(np.int8), "nearer": np.array(order, np.int16), "hides": np.array(order, np.int16),
        },
    )  # fmt: skip


def test_a_planted_direction_is_found_where_it_lies_and_nowhere_else() -> None:
    found = {(p.question, p.site): p for p in probe_all({str(k): planted(k) for k in range(WORLDS)})}
    for question, least in (("depth", 0.8), ("hidden", 0.95), ("nearer", 0.95), ("hides", 0.95)):
        tells, blank = found[question, "tells"], found[question, "blank"]
        assert tells.score > least and tells.low <= tells.score <= tells.high
        chance = 0.0 if question == "depth" else 0.5
        for nothing in (tells.shuffled, blank.score, blank.shuffled):
            assert nothing < chance + 0.09, (question, nothing)
        assert tells.worlds == WORLDS


def test_what_holds_in_one_world_only_is_not_found_in_others() -> None:
    """In each world another direction tells the depth: a probe of all of them learns nothing."""
    examples = {}
    for world in range(WORLDS):
        plain = planted(world, told=False)
        tokens = plain.arrays["tokens"].copy()
        tokens[1, :, world % WIDTH] += 4 * plain.arrays["depth"] * (1 if world % 2 else -1)
        examples[str(world)] = Example(plain.facts, {**plain.arrays, "tokens": tokens})
    depth = next(p for p in probe_all(examples) if (p.question, p.site) == ("depth", "tells"))
    assert depth.score < 0.15


def test_pairs_are_asked_both_ways_round() -> None:
    """If the first were always the nearer one, a probe would need no states."""
    cases = cases_of("nearer", [planted(k) for k in range(WORLDS)], list(range(WORLDS)), 0)
    assert 0.4 < float(np.mean(cases.truth > 0)) < 0.6


def test_the_penalty_keeps_many_features_from_explaining_few_cases() -> None:
    rng = np.random.default_rng(0)
    states, truth = rng.standard_normal((30, 200)), rng.standard_normal(30)
    told = fitted(states, truth)(rng.standard_normal((100, 200)))
    assert float(np.std(told)) < 0.5 * float(np.std(truth))


def test_too_few_worlds_are_refused() -> None:
    with pytest.raises(DioramaError, match="too few samples for probes"):
        probe_all({str(k): planted(k) for k in range(3)})


def test_the_truth_about_bodies_in_a_row() -> None:
    """Three blocks one behind another: the first hides the others."""
    world = row("near", "middle", "far")
    sight = see(world, level_camera())
    assert hidden_labels(sight)[list(sight.inventory).index("near")] == 0
    assert hidden_labels(sight)[list(sight.inventory).index("far")] == 1
    seen = [n for n in sight.inventory if sight.visible_px(n)]
    table = pairs(sight, seen)
    for a, b, first in table["nearer"]:
        order = ("near", "middle", "far")
        assert bool(first) == (order.index(seen[a]) < order.index(seen[b]))
    assert all(seen[a if first else b] != "far" for a, b, first in table["hides"])


def test_sites_of_unequal_width_stand_in_one_array() -> None:
    """Vision and language may differ in width."""
    both = stacked([np.ones((2, 3), np.float32), np.ones((2, 5), np.float32)])
    assert both.shape == (2, 2, 5) and both[0].tolist() == [[1, 1, 1, 0, 0]] * 2


def test_a_body_is_the_mean_of_the_tokens_it_covers() -> None:
    cells = np.array([[1.0, 0.0], [3.0, 2.0], [9.0, 9.0]], np.float32)
    assert pooled(cells, np.array([[0.5, 0.5, 0.0], [0.0, 0.0, 0.2]])).tolist() == [[2.0, 1.0], [9.0, 9.0]]
