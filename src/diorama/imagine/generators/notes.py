"""Notes on a clip: what a generator did otherwise than it was asked, in sentences that travel with the clip."""

from __future__ import annotations

from collections.abc import Iterable


class NotedClip(bytes):
    """The bytes of a clip, and what has to be said about them. A copy made with `bytes(clip)` has lost the notes."""

    notes: tuple[str, ...] = ()


def noted(clip: bytes, notes: Iterable[str]) -> NotedClip:
    """The same clip with further notes, each only once."""
    result = NotedClip(clip)
    result.notes = tuple(dict.fromkeys((*notes_of(clip), *notes)))
    return result


def notes_of(clip: bytes) -> tuple[str, ...]:
    """What the generator of a clip has to say about it; nothing for a clip without notes.

    >>> notes_of(noted(b"...", ["the service made 9 frames instead of 16"]))
    ('the service made 9 frames instead of 16',)
    >>> notes_of(b"...")
    ()
    """
    return clip.notes if isinstance(clip, NotedClip) else ()
