"""Answer sheets: empty ones to fill in, and filled ones as people and their spreadsheets save them.

A sheet is a CSV file with a line for each question, or a JSON file with a field for each. Whatever can be understood is
taken; whatever cannot is named, and the rest still counts.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from diorama.errors import DioramaError, short

CSV, JSON = "answers.csv", "answers.json"
COLUMNS = ("number", "answer")
BETWEEN = ",;\t"
"""What spreadsheets put between columns."""
_FIRST_CELL = re.compile(rf'^\s*"?\s*(?:number|#?\d+)[^{BETWEEN}\n]*([{BETWEEN}])', re.I)
_NUMBER = re.compile(r"^#?\s*(\d{1,9})\s*(?:[.):]|[.,]0+)?$")


@dataclass(frozen=True)
class Row:
    """A number and an answer as somebody wrote them."""

    place: str
    """Where it stands: ``line 7``."""
    number: str
    answer: str


@dataclass(frozen=True)
class Filled:
    """A filled sheet, as far as it can be understood."""

    answers: dict[int, str]
    unclear: tuple[int, ...]
    """Numbers with several answers: none of them counts."""
    faults: tuple[str, ...]
    """What is wrong with it, a line for each."""


def empty_csv(questions: int) -> str:
    """A sheet for a spreadsheet or an editor."""
    return "".join(f"{line}\r\n" for line in (",".join(COLUMNS), *(f"{k}," for k in range(1, questions + 1))))


def empty_json(questions: int) -> str:
    """A sheet for a program."""
    return json.dumps({str(k): "" for k in range(1, questions + 1)}, indent=1) + "\n"


def find_sheet(folder: Path) -> Path:
    """The sheet in a quiz's folder that somebody filled in."""
    there = [folder / name for name in (CSV, JSON) if (folder / name).is_file()]
    filled = [path for path in there if any(row.answer for row in read_rows(path))]
    if len(filled) > 1:
        raise DioramaError(f"{CSV} and {JSON} in {folder} are both filled in: say which one counts with --sheet FILE")
    if not filled:
        raise DioramaError(f"no answers in {folder}: fill in {CSV} or {JSON}, or name a sheet with --sheet FILE")
    return filled[0]


def read_sheet(path: Path, questions: int) -> Filled:
    """The answers by number, and one line for every number that is missing, doubled, foreign or none at all."""
    given: dict[int, list[str]] = {}
    faults = []
    for row in read_rows(path):
        match = _NUMBER.match(row.number)
        if match is None:
            named = f"'{short(row.number, 40)}' is not the number of a question" if row.number else "no number"
            faults.append(f"{row.place}: {named}")
        elif not 1 <= int(match[1]) <= questions:
            faults.append(f"{row.place}: there is no question {int(match[1])}; they go from 1 to {questions}")
        elif row.answer:
            given.setdefault(int(match[1]), []).append(row.answer)
    unclear = []
    for number, answers in sorted(given.items()):
        if len(set(answers)) > 1:
            unclear.append(number)
            faults.append(f"question {number} has {len(answers)} different answers: none of them counts")
        elif len(answers) > 1:
            faults.append(f"question {number} has the same answer {len(answers)} times: it counts once")
    missing = [k for k in range(1, questions + 1) if k not in given]
    if missing:
        faults.append(f"no answer to {len(missing)} of {questions} questions: {_ranges(missing)}")
    clear = {number: answers[0] for number, answers in given.items() if number not in unclear}
    return Filled(clear, tuple(unclear), tuple(faults))


def read_rows(path: Path) -> list[Row]:
    """The rows of a sheet, in whichever of the two forms it is."""
    text = _decoded(path)
    return list(_json_rows(path, text) if path.suffix.lower() == ".json" else _csv_rows(path, text))


