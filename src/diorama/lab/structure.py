"""What restoring a site can show at all, whatever the weights: the ceiling and the floor that the architecture sets.

Found by the same code as the recoveries themselves. If a site's restored state makes everything that flows on clean,
the
recovery is 1 by construction: other noise upstream changes nothing. If nothing of what is restored reaches the next
token, it is 0 by construction: other values there change nothing. In between, the weights decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from diorama.lab.passes import run_pass
from diorama.lab.prompt import Prompt
from diorama.lab.sites import Site, sites_of
from diorama.lab.subject import Subject
from diorama.lab.tracing import (
    Clean,
    Corrupted,
    Mask,
    Where,
    corrupted_run,
    places_to_restore,
    played_up_to,
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


ONE, ZERO, FREE = Bounds(1.0, 1.0), Bounds(0.0, 0.0), Bounds(None, None)


def structural_bounds(
    subject: Subject, prompt: Prompt, clean: Clean, corrupted: Corrupted, sites: Sequence[Site], where: Where
) -> dict[str, Bounds]:
    """What the architecture fixes at each site, for a region of a picture."""
    other = corrupted_run(subject, prompt, clean, corrupted.region, OTHER_SEED)
    return {site.name: _bounds(subject, prompt, clean, (corrupted, other), site, where) for site in sites}


def _bounds(
    subject: Subject, prompt: Prompt, clean: Clean, noises: tuple[Corrupted, Corrupted], site: Site, where: Where
) -> Bounds:  # fmt: skip
    restored = [restored_probability(subject, prompt, clean, each, [site], where) for each in noises]
    if all(probability == clean.probability for probability in restored):
        return ONE
    return FREE if reaches(subject, prompt, noises[0], site, noises[0].region, where) else ZERO


def reaches(subject: Subject, prompt: Prompt, corrupted: Corrupted, site: Site, region: Mask, where: Where) -> bool:
    """Whether what is restored at a site can change the next token at all: other values are put there."""
    torch: Any = import_module("torch")
    state = corrupted.run.states[site.name]
    places = places_to_restore(site, prompt.grid, region, where)
    shaken = state.clone()
    at = slice(None) if places is None else torch.as_tensor(places, device=state.device)
    shaken[..., at, :] = -state[..., at, :] + 1
    play = played_up_to(site, sites_of(subject), corrupted, shaken)
    return not torch.equal(run_pass(subject, prompt, play=play).logits, corrupted.run.logits)
