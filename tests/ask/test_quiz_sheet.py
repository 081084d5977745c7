"""Filled sheets as people, editors and spreadsheets save them."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diorama.ask.quiz.sheet import empty_csv, empty_json, read_rows, read_sheet
from diorama.errors import DioramaError

WANTED = {1: "A", 2: "the mug, the bowl", 3: "café"}


def written(folder: Path, content: str | bytes, name: str = "answers.csv") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize(
    "content",
    [
        'number,answer\n1,A\n2,"the mug, the bowl"\n3,café\n',
        'number,answer\r\n1,A\r\n2,"the mug, the bowl"\r\n3,café\r\n',
        '\ufeffnumber;answer\r\n1;A\r\n2;the mug, the bowl\r\n3;café\r\n',
        'number\tanswer\n1\tA\n2\tthe mug, the bowl\n3\tcafé',
        'number\tanswer\r\n1\tA\r\n2\tthe mug, the bowl\r\n3\tcafé\r\n'.encode("utf-16"),
        'number;answer\r\n1;A\r\n2;"the mug, the bowl"\r\n3;café\r\n'.encode("cp1252"),
        'number,answer\r1,A\r2,"the mug, the bowl"\r3,café\r',
        "1,A\n2,the mug, the bowl\n3,café",
        '"number","answer"\n"1","A"\n"2","the mug, the bowl"\n"3","café"\n',
        "number,answer;\r\n1,;A\r\n2,;the mug, the bowl\r\n3,;café\r\n",
        "sep=;\nnumber;answer\n1;A\n2;the mug, the bowl\n3;café\n",
        'Number, Answer ,,\n 1 , A ,,\n\n,,\n"2","the mug, the bowl",,\n3,café,,\n',
        'notes,answer,number\nhard,A,1\n,"the mug, the bowl",2\nzoom,café,3\n',
        'name;number;answer\nAda;1;A\nAda;2;the mug, the bowl\nAda;3;café\n',
        '"first, last"\tAnswer\tNumber\nA, L\tA\t1\n\tthe mug, the bowl\t2\n\tcafé\t3\n',
        "number,answer\n003,café\n#1,A\n2.,\n2.0,the mug, the bowl\n",
    ],
)  # fmt: skip
def test_every_way_of_saving_gives_the_same_answers(content: str | bytes, tmp_path: Path) -> None:
    filled = read_sheet(written(tmp_path, content), 3)
    assert filled.answers == WANTED and filled.faults == ()


@pytest.mark.parametrize(
    "plain",
    [
        {"1": "A", "2": "the mug, the bowl", "3": "café"},
        [{"number": k, "answer": answer} for k, answer in WANTED.items()],
        [{"number": str(k), "answer": f" {answer}\n", "seconds": 4} for k, answer in WANTED.items()],
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_both_forms_of_json_give_the_same_answers(plain: object, encoding: str, tmp_path: Path) -> None:
    path = written(tmp_path, json.dumps(plain, ensure_ascii=False).encode(encoding), "a.JSON")
    assert read_sheet(path, 3).answers == WANTED


def test_json_names_that_come_twice_and_values_that_are_not_text(tmp_path: Path) -> None:
    path = written(tmp_path, '{"1": "A", "1": "B", "2": ["mug", {"a": 1}], "3": null, "4": 2, "x": "C"}', "a.json")
    filled = read_sheet(path, 4)
    assert filled.answers == {2: '["mug", {"a": 1}]', 4: "2"} and filled.unclear == (1,)
    assert filled.faults == (
        "entry 6: 'x' is not the number of a question",
        "question 1 has 2 different answers: none of them counts",
        "no answer to 1 of 4 questions: 3",
    )


def test_answers_of_several_lines_and_with_quotation_marks(tmp_path: Path) -> None:
    plan = '1. Pick up the mug\r\n2. Place it on "the" tray'
    doubled = plan.replace('"', '""')
    content = f'number,answer\n1,"{doubled}"\n2,the "red" mug\n3,"none" I say\nx,B'
    filled = read_sheet(written(tmp_path, content), 3)
    assert filled.answers == {1: plan, 2: 'the "red" mug', 3: "none I say"}
    assert filled.faults == ("line 6: 'x' is not the number of a question",), "lines are those of the file"


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.csv", 'number,answer\n1,A\n2,"the mug\n3,B\n', "line 3: a quotation mark is opened here and never closed"),
        ("a.csv", b"PK\x03\x04rest", "save it as CSV"),
        ("a.csv", b"\x00\x01\x02", "it is not text"),
        ("a.csv", f"1,{'x' * 200_000}", "line 1: field larger"),
        ("a.json", '{"1": "A",\n "2": }', "line 2: this is not JSON"),
        ("a.json", "", "line 1: this is not JSON"),
        ("a.json", '"A"', "write answers as"),
        ("a.json", '[{"number": 1}]', "entry 1: write answers as"),
        ("a.json", "[1]", "entry 1: write answers as"),
        ("a.json", "[" * 100_000, "is not JSON"),
    ],
)
def test_a_sheet_that_cannot_be_read_is_one_line(name: str, content: str | bytes, says: str, tmp_path: Path) -> None:
    with pytest.raises(DioramaError, match=says) as caught:
        read_sheet(written(tmp_path, content, name), 3)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 400
    with pytest.raises(DioramaError, match="No such file"):
        read_sheet(tmp_path / "none.csv", 3)


def test_empty_sheets_are_read_as_empty(tmp_path: Path) -> None:
    for name, text in (("a.csv", empty_csv(12)), ("a.json", empty_json(12))):
        rows = read_rows(written(tmp_path, text, name))
        assert [row.number for row in rows] == [str(k) for k in range(1, 13)] and not any(row.answer for row in rows)
        assert read_sheet(tmp_path / name, 12).faults == ("no answer to 12 of 12 questions: 1–12",)


@given(data=st.binary(max_size=200), name=st.sampled_from(["a.csv", "a.json"]))
def test_no_bytes_end_in_a_traceback(data: bytes, name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = written(tmp_path_factory.mktemp("sheet"), data, name)
    with suppress(DioramaError):
        assert set(read_sheet(path, 3).answers) <= {1, 2, 3}
