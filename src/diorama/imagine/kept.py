"""What a strategy keeps of its stages, as files: their names, and how they are written and read again.

Places, directions and tracks are in pixels of the sample's own picture. Files may have been tampered with: whatever is
not as it should be is refused in one line.
"""

from __future__ import annotations

from typing import Annotated, TypeVar

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from diorama.errors import DioramaError, first_fault
from diorama.imagine.motion import Heading
from diorama.imagine.tracks import Track, Tracks
from diorama.perceive.spots import Spot

DESCRIPTION, PLACE, HEADING, TRACKS, CLIP = "description.txt", "place.json", "heading.json", "tracks.json", "clip.mp4"
"""The thing in words, where it is, which way it goes, its tracks, and the clip."""
MOST_FRAMES, MOST_TRACKS = 2000, 200
FARTHEST = 1e6
"""Pixels; no track goes farther."""

Coordinate = Annotated[float, Field(ge=-FARTHEST, le=FARTHEST)]
Pair = tuple[Coordinate, Coordinate]


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, strict=True)


class _Place(_Strict):
    point: Pair
    box: tuple[Coordinate, Coordinate, Coordinate, Coordinate] | None = None
    guessed: bool = False


class _Heading(_Strict):
    direction: Pair | None = None
    speed: Annotated[float, Field(ge=0, le=FARTHEST)] = 0.0
    falls: bool = False
    gone: bool = False

    @model_validator(mode="after")
    def _one_long(self) -> _Heading:
        if self.direction is not None and abs(np.hypot(*self.direction) - 1) > 1e-3:
            raise ValueError("a direction is a vector of length 1")
        return self


class _Track(_Strict):
    points: Annotated[tuple[Pair, ...], Field(min_length=1, max_length=MOST_FRAMES)]
    seen: Annotated[tuple[bool, ...], Field(max_length=MOST_FRAMES)]
    falls: bool = False


class _Tracks(_Strict):
    moving: Annotated[tuple[_Track, ...], Field(min_length=1, max_length=MOST_TRACKS)]
    still: Annotated[tuple[_Track, ...], Field(max_length=MOST_TRACKS)] = ()

    @model_validator(mode="after")
    def _equally_long(self) -> _Tracks:
        lengths = {n for track in (*self.moving, *self.still) for n in (len(track.points), len(track.seen))}
        if len(lengths) > 1:
            raise ValueError("all tracks have as many points as there are frames")
        return self


AnyStrict = TypeVar("AnyStrict", bound=_Strict)


def place_to_json(spot: Spot) -> str:
    """A place as one line of JSON."""
    return _Place(point=spot.point, box=spot.box, guessed=spot.guessed).model_dump_json()


def place_from_json(text: str | bytes) -> Spot:
    """The place that was kept."""
    found = _read(_Place, text, PLACE)
    return Spot(found.point, found.box, found.guessed)


def heading_to_json(heading: Heading) -> str:
    """A heading as one line of JSON."""
    return _Heading(
        direction=heading.direction, speed=heading.speed, falls=heading.falls, gone=heading.gone
    ).model_dump_json()


def heading_from_json(text: str | bytes) -> Heading:
    """The heading that was kept."""
    found = _read(_Heading, text, HEADING)
    return Heading(found.direction, found.speed, found.falls, found.gone)


def tracks_to_json(tracks: Tracks) -> str:
    """Tracks as one line of JSON, to a thousandth of a pixel."""
    return _Tracks(
        moving=tuple(map(_plain, tracks.moving)), still=tuple(map(_plain, tracks.still))
    ).model_dump_json()  # fmt: skip


def tracks_from_json(text: str | bytes) -> Tracks:
    """The tracks that were kept."""
    found = _read(_Tracks, text, TRACKS)
    return Tracks(tuple(map(_track, found.moving)), tuple(map(_track, found.still)))


def _plain(track: Track) -> _Track:
    points = tuple((float(x), float(y)) for x, y in track.points.round(3))
    return _Track(points=points, seen=tuple(track.seen.tolist()), falls=track.falls)


def _track(found: _Track) -> Track:
    return Track(np.array(found.points, float), np.array(found.seen, bool), found.falls)


def _read(sort: type[AnyStrict], text: str | bytes, file: str) -> AnyStrict:
    try:
        return sort.model_validate_json(text)
    except ValidationError as error:
        raise DioramaError(f"{file} is not as it was written: {first_fault(error)}") from None
