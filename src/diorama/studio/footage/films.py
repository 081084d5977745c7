"""Films and pictures of a project, for players: exact cuts, so that what is not to be seen is not in the file.

Browsers play H.264, and count its frames from zero; recordings may be anything. So what is played is always a cut,
with the frames and distances of the recording. Only what the project's records name can be asked for.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from pathlib import Path

from diorama.errors import DioramaError
from diorama.footage import Candidate, Clip
from diorama.footage.checks import check_video
from diorama.footage.cuts import make_cuts_folder, place_of, side_of
from diorama.footage.decoding import frame_times
from diorama.footage.frames import FrameTimes
from diorama.footage.records import located
from diorama.footage.showing import read_reference
from diorama.footage.strips import jpeg
from diorama.studio.library.finding import state_of
from diorama.studio.web.refusals import NotFound
from diorama.world.model import replace

LONG_SIDE = 960
"""As `finalise` cuts them by default: what is cut here need not be cut there."""
KEPT = 200
_cutting = threading.Lock()
_whole: set[tuple[Path, str]] = set()
_times: OrderedDict[tuple[Path, str, tuple[float, float]], FrameTimes] = OrderedDict()


def film(folder: Path, clip: Clip, span: tuple[float, float]) -> Path:
    """A stretch of a clip's video, cut when it is first asked for; one at a time, since it takes all of a processor."""
    fault = check_video(clip, folder)
    if fault:
        raise NotFound(f"This film cannot be shown: {fault}.")
    path = place_of(folder, clip, span, LONG_SIDE)
    if (path, state_of(path)) not in _whole:
        with _cutting:
            if (path, state_of(path)) not in _whole:
                make_cuts_folder(folder)
                side_of(folder, clip, span, LONG_SIDE)
                _whole.add((path, state_of(path)))
    return path


def view_of(folder: Path, clip: Clip, number: int) -> Clip:
    """A clip as another film of its scene shows it; number 0 is the clip itself."""
    if number == 0:
        return clip
    if not 0 < number <= len(clip.views):
        raise NotFound
    video = clip.views[number - 1]
    try:
        size = located(folder, video).stat().st_size
    except OSError:
        raise NotFound("This film is missing.") from None
    return replace(clip, id=f"{clip.id[:80]}-view{number}", video=video, video_bytes=size, views=())


def times(folder: Path, clip: Clip, span: tuple[float, float]) -> FrameTimes:
    """When the frames of a stretch begin, as the recording itself says."""
    fault = check_video(clip, folder)
    if fault:
        raise NotFound(f"This film cannot be shown: {fault}.")
    path = located(folder, clip.video)
    key = (path, state_of(path), span)
    found = _times.get(key)
    if found is None:
        found = FrameTimes(frame_times(path, *span))
        _times[key] = found
        while len(_times) > KEPT:
            _times.popitem(last=False)
    return found


def reference_picture(folder: Path, candidate: Candidate) -> bytes:
    """The view from which to answer."""
    return _picture(candidate.reference, candidate.reference_at, folder)


def clip_picture(folder: Path, clip: Clip) -> bytes:
    """The picture of the other view that a clip has."""
    return _picture(clip.reference, None, folder)


def _picture(name: str, at: float | None, folder: Path) -> bytes:
    if not name:
        raise NotFound
    try:
        return jpeg(read_reference(located(folder, name), at, LONG_SIDE))
    except DioramaError as error:
        raise NotFound(str(error)) from None
