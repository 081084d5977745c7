"""Commands that end in a page to look at."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from diorama.cli.base import Seed, app


@app.command("report")
def report_runs(
    logs: Annotated[list[Path], typer.Argument(help="Files of answers, or folders of them.")],
    out: Annotated[Path | None, typer.Option(help="One HTML page with everything; works offline.")] = None,
    csv: Annotated[Path | None, typer.Option(help="Every number, a line for each model and task.")] = None,
    markdown: Annotated[Path | None, typer.Option(help="The tables for a README.")] = None,
    latex: Annotated[Path | None, typer.Option(help="The tables for a paper.")] = None,
    data: Annotated[Path | None, typer.Option(help="The dataset, if it was moved since.")] = None,
    gallery: Annotated[int, typer.Option(min=0, help="Samples shown on the page.")] = 200,
    proofs: Annotated[bool, typer.Option("--proofs", help="Draw each truth as well; about a second a sample.")] = False,
    analyses: Annotated[Path | None, typer.Option(help="Every number of the analyses as CSV.")] = None,
    families: Annotated[Path | None, typer.Option(help="A TOML file with families and sizes of models.")] = None,
    lab: Annotated[
        list[Path] | None, typer.Option(help="A folder of `diorama lab`, shown too; may be repeated.")
    ] = None,
    measure: Annotated[
        bool, typer.Option("--measure", help="Slow properties of samples too (occluders); kept for the next time.")
    ] = False,
    with_published: Annotated[
        bool, typer.Option("--with-published", help="The papers' numbers beside ours, and what differs.")
    ] = False,
) -> None:
    """Compare models and players on a dataset; without a file to write, print the results.

    Example: diorama report logs --out report.html --csv report.csv --lab dgar --lab trace
    """
    import shutil

    from diorama.report import make_report, results_text

    written = make_report(
        logs, out=out, csv=csv, markdown=markdown, latex=latex, data=data, gallery=gallery, proofs=proofs,
        analyses=analyses, families=families, slow=measure, lab=lab or (),
        with_published=with_published,
    )  # fmt: skip
    if not written:
        width = shutil.get_terminal_size((120, 24)).columns
        print(results_text(logs, width, data=data, with_published=with_published), end="")
    for path in written:
        print(path)


@app.command()
def demo(
    out: Annotated[Path, typer.Option(help="The folder to write.")] = Path("demo"),
    seed: Seed = 7,
    samples: Annotated[int, typer.Option(min=1, help="About how many, over all suites.")] = 40,
    workers: Annotated[int, typer.Option(min=1, help="Processes that build.")] = 2,
) -> None:
    """Build a small dataset of every suite, ask the players, and write a report.

    Example: diorama demo --out demo
    """
    from diorama.report.demo import make_demo

    for step in make_demo(out, seed=seed, samples=samples, workers=workers):
        print(step)
