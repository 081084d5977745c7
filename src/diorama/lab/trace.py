"""The instrument of causal tracing: corruptions, groundedness, and the recovery at each site, for one sample."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    Corrupted,
    Groundedness,
    Where,
    clean_run,
    corrupted_run,
    groundedness,
    recovery,
    restored_probability,
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

    def look(self, subject: Subject, sample: Sample, prompt: Prompt) -> Example:
        """Every corruption that has a region: how grounded the answer is in it, and the recovery at each site."""
        grid = prompt.grid
        scene = self.look_at(sample, grid.width, grid.height)
        regions = regions_of(scene, rule_of(sample.task), grid, "patches", self.margin)
        sites = chosen_sites(subject, self.sites)
        clean = clean_run(subject, prompt)
        found = {name: self._corrupted(subject, prompt, clean, regions, name, sites) for name in self.corruptions}
        token = subject.processor.tokenizer.decode([clean.token])
        facts = {
            "token": token, "probability": clean.probability, "sites": [s.name for s in sites], "corruptions": found,
        }  # fmt: skip
        return Example(facts)

    def _corrupted(
        self, subject: Subject, prompt: Prompt, clean: Clean, regions: Regions, name: str, sites: Sequence[Site]
    ) -> dict[str, Any]:
        """One corruption; without a region, the reason."""
        try:
            region = regions.named(name)
        except NoRegion as none:
            return {"left out": str(none)}
        noises = [corrupted_run(subject, prompt, clean, region, self.seed * 1000 + draw) for draw in range(self.draws)]
        grounded = groundedness(clean, noises)
        found: dict[str, Any] = {
            "groundedness": grounded.value, "patches": int(region.sum()),
            "drop": float(np.mean([clean.probability - each.probability for each in noises])),
            "flips": float(np.mean([each.flipped for each in noises])),
        }  # fmt: skip
        if grounded is not Groundedness.GROUNDED:
            return found
        combined = tuple(s for s in sites_of(subject) if s.stage in ("merger", "deepstack"))
        wanted = {site.name: (site,) for site in sites} | ({MERGERS: combined} if len(combined) > 1 else {})
        restored = {
            name: [restored_probability(subject, prompt, clean, noise, put, self.where) for noise in noises]
            for name, put in wanted.items()
        }
        first = {put: restored[name][0] for name, put in wanted.items()}
        bounds = structural_bounds(subject, prompt, clean, noises[0], self.where, first)
        return found | {
            "recovery": {name: mean_recovery(clean, noises, each) for name, each in restored.items()},
            "structure": {name: [bounds[put].floor, bounds[put].ceiling] for name, put in wanted.items()},
        }  # fmt: skip


def mean_recovery(clean: Clean, noises: Sequence[Corrupted], restored: Sequence[float]) -> float | None:
    """Over the noises whose drop can be divided by; None if there is none."""
    shares = [recovery(clean, noise, probability) for noise, probability in zip(noises, restored, strict=True)]
    known = [share for share in shares if share is not None]
    return float(np.mean(known)) if known else None


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