def _decoded(path: Path) -> str:
    """The text of a file in the encodings that spreadsheets save in."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DioramaError(f"cannot read {path}: {error.strerror or error}") from None
    if data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise DioramaError(f"{path} is a spreadsheet's own file: save it as CSV")
    encodings = ["utf-16"] if data.startswith((b"\xff\xfe", b"\xfe\xff")) else ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise DioramaError(f"cannot read {path}: it is not text")


def _csv_rows(path: Path, text: str) -> Iterator[Row]:
    lines = io.StringIO(text, newline="").readlines()  # the csv module finds out what ends a line
    first = next((line for line in lines if line.strip() and not line.lower().startswith("sep=")), "")
    between = _separator(first)
    _check_quotes(path, lines, between)
    place = {name: k for k, name in enumerate(COLUMNS)}
    two_columns, begun, after = True, False, 0
    reader = csv.reader(lines, delimiter=between)
    try:
        for cells in reader:
            line, after = after + 1, reader.line_num
            cells = [_trimmed(cell) for cell in cells]
            if not any(cells) or cells[0].lower().startswith("sep="):
                continue
            names = [cell.lower() for cell in cells]
            if not begun and set(COLUMNS) <= set(names):
                place = {name: names.index(name) for name in COLUMNS}
                two_columns = [name for name in names if name] == list(COLUMNS)
            elif two_columns:  # an answer that somebody typed with commas is one answer
                yield Row(f"line {line}", cells[0], _trimmed(f"{between} ".join(cells[1:])))
            else:
                number, answer = (cells[place[c]] if place[c] < len(cells) else "" for c in COLUMNS)
                yield Row(f"line {line}", number, answer)
            begun = True
    except csv.Error as error:
        raise DioramaError(f"{path}, line {reader.line_num}: {short(error)}") from None


def _separator(first: str) -> str:
    """What stands between columns: what splits the first line into their names, or follows its number."""
    for mark in BETWEEN:
        if set(COLUMNS) <= {_trimmed(cell).strip('"').lower() for cell in first.split(mark)}:
            return mark
    return match[1] if (match := _FIRST_CELL.match(first)) else ","


def _check_quotes(path: Path, lines: Sequence[str], between: str) -> None:
    """Refuse a quotation that is never closed: it would swallow all answers after it."""
    reader = csv.reader(lines, delimiter=between, strict=True)
    start = 1
    try:
        for _ in reader:
            start = reader.line_num + 1
    except csv.Error as error:
        if "unexpected end" in str(error):
            raise DioramaError(f"{path}, line {start}: a quotation mark is opened here and never closed") from None


def _trimmed(cell: str) -> str:
    """A cell without the separators that are left over where a spreadsheet and a sheet disagree about them."""
    return cell.strip(f" \r\n{BETWEEN}")


def _json_rows(path: Path, text: str) -> Iterator[Row]:
    """Rows of ``{"1": "A", "2": "the mug"}`` or ``[{"number": 1, "answer": "A"}]``; the same name may come twice."""
    try:
        found = json.loads(text, object_pairs_hook=_Pairs)
    except json.JSONDecodeError as error:
        raise DioramaError(f"{path}, line {error.lineno}: this is not JSON: {short(error.msg)}") from None
    except (ValueError, RecursionError) as error:
        raise DioramaError(f"{path} is not JSON: {short(error)}") from None
    if isinstance(found, _Pairs):
        for k, (number, answer) in enumerate(found, start=1):
            yield Row(f"entry {k}", str(number).strip(), _answer_text(answer))
        return
    wish = 'write answers as {"1": "…", "2": "…"}'
    if not isinstance(found, list):
        raise DioramaError(f"{path}: {wish}")
    for k, entry in enumerate(found, start=1):
        named = dict(entry) if isinstance(entry, _Pairs) else {}
        if not set(COLUMNS) <= set(named):
            raise DioramaError(f'{path}, entry {k}: {wish}, or as [{{"number": 1, "answer": "…"}}]')
        yield Row(f"entry {k}", str(named["number"]).strip(), _answer_text(named["answer"]))


class _Pairs(list[tuple[str, Any]]):
    """A JSON object in which the same name may come twice."""


def _answer_text(answer: Any) -> str:
    """An answer as the text of a reply: lists and objects are JSON, which replies may be too."""
    if answer is None:
        return ""
    text = answer if isinstance(answer, str) else json.dumps(_plain(answer), ensure_ascii=False)
    return text.encode("utf-8", "replace").decode("utf-8").strip()  # half of a pair of surrogates cannot be stored


def _plain(value: Any) -> Any:
    if isinstance(value, _Pairs):
        return {name: _plain(one) for name, one in value}
    return [_plain(one) for one in value] if isinstance(value, list) else value


def _ranges(numbers: Iterable[int]) -> str:
    """Ascending numbers in short.

    >>> _ranges([1, 3, 4, 5, 9, 10])
    '1, 3–5, 9, 10'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)
