"""The text of a question for formats that know one text and a list of pictures."""

from __future__ import annotations

from collections.abc import Callable

from diorama.data import Media
from diorama.exchange.rows import Row
from diorama.suites import MediaPart, QuestionPart, TextPart

Mark = Callable[[Media, int], str]
"""A medium and its number among those of its kind, from 1 → what stands for it in a text."""


def text_in_order(row: Row, question: str, mark: Mark) -> str:
    """All that is shown, in order and as one text, with a mark for each medium."""
    media = {m.stem: m for m in row.media}
    numbers = {"image": 0, "video": 0}
    found = []
    for part in row.parts:
        match part:
            case TextPart(text=text):
                found.append(text)
            case MediaPart(media=stem):
                shown = media[stem]
                numbers[shown.kind] += 1
                found.append(mark(shown, numbers[shown.kind]))
            case _:
                found.append(question)
    return "\n".join(found)


def shown_media(row: Row) -> tuple[Media, ...]:
    """The media in the order in which they are shown."""
    media = {m.stem: m for m in row.media}
    return tuple(media[part.media] for part in row.parts if isinstance(part, MediaPart))


def media_first(row: Row) -> bool:
    """Whether it is all media and then the question, and nothing else."""
    parts = row.parts
    return isinstance(parts[-1], QuestionPart) and all(isinstance(part, MediaPart) for part in parts[:-1])


def after_the_media(row: Row, question: str) -> str:
    """The question for a format that shows all media first; where more is said, pictures are named by their number."""
    if media_first(row):
        return question
    return text_in_order(row, question, lambda media, number: f"[{NOUNS[media.kind]} {number}]")


NOUNS = {"image": "picture", "video": "clip"}
