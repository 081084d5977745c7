"""Strategies: how a model is asked. A decorator makes one; ours are found by name, others by entry point.

The arguments of a strategy are those of its signature: the keyword arguments after `tools`, with their types and
defaults. ``--strategy "cot(how='Think aloud.')"`` sets one.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from math import isfinite
from typing import Any, TypeVar

import numpy as np
from PIL import Image

from diorama.ask.imagination import Imagined, Wish
from diorama.ask.question import Picture, Question, Request
from diorama.ask.scene_graphs import SceneGraph
from diorama.ask.tools import ORACLE, DrawKind, Part, Tools
from diorama.data import Sample
from diorama.data.drawing import png
from diorama.errors import DioramaError
from diorama.imagine.motion import Heading
from diorama.imagine.stages import Estimate
from diorama.imagine.tracks import Tracks, resting_track
from diorama.kinds import Form
from diorama.perceive.kept import contents_of
from diorama.perceive.registry import ProviderSpec, read_provider
from diorama.perceive.spots import Spot
from diorama.plugins import Registry
from diorama.sight.clips import Frame, make_clip
from diorama.specs import Argument, arguments_of, filled, read_spec
from diorama.suites.video.captions import VERSION
from diorama.suites.video.interactions import InteractionGraph

Run = Callable[..., Awaitable[str]]
"""A question and tools (and arguments) → the text in which the answer is read."""

Stages = Callable[[Sample, Mapping[str, bytes]], Mapping[str, float]]
"""A sample and what was kept while it was asked, by name → how that compares with the truth: ``stage/measure``, 0 to 1.

