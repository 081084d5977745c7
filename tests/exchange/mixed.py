"""A small dataset with every form of question, and with the texts and media that other tools stumble over."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
from PIL import Image

from diorama.ask.source import Selection
from diorama.data import BuildPlan, Media, Sample
from diorama.data.gathering import gather
from diorama.exchange import Exported, ExportOrder, ExportSettings, export
from diorama.kinds import Choice, ObjectSet
from diorama.suites import MediaPart, QuestionPart, TextPart
from tests.ask.filmed import filmed
from tests.data.samples import png, sample

TRAPS = ("None", "N/A", "2", 'a "quoted"\ttab', "eine Tür – 門", "null", "TRUE", "[1]")
"""Options that readers of tables make something else of."""


def depth_png() -> bytes:
    """16 bits, of which the lower 8 matter."""
    stream = io.BytesIO()
    Image.fromarray(np.arange(64, dtype=np.uint16).reshape(8, 8) * 257 + 1).save(stream, "PNG")
    return stream.getvalue()


def elsewhere(number: int, **fields: object) -> Sample:
    """A sample that others made: no world, no query."""
    plain = {
        "id": f"elsewhere-{number:06d}", "suite": "elsewhere", "task": "hidden", "query": None, "shots": (),
        "trace": {}, "question": f"What is hidden, number {number}?", "options": (),
        "answer": ObjectSet(names=("mug", "vase")),
        "objects": {"mug": "the red mug", "vase": "the tall vase", "box": "the box"},
    }  # fmt: skip
    return sample(number, **{**plain, **fields})


def labelled() -> Sample:
    """Two pictures with labels, the second one after the question."""
    media = tuple(Media(role="view", kind="image", data=png(k), name=f"view-{k}.png") for k in (70, 80))
    parts = (
        TextPart(text="First:"), MediaPart(media="view-80"), QuestionPart(), TextPart(text="Second:"),
        MediaPart(media="view-70"),
    )  # fmt: skip
    return elsewhere(1, media=media, parts=parts)


def traps() -> Sample:
    return sample(
        5, id="causal-traps", question='Which "one"\tis it?\nSay – 何?', options=TRAPS, answer=Choice(option="None"),
        query=None, depth=Media(role="depth", kind="image", data=depth_png(), name="depth.png"),
    )  # fmt: skip


def mixed() -> list[Sample]:
    """Choices, lists, labels, clips, and one that shows nothing."""
    return [
        sample(0), sample(1), sample(2, id="2"), traps(), labelled(), elsewhere(2), elsewhere(3, media=()),
        filmed(0), filmed(1, reference=True, world=False),
    ]  # fmt: skip


PLAN = BuildPlan(suites=("causal",), count=1, seed=1, version="1.0")


def dataset(folder: Path, *samples: Sample, name: str = "mixed") -> Path:
    gather(folder, samples or mixed(), PLAN.model_copy(update={"imported_from": "tests"}), name=name)
    return folder


def exported(
    folder: Path, to: str, out: Path, *, select: Selection | None = None, settings: ExportSettings | None = None
) -> Exported:
    order = ExportOrder(folder, out, select or Selection(), settings or ExportSettings())
    return export(order, to, lambda done, total: lambda: None)
