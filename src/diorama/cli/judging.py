"""Commands that have a judge look at what models replied."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from diorama.cli.base import FAILURES_LEFT, app
from diorama.cli.evaluation import Data, pairs
from diorama.errors import DioramaError, harmless


@app.command("causes")
def name_causes(
    logs: Annotated[list[Path], typer.Argument(help="Files of answers, or folders of them.")],
    judge: Annotated[str, typer.Option(help="The model that judges, such as openai/gpt-5.")],
    strategy: Annotated[
        list[str] | None,
        typer.Option(help="Judge answers to this way of asking, such as cot, not those of the base; may be repeated."),
    ] = None,
    data: Data = None,
    base_url: Annotated[str, typer.Option(help="The address of the judge's server.")] = "",
    model_arg: Annotated[
        list[str] | None, typer.Option("--model-arg", "-M", help="name=value for the judge's provider.")
    ] = None,
    max_tokens: Annotated[int | None, typer.Option(min=1, help="The judge's longest reply.")] = None,
    max_connections: Annotated[int, typer.Option(min=1, help="Requests in flight at a time.")] = 10,
    max_retries: Annotated[int, typer.Option(min=0, help="Tries again after a failure.")] = 5,
    attempt_timeout: Annotated[int, typer.Option(min=1, help="Seconds for one try.")] = 300,
) -> None:
    """Have a judge name the cause of each wrong answer about a clip (suite video, asked in the base setting).

    The judge reads the question, the right answer, exact captions of both parts of the event, and the reply. What it
    says is kept beside the answers (*.causes.jsonl), which stay as they are; `diorama report` shows it. Stopped and
    started again, it asks only for what is missing. Exit codes: 0 all judged, 3 the judge failed on some (the same
    command asks again), 2 bad input, 130 interrupted.

    Examples: diorama causes logs --judge openai/gpt-5;
    diorama causes logs --judge diorama-api/qwen3-32b --base-url http://localhost:8000/v1 --strategy cot
    """
    from diorama.ask.causes import Judge, judge_run, runs_with_errors
    from diorama.progress import bar

    asked = Judge(
        judge, base_url, pairs(model_arg), max_tokens, connections=max_connections, retries=max_retries,
        attempt_seconds=attempt_timeout,
    )  # fmt: skip
    left = faults = 0
    paths = runs_with_errors(logs, strategy or ())
    for path in paths:
        try:
            with bar(path.name) as start:
                tally = judge_run(path, asked, data=data, progress=start)
        except DioramaError as error:
            if len(paths) == 1:
                raise
            print(f"diorama: {harmless(str(error))}", file=sys.stderr)
            faults += 1
            continue
        print(harmless(tally.line()))
        left += tally.left
    if faults:
        raise typer.Exit(2)
    if left:
        raise typer.Exit(FAILURES_LEFT)
