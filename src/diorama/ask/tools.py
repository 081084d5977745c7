"""Tools: what a strategy may call.

`ask` is the model under test, `role` any other model by its name, and `draw` one that answers with a picture or a clip.
`depth`, `segments` and `scene_graph` are perception. `unseen`, `caption` and `interaction_graph` tell of a clip what a
setting may reveal. `unimaginable`, `supposed` and `imagine` are about what the question supposes. `keep` stores
artefacts. Everything is metered by role. A tool that fails raises `ToolFailed`, which is counted apart from the model's
own failures.
"""

from __future__ import annotations

import asyncio
import io
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Any, Literal, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from diorama.ask.imagination import Imagination, Imagined, Wish
from diorama.ask.question import Picture, Request
from diorama.ask.records import Artefact, Spent
from diorama.ask.scene_graphs import SceneGraph, exact_graph
from diorama.data import Sample
from diorama.data.drawing import png
from diorama.errors import DioramaError, short
from diorama.imagine.stages import Estimate
from diorama.suites.video.interactions import InteractionGraph

MOST_BYTES = 64 << 20
"""The largest artefact that is kept."""
_NAME = re.compile(r"^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$")
_KINDS = {"png": "image", "jpg": "image", "webp": "image", "mp4": "video", "json": "json", "txt": "text"}

T = TypeVar("T")
AskModel = Callable[[Request], Awaitable[str]]
DrawKind = Literal["image", "video"]
DrawModel = Callable[[Request, DrawKind], Awaitable[Picture]]
Part = Literal["clip", "unseen", "reference"]
"""What an exact caption describes: the clip, the part that is not shown, or the reference picture."""
Perceive = Callable[[str], Picture]
"""The stem of a picture (or nothing, for the first) → a map of it."""
ORACLE = "oracle"
"""In place of a provider: the world itself."""


PerceiveBy = Callable[[str, str, str, str], Picture]
"""``depth`` or ``segments``, the stem of a picture, a provider, one that detects things → a map of the picture."""


class ToolFailed(Exception):
    """Something a strategy needs besides the model under test failed; the message says what."""


class Tools(Protocol):
    """What a strategy is given."""

    async def ask(self, request: Request) -> str:
        """Ask the model under test."""

    async def role(self, name: str, request: Request) -> str:
        """Ask the model in another role."""

    async def depth(self, media: str = "", by: str = ORACLE) -> Picture:
        """A depth map of a picture (the first, unless named by its stem): near is light, far is dark.

        `by` is a provider of perception, as users write it; the world itself unless given.
        """

    async def segments(self, media: str = "", by: str = ORACLE, found: str = "") -> Picture:
        """A segmentation of a picture: a colour for each object, without names.

        `by` cuts out what the provider `found` detects of the scene's things, or what is at points all over it.
        """

    async def scene_graph(self) -> SceneGraph:
        """What rests on, in or against what in the scene."""

    async def draw(self, name: str, request: Request, kind: DrawKind = "image") -> Picture:
        """A picture or a clip by the model in another role."""

    async def unseen(self) -> Picture:
        """The part of the event that the clip does not show: what the question asks about."""

    async def caption(self, part: Part = "clip") -> str:
        """An exact description of the clip, of the unseen part or of the reference picture."""

    async def interaction_graph(self) -> InteractionGraph:
        """What takes part in the clip, how that stands to each other, and what it does to each other."""

    async def unimaginable(self) -> str:
        """Why nothing of what the question supposes can be filmed; empty where it can, or where there is no world."""

    async def supposed(self, frames: int) -> Estimate:
        """Who moves in what the question supposes, where it is, which way it goes, and its tracks: exactly."""

    async def imagine(self, wish: Wish) -> Imagined:
        """A clip of what is supposed to happen, by a generator."""

    def called(self, role: str = "model") -> str:
        """The name of the model in a role; of the model under test, unless another is named."""

    def keep(self, name: str, content: bytes | str | dict[str, Any] | list[Any]) -> None:
        """Store something beside the answers; the report shows it. The name's ending says what it is."""


