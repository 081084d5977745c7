"""Any table: with usual names, with a mapping, for VLMEvalKit; and what is wrong with rows of it."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from diorama.errors import DioramaError
from diorama.exchange import ImportOrder, import_release
from diorama.suites import TextPart
from tests.exchange.releases import (
    Row,
    base64_of,
    causal_rows,
    causalspatial,
    imported,
    mcq,
    png,
    write_lines,
    write_tsv,
)


def test_a_table_for_vlmevalkit_needs_no_mapping_and_none_is_a_text(tmp_path: Path) -> None:
    rows = [mcq(1), mcq(2, image="1"), mcq(3, image="4", hint="Look up."), mcq(4, A="2", B="2.0", C="NA")]
    data, made = imported("generic", write_tsv(tmp_path / "My Bench.tsv", rows), tmp_path / "out")
    assert not made.faults
    assert [s.id for s in data] == [f"my-bench-{k}" for k in (1, 2, 3, 4)]
    first, second, third, fourth = data
    assert first.options == ("None", "N/A", "null") and first.answer_words() == "N/A"
    assert (first.suite, first.task) == ("my-bench", "counting")
    assert second.media[0].data == png(1) and third.media[0].data == png(4)
    assert TextPart(text="Hint: Look up.") in third.parts
    assert fourth.options == ("2", "2.0", "NA")


def test_a_mapping_says_which_field_holds_what(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "a.png").write_bytes(png(1))
    rows = [
        {"key": k, "ask": f"Which {k}?", "choices": ["red", "green", "blue"], "right": k, "pic": "a.png",
         "second": {"bytes": png(9), "path": None}, "sort": "colour", "who": "people"}
        for k in range(4)
    ]  # fmt: skip
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "rows.parquet")
    (tmp_path / "fields.toml").write_text(
        'suite = "colours"\nanswer_is = "index"\nlevel = "L1"\n[fields]\nid = "key"\nquestion = "ask"\n'
        'options = "choices"\nanswer = "right"\nimages = ["pic", "second"]\ntask = "sort"\nsource = "who"\n'
    )
    where = {"map": tmp_path / "fields.toml", "media": tmp_path / "pictures"}
    data, made = imported("generic", tmp_path / "rows.parquet", tmp_path / "out", **where)
    assert [s.answer_words() for s in data] == ["red", "green", "blue"]
    assert [f.reason for f in made.faults] == ["the answer '3' is the index of no option: there are 3"]
    first = next(iter(data))
    assert (first.suite, first.task, first.level) == ("colours", "colour", "L1")
    assert [m.name for m in first.media] == ["view-1.png", "view-2.png"]
    assert [m.data for m in first.media] == [png(1), png(9)]


def test_letters_as_options_are_right_by_the_letter_that_is_said(tmp_path: Path) -> None:
    """Of the options B and A, the answer A could be either: a map says it."""
    table = write_tsv(tmp_path / "t.tsv", [mcq(1, A="B", B="A", C="", answer="A"), mcq(2)])
    _, made = imported("generic", table, tmp_path / "out")
    assert "say which is meant" in made.faults[0].reason
    for said, right in (("letter", "B"), ("text", "A")):
        (tmp_path / "fields.toml").write_text(f'answer_is = "{said}"\nsuite = "t"\n')
        data, _ = imported("generic", table, tmp_path / said, map=tmp_path / "fields.toml")
        assert data.get("t-1").answer_words() == right


def test_tables_of_one_folder_may_use_the_same_ids(tmp_path: Path) -> None:
    for name in ("train", "test"):
        (tmp_path / "release" / name).mkdir(parents=True)
        write_tsv(tmp_path / "release" / name / "rows.tsv", [mcq(1)])
    data, made = imported("generic", tmp_path / "release", tmp_path / "out")
    assert data.ids() == ("rows-test-rows-1", "rows-train-rows-1") and not made.faults


def test_answers_of_other_kinds_come_by_their_kind(tmp_path: Path) -> None:
    rows = [{"id": "x", "question": "What goes?", "image": base64_of(1), "answer": "the mug; a red vase",
             "objects": ["mug", "red vase", "lamp"]}]  # fmt: skip
    (tmp_path / "fields.toml").write_text('suite = "mine"\nkind = "objects"\n')
    data, _ = imported(
        "generic", write_lines(tmp_path / "r.jsonl", rows), tmp_path / "out", map=tmp_path / "fields.toml"
    )
    sample = data.get("mine-x")
    assert sample.answer_words() == "the mug and the red vase" and len(sample.objects) == 3


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("kind = 'choises'", "did you mean 'choice'"),
        ("[fields]\nquestoin = 'q'", "fields.questoin: Extra inputs are not permitted; there is suite, kind"),
        ("suite = 'My Suite'", "suite"),
        ("suite", "is no TOML"),
    ],
)
def test_a_wrong_mapping_is_named_before_anything_is_read(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "fields.toml").write_text(text)
    table = write_tsv(tmp_path / "t.tsv", [mcq(1)])
    with pytest.raises(DioramaError, match=why):
        imported("generic", table, tmp_path / "out", map=tmp_path / "fields.toml")


def test_a_missing_field_is_named_and_those_that_are_there_are_listed(tmp_path: Path) -> None:
    rows = [{k: v for k, v in mcq(1).items() if k != "question"}]
    with pytest.raises(DioramaError, match=r"no field 'question' \(nor query, prompt\); it has index, image, A, B, C"):
        imported("generic", write_tsv(tmp_path / "t.tsv", rows), tmp_path / "out")
    assert not (tmp_path / "out").exists()
    assert [p.name for p in tmp_path.iterdir()] == ["t.tsv"]


WRONG: dict[str, Row] = {
    "not among the options: 'None', 'N/A', 'null'": {"answer": "E"},
    "is no whole base64": {"image": base64_of(2)[:-7]},
    "is no base64": {"image": "!" + base64_of(2) * 2},
    "its picture is not one that can be read": {"image": "PGh0bWw+" * 40},
    "its option B is empty, and C is not": {"B": ""},
    "the same text twice": {"B": "None"},
    "its field 'answer' is empty": {"answer": ""},
    "is that of row '77'": {"image": "77"},
    "leads out of the folder": {"image": "../../etc/passwd.png"},
    "nothing is fetched": {"image": "http://127.0.0.1:9/a.png"},
    "there is no file": {"image": "gone.png"},
    "a second row with the id '1'": {"index": 1},
}


def test_each_wrong_row_is_named_with_its_reason_and_the_rest_is_read(tmp_path: Path) -> None:
    rows = [
        mcq(1),
        *(mcq(k, **more) if "index" not in more else {**mcq(k), **more} for k, more in enumerate(WRONG.values(), 2)),
    ]
    data, made = imported("generic", write_tsv(tmp_path / "t.tsv", [*rows, mcq(99)]), tmp_path / "out")
    assert [s.id for s in data] == ["t-1", "t-99"]
    assert len(made.faults) == len(WRONG)
    for k, (fault, why) in enumerate(zip(made.faults, WRONG, strict=True), start=2):
        assert why in str(fault)
        assert str(fault).startswith(f"t.tsv, row {k} (")


def test_strict_stops_at_the_first_wrong_row_and_leaves_nothing(tmp_path: Path) -> None:
    table = write_tsv(tmp_path / "t.tsv", [mcq(1), mcq(2, answer="E"), mcq(3)])
    with pytest.raises(DioramaError, match=r"t\.tsv, row 2 \(2\): the answer 'E'"):
        imported("generic", table, tmp_path / "out", strict=True)
    assert [p.name for p in tmp_path.iterdir()] == ["t.tsv"]


@pytest.mark.parametrize("share", [0.5, 0.97])
def test_a_table_that_was_cut_short_loses_its_last_row_only(tmp_path: Path, share: float) -> None:
    table = write_tsv(tmp_path / "t.tsv", [mcq(k) for k in range(10)])
    text = table.read_text()
    table.write_text(text[: int(share * len(text))])
    whole = table.read_text().count("\n") - 1
    data, made = imported("generic", table, tmp_path / "out")
    assert 0 < len(data) == whole < 10 and len(made.faults) == 1
    assert f"row {len(data) + 1}" in str(made.faults[0])


def test_lists_and_lines_of_json_that_were_cut_short_too(tmp_path: Path) -> None:
    rows = [{**mcq(k), "options": ["a", "b"], "answer": "A"} for k in range(5)]
    (tmp_path / "list.json").write_text(json.dumps(rows)[:-40])
    write_lines(tmp_path / "lines.jsonl", rows)
    text = (tmp_path / "lines.jsonl").read_text()
    (tmp_path / "lines.jsonl").write_text(text[:-40])
    for name in ("list.json", "lines.jsonl"):
        data, made = imported("generic", tmp_path / name, tmp_path / f"{name}-out")
        assert len(data) == 4 and "cut short" in made.faults[0].reason


@pytest.mark.parametrize("piece", [1, 7, 64])
def test_a_list_is_read_piece_by_piece_wherever_the_pieces_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, piece: int
) -> None:
    from diorama.exchange.importers import json_rows

    entries = [1, 12, -3.5e7, "a]b[,", {"deep": [[], {"x": '\\"'}]}, None, True, [], "ö"]
    monkeypatch.setattr(json_rows, "PIECE", piece)
    for indent in (None, 4):
        (tmp_path / "list.json").write_text(json.dumps(entries, indent=indent, ensure_ascii=False), "utf-8")
        with (tmp_path / "list.json").open(encoding="utf-8") as stream:
            found = list(json_rows.entries_of(stream, tmp_path / "list.json"))
        assert found == [(entry, "") for entry in entries]


def test_a_parquet_file_that_was_cut_short_is_one_line(tmp_path: Path) -> None:
    pq.write_table(pa.Table.from_pylist([mcq(1)]), tmp_path / "t.parquet")
    (tmp_path / "t.parquet").write_bytes((tmp_path / "t.parquet").read_bytes()[:-30])
    with pytest.raises(DioramaError, match=r"t\.parquet is damaged or cut short"):
        imported("generic", tmp_path / "t.parquet", tmp_path / "out")


def test_a_row_in_another_encoding_is_named_and_a_file_in_utf_16_is_refused(tmp_path: Path) -> None:
    table = write_tsv(tmp_path / "t.tsv", [mcq(1), mcq(2, question="Café?"), mcq(3)])
    table.write_bytes(table.read_text("utf-8").encode("latin-1"))
    data, made = imported("generic", table, tmp_path / "out")
    assert len(data) == 2
    assert str(made.faults[0]) == (
        "t.tsv, row 2 (2): its field 'question' is not UTF-8 (byte 0xe9): save the file as UTF-8"
    )
    table.write_bytes(write_tsv(tmp_path / "u.tsv", [mcq(1)]).read_text().encode("utf-16"))
    with pytest.raises(DioramaError, match="UTF-16; save it as UTF-8"):
        imported("generic", table, tmp_path / "out2")


def test_a_saved_dataset_is_read_without_its_library(tmp_path: Path) -> None:
    import datasets

    rows = [{"question": "q?", "options": ["a", "b"], "answer": "b", "image": {"bytes": png(k), "path": None}}
            for k in range(40)]  # fmt: skip
    table = datasets.Dataset.from_list(rows).cast_column("image", datasets.Image())
    table.save_to_disk(str(tmp_path / "saved"))
    data, made = imported("generic", tmp_path / "saved", tmp_path / "out")
    assert len(data) == 40 and not made.faults
    assert list(data)[39].media[0].data == png(39)


def test_a_name_without_its_prefix_is_not_looked_up(tmp_path: Path) -> None:
    with pytest.raises(DioramaError, match="write hub:owner/name"):
        imported("generic", "owner/name", tmp_path / "out")
    with pytest.raises(DioramaError, match="is no name on the hub"):
        imported("generic", "hub:name", tmp_path / "out")


def test_what_comes_by_name_is_announced_and_streamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library takes a folder of that name for the dataset, so that nothing is fetched here."""
    causalspatial(tmp_path / "owner" / "name")
    configs = [{"config_name": c, "data_files": f"{c}/*"} for c in causal_rows()]
    (tmp_path / "owner/name/README.md").write_text(f"---\nconfigs: {json.dumps(configs)}\n---\n")
    monkeypatch.chdir(tmp_path)
    told: list[str] = []
    order = ImportOrder("hub:owner/name", tmp_path / "out")
    made = import_release(order, "causalspatial", tell=told.append)
    assert told == [
        "downloading owner/name (collision, physics, occlusion, compatibility, realworld) from the Hugging Face hub; "
        "nothing else is fetched"
    ]
    assert made.manifest.samples == 13 and len(made.faults) == 1
    one = import_release(ImportOrder("hub:owner/name:physics", tmp_path / "one"), "causalspatial")
    assert one.manifest.tasks == {"causal": {"trajectory": 4}}


def test_a_hub_that_cannot_be_reached_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import datasets

    monkeypatch.setattr(datasets.config, "HF_HUB_OFFLINE", True)
    with pytest.raises(DioramaError, match="the hub was not reached, or has no dataset owner/name"):
        imported("generic", "hub:owner/name", tmp_path / "out")


def test_reading_in_one_thread_does_not_change_what_others_read(tmp_path: Path) -> None:
    """The limit of cells is one for the whole process: it is as before afterwards."""
    import csv

    before = csv.field_size_limit()
    table = write_tsv(tmp_path / "t.tsv", [mcq(1, question="x" * 300_000)])
    worker = threading.Thread(target=lambda: imported("generic", table, tmp_path / "out"))
    worker.start()
    worker.join()
    assert csv.field_size_limit() == before and (tmp_path / "out").is_dir()
