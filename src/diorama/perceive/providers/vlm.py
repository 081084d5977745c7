"""A vision-language model that says where things are: it is asked for boxes, and its reply is read."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from diorama.errors import DioramaError, short
from diorama.kinds.reading.cleaning import readable_end, whole_reply
from diorama.perceive.percepts import Box, Detect, Found, Pixels
from diorama.perceive.providers.chat import ChatServer
from diorama.perceive.providers.wishes import CannotPerceive, checked_names, checked_picture, clipped, distinct, require
from diorama.perceive.registry import provider
from diorama.perceive.spots import CONVENTIONS, Convention, NoSpot, convention_for
from diorama.perceive.spots.lists import NamedPlace, list_request_words, named_places
from diorama.sight import Shot

KEY = "DIORAMA_PERCEIVE_KEY"
"""The variable that holds the key of the server: keys never stand in a command or a log."""
LONGEST_SECONDS = 24 * 3600.0
OVERLAP = 0.9
"""Two boxes with one name that share more of their union are one thing, said twice."""
SURE = 1.0
"""What a model says it does not say how surely."""
OUTSIDE = 0.02
"""Share of the picture by which a box may go beyond its edge, as models round; it is cut off there."""


@provider("detect", "vlm")
def vlm(
    shot: Shot | None,
    *,
    url: str = "",
    model: str = "",
    family: str = "",
    together: int = 1,
    timeout: float = 120.0,
    max_tokens: int = 2048,
) -> Detect:
    """A model on an OpenAI-compatible server; `family` says how it writes places, `together` names for each request."""
    server = ChatServer(url, model, os.environ.get(KEY, ""), timeout)
    return _Asked(server, _convention(family or model), together, max_tokens)


@vlm.check
def _can_ask(*, url: str, model: str, family: str, together: int, timeout: float, max_tokens: int) -> None:
    require("vlm", "httpx")
    if not url or not model:
        raise DioramaError("vlm needs a server and a model: vlm(url='http://HOST:PORT/v1', model='NAME')")
    ChatServer(url, model)
    _convention(family or model)
    if not 1 <= together <= 100 or not 1 <= max_tokens <= 1_000_000:
        raise DioramaError("vlm: together is between 1 and 100 names, max_tokens at most 1,000,000")
    if not 0 < timeout <= LONGEST_SECONDS:
        raise DioramaError(f"timeout is more than 0 and at most {LONGEST_SECONDS:.0f} seconds; got {timeout:g}")


@dataclass(frozen=True)
class _Asked:
    server: ChatServer
    convention: Convention
    together: int
    max_tokens: int

    def __call__(self, picture: Pixels, names: Sequence[str]) -> list[Found]:
        names, picture = checked_names(names), checked_picture(picture)
        found: list[Found] = []
        for start in range(0, len(names), self.together):
            found += self._found(picture, names[start : start + self.together])
        return distinct(found, OVERLAP)

    def _found(self, picture: Pixels, names: Sequence[str]) -> Iterator[Found]:
        """What one request finds."""
        size = (picture.shape[1], picture.shape[0])
        reply = self.server.ask(picture, list_request_words(names, self.convention, size), self.max_tokens)
        about = f"the reply of {self.server.model} about {', '.join(names)}"
        try:
            places = named_places(reply, names, size, self.convention)
        except NoSpot as error:
            raise CannotPerceive(f"{short(about, 120)} cannot be read: {short(error)} ({_beginning(reply)})") from None
        for place in places:
            yield Found(place.name, _in_picture(place, picture.shape, short(about, 120)), SURE)


def _in_picture(place: NamedPlace, shape: tuple[int, ...], about: str) -> Box:
    """A box that lies in the picture, but for roundings."""
    across, down = OUTSIDE * shape[1], OUTSIDE * shape[0]
    left, top, right, bottom = place.box
    inside = left >= -across and top >= -down and right <= shape[1] + across and bottom <= shape[0] + down
    box = clipped(place.box, shape)
    if not inside or box is None:
        raise CannotPerceive(
            f"{about} has a box outside of the picture: does family fit the model? it says in which numbers it writes"
        )
    return box


def _convention(name: str) -> Convention:
    """How a model writes places: the name of a convention, or of a family of models."""
    found = CONVENTIONS.get(name) or convention_for(name)
    if found is None:
        raise DioramaError(
            f"nobody knows how '{short(name, 60)}' writes places: give family='qwen3-vl' or the like, or one of "
            f"{', '.join(CONVENTIONS)}"
        )
    return found


def _beginning(reply: str) -> str:
    readable = readable_end(reply)
    return f"it begins: {short(whole_reply(readable).raw if readable else reply, 60)}"
