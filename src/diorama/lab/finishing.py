"""What is made of a folder of examples: tables as CSV, figures, and a page of words on how to read them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from diorama.data import whole_file
from diorama.errors import DioramaError
from diorama.lab.examples import Example, read_examples
from diorama.lab.figures import drawn, figures_of
from diorama.lab.gallery import dgar_gallery
from diorama.lab.runs import SETTING
from diorama.lab.summaries import Table, listed, structure_words, tables_of

TABLES, FIGURES = "tables", "figures"


@dataclass(frozen=True, eq=False)
class Analysed:
    """A folder of one analysis, read back."""

    folder: Path
    setting: Mapping[str, Any]
    examples: Mapping[str, Example]
    tables: tuple[Table, ...]

    @property
    def instrument(self) -> str:
        return str(self.setting["instrument"])

    def words(self) -> list[str]:
        """What a reader must know to read the figures: of each curve, which points are the architecture's own."""
        told: dict[str, list[str]] = {}
        for table in self.tables:
            if table.name == "recovery" and table.rows:
                last = table.rows[-1]["task"]
                for corruption in dict.fromkeys(row["corrupted"] for row in table.rows):
                    rows = [r for r in table.rows if r["corrupted"] == corruption and r["task"] == last]
                    for sentence in structure_words(rows):
                        told.setdefault(sentence, []).append(corruption)
        return [f"Noise on {listed(of)}: {sentence}" for sentence, of in told.items()]


def read_analysis(folder: Path) -> Analysed:
    """A folder that `diorama lab` has written."""
    path = folder / SETTING
    try:
        setting = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        raise DioramaError(f"{folder} holds no analysis: it has no {SETTING} that can be read") from None
    if not isinstance(setting, dict) or setting.get("instrument") not in ("dgar", "trace", "reflect", "probe"):
        raise DioramaError(f"{path} names no analysis of the laboratory")
    examples = read_examples(folder)
    return Analysed(folder, setting, examples, tables_of(setting["instrument"], examples))


def finish(folder: Path) -> list[Path]:
    """Write the tables and figures of a folder of examples; they may be written again at any time."""
    analysed = read_analysis(folder)
    written = []
    for table in analysed.tables:
        written.append(_write(folder / TABLES / f"{table.name}.csv", as_csv(table).encode()))
    if any(example.whole for example in analysed.examples.values()):
        for name, figure in figures_of(analysed.instrument, analysed.examples, analysed.tables):
            written += _draw(folder, name, figure)
        if (gallery := gallery_of(analysed)) is not None:
            written += _draw(folder, "dgar_examples", gallery)
    return written


def gallery_of(analysed: Analysed) -> Any | None:
    """Some examples of DGAR as pictures, if the dataset is still where it was."""
    if analysed.instrument != "dgar":
        return None
    place, fingerprint = (str(analysed.setting.get(name, "")) for name in ("folder", "dataset"))
    return dgar_gallery(Path(place), fingerprint, analysed.examples) if place else None


def _draw(folder: Path, name: str, figure: Any) -> list[Path]:
    return [_write(folder / FIGURES / f"{name}.{ending}", data) for ending, data in drawn(figure).items()]


def as_csv(table: Table) -> str:
    """A tidy table as CSV; numbers have six digits."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(table.columns)
    for row in table.rows:
        writer.writerow([_plain(row.get(column)) for column in table.columns])
    return stream.getvalue()


def _plain(value: Any) -> Any:
    return f"{value:.6g}" if isinstance(value, float) else "" if value is None else value


def _write(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as file:
        file.write(data)
    return path
