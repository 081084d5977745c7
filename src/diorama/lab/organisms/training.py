"""Training an organism: batches of pictures with all their questions, a cosine schedule, checkpoints and tests.

It ends after a number of questions or of minutes, whichever comes first; the schedule follows the one that is ahead.
What is stopped goes on at its last checkpoint, with the batches that would have come.
"""

from __future__ import annotations

import csv
import io
import math
import os
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import numpy as np

from diorama.data import whole_file
from diorama.errors import DioramaError, short
from diorama.lab.organisms.fast import Forward, batched_vision
from diorama.lab.organisms.model import NOT_SAID, Words, grid_of, patches_of
from diorama.lab.organisms.pictures import Pictures, batches_from
from diorama.lab.organisms.worlds import CHANCE

BATCH = 16
"""Pictures; each has 7/3 questions on average."""
RATE, WARM_UP, CALMER = 1e-3, 100, 0.05
"""The highest rate of learning, steps until it is reached, and the share of it that is left in the end."""
DECAY, CLIP = 0.05, 1.0


@dataclass(frozen=True)
class Course:
    """How long to train."""

    samples: int
    """Questions that are learned from, each time it is asked counted."""
    minutes: float = math.inf
    seed: int = 0
    every: int = 100
    """Steps between tests."""
    batch: int = BATCH
    stop: int | None = None
    """A step after which to stop as if interrupted, for tests."""


@dataclass(frozen=True)
class Row:
    """How far it has come."""

    step: int
    samples: int
    seconds: float
    loss: float
    """Mean since the last row."""
    held_out: float
    """Share of held-out questions that are answered right."""
    chance: float = CHANCE


@dataclass
class _State:
    """What a checkpoint keeps besides weights."""

    step: int = 0
    samples: int = 0
    seconds: float = 0.0
    rows: list[Row] = field(default_factory=list)


def train(
    model: Any, words: Words, pictures: Pictures, held_out: Pictures, course: Course, checkpoint: Path,
    *, progress: Callable[[int, int], Callable[[], None]] | None = None,
) -> list[Row]:  # fmt: skip
    """Train a model in place, from its checkpoint if there is one; return a row for each test."""
    torch: Any = import_module("torch")
    if len(pictures) < course.batch:
        raise DioramaError(f"{len(pictures)} pictures are too few for batches of {course.batch}")
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=DECAY, betas=(0.9, 0.98))
    state = _resumed(model, optimizer, checkpoint, course)
    learner = _Learner(model, words, pictures)
    advance = progress(state.samples, course.samples) if progress is not None else lambda: None
    clock, before, losses = time.monotonic(), state.seconds, []
    for scenes, mirrored in batches_from(state.step, len(pictures), course.batch, course.seed):
        ahead = max(state.samples / course.samples, state.seconds / (60 * course.minutes))
        if ahead >= 1 or state.step == course.stop:
            break
        for group in optimizer.param_groups:
            group["lr"] = rate_at(state.step, ahead)
        loss, asked = learner.loss(scenes, mirrored)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), CLIP)
        optimizer.step()
        losses.append(loss.item())
        state.step += 1
        state.samples += asked
        state.seconds = before + time.monotonic() - clock
        for _ in range(asked):
            advance()
        if state.step % course.every == 0:
            _tested(state, losses, model, words, held_out)
            _keep(model, optimizer, state, course, checkpoint)
            losses = []
    if losses or not state.rows:
        _tested(state, losses, model, words, held_out)
        _keep(model, optimizer, state, course, checkpoint)
    return state.rows


def rate_at(step: int, ahead: float) -> float:
    """The rate of learning: it rises, and then falls as a cosine of the share of the course that is done."""
    risen = min(1.0, (step + 1) / WARM_UP)
    return RATE * risen * (CALMER + (1 - CALMER) * (1 + math.cos(math.pi * min(1.0, ahead))) / 2)


