"""Making an organism in a folder: held-out data, pictures to train on, the model before and after."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from pathlib import Path

import numpy as np
from PIL import Image

from diorama import __version__
from diorama.data import BuildPlan, Sample, create_or_open, load
from diorama.data.drawing import draw_one
from diorama.errors import DioramaError
from diorama.kinds import ObjectSet
from diorama.lab.organisms.model import USUAL, Size, load_organism, save_untrained, words_of
from diorama.lab.organisms.pictures import CHUNK, Pictures, pictures_of, training_pictures
from diorama.lab.organisms.training import Course, Row, train, write_rows
from diorama.lab.organisms.worlds import Question, Scene, drawn_scene
from diorama.lab.subject import Subject
from diorama.sight import Easel, Shot
from diorama.suites.structure.t1_single_removal import Removal

Progress = Callable[[str, int, int], Callable[[], None]]
"""What is done, how much of it is done already, and how much there is → what advances by one."""

SAMPLES, MINUTES, PICTURES, HELD_OUT, WORKERS = 40_000, 16.0, 6_000, 200, 2
"""About ten minutes on two cores, and never more than twenty: a core draws 36 scenes a second, and learns from 50
questions a second. With a shorter wording than now, of 100 held-out questions 42 were right after 3,700 questions, 67
after 9,300 and 95 after 16,800."""


@dataclass(frozen=True)
class OrganismOrder:
    """What is to be made, and where."""

    out: Path
    samples: int = SAMPLES
    """Questions to learn from."""
    minutes: float = MINUTES
    """The longest training may take, without drawing."""
    seed: int = 0
    pictures: int = PICTURES
    held_out: int = HELD_OUT
    """Questions that are kept apart, as a dataset."""
    workers: int = WORKERS
    """Processes that draw."""
    size: Size = USUAL
    every: int = 100
    chunk: int = CHUNK


@dataclass(frozen=True)
class Made:
    """What was made."""

    model: Path
    untrained: Path
    data: Path
    table: Path
    rows: tuple[Row, ...]


def make_organism(order: OrganismOrder, progress: Progress = lambda what, done, total: lambda: None) -> Made:
    """Make it all, or what is missing of it."""
    out = order.out
    untrained, trained = out / "model-untrained", out / "model-trained"
    claim(order)
    held_out = held_out_pictures(order, progress)
    if not (untrained / "preprocessor_config.json").exists():  # the last file that is written
        save_untrained(untrained, order.seed, order.size)
    files = -(-order.pictures // order.chunk)
    pictures = training_pictures(
        order.pictures, order.seed, out / "pictures", workers=order.workers, size=order.chunk,
        advance=progress("drawing", 0, files),
    )  # fmt: skip
    subject = load_organism(untrained)
    sample = next(iter(load(out / "data")))
    words = words_of(subject, sample.media[0].data)
    course = Course(order.samples, order.minutes, order.seed, order.every)
    rows = train(
        subject.model, words, pictures, held_out, course, out / "checkpoint.pt",
        progress=lambda done, total: progress("training", done, total),
    )  # fmt: skip
    write_rows(rows, out / "training.csv")
    save_trained(subject, trained, order)
    return Made(trained, untrained, out / "data", out / "training.csv", tuple(rows))


def save_trained(subject: Subject, folder: Path, order: OrganismOrder) -> None:
    """Write the trained model aside, and put it in place when it is whole."""
    part = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    save_untrained(part, order.seed, order.size)  # its processor and settings; the weights are replaced
    subject.model.eval().save_pretrained(part)
    shutil.rmtree(folder, ignore_errors=True)
    part.rename(folder)


def claim(order: OrganismOrder) -> None:
    """Begin a folder, or go on with one; one that holds something else is not touched."""
    out = order.out
    if out.exists() and not out.is_dir():
        raise DioramaError(f"{out} is no folder")
    if out.is_dir() and any(out.iterdir()) and not (out / "data").is_dir():
        raise DioramaError(f"{out} holds other files: choose a new or an empty folder")
    out.mkdir(parents=True, exist_ok=True)


def held_out_pictures(order: OrganismOrder, progress: Progress) -> Pictures:
    """The dataset of questions that are kept apart, made if it is not there; and its pictures, as training sees them.

    Its pictures are drawn as those of any dataset are, and so more finely than those to train on.
    """
    plan = BuildPlan(
        suites=("structure",), count=order.held_out, seed=order.seed, shard_size=100, options={"organism": "rows"}
    )  # fmt: skip
    builder = create_or_open(order.out / "data", plan, name="organism")
    missing = builder.missing_shards()
    if missing:
        advance = progress("held-out data", 0, sum(slot.count for slot in missing))
        every = list(islice(held_out_samples(order.seed, order.held_out, advance), order.held_out))
        for slot in missing:
            builder.add_shard(slot.name, every[slot.start : slot.start + slot.count])
    scenes, pixels = [], []
    for sample in load(order.out / "data"):
        assert isinstance(sample.query, Removal)
        freed = next(iter(sample.kind.bodies(sample.answer)), None)
        world, camera = sample.view("training")
        scenes.append(Scene(world, camera, (Question(sample.query.removed, freed, False),)))
        pixels.append(np.asarray(Image.open(BytesIO(sample.media[0].data)).convert("RGB")))
    return pictures_of(scenes, pixels)


def held_out_samples(seed: int, count: int, advance: Callable[[], None] = lambda: None) -> Iterator[Sample]:
    """Questions about scenes that are not trained on, as samples of T1."""
    number, turn = 0, 0
    while number < count:
        scene = drawn_scene(turn, np.random.default_rng([seed, 1, turn]))
        shot = Shot(world=scene.world, camera=scene.camera)
        media = draw_one(shot, Easel())
        for question in scene.questions:
            yield Sample(
                id=f"structure-t1-{number:06d}", suite="structure", task="T1", question=question.text, media=(media,),
                words=(question.words,), shots=(shot,), query=Removal(removed=question.removed),
                answer=ObjectSet(names=() if question.freed is None else (question.freed,)),
                trace={"frees": question.reply}, seed=seed, version=__version__,
            )  # fmt: skip
            number += 1
            advance()
        turn += 1
