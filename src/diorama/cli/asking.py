"""Commands that put questions to models and score what they say."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from diorama.cli.base import app
from diorama.errors import DioramaError

if TYPE_CHECKING:
    from diorama.ask.evaluate import Result


@app.command("eval")
def evaluate_models(
    folder: Annotated[Path, typer.Argument(help="A dataset.")],
    model: Annotated[list[str], typer.Option(help="A model, such as openai/gpt-5 or diorama/oracle; may be repeated.")],
    strategy: Annotated[list[str] | None, typer.Option(help="How to ask, see `diorama strategies`.")] = None,
    repeats: Annotated[int, typer.Option(min=1, help="How often each question is asked.")] = 1,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first so many samples.")] = None,
    suite: Annotated[list[str] | None, typer.Option(help="Only this suite; may be repeated.")] = None,
    task: Annotated[list[str] | None, typer.Option(help="Only this task; may be repeated.")] = None,
    level: Annotated[list[str] | None, typer.Option(help="Only this level; may be repeated.")] = None,
    judge: Annotated[str, typer.Option(help="A model that helps to read replies we cannot read.")] = "",
    logs: Annotated[
        Path, typer.Option(help="Where answers are kept; asked again, only what is missing is asked.")
    ] = Path("logs"),
    base_url: Annotated[str, typer.Option(help="The address of the model's server.")] = "",
    model_arg: Annotated[
        list[str] | None, typer.Option("--model-arg", "-M", help="name=value for the provider.")
    ] = None,
    temperature: Annotated[float | None, typer.Option(min=0)] = None,
    max_tokens: Annotated[int | None, typer.Option(min=1, help="The longest reply.")] = None,
    max_connections: Annotated[int, typer.Option(min=1, help="Questions in flight at a time.")] = 10,
    max_retries: Annotated[int, typer.Option(min=0, help="Tries again after a failure.")] = 5,
    attempt_timeout: Annotated[int, typer.Option(min=1, help="Seconds for one try.")] = 300,
    cache: Annotated[
        bool, typer.Option("--cache", help="Take answers to equal requests from Inspect's cache.")
    ] = False,
) -> None:
    """Ask models the questions of a dataset and print what came of it.

    Stopped and started again with the same words, it asks only what is missing.

    Example: diorama eval mybench --model diorama/random --model openai/gpt-5 --repeats 5
    """
    from diorama.ask.evaluate import INTERRUPTED, Order, evaluate
    from diorama.progress import bar

    given = {"temperature": temperature, "max_tokens": max_tokens}
    config, args = {k: v for k, v in given.items() if v is not None}, _pairs(model_arg)
    orders = [
        Order(
            folder, one, way, repeats, limit, suite or (), task or (), level or (), judge, base_url, args, config, logs,
            cache, max_connections, max_retries, attempt_timeout,
        )
        for one in model
        for way in strategy or ["direct"]
    ]  # fmt: skip
    results = []
    for order in orders:
        with bar(f"{order.model}, {order.strategy}") as start:
            results.append(evaluate(order, heard=start))
        if results[-1].broken_off == INTERRUPTED:
            break
    _print_results(results)


@app.command("strategies")
def list_strategies() -> None:
    """List the ways to ask a model."""
    from diorama.ask.strategies import strategies

    for name, strategy in strategies().items():
        print(f"{name:16s} {strategy.about}  [sees: {', '.join(sorted(strategy.sees)) or 'words only'}]")


@app.command("score")
def score_replies(
    folder: Annotated[Path, typer.Argument(help="A dataset.")],
    predictions: Annotated[
        Path, typer.Option(help='Replies, one a line: {"id": "…", "reply": "…"}, perhaps "repeat".')
    ],
    name: Annotated[str, typer.Option(help="What tables call whoever replied.")] = "",
    logs: Annotated[Path, typer.Option(help="Where the scored answers are kept.")] = Path("logs"),
) -> None:
    """Score replies that somebody else collected; nothing is asked.

    Example: diorama score mybench --predictions replies.jsonl
    """
    from diorama.ask.offline import score_file

    _print_results([score_file(folder, predictions, name=name or predictions.stem, logs=logs)])


def _pairs(texts: list[str] | None) -> dict[str, Any]:
    """`name=value` words; values are read as JSON where they are JSON."""
    found: dict[str, Any] = {}
    for text in texts or []:
        name, sign, value = text.partition("=")
        if not sign or not name:
            raise DioramaError(f"--model-arg {text}: write name=value")
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = value
    return found


def _print_results(results: list[Result]) -> None:
    """The closing table; exits 130 if interrupted, 1 if no model gave a single answer."""
    from diorama.ask.closing import advice, closing_lines
    from diorama.ask.evaluate import INTERRUPTED

    if any(result.records for result in results):
        print("\n".join(closing_lines(results)))
    for result in results:
        print(result.path)
    for line in filter(None, map(advice, results)):
        print(f"diorama: {line}", file=sys.stderr)
    if any(result.broken_off == INTERRUPTED for result in results):
        raise typer.Exit(130)
    if not any(record.answered for result in results for record in result.records):
        raise typer.Exit(1)
