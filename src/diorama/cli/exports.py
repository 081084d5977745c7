"""The command that writes datasets in formats of others."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from diorama.cli.base import app, say_if_unfinished
from diorama.errors import harmless


@app.command("export")
def export_dataset(
    folder: Annotated[Path, typer.Argument(help="A dataset.", metavar="DIR")],
    to: Annotated[str, typer.Option(help="The format; `diorama formats` lists them.")],
    out: Annotated[Path, typer.Option(help="The folder that is made; existing files are never overwritten.")],
    suite: Annotated[list[str] | None, typer.Option(help="Only this suite; may be repeated.")] = None,
    task: Annotated[list[str] | None, typer.Option(help="Only this task; may be repeated.")] = None,
    level: Annotated[list[str] | None, typer.Option(help="Only this level; may be repeated.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first so many samples.")] = None,
    form: Annotated[str, typer.Option(help="Of a training set: sft (answers) or rl (keys for rewards).")] = "",
    explained: Annotated[
        bool, typer.Option("--explained", help="Answers of a training set with a worked explanation.")
    ] = False,
    hold_out: Annotated[
        list[str] | None,
        typer.Option(help="Keep this out of the training split, as layout=desk or noun=mug; may be repeated."),
    ] = None,
    licence: Annotated[str, typer.Option(help="For the card of hf: a licence as the hub spells it.")] = "",
) -> None:
    """Write a dataset in the format of another harness or trainer.

    Examples: diorama export mybench --to vlmevalkit --out for-vlmevalkit;
    diorama export mybench --to trl --form rl --hold-out layout=desk --out for-trl
    """
    from diorama.ask.source import Selection
    from diorama.exchange import ExportOrder, ExportSettings, export
    from diorama.progress import bar

    say_if_unfinished(folder)
    select = Selection(suites=suite or (), tasks=task or (), levels=level or (), limit=limit)
    settings = ExportSettings(form, explained, tuple(hold_out or ()), licence)
    with bar(f"{folder} to {to}") as start:
        made = export(ExportOrder(folder, out, select, settings), to, start)
    for reason, count in made.left_out.most_common():
        print(harmless(f"diorama: {count} left out: {reason}"), file=sys.stderr)
    print(harmless(f"{made.samples} samples written to {out}"))
    for path in made.files:
        print(path)
    if made.hint:
        print(harmless(made.hint))


@app.command("formats")
def list_formats() -> None:
    """List the formats that `export` writes and the releases that `import` reads."""
    from diorama.exchange import EXPORTERS, IMPORTERS

    for heading, found in (("export --to", EXPORTERS.working()), ("import", IMPORTERS.working())):
        print(f"diorama {heading}")
        for name, thing in found:
            options = " ".join(f"[--{each.replace('_', '-')}]" for each in sorted(getattr(thing, "takes", ())))
            print(harmless(f"    {name:16} {thing.title} {options}".rstrip()))
