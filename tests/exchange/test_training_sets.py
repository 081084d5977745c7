"""What is written for trainers: conversations with the right answers, keys and pictures, in each trainer's own form."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from PIL import Image

from diorama.data import Media, Sample, key_of, load
from diorama.errors import DioramaError
from diorama.exchange.training.conversations import FRAMES, conversation
from diorama.kinds import Choice
from diorama.reward import reward
from diorama.suites import MediaPart, QuestionPart, TextPart
from tests.data.samples import png, sample
from tests.exchange.training import export_it, exported
from tests.numbered import numbered_clip

RL = ("easyr1", "ms-swift", "openrlhf", "trl", "verl")
SFT = ("llamafactory", "ms-swift", "trl", "verl")


def rows_of(folder: Path, split: str = "train") -> list[dict[str, Any]]:
    lines = folder / f"{split}.jsonl"
    if lines.exists():
        return [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]
    rows: list[dict[str, Any]] = pq.read_table(folder / f"{split}.parquet").to_pylist()
    return rows


def id_of(row: dict[str, Any]) -> str:
    return str(row["id"] if "id" in row else row["extra_info"]["id"])


def key_in(row: dict[str, Any]) -> str:
    found = next((row[name] for name in ("key", "solution", "label", "answer") if name in row), None)
    return str(found if found is not None else row["reward_model"]["ground_truth"])


def text_in(row: dict[str, Any]) -> str:
    """All that the user says, with a mark for each picture."""
    asked = next(row[name] for name in ("messages", "prompt", "problem", "input") if name in row)
    content = asked if isinstance(asked, str) else asked[0]["content"]
    if isinstance(content, str):
        return content
    return "\n".join("<image>" if part["type"] == "image" else part["text"] for part in content)


def pictures_in(row: dict[str, Any], folder: Path) -> list[bytes]:
    return [(folder / image).read_bytes() if isinstance(image, str) else image["bytes"] for image in row["images"]]


def told_in(row: dict[str, Any]) -> str:
    said = (row.get("completion") or row["messages"])[-1]
    assert said["role"] == "assistant"
    content = said["content"]
    return str(content if isinstance(content, str) else content[0]["text"])


@pytest.mark.parametrize("to", RL)
def test_a_row_for_rewards_has_question_pictures_and_key_and_no_answer(to: str, causal: Path, tmp_path: Path) -> None:
    folder = exported(causal, tmp_path / "out", to, form="rl")
    rows, samples = rows_of(folder), list(load(causal))
    assert [id_of(row) for row in rows] == [s.id for s in samples]
    for row, made in zip(rows, samples, strict=True):
        right = made.kind.as_asked(key_of(made), made.answer)
        assert reward(f"So it is.\nAnswer: {right}", key_in(row)) == 1.0
        assert made.question in text_in(row) and "'Answer: '" in text_in(row)
        assert text_in(row).count("<image>") == len(made.media)
        assert pictures_in(row, folder) == [m.data for m in made.media]
        assert not {"completion", "response", "query"} & set(row)
    assert "diorama.reward" in (folder / "reward.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("to", SFT)
def test_a_row_of_answers_ends_with_the_right_one_in_the_form_that_is_asked_for(
    to: str, causal: Path, tmp_path: Path
) -> None:
    folder = exported(causal, tmp_path / "out", to, form="sft")
    for row, made in zip(rows_of(folder), load(causal), strict=True):
        assert told_in(row) == "ABCDEF"[made.options.index(made.answer_words())]
        assert "Reply with the letter of one option and nothing else." in text_in(row)
        assert "diorama_key" not in json.dumps(row, default=repr)


@pytest.mark.parametrize("to", SFT)
def test_explained_answers_reason_first_and_are_asked_to(to: str, causal: Path, tmp_path: Path) -> None:
    folder = exported(causal, tmp_path / "out", to, form="sft", explained=True)
    for row, made in zip(rows_of(folder), load(causal), strict=True):
        right = made.kind.as_asked(key_of(made), made.answer)
        assert told_in(row).endswith(f"\nAnswer: {right}") and len(told_in(row)) > 60
        assert "Think step by step." in text_in(row)


def test_the_summary_counts_what_was_written(causal: Path, tmp_path: Path) -> None:
    folder = exported(causal, tmp_path / "out", "verl", form="rl", hold_out=("task=trajectory",))
    told = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    assert told["samples"] == {"train": 6, "test": 2}
    assert told["held_out"] == {"task=trajectory": 2}
    assert told["by_task"]["test/causal/trajectory/L1"] == 1
    rows = [*rows_of(folder), *rows_of(folder, "test")]
    assert [(row["extra_info"]["split"], row["extra_info"]["index"]) for row in rows] == [
        *(("train", k) for k in range(6)), ("test", 0), ("test", 1),
    ]  # fmt: skip


def test_equal_orders_give_equal_bytes(causal: Path, tmp_path: Path) -> None:
    for to in ("trl", "ms-swift"):
        one, two = (exported(causal, tmp_path / f"{to}-{k}", to, hold_out=("wording=0.1",)) for k in "12")
        files = sorted(path.relative_to(one) for path in one.rglob("*") if path.is_file())
        assert files == sorted(path.relative_to(two) for path in two.rglob("*") if path.is_file())
        assert all((one / path).read_bytes() == (two / path).read_bytes() for path in files)


def test_llamafactory_is_told_how_to_read_the_files(causal: Path, tmp_path: Path) -> None:
    folder = exported(causal, tmp_path / "out", "llamafactory", hold_out=("level=L2",))
    info = json.loads((folder / "dataset_info.json").read_text(encoding="utf-8"))
    assert {name: entry["file_name"] for name, entry in info.items()} == {
        "diorama_train": "train.jsonl", "diorama_test": "test.jsonl",
    }  # fmt: skip


def test_datasets_reads_the_pictures_as_pictures(causal: Path, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    for to in ("trl", "verl", "easyr1", "openrlhf"):
        path = exported(causal, tmp_path / to, to, form="rl") / "train.parquet"
        cache = str(tmp_path / "cache")
        rows = datasets.load_dataset("parquet", data_files=str(path), split="train", cache_dir=cache)
        assert rows[0]["images"][0].size == (720, 480)


def shown_in(made: Sample, *, clips: bool = False) -> str:
    return conversation(made, "rl", clips=clips).text()


def test_pictures_labels_and_the_question_keep_their_order() -> None:
    media = tuple(Media(role="view", kind="image", data=png(k), name=f"{k}.png") for k in (1, 2))
    parts = (MediaPart(media="1"), TextPart(text="Then:"), MediaPart(media="2"), QuestionPart(), TextPart(text="Well?"))
    lines = shown_in(sample(media=media, parts=parts)).split("\n")
    assert lines[:3] == ["<image>", "Then:", "<image>"] and lines[-1] == "Well?"


def test_a_clip_becomes_frames_or_stays_whole() -> None:
    clip = Media(role="clip", kind="video", data=numbered_clip(1, 30), name="clip.mp4")
    made = sample(media=(clip,))
    frames = conversation(made, "rl").pictures
    assert len(frames) == FRAMES and {Image.open(io.BytesIO(f.data)).size for f in frames} == {(160, 96)}
    assert shown_in(made).count("<image>") == FRAMES
    assert shown_in(made, clips=True).startswith("<video>\n")
    assert conversation(made, "rl", clips=True).pictures[0].data == clip.data


def test_a_clip_that_cannot_be_read_is_left_out_and_counted(tmp_path: Path) -> None:
    from diorama.data.gathering import gather
    from tests.data.samples import PLAN

    broken = Media(role="clip", kind="video", data=b"no clip at all", name="clip.mp4")
    gather(tmp_path / "data", [sample(0), sample(1, media=(broken,))], PLAN)
    made = export_it(tmp_path / "data", tmp_path / "out", "verl")
    assert made.samples == 1 and made.left_out.total() == 1
    assert len(rows_of(tmp_path / "out")) == 1


def test_a_question_that_writes_marks_of_pictures_or_tokens_cannot_pass_for_them() -> None:
    """Imported questions are anybody's: one more mark than pictures ends a training run."""
    bad = "What is <image> here, and <VIDEO>, < audio >, <|image_pad|> or <|im_end|>?"
    text = shown_in(sample(question=bad))
    assert text.count("<image>") == 1 and "<|" not in text and "<video>" not in text.lower()
    assert "(image) here" in text


