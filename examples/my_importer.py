"""A release of your own: rows become samples. As a plug-in, `diorama import riddles FOLDER --out DIR` finds it by name.

Here it reads a table that it writes itself. Wrong rows are left out and named; nothing is held in memory.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from PIL import Image

from diorama.data import Media, Sample, load
from diorama.exchange import Importer, ImportOrder, RowFault, import_release
from diorama.exchange.importers import BadRow, Ids, OnFault, Row, Source, samples_of
from diorama.kinds import Choice


def read(order: ImportOrder, source: Source, on_fault: OnFault) -> Iterator[Sample]:
    """Every question of the table `riddles`."""
    make = partial(one, source=source, ids=Ids("riddles"))
    yield from samples_of(source.rows(source.some((".tsv",), "riddles")), make, on_fault)


def one(row: Row, *, source: Source, ids: Ids) -> Iterator[Sample]:
    """The sample of one row; `BadRow` says what is wrong with it."""
    options, answer = ("Yes", "No"), row.text("answer")
    if answer not in options:
        raise BadRow(f"its answer is '{answer}', not Yes or No")
    picture = source.find(row.text("picture"), row).read_bytes()
    yield Sample(
        id=ids.take(row.text("name")), suite="riddles", task="riddle", question=row.text("question"), options=options,
        answer=Choice(option=answer), media=(Media(role="view", kind="image", data=picture, name="view.png"),),
        seed=0, version="1",
    )  # fmt: skip


RIDDLES = Importer("riddles", "riddles about pictures: a table riddles.tsv", read)

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        Image.new("RGB", (64, 48), "navy").save(here / "sea.png")
        lines = ["name\tpicture\tquestion\tanswer", "1\tsea.png\tIs it dark?\tYes", "2\tsea.png\tIs it red?\tMaybe"]
        (here / "riddles.tsv").write_text("\n".join(lines) + "\n")
        order = ImportOrder(str(here), here / "riddles")

        def tell(fault: RowFault) -> None:
            print(fault)

        import_release(order, RIDDLES, on_fault=tell)
        print([sample.question for sample in load(here / "riddles")])
