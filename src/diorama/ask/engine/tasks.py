"""Datasets as the engine's tasks: `inspect eval diorama/structure -T data=DIR` works with what is here.

A sample of the engine is only a name; the question and its pictures are read when it is asked, and forgotten after.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset
from inspect_ai.dataset import Sample as EngineSample
from inspect_ai.model import GenerateConfig

from diorama.ask.engine.solver import ask_sample, judged
from diorama.ask.engine.state import open_source
from diorama.ask.source import Entry, Selection
from diorama.ask.strategies import read_way
from diorama.ask.video_input import VideoInput, read_video_input
from diorama.ask.wordings import VARIED, Rewording, choose_wordings
from diorama.suites import SUITES

LIMITS = GenerateConfig(max_retries=5, attempt_timeout=300)
"""Without these the engine would retry forever."""


def make_task(
    data: str,
    asked: Iterable[tuple[Entry, int | None]],
    *,
    strategy: str = "direct",
    cache: bool = False,
    name: str = "diorama",
    rewording: Rewording | None = None,
    video: VideoInput | None = None,
) -> Task:
    """A task of some samples × repeats of a dataset; repeats are samples of their own, so that any can be left out."""
    way = read_way(strategy)
    way.check_arguments()
    words = None if rewording is None else rewording.model_dump(mode="json")
    clips = None if video is None else video.model_dump(mode="json")
    return Task(
        name=name,
        dataset=MemoryDataset(
            [_engine_sample(entry, repeat) for entry, repeat in asked], name=open_source(data).fingerprint
        ),
        solver=ask_sample(data=data, strategy=strategy, cache=cache, wordings=words, video=clips),
        scorer=judged(data=data, wordings=words),
        config=LIMITS,
        fail_on_error=False,
        metadata={"dataset": open_source(data).fingerprint, "folder": data, "strategy": way.spec, "wordings": words},
    )


def _engine_sample(entry: Entry, repeat: int | None) -> EngineSample:
    facts: dict[str, Any] = {"sample_id": entry.id, "suite": entry.suite, "task": entry.task, "level": entry.level}
    if repeat is not None:
        facts["repeat"] = repeat
    return EngineSample(id=f"{entry.id}#{repeat}" if repeat else entry.id, input=entry.id, target="", metadata=facts)


def _suite_task(suite: str) -> Callable[..., Task]:
    @task(name=suite)
    def suite_task(
        data: str, strategy: str = "direct", tasks: str = "", levels: str = "", cache: bool = False,
        wordings: str = VARIED, video: str = "", frame_rate: float | None = None, frame_size: int | None = None,
    ) -> Task:  # fmt: skip
        """A suite of a dataset.

        Args:
            data: The folder of the dataset.
            strategy: How the model is asked, see `diorama strategies`.
            tasks: Only these tasks, separated by commas.
            levels: Only these levels, separated by commas.
            cache: Take answers to the same requests from the engine's cache.
            wordings: `varied`, `fixed` or a TOML file.
            video: `frames` or `native`; as the provider takes clips, unless given.
            frame_rate: Frames a second of a clip that is sent as frames.
            frame_size: The longer side of such a frame, pixels.
        """
        wanted = Selection(suites=[suite], tasks=_listed(tasks), levels=_listed(levels))
        source = open_source(data)
        chosen = source.choose(wanted)
        rewording = choose_wordings(wordings, source, chosen)
        asked = [(entry, None) for entry in chosen]
        clips = read_video_input(video, frame_rate, frame_size)
        return make_task(data, asked, strategy=strategy, cache=cache, name=suite, rewording=rewording, video=clips)

    return suite_task


def _listed(text: str) -> Sequence[str]:
    return [part.strip() for part in str(text).split(",") if part.strip()]


SUITE_TASKS = tuple(_suite_task(suite) for suite in SUITES.names())