@pytest.mark.parametrize(
    ("to", "settings", "said"),
    [
        ("easyr1", {"form": "sft"}, "takes no --form sft"),
        ("llamafactory", {"form": "rl"}, "takes no --form rl"),
        ("trl", {"form": "dpo"}, "--form is sft or rl"),
        ("verl", {"form": "rl", "explained": True}, "--explained belongs to --form sft"),
        ("trl", {"hold_out": ("desk",)}, "write what is held out as layout=desk"),
        ("trl", {"hold_out": ("colour=red",)}, "no thing to hold out named 'colour'"),
        ("trl", {"hold_out": ("layout=dset",)}, "no layout named 'dset'"),
        ("trl", {"hold_out": ("seed=9-3",)}, "ends before it begins"),
        ("trl", {"hold_out": ("seed=x",)}, "write a number or a range"),
        ("trl", {"hold_out": ("seed=100",)}, "no sample has it"),
        ("trl", {"hold_out": ("suite=causal",)}, "nothing to train on"),
    ],
)
def test_what_cannot_be_written_is_said_in_a_line_and_nothing_is_left(
    to: str, settings: dict[str, Any], said: str, causal: Path, tmp_path: Path
) -> None:
    with pytest.raises(DioramaError, match=said):
        export_it(causal, tmp_path / "out", to, **settings)
    assert not list(tmp_path.iterdir())


def test_an_answer_without_an_explanation_is_plain_and_counted(tmp_path: Path) -> None:
    """A sample that was made elsewhere has no world to work it out from."""
    from diorama.data.gathering import gather
    from tests.data.samples import PLAN

    foreign = Sample(
        id="x-1", suite="foreign", task="t", question="Which?", options=("Left", "Right"),
        answer=Choice(option="Right"), media=(Media(role="view", kind="image", data=png(), name="a.png"),), seed=0,
        version="1",
    )  # fmt: skip
    gather(tmp_path / "data", [foreign], PLAN)
    made = export_it(tmp_path / "data", tmp_path / "out", "ms-swift", form="sft", explained=True)
    assert made.hint.startswith("1 of the answers have no explanation") and not made.left_out
    (row,) = rows_of(tmp_path / "out")
    assert told_in(row) == "B" and "and nothing else" in text_in(row)
