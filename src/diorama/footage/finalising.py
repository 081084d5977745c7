"""`diorama video finalise`: what reviewers have kept becomes an ordinary dataset of samples without a world.

Films are cut first, each side into a file of its own under `cuts/`; a command that is stopped goes on with what is
missing, and one that is run after a few edits cuts only what has changed. That folder may be deleted at any time.
"""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from diorama import __version__
from diorama.data import BuildPlan, Media, Sample, create_or_open
from diorama.errors import DioramaError, short
from diorama.footage.asking import AskTally
from diorama.footage.checks import MOST_OPTIONS, check_candidate, check_times, check_video, check_words
from diorama.footage.clips import Progress
from diorama.footage.cuts import make_cuts_folder, side_of
from diorama.footage.distractors import propose_options
from diorama.footage.journal import key_of
from diorama.footage.model_use import ModelUse
from diorama.footage.record_files import CANDIDATES, candidate_file, require_clips
from diorama.footage.records import TWO_VIEWS, Candidate, Clip, Status, located
from diorama.footage.showing import read_reference
from diorama.kinds import Choice, ForeignQuery
from diorama.suites import MediaPart, Part, QuestionPart, TextPart

SUITE = "footage"
SHARD = 50
"""Samples in a file of the dataset."""
GATES = ("kept in review", "cut exactly")
BEFORE_CLIP = {
    "forward": "This clip ends before the moment that the question is about.",
    "backward": "This clip begins after the moment that the question is about.",
}
BEFORE_REFERENCE = "This picture shows the same scene from the viewpoint from which to answer."


@dataclass
class Finalised:
    """What came of the records."""

    samples: int = 0
    places: Counter[str] = field(default_factory=Counter)
    """How often the right option stands where."""
    statuses: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    """Why candidates were rejected."""
    faults: list[str] = field(default_factory=list)
    """One line for each record that was kept and could not be used."""
    asking: AskTally = field(default_factory=AskTally)


@dataclass(frozen=True)
class Ready:
    """A candidate with nothing wrong, its clip, its cuts, and its options in the order in which they are asked."""

    candidate: Candidate
    clip: Clip
    shown: Path
    unseen: Path
    options: tuple[str, ...] = ()


def finalise(
    folder: Path,
    out: Path,
    *,
    seed: int = 0,
    long_side: int = 960,
    options: int = 4,
    use: ModelUse | None = None,
    progress: Callable[[str], Progress] | None = None,
) -> Finalised:
    """Write a dataset of all candidates that were kept; with a model, wrong options are proposed where there are none.

    A record that cannot be used is named in one line, and the rest goes on.
    """
    if not 2 <= options <= MOST_OPTIONS:
        raise DioramaError(f"options of a question must be 2 to {MOST_OPTIONS}; got {options}")
    steps = progress or (lambda name: lambda done, total: lambda: None)
    clips = require_clips(folder)
    if not (folder / CANDIDATES).is_file():
        raise DioramaError(f"{folder} holds no {CANDIDATES}: run `diorama video candidates {folder} --model M` first")
    done = Finalised(faults=list(clips.faults))
    if use is not None:
        lacking = _lacking_options(folder, clips.records)
        if lacking:
            done.asking = propose_options(folder, lacking, clips.records, use, options, steps("options"))
    records = candidate_file(folder)
    done.faults += records.faults
    kept = [c for c in records.records.values() if c.status is Status.KEPT]
    done.statuses.update(c.status.value for c in records.records.values())
    done.reasons.update(c.reason for c in records.records.values() if c.reason)
    if not kept:
        raise DioramaError(
            f"nothing in {folder / CANDIDATES} is kept: set the status of the questions that you want to 'kept'"
            + (f" ({done.faults[0]})" if done.faults else "")
        )
    ready = list(_cut_all(folder, kept, clips.records, long_side, done, steps("cutting")))
    if not ready:
        raise DioramaError(f"none of the {len(kept)} questions that are kept can be used; {done.faults[-1]}")
    ready = _dealt(ready, seed)
    _write(folder, out, ready, seed, long_side)
    done.samples = len(ready)
    done.places.update(f"{r.options.index(r.candidate.answer) + 1} of {len(r.options)}" for r in ready)
    return done


def _lacking_options(folder: Path, clips: Mapping[str, Clip]) -> list[Candidate]:
    """Candidates that lack nothing but options."""
    found = [c for c in candidate_file(folder).records.values() if c.status is Status.KEPT and not c.options]
    return [
        c
        for c in found
        if (clip := clips.get(c.clip)) is not None
        and not (check_times(c, clip) or check_words(c) or check_video(clip, folder))
    ]


