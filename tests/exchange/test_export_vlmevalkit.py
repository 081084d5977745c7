"""Tables for VLMEvalKit, read as it reads them: with the default rules of pandas."""

from __future__ import annotations

import json
from base64 import b64decode
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diorama.ask.question import question_of
from diorama.data import load, read_keys
from diorama.errors import DioramaError
from diorama.exchange.exporters.pandas_texts import guarded, unguarded
from tests.data.samples import sample
from tests.exchange.mixed import TRAPS, dataset, elsewhere, exported, labelled, mixed, traps


def table(out: Path, form: str) -> tuple[str, list[Any]]:
    (path,) = out.glob(f"*_{form}_*.tsv")
    return path.stem, pd.read_csv(path, sep="\t").to_dict("records")


def test_choices_come_back_word_for_word_and_pixel_for_pixel(tmp_path: Path) -> None:
    folder = dataset(tmp_path / "data")
    exported(folder, "vlmevalkit", tmp_path / "out")
    _, rows = table(tmp_path / "out", "choices")
    real = [s for s in load(folder) if s.options and s.suite == "causal"]
    assert [row["index"] for row in rows] == [*range(len(real))]
    assert [unguarded(row["id"]) for row in rows] == [s.id for s in real], "a number as an id too"
    for row, one in zip(rows, real, strict=True):
        options = [row[letter] for letter in "ABCDEFGH"]
        options = [o for o in options if not (isinstance(o, float) and pd.isna(o))]
        assert all(isinstance(o, str) for o in options) and tuple(map(unguarded, options)) == one.options
        assert row["question"] == one.question and b64decode(row["image"]) == one.media[0].data
        assert one.options["ABCDEFGH".index(row["answer"])] == one.answer_words()


def test_free_questions_say_what_form_of_answer_is_wanted(tmp_path: Path) -> None:
    exported(dataset(tmp_path / "data"), "vlmevalkit", tmp_path / "out")
    _, rows = table(tmp_path / "out", "openended")
    assert "A" not in rows[0], "with columns A and B it would be taken for multiple choice"
    plain = next(row for row in rows if row["id"] == "elsewhere-000002")
    assert plain["question"] == question_of(elsewhere(2)).alone()
    assert plain["answer"] == "the red mug and the tall vase"


def test_several_pictures_go_in_order_and_the_text_says_which_is_which(tmp_path: Path) -> None:
    exported(dataset(tmp_path / "data"), "vlmevalkit", tmp_path / "out")
    _, rows = table(tmp_path / "out", "openended")
    row = next(row for row in rows if row["id"] == "elsewhere-000001")
    first, second = labelled().media
    assert [b64decode(text) for text in json.loads(row["image"])] == [second.data, first.data]
    asked = question_of(labelled()).alone()
    assert row["question"] == f"First:\n[picture 1]\n{asked}\nSecond:\n[picture 2]"


def test_clips_lie_beside_their_table(tmp_path: Path) -> None:
    folder = dataset(tmp_path / "data")
    exported(folder, "vlmevalkit", tmp_path / "out")
    name, rows = table(tmp_path / "out", "VIDEO")
    for row, one in zip(rows, load(folder).where(suite="video"), strict=True):
        media = {m.name: m.data for m in one.media}
        assert (tmp_path / "out" / name / f"{row['video']}.mp4").read_bytes() == media["clip.mp4"]
        shown = [next(iter(part.items())) for part in json.loads(row["parts"])]
        assert [kind for kind, _ in shown] == (["video", "question"] if len(media) == 1 else [
            "video", "text", "image", "question",
        ])  # fmt: skip
        for kind, path in shown:
            if kind in ("video", "image"):
                assert (tmp_path / "out" / name / path).read_bytes() == media[Path(path).name]


def test_what_shows_nothing_is_left_out_and_counted(tmp_path: Path) -> None:
    made = exported(dataset(tmp_path / "data"), "vlmevalkit", tmp_path / "out")
    assert made.samples == len(mixed()) - 1 and sum(made.left_out.values()) == 1
    assert next(iter(made.left_out)).startswith("shows no picture")
    with pytest.raises(DioramaError, match="no sample can be written for VLMEvalKit: each shows no picture"):
        exported(dataset(tmp_path / "blind", elsewhere(3, media=())), "vlmevalkit", tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_another_content_has_another_name(tmp_path: Path) -> None:
    """VLMEvalKit shows the pictures that it once unpacked for a name."""
    names = set()
    for k in range(2):
        exported(dataset(tmp_path / f"data{k}", sample(k)), "vlmevalkit", tmp_path / f"out{k}")
        names.add(table(tmp_path / f"out{k}", "choices")[0])
    exported(tmp_path / "data0", "vlmevalkit", tmp_path / "again")
    names.add(table(tmp_path / "again", "choices")[0])
    assert len(names) == 2


def test_words_that_mean_a_form_to_vlmevalkit_are_not_in_the_name_of_a_table(tmp_path: Path) -> None:
    exported(dataset(tmp_path / "d", sample(0), name="My videos, images/ok"), "vlmevalkit", tmp_path / "out")
    assert table(tmp_path / "out", "choices")[0].startswith("My-clips-pictures-ok_choices_")


def test_replies_can_be_scored_without_the_pictures(tmp_path: Path) -> None:
    folder = dataset(tmp_path / "data")
    exported(folder, "vlmevalkit", tmp_path / "out")
    assert list(read_keys(tmp_path / "out" / "diorama-keys")) == list(read_keys(folder))
    shard = next((tmp_path / "out" / "diorama-keys" / "data").glob("causal-*"))
    assert traps().media[0].data not in shard.read_bytes()


@given(st.text(min_size=1).filter(lambda text: "\0" not in text))
def test_any_text_survives_pandas(text: str) -> None:
    """Alone in a column with a gap, where guessing types does most harm."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return
    assert read_back(text) == text


@pytest.mark.parametrize(
    "text", [*TRAPS, "nan", "NaN", "<NA>", "-inf", "1e5", "007", "1,000", "false", " 5", "+4", "\n"]
)
def test_texts_that_look_like_something_else_survive_pandas(text: str) -> None:
    assert read_back(text) == text


def read_back(text: str) -> str:
    import csv
    import io

    stream = io.StringIO()
    writer = csv.writer(stream, delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerows([["A", "B"], [guarded(text), "x"], ["", "y"]])
    found = pd.read_csv(io.StringIO(stream.getvalue()), sep="\t")["A"][0]
    assert isinstance(found, str)
    return unguarded(found)
