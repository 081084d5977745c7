"""The laboratory under bad input: damaged models and examples, files that come later, settings that cannot work."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("matplotlib")

from PIL import Image

from diorama.data import Sample
from diorama.errors import DioramaError
from diorama.lab.dgar import Dgar
from diorama.lab.examples import FOLDER, Example, example_file, read_example, write_example
from diorama.lab.finishing import finish, read_analysis
from diorama.lab.perceived import source_of
from diorama.lab.runs import LabOrder, look_at
from diorama.lab.trace import Trace
from tests.lab.scenes import Command, removal


def copied(model: str, to: Path) -> Path:
    return Path(shutil.copytree(model, to))


def weights(folder: Path) -> dict[str, Any]:
    from safetensors.torch import load_file

    return dict(load_file(folder / "model.safetensors"))


def save(found: dict[str, Any], folder: Path) -> None:
    from safetensors.torch import save_file

    save_file(found, folder / "model.safetensors", metadata={"format": "pt"})


# models


def test_other_weights_in_the_same_folder_are_another_model(order: LabOrder, model: str, tmp_path: Path) -> None:
    folder = copied(model, tmp_path / "model")
    mine = replace(order, model=str(folder), select=replace(order.select, limit=1))
    look_at(mine, Dgar())
    look_at(replace(mine, model=f"{folder}/"), Dgar())
    found = weights(folder)
    save({name: tensor + 0.01 for name, tensor in found.items()}, folder)
    with pytest.raises(DioramaError, match=r"another analysis \(weights differs\)"):
        look_at(replace(mine, select=replace(order.select, limit=2)), Dgar())


def test_weights_that_are_missing_are_not_made_up(order: LabOrder, model: str, tmp_path: Path) -> None:
    folder = copied(model, tmp_path / "model")
    found = weights(folder)
    lost = next(name for name in found if "layers.1" in name)
    save({name: tensor for name, tensor in found.items() if name != lost}, folder)
    with pytest.raises(DioramaError, match=r"1 of its weights are missing .* such as .*layers\.1"):
        look_at(replace(order, model=str(folder)), Dgar())
    assert not order.out.exists()


def cut(folder: Path) -> None:
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:1000])


def other_kind(folder: Path) -> None:
    _changed(folder / "config.json", model_type="llama")


def odd_vision(folder: Path) -> None:
    _changed(folder / "config.json", vision_config=5)


def no_processor(folder: Path) -> None:
    (folder / "preprocessor_config.json").write_text("[]")


def _changed(path: Path, **values: Any) -> None:
    path.write_text(json.dumps({**json.loads(path.read_text()), **values}))


@pytest.mark.parametrize("damage", [cut, other_kind, odd_vision, no_processor])
def test_damaged_models_are_one_line(
    damage: Callable[[Path], None], command: Command, data: Path, model: str, tmp_path: Path
) -> None:
    folder = copied(model, tmp_path / "model")
    damage(folder)
    code, said = command("dgar", data, "--model", folder, "--out", tmp_path / "o", "--device", "cpu")
    assert code != 0 and ("cannot load the model" in said or "does not know models" in said)
    assert "Traceback" not in said and not (tmp_path / "o").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--device", "potato"), "no device 'potato': use cpu, cuda, mps"),
        (("--dtype", "potato"), "no numbers of the kind 'potato'"),
        (("--model", "./nowhere/model"), "there is no such folder"),
        (("--sites", "lm.999"), "no site named 'lm.999'"),
        (("--sites", ""), "no site named ''"),
    ],
)
def test_what_cannot_work_is_refused_before_anything_is_made(
    words: tuple[str, str], says: str, command: Command, data: Path, model: str, tmp_path: Path
) -> None:
    code, said = command("trace", data, "--model", model, "--out", tmp_path / "o", *words)
    assert code != 0 and says in said and not (tmp_path / "o").exists()


def test_a_dataset_without_the_tasks_says_which_are_looked_at(
    command: Command, data: Path, model: str, tmp_path: Path
) -> None:
    code, said = command("reflect", data, "--model", model, "--out", tmp_path / "o")
    assert code != 0 and "has none of the tasks that this looks at: T4" in said


# what may pass is tried again


def test_depth_maps_that_come_later_are_taken(order: LabOrder, tmp_path: Path) -> None:
    depths, masks = tmp_path / "depths", tmp_path / "masks"
    depths.mkdir()
    masks.mkdir()
    look, source = source_of(depths, masks)
    instrument = Dgar(look_at=look, source=source)
    assert look_at(order, instrument).found.total() == 3
    sample: Sample = removal(0)
    near, far = np.full((160, 256), 1000, np.uint16), np.zeros((160, 256), np.uint8)
    near[:, 128:], far[40:120, 40:128] = 3000, 255
    Image.fromarray(near).save(depths / f"{sample.id}.png")
    Image.fromarray(far).save(masks / f"{sample.id}.png")
    again = look_at(order, instrument)
    assert again.found["whole"] == 1 and again.made == 3


def test_depth_that_is_known_nowhere_is_a_reason(order: LabOrder, tmp_path: Path) -> None:
    for name, value in (("depths", 0), ("masks", 255)):
        (tmp_path / name).mkdir()
        blank = np.full((160, 256), value, np.uint16 if name == "depths" else np.uint8)
        Image.fromarray(blank).save(tmp_path / name / f"{removal(0).id}.png")
    look, source = source_of(tmp_path / "depths", tmp_path / "masks")
    found = look_at(replace(order, select=replace(order.select, limit=1)), Dgar(look_at=look, source=source)).found
    assert found == {"the depth of the target is not known": 1}


# examples and settings that somebody changed


def npy() -> bytes:
    stream = io.BytesIO()
    np.save(stream, np.zeros(3))
    return stream.getvalue()


def bomb() -> bytes:
    stream = io.BytesIO()
    whole = zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED)
    with whole as parts, parts.open("x.npy", "w", force_zip64=True) as part:
        for _ in range(1100):
            part.write(bytes(2**20))
    return stream.getvalue()


def with_facts(text: str, **arrays: Any) -> bytes:
    stream = io.BytesIO()
    np.savez_compressed(stream, facts=np.array(text), **arrays)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (npy, "cannot be read"),
        (bomb, "larger than 1024 MB"),
        (lambda: with_facts("[" * 100_000), "cannot be read"),
        (lambda: with_facts('{"chance": NaN}'), "the number NaN"),
        (lambda: with_facts("{}", x=np.array([1.0, np.nan])), "not finite"),
        (lambda: with_facts("[1]"), "is no example"),
    ],
)
def test_examples_that_are_none_are_named(made: Callable[[], bytes], says: str, tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    path.write_bytes(made())
    with pytest.raises(DioramaError, match=says):
        read_example(path)


def test_a_folder_in_place_of_an_example_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.npz").mkdir()
    with pytest.raises(DioramaError, match="it is no file"):
        read_example(tmp_path / "a.npz")


@pytest.mark.parametrize("facts", [{}, {"task": "T1"}, {"task": "T1", "mode": 3, "chance": "x", "on the picture": []}])
def test_an_example_of_something_else_is_told_in_one_line(facts: dict[str, Any], order: LabOrder) -> None:
    look_at(order, Dgar())
    write_example(order.out / FOLDER / "alien.npz", Example(facts))
    with pytest.raises(DioramaError, match=r"an example in .* is not as it was written"):
        finish(read_analysis(order.out))


def test_odd_words_in_an_example_do_not_stop_figures(order: LabOrder) -> None:
    look_at(order, Dgar())
    path = example_file(order.out, removal(0).id)
    first = read_example(path)
    write_example(path, Example({**first.facts, "task": r"$\frac{$"}, first.arrays))
    assert finish(read_analysis(order.out))


@pytest.mark.parametrize("text", ["[" * 100_000, "null", "5", "{"])
def test_a_setting_that_cannot_be_read_is_one_line(text: str, order: LabOrder) -> None:
    order.out.mkdir()
    (order.out / "setting.json").write_text(text)
    for reading in (lambda: read_analysis(order.out), lambda: look_at(order, Trace())):
        with pytest.raises(DioramaError, match="cannot be read: use another --out"):
            reading()
