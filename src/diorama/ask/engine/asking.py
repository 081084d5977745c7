"""Asking one sample and judging the reply: the solver and the scorer that the engine runs.

Whatever happens, each question ends as one record: answered and scored, or failed with the kind of its failure.
"""

from __future__ import annotations

from typing import Any

from inspect_ai._util.error import PrerequisiteError
from inspect_ai.model import CachePolicy, ChatMessageAssistant, Model, ModelOutput, get_model
from inspect_ai.scorer import Score, Scorer, Target, accuracy, scorer
from inspect_ai.solver import Generate, Solver, TaskState, solver

from diorama.ask.engine.calling import Meter, call, shortened
from diorama.ask.engine.messages import to_messages, to_note
from diorama.ask.engine.state import ASKING, Asking, called_off, in_flight, open_source, tell
from diorama.ask.failures import NoReply, NotAsked, failure_of
from diorama.ask.keys import Key, key_of
from diorama.ask.question import Request, question_of
from diorama.ask.reader_model import judge_request
from diorama.ask.records import Failure, Record, Verdict
from diorama.ask.scoring import Judgement, judge, make_record
from diorama.ask.strategies import get_strategy
from diorama.data.sample import short

FACTS = "diorama"
"""Where in the engine's log our facts are."""
_TOLD: dict[tuple[str, str, int], Record] = {}
"""Records of questions that the engine is not done with, from the solver to the scorer."""


@solver
def ask_sample(data: str, strategy: str = "direct", cache: bool = False) -> Solver:
    """Ask with a strategy and tell the record; an exception on the way is a failed record, never the end of the run."""
    source, way = open_source(data), get_strategy(strategy)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        meter, repeat, model = Meter(), _repeat(state), get_model()
        keep = CachePolicy(expiry=None, scopes={"repeat": str(repeat)}) if cache else False
        key: Key | None = None
        last = ModelOutput()

        async def ask(request: Request) -> str:
            nonlocal last
            state.messages.append(to_note(request))
            last = await call(model, to_messages(request), cache=keep)
            meter.add(last)
            state.messages.append(ChatMessageAssistant(content=shortened(last.completion), model=last.model))
            return last.completion

        state.messages.clear()
        try:
            sample = source.get(str(state.metadata["sample_id"]))
            key = key_of(sample)
            question = question_of(sample, way.sees)
            ASKING.set(Asking(sample, repeat))
            async with in_flight():
                if called_off():
                    raise NotAsked("the run was called off after too many failures in a row")
                reply = shortened(await way.run(question, ask))
                record = await _read(key, reply, meter, model=str(model), repeat=repeat)
                tell(record)
        except NotAsked:
            raise
        except Exception as error:
            failed = error if isinstance(error, NoReply) else NoReply(failure_of(error), short(error))
            record = _failed(state, key, failed.failure, failed.why, str(model), meter)
            state.metadata[FACTS] = _facts(record)
            tell(record)
            raise failed from None
        finally:
            ASKING.set(None)
        state.output = last.model_copy()
        state.output.completion = reply
        _TOLD[data, key.sample_id, repeat] = record
        return state

    return solve


@scorer(metrics=[accuracy()])
def judged(data: str) -> Scorer:
    """The score of what was told; where a log is scored again, the reply is read again."""
    source = open_source(data)

    async def score(state: TaskState, target: Target) -> Score:
        sample_id, repeat = str(state.metadata["sample_id"]), _repeat(state)
        record = _TOLD.pop((data, sample_id, repeat), None)
        if record is None:
            key = key_of(source.get(sample_id))
            record = await _read(key, state.output.completion, Meter(), model=str(get_model()), repeat=repeat)
        return _as_score(record)

    return score


async def _read(key: Key, reply: str, meter: Meter, *, model: str, repeat: int) -> Record:
    """Read a reply and score it by our own rules; a judge model, if there is one, only helps to read."""
    judgement = judge(key, reply)
    if judgement.verdict is Verdict.UNREAD:
        judgement = await _second_look(key, reply, judgement, filtered=meter.filtered)
    if meter.cut:
        judgement = Judgement(
            judgement.verdict, judgement.read_as, judgement.note or "cut off", {**judgement.flags, "cut": True}
        )
    return make_record(key, reply, model=model, judgement=judgement, repeat=repeat, **meter.fields())


async def _second_look(key: Key, reply: str, judgement: Judgement, *, filtered: bool) -> Judgement:
    """A reply that could not be read: held back by a filter, or something for the judge, if there is one.

    A judge that fails leaves the reply unscored, not wrong.
    """
    if filtered:
        return Judgement(Verdict.REFUSED, note="held back by the provider's filter")
    reader = _judge()
    if reader is None:
        return judgement
    try:
        said = await call(reader, to_messages(judge_request(key, reply)))
    except NoReply as error:
        return Judgement(Verdict.UNSCORED, note=f"the judge failed: {error}")
    again = judge(key, said.completion)
    return Judgement(again.verdict, again.read_as, again.note, {**again.flags, "judged": True})


def _judge() -> Model | None:
    try:
        return get_model(role="judge", required=True)
    except PrerequisiteError:
        return None


def _failed(state: TaskState, key: Key | None, failure: Failure, why: str, model: str, meter: Meter) -> Record:
    if key is not None:
        return make_record(key, "", model=model, failure=failure, note=why, repeat=_repeat(state), **meter.fields())
    facts = {name: str(state.metadata[name]) for name in ("sample_id", "suite", "task", "level")}
    return Record(
        **facts, scene=facts["sample_id"], answer_kind="", repeat=_repeat(state), model=model,
        verdict=Verdict.FAILED, failure=failure, note=why,
    )  # fmt: skip


def _repeat(state: TaskState) -> int:
    """Counted from 0. Repeats of our own are samples of their own; `--epochs` of the engine count from 1."""
    return int(state.metadata.get("repeat", state.epoch - 1))


def _facts(record: Record) -> dict[str, Any]:
    return record.model_dump(mode="json", exclude_defaults=True, exclude={"reply"})


def _as_score(record: Record) -> Score:
    facts = {FACTS: _facts(record)}
    if record.verdict is Verdict.UNSCORED:
        return Score.unscored(reason=record.note, answer=record.read_as, explanation=record.note, metadata=facts)
    return Score(value=float(record.correct), answer=record.read_as, explanation=record.note, metadata=facts)
