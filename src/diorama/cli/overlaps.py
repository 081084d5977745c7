"""The command that says whether anything of a test set is in a training set."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from diorama.cli.base import app, check_parent
from diorama.errors import harmless

FOUND = 1
"""Exit code if there is any overlap."""


@app.command("overlap")
def overlap(
    train: Annotated[Path, typer.Argument(help="A training set: a dataset, or a file that `export` wrote.")],
    test: Annotated[Path, typer.Argument(help="A test set, likewise.")],
    out: Annotated[Path | None, typer.Option(help="A CSV file of all pairs.")] = None,
) -> None:
    """Compare a test set with a training set; exits 1 if a scene, world or picture is in both, exactly or nearly.

    Examples: diorama overlap train test; diorama overlap for-trl/train.parquet test --out pairs.csv
    """
    import csv
    import io

    from diorama.data import whole_file
    from diorama.exchange.overlap import SORTS, Overlap, Pair, compare

    def compared() -> Overlap:
        if out is None:
            return compare(train, test)
        check_parent(out, ".csv")
        with whole_file(out) as file:

            def write(*cells: str) -> None:
                line = io.StringIO()
                csv.writer(line, lineterminator="\n").writerow([_harmless_cell(cell) for cell in cells])
                file.write(line.getvalue().encode())

            def keep(pair: Pair) -> None:
                write(pair.sort, pair.train, pair.test, pair.detail)

            write("sort", "train", "test", "detail")
            return compare(train, test, keep)

    found = compared()
    print(f"{found.test} items of {harmless(str(test))} compared with {found.train} of {harmless(str(train))}")
    print("pairs, each under the first line that fits (of pictures, and of worlds):")
    for sort, about in SORTS.items():
        print(f"{found.counts[sort]:8}  {sort:14} {about}")
    for pair in found.first:
        detail = f" ({pair.detail})" if pair.detail else ""
        print(harmless(f"    {pair.sort}: {pair.test} is {pair.train}{detail}"))
    if (more := found.counts.total() - len(found.first)) > 0:
        print(f"    … and {more} more pairs" + ("" if out else "; --out FILE.csv writes all"))
    if found.without_world:
        print(f"{found.without_world} items have no world: they were compared by pictures and questions alone")
    if found.unreadable:
        print(f"{found.unreadable} pictures or clips cannot be read: they were compared as files")
    print("no overlap" if found.clean else f"{found.touched} of {found.test} items of the test set overlap")
    if not found.clean:
        raise typer.Exit(FOUND)


def _harmless_cell(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    text = harmless(text)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text
