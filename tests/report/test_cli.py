"""`diorama report` and `diorama demo` as a user runs them."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

import pytest

from diorama.cli import main
from tests.data.samples import PLAN, build
from tests.report.conftest import write_run


@dataclass(frozen=True)
class Done:
    returncode: int
    stdout: str
    stderr: str


class Shell:
    """The command line in this process, from the entry point to the exit code."""

    def __init__(self, patch: pytest.MonkeyPatch, heard: pytest.CaptureFixture[str]) -> None:
        self.patch, self.heard = patch, heard

    def __call__(self, *words: str, at: Path) -> Done:
        self.patch.chdir(at)
        self.patch.setattr("sys.argv", ["diorama", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        return Done(int(ended.value.code or 0), *self.heard.readouterr())


@pytest.fixture
def diorama(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(monkeypatch, capsys)


def test_all_files_are_written_and_named(diorama: Shell, runs: Path, tmp_path: Path) -> None:
    files = {"--out": "r.html", "--csv": "r.csv", "--markdown": "r.md", "--latex": "r.tex"}
    done = diorama("report", str(runs / "logs"), *(word for pair in files.items() for word in pair), at=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == list(files.values())
    assert {p.name for p in tmp_path.iterdir()} == set(files.values())
    assert "| steady |" in (tmp_path / "r.md").read_text("utf-8")
    assert r"\begin{tabular}" in (tmp_path / "r.tex").read_text("utf-8")
    assert (tmp_path / "r.csv").read_text("utf-8").startswith("model,strategy,")


def test_without_a_file_the_results_are_printed(diorama: Shell, runs: Path, tmp_path: Path) -> None:
    done = diorama("report", str(runs / "logs"), at=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Results: causal" in done.stdout and "oracle" in done.stdout
    assert not list(tmp_path.iterdir())


def test_published_numbers_stand_beside_ours_on_request(diorama: Shell, runs: Path, tmp_path: Path) -> None:
    done = diorama("report", str(runs / "logs"), "--with-published", "--csv", "r.csv", at=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = list(csv.DictReader((tmp_path / "r.csv").read_text("utf-8").splitlines()))
    theirs = {(x["model"], x["task"], x["level"]): x["rate"] for x in lines if x["source"] != "measured"}
    assert theirs["GPT5", "all", "all"] == "0.5417" and {x["model"] for x in lines} >= {"lab/steady", "GPT-5.2"}
    done = diorama("report", str(runs / "logs"), "--with-published", at=tmp_path)
    assert "Measured and published: causal" in done.stdout and "- Other scorer. Ours:" in done.stdout


def test_analyses_are_written_as_one_line_for_each_number(diorama: Shell, runs: Path, tmp_path: Path) -> None:
    (tmp_path / "f.toml").write_text('["lab/steady"]\nfamily = "lab"\nbillions = 3\n')
    done = diorama("report", str(runs / "logs"), "--analyses", "a.csv", "--families", "f.toml", at=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = list(csv.DictReader((tmp_path / "a.csv").read_text("utf-8").splitlines()))
    told = {(line["table"], line["row"], line["column_group"], line["column"]): line for line in lines}
    assert told["Families and sizes", "steady", "parameters, billions", "all"]["value"] == "3.0"
    right = told["Doubt and length", "steady", "% of asked (TPR)", "correct"]
    assert 0 < float(right["low"]) < float(right["value"]) < float(right["high"]) < 1 and right["count"] == "20"


def test_slow_properties_are_measured_on_request(
    diorama: Shell, runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All samples show the same two cubes: what is measured is equal, which is the reason then."""
    monkeypatch.setenv("DIORAMA_CACHE", str(tmp_path / "cache"))
    for words, reason in (((), "--measure computes it"), (("--measure",), "too many are equal")):
        done = diorama("report", str(runs / "logs"), "--out", "r.html", *words, at=tmp_path)
        assert done.returncode == 0, done.stderr
        page = (tmp_path / "r.html").read_text("utf-8")
        assert reason in page.split("Right by number of occluders</b>")[1].split("</li>")[0]
    assert len(list((tmp_path / "cache" / "properties").iterdir())) == 1


@pytest.fixture(scope="module")
def two_datasets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("two")
    for name, count in (("one", 10), ("two", 8)):
        build(folder / name, PLAN.model_copy(update={"count": count}))
        write_run(folder / name, folder / "logs", "lab/m", 2)
    (folder / "empty").mkdir()
    return folder


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("logs", "--out", "r.html"), "different datasets"),
        (("empty", "--out", "r.html"), "run `diorama eval` first"),
        (("nowhere", "--out", "r.html"), "there is no nowhere"),
        (("one/dataset.json", "--out", "r.html"), "is no log"),
        (("logs", "--out", "no/such/folder/r.html"), "there is no folder"),
        (("logs", "--csv", "logs/mine.answers.jsonl"), "not written over what it is made from"),
        (("logs", "--out", "r.html", "--families", "none.toml"), "cannot read none.toml"),
    ],
)
def test_mistakes_are_one_line_and_exit_code_2(
    diorama: Shell, two_datasets: Path, words: tuple[str, ...], says: str
) -> None:
    done = diorama("report", *words, at=two_datasets)
    assert done.returncode == 2
    assert says in done.stderr and done.stderr.count("\n") == 1
    assert not (two_datasets / "r.html").exists()


@pytest.mark.slow
def test_the_demo_builds_asks_and_reports_and_goes_on_where_it_was(diorama: Shell, tmp_path: Path) -> None:
    first = diorama("demo", "--out", "demo", "--samples", "6", at=tmp_path)
    assert first.returncode == 0, first.stderr
    assert "asked diorama/oracle: " in first.stdout and "Results: structure" in first.stdout
    page = (tmp_path / "demo" / "report.html").read_bytes()
    again = diorama("demo", "--out", "demo", "--samples", "6", at=tmp_path)
    assert again.returncode == 0, again.stderr
    assert "built" not in again.stdout
    assert (tmp_path / "demo" / "report.html").read_bytes() == page
