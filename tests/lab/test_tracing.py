"""Causal tracing: runs that begin at a site equal whole runs bit for bit, and planted dependence is found."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

from diorama.lab import sites_of
from diorama.lab.structure import Bounds, structural_bounds
from diorama.lab.subject import Subject
from diorama.lab.summaries import Row, structure_words
from diorama.lab.tracing import (
    Clean,
    Corrupted,
    Groundedness,
    Where,
    clean_run,
    corrupted_run,
    groundedness,
    matched_noise,
    recovery,
    restored_probability,
    states_needed,
)
from tests.lab.planting import fresh, only, plant_dependence
from tests.lab.scenes import prompt_of
from tests.lab.tiny import NAMES, tiny

torch: Any = import_module("torch")
BOTH: tuple[Where, Where] = ("all", "region")


class Case:
    """A clean and a corrupted run of a tiny model: noise in the middle of the picture."""

    def __init__(self, subject: Subject) -> None:
        self.subject, self.prompt = subject, prompt_of(subject)
        rows, columns = self.prompt.grid.shape("patches")
        self.region = np.zeros((rows, columns), bool)
        self.region[2:5, 3:6] = True
        self.clean: Clean = clean_run(subject, self.prompt)
        self.noisy: Corrupted = corrupted_run(subject, self.prompt, self.clean, self.region, seed=3)
        self.sites = {site.name: site for site in sites_of(subject)}

    def restored(self, *names: str, where: Where = "all", naive: bool = False) -> float:
        sites = [self.sites[name] for name in names]
        return restored_probability(
            self.subject, self.prompt, self.clean, self.noisy, sites, where, naive=naive
        )  # fmt: skip

    def bounds(self, where: Where) -> dict[str, Bounds]:
        together = tuple(site for site in self.sites.values() if site.stage in ("merger", "deepstack"))
        wanted = {name: (site,) for name, site in self.sites.items()} | {"mergers": together}
        return {
            name: structural_bounds(self.subject, self.prompt, self.clean, self.noisy, put, where)
            for name, put in wanted.items()
        }


@pytest.mark.parametrize("where", BOTH)
@pytest.mark.parametrize("name", NAMES)
def test_a_run_begun_at_a_site_equals_the_whole_run_bit_for_bit(name: str, where: Where) -> None:
    case = Case(tiny(name))
    assert case.noisy.probability != case.clean.probability
    for site in case.sites:
        assert case.restored(site, where=where) == case.restored(site, where=where, naive=True), site


@pytest.mark.parametrize("where", BOTH)
def test_combinations_equal_whole_runs_too(where: Where) -> None:
    case = Case(tiny("qwen3_vl"))
    mergers = ("deepstack.0", "deepstack.1", "deepstack.2", "merger")
    later = (("deepstack.0", "lm.2"), ("deepstack.2", "lm.2"), ("deepstack.1", "deepstack.2"), ("patches", "vit.0"))
    for names in (("merger", "deepstack.0"), ("vit.2", "lm.1"), mergers, *later):
        assert case.restored(*names, where=where) == case.restored(*names, where=where, naive=True)


@pytest.mark.parametrize("name", NAMES)
def test_states_that_no_site_needs_are_not_kept(name: str) -> None:
    """Of what was used up before a run begins, only the shape is needed."""
    for where in BOTH:
        case = Case(tiny(name))
        for site in case.sites.values():
            needed = states_needed(case.subject, [(site,)])
            clean = clean_run(case.subject, case.prompt, needed)
            noisy = corrupted_run(case.subject, case.prompt, clean, case.region, 3, needed)
            assert len(clean.run.states) <= 6
            found = restored_probability(case.subject, case.prompt, clean, noisy, [site], where)
            assert found == case.restored(site.name, where=where, naive=True), site.name


def test_a_module_of_a_spread_model_keeps_its_own_forward() -> None:
    """Libraries that spread a model over cards give modules a forward of their own."""
    case = Case(fresh())
    merger = case.subject.model.model.visual.merger
    plain, called = merger.forward, []

    def own(*args: Any, **kwargs: Any) -> Any:
        called.append(1)
        return plain(*args, **kwargs)

    merger.forward = own
    case.restored("lm.0")
    assert called == [], "it was played back"
    case.restored("vit.2")
    assert called == [1], "and its own forward is there again"


def test_numbers_that_overflow_are_a_failure_of_the_model() -> None:
    subject = fresh()
    with torch.no_grad():
        subject.model.lm_head.weight.fill_(float("inf"))
    with pytest.raises(FloatingPointError, match="use --dtype bfloat16 or float32"):
        clean_run(subject, prompt_of(subject))


@pytest.mark.parametrize("name", NAMES)
def test_restoring_everything_gives_exactly_the_clean_run(name: str) -> None:
    case = Case(tiny(name))
    last = max(site.index for site in case.sites.values() if site.stage == "lm")
    assert case.restored("patches") == case.restored("vit.0") == case.restored(f"lm.{last}") == case.clean.probability


def test_the_merger_alone_is_not_enough_but_all_mergers_are() -> None:
    """Deep-stack mergers carry the noise past the merger."""
    case = Case(tiny("qwen3_vl"))
    assert case.restored("merger") != case.clean.probability
    assert case.restored("merger") == case.restored("lm.input"), "what goes into the first layer is what merged"
    together = ("merger", *(name for name in case.sites if name.startswith("deepstack")))
    assert case.restored(*together) == case.clean.probability
    plain = Case(tiny("internvl"))
    assert plain.restored("merger") == plain.clean.probability, "a plain projector is all there is"


def test_between_two_taps_the_site_makes_no_difference() -> None:
    case = Case(tiny("qwen3_vl"))
    assert case.restored("vit.3") == case.restored("vit.4"), "the third tap is at block 4"
    assert case.restored("vit.2") != case.restored("vit.3")


def test_the_last_layers_picture_reaches_nothing() -> None:
    case = Case(tiny("qwen3_vl"))
    assert case.restored("lm.3", where="region") == case.noisy.probability


# what the architecture fixes


def test_the_architecture_is_found_out_by_the_same_code() -> None:
    case = Case(tiny("qwen3_vl"))
    bounds = case.bounds("all")
    ones = {name for name, bound in bounds.items() if bound.floor == 1}
    assert ones == {"patches", "vit.0", "vit.1", "lm.3", "mergers"}, "before the first tap, after the last one comes in"
    region = case.bounds("region")
    assert {name for name, bound in region.items() if bound.floor is not None} == {"patches", "lm.3"}
    assert region["lm.3"].ceiling == 0 and region["patches"].floor == 1


def test_a_model_that_is_sure_does_not_make_points_look_fixed() -> None:
    """Its probabilities are 1 to the last bit wherever it is mended, though not all that flows on is clean."""
    subject = fresh()
    with torch.no_grad():
        subject.model.model.language_model.norm.weight.mul_(300.0)
    case = Case(subject)
    assert case.clean.probability == case.restored("vit.2", where="region") == 1.0
    bounds = case.bounds("region")
    assert {name for name, bound in bounds.items() if bound.floor == 1} == {"patches"}


def test_words_say_which_points_are_the_architectures_own() -> None:
    rows: list[Row] = [
        {"site": "vit.0", "floor": 1.0, "ceiling": 1.0}, {"site": "vit.1", "floor": 1.0, "ceiling": 1.0},
        {"site": "merger", "floor": None, "ceiling": None}, {"site": "lm.3", "floor": 0.0, "ceiling": 0.0},
    ]  # fmt: skip
    one, zero, free = structure_words(rows)
    assert one.startswith("At vit.0 and vit.1, ") and "1 whatever the weights" in one
    assert zero.startswith("At lm.3, ") and "0 whatever the weights" in zero
    assert free == "Only at merger do the weights decide."


# noise


def test_noise_has_the_mean_and_the_spread_of_the_picture_and_a_seed() -> None:
    case = Case(tiny("qwen3_vl"))
    clean = case.clean.run.states["patches"]
    everywhere = np.ones_like(case.region)
    made = matched_noise(clean.repeat(1, 1), case.prompt.grid, everywhere, 1)(clean)
    assert made.mean(0) == pytest.approx(clean.mean(0), abs=float(clean.std()))
    assert float(made.std()) == pytest.approx(float(clean.std()), rel=0.2)
    again, other = (matched_noise(clean, case.prompt.grid, case.region, seed)(clean) for seed in (3, 4))
    assert torch.equal(again, case.noisy.run.states["patches"]) and not torch.equal(again, other)
    changed = (again != clean).any(-1).numpy()
    assert changed.sum() == case.region.sum(), "and nothing else is touched"


def test_a_class_token_is_not_corrupted() -> None:
    case = Case(tiny("internvl"))
    clean, noisy = (run.states["patches"][0] for run in (case.clean.run, case.noisy.run))
    assert torch.equal(clean[0], noisy[0]) and int((clean != noisy).any(-1).sum()) == case.region.sum()


# groundedness


def noisy(probability: float, flipped: bool = False) -> Corrupted:
    return Corrupted(Case(tiny("qwen3_vl")).noisy.run, np.zeros((1, 1), bool), probability, flipped)


@pytest.mark.parametrize(
    ("probabilities", "flips", "kind"),
    [
        ((0.74,), (False,), Groundedness.GROUNDED),
        ((0.78,), (False,), Groundedness.MARGINAL),
        ((0.795,), (False,), Groundedness.UNGROUNDED),
        ((0.795,), (True,), Groundedness.GROUNDED),
        ((0.7, 0.79), (False, False), Groundedness.GROUNDED),
        ((0.795, 0.795, 0.795), (True, False, False), Groundedness.MARGINAL),
    ],
)
def test_the_papers_classes(
    probabilities: tuple[float, ...], flips: tuple[bool, ...], kind: Groundedness
) -> None:
    clean = Clean(Case(tiny("qwen3_vl")).clean.run, 0, 0.8)
    assert groundedness(clean, [noisy(p, f) for p, f in zip(probabilities, flips, strict=True)]) is kind


def test_a_recovery_is_a_share_of_a_drop_and_hardly_any_drop_has_none() -> None:
    clean = Clean(Case(tiny("qwen3_vl")).clean.run, 0, 0.8)
    assert recovery(clean, noisy(0.4), 0.6) == pytest.approx(0.5)
    assert recovery(clean, noisy(0.795), 0.8) is None


def test_a_planted_dependence_is_grounded_there_and_nowhere_else() -> None:
    subject = fresh()
    prompt = prompt_of(subject)
    plant_dependence(subject, prompt, token=13, seeds=range(3))
    clean = clean_run(subject, prompt)
    rows, columns = prompt.grid.shape("tokens")
    kinds = {}
    for token in (0, 7, 13, 14, 23):
        region = prompt.grid.patches_of(only((rows, columns), (token // columns, token % columns)))
        noises = [corrupted_run(subject, prompt, clean, region, seed) for seed in range(3)]
        kinds[token] = groundedness(clean, noises)
    assert kinds.pop(13) is Groundedness.GROUNDED
    assert set(kinds.values()) == {Groundedness.UNGROUNDED}