async def in_thread(work: Callable[[], T]) -> T:
    """Something that takes seconds, in a thread, so that other questions go on meanwhile."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:  # some other kind of loop
        return work()
    return await asyncio.to_thread(work)


def exact_perception(sample: Sample) -> dict[str, Perceive]:
    """Maps computed from the world itself: the best that any tool could deliver."""
    from PIL import Image

    from diorama.sight import depth_colours, label_colours, see

    def perceive(what: str, colours: Callable[[Any], NDArray[np.uint8]], media: str) -> Picture:
        shots = [shot for shot in sample.shots if media in ("", shot.stem) and shot.kind == "image"]
        if not shots:
            which = f"picture '{media}' of the sample" if media else "sample"
            raise ToolFailed(f"the {which} '{sample.id}' has no world, so there is no exact {what} of it")
        return Picture(png(Image.fromarray(colours(see(shots[0].world, shots[0].camera)))), "image", f"{what}.png")

    maps = {"depth": depth_colours, "segments": label_colours}
    return {what: partial(perceive, what, colours) for what, colours in maps.items()}


def exact_scene_graph(sample: Sample) -> Callable[[], SceneGraph]:
    """The scene graph of the world itself."""

    def look() -> SceneGraph:
        if sample.world is None:
            raise ToolFailed(f"the sample '{sample.id}' has no world, so there is no exact scene graph of it")
        return exact_graph(sample.world)

    return look


def _nobody_looks(*asked: Any) -> Any:
    raise ToolFailed("no provider of perception can look at this")


def _no_clip(*asked: Any) -> Any:
    raise ToolFailed("the sample shows no clip")


@dataclass(frozen=True)
class ClipFacts:
    """What can be told of a clip beyond what it shows."""

    unseen: Callable[[], Picture] = _no_clip
    caption: Callable[[Part], str] = _no_clip
    interactions: Callable[[], InteractionGraph] = _no_clip


@dataclass
class Meter:
    """Calls, time, tokens and cost of one question, by role; the model under test is the role ``model``."""

    spent: dict[str, Spent] = field(default_factory=dict)

    def add(self, role: str, spent: Spent) -> None:
        before = self.spent.get(role, Spent())
        self.spent[role] = Spent(
            calls=before.calls + spent.calls,
            seconds=before.seconds + spent.seconds,
            input_tokens=_sum(before.input_tokens, spent.input_tokens),
            output_tokens=_sum(before.output_tokens, spent.output_tokens),
            cost=_sum(before.cost, spent.cost),
        )

    def fields(self, model: str = "model") -> dict[str, Any]:
        """The totals as fields of a record."""
        own = self.spent.get(model, Spent())
        counts = {"input_tokens": own.input_tokens, "output_tokens": own.output_tokens, "cost": own.cost}
        others = {role: spent for role, spent in sorted(self.spent.items()) if role != model}
        known = {k: v for k, v in counts.items() if v is not None}
        return {"calls": own.calls, "seconds": own.seconds, "tools": others, **known}


class Store:
    """Artefacts of one question, written beside the answers."""

    def __init__(self, folder: Path | None, sample_id: str, repeat: int) -> None:
        """Without a folder nothing is kept."""
        self._folder, self._place = folder, f"{sample_id}/{repeat}"
        self.kept: list[Artefact] = []
        self.contents: dict[str, bytes] = {}
        """What was kept, by name, also without a folder: the stages of a strategy are scored by it."""

    def keep(self, name: str, content: bytes | str | dict[str, Any] | list[Any]) -> None:
        ending = name.rsplit(".", 1)[-1].lower()
        if not _NAME.match(name) or ending not in _KINDS:
            raise ToolFailed(f"'{short(name, 60)}' is no name of an artefact: use letters and .{', .'.join(_KINDS)}")
        kind: Literal["image", "video", "json", "text"] = _KINDS[ending]  # type: ignore[assignment]
        data = content if isinstance(content, bytes) else _text(content).encode()
        if len(data) > MOST_BYTES:
            raise ToolFailed(f"the artefact '{name}' has {len(data):,} bytes; at most {MOST_BYTES:,} are kept")
        if name in self.contents:
            raise ToolFailed(f"two artefacts of one question are called '{name}'")
        self.contents[name] = data
        if self._folder is None:
            return
        path = self._folder / self._place / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        except OSError as error:
            raise ToolFailed(f"cannot keep the artefact '{name}': {error.strerror or error}") from None
        digest = sha256(data).hexdigest()
        self.kept.append(Artefact(name=name, kind=kind, path=f"{self._place}/{name}", sha256=digest))


@dataclass(frozen=True)
class QuestionTools:
    """The tools for one question. They hold no sample, so a strategy finds no answer in them."""

    model: AskModel
    roles: Mapping[str, AskModel]
    perceive: Mapping[str, Perceive]
    graph: Callable[[], SceneGraph]
    store: Store
    meter: Meter
    clip: ClipFacts = field(default_factory=ClipFacts)
    painters: Mapping[str, DrawModel] = field(default_factory=dict)
    imagination: Imagination = field(default_factory=Imagination)
    names: Mapping[str, str] = field(default_factory=dict)
    """What the models are called, by role."""
    look: PerceiveBy = _nobody_looks
    """Perception by providers."""

    async def ask(self, request: Request) -> str:
        return await self.model(request)

    async def role(self, name: str, request: Request) -> str:
        if name not in self.roles:
            raise ToolFailed(f"no model plays the role '{name}': give --role {name}=MODEL")
        return await self.roles[name](request)

    async def depth(self, media: str = "", by: str = ORACLE) -> Picture:
        if by != ORACLE:
            return await self._aside("depth", partial(self.look, "depth", media, by, ""))
        return self._metered("depth", partial(self.perceive["depth"], media))

    async def segments(self, media: str = "", by: str = ORACLE, found: str = "") -> Picture:
        if by != ORACLE:
            return await self._aside("segments", partial(self.look, "segments", media, by, found))
        return self._metered("segments", partial(self.perceive["segments"], media))

    async def scene_graph(self) -> SceneGraph:
        return self._metered("graph", self.graph)

    async def draw(self, name: str, request: Request, kind: DrawKind = "image") -> Picture:
        if name not in self.painters:
            raise ToolFailed(f"no model plays the role '{name}': give --role {name}=MODEL")
        return await self.painters[name](request, kind)

    async def unseen(self) -> Picture:
        return self._metered("unseen", self.clip.unseen)

    async def caption(self, part: Part = "clip") -> str:
        return self._metered("caption", partial(self.clip.caption, part))

    async def interaction_graph(self) -> InteractionGraph:
        return self._metered("interactions", self.clip.interactions)

    async def unimaginable(self) -> str:
        return await self._aside("unimaginable", self.imagination.unimaginable)

    async def supposed(self, frames: int) -> Estimate:
        return await self._aside("supposed", partial(self.imagination.exact, frames))

    async def imagine(self, wish: Wish) -> Imagined:
        return await self._aside("imagine", partial(self.imagination.generate, wish))

    def called(self, role: str = "model") -> str:
        return self.names.get(role, "")

    def keep(self, name: str, content: bytes | str | dict[str, Any] | list[Any]) -> None:
        self.store.keep(name, content)

    async def _aside(self, what: str, work: Callable[[], T]) -> T:
        """Something that takes seconds: other questions go on meanwhile. What goes wrong is the tool's failure."""
        began = perf_counter()
        try:
            return await in_thread(work)
        except DioramaError as error:
            raise ToolFailed(str(error)) from None
        finally:
            self.meter.add(what, Spent(calls=1, seconds=perf_counter() - began))

    def _metered(self, what: str, perceive: Callable[[], T]) -> T:
        began = perf_counter()
        perceived = perceive()
        self.meter.add(what, Spent(calls=1, seconds=perf_counter() - began))
        return perceived


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    stream = io.StringIO()
    json.dump(content, stream, ensure_ascii=False, sort_keys=True, indent=1)
    return stream.getvalue() + "\n"


def _sum(a: Any, b: Any) -> Any:
    return b if a is None else a if b is None else a + b
