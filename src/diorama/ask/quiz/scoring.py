"""`diorama quiz score`: a filled sheet as a run, like that of any model."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from diorama.ask.evaluate import Result
from diorama.ask.quiz.draw import draw_again, read_draw
from diorama.ask.quiz.sheet import find_sheet, read_sheet
from diorama.ask.run_files import RunInfo
from diorama.ask.score_replies import QUIZ, score_collected
from diorama.ask.source import Source
from diorama.errors import DioramaError


@dataclass(frozen=True)
class ScoredQuiz:
    """A run made of a sheet, and what was wrong with the sheet."""

    result: Result
    sheet: Path
    faults: tuple[str, ...]


def score_quiz(
    folder: str | Path, dataset: str | Path, *, name: str, logs: Path, sheet: Path | None = None, lenient: bool = False
) -> ScoredQuiz:
    """Score the sheet in a quiz's folder, or another; a question without an answer counts as failed, not as wrong.

    Everything is read and checked before the run is written: a sheet that cannot be read leaves an earlier run alone.
    """
    if not name.strip():
        raise DioramaError("--name is empty: say what tables should call whoever answered")
    before = read_draw(Path(folder))
    source = Source(dataset)
    ids = draw_again(before, source)
    path = sheet or find_sheet(Path(folder))
    filled = read_sheet(path, before.questions)
    if not filled.answers and not filled.unclear:
        raise DioramaError(f"{path} has no answers to the questions of {folder}")
    info = RunInfo(
        dataset=source.fingerprint, folder=str(Path(dataset).resolve()), model=name.strip(), strategy=QUIZ,
        config={QUIZ: before.key}, collected_from=str(path.resolve()), unfinished=source.data.manifest.unfinished,
    )  # fmt: skip
    result = score_collected(
        info,
        {(ids[number - 1], None): answer for number, answer in filled.answers.items()},
        logs=logs,
        lenient=lenient,
        without=dict.fromkeys(ids, "no answer in the sheet")
        | {ids[number - 1]: "several different answers in the sheet" for number in filled.unclear},
    )
    return ScoredQuiz(result, path, filled.faults)
