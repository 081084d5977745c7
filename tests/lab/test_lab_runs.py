"""Going through samples: stops, failures, what is left out, files that were tampered with, and the commands."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("matplotlib")

from diorama.data import Sample
from diorama.errors import DioramaError
from diorama.lab.dgar import Dgar
from diorama.lab.examples import FOLDER, Example, example_file, read_example, write_example
from diorama.lab.finishing import finish, read_analysis
from diorama.lab.prompt import prepare
from diorama.lab.runs import LabOrder, look_at
from diorama.lab.trace import Trace
from tests.lab.scenes import Command


class Stopping:
    """An instrument that is stopped, or fails, at its second sample."""

    name, answers = "dgar", True

    def __init__(self, trouble: BaseException | None) -> None:
        self.seen: list[str] = []
        self.trouble = trouble

    def setting(self) -> dict[str, Any]:
        return {}

    def check(self, subject: Any) -> None:
        """It fits every model."""

    def look(self, subject: Any, sample: Sample, prompt: Any) -> Example:
        self.seen.append(sample.id)
        if len(self.seen) == 2 and self.trouble is not None:
            raise self.trouble
        return Example({"found": sample.id}, {"numbers": np.arange(3)})


def test_a_stopped_run_goes_on_where_it_was(order: LabOrder) -> None:
    first = Stopping(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        look_at(order, first)
    again = Stopping(None)
    outcome = look_at(order, again)
    assert first.seen == ["structure-t1-0", "structure-t1-1"] and again.seen == ["structure-t1-1", "structure-t1-2"]
    assert outcome.made == 2 and outcome.found == {"whole": 3} and outcome.failed == 0


def test_a_failure_of_the_model_is_counted_and_tried_again(order: LabOrder) -> None:
    outcome = look_at(order, Stopping(RuntimeError("out of memory: tried to allocate 3 GB")))
    assert outcome.failed == 1
    assert any("out of memory" in reason for reason in outcome.found)
    again = Stopping(None)
    assert look_at(order, again).failed == 0 and again.seen == ["structure-t1-1"]


def test_other_errors_are_bugs_and_not_hidden(order: LabOrder) -> None:
    with pytest.raises(KeyError):
        look_at(order, Stopping(KeyError("a bug")))


def test_another_setting_wants_another_folder(order: LabOrder) -> None:
    look_at(order, Dgar())
    with pytest.raises(DioramaError, match=r"another analysis \(margin differs\): use another --out"):
        look_at(order, Dgar(margin="paper"))
    with pytest.raises(DioramaError, match="instrument"):
        look_at(order, Trace())


@pytest.mark.parametrize("damage", [b"", b"PK\x03\x04", b"not a file of numbers"])
def test_a_damaged_example_is_named(damage: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    path.write_bytes(damage)
    with pytest.raises(DioramaError, match=r"a\.npz cannot be read: .*delete it"):
        read_example(path)


def test_nothing_pickled_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    np.savez(path, facts=np.array({"a": 1}, dtype=object))
    with pytest.raises(DioramaError, match="cannot be read"):
        read_example(path)


def test_an_id_that_is_no_name_of_a_file_is_refused(tmp_path: Path) -> None:
    for name in ("../../etc/x", "a/b", ".hidden", "", "x" * 400):
        with pytest.raises(DioramaError, match="no name of a file"):
            example_file(tmp_path, name)


def test_facts_and_arrays_come_back_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / FOLDER / "a.npz"
    write_example(path, Example({"words": "“Maß”", "none": None}, {"x": np.arange(4.0)}))
    back = read_example(path)
    assert back.facts == {"words": "“Maß”", "none": None} and back.arrays["x"].tolist() == [0, 1, 2, 3]


# from examples to tables and figures


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_tables_count_what_was_left_out(order: LabOrder, tmp_path: Path) -> None:
    look_at(order, Dgar())
    write_example(order.out / FOLDER / "z.npz", Example({"task": "T1", "left out": "no cell is depth-correct"}))
    write_example(order.out / FOLDER / "y.npz", Example({"task": "T2", "failed": "MemoryError: 40 GB"}))
    written = {path.name for path in finish(read_analysis(order.out))}
    assert {"samples.csv", "dgar.csv", "dgar_by_task.csv", "dgar_by_layer.csv"} <= written
    assert {"dgar_regions.svg", "dgar_regions.png", "dgar_layers.svg", "dgar_layers.png"} <= written
    ended = {row["ended"]: int(row["samples"]) for row in rows_of(order.out / "tables" / "samples.csv")}
    assert ended == {"looked at": 3, "no cell is depth-correct": 1, "failed: MemoryError: 40 GB": 1}
    (task,) = rows_of(order.out / "tables" / "dgar_by_task.csv")
    assert task["examples"] == "3"
    shares = [float(task[name]) for name in ("DGAR", "TF", "IRR")]
    assert sum(shares) == pytest.approx(1, abs=1e-4)
    assert float(task["DGAR low"]) <= shares[0] <= float(task["DGAR high"])


def test_the_same_examples_give_the_same_files(order: LabOrder) -> None:
    look_at(order, Dgar())
    first, again = ({path.name: path.read_bytes() for path in finish(read_analysis(order.out))} for _ in range(2))
    assert first == again


def test_traces_say_what_is_grounded(order: LabOrder) -> None:
    look_at(order, Trace(sites="all", draws=1))
    finish(read_analysis(order.out))
    rows = rows_of(order.out / "tables" / "trace.csv")
    assert {row["corrupted"] for row in rows} == {"target", "correct", "answer"}
    assert {row["groundedness"] for row in rows} == {"ungrounded"}, "random weights hang on nothing much"
    assert read_analysis(order.out).words() == []


def test_a_folder_of_something_else_is_no_analysis(tmp_path: Path) -> None:
    with pytest.raises(DioramaError, match=r"no setting\.json"):
        read_analysis(tmp_path)
    (tmp_path / "setting.json").write_text(json.dumps({"instrument": "../../x"}))
    with pytest.raises(DioramaError, match="names no analysis"):
        read_analysis(tmp_path)


# commands


def test_dgar_from_the_command_line(command: Command, data: Path, model: str, tmp_path: Path) -> None:
    code, said = command("dgar", data, "--model", model, "--out", tmp_path / "o", "--device", "cpu", "--limit", "2")
    assert code == 0 and said.startswith("2 looked at") and "dgar_layers.svg" in said
    code, said = command("dgar", data, "--model", model, "--out", tmp_path / "o", "--device", "cpu")
    assert code == 0 and said.startswith("3 looked at"), "the first two are taken as they are"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--margin", "papper"), "did you mean 'paper'"),
        (("--task", "T9"), "T9"),
        (("--depths", "/nowhere"), "go together"),
        (("--logs", "/nowhere.answers.jsonl"), "there is no /nowhere.answers.jsonl"),
    ],
)
def test_bad_words_are_one_line(
    words: tuple[str, ...], says: str, command: Command, data: Path, model: str, tmp_path: Path
) -> None:
    code, said = command("dgar", data, "--model", model, "--out", tmp_path / "o", *words)
    assert code != 0 and says in said and not (tmp_path / "o").exists()


def test_a_model_that_is_not_there_is_one_line(command: Command, data: Path, tmp_path: Path) -> None:
    code, said = command("dgar", data, "--model", tmp_path / "none", "--out", tmp_path / "o")
    assert code != 0 and "cannot load the model" in said


def test_sites_are_listed(command: Command, model: str) -> None:
    code, said = command("sites", model)
    assert code == 0 and "Qwen3-VL" in said and "deepstack.2    * model.visual.deepstack_merger_list.2" in said


def test_replies_of_a_run_are_taken_with_their_thoughts_and_verdicts(
    data: Path, order: LabOrder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model on loopback answers rightly, wrongly and not at all; its thoughts are kept apart from its replies."""
    pytest.importorskip("inspect_ai")
    from dataclasses import replace as changed

    from diorama.ask.evaluate import Order, evaluate
    from tests.ask.server import Answer, Server

    said = {"0": "<think>\nWhat is behind?\n</think>\n\nthe back", "1": "the front", "2": ""}
    with Server(lambda number, attempt: Answer(said[number])) as server:
        asked = Order(data, "diorama-api/m", base_url=server.url, logs=tmp_path / "logs", retries=0)
        path = evaluate(asked).path
    fed: dict[str, str] = {}

    def prepared(subject: Any, request: Any, **given: Any) -> Any:
        made = prepare(subject, request, **given)
        fed[given["reply"]] = made.reply
        return made

    monkeypatch.setattr("diorama.lab.runs.prepare", prepared)
    outcome = look_at(changed(order, logs=path), Stopping(None))
    assert fed["the front"] == ""
    assert next(said for reply, said in fed.items() if "back" in reply) == "<think>\nWhat is behind?\n</think>\n\n"
    assert outcome.found == {"whole": 2, "the reply holds no answer: it ends before its thoughts do": 1}
    verdicts = [read_example(example_file(order.out, f"structure-t1-{k}")).facts["verdict"] for k in range(3)]
    assert verdicts[0] == "correct" and verdicts[1:] == ["incorrect", "unread"]
