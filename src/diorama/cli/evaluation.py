"""Commands that put questions to models and score what they say."""

from __future__ import annotations

import io
import json
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from diorama.cli.base import FAILURES_LEFT, app, say_if_unfinished
from diorama.errors import DioramaError, harmless

if TYPE_CHECKING:
    from diorama.ask.evaluate import Result
    from diorama.ask.strategies import Strategy

Reader = Annotated[str, typer.Option(help="A model that helps to read what stays unread; it never sees the truth.")]
Grader = Annotated[str, typer.Option(help="A model that compares answers with the truth, where a kind wants one.")]
Lenient = Annotated[bool, typer.Option("--lenient", help="Forgive a wrong colour: 'the red mug' for a blue one.")]
Judge = Annotated[str, typer.Option(help="One model as both reader and grader.")]
Cache = Annotated[bool, typer.Option("--cache", help="Take answers to equal requests from Inspect's cache.")]
Data = Annotated[Path | None, typer.Option(help="The dataset, if it was moved since.")]


class WithStrategies(TyperCommand):
    """A command whose help ends with the strategies; they are imported only when that is printed."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        from diorama.ask.strategies import STRATEGIES

        with formatter.section("Strategies"):
            formatter.write_dl([(name, " · ".join(_described(strategy))) for name, strategy in STRATEGIES.working()])


@app.command("eval", cls=WithStrategies)
def evaluate_models(
    folder: Annotated[Path, typer.Argument(help="A dataset.")],
    model: Annotated[list[str], typer.Option(help="A model, such as openai/gpt-5 or diorama/oracle; may be repeated.")],
    strategy: Annotated[
        list[str] | None,
        typer.Option(help='How to ask: a name, or "name(key=value, …)"; see `diorama strategies`. May be repeated.'),
    ] = None,
    protocol: Annotated[
        str, typer.Option(help="Ask as a paper did: causalspatial, structure, …; see `diorama protocols`.")
    ] = "",
    wordings: Annotated[
        str, typer.Option(help="Questions as stored (varied), one wording a task (fixed), or a file FILE.toml.")
    ] = "",
    thinking: Annotated[
        str, typer.Option(help="Whether the model thinks first: on, off, default, or on with so many tokens.")
    ] = "",
    video: Annotated[
        str, typer.Option(help="How clips are sent: frames, native, or (unless given) as each provider takes them.")
    ] = "",
    frame_rate: Annotated[float | None, typer.Option(help="Frames a second, if clips are sent as frames (1).")] = None,
    frame_size: Annotated[int | None, typer.Option(help="The longer side of such a frame, pixels (768).")] = None,
    repeats: Annotated[
        int | None, typer.Option(min=1, help="How often each question is asked (1, or what the protocol wants).")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first so many samples.")] = None,
    suite: Annotated[list[str] | None, typer.Option(help="Only this suite; may be repeated.")] = None,
    task: Annotated[list[str] | None, typer.Option(help="Only this task; may be repeated.")] = None,
    level: Annotated[list[str] | None, typer.Option(help="Only this level; may be repeated.")] = None,
    only: Annotated[
        str | None, typer.Option(help="Only what ended so in another run: wrong:FILE, right:FILE, unread:FILE …")
    ] = None,
    ids: Annotated[Path | None, typer.Option(help="Only the samples in this file, one id a line.")] = None,
    sample: Annotated[
        int | None, typer.Option(min=1, help="Only so many, drawn at random and evenly over tasks and levels.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of --sample.")] = 0,
    role: Annotated[
        list[str] | None, typer.Option(help="NAME=MODEL for a strategy that asks other models too; may be repeated.")
    ] = None,
    reader: Reader = "",
    grader: Grader = "",
    judge: Judge = "",
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
    cache: Cache = False,
) -> None:
    """Ask models the questions of a dataset and print what came of it.

    Stopped and started again with the same words, it asks only what is missing. Exit codes: 0 all answered, 3 some
    questions have no answer, 2 bad input, 130 interrupted.

    Examples: diorama eval mybench --model diorama/random --model openai/gpt-5 --repeats 5;
    diorama eval mybench --model openai/gpt-5 --strategy "cot(how='Think aloud.')" --sample 60 --seed 1;
    diorama eval mybench --model openrouter/qwen/qwen3-vl-8b-thinking --protocol structure
    """
    from diorama.ask.evaluate import INTERRUPTED, Order, check_order, evaluate
    from diorama.ask.source import Selection
    from diorama.progress import bar

    given = {"temperature": temperature, "max_tokens": max_tokens}
    select = Selection(
        suites=suite or (), tasks=task or (), levels=level or (), ids=_chosen_ids(folder, only, ids), sample=sample,
        seed=seed, limit=limit,
    )  # fmt: skip
    orders = [
        Order(
            folder=folder, model=one, strategy=way, protocol=protocol, wordings=wordings, thinking=thinking,
            video=video, frame_rate=frame_rate, frame_size=frame_size,
            repeats=repeats, select=select, roles=roles_of(role),
            reader=reader or judge, grader=grader or judge, base_url=base_url, model_args=pairs(model_arg),
            config={k: v for k, v in given.items() if v is not None}, logs=logs, cache=cache,
            connections=max_connections, retries=max_retries, attempt_seconds=attempt_timeout,
        )
        for one in model
        for way in strategy or [""]
    ]  # fmt: skip
    specs = [check_order(order).way.spec for order in orders]
    say_if_unfinished(folder)
    results: list[Result] = []
    for order, spec in zip(orders, specs, strict=True):
        try:
            with bar(f"{order.model}, {spec}") as start:
                results.append(evaluate(order, progress=start))
        except DioramaError:
            if results:
                with suppress(typer.Exit):
                    print_results(results)
            raise
        if results[-1].broken_off == INTERRUPTED:
            break
    print_results(results)


@app.command("strategies")
def list_strategies() -> None:
    """List the ways to ask a model, with what each can be told."""
    from diorama.ask.strategies import STRATEGIES

    for name, strategy in STRATEGIES.working():
        about, *more = _described(strategy)
        print(f"{name:16s} {about}")
        for line in more:
            print(f"{'':16s}   {line}")


@app.command("protocols")
def list_protocols() -> None:
    """List the papers' protocols: the suites that each fits, and its settings."""
    from diorama.ask.protocols import PROTOCOLS

    for name, protocol in PROTOCOLS.working():
        print(f"{name:16s} {protocol.about}")
        print(f"{'':16s}   for {' and '.join(protocol.suites)}: {protocol.settings}")


