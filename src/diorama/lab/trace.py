"""The instrument of causal tracing: corruptions, groundedness, and the recovery at each site, for one sample."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from diorama.data import Sample
from diorama.errors import DioramaError
from diorama.lab.examples import Example
from diorama.lab.prompt import Prompt
from diorama.lab.regions import Look, MarginRule, NoRegion, Regions, regions_of, rule_of, scene_of
from diorama.lab.sites import Site, chosen_sites, sites_of
from diorama.lab.structure import structural_bounds
from diorama.lab.subject import Subject
from diorama.lab.tracing import (
    Clean,
    Groundedness,
    Mask,
    Seed,
    Where,
    clean_run,
    corrupted_run,
    groundedness,
    recovery,
    restored_probability,
    states_needed,
)

CORRUPTIONS = ("target", "correct", "answer")
"""What is corrupted: the paper's A and B, and the things of the right answer."""
MERGERS = "mergers"
"""The combination of the merger with all deep-stack mergers."""


@dataclass(frozen=True)
class Trace:
    """The instrument."""

    sites: str = "paper"
    where: Where = "all"
    corruptions: tuple[str, ...] = CORRUPTIONS
    draws: int = 3
    """Noises that are drawn for each region."""
    seed: int = 0
    margin: MarginRule = "scaled"
    look_at: Look = scene_of
    source: str = "exact"
    name: str = "trace"
    answers: bool = True

    def setting(self) -> dict[str, Any]:
        return {
            "sites": self.sites, "where": self.where, "corruptions": list(self.corruptions), "draws": self.draws,
            "seed": self.seed, "margin": self.margin, "regions": self.source,
        }  # fmt: skip

    def check(self, subject: Subject) -> None:
        """The model has the sites."""
        chosen_sites(subject, self.sites)

    def look(self, subject: Subject, sample: Sample, prompt: Prompt) -> Example:
        """Every corruption that has a region: how grounded the answer is in it, and the recovery at each site."""
        grid = prompt.grid
        scene = self.look_at(sample, grid.width, grid.height)
        regions = regions_of(scene, rule_of(sample.task), grid, "patches", self.margin)
        sites = chosen_sites(subject, self.sites)
        combined = tuple(site for site in sites_of(subject) if site.stage in ("merger", "deepstack"))
        wanted = {site.name: (site,) for site in sites} | ({MERGERS: combined} if len(combined) > 1 else {})
        clean = clean_run(subject, prompt, states_needed(subject, wanted.values()))
        work = _Work(subject, prompt, clean, wanted, self.where, tuple(self._seeds(sample)))
        found = {name: _corrupted(work, regions, name) for name in self.corruptions}
        token = subject.processor.tokenizer.decode([clean.token])
        return Example(
            {
                "token": token, "probability": clean.probability, "margin": regions.margin,
                "fell back": regions.fell_back, "sites": [s.name for s in sites], "corruptions": found,
            }
        )  # fmt: skip

    def _seeds(self, sample: Sample) -> Iterator[Seed]:
        """Of the noises: others for each sample, so that chance evens out over a set."""
        return ((self.seed, draw, *sample.id.encode()) for draw in range(self.draws))


@dataclass(frozen=True, eq=False)
class _Work:
    """What all corruptions of a sample share."""

    subject: Subject
    prompt: Prompt
    clean: Clean
    wanted: Mapping[str, tuple[Site, ...]]
    """What is put back together, by name."""
    where: Where
    seeds: tuple[Seed, ...]


def _corrupted(work: _Work, regions: Regions, name: str) -> dict[str, Any]:
    """One corruption; without a region, the reason."""
    try:
        region = regions.named(name)
    except NoRegion as none:
        return {"left out": str(none)}
    subject, prompt, clean = work.subject, work.prompt, work.clean
    noises = [corrupted_run(subject, prompt, clean, region, seed, keep=()) for seed in work.seeds]
    grounded = groundedness(clean, noises)
    found: dict[str, Any] = {
        "groundedness": grounded.value, "patches": int(region.sum()),
        "drop": float(np.mean([clean.probability - each.probability for each in noises])),
        "flips": float(np.mean([each.flipped for each in noises])),
    }  # fmt: skip
    return found | (_restored(work, region) if grounded is Groundedness.GROUNDED else {})


def _restored(work: _Work, region: Mask) -> dict[str, Any]:
    """The recovery at each site, and what the architecture fixes; the states of one noise are held at a time."""
    subject, prompt, clean = work.subject, work.prompt, work.clean
    needed = states_needed(subject, work.wanted.values())
    shares: dict[str, list[float]] = {name: [] for name in work.wanted}
    structure: dict[str, list[float | None]] = {}
    for seed in work.seeds:
        noise = corrupted_run(subject, prompt, clean, region, seed, needed)
        for name, sites in work.wanted.items():
            if name not in structure:
                bounds = structural_bounds(subject, prompt, clean, noise, sites, work.where)
                structure[name] = [bounds.floor, bounds.ceiling]
            probability = restored_probability(subject, prompt, clean, noise, sites, work.where)
            share = recovery(clean, noise, probability)
            if share is not None:
                shares[name].append(share)
    means = {name: float(np.mean(known)) if known else None for name, known in shares.items()}
    return {"recovery": means, "structure": structure}


def check_corruptions(names: Sequence[str]) -> tuple[str, ...]:
    """Names of corruptions, as users give them."""
    strange = [name for name in names if name not in CORRUPTIONS]
    if strange or not names:
        raise DioramaError(f"corruptions are {', '.join(CORRUPTIONS)}; got '{', '.join(strange)}'")
    return tuple(dict.fromkeys(names))


def corruption_of(facts: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """What was found for a corruption; empty if it was not made."""
    found = facts.get("corruptions", {}).get(name, {})
    return found if isinstance(found, dict) else {}
