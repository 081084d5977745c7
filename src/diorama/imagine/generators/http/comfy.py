"""ComfyUI: a graph of nodes on one's own machine, and the one server known to follow tracks (`WanTrackToVideo`).

The picture is uploaded, the graph is queued once, the history is read until it is done, and the video it names is
fetched. A graph is queued again only if the server was never reached, or said "later"; a later run takes up what an
earlier one has queued (`jobs.py`).
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

from diorama.errors import short
from diorama.imagine.generators.fitting import Size
from diorama.imagine.generators.http.comfy_tracks import comes_back, comfy_frames, comfy_tracks
from diorama.imagine.generators.http.connection import (
    CLEANUP_SECONDS,
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
from diorama.imagine.generators.http.graph import ati_graph, check_graph, filled, places_in
from diorama.imagine.generators.http.jobs import Remembered
from diorama.imagine.generators.http.received import usable_clip
from diorama.imagine.generators.http.sent import Wish, check_size, stretched, wish
from diorama.imagine.generators.notes import NotedClip, noted
from diorama.imagine.generators.protocol import FPS, CannotImagine, Pixels
from diorama.imagine.tracks import Tracks

VIDEOS = (".mp4", ".webm", ".mkv", ".mov", ".avi", ".gif")
NO_PLACE = "the graph has no place for tracks: the motion follows the words at best"
COMES_BACK = "a thing that is gone for a while stays away: ComfyUI's tracks end where it goes"


@dataclass(frozen=True)
class ComfyService:
    """A generator behind ComfyUI's own interface; by default it runs ATI, which follows tracks."""

    url: str
    """http://HOST:8188"""
    graph: Mapping[str, Any] = field(default_factory=ati_graph, repr=False)
    """In API format with places to fill in, see `graph.py`. One without a place for tracks gives clips with a note."""
    _: KW_ONLY
    key: str = field(default="", repr=False)
    """For servers behind a guard that wants one."""
    size: Size | None = None
    """Width and height to ask for; by default of the picture's shape and about 832 x 480 at most."""
    timeout: float = 1800.0
    """Seconds for a clip from the first request to the last byte."""
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        """The address, the size and the graph can be used."""
        _ = self._server
        check_size(self.size)
        check_graph(self.graph)

    @property
    def _server(self) -> Server:
        return Server(self.url, self.key, self.limits, explain=problem_in)

    def imagine(self, picture: Pixels, tracks: Tracks, description: str, frames: int, seed: int) -> bytes:
        """A clip in the picture's size; what is not as it was asked is told by `notes_of`."""
        asked = wish(picture, tracks, description, frames, seed, self.size, comfy_frames(frames))
        clip, notes = finished(self._made(asked, lambda data: usable_clip(data, picture, asked.size, frames)))
        return noted(clip, [*notes, *self._track_notes(asked), *stretched(asked, picture)])

    def _track_notes(self, asked: Wish) -> Iterator[str]:
        if asked.tracks and "tracks" not in places_in(self.graph):
            yield NO_PLACE
        elif any(comes_back(path) for path in asked.tracks):
            yield COMES_BACK

    async def _made(self, asked: Wish, judged: Callable[[bytes], NotedClip]) -> tuple[NotedClip, list[str]]:
        """The clip that the graph saves, and what ComfyUI had to say about the graph."""
        known = Remembered(self.url, [self.graph, _values(asked, "")], asked.picture)
        async with connected(self._server) as line:
            job, runs, where = "", False, ""
            try:
                async with asyncio.timeout(self.timeout):
                    job, problems = await _taken_up(known, line) or await self._queued(known, asked, line)
                    runs = True
                    outputs = await _outputs(job, line)
                    runs = False
                    file = _saved(outputs, problems, line)
                    where = f"GET /view?{urlencode(file)}"
                    data = await line.video("view", params=file)
                clip = known.until(lambda: judged(data))
                return clip, [line.without_key(f"ComfyUI on {problems}")] if problems else []
            except (TimeoutError, CannotImagine) as error:
                where = "" if isinstance(error, Unknown) else where
                is_late = not isinstance(error, CannotImagine)
                why = line.trouble(f"did not finish within {self.timeout:g} s") if is_late else CannotImagine(error)
                if where:
                    why = and_then(why, f"The clip is still there: {short(where)}")
                raise CannotImagine(line.without_key(str(why))) from None
            finally:
                if job and not where and (not runs or await _called_off(job, line)):
                    known.forget()

    async def _queued(self, known: Remembered, asked: Wish, line: Connection) -> tuple[str, str]:
        """Queue the graph: what ComfyUI calls the job, and what it had to say."""
        graph = filled(self.graph, _values(asked, await _uploaded(asked.picture, line)))
        begun = await line.json("POST", "prompt", repeatable=False, json={"prompt": graph, "client_id": "diorama"})
        job, problems = _job_of(begun, line), problem_in(begun)
        known.put({"job": job, "problems": problems})
        return job, problems


async def _taken_up(known: Remembered, line: Connection) -> tuple[str, str] | None:
    """The job that an earlier run has queued, if ComfyUI still knows it and it has not failed."""
    about = known.get() or {}
    if not (job := name_in(about.get("job"))):
        return None
    try:
        waits = job in _queue_of(await line.json("GET", "queue"))  # first, as it goes from there to the history
        entry = None if waits else (await line.json("GET", f"history/{quote(job, safe='')}")).get(job)
    except Unknown:
        return None
    except CannotImagine as error:
        raise and_then(error, f"An earlier run began the job; to begin anew, delete {known}") from None
    return (job, str(about.get("problems", ""))) if waits or (entry is not None and not _failed(entry)) else None