@app.command("read")
def read_replies(
    folder: Annotated[Path, typer.Argument(help="A dataset.")],
    replies: Annotated[
        Path, typer.Argument(help='Replies, one a line ({"id": "…", "reply": "…"}), or the answers of a run.')
    ],
    verdict: Annotated[str, typer.Option(help="Only replies that end like this: unread, incorrect, …")] = "",
    limit: Annotated[int, typer.Option(min=1, help="How many replies to show at most.")] = 100,
    lenient: Lenient = False,
) -> None:
    """Show how each reply is read and why: its verdict, and its text with every mention marked.

    A mention stands in [brackets], with what it is taken for where that is another word. Nothing is asked or stored.

    Example: diorama read mybench logs/gpt-5.answers.jsonl --verdict unread
    """
    from rich.console import Console

    from diorama.ask.explain import explain_file, explained_text
    from diorama.errors import UnknownName
    from diorama.kinds import ANSWERED

    wanted = verdict.casefold().replace(" ", "_")
    if wanted and wanted not in [v.value for v in ANSWERED]:
        raise UnknownName("verdict of a reply", verdict, sorted(v.value for v in ANSWERED))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that does not know all characters still shows the rest
    console = Console(highlight=False, soft_wrap=True, width=10_000)
    shown = 0
    for one in explain_file(folder, replies, lenient=lenient):
        if wanted and one.judgement.verdict.value != wanted:
            continue
        if shown == limit:
            print(f"… and more; --limit {limit} was reached")
            break
        console.print(explained_text(one))
        shown += 1
    if not shown:
        print(f"no reply is {wanted.replace('_', ' ')}" if wanted else "no replies")


