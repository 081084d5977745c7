"""Tar files as the webdataset library and `datasets` read them."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import datasets
import pytest
from PIL import Image

from diorama.data import Media, load
from diorama.exchange.exporters import webdataset
from tests.data.samples import png, sample
from tests.exchange.mixed import dataset, depth_png, exported, labelled, traps


def test_each_sample_has_its_own_files_side_by_side(tmp_path: Path) -> None:
    """The second picture of a sample is `<id>.1.png`; depth stays out of reach of decoders of pictures."""
    folder = dataset(tmp_path / "data")
    made = exported(folder, "webdataset", tmp_path / "out")
    found: dict[str, dict[str, bytes]] = {}
    for path in made.files:
        last = ""
        with tarfile.open(path) as tar:
            for member in tar:
                key, _, ending = member.name.partition(".")
                assert key == last or key not in found, "members of a sample stand together"
                last = key
                stream = tar.extractfile(member)
                assert stream is not None
                found.setdefault(key, {})[ending] = stream.read()
    assert set(found) == {s.id for s in load(folder)}
    first, second = labelled().media
    assert (found["elsewhere-000001"]["png"], found["elsewhere-000001"]["1.png"]) == (first.data, second.data)
    assert found["causal-traps"]["depth16"] == depth_png()
    assert {"mp4", "png", "json", "outcome.mp4"} == set(found["video-000001"])


def test_a_tar_ends_at_a_number_of_samples_and_holds_one_suite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setattr(webdataset, "TAR_SAMPLES", 2)
    made = exported(dataset(tmp_path / "data"), "webdataset", tmp_path / "out")
    assert [path.name for path in made.files] == [
        "causal-000000.tar", "causal-000001.tar", "elsewhere-000000.tar", "elsewhere-000001.tar", "video-000000.tar",
    ]  # fmt: skip


def test_datasets_reads_it(tmp_path: Path) -> None:
    media = (Media(role="view", kind="image", data=png(9), name="view.png"),)
    exported(dataset(tmp_path / "data", sample(0, media=media), sample(1, media=media)), "webdataset", tmp_path / "out")
    read = datasets.load_dataset("webdataset", data_files=str(tmp_path / "out" / "*.tar"), split="train")
    assert read["__key__"] == ["causal-000000", "causal-000001"]
    assert [row["question"] for row in read["json"]] == [sample(0).question, sample(1).question]
    assert read[0]["png"].tobytes() == Image.open(io.BytesIO(png(9))).tobytes()


def test_the_webdataset_library_reads_every_sample(tmp_path: Path) -> None:
    library = pytest.importorskip("webdataset")
    folder = dataset(tmp_path / "data", sample(0), traps(), sample(1))
    made = exported(folder, "webdataset", tmp_path / "out")
    stream = library.WebDataset([str(p) for p in made.files], shardshuffle=False).decode("pil")
    rows = list(stream)
    assert [row["json"]["id"] for row in rows] == [s.id for s in load(folder)]
    assert [tuple(row["json"]["options"]) for row in rows] == [s.options for s in load(folder)]
    for row, real in zip(rows, load(folder), strict=True):
        assert row["png"].tobytes() == Image.open(io.BytesIO(real.media[0].data)).tobytes()
    assert rows[1]["depth16"] == depth_png()
