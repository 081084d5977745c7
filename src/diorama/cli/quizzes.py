"""Commands for people who answer a dataset's questions themselves."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from diorama.cli.base import app
from diorama.cli.evaluation import Lenient, print_results

MOST_FAULTS = 40
"""Faults of a sheet that are printed one by one."""


class MakeUnlessNamed(TyperGroup):
    """`diorama quiz DIR` is `diorama quiz make DIR`; only the names of its commands come first."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in (*self.commands, "--help"):
            args = ["make", *args]
        return super().parse_args(ctx, args)


quiz_app = typer.Typer(
    cls=MakeUnlessNamed,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Put questions into a folder that anyone can answer from, and score what they wrote.\n\n"
    "`diorama quiz DIR …` is short for `diorama quiz make DIR …`.",
    short_help="Put questions into a folder that anyone can answer from, and score what they wrote.",
)
app.add_typer(quiz_app, name="quiz")


@quiz_app.command("make")
def make(
    folder: Annotated[Path, typer.Argument(help="A dataset.", metavar="DIR")],
    out: Annotated[Path, typer.Option(help="The folder to write; a quiz that was begun there is finished.")],
    sample: Annotated[
        int | None, typer.Option(min=1, help="Only so many, drawn at random and evenly over tasks and levels.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of --sample, and of the order of the questions.")] = 0,
    suite: Annotated[list[str] | None, typer.Option(help="Only this suite; may be repeated.")] = None,
    task: Annotated[list[str] | None, typer.Option(help="Only this task; may be repeated.")] = None,
    level: Annotated[list[str] | None, typer.Option(help="Only this level; may be repeated.")] = None,
) -> None:
    """Write pictures, questions and an answer sheet into a folder; no answer is in it.

    Example: diorama quiz mybench --sample 24 --seed 1 --out quiz
    """
    from diorama.ask.quiz import make_quiz
    from diorama.ask.source import Selection
    from diorama.progress import bar

    select = Selection(suites=suite or (), tasks=task or (), levels=level or (), sample=sample, seed=seed)
    with bar("writing") as start:
        made = make_quiz(folder, select, out, progress=start)
    print(f"{made.questions} questions in {out}: open {out / 'index.html'}, or fill in {out / 'answers.csv'}; then")
    print(f"    diorama quiz score {out} {folder} --name NAME")


@quiz_app.command("score")
def score(
    quiz: Annotated[Path, typer.Argument(help="The folder of the quiz.", metavar="FOLDER")],
    folder: Annotated[Path, typer.Argument(help="The dataset that it was made from.", metavar="DIR")],
    name: Annotated[str, typer.Option(help="What tables call whoever answered.")],
    sheet: Annotated[Path | None, typer.Option(help="The filled sheet, if it is not in the quiz's folder.")] = None,
    logs: Annotated[Path, typer.Option(help="Where the scored answers are kept.")] = Path("logs"),
    lenient: Lenient = False,
) -> None:
    """Score a filled sheet as a run like any model's; `diorama report` shows it beside them.

    Numbers that are missing, doubled or not of the quiz are named, and the rest is scored.

    Example: diorama quiz score quiz mybench --name anna
    """
    from diorama.ask.quiz import score_quiz

    scored = score_quiz(quiz, folder, name=name, logs=logs, sheet=sheet, lenient=lenient)
    for fault in scored.faults[:MOST_FAULTS]:
        print(f"diorama: {scored.sheet.name}: {fault}", file=sys.stderr)
    if len(scored.faults) > MOST_FAULTS:
        print(f"diorama: {scored.sheet.name}: … and {len(scored.faults) - MOST_FAULTS} more", file=sys.stderr)
    print_results([scored.result])
