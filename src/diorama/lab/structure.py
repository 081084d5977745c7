"""What restoring a site can show at all, whatever the weights: the ceiling and the floor that the architecture sets.

Found by the same code as the recoveries themselves. If a site's restored state makes everything that flows on clean,
the recovery is 1 by construction: other noise upstream changes nothing. If nothing of what is restored reaches the
next token, it is 0 by construction: other values there change nothing. In between, the weights decide.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from diorama.lab.passes import run_pass
from diorama.lab.prompt import Prompt
from diorama.lab.sites import Site, sites_of, untouched
from diorama.lab.subject import Subject
from diorama.lab.tracing import (
    Clean,
    Corrupted,
    Where,
    corrupted_run,
    places_to_restore,
    played_back,
    restored_probability,
)

OTHER_SEED = 20_000
"""The noise that only these questions use."""


@dataclass(frozen=True)
class Bounds:
    """The least and the greatest recovery that an architecture allows at a site; None where the weights decide."""

    floor: float | None
    ceiling: float | None

    @property
    def fixed(self) -> bool:
        """Whether the recovery is the architecture's own doing."""
        return self.floor is not None and self.floor == self.ceiling


Sites = tuple[Site, ...]
ONE, ZERO, FREE = Bounds(1.0, 1.0), Bounds(0.0, 0.0), Bounds(None, None)


def structural_bounds(
    subject: Subject,
    prompt: Prompt,
    clean: Clean,
    corrupted: Corrupted,
    where: Where,
    restored: Mapping[Sites, float],
) -> dict[Sites, Bounds]:
    """What the architecture fixes where some sites are put back together, for a region of a picture.

    `restored` are the probabilities with these sites put back under this noise.
    """
    other = corrupted_run(subject, prompt, clean, corrupted.region, OTHER_SEED)

    def bounds(sites: Sites, probability: float) -> Bounds:
        if probability == clean.probability:
            again = restored_probability(subject, prompt, clean, other, sites, where)
            if again == clean.probability:
                return ONE
        return FREE if reaches(subject, prompt, corrupted, sites, where) else ZERO

    return {sites: bounds(sites, probability) for sites, probability in restored.items()}


def reaches(subject: Subject, prompt: Prompt, corrupted: Corrupted, sites: Sites, where: Where) -> bool:
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
