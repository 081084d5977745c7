"""Dense captions: what happens in each stretch of a clip, and whether the clip is fit for questions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from diorama.footage.asking import AskTally, Job, Unreadable, ask_jobs
from diorama.footage.clips import Progress
from diorama.footage.journal import Journal
from diorama.footage.model_use import ModelUse
from diorama.footage.record_files import clip_file, editing
from diorama.footage.records import Caption, Clip, Scene, Status
from diorama.footage.replies import fields_of, listed, objects_in, seconds_in, text_in, word_in
from diorama.footage.showing import prompts, request_for, words
from diorama.world.model import replace

STEP = "captions"
MOST_CAPTIONS = 60


@dataclass(frozen=True)
class Described:
    """What a model says of a clip."""

    clip: str
    captions: tuple[Caption, ...]
    camera: Literal["ego", "exo", ""]
    scene: Scene
    usable: bool
    why: str


def caption_clips(
    folder: Path, journal: Journal, use: ModelUse, progress: Progress | None = None
) -> AskTally:  # fmt: skip
    """Have every clip described that has no captions and is not rejected; clips that are not usable are rejected."""
    clips = [c for c in clip_file(folder).records.values() if not c.captions and c.status is not Status.REJECTED]
    return ask_jobs(journal, use, STEP, [_job(c, folder, use) for c in clips], _filing(folder), progress)


def _job(clip: Clip, folder: Path, use: ModelUse) -> Job[Described]:
    table = prompts()
    scenes = " or ".join(f'"{name}" ({about})' for name, about in table["scenes"].items())
    text = words(table["caption"]["text"], scenes=scenes)
    return Job(
        clip.id,
        (text, *shown_identity(clip)),
        lambda: request_for(clip, folder, use, text),
        lambda key, reply: read_description(clip, reply),
    )


def shown_identity(clip: Clip) -> tuple[Any, ...]:
    """What of a clip changes what is shown of it."""
    return (clip.id, Path(clip.video).name, clip.video_bytes, clip.start, clip.end)


def read_description(clip: Clip, reply: str) -> Described:
    """What a reply says of a clip; stretches that are no stretches of it are left out."""
    captions = []
    for value in listed(reply, "captions", "text", "caption")[:MOST_CAPTIONS]:
        fields = fields_of(value)
        start = seconds_in(fields.get("from", fields.get("start")))
        end = seconds_in(fields.get("to", fields.get("end")))
        text = text_in(fields.get("text", fields.get("caption")), 1000)
        if start is None or end is None or not text or not 0 <= start < end or start >= clip.seconds:
            continue
        a, b = clip.start + start, min(clip.end, clip.start + end)
        captions.append(Caption(start=round(a, 3), end=round(b, 3), text=text))
    if not captions:
        raise Unreadable("none of its captions has a text and times within the clip")
    whole = next((fields for v in objects_in(reply) if "usable" in (fields := fields_of(v))), {})
    camera, scene = word_in(whole.get("camera")), word_in(whole.get("scene"))
    return Described(
        clip.id,
        tuple(sorted(captions, key=lambda c: (c.start, c.end))),
        "ego" if camera == "ego" else "exo" if camera == "exo" else "",
        scene if scene in get_args(Scene) else "other",  # type: ignore[arg-type]
        usable=whole.get("usable") is not False and word_in(whole.get("usable")) not in ("false", "no"),
        why=text_in(whole.get("why")),
    )


def _filing(folder: Path) -> Callable[[list[Described]], None]:
    def file(found: list[Described]) -> None:
        by_id = {each.clip: each for each in found}

        def described(clip: Clip) -> Clip:
            new = by_id.get(clip.id)
            if new is None or clip.captions:
                return clip
            status = clip.status if new.usable or clip.status is Status.KEPT else Status.REJECTED
            return replace(
                clip, captions=new.captions, camera=clip.camera or new.camera, scene=clip.scene or new.scene,
                status=status, why=clip.why if new.usable else new.why or "a model finds it unusable",
            )  # fmt: skip

        with editing(folder):
            records = clip_file(folder)
            records.change(described)
            records.write()

    return file
