"""Exports under bad input: nothing is half there, nothing of the user's is touched, and every reason is one line."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from diorama.ask.source import Selection
from diorama.cli import app
from diorama.data import BuildPlan, create_or_open, load
from diorama.errors import DioramaError
from diorama.exchange import EXPORTERS, ExportOrder, ExportSettings, export
from tests.data.samples import every_file, for_slot, png, sample
from tests.data.test_shards import changed
from tests.exchange.mixed import dataset, exported
from tests.hostile.test_damaged_datasets import exit_code

OURS = ("evalscope", "hf", "jsonl", "lmms-eval", "vlmevalkit", "webdataset")
"""The formats of harnesses; those of trainers have tests of their own."""


@pytest.mark.parametrize("to", OURS)
def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path, to: str) -> None:
    folder = dataset(tmp_path / "data")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("mine")
    with pytest.raises(DioramaError, match="is there already: choose a new or an empty folder"):
        exported(folder, to, tmp_path / "out")
    assert every_file(tmp_path / "out") == {"mine.txt": b"mine"}


@pytest.mark.parametrize("to", OURS)
def test_a_damaged_dataset_is_refused_before_anything_is_written(tmp_path: Path, to: str) -> None:
    folder = dataset(tmp_path / "data")
    shard = next((folder / "data").glob("causal-*"))
    data = bytearray(shard.read_bytes())
    data[len(data) // 2] ^= 1
    shard.write_bytes(data)
    with pytest.raises(DioramaError, match="is damaged"):
        exported(folder, to, tmp_path / "out")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["data"]


@pytest.mark.parametrize("to", ["hf", "jsonl"])
def test_killed_in_the_middle_nothing_is_there_and_the_next_run_clears_up(tmp_path: Path, to: str) -> None:
    folder, out = dataset(tmp_path / "data"), tmp_path / "out"
    code = (
        "import os, sys; from pathlib import Path; from diorama.exchange import ExportOrder, export\n"
        "def progress(done, total):\n"
        "    left = [3]\n"
        "    def advance():\n"
        "        left[0] -= 1\n"
        "        if not left[0]: os.kill(os.getpid(), 9)\n"
        "    return advance\n"
        "export(ExportOrder(Path(sys.argv[1]), Path(sys.argv[2])), sys.argv[3], progress)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(folder), str(out), to])
    assert done.returncode == -signal.SIGKILL
    assert not out.exists() and (tmp_path / ".out.part").is_dir()
    exported(folder, to, out)
    exported(folder, to, tmp_path / "other")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["data", "other", "out"]
    assert [*every_file(out)] == [*every_file(tmp_path / "other")]


@pytest.mark.parametrize("to", OURS)
def test_an_interrupted_export_leaves_nothing(tmp_path: Path, to: str) -> None:
    def stopping(done: int, total: int) -> Callable[[], None]:
        def advance() -> None:
            raise KeyboardInterrupt

        return advance

    folder = dataset(tmp_path / "data")
    with pytest.raises(KeyboardInterrupt):
        export(ExportOrder(folder, tmp_path / "out"), to, stopping)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["data"]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 200 KB."""
    place = tmp_path / "disk"
    place.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(place)], capture_output=True).returncode:
        pytest.skip("only root can mount a small disk")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.mark.parametrize("to", OURS)