def accuracy(model: Any, words: Words, pictures: Pictures, batch: int = 64) -> float:
    """The share of questions that are answered right: of all tokens, the right one is the first choice at each place.

    A reply that is written greedily is the right one just then.
    """
    torch: Any = import_module("torch")
    forward = Forward(model, words.prompts[0], grid_of(pictures.pixels))
    right = 0
    model.eval()
    with torch.inference_mode(), batched_vision(model.model.visual):
        for start in range(0, len(pictures), batch):
            rows = (pictures.scene >= start) & (pictures.scene < start + batch)
            patches = torch.as_tensor(patches_of(pictures.pixels[start : start + batch]))
            wanted = words.replies[pictures.reply[rows]]
            ids = torch.as_tensor(words.fed(pictures.asked[rows], pictures.reply[rows]))
            logits = forward.logits(patches, torch.as_tensor(pictures.scene[rows] - start), ids, wanted.shape[1])
            said = logits.argmax(-1).numpy()
            right += int(((said == wanted) | (wanted == NOT_SAID)).all(axis=1).sum())
    return right / len(pictures.scene)


def write_rows(rows: list[Row], path: Path) -> None:
    """Write how it went as CSV."""
    buffer = io.StringIO()
    table = csv.DictWriter(buffer, [f for f in Row.__dataclass_fields__], lineterminator="\n")
    table.writeheader()
    for row in rows:
        table.writerow({name: round(value, 4) for name, value in asdict(row).items()})
    with whole_file(path) as stream:
        stream.write(buffer.getvalue().encode())


class _Learner:
    """Makes the loss of a batch."""

    def __init__(self, model: Any, words: Words, pictures: Pictures) -> None:
        self._torch: Any = import_module("torch")
        self._model, self._words, self._pictures = model, words, pictures
        self._forward = Forward(model, words.prompts[0], grid_of(pictures.pixels))
        order = np.argsort(pictures.scene, kind="stable")
        starts = np.searchsorted(pictures.scene[order], np.arange(len(pictures) + 1))
        self._questions = [order[a:b] for a, b in pairwise(starts)]

    def loss(self, scenes: Any, mirrored: bool) -> tuple[Any, int]:
        """The loss of replies and their ends, over all questions about these scenes; and how many there are."""
        torch, words = self._torch, self._words
        rows = np.concatenate([self._questions[k] for k in scenes])
        of = np.repeat(np.arange(len(scenes)), [len(self._questions[k]) for k in scenes])
        pixels = self._pictures.pixels[scenes]
        patches = torch.as_tensor(patches_of(pixels[:, :, ::-1] if mirrored else pixels))
        ids = torch.as_tensor(words.fed(self._pictures.asked[rows], self._pictures.reply[rows]))
        wanted = torch.as_tensor(words.replies[self._pictures.reply[rows]])
        self._model.train()
        with batched_vision(self._model.model.visual):
            logits = self._forward.logits(patches, torch.as_tensor(of), ids, wanted.shape[1])
        return torch.nn.functional.cross_entropy(logits.flatten(0, 1), wanted.flatten(), ignore_index=NOT_SAID), len(
            rows
        )


def _tested(state: _State, losses: list[float], model: Any, words: Words, held_out: Pictures) -> None:
    mean = float(np.mean(losses)) if losses else math.nan
    right = accuracy(model, words, held_out)
    state.rows.append(Row(state.step, state.samples, state.seconds, mean, right))


def _keep(model: Any, optimizer: Any, state: _State, course: Course, path: Path) -> None:
    """Write a checkpoint; a kill while it is written leaves the last one."""
    torch: Any = import_module("torch")
    part = path.with_suffix(".part")
    kept = {
        "model": model.state_dict(), "optimizer": optimizer.state_dict(), "seed": course.seed, "batch": course.batch,
        "state": {**asdict(state)},
    }  # fmt: skip
    torch.save(kept, part)
    os.replace(part, path)


def _resumed(model: Any, optimizer: Any, path: Path, course: Course) -> _State:
    torch: Any = import_module("torch")
    if not path.exists():
        return _State()
    try:
        kept = torch.load(path, map_location="cpu", weights_only=True)
        model.load_state_dict(kept["model"])
        optimizer.load_state_dict(kept["optimizer"])
        known = kept["state"]
        state = _State(known["step"], known["samples"], known["seconds"], [Row(**row) for row in known["rows"]])
        if min(state.step, state.samples, state.seconds) < 0:
            raise ValueError("it counts below nothing")
        same = (kept["seed"], kept["batch"]) == (course.seed, course.batch)
    except (OSError, RuntimeError, KeyError, ValueError, TypeError, IndexError, AttributeError, EOFError,
            UnpicklingError) as error:  # fmt: skip
        raise DioramaError(f"{path} cannot be continued: {short(error) or 'it is empty'}; delete it") from None
    if not same:
        raise DioramaError(f"{path} is of another seed or batch: use another folder")
    return state
