"""A user's own depth maps and masks, found by the pictures that they belong to.

A provider is told nothing but pixels. So a user names the pictures too: a file, or a folder in which `kitchen.jpg`
belongs to `kitchen.png` or `kitchen.npy` in the folder of maps.
"""

from __future__ import annotations

import io
import os
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError
from scipy import ndimage

from diorama.errors import DioramaError, short
from diorama.perceive.percepts import Box, Depth, DepthMap, Mask, Pixels, Prompt, Segment
from diorama.perceive.pictures import MOST_PIXELS, read_picture
from diorama.perceive.providers.depth_anything import as_depth
from diorama.perceive.providers.wishes import CannotPerceive, checked_picture, checked_prompts, shared
from diorama.perceive.registry import provider
from diorama.sight import Shot

PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".tif", ".tiff", ".gif")
MAPS = (".npy", ".png", ".tif", ".tiff")
WRITTEN = {"masks": ".masks.png", "depth": ".depth.png"}
"""Endings of the maps that `diorama perceive` writes."""
MOST_BYTES = 1 << 30
_INDEXING = threading.Lock()


@provider("depth", "files")
def depth_files(
    shot: Shot | None,
    *,
    maps: str = "",
    pictures: str = "",
    gives: Literal["metric", "relative", "inverse"] = "metric",
    scale: float = 0.001,
) -> Depth:
    """Your own depth maps: .npy (in metres, if metric), or 16-bit pictures, whose numbers are multiplied by `scale`."""
    return _Depths(maps, pictures, gives, scale)


@provider("segment", "files")
def mask_files(shot: Shot | None, *, maps: str = "", pictures: str = "") -> Segment:
    """Your own masks: a map for each picture, with a number or a colour for each thing, and 0 or black elsewhere."""
    return _Masks(maps, pictures)


@depth_files.check
@mask_files.check
def _can_look(*, maps: str, pictures: str, scale: float = 1.0, **others: Any) -> None:
    for name, value in (("maps", maps), ("pictures", pictures)):
        if not value:
            raise DioramaError(f"files needs {name}='FILE_OR_FOLDER': the maps, and the pictures that they belong to")
        if not Path(value).exists():
            raise DioramaError(f"there is no {short(value, 80)}")
    if Path(maps).is_dir() != Path(pictures).is_dir():
        raise DioramaError("files takes two files, or two folders: a map and its picture, or many of both")
    if not scale > 0:
        raise DioramaError(f"scale is more than 0; got {scale:g}")


@dataclass(frozen=True)
class _Depths:
    maps: str
    pictures: str
    gives: Literal["metric", "relative", "inverse"]
    scale: float

    def __call__(self, picture: Pixels) -> DepthMap:
        _can_look(maps=self.maps, pictures=self.pictures, scale=self.scale)
        path, values = _map_of(checked_picture(picture), self.maps, self.pictures, "depth")
        if values.ndim != 2:
            raise CannotPerceive(f"{short(path)} is no depth map: it has colours, and a depth map has one number")
        whole = np.issubdtype(values.dtype, np.integer)
        known = (values.astype(np.float64) * (self.scale if whole else 1)).astype(np.float32)
        return as_depth(np.where(np.isfinite(known) & (known > 0), known, np.nan), self.gives)


@dataclass(frozen=True)
class _Masks:
    maps: str
    pictures: str

    def __call__(self, picture: Pixels, prompts: Sequence[Prompt]) -> list[Mask]:
        picture = checked_picture(picture)
        checked_prompts(prompts, picture.shape, "files", words=False)
        _can_look(maps=self.maps, pictures=self.pictures)
        _, values = _map_of(picture, self.maps, self.pictures, "masks")
        colours = values.reshape(*picture.shape[:2], -1)
        kinds, labels = np.unique(colours.reshape(-1, colours.shape[2]), axis=0, return_inverse=True)
        labels = labels.reshape(picture.shape[:2]) + 1
        if not kinds[0].any():  # they are sorted, so nothing comes first
            labels -= 1
        around = [_box(place) for place in ndimage.find_objects(labels)]
        return [_meant(labels, around, prompt) for prompt in prompts]


def _meant(labels: NDArray[np.int_], around: Sequence[Box | None], prompt: Prompt) -> Mask:
    """The thing under a point, or the one whose own box fits a box best."""
    if prompt.point is not None:
        label = int(labels[int(prompt.point[1]), int(prompt.point[0])])
        return np.asarray(labels == label) if label else np.zeros(labels.shape, bool)
    assert prompt.box is not None
    best, chosen = 0.0, -1
    for label, box in enumerate(around, 1):
        if box is not None and (fits := shared(box, prompt.box)) > best:
            best, chosen = fits, label
    return np.asarray(labels == chosen)


