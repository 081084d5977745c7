"""`diorama quiz`: the folder that somebody answers from, with everything a model is sent and nothing more.

Files appear under their names only when complete, and `quiz.json` comes first: an interrupted quiz is continued by the
same command. A sheet that is there is never written again, since somebody may have filled it in.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from diorama.ask.question import Picture, Piece, Request, question_of
from diorama.ask.quiz.bare_media import bare, bare_ending
from diorama.ask.quiz.draw import FILE, Draw, draw, read_draw
from diorama.ask.quiz.page import Asked, Shown, html_page, plain_text
from diorama.ask.quiz.sheet import CSV, JSON, empty_csv, empty_json
from diorama.ask.source import Selection, Source
from diorama.data import Sample, whole_file
from diorama.data.dataset import require_whole
from diorama.errors import DioramaError

MEDIA = "media"
PAGE, TEXT, DATA, HELP = "index.html", "questions.txt", "questions.json", "README.txt"

Progress = Callable[[int, int], Callable[[], None]]
"""Called with the number done and the total; returns a callable that advances the bar by one."""


@dataclass(frozen=True)
class Made:
    """A quiz on the disk."""

    folder: Path
    questions: int


def request_of(sample: Sample) -> Request:
    """What a model is sent for a sample when it is asked directly; the form of the reply may be a plainer one."""
    question = question_of(sample)
    return question.request(question.for_people())


def make_quiz(
    dataset: str | Path, select: Selection, folder: str | Path, *, progress: Progress | None = None
) -> Made:  # fmt: skip
    """Write a quiz of some questions of a dataset, or finish one that was begun with the same wishes."""
    require_whole(dataset)
    source, folder = Source(dataset), Path(folder)
    drawn, ids = draw(source, select)
    _open_folder(folder, drawn)
    digits = max(3, len(str(len(ids))))
    advance = progress(0, len(ids)) if progress is not None else None
    asked = []
    for number, sample_id in enumerate(ids, start=1):
        try:
            asked.append(_write_question(folder, number, f"{number:0{digits}d}", request_of(source.get(sample_id))))
        except DioramaError as error:
            raise DioramaError(f"sample '{sample_id}': {error}") from None
        if advance is not None:
            advance()
    _write(folder / DATA, json.dumps([_as_data(one) for one in asked], indent=1, ensure_ascii=False) + "\n")
    _write(folder / TEXT, plain_text(asked))
    _write(folder / PAGE, html_page(asked, drawn.key))
    _write(folder / HELP, help_text(len(ids)))
    for name, empty in ((JSON, empty_json), (CSV, empty_csv)):
        if not (folder / name).exists():
            _write(folder / name, empty(len(ids)))
    return Made(folder, len(ids))


def _open_folder(folder: Path, drawn: Draw) -> None:
    """Begin a quiz in a new or empty folder, or go on with the same quiz; nothing else is touched."""
    _make(folder)
    others = sorted(p.name for p in folder.iterdir() if not p.name.startswith("."))
    if FILE in others:
        if read_draw(folder).model_copy(update={"version": drawn.version}) != drawn:
            raise DioramaError(f"{folder} holds another quiz: choose a new or an empty folder")
    elif others:
        shown = ", ".join(others[:3]) + (" …" if len(others) > 3 else "")
        raise DioramaError(f"{folder} holds other files ({shown}): choose a new or an empty folder")
    else:
        _write(folder / FILE, drawn.model_dump_json(indent=1) + "\n")
    _make(folder / MEDIA)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DioramaError(f"cannot make the folder {folder}: {error.strerror or error}") from None


def _write_question(folder: Path, number: int, name: str, request: Request) -> Asked:
    """Write the pictures and clips of a question under its number, unless they are there."""
    several = sum(isinstance(piece, Picture) for piece in request.parts) > 1
    shown: list[Shown] = [Shown(text=request.system)] if request.system else []
    count = 0
    for piece in request.parts:
        if isinstance(piece, Picture):
            count += 1
        shown.append(_write_piece(folder, f"{name}-{count}" if several else name, piece))
    return Asked(number, tuple(shown))


def _write_piece(folder: Path, name: str, piece: Piece) -> Shown:
    if isinstance(piece, str):
        return Shown(text=piece)
    path = folder / MEDIA / f"{name}.{bare_ending(piece)}"
    if not path.exists():
        _write(path, bare(piece))
    return Shown(file=f"{MEDIA}/{path.name}", kind=piece.kind)


def _as_data(asked: Asked) -> dict[str, object]:
    """A question as plain data: its number, and texts and files in the order in which a model gets them."""
    return {
        "number": asked.number,
        "parts": [{one.kind: one.file} if one.file else {"text": one.text} for one in asked.parts],
    }


def _write(path: Path, content: str | bytes) -> None:
    with whole_file(path) as file:
        file.write(content.encode("utf-8", "replace") if isinstance(content, str) else content)


def help_text(questions: int) -> str:
    """How to sit the test, for whoever is given the folder."""
    return f"""\
A quiz of {questions} questions about pictures

Open {PAGE} in a browser. It shows each picture with its question and a field for your answer. What you type stays
in your browser until you press "Save my answers", which gives you a file {CSV}: put it into this folder in place
of the empty one, or send it to whoever gave you the quiz.

Or do it by hand:
  {MEDIA}/          the pictures and clips; the number of the question is the name of the file
  {TEXT}   all questions, as plain text
  {DATA}  the same for programs: texts and files in order
  {CSV}     write each answer behind its number, in an editor or a spreadsheet; save it as CSV
  {JSON}    or fill in this one: "1": "your answer". One of the two is enough.

Answer in your own words or with a letter, as each question asks. Look as long as you like; zooming in is allowed.
Leave a question empty if you did not get to it: it counts as not answered. If you looked and cannot tell, say so.

Whoever has the dataset scores the sheet:
  diorama quiz score THIS-FOLDER DATASET --name YOUR-NAME
"""
