"""Asking one sample and scoring the reply: the solver and the scorer that the engine runs.

Whatever happens, each question ends as one record: answered and scored, or failed with the kind of its failure.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import partial
from typing import Any

import anyio.to_thread
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.model import CachePolicy, ChatMessageAssistant, Model, ModelOutput, get_model
from inspect_ai.scorer import Score, Scorer, Target, accuracy, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from diorama.ask.clip_facts import exact_clip_facts
from diorama.ask.clips import drawn_in
from diorama.ask.engine.calling import call, helpers_of, shortened, spent_on
from diorama.ask.engine.messages import said_and_shown, to_messages, to_note
from diorama.ask.engine.state import ARTEFACTS, ASKING, Asking, called_off, give_up, in_flight, open_source, tell
from diorama.ask.failures import NoReply, NotAsked
from diorama.ask.imagination import imagination_of
from diorama.ask.perceived_maps import map_by_provider
from diorama.ask.question import Picture, Request, question_of
from diorama.ask.records import Record, make_record
from diorama.ask.scoring import GRADER, READER, Helpers, score_with
from diorama.ask.source import Source
from diorama.ask.strategies import Way, read_way
from diorama.ask.tools import (
    AskModel,
    DrawKind,
    DrawModel,
    Meter,
    QuestionTools,
    Store,
    ToolFailed,
    exact_perception,
    exact_scene_graph,
)
from diorama.ask.video_input import Frames, VideoInput, with_frames
from diorama.ask.wordings import Rewording, reworded
from diorama.data import Sample, key_of
from diorama.errors import DioramaError, short
from diorama.kinds import Judgement, Key, Verdict

log = logging.getLogger(__name__)
FACTS = "diorama"
"""The key of our facts in the engine's log."""
_FINISHED: dict[tuple[str, str, int], Record] = {}
"""Records on their way from the solver to the scorer."""


@solver
def ask_sample(
    data: str,
    strategy: str = "direct",
    cache: bool = False,
    wordings: dict[str, Any] | None = None,
    video: dict[str, Any] | None = None,
) -> Solver:
    """Ask with a strategy and report the record; an exception becomes a failed record and never ends the run."""
    source, way, words = open_source(data), read_way(strategy), _rewording(wordings)
    clips = VideoInput.model_validate(video or {})

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        conversation = _Conversation(state, way, _repeat(state), cache, clips)
        sample_id = str(state.metadata["sample_id"])
        key: Key | None = None
        sample: Sample | None = None
        state.messages.clear()
        try:
            sample, key = _read(source, sample_id, words)
            ASKING.set(Asking(sample, conversation.repeat))
            async with in_flight():
                if why := called_off():
                    raise NotAsked(f"the run was called off: {why}")
                reply = await conversation.ask(sample)
                record = await conversation.score(sample, key, reply)
                tell(record)
        except NotAsked:
            raise
        except Exception as error:
            kept = conversation.store.contents
            stages = await conversation.stages(sample) if sample is not None and kept else {}
            record = conversation.failed(key, error, stages)
            state.metadata[FACTS] = _facts(record)
            tell(record)
            raise NoReply.of(error) from None
        finally:
            ASKING.set(None)
        state.output = conversation.last.model_copy()
        state.output.completion = reply
        _FINISHED[data, sample_id, conversation.repeat] = record
        return state

    return solve


def _read(source: Source, sample_id: str, words: Rewording | None) -> tuple[Sample, Key]:
    """A sample and its key; one that cannot be read ends the run, because it is no failure of the model."""
    try:
        sample = reworded(source.get(sample_id), words)
        return sample, key_of(sample)
    except DioramaError as fault:
        give_up(fault)
        raise NotAsked(str(fault)) from None