def _box(place: tuple[slice, ...] | None) -> Box | None:
    """Rows and columns as a box; a number that no pixel has is nowhere."""
    if place is None:
        return None
    rows, columns = place
    return Box(float(columns.start), float(rows.start), float(columns.stop), float(rows.stop))


def _map_of(picture: Pixels, maps: str, pictures: str, sort: str) -> tuple[Path, NDArray[Any]]:
    """The map that belongs to a picture."""
    path = file_of(picture, maps, pictures, (*MAPS, WRITTEN[sort]), "map")
    values = _read(path)
    if values.shape[:2] != picture.shape[:2]:
        height, width = picture.shape[:2]
        raise CannotPerceive(
            f"{short(path)} has {' x '.join(map(str, values.shape[1::-1]))} pixels, its picture {width} x {height}"
        )
    return path, values


def file_of(picture: Pixels, place: str, pictures: str, endings: Sequence[str], what: str) -> Path:
    """The file that belongs to a picture: `place` itself, or the one of the picture's name in that folder."""
    stems = _known(pictures).get(_digest(picture))
    if stems is None:
        raise CannotPerceive(f"the picture is not among those in {short(pictures, 80)}")
    folder = Path(place)
    files = [folder] if folder.is_file() else [folder / f"{stem}{ending}" for stem in stems for ending in endings]
    path = next((file for file in files if file.is_file()), None)
    if path is None:
        raise CannotPerceive(
            f"there is no {what} of '{short(stems[0], 60)}' in {short(place, 80)}: {', '.join(endings)}"
        )
    return path


def _read(path: Path) -> NDArray[Any]:
    """A map as numbers, as they are in the file."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise CannotPerceive(f"{short(path)} is larger than any map of a picture")
        data = path.read_bytes()
        if path.suffix.lower() == ".npy":
            values = np.load(io.BytesIO(data), allow_pickle=False)
        else:
            picture: Image.Image = Image.open(io.BytesIO(data), formats=("PNG", "TIFF"))
            if picture.width * picture.height > MOST_PIXELS:
                raise CannotPerceive(f"{short(path)} has more than {MOST_PIXELS:,} pixels")
            values = _numbered(picture) if picture.mode == "P" else np.asarray(picture)
    except CannotPerceive:
        raise
    except UnidentifiedImageError:
        raise CannotPerceive(f"{short(path)} cannot be read as a map: it is neither PNG nor TIFF") from None
    except (OSError, ValueError, SyntaxError, EOFError, MemoryError, Image.DecompressionBombError) as error:
        raise CannotPerceive(f"{short(path)} cannot be read as a map: {short(error, 80)}") from None
    numbers = isinstance(values, np.ndarray) and values.dtype.kind in "buif"  # an .npz is no array
    if not numbers or values.ndim not in (2, 3) or not values.size:
        raise CannotPerceive(f"{short(path)} is no map: rows and columns of numbers are wanted")
    return np.asarray(values)


def _numbered(picture: Image.Image) -> NDArray[np.uint8]:
    """The colours of a palette with its numbers, since many things may share a colour; whatever is black is nothing."""
    colours = np.asarray(picture.convert("RGB"))
    return np.dstack([colours, np.where(colours.any(axis=2), np.asarray(picture), 0).astype(np.uint8)])


def _known(pictures: str) -> Mapping[str, Sequence[str]]:
    """The names of a user's pictures by their pixels; several files may hold the same. Changed ones are read again."""
    place = Path(pictures)
    inside = sorted(place.iterdir()) if place.is_dir() else [place]
    files = [each for each in inside if each == place or (each.suffix.lower() in PICTURES and os.path.isfile(each))]
    with _INDEXING:
        return _index(tuple((str(file), file.stat().st_mtime_ns, file.stat().st_size) for file in files))


@lru_cache(8)
def _index(files: tuple[tuple[str, int, int], ...]) -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = {}
    for name, _, _ in files:
        try:
            found.setdefault(_digest(read_picture(Path(name))), []).append(Path(name).stem)
        except DioramaError:  # it is none of the pictures that are asked about
            continue
    return found


def _digest(picture: Pixels) -> str:
    return sha256(f"{picture.shape}".encode() + picture.tobytes()).hexdigest()