It is called after the strategy has run, and only for samples that have a world, unless it needs none."""
Check = Callable[[Mapping[str, Any]], None]
"""All arguments by name → an error in one line if nobody could be asked with them."""
Condition = tuple[str, str, Any]
"""A role, an argument and its value: with that value the role is needed."""
AnyStages = TypeVar("AnyStages", bound=Stages)
AnyCheck = TypeVar("AnyCheck", bound=Check)

BASES = ("direct", "option_text")
"""Strategies that put a question as it is: the base setting."""
RESERVED = frozenset(
    {
        "model", "reader", "grader", "depth", "segments", "graph", "unseen", "caption", "interactions", "supposed",
        "imagine", "unimaginable",
    }
)  # fmt: skip
"""What the meter calls the model under test, those who help to score, and perception."""


@dataclass(frozen=True)
class Strategy:
    """How a model is asked: from a question to the text in which the answer is read, by one request or several."""

    name: str
    run: Run
    needs: tuple[str, ...] = ()
    """Roles that other models must play."""
    uses: tuple[str, ...] = ()
    """Perception that it calls: ``depth``, ``segments``, ``graph``; ``clip`` if it asks only questions with a clip."""
    version: int = 1
    """Raise it when the strategy changes in a way that the text it sends does not show."""
    arguments: tuple[Argument, ...] = ()
    texts: tuple[str, ...] = ()
    """What it may send beyond what dummy replies lead to, so that a change of these words is noticed too."""
    only_if: tuple[Condition, ...] = ()
    """Roles that are needed only with some arguments: one of the conditions of a role must hold."""
    providers: Mapping[str, str] = field(default_factory=dict)
    """Arguments that are providers of perception, with their roles; ``oracle`` and nothing are none."""
    _stages: list[tuple[Stages, bool]] = field(default_factory=list, repr=False, compare=False)
    """Each with whether it needs a world."""
    _checks: list[Check] = field(default_factory=list, repr=False, compare=False)

    @property
    def about(self) -> str:
        """The first line of its docstring."""
        return (self.run.__doc__ or "").strip().partition("\n")[0]

    def check(self, function: AnyCheck) -> AnyCheck:
        """Register what tells arguments that cannot work, which is asked once when a run is ordered, before any model.

        It raises a `DioramaError`, contacts nobody and loads nothing.
        """
        self._checks.append(function)
        return function

    def stages(self, function: AnyStages) -> AnyStages:
        """Register how what the strategy kept on its way is compared with the truth, which itself it never sees."""
        self._stages.append((function, True))
        return function

    def worldless_stages(self, function: AnyStages) -> AnyStages:
        """The same for what is compared with the right answer alone: samples from elsewhere have stages then too."""
        self._stages.append((function, False))
        return function

    def stage_scores(self, sample: Sample, kept: Mapping[str, bytes]) -> dict[str, float]:
        """How the stages of one answer compare with the truth; nothing where that needs a world and there is none."""
        able = [compare for compare, needs_world in self._stages if sample.world is not None or not needs_world]
        scores = {name: float(value) for compare in able for name, value in compare(sample, kept).items()}
        return {name: value for name, value in scores.items() if isfinite(value)}


@dataclass(frozen=True)
class Way:
    """A strategy with its arguments: what a run is asked with."""

    strategy: Strategy
    arguments: Mapping[str, Any] = field(default_factory=dict)
    """All of them, defaults included."""

    @property
    def spec(self) -> str:
        """Its name and the arguments that differ from the defaults: equal specs mean equal ways."""
        usual = {a.name: a.usual for a in self.strategy.arguments}
        changed = [f"{name}={value!r}" for name, value in sorted(self.arguments.items()) if value != usual[name]]
        return f"{self.strategy.name}({', '.join(changed)})" if changed else self.strategy.name

    @property
    def needs(self) -> tuple[str, ...]:
        """Roles that other models must play, with these arguments."""
        conditions = self.strategy.only_if
        holding = {role for role, argument, value in conditions if self.arguments[argument] == value}
        conditional = {role for role, _, _ in conditions}
        return tuple(role for role in self.strategy.needs if role in holding or role not in conditional)

    def check_arguments(self) -> None:
        """Refuse, in one line, arguments that cannot work whatever is asked."""
        for spec in self._providers():
            spec.check_settings()
        for check in self.strategy._checks:
            check(self.arguments)

    async def run(self, question: Question, tools: Tools) -> str:
        return await self.strategy.run(question, tools, **self.arguments)

    def _providers(self) -> list[ProviderSpec]:
        """The providers of perception that it is told of."""
        told = [(role, str(self.arguments[name])) for name, role in sorted(self.strategy.providers.items())]
        return [read_provider(role, text) for role, text in told if _provided(text)]

    def fingerprint(self, forms: Mapping[str, Form]) -> str:
        """A checksum of everything that it sends to models, found by asking it dummy questions of these forms.

        Runs are continued only while this stays the same, so that a change of words never mixes with what was asked
        before.
        """
        told = {n: v for n, v in self.arguments.items() if n not in self.strategy.providers or _provided(v)}
        sent: list[str] = [self.spec, str(self.strategy.version), repr(sorted(told.items()))]
        sent += self.strategy.texts
        for spec in self._providers():
            sent += [spec.key, *(digest for each in contents_of(spec.settings) for digest in each)]
        for kind, form in sorted(forms.items()):
            sent.append(kind)
            for question in _dummy_questions(form, with_clip="clip" in self.strategy.uses):
                sent += _requests_of(self, question)
        return sha256("\x1f".join(sent).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _provided(value: object) -> bool:
    """Whether an argument names a provider: without one a strategy does as it did before there were any."""
    return value not in ("", ORACLE)


def strategy(
    name: str,
    *,
    needs: tuple[str, ...] = (),
    uses: tuple[str, ...] = (),
    version: int = 1,
    texts: tuple[str, ...] = (),
    bounds: Mapping[str, tuple[int, int]] | None = None,
    only_if: tuple[Condition, ...] = (),
    providers: Mapping[str, str] | None = None,
) -> Callable[[Run], Strategy]:
    """Make a strategy of a coroutine function; its keyword arguments are those of the strategy.

    `bounds` are the least and the most that its numbers may be. `only_if` says with which arguments a role is needed,
    `providers` which arguments are providers of perception: they are checked when a run is ordered.
    """
    if taken := RESERVED.intersection(needs):
        raise DioramaError(f"strategy '{name}': the role '{min(taken)}' is taken; call it something else")

    def make(run: Run) -> Strategy:
        arguments = arguments_of(f"strategy '{name}'", run, bounds or {})
        return Strategy(name, run, needs, uses, version, arguments, texts, only_if, providers or {})

    return make


STRATEGIES: Registry[Strategy] = Registry(
    "diorama.strategies",
    "strategy",
    {
        name: f"diorama.ask.strategies.{name}:{name}"
        for name in (
            "bare", "caption_only", "caption_video", "consistency", "cot", "cow", "cut_frame", "direct", "full", "gold",
            "image_scaffold", "interaction_graph", "least_plausible", "option_text", "physagent", "physics_cot",
            "reasoned_json", "reversed", "rsgar", "text_only", "text_scaffold", "video_scaffold", "with_depth",
            "with_depth_seg", "with_seg",
        )
    },
    Strategy,
)  # fmt: skip


def read_way(text: str) -> Way:
    """``name`` or ``name(key=value, …)`` as a strategy with its arguments; values are Python literals."""
    name, given = read_spec(text, "strategy")
    chosen = STRATEGIES.get(name)
    return Way(chosen, filled(f"strategy '{chosen.name}'", chosen.arguments, given))


REHEARSAL_SECONDS = 5.0
"""How long a strategy may take with dummies that answer at once."""
_DUMMY = Picture(png(Image.new("RGB", (16, 16))), "image", "view.png")
"""A picture that can be opened."""


@cache
def _dummy_clip() -> bytes:
    """A clip that can be cut and joined."""
    return make_clip(Frame(k / 10, np.zeros((16, 16, 3), np.uint8)) for k in range(3))


def _dummy_questions(form: Form, *, with_clip: bool) -> Iterator[Question]:
    """What a strategy is rehearsed with: a picture, or a clip in either direction, once with a reference picture."""
    options = ("FIRST", "SECOND")
    if not with_clip:
        yield Question("QUESTION", form, options, ("BEFORE", _DUMMY), ("AFTER",))
        return
    clip = Picture(_dummy_clip(), "video", "clip.mp4")
    yield Question("QUESTION", form, options, ("BEFORE", clip), ("AFTER",), "before")
    yield Question("QUESTION", form, options, (clip, "REFERENCE", _DUMMY), (), "after")


class _Recorder:
    """Tools that note what would be sent and answer with dummies."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    async def ask(self, request: Request) -> str:
        return self._note("model", request)

    async def role(self, name: str, request: Request) -> str:
        return self._note(name, request)

    async def depth(self, media: str = "", by: str = ORACLE) -> Picture:
        return Picture(b"dummy", "image", "depth.png")

    async def segments(self, media: str = "", by: str = ORACLE, found: str = "") -> Picture:
        return Picture(b"dummy", "image", "segments.png")

    async def scene_graph(self) -> SceneGraph:
        return SceneGraph(("FIRST", "SECOND"), ())

    async def draw(self, name: str, request: Request, kind: DrawKind = "image") -> Picture:
        self._note(name, request)
        return Picture(_dummy_clip(), "video", "drawn.mp4") if kind == "video" else Picture(b"dummy", name="drawn.png")

    async def unseen(self) -> Picture:
        return Picture(_dummy_clip(), "video", "unseen.mp4")

    async def caption(self, part: Part = "clip") -> str:
        return f"CAPTION {VERSION} OF THE {part.upper()}"

    async def interaction_graph(self) -> InteractionGraph:
        return InteractionGraph((f"FIRST {VERSION}",), ("SECOND",))

    async def unimaginable(self) -> str:
        return ""

    async def supposed(self, frames: int) -> Estimate:
        track = resting_track((1.0, 1.0), frames)
        return Estimate("THE THING", Spot((1.0, 1.0)), Heading((1.0, 0.0)), Tracks((track,)))

    async def imagine(self, wish: Wish) -> Imagined:
        self.sent += ["imagine", wish.generator, wish.description]
        return Imagined(Picture(_dummy_clip(), "video", "imagined.mp4"))

    def called(self, role: str = "model") -> str:
        return ""

    def keep(self, name: str, content: Any) -> None:
        """Nothing is kept."""

    def _note(self, role: str, request: Request) -> str:
        parts = [p if isinstance(p, str) else f"[{p.kind} {p.name}]" for p in request.parts]
        self.sent += [role, request.system, *parts]
        return "dummy"


def _requests_of(way: Way, question: Question) -> list[str]:
    """What a way sends for a question, as far as dummy replies take it."""
    recorder = _Recorder()

    async def rehearse() -> None:
        await asyncio.wait_for(way.run(question, recorder), REHEARSAL_SECONDS)

    def work() -> None:
        try:
            asyncio.run(rehearse())
        except Exception as error:  # a dummy took it no further; its version has to do for the rest
            recorder.sent.append(type(error).__name__)

    thread = threading.Thread(target=work)  # a loop of its own, wherever this is called from
    thread.start()
    thread.join()
    return recorder.sent
