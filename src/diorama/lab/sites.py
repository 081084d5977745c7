"""Sites: places in a model where its state can be kept, replaced and restored, with stable names, in order.

The main stream goes `patches`, `vit.0`, `vit.1`, …, `merger`, `lm.input`, `lm.0`, … . Deep-stack mergers are side
streams: `deepstack.j` leaves after the vision block that it taps and comes in after layer j.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from diorama.errors import DioramaError
from diorama.lab.family import part_of
from diorama.lab.subject import Subject

Stage = Literal["patches", "vit", "merger", "deepstack", "lm"]
Space = Literal["patches", "merged", "sequence"]
"""What the places of a site's state are: patches, merged tokens, or places in the language model's sequence."""
PRESETS = ("paper", "all")


@dataclass(frozen=True)
class Site:
    """A place in a model: the output of a module, or what goes into one."""

    name: str
    stage: Stage
    path: str
    """Of the module."""
    index: int = 0
    takes_input: bool = False
    """Whether the state is what goes into the module, not what comes out."""
    tap: int = -1
    """Of a deep-stack merger: the vision block whose output it takes."""

    @property
    def space(self) -> Space:
        if self.stage in ("patches", "vit"):
            return "patches"
        return "sequence" if self.stage == "lm" else "merged"

    @property
    def is_side(self) -> bool:
        """Whether it is not part of the main stream."""
        return self.stage == "deepstack"


def sites_of(subject: Subject) -> tuple[Site, ...]:
    """All sites of a model, in the order in which they are computed."""
    family, model = subject.family, subject.model
    taps = family.taps(model)
    sites = [Site("patches", "patches", f"{family.blocks}.0", takes_input=True)]
    for k in range(len(part_of(model, family.blocks))):
        sites.append(Site(f"vit.{k}", "vit", f"{family.blocks}.{k}", k))
        if k in taps:
            j = taps.index(k)
            sites.append(Site(f"deepstack.{j}", "deepstack", f"{family.deepstack}.{j}", j, tap=k))
    sites.append(Site("merger", "merger", family.merger))
    layers = f"{family.language}.layers"
    sites.append(Site("lm.input", "lm", f"{layers}.0", -1, takes_input=True))
    sites += [Site(f"lm.{k}", "lm", f"{layers}.{k}", k) for k in range(len(part_of(model, layers)))]
    return tuple(sites)


def embedding_of(subject: Subject) -> Site:
    """Where pixels become patches: before all sites, so it need not be computed where a later state is given."""
    return Site("embedding", "patches", subject.family.embedding)


def chosen_sites(subject: Subject, wanted: str) -> tuple[Site, ...]:
    """Sites by a preset or by names with commas between them.

    `paper` are the 17 of the paper, spread in the same way over a model of any depth: five vision blocks, the mergers,
    and eight layers.
    """
    every = sites_of(subject)
    if wanted == "all":
        return every
    if wanted == "paper":
        vit, layers = ([s for s in every if s.name.startswith(f"{stage}.") and s.index >= 0] for stage in ("vit", "lm"))
        picked = {s.name for s in (*_spread(vit, 5), *_spread(layers, 8))}
        return tuple(s for s in every if s.name in picked or s.stage in ("merger", "deepstack"))
    names = [name.strip() for name in wanted.split(",") if name.strip()]
    known = {site.name: site for site in every}
    missing = [name for name in names if name not in known]
    if missing or not names:
        raise DioramaError(
            f"no site named '{', '.join(missing)}': give {', '.join(PRESETS)}, or names that `diorama lab sites` lists"
        )
    return tuple(site for site in every if site.name in names)


def _spread(sites: Sequence[Site], count: int) -> list[Site]:
    """So many sites spread evenly, the first and the last among them."""
    if len(sites) <= count:
        return list(sites)
    return [sites[round(k * (len(sites) - 1) / (count - 1))] for k in range(count)]


def untouched(sites: Iterable[Site], every: Sequence[Site]) -> tuple[Site, ...]:
    """What stays as it was, whatever is put at some sites: they themselves, unless another of them reaches them.

    A deep-stack merger comes in after its layer, so it leaves the whole main stream up to there as it was.
    """
    changed = tuple(sites)
    return tuple(site for site in every if not any(_reaches(each, site, every) for each in changed))


def frontier(kept: Sequence[Site]) -> tuple[Site, ...]:
    """Everything that still flows on after these sites: the end of their main stream, and side streams to come in.

    If all of it is as in another run, so is all that follows.
    """
    end = [site for site in kept if not site.is_side][-1]
    layer = end.index if end.stage == "lm" else -1
    return (*(site for site in kept if site.is_side and site.index >= layer), end)


def _reaches(site: Site, other: Site, every: Sequence[Site]) -> bool:
    """Whether what is put at a site can change the state of another."""
    if site.is_side:
        return other.stage == "lm" and other.index > site.index
    return every.index(other) > every.index(site)
