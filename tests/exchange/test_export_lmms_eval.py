"""Tasks for lmms-eval: its functions on the rows that `datasets` gives them."""

from __future__ import annotations

import importlib.util
import io
import re
from pathlib import Path
from typing import Any

import datasets
import pytest
from PIL import Image

from diorama.ask.question import question_of
from diorama.data import check, key_of, load
from diorama.kinds import kind_of
from tests.exchange.mixed import dataset, exported, labelled


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A dataset and what became of it."""
    folder = tmp_path_factory.mktemp("lmms")
    dataset(folder / "data")
    exported(folder / "data", "lmms-eval", folder / "out")
    return folder / "data", folder / "out"


def functions(out: Path) -> Any:
    spec = importlib.util.spec_from_file_location("exported_utils", out / "utils.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rows(out: Path, suite: str) -> Any:
    shards = [str(path) for path in sorted((out / "data").glob(f"{suite}-*.parquet"))]
    return functions(out).process_docs(datasets.load_dataset("parquet", data_files={"test": shards})["test"])


def test_each_suite_has_a_task_that_names_its_shards_and_functions(made: tuple[Path, Path]) -> None:
    _, out = made
    module = functions(out)
    for suite in ("causal", "elsewhere", "video"):
        text = (out / f"diorama_mixed_{suite}.yaml").read_text(encoding="utf-8")
        assert f"task: diorama_mixed_{suite}\n" in text
        for name in re.findall(r"!function utils\.(\w+)", text):
            assert callable(getattr(module, name))
        for shard in re.findall(r'"(data/[^"]+)"', text):
            assert (out / shard).is_file()
    assert not check(out), "the folder is a dataset of ours"


def test_it_shows_and_asks_what_we_show_and_ask(made: tuple[Path, Path]) -> None:
    folder, out = made
    module = functions(out)
    for suite in ("causal", "elsewhere", "video"):
        for doc, real in zip(rows(out, suite), load(folder).where(suite=suite), strict=True):
            (message,) = module.doc_to_messages(doc)
            texts = [c["text"] for c in message["content"] if c["type"] == "text"]
            question = question_of(real)
            expected = [p for p in (*question.before, question.alone(), *question.after) if isinstance(p, str)]
            assert texts == expected
            shown = [c["url"] for c in message["content"] if c["type"] != "text"]
            for picture, media in zip(shown, question.media, strict=True):
                if media.kind == "video":
                    assert Path(picture).read_bytes() == media.data
                else:
                    assert picture.tobytes() == Image.open(io.BytesIO(media.data)).convert("RGB").tobytes()
            visuals = module.doc_to_visual(doc)
            assert [v if isinstance(v, str) else v.tobytes() for v in visuals] == [
                v if isinstance(v, str) else v.tobytes() for v in shown
            ]


def test_texts_are_the_same_where_lmms_eval_leaves_pictures_out(made: tuple[Path, Path]) -> None:
    _, out = made
    module = functions(out)
    for suite in ("causal", "elsewhere", "video"):
        whole = rows(out, suite)
        for doc, bare in zip(whole, whole.remove_columns(["image"]), strict=True):
            assert module.doc_to_text(bare, None) == module.doc_to_text(doc, None)
    (doc,) = (d for d in rows(out, "elsewhere") if d["id"] == labelled().id)
    assert module.doc_to_text(doc).startswith("First:\n[picture 1]\n")


def test_right_replies_count_and_come_back_with_their_id(made: tuple[Path, Path]) -> None:
    folder, out = made
    module = functions(out)
    for suite in ("causal", "elsewhere", "video"):
        for doc, real in zip(rows(out, suite), load(folder).where(suite=suite), strict=True):
            key = key_of(real)
            right = kind_of(key.answer).in_words(key, key.answer)
            assert module.process_results(doc, [right])["accuracy"] == 1.0
            found = module.process_results(doc, ["N/A"])
            assert found["accuracy"] == (1.0 if right.endswith("N/A") else 0.0)
            assert (found["reply"]["id"], found["reply"]["reply"]) == (real.id, "N/A")
            assert module.doc_to_target(doc) == real.answer_words()
