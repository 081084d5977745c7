"""A folder for the hub: `datasets` reads it as the card says, Croissant describes it, and it stays ours."""

from __future__ import annotations

import io
import json
from hashlib import sha256
from pathlib import Path

import datasets
import numpy as np
import pytest
from PIL import Image

from diorama.ask.source import Selection
from diorama.data import BuildPlan, Media, check, create_or_open, load
from diorama.data.verify import verify
from diorama.errors import DioramaError
from diorama.exchange import ExportSettings
from tests.data.samples import every_file, png, sample
from tests.exchange.mixed import TRAPS, dataset, depth_png, exported, mixed


def test_datasets_loads_each_suite_as_the_card_says(tmp_path: Path) -> None:
    folder, out = dataset(tmp_path / "data"), tmp_path / "out"
    exported(folder, "hf", out, settings=ExportSettings(licence="cc-by-4.0"))
    for suite in ("causal", "elsewhere", "video"):
        rows = datasets.load_dataset(str(out), suite, split="test")
        real = list(load(folder).where(suite=suite))
        assert rows["id"] == [s.id for s in real] and rows["question"] == [s.question for s in real]
        for row, one in zip(rows, real, strict=True):
            assert tuple(row["options"]) == one.options
            for picture, media in zip(row["image"], (m for m in one.media if m.kind == "image"), strict=True):
                assert picture.convert("RGB").tobytes() == Image.open(io.BytesIO(media.data)).tobytes()
            assert [v["bytes"] for v in row["video"]] == [m.data for m in one.media if m.kind == "video"]


def test_depth_keeps_its_16_bits_and_options_their_words(tmp_path: Path) -> None:
    exported(dataset(tmp_path / "data"), "hf", tmp_path / "out")
    (row,) = (r for r in datasets.load_dataset(str(tmp_path / "out"), "causal", split="test") if r["depth"])
    assert np.array_equal(np.asarray(row["depth"][0]), np.asarray(Image.open(io.BytesIO(depth_png()))))
    assert tuple(row["options"]) == TRAPS


def test_a_suite_whose_name_begins_like_another_is_not_mixed_up_with_it(tmp_path: Path) -> None:
    suites = ("a", "a-b", "a-00001", "1", "null")
    folder = dataset(tmp_path / "data", *(sample(k, suite=suite) for k, suite in enumerate(suites)))
    exported(folder, "hf", tmp_path / "out")
    for number, suite in enumerate(suites):
        assert datasets.load_dataset(str(tmp_path / "out"), suite, split="test")["seed"] == [number]


def test_the_folder_is_a_dataset_of_ours_with_the_same_bytes(tmp_path: Path) -> None:
    folder = dataset(tmp_path / "data")
    exported(folder, "hf", tmp_path / "out")
    before, after = every_file(folder / "data"), every_file(tmp_path / "out" / "data")
    assert before == after and not check(tmp_path / "out")
    assert list(load(tmp_path / "out")) == list(load(folder))


def test_a_selection_is_a_whole_dataset_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    builder = create_or_open(folder, BuildPlan(suites=("causal",), count=8, seed=1, shard_size=5, version="1.0"))
    for slot in builder.missing_shards():
        builder.add_shard(slot.name, [sample(k) for k in range(slot.start, slot.start + slot.count)])
    made = exported(folder, "hf", tmp_path / "out", select=Selection(tasks=["collision"], limit=3))
    assert made.samples == 3 and load(tmp_path / "out").ids() == ("causal-000000", "causal-000002", "causal-000004")
    assert not check(tmp_path / "out") and load(tmp_path / "out").manifest.unfinished == ""
    assert {f.problem for f in verify(tmp_path / "out")} == {f.problem for f in verify(folder) if f.task == "collision"}


