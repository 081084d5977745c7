"""What is asked of providers, looked at before any work: pictures, names, prompts; and what they lack."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

import numpy as np

from diorama.errors import DioramaError, harmless, short
from diorama.perceive.percepts import Box, Found, Mask, Pixels, Prompt

LONGEST_NAME = 300
MOST_NAMES = 500
READERS = ("sam3", "grounded")
"""Our providers of segmentation that read words."""


class CannotPerceive(DioramaError):
    """A provider has no result for a picture; the message says why and what helps."""


def require(provider: str, *libraries: str, extra: str = "perceive") -> None:
    """Refuse to begin without the libraries that a provider needs; nothing is imported."""
    for name in libraries:
        try:
            there = find_spec(name) is not None
        except ValueError:  # imported before, and broken
            there = False
        if not there:
            raise DioramaError(f"{provider} needs: pip install 'diorama[{extra}]' (there is no {name})")


def checked_picture(picture: Pixels) -> Pixels:
    """A picture that can be looked at: rows, columns and three colours, in one piece of memory."""
    if picture.dtype != np.uint8 or picture.ndim != 3 or picture.shape[2] != 3 or not picture.size:
        raise DioramaError("a picture to look at has rows, columns and three colours as whole numbers from 0 to 255")
    return np.ascontiguousarray(picture)


def checked_names(names: Sequence[str]) -> list[str]:
    """Names to look for, without blanks at their ends; doubles and empty ones are refused."""
    listed = [" ".join(harmless(name).split()) for name in names]
    if not listed or not all(listed):
        raise DioramaError("give at least one name to look for, and none that is empty")
    if len(listed) > MOST_NAMES or max(map(len, listed)) > LONGEST_NAME:
        raise DioramaError(f"at most {MOST_NAMES} names of {LONGEST_NAME} characters can be looked for at once")
    known: dict[str, str] = {}
    for name in listed:
        if name.casefold() in known:
            raise DioramaError(f"'{short(name, 60)}' stands twice in the list of names: give each once")
        known[name.casefold()] = name
    return listed


def listed(text: str, what: str) -> list[str]:
    """Names out of a setting, where commas separate them; doubles are refused."""
    try:
        return checked_names(text.split(","))
    except DioramaError as error:
        raise DioramaError(f"{what}: {error}") from None


def checked_prompts(prompts: Sequence[Prompt], shape: tuple[int, ...], provider: str, *, words: bool) -> None:
    """Refuse prompts that say nothing, lie outside of the picture, or are words to a provider that reads none."""
    height, width = shape[:2]
    for prompt in prompts:
        if prompt.text.strip() and not words and prompt.box is None and prompt.point is None:
            raise DioramaError(
                f"{provider} cannot read words ('{short(prompt.text, 40)}'): give it a box or a point, or take "
                f"{' or '.join(READERS)}, such as grounded(detect='owlv2', segment='{provider}')"
            )
        if prompt.box is None and prompt.point is None and not prompt.text.strip():
            raise DioramaError("a prompt is a box, a point or words; this one is empty")
        if prompt.box is not None and clipped(prompt.box, shape) is None:
            raise DioramaError(f"the box {_said(prompt.box)} is not in the picture of {width} x {height} pixels")
        if prompt.point is not None:
            x, y = prompt.point
            if not (0 <= x < width and 0 <= y < height):
                raise DioramaError(
                    f"the point {_said(prompt.point)} is not in the picture of {width} x {height} pixels"
                )


def clipped(box: Sequence[float], shape: tuple[int, ...]) -> Box | None:
    """The part of a box that lies in a picture; None if that is less than a pixel or a number is not finite."""
    if not np.isfinite(box).all():
        return None
    left, top, right, bottom = (
        float(min(max(at, 0), side)) for at, side in zip(box, (shape[1], shape[0]) * 2, strict=True)
    )
    return Box(left, top, right, bottom) if right - left >= 1 and bottom - top >= 1 else None


def distinct(found: Sequence[Found], overlap: float) -> list[Found]:
    """The most confident of those with one label that overlap by more than a share of their union; the surest first."""
    kept: list[Found] = []
    for each in sorted(found, key=lambda f: (-f.confidence, f.label, f.box)):
        if not any(other.label == each.label and shared(other.box, each.box) > overlap for other in kept):
            kept.append(each)
    return kept


def shared(one: Box, other: Box) -> float:
    """The intersection of two boxes as a share of their union."""
    both = Box(max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])).area
    return both / max(one.area + other.area - both, 1e-9)


def box_mask(box: Box, shape: tuple[int, ...]) -> Mask:
    """All pixels whose middle is in a box."""
    left, top, right, bottom = (round(at) for at in box)
    mask = np.zeros(shape[:2], bool)
    mask[max(0, top) : bottom, max(0, left) : right] = True
    return mask


def box_of(mask: Mask) -> Box | None:
    """The box around a mask; None if nothing is in it."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        return None
    return Box(float(columns[0]), float(rows[0]), float(columns[-1] + 1), float(rows[-1] + 1))


def _said(numbers: Sequence[float]) -> str:
    return "(" + ", ".join(f"{number:.6g}" for number in numbers) + ")"