@app.command("rescore")
def rescore_runs(
    logs: Annotated[list[Path], typer.Argument(help="Files of answers, or folders of them.")],
    reader: Reader = "",
    grader: Grader = "",
    judge: Judge = "",
    alone: Annotated[bool, typer.Option("--alone", help="By our own rules, without the helpers a run had.")] = False,
    people: Annotated[
        Path | None, typer.Option(help="A file of scores by people: write a run with their verdicts beside each.")
    ] = None,
    lenient: Lenient = False,
    data: Data = None,
    cache: Cache = False,
) -> None:
    """Score the replies of earlier runs again, by today's rules or with other helpers; no question is asked anew.

    Unless others are named, the reader and grader are those that the run had.
    What could not be scored before (a reader or grader that was down) is taken up again. Says what changed; exits 1 if
    something still could not be scored. Runs that people scored are left as they are.

    Examples: diorama rescore logs; diorama rescore logs --judge openai/gpt-5;
    diorama rescore logs --people scores.jsonl
    """
    from diorama.ask.rescore import rescore, run_paths
    from diorama.progress import bar

    left = faults = 0
    paths = run_paths(logs)
    if people is not None:
        if reader or grader or judge or alone or lenient or data is not None or cache:
            raise DioramaError("--people takes the verdicts as they are: it goes with no other option")
        from diorama.ask.people_scores import apply_to_all, read_scores

        for applied in apply_to_all(paths, read_scores(people)):
            print(harmless(applied.line()))
        return
    for path in paths:
        try:
            with bar(path.name) as start:
                helpers = ("", "") if alone else (reader or judge or None, grader or judge or None)
                done = rescore(path, data=data, reader=helpers[0], grader=helpers[1], lenient=lenient, cache=cache,
                               progress=start)  # fmt: skip
        except DioramaError as error:
            if len(paths) == 1:
                raise
            print(f"diorama: {error}", file=sys.stderr)
            faults += 1
            continue
        print(done.line())
        left += done.left
    if faults:
        raise typer.Exit(2)
    if left:
        raise typer.Exit(1)


_USED = {"clip": "a clip", "unseen": "the unseen part of the event", "caption": "exact captions (or a captioner)"}
"""What strategies use that is no map of a picture, in words."""


def _described(strategy: Strategy) -> list[str]:
    """What a strategy does, what it can be told, and what it needs."""
    needs = [f"--role {role}=MODEL{_only_if(strategy, role)}" for role in strategy.needs]
    needs += [_USED.get(use, f"{use} of the picture") for use in strategy.uses]
    arguments = [str(argument) for argument in strategy.arguments]
    return [strategy.about, *arguments, *([f"needs {', '.join(needs)}"] if needs else [])]


def _only_if(strategy: Strategy, role: str) -> str:
    """With which arguments a role is needed, in words."""
    settings = [f"{argument}={value!r}" for needed, argument, value in strategy.only_if if needed == role]
    return f" if {' or '.join(settings)}" if settings else ""


def _chosen_ids(folder: Path, only: str | None, ids: Path | None) -> list[str] | None:
    """The samples that `--only` and `--ids` leave; None for all."""
    from diorama.ask.subsets import ids_from_run, read_ids
    from diorama.data import load

    listed = read_ids(ids) if ids is not None else None
    ended = ids_from_run(only, load(folder).fingerprint) if only is not None else None
    if listed is None or ended is None:
        return listed if ended is None else ended
    return [name for name in listed if name in set(ended)]


def roles_of(texts: list[str] | None) -> dict[str, str]:
    """``NAME=MODEL`` words."""
    found: dict[str, str] = {}
    for text in texts or []:
        name, sign, model = text.partition("=")
        if not sign or not name or not model:
            raise DioramaError(f"--role {text}: write NAME=MODEL")
        if name in found:
            raise DioramaError(f"--role {name} is given twice")
        found[name] = model
    return found


def pairs(texts: list[str] | None) -> dict[str, Any]:
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


def print_results(results: list[Result]) -> None:
    """The closing table; exits 130 if interrupted, 3 if some questions have no answer."""
    from diorama.ask.evaluate import INTERRUPTED
    from diorama.ask.summary_lines import advice, missing, summary_lines

    if any(result.records for result in results):
        print("\n".join(summary_lines(results, shutil.get_terminal_size((120, 24)).columns)))
    for result in results:
        print(result.path)
    for line in filter(None, map(advice, results)):
        print(f"diorama: {line}", file=sys.stderr)
    if any(result.broken_off == INTERRUPTED for result in results):
        raise typer.Exit(130)
    if any(map(missing, results)):
        raise typer.Exit(FAILURES_LEFT)
