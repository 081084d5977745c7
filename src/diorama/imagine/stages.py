"""What the stages before the video find: who moves, where it is, which way it goes, and its tracks."""

from __future__ import annotations

from dataclasses import dataclass

from diorama.imagine.motion import Heading
from diorama.imagine.supposed import Supposed, heading_of, spot_of, tracks_of
from diorama.imagine.tracks import Tracks
from diorama.perceive.spots import Spot


@dataclass(frozen=True)
class Estimate:
    """The outcome of each stage, by a model or exactly."""

    description: str
    """The thing that moves, in words that fit no other."""
    spot: Spot
    heading: Heading
    tracks: Tracks


def exact_stages(truth: Supposed, frames: int) -> Estimate:
    """What an oracle finds in each stage, for a clip of so many frames; `CannotImagine` where nothing can be seen."""
    return Estimate(truth.description, spot_of(truth), heading_of(truth, frames), tracks_of(truth, frames))
