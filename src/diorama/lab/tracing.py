"""Causal tracing: which part of a picture an answer depends on, and after which sites that can be mended.

The patch embeddings of a region are replaced by noise where they enter the first vision block. How far that lowers the
probability of the model's own next token says whether the answer is grounded in the region. Then the clean state of one
site is put back under the same noise: the recovery is how much of the drop that undoes.

A run that restores a site begins there: everything before it is played back from the corrupted run, and where all that
flows on is as in the clean run, its outcome is the clean one. Both equal the whole run bit for bit (`naive`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from diorama.lab.grid import Grid
from diorama.lab.passes import Change, Pass, run_pass
from diorama.lab.prompt import Prompt
from diorama.lab.sites import Site, frontier, sites_of
from diorama.lab.subject import Subject

Mask = NDArray[np.bool_]
Where = Literal["all", "region"]
"""Whether a site's state is put back everywhere, or only where the region was corrupted."""

GROUNDED_DROP, UNGROUNDED_DROP = 0.05, 0.01
"""A larger drop is grounded; a smaller one, with the same first choice, is ungrounded. The paper's."""
LEAST_DROP = 0.01
"""A recovery is a share of the drop; of smaller ones it is mostly rounding, and is not told."""


class Groundedness(StrEnum):
    """How much an answer depends on a region."""

    GROUNDED = "grounded"
    MARGINAL = "marginal"
    UNGROUNDED = "ungrounded"


@dataclass(frozen=True, eq=False)
class Clean:
    """A run as it is, with the states of all sites."""

    run: Pass
    token: int
    """The model's first choice for its next token."""
    probability: float


@dataclass(frozen=True, eq=False)
class Corrupted:
    """A run with noise in a region, with the states of all sites."""

    run: Pass
    region: Mask
    """Raster of patches."""
    probability: float
    """Of the clean run's first choice."""
    flipped: bool
    """Whether another token is the first choice now."""


def clean_run(subject: Subject, prompt: Prompt) -> Clean:
    """The run as it is."""
    run = run_pass(subject, prompt, keep=sites_of(subject))
    token = int(run.logits.argmax())
    return Clean(run, token, float(run.probabilities[token]))


def corrupted_run(subject: Subject, prompt: Prompt, clean: Clean, region: Mask, seed: int) -> Corrupted:
    """The same with noise in place of a region's patch embeddings."""
    first, *_ = sites = sites_of(subject)
    noise = matched_noise(clean.run.states[first.name], prompt.grid, region, seed)
    run = run_pass(subject, prompt, keep=sites, change={first: noise})
    return Corrupted(run, region, float(run.probabilities[clean.token]), int(run.logits.argmax()) != clean.token)


def matched_noise(embeddings: Any, grid: Grid, region: Mask, seed: int) -> Change:
    """Gaussian noise with the mean and the spread that each feature has over the picture's own patches."""
    torch: Any = import_module("torch")
    places = torch.as_tensor(grid.patch_places(region), device=embeddings.device)
    own = embeddings[..., grid.before :, :].float().reshape(-1, embeddings.shape[-1])
    drawn = np.random.default_rng(seed).standard_normal((len(places), own.shape[1]))
    noise = torch.as_tensor(drawn, dtype=torch.float32, device=own.device) * own.std(0) + own.mean(0)

    def corrupt(state: Any) -> Any:
        changed = state.clone()
        changed[..., places, :] = noise.to(state.dtype)
        return changed

    return corrupt


def groundedness(clean: Clean, corrupted: Sequence[Corrupted]) -> Groundedness:
    """How much an answer depends on a region, over several draws of noise."""
    drop = float(np.mean([clean.probability - each.probability for each in corrupted]))
    flips = float(np.mean([each.flipped for each in corrupted]))
    if drop > GROUNDED_DROP or flips > 0.5:
        return Groundedness.GROUNDED
    return Groundedness.UNGROUNDED if drop < UNGROUNDED_DROP and flips == 0 else Groundedness.MARGINAL


