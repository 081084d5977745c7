"""What is made of a folder of examples: tables as CSV, figures, and words on how to read them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from diorama.data import whole_file
from diorama.errors import DioramaError, short
from diorama.lab.examples import FOLDER, Example, read_examples
from diorama.lab.figures import drawn, figures_of
from diorama.lab.gallery import dgar_gallery
from diorama.lab.probes import FEWEST, FOLDS
from diorama.lab.runs import SETTING, read_setting
from diorama.lab.summaries import Table, listed, structure_words, tables_of

TABLES, FIGURES = "tables", "figures"
INSTRUMENTS = ("dgar", "trace", "reflect", "probe")


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
        if self.instrument == "probe" and not any(table.name == "probes" and table.rows for table in self.tables):
            return [f"Too few samples for probes: {FOLDS} worlds and {FEWEST} cases of a question at least."]
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
    setting = read_setting(folder) if folder.is_dir() else None
    if setting is None:
        raise DioramaError(f"{folder} holds no analysis: it has no {SETTING}")
    if setting.get("instrument") not in INSTRUMENTS:
        raise DioramaError(f"{folder / SETTING} names no analysis of the laboratory")
    examples = read_examples(folder)
    with as_written(folder):
        return Analysed(folder, setting, examples, tables_of(setting["instrument"], examples))


@contextmanager
def as_written(folder: Path) -> Iterator[None]:
    """Examples that somebody changed are told in one line, whatever that breaks."""
    try:
        yield
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError) as error:
        raise DioramaError(
            f"an example in {folder / FOLDER} is not as it was written ({type(error).__name__}: {short(error, 80)}): "
            "delete those that were changed or are of another analysis, and they will be made again"
        ) from None


def finish(analysed: Analysed) -> list[Path]:
    """Write the tables and figures of an analysis; they may be written again at any time."""
    folder, written = analysed.folder, []
    for table in analysed.tables:
        written.append(_write(folder / TABLES / f"{table.name}.csv", as_csv(table).encode()))
    if any(example.whole for example in analysed.examples.values()):
        with as_written(folder):
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
