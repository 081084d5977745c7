"""The laboratory: where a model looks, what its answer depends on, and where structure is lost on the way.

Needs the extra `[lab]` (torch, transformers), which is imported where it is used. Imports from every room above it.

    from diorama.lab import load_subject, sites_of
    subject = load_subject("Qwen/Qwen3-VL-8B-Thinking", device="cuda")
    [site.name for site in sites_of(subject)]     # patches, vit.0, …, merger, deepstack.0, …, lm.35
"""

from diorama.lab.family import FAMILIES, Family, family_of
from diorama.lab.grid import Grid
from diorama.lab.passes import Pass, run_pass
from diorama.lab.prompt import Prompt, prepare
from diorama.lab.sites import Site, sites_of
from diorama.lab.subject import Subject, load_subject

__all__ = [
    "FAMILIES", "Family", "Grid", "Pass", "Prompt", "Site", "Subject", "family_of", "load_subject", "prepare",
    "run_pass",
    "sites_of",
]  # fmt: skip
