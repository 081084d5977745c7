"""`/v1/videos`: a service that makes clips as jobs, in the shape that vLLM-Omni, SGLang, LiteLLM and others share.

POST `/videos` with the picture begins a job, GET `/videos/{id}` tells how it stands, GET `/videos/{id}/content` is the
clip, DELETE ends the job and forgets it. A job is begun once: only a server that was never reached, or that said
"later", is asked again. Everything after that is about the same job, and may be repeated without paying again, also by
a later run (`jobs.py`). A clip is deleted only when it has been found usable.
"""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any
from urllib.parse import quote, urlsplit

from diorama.errors import DioramaError, short
from diorama.imagine.generators.fitting import Size
from diorama.imagine.generators.http.connection import (
    Connection,
    Limits,
    Server,
    Unknown,
    and_then,
    connected,
    finished,
    message_in,
    name_in,
    pauses,
)
from diorama.imagine.generators.http.jobs import Remembered
from diorama.imagine.generators.http.received import usable_clip
from diorama.imagine.generators.http.sent import Wish, check_size, stretched, tracks_as_data, wish, working_frames
from diorama.imagine.generators.notes import NotedClip, noted
from diorama.imagine.generators.protocol import FPS, CannotImagine, Pixels
from diorama.imagine.tracks import Tracks

DONE = frozenset({"completed", "succeeded"})
FAILED = frozenset({"failed", "error", "cancelled", "canceled", "expired", "deleted", "rejected"})
"""All other words mean that a job is on its way."""
REMEMBERED = ("id", "tracks", "extra_params")
"""What is kept of the reply with which a job begins."""

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
        check_size(self.size)
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
        clip, records = finished(self._made(fields, asked, lambda data: usable_clip(data, picture, asked.size, frames)))
        return noted(clip, [*_track_notes(asked, fields, records), *stretched(asked, picture)])

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

    async def _made(
        self, fields: dict[str, str], asked: Wish, judged: Callable[[bytes], NotedClip]
    ) -> tuple[NotedClip, list[dict[str, Any]]]:
        """The clip, and what the service replied about the job at its beginning and end."""
        known = Remembered(self._server.url, fields, asked.picture)
        async with connected(self._server) as line:
            job, stays = "", False
            try:
                async with asyncio.timeout(self.timeout):
                    begun, record = await _taken_up(known, line) or await _begun(known, fields, asked, line)
                    job = _path_of(begun, line)
                    record = await _done(record, job, line)
                    stays = True
                    data = await line.video(f"{job}/content")
                clip = known.until(lambda: judged(data))
                stays = False
                return clip, [begun, record]
            except (TimeoutError, CannotImagine) as error:
                stays = stays and not isinstance(error, Unknown)
                is_late = not isinstance(error, CannotImagine)
                why = line.trouble(f"did not finish within {self.timeout:g} s") if is_late else CannotImagine(error)
                if stays:
                    why = and_then(why, f"The clip is still there: GET /{short(job, 80)}/content")
                raise CannotImagine(line.without_key(str(why))) from None
            finally:
                if job and not stays and await line.let_go("DELETE", job):
                    known.forget()


async def _begun(
    known: Remembered, fields: dict[str, str], asked: Wish, line: Connection
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Begin a job: what the server replies, twice, as its beginning and as how it stands."""
    files = {"input_reference": ("picture.png", asked.picture, "image/png")}
    begun = await line.json("POST", "videos", repeatable=False, data=fields, files=files)
    if name_in(begun.get("id")):
        known.put({name: begun[name] for name in REMEMBERED if name in begun})
    return begun, begun


async def _taken_up(known: Remembered, line: Connection) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """The job that an earlier run began, and how it stands; None if there is none that could still make the clip."""
    begun = known.get()
    if begun is None or not name_in(begun.get("id")):
        return None
    try:
        record = await line.json("GET", _path_of(begun, line))
    except Unknown:
        return None
    except CannotImagine as error:
        raise and_then(error, f"An earlier run began the job; to begin anew, delete {known}") from None
    return None if str(record.get("status")).lower() in FAILED else (begun, record)


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
