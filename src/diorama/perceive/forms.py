"""Forms of results: what each role may be asked and must return, and how its results become arrays in a file.

Providers come from any package, and a wrong shape that goes on unnoticed is found three rooms later: so what is asked
and what comes back are looked at here, for all providers alike.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diorama.errors import DioramaError
from diorama.perceive.percepts import Box, DepthMap, Found, Mask, Pixels, Prompt
from diorama.perceive.providers.wishes import checked_names, checked_picture

Arrays = Mapping[str, NDArray[Any]]
EDGE_PX = 1.0
"""Pixels by which a box that was found may go beyond the picture."""


class Form(ABC):
    """What a role is asked and returns; `asked` is all but the picture."""

    def check(self, picture: Pixels, *asked: Any) -> None:
        """Refuse what cannot be asked."""
        checked_picture(picture)

    def is_nothing(self, *asked: Any) -> bool:
        """Whether nothing is asked, so that an empty list is the answer."""
        return False

    @abstractmethod
    def said(self, *asked: Any) -> Any:
        """What is asked, as plain data for a key."""

    @abstractmethod
    def checked(self, name: str, found: Any, picture: Pixels, *asked: Any) -> Any:
        """A result as the role demands it; a `DioramaError` names the provider if it is not."""

    @abstractmethod
    def arrays(self, found: Any) -> Arrays:
        """A result as arrays."""

    @abstractmethod
    def found(self, arrays: Arrays, *asked: Any) -> Any:
        """A result from its arrays."""


class _Detect(Form):
    def check(self, picture: Pixels, *asked: Any) -> None:
        super().check(picture)
        checked_names(asked[0])

    def said(self, *asked: Any) -> Any:
        return list(asked[0])

    def checked(self, name: str, found: Any, picture: Pixels, *asked: Any) -> list[Found]:
        height, width = picture.shape[:2]
        kept = []
        for each in _listed(name, found):
            if not isinstance(each, Found) or not np.isfinite([*each.box, each.confidence]).all():
                raise _wrong(name, "something that is no `Found` with finite numbers")
            left, top, right, bottom = map(float, each.box)
            inside = left >= -EDGE_PX and top >= -EDGE_PX and right <= width + EDGE_PX and bottom <= height + EDGE_PX
            if not inside or right <= left or bottom <= top or not 0 <= each.confidence <= 1:
                raise _wrong(name, f"the box {tuple(each.box)} for a picture of {width} x {height} pixels")
            box = Box(max(left, 0.0), max(top, 0.0), min(right, float(width)), min(bottom, float(height)))
            kept.append(Found(str(each.label), box, float(each.confidence)))
        return kept

    def arrays(self, found: Any) -> Arrays:
        return {
            "labels": _text(json.dumps([each.label for each in found])),
            "boxes": np.array([each.box for each in found], np.float64).reshape(-1, 4),
            "confidence": np.array([each.confidence for each in found], np.float64),
        }

    def found(self, arrays: Arrays, *asked: Any) -> list[Found]:
        labels = json.loads(bytes(arrays["labels"]))
        rows = zip(labels, arrays["boxes"].tolist(), arrays["confidence"].tolist(), strict=True)
        return [Found(label, Box(*box), confidence) for label, box, confidence in rows]


class _Segment(Form):
    def is_nothing(self, *asked: Any) -> bool:
        return not asked[0]

    def said(self, *asked: Any) -> Any:
        prompts: Sequence[Prompt] = asked[0]
        return [
            [None if p.box is None else list(map(float, p.box)), None if p.point is None else list(map(float, p.point)),
             p.text]
            for p in prompts
        ]  # fmt: skip

    def checked(self, name: str, found: Any, picture: Pixels, *asked: Any) -> list[Mask]:
        masks = [np.asarray(each) for each in _listed(name, found)]
        if len(masks) != len(asked[0]):
            raise _wrong(name, f"{len(masks)} masks for {len(asked[0])} prompts")
        for mask in masks:
            if mask.dtype != bool or mask.shape != picture.shape[:2]:
                raise _wrong(name, f"a mask of {mask.shape} {mask.dtype} for a picture of {picture.shape[:2]} pixels")
        return masks

    def arrays(self, found: Any) -> Arrays:
        return {"masks": np.packbits(np.stack(found), axis=None), "shape": np.array(np.stack(found).shape)}

    def found(self, arrays: Arrays, *asked: Any) -> list[Mask]:
        shape = tuple(int(side) for side in arrays["shape"])
        masks = np.unpackbits(arrays["masks"], count=int(np.prod(shape))).reshape(shape).astype(bool)
        return list(masks)


class _Depth(Form):
    def said(self, *asked: Any) -> Any:
        return []

    def checked(self, name: str, found: Any, picture: Pixels, *asked: Any) -> DepthMap:
        if not isinstance(found, DepthMap) or np.shape(found.values) != picture.shape[:2]:
            raise _wrong(name, f"no depth map of {picture.shape[:2]} pixels")
        values = np.asarray(found.values, np.float32)
        if (values <= 0).any():
            raise _wrong(name, "depths of 0 or less: unknown is NaN")
        return DepthMap(np.where(np.isinf(values), np.float32(np.nan), values), bool(found.metric))

    def arrays(self, found: Any) -> Arrays:
        return {"values": found.values, "metric": np.array(found.metric)}

    def found(self, arrays: Arrays, *asked: Any) -> DepthMap:
        return DepthMap(arrays["values"], bool(arrays["metric"]))


class _Materials(Form):
    def check(self, picture: Pixels, *asked: Any) -> None:
        super().check(picture)
        for mask in asked[0]:
            _check_mask(picture, mask)

    def is_nothing(self, *asked: Any) -> bool:
        return not asked[0]

    def said(self, *asked: Any) -> Any:
        return [_mask_digest(mask) for mask in asked[0]]

    def checked(self, name: str, found: Any, picture: Pixels, *asked: Any) -> list[Mapping[str, float]]:
        rows = [dict(each) for each in _listed(name, found)]
        if len(rows) != len(asked[0]):
            raise _wrong(name, f"{len(rows)} answers for {len(asked[0])} masks")
        if not all(np.isfinite(value) and 0 <= value <= 1 + 1e-6 for row in rows for value in row.values()):
            raise _wrong(name, "a share that is not between 0 and 1")
        return [{str(key): float(value) for key, value in row.items()} for row in rows]

    def arrays(self, found: Any) -> Arrays:
        return {"materials": _text(json.dumps(found))}

    def found(self, arrays: Arrays, *asked: Any) -> list[Mapping[str, float]]:
        rows: list[Mapping[str, float]] = json.loads(bytes(arrays["materials"]))
        return rows


class _Inpaint(Form):
    def check(self, picture: Pixels, *asked: Any) -> None:
        super().check(picture)
        _check_mask(picture, asked[0])

    def said(self, *asked: Any) -> Any:
        return _mask_digest(asked[0])

    def checked(self, name: str, found: Any, picture: Pixels, *asked: Any) -> Pixels:
        pixels = np.asarray(found)
        if pixels.dtype != np.uint8 or pixels.shape != picture.shape:
            raise _wrong(name, f"a picture of {pixels.shape} {pixels.dtype}, and {picture.shape} was given")
        if (pixels != picture)[~asked[0]].any():
            raise _wrong(name, "a picture that was changed outside of the hole")
        return pixels

    def arrays(self, found: Any) -> Arrays:
        return {"pixels": found}

    def found(self, arrays: Arrays, *asked: Any) -> Pixels:
        return np.asarray(arrays["pixels"])


class _Quality(_Inpaint):
    def checked(self, name: str, found: Any, picture: Pixels, *asked: Any) -> Any:
        value = float(found)
        if not 0 <= value <= 1:
            raise _wrong(name, f"a score of {value:g}: it runs from 0 to 1")
        return value

    def arrays(self, found: Any) -> Arrays:
        return {"score": np.array(found)}

    def found(self, arrays: Arrays, *asked: Any) -> Any:
        return float(arrays["score"])


FORMS: Mapping[str, Form] = {
    "detect": _Detect(), "segment": _Segment(), "depth": _Depth(), "materials": _Materials(), "inpaint": _Inpaint(),
    "quality": _Quality(),
}  # fmt: skip
"""By role."""


def _check_mask(picture: Pixels, mask: Any) -> None:
    if not isinstance(mask, np.ndarray) or mask.dtype != bool or mask.shape != picture.shape[:2]:
        raise DioramaError("a mask is yes or no for each pixel of the picture")


def _listed(name: str, found: Any) -> Sequence[Any]:
    if not isinstance(found, list | tuple):
        raise _wrong(name, f"a {type(found).__name__} in place of a list")
    return found


def _wrong(name: str, what: str) -> DioramaError:
    return DioramaError(f"the provider '{name}' returned {what}: repair it, or take another one")


def _text(text: str) -> NDArray[np.uint8]:
    return np.frombuffer(text.encode(), np.uint8)


def _mask_digest(mask: Mask) -> str:
    return sha256(f"{mask.shape}".encode() + np.packbits(mask).tobytes()).hexdigest()