def test_a_full_disk_is_one_line_and_leaves_nothing(
    tmp_path: Path, small_disk: Path, to: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = dataset(tmp_path / "data", *(sample(k, media=(noise(k),)) for k in range(4)))
    assert exit_code("export", folder, "--to", to, "--out", small_disk / "out") == 2
    said = capsys.readouterr().err.strip().splitlines()[-1]
    assert said.startswith("diorama: ") and "No space left on device" in said
    assert not list(small_disk.iterdir())


def noise(seed: int) -> object:
    """A picture of 100 KB that cannot be compressed."""
    import io

    import numpy as np
    from PIL import Image

    from diorama.data import Media

    stream = io.BytesIO()
    Image.fromarray(np.random.default_rng(seed).integers(0, 255, (180, 190, 3), dtype=np.uint8)).save(stream, "PNG")
    return Media(role="view", kind="image", data=stream.getvalue(), name="view.png")


@pytest.mark.parametrize("to", OURS)
@pytest.mark.parametrize(
    ("column", "value"), [("id", "../../etc"), ("id", "a/b"), ("image", [{"bytes": png(), "path": "../x.png"}])]
)
def test_names_that_lead_out_of_the_folder_are_refused(tmp_path: Path, to: str, column: str, value: object) -> None:
    """A stranger's dataset with right checksums."""
    folder = dataset(tmp_path / "data", sample(0))
    shard = next((folder / "data").iterdir())
    before = load(folder).manifest.shards[shard.name]
    changed(shard, column, value)
    from hashlib import sha256

    text = (folder / "dataset.json").read_text()
    text = text.replace(f'"bytes": {before.bytes}', f'"bytes": {shard.stat().st_size}')
    (folder / "dataset.json").write_text(text.replace(before.sha256, sha256(shard.read_bytes()).hexdigest()))
    if to in ("hf", "lmms-eval"):  # what is copied as it is makes no files of these names
        exported(folder, to, tmp_path / "out")
    else:
        with pytest.raises(DioramaError, match=r"is no id of a sample|is damaged: name"):
            exported(folder, to, tmp_path / "out")
        assert not (tmp_path / "out").exists()
    assert {p.name for p in tmp_path.iterdir()} <= {"data", "out"}


def test_what_does_not_exist_or_fits_nothing_is_one_line(tmp_path: Path) -> None:
    folder = dataset(tmp_path / "data")
    for select, words in (
        (Selection(suites=["causl"]), "no suite named 'causl': did you mean 'causal'"),
        (Selection(tasks=["collision"], levels=["forward"]), "no sample passes all of these filters"),
    ):
        with pytest.raises(DioramaError, match=words):
            exported(folder, "hf", tmp_path / "out", select=select)
    for order, to, words in (
        (ExportOrder(folder, tmp_path / "out"), "vlmeval", "no format named 'vlmeval'"),
        (ExportOrder(folder, tmp_path / "out", settings=ExportSettings(licence="mit")), "jsonl", "--licence means"),
        (ExportOrder(tmp_path / "none", tmp_path / "out"), "hf", "is not a dataset"),
        (ExportOrder(folder, tmp_path / "no" / "out"), "hf", "there is no folder"),
        (ExportOrder(folder, folder / "data" / "out"), "hf", "lies in the dataset"),
    ):
        with pytest.raises(DioramaError, match=words):
            export(order, to, lambda done, total: lambda: None)
    assert not (tmp_path / "out").exists()


def test_an_unfinished_dataset_is_said_to_be_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = BuildPlan(suites=("causal",), count=8, seed=1, shard_size=4, version="1.0")
    builder = create_or_open(tmp_path / "data", plan)
    slot = builder.missing_shards()[0]
    builder.add_shard(slot.name, for_slot(slot))
    app(["export", str(tmp_path / "data"), "--to", "hf", "--out", str(tmp_path / "out")], standalone_mode=False)
    said = capsys.readouterr()
    assert "is unfinished: 4 of 8 samples" in said.err and "4 samples written" in said.out
    assert load(tmp_path / "out").manifest.unfinished == "4 of 8 samples", "nor does its copy pass for whole"


def test_what_was_left_out_is_counted_with_its_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, out = dataset(tmp_path / "data"), tmp_path / "out"
    app(["export", str(folder), "--to", "vlmevalkit", "--out", str(out)], standalone_mode=False)
    said = capsys.readouterr()
    assert "diorama: 1 left out: shows no picture: VLMEvalKit leaves such questions out" in said.err
    assert f"8 samples written to {out}" in said.out and "python -m diorama_vlmevalkit" in said.out


def test_every_format_is_listed_with_what_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    app(["formats"], standalone_mode=False)
    said = capsys.readouterr().out
    assert set(OURS) <= set(EXPORTERS.names())
    for name in OURS:
        assert f"    {name} " in said and EXPORTERS.get(name).title in said
