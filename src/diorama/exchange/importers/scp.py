"""SCP-Bench, in the fields of its authors' annotation tool: videos, and a JSON list of questions with their times.

The release itself was not seen. Clips are cut anew at their cut points, so that a model sees its side only: what comes
before it for questions forward, what comes after it for those backward. The other side is kept for review.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from diorama import __version__
from diorama.data import Media, Sample
from diorama.errors import short
from diorama.exchange.importers.faults import BadRow, OnFault
from diorama.exchange.importers.making import Ids, samples_of, slug
from diorama.exchange.importers.pictures import VIDEO_ENDINGS, image, values_in
from diorama.exchange.importers.sources import Source
from diorama.exchange.importers.tables import Row
from diorama.exchange.importing import Importer, ImportOrder
from diorama.footage import probe
from diorama.footage.cutting import cut_bytes
from diorama.footage.decoding import stream_frames
from diorama.footage.finalising import BEFORE_CLIP, BEFORE_REFERENCE
from diorama.footage.records import TWO_VIEWS, QuestionType
from diorama.footage.strips import jpeg
from diorama.kinds import Described, get_kind
from diorama.kinds.table_values import list_in, plain_text
from diorama.suites import MediaPart, Part, QuestionPart, TextPart

SUITE = "video"
LONG_SIDE = 960
VIDEO = ("video_name", "video", "video_path")
VIEWS = ("视角", "views", "view_files")
REFERENCES = ("reference_images", "reference_image", "reference")
DIRECTION = ("temporal_direction", "direction", "causal_direction")
TYPE = ("type", "question_type", "qa_type", "category")
TRUTH = ("ground_truth", "answer", "gt")
_CLOCK = re.compile(r"(?:(\d+)[:-])?(\d{1,3})[:-](\d{1,2}(?:\.\d+)?)")
_HUNDREDTHS = re.compile(r"(\d{1,3})-(\d{1,2})-(\d{1,2})")
"""As the annotation tool writes it: minutes, seconds, hundredths."""
_VIEWPOINT = re.compile(r"\b(ego|exo)\b(?:\s*[-→>_ ]+\s*\b(ego|exo)\b)?", re.I)


def read(order: ImportOrder, source: Source, on_fault: OnFault) -> Iterator[Sample]:
    """Every question that is marked as usable."""
    tables = source.some((".json", ".jsonl", ".parquet", ".arrow", ".tsv", ".csv"))
    rows = source.rows() if source.hub else source.rows(tables)
    yield from samples_of(rows, partial(_sample, source=source, ids=Ids("scp")), on_fault)


def _sample(row: Row, *, source: Source, ids: Ids) -> Iterator[Sample]:
    if str(row.get("usable")).lower() in ("false", "0", "no"):
        raise BadRow("it is marked as not usable")
    question, released_id = row.text("question"), row.text("qa_id", "id")
    options = _options(row)
    answer = get_kind("choice").from_table(row.need(*TRUTH), options)
    direction, kind = _direction(row), _type(row)
    views = [plain_text(v) for v in values_in(row.get(*VIEWS))] if row.get(*VIEWS) is not None else []
    video = _video(row, source, views)
    length = probe(video).seconds
    start, cut, end = _times(row, length)
    shown, unseen = ((start, cut), (cut, end)) if direction == "forward" else ((cut, end), (start, cut))
    media = [_film(video, shown, "clip", "the clip")]
    parts: list[Part] = [TextPart(text=BEFORE_CLIP[direction]), MediaPart(media="clip")]
    viewpoint = _viewpoint(row)
    for k, reference in enumerate(_references(row, source, views, video, cut), start=1):
        media.append(reference.model_copy(update={"name": reference.name.replace("reference", f"reference-{k}")}))
        parts += [TextPart(text=BEFORE_REFERENCE), MediaPart(media=media[-1].stem)]
    if viewpoint in TWO_VIEWS and len(media) == 1:
        raise BadRow(f"its viewpoint is {viewpoint}, and it has no reference image")
    yield Sample(
        id=ids.take(released_id), suite=SUITE, task=kind, level=direction, question=question, options=options,
        answer=answer, media=tuple(media), parts=(*parts, QuestionPart()), outcome=_film(video, unseen, "outcome", ""),
        trace={"release": "SCP-Bench", "file": row.file, "row": row.number, "id": released_id, "video": video.name,
               "start": start, "cut": cut, "end": end},
        query=Described(
            scene=video.stem, scene_category=row.optional("scene", "scene_category") or None,
            viewpoint=viewpoint or None, gap=round(unseen[1] - unseen[0], 3), released_id=released_id,
        ),
        gates=("cut exactly",), seed=0, version=__version__,
    )  # fmt: skip


def _film(video: Path, span: tuple[float, float], stem: str, label: str) -> Media:
    data = cut_bytes(video, *span, long_side=LONG_SIDE)
    return Media(role=stem, kind="video", data=data, name=f"{stem}.mp4", label=label)


def _options(row: Row) -> tuple[str, ...]:
    given = row.need("options", "choices")
    found = list_in(given) if isinstance(given, str) else given
    if isinstance(found, dict):
        found = list(found.values())
    if not isinstance(found, list) or any(o is None or not plain_text(o).strip() for o in found):
        raise BadRow(f"its options are no list of texts: {short(given, 60)}")
    return tuple(plain_text(o).strip() for o in found)


def _direction(row: Row) -> str:
    said = row.text(*DIRECTION).lower()
    for word in BEFORE_CLIP:
        if word in said:
            return word
    raise BadRow(f"its direction '{short(said, 40)}' is neither forward nor backward")


def _type(row: Row) -> str:
    said = slug(row.text(*TYPE))
    kinds = [kind.value for kind in QuestionType]
    for kind in kinds:
        if said in (kind, kind.removeprefix("relative-").removeprefix("spatial-").removeprefix("appearance-")):
            return kind
    found = [kind for kind in kinds if kind in said or said in kind]
    if len(found) != 1:
        raise BadRow(f"its type '{short(said, 40)}' is none of {', '.join(kinds)}")
    return found[0]


def _viewpoint(row: Row) -> str:
    found = _VIEWPOINT.search(row.optional("viewpoint", "view", "perspective"))
    return "-".join(part.lower() for part in found.groups() if part) if found else ""


def _video(row: Row, source: Source, views: list[str]) -> Path:
    said = row.optional(*VIDEO) or (views[0] if views else "")
    if not said:
        row.need(*VIDEO)
    return source.find(said, row)


def _references(row: Row, source: Source, views: list[str], video: Path, cut: float) -> Iterator[Media]:
    """Pictures of the view from which to answer; of a film, its frame at the cut."""
    given = values_in(row.get(*REFERENCES)) if row.get(*REFERENCES) is not None else []
    for said in [*given, *views]:
        if isinstance(said, str) and said.lower().endswith(VIDEO_ENDINGS):
            path = source.find(said, row)
            if path == video:
                continue
            frame = next(stream_frames(path, start=cut, long_side=LONG_SIDE), None)
            if frame is None:
                raise BadRow(f"{short(said, 60)} ends before the cut, at {cut:g} s")
            yield Media(
                role="reference", kind="image", data=_still(frame.pixels), name="reference.jpg", label="the other view"
            )
        elif not (isinstance(said, str) and Path(said).suffix == ""):
            yield image(said, row, source, link=False, stem="reference", role="reference", label="the other view")


def _still(pixels: Any) -> bytes:
    from PIL import Image

    return jpeg(Image.fromarray(pixels))


def _times(row: Row, length: float) -> tuple[float, float, float]:
    """Start, cut and end in seconds; they must be in this order, and in the film."""
    start = seconds(row.need("start_time", "start")) if row.get("start_time", "start") is not None else 0.0
    end = seconds(row.need("end_time", "end")) if row.get("end_time", "end") is not None else length
    cut = seconds(row.need("cut_point", "cut", "cutpoint"))
    if not start < cut < end:
        raise BadRow(f"its cut at {cut:g} s is not between its start at {start:g} s and its end at {end:g} s")
    if end > length + 0.5:
        raise BadRow(f"it ends at {end:g} s, and its video at {length:g} s")
    return start, cut, min(end, length)


def seconds(value: Any) -> float:
    """A time: seconds, minutes and seconds, or as the annotation tool writes it.

    >>> seconds(2.5), seconds("01:02.5"), seconds("00-03-50")
    (2.5, 62.5, 3.5)
    """
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    text = str(value).strip().removesuffix("s").strip()
    if match := _HUNDREDTHS.fullmatch(text):
        return int(match[1]) * 60 + int(match[2]) + int(match[3].ljust(2, "0")) / 100
    if match := _CLOCK.fullmatch(text):
        return int(match[1] or 0) * 3600 + int(match[2]) * 60 + float(match[3])
    try:
        return float(text)
    except ValueError:
        raise BadRow(f"'{short(value, 40)}' is no time: write seconds, or minutes:seconds") from None


IMPORTER = Importer(
    "scp", "SCP-Bench (paper of video): films and a JSON list of questions; clips are cut anew", read,
    takes=frozenset({"media"}),
)  # fmt: skip
