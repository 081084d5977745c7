"""Commands that score what others collected, and compare those who score."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from diorama.cli.base import app, check_parent, say_if_unfinished
from diorama.cli.evaluation import Lenient, print_results
from diorama.errors import DioramaError, harmless

PLANS = "logic"
"""The suite whose plans are scored in files of the layout that its paper released."""
RESULTS = "causal"
"""The suite whose result files, by its paper's script, are scored on the imported release."""
MOST_FAULTS = 20
"""Faults that are printed; a file of scores holds all."""


@app.command("score")
def score_replies(
    what: Annotated[
        Path,
        typer.Argument(help="A dataset. With --data: 'logic' (plans in files), 'causal' (CausalSpatial's results)."),
    ],
    predictions: Annotated[
        Path,
        typer.Option(help='Replies, one a line: {"id": "…", "reply": "…"}, perhaps "repeat". For logic: a JSON list.'),
    ],
    name: Annotated[str, typer.Option(help="What tables call whoever replied.")] = "",
    logs: Annotated[Path, typer.Option(help="Where the scored answers are kept.")] = Path("logs"),
    lenient: Lenient = False,
    data: Annotated[Path | None, typer.Option(help="A dataset; for logic also the annotations of the paper.")] = None,
    matrix: Annotated[
        Path | None, typer.Option(help="For logic: which steps match, {id: [[0, 1], …]}; else words decide.")
    ] = None,
    aggregation: Annotated[str, typer.Option(help="For logic: strict, published or both.")] = "both",
    out: Annotated[Path | None, typer.Option(help="For logic: a JSON file of all scores.")] = None,
    origin: Annotated[
        str, typer.Option("--from", help="Whose file of predictions it is: vlmevalkit or lmms-eval.")
    ] = "",
    more: Annotated[list[Path] | None, typer.Option(help="With --from: another such file; may be repeated.")] = None,
) -> None:
    """Score replies that somebody else collected; nothing is asked.

    Files of the script of CausalSpatial: diorama score causal --data causal-published --predictions gpt5.jsonl

    Examples: diorama score mybench --predictions replies.jsonl;
    diorama score mybench --predictions GPT4o_mybench_choices_1f2e3d4c.xlsx --from vlmevalkit;
    diorama score logic --data annotation_all.json --predictions 0_end.json --matrix 0_end_matrix.json --out gpt-4o.json
    """
    from diorama.ask.score_replies import score_file

    if more and not origin:
        raise DioramaError("--more goes with --from")
    if origin and (data is not None or (str(what) == PLANS and not what.is_dir())):
        raise DioramaError(f"--from goes with a dataset, not with 'diorama score {PLANS}'")
    if data is not None:
        if str(what) == RESULTS:
            if matrix is not None or out is not None or aggregation != "both":
                raise DioramaError(f"--matrix, --aggregation and --out go with 'diorama score {PLANS} --data …'")
            _score_results(data, predictions, name=name or predictions.stem, logs=logs, lenient=lenient)
            return
        if str(what) != PLANS:
            raise DioramaError(
                f"--data goes with 'diorama score {PLANS}' or '{RESULTS}'; replies to a dataset: diorama score {what}"
            )
        if name or lenient or logs != Path("logs"):
            raise DioramaError(f"--name, --logs and --lenient go with a dataset, not with 'diorama score {PLANS}'")
        _score_plans(data, predictions, matrix, aggregation, out)
        return
    if str(what) == PLANS and not what.is_dir():
        raise DioramaError(f"'diorama score {PLANS}' scores plans in files: name the right ones with --data")
    if matrix is not None or out is not None or aggregation != "both":
        raise DioramaError(f"--matrix, --aggregation and --out go with 'diorama score {PLANS} --data …'")
    replies = None
    if origin:
        from diorama.exchange.foreign_replies import read_foreign_replies

        replies = read_foreign_replies([predictions, *(more or ())], origin)
    name = name or predictions.stem
    print_results([score_file(what, predictions, name=name, logs=logs, lenient=lenient, replies=replies)])


def _score_results(data: Path, predictions: Path, *, name: str, logs: Path, lenient: bool) -> None:
    """Score the lines of CausalSpatial's own script."""
    from diorama.exchange.causal_results import score_results

    result, found = score_results(data, predictions, name=name, logs=logs, lenient=lenient)
    for fault in found.faults[:MOST_FAULTS]:
        print(harmless(f"diorama: not matched: {fault}"), file=sys.stderr)
    if len(found.faults) > MOST_FAULTS:
        print(f"diorama: … and {len(found.faults) - MOST_FAULTS} more lines are not matched", file=sys.stderr)
    for group, count in sorted(found.left_out.items()):
        print(harmless(f"diorama: {group}: {count} questions are left out, no line is about them"), file=sys.stderr)
    print_results([result])


def _check_no_input(out: Path, *inputs: Path | None) -> None:
    """Refuse to write over what is read, or into a dataset."""
    here = out.resolve()
    for path in filter(None, inputs):
        if here == path.resolve() or path.resolve() in here.parents:
            raise DioramaError(f"--out {out} would write over {path}: name another file")


def _score_plans(data: Path, predictions: Path, matrix: Path | None, aggregation: str, out: Path | None) -> None:
    from diorama.ask.plan_scores import score_lines, score_plans
    from diorama.data import whole_file

    if out is not None:
        check_parent(out, ".json")
        _check_no_input(out, data, predictions, matrix)
    if data.is_dir():
        say_if_unfinished(data)
    scores = score_plans(data, predictions, matrix, aggregation)
    for fault in scores.faults[:MOST_FAULTS]:
        print(harmless(f"diorama: {fault}"), file=sys.stderr)
    if len(scores.faults) > MOST_FAULTS:
        rest = "--out writes all of them" if out is None else f"{out} holds all of them"
        print(f"diorama: … and {len(scores.faults) - MOST_FAULTS} more; {rest}", file=sys.stderr)
    print(harmless("\n".join(score_lines(scores))))
    if out is not None:
        with whole_file(out) as file:
            text = json.dumps(scores.model_dump(), indent=1, ensure_ascii=False)
            file.write(f"{text}\n".encode("utf-8", "replace"))  # ids may hold halves of characters
        print(out)


@app.command("agreement")
def compare_scorings(
    first: Annotated[Path, typer.Argument(help="A folder of scores (one file a model), or of logs: the reference.")],
    others: Annotated[list[Path], typer.Argument(help="The same models, scored by other judges.")],
) -> None:
    """Compare judges of plans: how near the F1s are that each gives to the same models.

    Scores are what `diorama score logic --out` writes, with the same file name for a model in every folder.

    Example: diorama agreement human gpt-4o qwen-vl-max
    """
    from diorama.ask.agreement import agreement_lines, agreements, read_scorings

    reference, *rest = read_scorings([first, *others])
    found = [agreements(reference, other) for other in rest]
    print(harmless("\n\n".join("\n".join(agreement_lines(each)) for each in found)))
