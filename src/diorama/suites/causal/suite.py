"""The suite itself, which its tasks register with."""

from __future__ import annotations

from diorama.suites.suite import Suite

causal = Suite(
    "causal",
    title="Causality in space: what would happen if something moved?",
    wordings=__package__,
    sizes={"photo": (1920, 1080)},
    widest=3840,
    wider=True,
    records_motion=True,
)
