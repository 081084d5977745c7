"""What restoring sites can show at all, whatever the weights: the ceiling and the floor that the architecture sets.

Found by the same code as the recoveries themselves. If what is restored makes everything that flows on clean, the
recovery is 1 by construction. If nothing of it reaches the next token, it is 0: other values there change nothing. In
between, the weights decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from diorama.lab.passes import run_pass
from diorama.lab.prompt import Prompt
from diorama.lab.sites import Site, sites_of, untouched
from diorama.lab.subject import Subject
from diorama.lab.tracing import Clean, Corrupted, Where, flows_clean, places_to_restore, played_back


@dataclass(frozen=True)
class Bounds:
    """The least and the greatest recovery that an architecture allows; None where the weights decide."""

    floor: float | None
    ceiling: float | None


ONE, ZERO, FREE = Bounds(1.0, 1.0), Bounds(0.0, 0.0), Bounds(None, None)


def structural_bounds(
    subject: Subject, prompt: Prompt, clean: Clean, corrupted: Corrupted, sites: Sequence[Site], where: Where
) -> Bounds:
    """What the architecture fixes where these sites are put back together."""
    if flows_clean(subject, prompt, clean, corrupted, sites, where):
        return ONE
    return FREE if reaches(subject, prompt, corrupted, sites, where) else ZERO


def reaches(subject: Subject, prompt: Prompt, corrupted: Corrupted, sites: Sequence[Site], where: Where) -> bool:
    """Whether what is put back at some sites can change the next token at all: other values are put there."""
    torch: Any = import_module("torch")

    def shaken(site: Site) -> Any:
        state = corrupted.run.states[site.name]
        places = places_to_restore(site, prompt.grid, corrupted.region, where)
        at = slice(None) if places is None else torch.as_tensor(places, device=state.device)
        changed = state.clone()
        changed[..., at, :] = -state[..., at, :] + 1
        return changed

    kept = untouched(sites, sites_of(subject))
    play = played_back(subject, corrupted, {site: shaken(site) for site in sites if site in kept})
    return not torch.equal(run_pass(subject, prompt, play=play).logits, corrupted.run.logits)