def places_to_restore(site: Site, grid: Grid, region: Mask, where: Where) -> NDArray[np.int64] | None:
    """The places of a site's state that are put back; None for all of them.

    In the language model, the region is the picture's tokens into which its patches are merged.
    """
    if where == "all":
        return None
    if site.space == "patches":
        return grid.patch_places(region)
    tokens = grid.tokens_of(region)
    return grid.merged_places(tokens) if site.space == "merged" else grid.sequence_places(tokens)


def restored_probability(
    subject: Subject,
    prompt: Prompt,
    clean: Clean,
    corrupted: Corrupted,
    sites: Iterable[Site],
    where: Where,
    *,
    naive: bool = False,
) -> float:
    """The probability of the clean first choice when these sites are put back under the noise.

    `naive` runs the whole model; otherwise, what comes before the last of the sites is played back.
    """
    every = sites_of(subject)
    wanted = [site for site in every if site in set(sites)]
    mended = {s: _mended(s, prompt.grid, clean, corrupted, where) for s in wanted}
    if naive:
        first = every[0]
        noisy = corrupted.run.states[first.name]
        change: dict[Site, Change] = {first: lambda state: noisy}
        change |= {s: _putting_back(s, prompt.grid, clean, corrupted.region, where) for s in wanted if s is not first}
        if first in mended:
            change[first] = lambda state: mended[first]
        return float(run_pass(subject, prompt, change=change).probabilities[clean.token])
    return _from(subject, prompt, clean, corrupted, wanted, mended, every, where)


def _from(
    subject: Subject, prompt: Prompt, clean: Clean, corrupted: Corrupted, wanted: Sequence[Site],
    mended: Mapping[Site, Any], every: Sequence[Site], where: Where,
) -> float:  # fmt: skip
    """The same, begun at the first of the sites: what flows on from it is computed, later sites are put back in it."""
    torch: Any = import_module("torch")
    begin = wanted[0]
    flowing = {s: mended.get(s, corrupted.run.states[s.name]) for s in frontier(begin, every)}
    if len(wanted) == 1 and all(torch.equal(state, clean.run.states[s.name]) for s, state in flowing.items()):
        return clean.probability
    play = played_up_to(begin, every, corrupted, mended[begin])
    change = {s: _putting_back(s, prompt.grid, clean, corrupted.region, where) for s in wanted[1:]}
    return float(run_pass(subject, prompt, play=play, change=change).probabilities[clean.token])


def played_up_to(site: Site, every: Sequence[Site], corrupted: Corrupted, state: Any) -> dict[Site, Any]:
    """What is played back for a run that begins at a site with this state: the noise's own states before it."""
    before = every[: every.index(site)]
    return {s: corrupted.run.states[s.name] for s in before if not s.takes_input} | {site: state}


def _mended(site: Site, grid: Grid, clean: Clean, corrupted: Corrupted, where: Where) -> Any:
    """The corrupted state of a site with the clean one put back."""
    return _putting_back(site, grid, clean, corrupted.region, where)(corrupted.run.states[site.name])


def _putting_back(site: Site, grid: Grid, clean: Clean, region: Mask, where: Where) -> Change:
    torch: Any = import_module("torch")
    whole = clean.run.states[site.name]
    places = places_to_restore(site, grid, region, where)

    def put_back(state: Any) -> Any:
        if places is None:
            return whole.clone()
        at = torch.as_tensor(places, device=state.device)
        changed = state.clone()
        changed[..., at, :] = whole[..., at, :]
        return changed

    return put_back


def recovery(clean: Clean, corrupted: Corrupted, restored: float) -> float | None:
    """The share of the drop that is undone (the paper's Eq. 2); None if there was hardly any."""
    drop = clean.probability - corrupted.probability
    return None if drop < LEAST_DROP else (restored - corrupted.probability) / drop
