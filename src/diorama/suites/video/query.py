"""What a question of this suite asks: about which bodies, at which unseen moment, seen from where."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from diorama.kinds import Query
from diorama.world import Camera
from diorama.world.events import Zone
from diorama.world.model import Plain
from diorama.world.motors import Drive

Direction = Literal["forward", "backward"]
DIRECTIONS: tuple[Direction, ...] = ("forward", "backward")
Viewpoint = Literal["exo", "ego", "exo-exo", "ego-exo", "exo-ego"]
VIEWPOINTS: tuple[Viewpoint, ...] = ("exo", "ego", "exo-exo", "ego-exo", "exo-ego")
"""From where the clip is filmed; in the forms with two words, also from where the question is to be answered."""

LONGEST_SECONDS = 120.0
"""No event lasts longer: a query that was tampered with would keep `verify` busy for hours."""


class Eye(Plain):
    """A camera, and the body that it rides on, if any."""

    camera: Camera
    rides: str = ""


class Prediction(Query):
    """A question about a moment of an event that the clip does not show."""

    form: str
    direction: Direction
    viewpoint: Viewpoint
    about: tuple[str, ...]
    """The bodies it names, in order."""
    zone: str = ""
    """The place it names, by its phrase."""
    moment: float
    """When that is, seconds from the beginning of the event."""
    cut: float
    """Where the clip ends (forward), or begins (backward)."""
    eye: Eye
    """From where it is answered."""
    seconds: float = Field(gt=0, le=LONGEST_SECONDS)
    """How long the event lasts."""
    drives: tuple[Drive, ...] = ()
    zones: tuple[Zone, ...] = ()
    group: str = ""
    intents: tuple[str, ...] = ()

    @property
    def gap(self) -> float:
        """Seconds between the end of what is shown and the moment that is asked about."""
        return abs(self.moment - self.cut)

    def bodies(self) -> tuple[str, ...]:
        return self.about

    def form_name(self) -> str:
        return f"{self.form}, {self.viewpoint}"
