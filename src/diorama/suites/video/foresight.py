"""What somebody who saw the clip may expect of a motor: it goes on with what it is at.

A motor follows a script that nobody sees. So a question may hold only where the rest of the script does not matter:
whether a motor ends what it has begun to do as planned, sooner or later, and whatever it was to do afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence

from diorama.world.model import replace
from diorama.world.motors import Drive, Leg

NOTICED = 0.4
"""Seconds that a motor must have been at something for it to be noticed."""
SOONER, LATER = 0.7, 1.3
"""The share of what is left of it that a motor may take to end what it is at."""


def courses(drives: Sequence[Drive], cut: float) -> tuple[tuple[Drive, ...], ...]:
    """What motors may do after a cut, as far as the clip tells: four courses; the first one is the script."""
    shares = (1.0, SOONER, LATER)
    return (tuple(drives), *(tuple(ends_what_it_is_at(drive, cut, share) for drive in drives) for share in shares))


def ends_what_it_is_at(drive: Drive, cut: float, share: float = 1.0) -> Drive:
    """A motor that does what it has noticeably begun, for a share of the time that is left, and then drives on.

    >>> legs = (Leg(seconds=4, speed=2), Leg(seconds=2, speed=0), Leg(seconds=3, speed=2))
    >>> brakes = Drive(name="car", legs=legs, speed=2)
    >>> ends_what_it_is_at(brakes, cut=5.0).legs[-1].speed  # it has begun to brake and will stand
    0.0
    >>> ends_what_it_is_at(brakes, cut=4.2).legs[-1].speed  # hardly anybody has noticed that it brakes
    2.0
    """
    began, before = 0.0, drive.speed
    for k, leg in enumerate(drive.legs):
        ends = began + leg.seconds
        if ends > cut - NOTICED:
            if ends <= cut:
                return replace(drive, legs=drive.legs[: k + 1])
            done = max(cut - began, 0.0) / leg.seconds
            part = done + share * (1 - done)
            speed = before + part * (leg.speed - before)
            if speed * before < 0 <= leg.speed * before:
                speed = 0.0  # who brakes does not drive backwards
            last = Leg(seconds=part * leg.seconds, speed=speed, turn_deg=part * leg.turn_deg)
            return replace(drive, legs=(*drive.legs[:k], last))
        began, before = ends, leg.speed
    return drive
