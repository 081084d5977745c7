"""Commands about imagining what a question supposes."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from diorama.cli.base import FAILURES_LEFT, app, check_parent
from diorama.cli.evaluation import Data, pairs, roles_of
from diorama.errors import DioramaError, harmless

if TYPE_CHECKING:
    from diorama.ask.imagined_runs import ScoredRun

cow_app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Imagine first, then answer: see one imagination stage by stage, or score those of earlier runs.\n\n"
    "    diorama cow run mybench --id causal-collision-l1-3-000000 --out look\n\n"
    "    diorama eval mybench --model openai/gpt-5 --strategy \"cow(generator='physics')\" --logs logs\n\n"
    "    diorama cow score logs",
    short_help="Imagine what a question supposes, and score that.",
)
app.add_typer(cow_app, name="cow")


@cow_app.command("run")
def imagine_one(
    folder: Annotated[Path, typer.Argument(help="A dataset.", metavar="DIR")],
    sample: Annotated[str, typer.Option("--id", help="The sample.")],
    out: Annotated[Path, typer.Option(help="The folder to write: new, empty, or of an earlier run.")],
    strategy: Annotated[str, typer.Option(help="cow with its arguments; by default oracles do all stages.")] = "",
    model: Annotated[str, typer.Option(help="The model that does stages and answers.")] = "",
    role: Annotated[list[str] | None, typer.Option(help="NAME=MODEL for a role.")] = None,
    base_url: Annotated[str, typer.Option(help="The address of the model's server.")] = "",
    model_arg: Annotated[list[str] | None, typer.Option("--model-arg", "-M", help="name=value.")] = None,
) -> None:
    """Imagine one sample: every stage as a file, and a strip of pictures.

    Writes description.txt, place.json, heading.json, tracks.json, tracks.png, clip.mp4, answer.txt and strip.png.
    Without --model, oracles do all stages and nobody is asked. Exit codes: 0 answered, 3 no answer, or not all files
    could be written, 2 bad input.

    Examples: diorama cow run mybench --id causal-collision-l1-3-000000 --out look;
    diorama cow run mybench --id ID --out look --model openai/gpt-5 --strategy "cow(generator='physics')"
    """
    from diorama.ask.imagined_sample import imagine_sample

    look = imagine_sample(
        folder, sample, out, strategy=strategy, model=model, roles=roles_of(role), base_url=base_url,
        model_args=pairs(model_arg),
    )  # fmt: skip
    for line in look.lines:
        print(harmless(line))
    if not look.complete:
        raise typer.Exit(FAILURES_LEFT)


@cow_app.command("score")
def score_imagined(
    logs: Annotated[list[Path], typer.Argument(help="Files of answers, or folders of them.")],
    data: Data = None,
    out: Annotated[Path | None, typer.Option(help="A JSON file of all scores, answer by answer.")] = None,
) -> None:
    """Score the imaginations of earlier runs, stage by stage; nothing is asked or generated anew.

    Rates are means from 0 to 100 %; directions are off by so many degrees, and tracks by so many sizes of the thing, in
    the median. The exit code is 3 if no answer could be compared.

    Example: diorama cow score logs --out imagined.json
    """
    from diorama.ask.imagined_runs import cow_runs, score_imaginations
    from diorama.progress import bar

    if out is not None:
        _check_writable(out)
    runs = []
    for path in cow_runs(logs):
        with bar(path.name) as start:
            runs.append(score_imaginations(path, data=data, progress=start))
        print(harmless("\n".join(_summary(runs[-1]))))
    if out is not None:
        from diorama.data import whole_file

        with whole_file(out) as file:
            file.write((json.dumps([_plain(run) for run in runs], ensure_ascii=False, indent=1) + "\n").encode())
    if not any(scored.rates for run in runs for scored in run.answers):
        raise typer.Exit(FAILURES_LEFT)


def _check_writable(out: Path) -> None:
    """Refuse a file that cannot be written before an hour is spent on what stands in it."""
    check_parent(out, ".json")
    if out.is_dir():
        raise DioramaError(f"cannot write {out}: it is a folder")
    try:
        with tempfile.TemporaryFile(dir=out.resolve().parent):
            pass
    except OSError as error:
        raise DioramaError(f"cannot write {out}: {error.strerror or error}") from None


def _summary(run: ScoredRun) -> list[str]:
    """What people want to know of a run, in lines."""
    right = sum(s.record.correct for s in run.answers)
    partly = run.compared - run.failures().total()
    compared = f"{run.compared} compared with the truth" + (f", {partly} of them in part" if partly else "")
    lines = [run.title, f"  {len(run.answers)} asked, {right} correct, {compared}"]
    lines += [f"  tool failed in {stage}: {count}" for stage, count in run.failed_stages().most_common()]
    lines += [f"    {count}: {why or 'no reason given'}" for why, count in run.other_failures().most_common(5)]
    lines += [f"  {name}: {100 * mean:.1f} % of {count}" for name, (mean, count) in sorted(run.rates().items())]
    lines += [f"  {name}: {middle:.2f} (median of {count})" for name, (middle, count) in sorted(run.errors().items())]
    lines += [f"  first failure, {kind.value}: {count}" for kind, count in run.failures().most_common()]
    reasons = {s.unscored for s in run.answers if s.unscored}
    return lines + [f"  not compared: {reason}" for reason in sorted(reasons)[:5]]


def _plain(run: ScoredRun) -> dict[str, Any]:
    return {
        "file": str(run.path), "model": run.run.info.model, "strategy": run.run.info.strategy,
        "rates": {name: mean for name, (mean, _) in sorted(run.rates().items())},
        "errors": {name: middle for name, (middle, _) in sorted(run.errors().items())},
        "tool failed": dict(run.failed_stages()),
        "other reasons": dict(run.other_failures()),
        "failures": {kind.value: count for kind, count in run.failures().items()},
        "answers": [
            {
                "id": s.record.sample_id, "repeat": s.record.repeat, "verdict": s.record.verdict.value,
                "rates": s.rates, "errors": s.errors, "failure": s.failure.value if s.rates and not s.unscored else "",
                "unscored": s.unscored,
            }
            for s in run.answers
        ],
    }  # fmt: skip