def _values(asked: Wish, picture: str) -> dict[str, str | int]:
    return {
        "picture": picture,
        "tracks": comfy_tracks(asked),
        "prompt": asked.description,
        "frames": asked.frames,
        "width": asked.size[0],
        "height": asked.size[1],
        "fps": FPS,
        "seed": asked.seed,
    }


async def _uploaded(picture: bytes, line: Connection) -> str:
    """The name under which ComfyUI keeps the picture. The same picture has the same name, so it may be sent again."""
    name = f"diorama_{hashlib.sha256(picture).hexdigest()[:20]}.png"
    files = {"image": (name, picture, "image/png")}
    reply = await line.json("POST", "upload/image", files=files, data={"overwrite": "true"})
    kept, folder = name_in(reply.get("name")), name_in(reply.get("subfolder"))
    if not kept:
        raise line.trouble("did not say where it keeps the picture")
    return f"{folder}/{kept}" if folder else kept


def problem_in(reply: Any) -> str:
    """What ComfyUI finds wrong: with the first faulty node, or else in general."""
    nodes = reply.get("node_errors") if isinstance(reply, dict) else None
    for name, node in nodes.items() if isinstance(nodes, dict) else ():
        if isinstance(node, dict):
            errors = node.get("errors")
            first = errors[0] if isinstance(errors, list) and errors and isinstance(errors[0], dict) else {}
            said = [first.get("message"), first.get("details")]
            what = ", ".join(short(text) for text in said if isinstance(text, str) and text)
            return f"node {short(name, 40)} ({short(node.get('class_type', '?'), 60)}): {what}"
    return message_in(reply)


def _job_of(reply: dict[str, Any], line: Connection) -> str:
    """What ComfyUI calls the job, which can be anything."""
    name = name_in(reply.get("prompt_id"))
    if not name:
        raise line.trouble(f"did not take the graph: {problem_in(reply) or 'it does not say why'}")
    return name


async def _outputs(job: str, line: Connection) -> dict[str, Any]:
    """What the nodes of a finished graph have put out."""
    path, waits = f"history/{quote(job, safe='')}", pauses(line.server.limits)
    while (entry := (await line.json("GET", path)).get(job)) is None:
        if _idle(await line.json("GET", "prompt")):
            entry = (await line.json("GET", path)).get(job)  # it may have ended in between
            break
        await asyncio.sleep(next(waits))
    if entry is None:
        raise line.trouble("does not know the job any more: was it started anew?")
    if _failed(entry):
        raise line.trouble(f"could not run the graph{_why(entry['status'])}")
    outputs = entry.get("outputs") if isinstance(entry, dict) else None
    if not isinstance(outputs, dict):
        raise line.trouble("does not say what the graph has put out")
    return outputs


def _failed(entry: Any) -> bool:
    """Whether the history says that a job ended with an error."""
    status = entry.get("status") if isinstance(entry, dict) else None
    return isinstance(status, dict) and status.get("status_str") == "error"


def _idle(reply: dict[str, Any]) -> bool:
    """Whether ComfyUI has nothing to do."""
    info = reply.get("exec_info")
    return isinstance(info, dict) and info.get("queue_remaining") == 0


def _queue_of(queue: dict[str, Any]) -> list[Any]:
    """The jobs that run or wait; each is a list with its number and its name at the front."""
    lists = [jobs for name in ("queue_running", "queue_pending") if isinstance(jobs := queue.get(name), list)]
    return [job[1] for jobs in lists for job in jobs if isinstance(job, list) and len(job) > 1]


def _why(status: dict[str, Any]) -> str:
    """What went wrong in which node."""
    messages = status.get("messages")
    for each in messages if isinstance(messages, list) else ():
        if isinstance(each, list) and len(each) == 2 and isinstance(each[1], dict):
            if each[0] == "execution_error":
                return f": {short(each[1].get('node_type', '?'), 60)}: {message_in(each[1])}"
            if each[0] == "execution_interrupted":
                return ": it was interrupted"
    return ""


def _saved(outputs: dict[str, Any], problems: str, line: Connection) -> dict[str, str]:
    """Which file to ask for: the video that the graph saved, or else one that it only shows."""
    lists = [found for node in outputs.values() if isinstance(node, dict) for found in node.values()]
    files = [each for found in lists if isinstance(found, list) for each in found if isinstance(each, dict)]
    videos = [each for each in files if name_in(each.get("filename")).lower().endswith(VIDEOS)]
    if not videos:
        raise line.trouble("ran the graph, but it saved no video" + (f" ({problems})" if problems else ""))
    best = min(videos, key=lambda each: each.get("type") != "output")
    return {name: name_in(best.get(name)) for name in ("filename", "subfolder", "type")}


async def _called_off(job: str, line: Connection) -> bool:
    """Take a job out of the queue, or stop it if it runs; nobody else's. Whether the server heard."""
    heard = await line.let_go("POST", "queue", json={"delete": [job]})
    try:
        async with asyncio.timeout(CLEANUP_SECONDS):
            queue = await line.json("GET", "queue")
    except (CannotImagine, TimeoutError):
        return False
    if job in _queue_of(queue):
        return await line.let_go("POST", "interrupt", json={"prompt_id": job})
    return heard