def _cut_all(
    folder: Path,
    kept: Sequence[Candidate],
    clips: Mapping[str, Clip],
    long_side: int,
    done: Finalised,
    progress: Progress,
) -> Iterator[Ready]:
    """Check and cut each candidate; what is wrong with one is noted, and the rest goes on."""
    make_cuts_folder(folder)
    advance = progress(0, len(kept))
    for candidate in kept:
        clip = clips.get(candidate.clip)
        fault = check_candidate(candidate, clip, folder)
        if not fault and clip is not None:
            try:
                shown, unseen = (side_of(folder, clip, span, long_side) for span in (candidate.shown, candidate.unseen))
                if candidate.viewpoint in TWO_VIEWS:
                    read_reference(located(folder, candidate.reference), candidate.reference_at, long_side)
                yield Ready(candidate, clip, shown, unseen)
            except DioramaError as error:
                fault = str(error)
        if fault:
            done.faults.append(f"'{candidate.id}': {fault}")
        advance()


def _dealt(ready: Sequence[Ready], seed: int) -> list[Ready]:
    """Each with its options in order: every place is right equally often, over all and within types and directions.

    Places are dealt like cards, in rounds that hold each place once, to questions sorted by type and direction.
    """
    turns = sorted(
        range(len(ready)), key=lambda k: (len(ready[k].candidate.options), *_cell(ready[k].candidate), k)
    )  # fmt: skip
    rounds: dict[int, list[int]] = {}
    rngs: dict[int, np.random.Generator] = {}
    dealt: dict[int, Ready] = {}
    for k in turns:
        one = ready[k]
        count = len(one.candidate.options)
        rng = rngs.setdefault(count, np.random.default_rng([seed, count]))
        left = rounds.setdefault(count, [])
        if not left:
            left += [int(place) for place in rng.permutation(count)]
        own = np.random.default_rng([seed, int(key_of(one.candidate.id), 16)])
        wrong = [option for option in one.candidate.options if option != one.candidate.answer]
        order = [wrong[int(i)] for i in own.permutation(len(wrong))]
        order.insert(left.pop(), one.candidate.answer)
        dealt[k] = Ready(one.candidate, one.clip, one.shown, one.unseen, tuple(order))
    return [dealt[k] for k in range(len(ready))]


def _cell(candidate: Candidate) -> tuple[str, str]:
    return candidate.type.value, candidate.direction


def _write(folder: Path, out: Path, ready: Sequence[Ready], seed: int, long_side: int) -> None:
    identity = key_of(
        [(r.candidate.model_dump(mode="json", exclude_none=True), r.clip.video_bytes, r.options) for r in ready]
    )
    plan = BuildPlan(
        suites=(SUITE,), count=len(ready), seed=seed, renderer=SUITE, shard_size=SHARD,
        options={"records": identity, "long_side": long_side},
    )  # fmt: skip
    builder = create_or_open(out, plan)
    for slot in builder.missing_shards():
        part = ready[slot.start : slot.start + slot.count]
        builder.add_shard(slot.name, (sample_of(one, folder, seed, long_side) for one in part))


def sample_of(one: Ready, folder: Path, seed: int, long_side: int) -> Sample:
    """A candidate as a sample: one side of the clip is shown, the other is kept for review."""
    candidate, clip = one.candidate, one.clip
    media = [Media(role="clip", kind="video", data=one.shown.read_bytes(), name="clip.mp4", label="the clip")]
    parts: list[Part] = [TextPart(text=BEFORE_CLIP[candidate.direction]), MediaPart(media="clip")]
    if candidate.viewpoint in TWO_VIEWS:
        buffer = io.BytesIO()
        view = read_reference(located(folder, candidate.reference), candidate.reference_at, long_side)
        view.save(buffer, "PNG")
        media.append(
            Media(role="reference", kind="image", data=buffer.getvalue(), name="reference.png", label="the other view")
        )
        parts += [TextPart(text=BEFORE_REFERENCE), MediaPart(media="reference")]
    trace = {
        "video": Path(clip.video).name, "clip": clip.id, "start": candidate.start, "cut": candidate.cut,
        "end": candidate.end, "caption": candidate.caption, "why": candidate.why, "notes": candidate.notes,
        "made_by": candidate.made_by,
    }  # fmt: skip
    try:
        return Sample(
            id=f"{SUITE}-{candidate.id}", suite=SUITE, task=candidate.type.value, level=candidate.direction,
            question=candidate.question, options=one.options, answer=Choice(option=candidate.answer),
            query=ForeignQuery(text=json.dumps(query_of(candidate, clip))), media=tuple(media),
            parts=(*parts, QuestionPart()),
            outcome=Media(role="outcome", kind="video", data=one.unseen.read_bytes(), name="outcome.mp4"),
            trace={name: value for name, value in trace.items() if value != ""}, gates=GATES, seed=seed,
            version=__version__,
        )  # fmt: skip
    except ValueError as error:
        raise DioramaError(f"'{candidate.id}': {short(error)}") from None


def query_of(candidate: Candidate, clip: Clip) -> dict[str, object]:
    """What is asked, as plain data."""
    return {
        "type": candidate.type.value, "direction": candidate.direction, "viewpoint": candidate.viewpoint,
        "scene": clip.scene, "start": candidate.start, "cut": candidate.cut, "end": candidate.end,
        "asks_from": candidate.asks_from, "asks_to": candidate.asks_to, "horizon_seconds": candidate.horizon_seconds,
    }  # fmt: skip
