"""What is compared: the samples of a dataset, or the rows of an exported training set, one after the other."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from PIL import Image

from diorama.data import load
from diorama.data.manifest import FILE
from diorama.errors import DioramaError, short
from diorama.exchange.overlap.pictures import number_of, pixels_of, same_print
from diorama.exchange.training.conversations import FRAMES
from diorama.sight.clips import spread_frames
from diorama.world import World

MOST_BYTES = 256 << 20
"""A larger file of a picture or clip is not read."""
_MARKS = re.compile(r"<(?:image|video)>")
_NOT_OURS = (ValueError, TypeError, AttributeError, LookupError, RecursionError, OSError)
"""What reading a row raises that `export` did not write."""
_TEXTS = ("question", "problem", "input", "prompt", "messages")
"""Columns that hold what is asked, in exported sets."""


@dataclass(frozen=True)
class Shown:
    """A picture, or a frame of a clip."""

    same: int
    picture: Image.Image | None
    """None if it cannot be read: then only equal files are found."""


@dataclass(frozen=True)
class Item:
    """One sample or row."""

    id: str
    question: str
    shown: tuple[Shown, ...]
    world: World | None = None


def items_of(source: Path) -> Iterator[Item]:
    """All items of a dataset's folder, or of a Parquet or JSONL file that `export` wrote."""
    if source.is_dir():
        if not (source / FILE).is_file():
            raise DioramaError(
                f"{source} is no dataset; of an exported training set name a file, such as {source}/train.parquet"
            )
        return _of_dataset(source)
    if not source.is_file():
        raise DioramaError(f"there is no dataset or file {source}")
    if source.suffix == ".parquet":
        return _of_parquet(source)
    if source.suffix in (".jsonl", ".json"):
        return _of_lines(source)
    raise DioramaError(f"{source}: name the folder of a dataset, or a .parquet or .jsonl file of a training set")


def _of_dataset(folder: Path) -> Iterator[Item]:
    for sample in load(folder):
        shown = tuple(s for m in sample.media for s in _shown(m.data, clip=m.kind == "video"))
        asked = "\n".join([sample.question, *sorted(sample.options)])
        yield Item(sample.id, asked, shown, sample.world)


def _of_parquet(path: Path) -> Iterator[Item]:
    try:
        with pq.ParquetFile(path) as file:
            names = [name for name in ("id", "extra_info", "images", *_TEXTS) if name in file.schema_arrow.names]
            if "images" not in names:
                raise DioramaError(f"{path} has no column 'images': it is no training set that `export` writes")
            number = 0
            for group in range(file.num_row_groups):
                for row in file.read_row_group(group, columns=names).to_pylist():
                    files = [image["bytes"] for image in row["images"] or ()]
                    yield _row_item(row, number, [data for data in files if data], ())
                    number += 1
    except (pa.ArrowException, *_NOT_OURS) as error:
        raise DioramaError(f"{path} cannot be read ({short(error, 100)})") from None


def _of_lines(path: Path) -> Iterator[Item]:
    root = path.resolve().parent
    with path.open("rb") as stream:
        for number, line in enumerate(stream):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
                pictures, clips = _files_of(row, root)
                item = _row_item(row, number, pictures, clips, _world_of(row))
            except (*_NOT_OURS, DioramaError) as error:
                raise DioramaError(f"{path}, line {number + 1} cannot be read ({short(error, 100)})") from None
            yield item


def _files_of(row: Mapping[str, Any], root: Path) -> tuple[list[bytes], list[bytes]]:
    """Pictures and clips that a line names: of a training set, or of the format `jsonl`."""
    if "media" in row:
        files = {kind: [m["file"] for m in row["media"] if m["kind"] == kind] for kind in ("image", "video")}
        pictures, clips = files["image"], files["video"]
    elif "images" in row or "videos" in row:
        pictures, clips = row.get("images") or [], row.get("videos") or []
    else:
        raise ValueError("it has no images, videos or media: it is no line that `export` writes")
    return [_inside(root, name) for name in pictures], [_inside(root, name) for name in clips]


def _world_of(row: Mapping[str, Any]) -> World | None:
    """The world that a line of the format `jsonl` holds."""
    world, shots = row.get("world"), row.get("shots")
    if world is None or not shots:
        return None
    return World.from_json(json.dumps(world))


def _inside(root: Path, name: str) -> bytes:
    """A file that a line names, which must lie under the folder of the lines."""
    path = (root / name).resolve()
    if not path.is_relative_to(root) or not path.is_file():
        raise ValueError(f"'{short(name, 60)}' is no file under {root}")
    if path.stat().st_size > MOST_BYTES:
        raise ValueError(f"'{short(name, 60)}' is too large")
    return path.read_bytes()


def _row_item(
    row: Mapping[str, Any], number: int, pictures: list[bytes], clips: Any, world: World | None = None
) -> Item:
    about = row.get("extra_info") or {}
    name = row.get("id") or (about.get("id") if isinstance(about, dict) else None) or f"row {number + 1}"
    shown = [s for data in pictures for s in _shown(data, clip=False)]
    shown += [s for data in clips for s in _shown(data, clip=True)]
    text = next((_said(row[key]) for key in _TEXTS if row.get(key)), "")
    asked = "\n".join([text, *sorted(map(str, row.get("options") or ()))]) if "media" in row else text
    f"{name}{asked}".encode()  # refuses halves of characters
    return Item(str(name), asked, tuple(shown), world)


def _said(value: Any) -> str:
    """The words of the user in a text, a list of messages, or a list of parts."""
    if isinstance(value, str):
        return _MARKS.sub("", value).strip()
    if isinstance(value, list):
        return " ".join(filter(None, (_said(v) for v in value if _counts(v))))
    if isinstance(value, dict):
        return _said(value.get("content") or value.get("text") or "")
    return ""


def _counts(message: Any) -> bool:
    return not isinstance(message, dict) or message.get("role", "user") == "user"


def _shown(data: bytes, *, clip: bool) -> Iterator[Shown]:
    if clip:
        try:
            frames = [Image.fromarray(frame.pixels) for frame in spread_frames(data, FRAMES)]
        except DioramaError:
            frames = []
        yield from (Shown(same_print(frame), frame) for frame in frames)
        if frames:
            return
    picture = None if clip else pixels_of(data)
    yield Shown(number_of(data) if picture is None else same_print(picture), picture)
