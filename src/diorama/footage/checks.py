"""What is wrong with a candidate question: one line, for the command line and for whoever edits it."""

from __future__ import annotations

from pathlib import Path

from diorama.errors import DioramaError, short
from diorama.footage.records import TWO_VIEWS, Candidate, Clip, located

LEAST_SECONDS = 0.2
"""What is shown and what is not must each last at least this long."""
SLACK_SECONDS = 0.002
"""Times are kept in milliseconds."""
MOST_OPTIONS = 26
LONGEST_IMAGE = 16_384
"""Pixels a side of a reference image."""


def check_candidate(candidate: Candidate, clip: Clip | None, folder: Path) -> str:
    """The first thing that keeps a candidate from becoming a sample; empty if nothing does."""
    if clip is None:
        return f"its clip '{candidate.clip}' is not among the clips"
    return (
        check_times(candidate, clip)
        or check_words(candidate)
        or check_options(candidate)
        or check_video(clip, folder)
        or check_reference(candidate, folder)
    )


def check_times(candidate: Candidate, clip: Clip) -> str:
    """Whether cut and unseen moments lie where they should, and all of it within the clip."""
    start, end, cut = candidate.start, candidate.end, candidate.cut
    if start < clip.start - SLACK_SECONDS or end > clip.end + SLACK_SECONDS:
        return f"its time, {start:g} to {end:g} s, is not within its clip, {clip.start:g} to {clip.end:g} s"
    if not start + LEAST_SECONDS <= cut <= end - LEAST_SECONDS:
        return f"its cut at {cut:g} s is outside of {start:g} to {end:g} s, or leaves less than {LEAST_SECONDS} s"
    a, b = candidate.unseen
    if not a - SLACK_SECONDS <= candidate.asks_from <= candidate.asks_to <= b + SLACK_SECONDS:
        asked = f"{candidate.asks_from:g} to {candidate.asks_to:g} s"
        return f"it asks about {asked}, but {candidate.direction} from the cut only {a:g} to {b:g} s is unseen"
    return ""


def check_words(candidate: Candidate) -> str:
    """Whether there is a question and an answer."""
    if not candidate.question.strip():
        return "it has no question"
    return "" if candidate.answer.strip() else "it has no answer"


def check_options(candidate: Candidate) -> str:
    """Whether the options hold the answer once, and others that read differently."""
    options = candidate.options
    if not options:
        return "it has no options: write some, or give --model to have some proposed"
    if candidate.answer not in options:
        return f"its answer '{short(candidate.answer, 60)}' is not among its options"
    if len({plain(option) for option in options}) < len(options):
        return "two of its options read the same"
    if any(not option.strip() for option in options):
        return "one of its options is empty"
    if not 2 <= len(options) <= MOST_OPTIONS:
        return f"it has {len(options)} options; 2 to {MOST_OPTIONS} can be asked"
    return ""


def check_video(clip: Clip, folder: Path) -> str:
    """Whether the video is there, and the one that was measured."""
    path = located(folder, clip.video)
    if not path.is_file():
        return f"its video {path} is missing"
    if path.stat().st_size != clip.video_bytes:
        return f"its video {path} is not the one that was measured: {path.stat().st_size} bytes, not {clip.video_bytes}"
    return ""


def check_reference(candidate: Candidate, folder: Path) -> str:
    """Whether there is a reference image, where two views need one, and whether it can be read."""
    if candidate.viewpoint not in TWO_VIEWS:
        return ""
    if not candidate.reference:
        return f"its viewpoint {candidate.viewpoint} needs a reference image, and it names none"
    path = located(folder, candidate.reference)
    if not path.is_file():
        return f"its reference image {path} is missing"
    if candidate.reference_at is not None:
        begin, end = candidate.unseen
        if begin + SLACK_SECONDS < candidate.reference_at < end - SLACK_SECONDS:
            return f"its reference view is taken at {candidate.reference_at:g} s, a moment that is unseen"
        return ""
    try:
        _open_image(path)
    except DioramaError as error:
        return str(error)
    return ""


def _open_image(path: Path) -> None:
    from PIL import Image

    try:
        with Image.open(path) as image:
            if max(image.size) > LONGEST_IMAGE:
                raise DioramaError(f"its reference image {path} is too large: {image.width}×{image.height}")
            image.verify()
    except DioramaError:
        raise
    except Exception as error:  # whatever a file holds: decoders raise all sorts of things
        raise DioramaError(f"its reference image {path} cannot be read: {short(error, 80)}") from None


def plain(text: str) -> str:
    """A text as far as two of them could be told apart: without case, spaces and points at the end."""
    return " ".join(text.split()).strip(" .!").casefold()
