"""Causal tracing: which part of a picture an answer depends on, and after which sites that can be mended.

The patch embeddings of a region are replaced by noise where they enter the first vision block. How far that lowers the
probability of the model's own next token says whether the answer is grounded in the region. Then the clean state of one
site is put back under the same noise: the recovery is how much of the drop that undoes.

A run that restores a site computes only what that can change: all else is played back from the corrupted run, and where
all that flows on is as in the clean run, its outcome is the clean one. Both equal the whole run bit for bit (`naive`).
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
from diorama.lab.sites import Site, embedding_of, frontier, sites_of, untouched
from diorama.lab.subject import Subject

Mask = NDArray[np.bool_]
Seed = int | Sequence[int]
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
    """A run as it is, with the states that were kept."""

    run: Pass
    token: int
    """The model's first choice for its next token."""
    probability: float


@dataclass(frozen=True, eq=False)
class Corrupted:
    """A run with noise in a region, with the states that were kept."""

    run: Pass
    region: Mask
    """Raster of patches."""
    probability: float
    """Of the clean run's first choice."""
    flipped: bool
    """Whether another token is the first choice now."""


def clean_run(subject: Subject, prompt: Prompt, keep: Iterable[Site] | None = None) -> Clean:
    """The run as it is, with the states of all sites, or of those that are kept."""
    first, *_ = every = sites_of(subject)
    run = run_pass(subject, prompt, keep=every if keep is None else {first, *keep})
    token = int(run.logits.argmax())
    return Clean(run, token, float(run.probabilities[token]))


def corrupted_run(
    subject: Subject, prompt: Prompt, clean: Clean, region: Mask, seed: Seed, keep: Iterable[Site] | None = None
) -> Corrupted:
    """The same with noise in place of a region's patch embeddings."""
    first, *_ = every = sites_of(subject)
    noise = matched_noise(clean.run.states[first.name], prompt.grid, region, seed)
    run = run_pass(subject, prompt, keep=every if keep is None else keep, change={first: noise})
    return Corrupted(run, region, float(run.probabilities[clean.token]), int(run.logits.argmax()) != clean.token)


def states_needed(subject: Subject, together: Iterable[Sequence[Site]]) -> set[Site]:
    """The states that must be kept of a clean and of a corrupted run so that these sites can be put back together.

    Where a run begins, what flows on must be there; what has been used by then need not, only its shape.
    """
    every = sites_of(subject)
    found = {site for site in every if site.stage in ("patches", "merger")}
    for sites in together:
        found |= {*sites, *frontier(untouched(sites, every))}
    return found


def matched_noise(embeddings: Any, grid: Grid, region: Mask, seed: Seed) -> Change:
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

    `naive` runs the whole model; otherwise, what the sites cannot change is played back.
    """
    every = sites_of(subject)
    put_back = {site: _putting_back(site, prompt.grid, clean, corrupted.region, where) for site in sites}
    if naive:
        change = {every[0]: _giving(corrupted.run.states[every[0].name])} | put_back
        if every[0] in put_back:
            change[every[0]] = _giving(put_back[every[0]](corrupted.run.states[every[0].name]))
        return float(run_pass(subject, prompt, change=change).probabilities[clean.token])
    if flows_clean(subject, prompt, clean, corrupted, put_back, where):
        return clean.probability
    put, later = _begun(subject, corrupted, put_back)
    play = played_back(subject, corrupted, put)
    return float(run_pass(subject, prompt, play=play, change=later).probabilities[clean.token])


def flows_clean(
    subject: Subject, prompt: Prompt, clean: Clean, corrupted: Corrupted, sites: Iterable[Site], where: Where
) -> bool:
    """Whether, with these sites put back, everything that flows on is as in the clean run: then so is the outcome."""
    torch: Any = import_module("torch")
    put_back = {site: _putting_back(site, prompt.grid, clean, corrupted.region, where) for site in sites}
    put, later = _begun(subject, corrupted, put_back)
    if later:
        return False
    flowing = frontier(untouched(put, sites_of(subject)))
    return all(
        torch.equal(put[site] if site in put else corrupted.run.states[site.name], clean.run.states[site.name])
        for site in flowing
    )


def _begun(
    subject: Subject, corrupted: Corrupted, put_back: Mapping[Site, Change]
) -> tuple[dict[Site, Any], dict[Site, Change]]:
    """The states that a run begins with, and the sites that one of these reaches: they are put back on the way."""
    kept = untouched(put_back, sites_of(subject))
    put = {site: change(corrupted.run.states[site.name]) for site, change in put_back.items() if site in kept}
    return put, {site: change for site, change in put_back.items() if site not in kept}


def played_back(subject: Subject, corrupted: Corrupted, put: Mapping[Site, Any]) -> dict[Site, Any]:
    """What is not computed in a run with states put at some sites: these, and what stays as the noise made it.

    Of that, only what still flows on is looked at. All else needs the right shape alone, and is not kept.
    """
    every, states = sites_of(subject), corrupted.run.states
    kept = untouched(put, every)
    flowing = frontier(kept)
    end = flowing[-1]
    shapes = {
        "patches": states[every[0].name],
        "merged": states["merger"],
        "sequence": put[end] if end in put else states[end.name],
    }
    flows = {site: states[site.name] for site in flowing if site not in put}
    rest = {site: shapes[site.space] for site in kept if not site.takes_input and site not in flows}
    return {embedding_of(subject): shapes["patches"]} | rest | flows | dict(put)


def _giving(state: Any) -> Change:
    return lambda computed: state


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
