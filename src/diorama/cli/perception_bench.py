"""The command that measures construction from pictures on worlds of which everything is known."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from diorama.cli.perception import perceive_app
from diorama.errors import DioramaError, harmless


@perceive_app.command("bench")
def perceive_bench(
    out: Annotated[Path, typer.Option(help="The folder of tables and the page; one that was begun is continued.")],
    samples: Annotated[int, typer.Option(min=1, help="Questions, each task in turn.")] = 300,
    data: Annotated[
        Path | None, typer.Option(help="A dataset of structure; else one is built below --out from --seed.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed of the worlds that are built.")] = 0,
    choose_on: Annotated[
        int | None, typer.Option(help="Choose thresholds on worlds of this seed, and report them on the others.")
    ] = None,
    choose_data: Annotated[Path | None, typer.Option(help="The same with a dataset that is there.")] = None,
    task: Annotated[str, typer.Option(help="Tasks with commas.")] = "T1,T2,T3,T4,T5,T6",
    workers: Annotated[int, typer.Option(min=1, help="Processes; their number changes no number.")] = 1,
) -> None:
    """Measure how often construction from pictures gives the exact answer, with exact perception and with noise.

    Says per task how many answers pass the gates and are right, which module is to blame for the others (one after the
    other is replaced by the exact one), and whether gates reject the wrong ones. Writes CSV, JSON and a page with
    pictures of what the graph of pairs gets wrong.

    Examples: diorama perceive bench --samples 60 --seed 7 --choose-on 8 --out bench;
    diorama perceive bench --data mybench --out bench --workers 2
    """
    from diorama.perceive.bench.benching import BenchOrder, Worlds, bench, read_tasks
    from diorama.perceive.bench.tables import text

    if choose_on is not None and choose_data is not None:
        raise DioramaError("give --choose-on or --choose-data, not both")
    if choose_on is not None and data is None and choose_on == seed:
        raise DioramaError("choose thresholds on another seed than the one that is reported")
    other = None if choose_on is None and choose_data is None else Worlds(choose_data, choose_on or 0)
    found = bench(BenchOrder(out, samples, Worlds(data, seed), other, read_tasks(task), workers))
    for table in found.tables:
        print(harmless(text(table)), end="\n\n")
    if found.samples < samples:
        print(f"only {found.samples} samples were there")
    print(f"written: {out / 'index.html'}, bench.json and a CSV file a table")
