"""Sizes of pictures: which ones a suite may have, and in which size its gates and answers measure.

Gates and answers count pixels of the usual size. A larger picture shows the same view with more detail, so whatever
the gates promise can be seen in it; in a smaller one it might not.
"""

from __future__ import annotations

import math

from diorama.errors import DioramaError, short
from diorama.world import Camera, replace

Size = tuple[int, int]
"""Width and height in pixels."""
USUAL: Size = (720, 480)
WIDEST = 1920


def read_size(text: str) -> Size:
    """``1920x1080`` as numbers."""
    parts = text.lower().replace("×", "x").split("x")
    if len(parts) != 2 or not all(p.isascii() and p.isdecimal() and len(p) <= 5 for p in parts):
        raise DioramaError(f"a size is written as 1920x1080; got '{short(text, 40)}'")
    return int(parts[0]), int(parts[1])


def check_size(suite: str, size: Size, *, usual: Size, widest: int, wider: bool, films: bool = False) -> None:
    """Refuse a size in which pictures of a suite would not show what they should; `wider` views may show more.

    Sides of `films` must be even.
    """
    (width, height), (usual_width, usual_height) = size, usual
    given = f"got {width}x{height}"
    if width < usual_width or height < usual_height:
        why = "its gates promise what can be seen in that size"
        raise DioramaError(f"pictures of {suite} are at least {usual_width}x{usual_height} ({why}); {given}")
    if width > widest:
        raise DioramaError(f"pictures of {suite} are at most {widest} pixels wide; {given}")
    common = math.gcd(usual_width, usual_height)
    shape = f"{usual_width // common}:{usual_height // common}"
    if wider and width * usual_height < height * usual_width:
        raise DioramaError(f"scenes of {suite} need pictures of at least {shape}, or they would be cut off; {given}")
    steps = math.gcd(usual_width // 2, usual_height // 2) if films else common
    near = min(max(round(height * steps / usual_height), steps), widest * steps // usual_width)
    instead = f"{near * usual_width // steps}x{near * usual_height // steps}"
    if not wider and width * usual_height != height * usual_width:
        raise DioramaError(f"pictures of {suite} are {shape}, such as {instead}; {given}")
    if films and (width % 2 or height % 2):
        raise DioramaError(f"clips of {suite} have even sides, such as {instead}; {given}")


def in_usual_size(camera: Camera, usual: Size) -> Camera:
    """The view in the size in which a suite measures: a larger picture is brought back, anything else stays."""
    if (camera.width, camera.height) == usual or camera.width < usual[0] or camera.height < usual[1]:
        return camera
    return replace(camera, width=usual[0], height=usual[1])