def test_linked_pictures_are_put_into_the_files(tmp_path: Path) -> None:
    """A path of this machine would mean nothing on the hub."""
    (tmp_path / "theirs.png").write_bytes(png(3))
    linked = Media(role="view", kind="image", data=png(3), name="view.png", linked_to=str(tmp_path / "theirs.png"))
    folder = dataset(tmp_path / "data", sample(0), sample(1, media=(linked,)))
    exported(folder, "hf", tmp_path / "out")
    (tmp_path / "theirs.png").unlink()
    assert [s.media[0].data for s in load(tmp_path / "out")] == [png(0), png(3)]
    assert not any(m.linked_to for s in load(tmp_path / "out") for m in s.media)
    assert str(tmp_path).encode() not in b"".join(every_file(tmp_path / "out").values())


def test_the_card_names_licence_sizes_and_what_others_made(tmp_path: Path) -> None:
    exported(dataset(tmp_path / "data"), "hf", tmp_path / "out", settings=ExportSettings(licence="cc-by-4.0"))
    card = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    for line in ("license: cc-by-4.0", "- n<1K", "- multiple-choice", "| `causal` | `collision` | 2 |"):
        assert f"\n{line}\n" in card
    assert f"{len(mixed())} questions" in card and "`elsewhere` were made by others: cite them" in card
    exported(dataset(tmp_path / "unlicensed"), "hf", tmp_path / "second")
    card = (tmp_path / "second" / "README.md").read_text(encoding="utf-8")
    assert "license:" not in card and "No licence was named" in card


@pytest.mark.parametrize("licence", ["CC BY 4.0", "mit\ntags: x", "a/b", "-"])
def test_a_licence_that_the_hub_would_not_know_is_refused(tmp_path: Path, licence: str) -> None:
    with pytest.raises(DioramaError, match="write it as the hub does"):
        exported(dataset(tmp_path / "data"), "hf", tmp_path / "out", settings=ExportSettings(licence=licence))
    assert not (tmp_path / "out").exists()


def test_the_card_is_yaml_whatever_the_dataset_is_called(tmp_path: Path) -> None:
    yaml = pytest.importorskip("yaml")
    name = 'a: "b" # c\n---\n- d'
    exported(dataset(tmp_path / "data", sample(0), name=name), "hf", tmp_path / "out")
    head = yaml.safe_load((tmp_path / "out" / "README.md").read_text(encoding="utf-8").split("\n---\n")[0])
    assert head["pretty_name"] == 'a: "b" # c --- - d' and head["configs"][0]["config_name"] == "causal"


def test_croissant_names_every_file_with_its_checksum(tmp_path: Path) -> None:
    exported(dataset(tmp_path / "data"), "hf", tmp_path / "out")
    plain = json.loads((tmp_path / "out" / "croissant.json").read_text(encoding="utf-8"))
    said = {f["contentUrl"]: f["sha256"] for f in plain["distribution"] if f["@type"] == "cr:FileObject"}
    files = {f"data/{n}": sha256(b).hexdigest() for n, b in every_file(tmp_path / "out" / "data").items()}
    assert said == files


def test_croissant_validates_and_yields_every_record(tmp_path: Path) -> None:
    """Validating alone proves nothing: a pattern that matches no file is valid."""
    library = pytest.importorskip("mlcroissant")
    folder, out = dataset(tmp_path / "data"), tmp_path / "out"
    exported(folder, "hf", out, settings=ExportSettings(licence="cc-by-4.0"))
    found = library.Dataset(jsonld=str(out / "croissant.json"))
    assert not found.metadata.issues.errors
    for suite in ("causal", "elsewhere", "video"):
        real = list(load(folder).where(suite=suite))
        rows = list(found.records(record_set=suite))
        assert [row[f"{suite}/id"].decode() for row in rows] == [s.id for s in real]
        for row, one in zip(rows, real, strict=True):
            assert row[f"{suite}/question"].decode() == one.question
            assert tuple(o.decode() for o in row[f"{suite}/options"]) == one.options
            pictures = [m.data for m in one.media if m.kind == "image"]
            for picture, data in zip(row.get(f"{suite}/image") or (), pictures, strict=True):
                assert picture.convert("RGB").tobytes() == Image.open(io.BytesIO(data)).tobytes()
