"""The questions for people to read: a page with pictures and a field for each answer, and plain text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from typing import Literal


@dataclass(frozen=True)
class Shown:
    """A text, or a picture or clip in a file."""

    text: str = ""
    file: str = ""
    """Relative to the quiz's folder."""
    kind: Literal["image", "video"] = "image"


@dataclass(frozen=True)
class Asked:
    """A question under its number: what a model gets, in order."""

    number: int
    parts: tuple[Shown, ...]


def plain_text(asked: Iterable[Asked]) -> str:
    """All questions, for reading in an editor."""
    return "\n\n\n".join(_as_text(one) for one in asked) + "\n"


def _as_text(asked: Asked) -> str:
    parts = [f"[{part.kind}: {part.file}]" if part.file else part.text for part in asked.parts]
    return "\n\n".join([f"=== Question {asked.number} ===", *parts])


def html_page(asked: Sequence[Asked], key: str) -> str:
    """A page that loads nothing but the pictures beside it; it keeps answers in the browser, under the quiz's key."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src 'self' file:; "
        "media-src 'self' file:; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">"
        f"<title>Quiz</title><style>{_asset('quiz.css')}</style></head>"
        f'<body data-quiz="{escape(key)}">\n<header><span id="count">{len(asked)} questions</span>'
        '<button type="button" id="save">Save my answers</button></header>\n<main>\n'
        f"{''.join(map(_article, asked))}</main>\n<script>{_asset('quiz.js')}</script></body></html>\n"
    )


def _article(asked: Asked) -> str:
    number = asked.number
    return (
        f'<article id="q{number}"><h2>{number}</h2>{"".join(_part(number, part) for part in asked.parts)}'
        f'<label>Your answer<textarea rows="2" data-number="{number}" autocomplete="off"></textarea></label>'
        "</article>\n"
    )


def _part(number: int, part: Shown) -> str:
    if not part.file:
        return f"<p>{escape(part.text)}</p>"
    source = escape(part.file)
    if part.kind == "video":
        return f'<video controls preload="metadata" src="{source}"></video>'
    picture = f'<img loading="lazy" alt="Picture of question {number}" src="{source}">'
    return f'<a href="{source}" target="_blank">{picture}</a>'


def _asset(name: str) -> str:
    return files("diorama.ask.quiz").joinpath("assets", name).read_text("utf-8")
