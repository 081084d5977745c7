"""The command that reads what others released."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from diorama.cli.base import FAILURES_LEFT, app
from diorama.errors import DioramaError, harmless

if TYPE_CHECKING:
    from diorama.exchange import RowFault

MOST_SHOWN = 20
"""Rows that are printed; a file of faults holds all."""


@app.command("import")
def import_dataset(
    release: Annotated[str, typer.Argument(help="The release; `diorama formats` lists them.", metavar="NAME")],
    source: Annotated[
        str, typer.Argument(help="A folder, a file, a zip or tar; or hub:owner/name, to download it.", metavar="SRC")
    ],
    out: Annotated[Path, typer.Option(help="The folder that is made; nothing that is there is written over.")],
    link: Annotated[
        bool, typer.Option("--link", help="Leave pictures and films where they are; the dataset refers to them.")
    ] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Stop at the first row that is wrong.")] = False,
    fields: Annotated[
        Path | None, typer.Option("--map", help="For generic: a TOML file that says which field holds what.")
    ] = None,
    media: Annotated[
        Path | None, typer.Option(help="The folder that paths of pictures start at, if not that of the source.")
    ] = None,
    augment: Annotated[
        bool, typer.Option("--augment", help="For spatialqa: make more questions from the plans, as its paper did.")
    ] = False,
    faults: Annotated[Path | None, typer.Option(help="A file for all rows that were left out, one a line.")] = None,
) -> None:
    """Read a published benchmark as a dataset without worlds, to be asked, scored, shown, reported and exported.

    Rows that are wrong are left out, named and counted; the exit code is then 3.

    Examples: diorama import causalspatial CausalSpatial --out causal-published;
    diorama import generic MyBench.tsv --out mybench; diorama import generic rows.jsonl --map fields.toml --out mybench
    """
    from diorama.exchange import ImportOrder, import_release
    from diorama.progress import track

    if faults is not None:
        _check_faults(faults, source, fields, out)
    left_out: list[RowFault] = []
    made = None
    try:
        made = import_release(
            ImportOrder(source, out, link=link, strict=strict, map=fields, media=media, augment=augment),
            release,
            passing=lambda samples: track(samples, f"importing {release}"),
            tell=lambda line: print(harmless(f"diorama: {line}"), file=sys.stderr),
            on_fault=left_out.append,
        )
    finally:
        _say(left_out, faults if made or left_out else None)
    for suite, tasks in made.manifest.tasks.items():
        counts = ", ".join(f"{task} {count}" for task, count in tasks.items())
        print(harmless(f"{suite}: {sum(tasks.values())} samples ({counts})"))
    print(out)
    if left_out:
        raise typer.Exit(FAILURES_LEFT)


def _check_faults(path: Path, source: str, fields: Path | None, out: Path) -> None:
    """Refuse a file of faults that cannot be written, or would be written over what is read."""
    if not path.resolve().parent.is_dir():
        raise DioramaError(f"--faults {path}: there is no folder {path.resolve().parent}")
    if path.is_dir():
        raise DioramaError(f"--faults {path} is a folder: name a file")
    if path.resolve() == out.resolve():
        raise DioramaError(f"--faults {path} is the folder of --out: name a file beside it")
    if path.exists() and any(path.samefile(read) for read in filter(None, (Path(source), fields)) if read.exists()):
        raise DioramaError(f"--faults {path} would be written over what is read: name another file")
    if path.exists() and Path(source).is_dir() and path.resolve().is_relative_to(Path(source).resolve()):
        raise DioramaError(f"--faults {path} is a file of {source} already: name another one")


def _say(left_out: list[RowFault], path: Path | None) -> None:
    """Print the first rows that were left out, and write all of them into a file."""
    from diorama.data import whole_file

    for fault in left_out[:MOST_SHOWN]:
        print(harmless(f"diorama: left out: {fault}"), file=sys.stderr)
    if len(left_out) > MOST_SHOWN:
        rest = f"{path} holds all of them" if path else "--faults FILE writes all of them"
        print(f"diorama: … and {len(left_out) - MOST_SHOWN} more; {rest}", file=sys.stderr)
    if path is not None:
        with whole_file(path) as file:
            for fault in left_out:
                file.write(f"{harmless(str(fault))}\n".encode("utf-8", "replace"))
