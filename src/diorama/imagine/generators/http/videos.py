"""`/v1/videos`: a service that makes clips as jobs, in the shape that vLLM-Omni, SGLang, LiteLLM and others share.

POST `/videos` with the picture begins a job, GET `/videos/{id}` tells how it stands, GET `/videos/{id}/content` is the
clip, DELETE ends the job and forgets it. A job is begun once: only a server that was never reached, or that said
"later", is asked again. Everything after that is about the same job, and may be repeated without paying again.
"""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any
from urllib.parse import quote, urlsplit

from diorama.errors import DioramaError, short
from diorama.imagine.generators.fitting import Size
from diorama.imagine.generators.http.connection import (
    Connection,
    Limits,
    Server,
    connected,
    finished,
    message_in,
    name_in,
    pauses,
)
from diorama.imagine.generators.http.received import usable_clip
from diorama.imagine.generators.http.sent import Wish, stretched, tracks_as_data, wish, working_frames
from diorama.imagine.generators.notes import noted
from diorama.imagine.generators.protocol import FPS, CannotImagine, Pixels
from diorama.imagine.tracks import Tracks

DONE = frozenset({"completed", "succeeded"})
FAILED = frozenset({"failed", "error", "cancelled", "canceled", "expired", "deleted", "rejected"})
"""All other words mean that a job is on its way."""

UNSENT = "no tracks were sent: the motion follows the words at best"
UNACKNOWLEDGED = "the service was sent tracks and did not acknowledge them: the motion may follow the words alone"


@dataclass(frozen=True)
class VideosService:
    """A generator behind `/v1/videos`.

    Tracks are sent as `{"tracks": [[{"x": …, "y": …}, …], …]}` in the JSON field `extra_params`: for each track a place
    in pixels of `size` for each frame, null where the thing is not seen. No known service follows them. One that does
    says so by repeating them in what it replies about the job (as `tracks`, or in `extra_params`); otherwise the clip
    bears the note `UNACKNOWLEDGED` (see `generators.notes_of`). That they are repeated shows that they were read, not
    that the clip follows them.
    """

    url: str
    """http://HOST:PORT or http://HOST:PORT/v1"""
    model: str = ""
    """Empty for servers of one model."""
    _: KW_ONLY
    key: str = field(default="", repr=False)
    size: Size | None = None
    """Width and height to ask for; by default of the picture's shape and about 832 x 480 at most."""
    timeout: float = 1800.0
    """Seconds for a clip from the first request to the last byte."""
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Further fields, such as `num_inference_steps`. They replace ours; None leaves a field out."""
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        """The address, the size and the fields are such that they can be sent."""
        _ = self._server
        if self.size is not None and not all(16 <= side <= 4096 for side in self.size):
            raise DioramaError(f"a size of {self.size[0]}x{self.size[1]} is no size of a clip")
        own = self.extra.get("extra_params")
        if own is not None and not isinstance(own, Mapping):
            raise DioramaError("`extra_params` is an object: {name: value}")
        try:
            json.dumps(dict(self.extra), allow_nan=False)
        except (TypeError, ValueError) as error:
            raise DioramaError(f"`extra` cannot be sent as JSON: {short(error)}") from None

    @property
    def _server(self) -> Server:
        url = self.url.rstrip("/")
        return Server(url if urlsplit(url).path else f"{url}/v1", self.key, self.limits)

    def imagine(self, picture: Pixels, tracks: Tracks, description: str, frames: int, seed: int) -> bytes:
        """A clip in the picture's size; what the service did otherwise than asked is told by `notes_of`."""
        asked = wish(picture, tracks, description, frames, seed, self.size, working_frames(frames))
        fields = self._fields(asked)
        data, records = finished(self._made(fields, asked))
        notes = [*_track_notes(asked, fields, records), *stretched(asked, picture)]
        return noted(usable_clip(data, picture, asked.size, frames), notes)

    def _fields(self, asked: Wish) -> dict[str, str]:
        """The text fields of the form."""
        params = {"tracks": tracks_as_data(asked)} if asked.tracks else {}
        fields: dict[str, Any] = {
            "prompt": asked.description,
            "model": self.model or None,
            "size": f"{asked.size[0]}x{asked.size[1]}",
            "seconds": math.ceil(asked.frames / FPS),
            "num_frames": asked.frames,
            "fps": FPS,
            "seed": asked.seed,
            **self.extra,
        }
        own = self.extra.get("extra_params", {})
        fields["extra_params"] = None if own is None else {**params, **own} or None
        return {
            name: value if isinstance(value, str) else json.dumps(value)
            for name, value in fields.items()
            if value is not None
        }

    async def _made(self, fields: dict[str, str], asked: Wish) -> tuple[bytes, list[dict[str, Any]]]:
        """The clip as the service sends it, and what it replied about the job at its beginning and end."""
        async with connected(self._server) as line:
            job, forget = "", True
            try:
                async with asyncio.timeout(self.timeout):
                    files = {"input_reference": ("picture.png", asked.picture, "image/png")}
                    begun = await line.json("POST", "videos", repeatable=False, data=fields, files=files)
                    job = _path_of(begun, line)
                    record = await _done(begun, job, line)
                    forget = False
                    data = await line.video(f"{job}/content")
                    forget = True
                    return data, [begun, record]
            except TimeoutError:
                raise line.trouble(f"did not finish within {self.timeout:g} s") from None
            except CannotImagine as error:
                kept = "" if forget else f". The clip is still there: GET /{short(job, 80)}/content"
                raise CannotImagine(line.without_key(f"{error}{kept}")) from None
            finally:
                if job and forget:
                    await line.let_go("DELETE", job)


async def _done(record: dict[str, Any], job: str, line: Connection) -> dict[str, Any]:
    """What a server says of a job when it is done."""
    waits = pauses(line.server.limits)
    while True:
        status = record.get("status")
        if not isinstance(status, str):
            raise line.trouble("does not say how the job stands")
        if status.lower() in DONE:
            return record
        if status.lower() in FAILED:
            why = message_in(record.get("error"))
            raise line.trouble(f"could not make the clip ({status})" + (f": {why}" if why else ""))
        await asyncio.sleep(next(waits))
        record = await line.json("GET", job)


def _path_of(record: dict[str, Any], line: Connection) -> str:
    """Where the job is; what a server calls it can be anything."""
    name = name_in(record.get("id"))
    if not name:
        why = message_in(record)
        raise line.trouble("did not say which job it began" + (f": {why}" if why else ""))
    return f"videos/{quote(name, safe='')}"


def _track_notes(asked: Wish, fields: dict[str, str], records: list[dict[str, Any]]) -> list[str]:
    """Whether the service was sent tracks and acknowledged them."""
    if not asked.tracks:
        return []
    sent = json.loads(fields.get("extra_params", "{}")).get("tracks")
    if sent is None:
        return [UNSENT]
    for record in records:
        params = record.get("extra_params")
        if record.get("tracks") == sent or (isinstance(params, dict) and params.get("tracks") == sent):
            return []
    return [UNACKNOWLEDGED]