class _Conversation:
    """All requests to models for one question, metered."""

    def __init__(self, state: TaskState, way: Way, repeat: int, cache: bool, clips: VideoInput) -> None:
        self.state, self.way, self.repeat, self.clips = state, way, repeat, clips
        self.model = get_model()
        self.meter = Meter()
        self.last = ModelOutput()
        self.cut = self.filtered = False
        self.cache = cache
        self.store = Store(ARTEFACTS.get(), str(state.metadata["sample_id"]), repeat)
        self._cache: CachePolicy | bool = (
            CachePolicy(expiry=None, scopes={"repeat": str(repeat)}) if cache else False
        )  # fmt: skip

    async def ask(self, sample: Sample) -> str:
        """Ask with the strategy; the result is the text that the answer is read from."""
        roles = {name: self._other(name) for name in self.way.needs}
        painters = {name: self._painter(name) for name in self.way.needs}
        perceive, graph, facts = exact_perception(sample), exact_scene_graph(sample), exact_clip_facts(sample)
        names = {"model": str(self.model), **{name: _model_name(name) for name in self.way.needs}}
        tools = QuestionTools(
            self._ask_model, roles, perceive, graph, self.store, self.meter, facts, painters, imagination_of(sample),
            names, partial(map_by_provider, sample),
        )  # fmt: skip
        return shortened(await self.way.run(question_of(sample), tools))

    async def score(self, sample: Sample, key: Key, reply: str) -> Record:
        """The record of a reply: by our own rules, with a reader and a grader if there are any."""
        helpers = _helpers(self.meter, key, sample, self.cache)
        judgement = await score_with(key, reply, helpers, filtered=self.filtered, cut=self.cut)
        return make_record(
            key, reply, judgement, model=str(self.model), repeat=self.repeat, scoring=helpers.scoring(key),
            artefacts=tuple(self.store.kept), stages=await self.stages(sample), cut=self.cut, filtered=self.filtered,
            **self.meter.fields(),
        )  # fmt: skip

    async def stages(self, sample: Sample) -> dict[str, float]:
        """How what the strategy kept compares with the truth; a fault there costs these numbers and nothing else."""
        strategy = self.way.strategy
        try:
            return await anyio.to_thread.run_sync(strategy.stage_scores, sample, self.store.contents)
        except Exception as error:
            log.warning("the stages of %s cannot be scored for '%s': %s", strategy.name, sample.id, short(error))
            return {}

    def failed(self, key: Key | None, error: Exception, stages: Mapping[str, float]) -> Record:
        """The record of a question that got no reply, with how far its strategy came."""
        fields: dict[str, Any] = {
            "repeat": self.repeat, "artefacts": tuple(self.store.kept), "stages": dict(stages),
            **self.meter.fields(),
        }  # fmt: skip
        if isinstance(error, ToolFailed):
            judgement = Judgement(Verdict.TOOL_FAILED, note=short(error))
        else:
            reason = NoReply.of(error)
            judgement = Judgement(Verdict.FAILED, note=reason.why)
            fields["failure"] = reason.failure
        if key is not None:
            return make_record(key, "", judgement, model=str(self.model), **fields)
        facts = {name: str(self.state.metadata[name]) for name in ("sample_id", "suite", "task", "level")}
        return Record(
            **facts, scene=facts["sample_id"], answer_kind="", model=str(self.model),
            verdict=judgement.verdict, note=judgement.note, **fields,
        )  # fmt: skip

    async def _ask_model(self, request: Request) -> str:
        request = await _framed(request, self.clips.for_model(str(self.model)))
        self.state.messages.append(to_note(request))
        self.last = await call(self.model, to_messages(request), cache=self._cache)
        self.meter.add("model", spent_on(self.last))
        self.cut = self.cut or self.last.stop_reason in ("max_tokens", "model_length")
        self.filtered = self.last.stop_reason == "content_filter"
        said = shortened(self.last.completion)
        self.state.messages.append(ChatMessageAssistant(content=said, model=self.last.model))
        return said

    def _other(self, role: str) -> AskModel:
        """Another model by its role; any failure of it counts as the tool's failure."""

        async def ask(request: Request) -> str:
            return shortened((await self._output_of(role, request)).completion)

        return ask

    def _painter(self, role: str) -> DrawModel:
        """A model by its role that answers with a picture or a clip."""

        async def draw(request: Request, kind: DrawKind) -> Picture:
            output = await self._output_of(role, request)
            try:
                return drawn_in(said_and_shown(output), kind)
            except ToolFailed as error:
                raise ToolFailed(f"{role}: {error}") from None

        return draw

    async def _output_of(self, role: str, request: Request) -> ModelOutput:
        try:
            model = get_model(role=role, required=True)
            shown = await _framed(request, self.clips.for_model(str(model), under_test=False))
            output = await call(model, to_messages(shown), cache=self._cache)
        except (NoReply, PrerequisiteError) as error:
            raise ToolFailed(f"{role}: {short(error)}") from None
        self.meter.add(role, spent_on(output))
        return output


def _model_name(role: str) -> str:
    """What the model in a role is called; empty if nobody plays it."""
    try:
        return str(get_model(role=role, required=True))
    except PrerequisiteError:
        return ""


async def _framed(request: Request, frames: Frames | None) -> Request:
    """The request as a model takes it; decoding does not hold up other questions."""
    return await anyio.to_thread.run_sync(with_frames, request, frames)


@scorer(metrics=[accuracy()])
def judged(data: str, wordings: dict[str, Any] | None = None) -> Scorer:
    """The score from the solver's record; when a log is scored again, the reply is read again."""
    source, words = open_source(data), _rewording(wordings)

    async def score(state: TaskState, target: Target) -> Score:
        sample_id, repeat = str(state.metadata["sample_id"]), _repeat(state)
        record = _FINISHED.pop((data, sample_id, repeat), None)
        if record is None:
            sample = reworded(source.get(sample_id), words)
            key = key_of(sample)
            helpers = _helpers(Meter(), key, sample)
            judgement = await score_with(key, state.output.completion, helpers)
            record = make_record(
                key, state.output.completion, judgement, model=str(get_model()), repeat=repeat,
                scoring=helpers.scoring(key),
            )  # fmt: skip
        return _as_score(record)

    return score


def _rewording(plain: dict[str, Any] | None) -> Rewording | None:
    """Wordings as the engine keeps them: plain data."""
    return None if plain is None else Rewording.model_validate(plain)


def _helpers(meter: Meter, key: Key, sample: Sample, cache: bool = False) -> Helpers:
    models = {role: _in_role(role) for role in (READER, GRADER)}
    known = {role: model for role, model in models.items() if model is not None}
    return helpers_of(known, meter, key, lambda: sample, cache=cache)


def _in_role(role: str) -> Model | None:
    try:
        return get_model(role=role, required=True)
    except PrerequisiteError:
        return None


def _repeat(state: TaskState) -> int:
    """The repeat, counted from 0: ours are separate samples; the engine's `--epochs` count from 1."""
    return int(state.metadata.get("repeat", state.epoch - 1))


def _facts(record: Record) -> dict[str, Any]:
    return record.model_dump(mode="json", exclude_defaults=True, exclude={"reply"})


def _as_score(record: Record) -> Score:
    facts = {FACTS: _facts(record)}
    if record.verdict is Verdict.UNSCORED:
        return Score.unscored(reason=record.note, answer=record.read_as, explanation=record.note, metadata=facts)
    return Score(value=float(record.correct), answer=record.read_as, explanation=record.note, metadata=facts)
