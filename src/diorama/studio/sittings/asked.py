"""A question as a participant sees it: what a model is sent, in the same order, with the person's order of options."""

from __future__ import annotations

from dataclasses import dataclass, replace

from diorama.ask.question import Picture, Question, question_of
from diorama.ask.wordings import Rewording, reworded
from diorama.data import Sample
from diorama.kinds import lettered_options
from diorama.studio.sittings.tables import Test, Turn


@dataclass(frozen=True)
class Shown:
    """A text, or a picture or clip by its number."""

    text: str = ""
    number: int = 0
    kind: str = ""
    label: str = ""


@dataclass(frozen=True)
class Asked:
    """What is on the page, in order."""

    before: tuple[Shown, ...]
    question: str
    options: tuple[tuple[str, str], ...]
    """Letters and texts."""
    form: str
    """How the answer is wanted."""
    after: tuple[Shown, ...]


CHECK_FORM = "This shows that you read what is asked. It is not part of the test."


def asked_of(test: Test, sample: Sample, turn: Turn) -> Asked:
    """A sample as somebody is shown it."""
    question = _question(test, sample)
    options = tuple(question.options[k] for k in turn.options)
    return Asked(
        _pieces(question, before=True), question.text, tuple(lettered_options(options)),
        question.form.people or question.form.alone, _pieces(question, before=False),
    )  # fmt: skip


def check_of(turn: Turn) -> Asked:
    """An attention check as somebody is shown it."""
    said = f"Please choose the option “{turn.wanted}”."
    return Asked((), said, tuple(lettered_options(tuple(turn.options))), CHECK_FORM, ())


def picture_of_turn(test: Test, sample: Sample, number: int) -> Picture | None:
    """A picture or clip of a question by its number; None if there is none."""
    media = _question(test, sample).media
    return media[number - 1] if 1 <= number <= len(media) else None


def _question(test: Test, sample: Sample) -> Question:
    words = Rewording.model_validate(test.wordings) if test.wordings else None
    return question_of(reworded(sample, words))


def _pieces(question: Question, *, before: bool) -> tuple[Shown, ...]:
    """The texts and media of one side of the question; media are numbered over both."""
    side = question.before if before else question.after
    start = 0 if before else len(replace(question, after=()).media)
    shown = []
    for piece in side:
        if isinstance(piece, Picture):
            start += 1
            shown.append(Shown(number=start, kind=piece.kind, label=piece.label))
        else:
            shown.append(Shown(text=piece))
    return tuple(shown)
