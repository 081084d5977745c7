"""Linear probes find a planted direction in worlds they were not trained on, and nothing in shuffled labels."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch")

from diorama.lab.activations import hidden_labels, pairs, places, pooled, stacked
from diorama.lab.examples import Example
from diorama.lab.probes import PENALTIES, Array, cases_of, fitted, probe_all
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
    told = fitted(states, truth[:, None])(rng.standard_normal((100, 200)))
    assert float(np.std(told)) < 0.5 * float(np.std(truth))


def test_the_closed_form_agrees_with_one_that_leaves_each_case_out() -> None:
    """A second derivation: the penalty with the least error, each case told by a ridge fitted to all others."""
    rng = np.random.default_rng(1)
    states = rng.standard_normal((40, 6)) @ rng.standard_normal((6, 6))
    truth = states @ rng.standard_normal(6) + 3 + rng.standard_normal(40)
    x, mean = (states - states.mean(0)) / (states.std(0) + 1e-6), truth.mean()

    def ridge(a: Array, b: Array, penalty: float) -> Array:
        return np.linalg.solve(a.T @ a + penalty * np.eye(6), a.T @ b)

    def left_out(penalty: float) -> float:
        """The mean belongs to what is fitted: it is not punished."""
        errors = []
        for k in range(40):
            a, b = np.delete(x, k, 0), np.delete(truth, k)
            weights = ridge(a - a.mean(0), b - b.mean(), penalty)
            errors.append((truth[k] - b.mean() - (x[k] - a.mean(0)) @ weights) ** 2)
        return float(np.mean(errors))

    best = min(PENALTIES, key=left_out)
    expected = x @ ridge(x, truth - mean, best) + mean
    assert fitted(states, truth[:, None])(states)[:, 0] == pytest.approx(expected)


def test_where_things_stand_is_a_probe_of_its_own() -> None:
    """What is higher in the picture is farther here, and no model was asked."""
    spots = np.random.default_rng(2).uniform(0, 1, (500, 2))
    features = places(spots)
    assert features.shape == (500, 5) and features[:, 0].tolist() == pytest.approx(spots[:, 0].tolist())
    told = fitted(features[:400].astype(float), (2 - spots[:400, :1]) ** 2)(features[400:].astype(float))
    assert told[:, 0] == pytest.approx((2 - spots[400:, 0]) ** 2, abs=0.01)


def test_too_few_worlds_tell_nothing() -> None:
    assert probe_all({str(k): planted(k) for k in range(3)}) == probe_all({}) == []


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
