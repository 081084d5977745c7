"""A user's own boxes: for each picture a JSON file that lists what is in it.

[{"label": "red mug", "box": [120, 80, 190, 170]}, {"label": "vase", "box": [30, 20, 90, 160], "confidence": 0.8}]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from diorama.errors import DioramaError, first_fault, harmless, short
from diorama.perceive.percepts import Box, Detect, Found, Pixels
from diorama.perceive.providers.files import file_of
from diorama.perceive.providers.wishes import LONGEST_NAME, CannotPerceive, checked_picture, clipped
from diorama.perceive.registry import provider
from diorama.sight import Shot
from diorama.world.model import Plain

MOST_BYTES = 4 << 20


class DrawnBox(Plain):
    """A thing, as a person drew it: left, top, right and bottom in pixels of the picture."""

    label: str = Field(min_length=1, max_length=LONGEST_NAME)
    box: tuple[float, float, float, float]
    confidence: float = Field(default=1.0, ge=0, le=1)


_DRAWN: TypeAdapter[list[DrawnBox]] = TypeAdapter(Annotated[list[DrawnBox], Field(max_length=1000)])


@provider("detect", "files")
def box_files(shot: Shot | None, *, boxes: str = "", pictures: str = "") -> Detect:
    """Your own boxes: a .json file for each picture; all that it lists is found, whatever is looked for."""
    return _Boxes(boxes, pictures)


@box_files.check
def _can_look(*, boxes: str, pictures: str) -> None:
    for name, value in (("boxes", boxes), ("pictures", pictures)):
        if not value:
            raise DioramaError(f"files needs {name}='FILE_OR_FOLDER': the boxes, and the pictures that they belong to")
        if not Path(value).exists():
            raise DioramaError(f"there is no {short(value, 80)}")
    if Path(boxes).is_dir() != Path(pictures).is_dir():
        raise DioramaError("files takes two files, or two folders: a list of boxes and its picture, or many of both")


@dataclass(frozen=True)
class _Boxes:
    boxes: str
    pictures: str

    def __call__(self, picture: Pixels, names: Sequence[str]) -> list[Found]:
        _can_look(boxes=self.boxes, pictures=self.pictures)
        path = file_of(checked_picture(picture), self.boxes, self.pictures, (".json",), "list of boxes")
        found = []
        for drawn in _read(path):
            box = clipped(Box(*drawn.box), picture.shape)
            label = " ".join(harmless(drawn.label).split())
            if not label:
                raise CannotPerceive(f"{short(path)}: a label is empty")
            if box is None:
                raise CannotPerceive(f"{short(path)}: the box of '{short(label, 40)}' is not in the picture")
            found.append(Found(label, box, drawn.confidence))
        return found


def _read(path: Path) -> list[DrawnBox]:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise CannotPerceive(f"{short(path)} has more than {MOST_BYTES:,} bytes: too large for a list of boxes")
        return _DRAWN.validate_json(path.read_bytes())
    except OSError as error:
        raise CannotPerceive(f"cannot read {short(path)}: {error.strerror or error}") from None
    except ValidationError as error:
        raise CannotPerceive(f"{short(path)} is no list of boxes: {first_fault(error)}") from None
