"""A format of your own: rows as they are stored become files. As a plug-in, `diorama export DIR --to plain` finds it.

Here it writes the questions of a small dataset as text, and nothing appears before all of it is there.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from diorama.data.build import build, plan_build
from diorama.exchange import Exported, Exporter, ExportOrder, export
from diorama.exchange.exporting import Progress
from diorama.exchange.rows import rows_of


def write(order: ExportOrder, folder: Path, progress: Progress) -> Exported:
    """Fill an empty folder with one text file."""
    rows = rows_of(order)
    advance = progress(0, rows.count)
    with (folder / "questions.txt").open("w", encoding="utf-8") as file:
        for row in rows.read():
            file.write(f"{row.id}: {row.question}\n    {row.key.truth}\n")
            advance()
    return Exported((order.out / "questions.txt",), rows.count)


PLAIN = Exporter("plain", "questions and answers as text", write)

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        data, out = Path(place) / "data", Path(place) / "plain"
        list(build(data, plan_build(["causal"], 2, seed=1)))
        export(ExportOrder(data, out), PLAIN)
        print((out / "questions.txt").read_text())
