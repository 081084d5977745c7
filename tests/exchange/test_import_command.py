"""`diorama import` and what comes after it: asked, scored, shown, audited, verified, reported."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.exchange.releases import causal_rows, causalspatial, mcq, spatialqa, structure, write_lines, write_tsv


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "diorama", *words], cwd=folder, capture_output=True, text=True, env=os.environ
    )  # fmt: skip


def test_rows_that_are_left_out_are_printed_counted_and_written(tmp_path: Path) -> None:
    write_tsv(tmp_path / "t.tsv", [mcq(0), *(mcq(k, answer="E") for k in range(1, 26))])
    done = run(tmp_path, "import", "generic", "t.tsv", "--out", "data", "--faults", "faults.txt")
    assert done.returncode == 3
    assert done.stdout.splitlines() == ["t: 1 samples (counting 1)", "data"]
    assert done.stderr.count("left out:") == 20 and "… and 5 more; faults.txt holds all of them" in done.stderr
    assert len((tmp_path / "faults.txt").read_text().splitlines()) == 25
    strict = run(tmp_path, "import", "generic", "t.tsv", "--out", "other", "--strict")
    assert strict.returncode == 2 and strict.stderr.startswith("diorama: t.tsv, row 2 (1): ")
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("causalspatal", "x"), "did you mean 'causalspatial'"),
        (("generic", "gone"), "there is no file or folder gone"),
        (("scp", ".", "--link"), "--link means nothing to the release scp"),
        (("jsonl", ".", "--map", "x"), "--map means nothing to the release jsonl"),
        (("generic", "."), "holds no table"),
    ],
)
def test_a_wrong_order_is_one_line(tmp_path: Path, words: tuple[str, ...], why: str) -> None:
    done = run(tmp_path, "import", *words, "--out", "data")
    assert done.returncode == 2 and why in done.stderr and "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_imported_releases_are_ordinary_datasets(tmp_path: Path) -> None:
    causalspatial(tmp_path / "a"), structure(tmp_path / "b"), spatialqa(tmp_path / "c")
    counts = {"causalspatial": ("a", 13), "structure": ("b", 6), "spatialqa": ("c", 2)}
    for name, (folder, count) in counts.items():
        done = run(tmp_path, "import", name, folder, "--out", name)
        assert done.returncode == 3, done.stderr
        for player, right in (("random", ""), ("oracle", f"{count} asked, {count} answered, {count} correct")):
            asked = run(tmp_path, "eval", name, "--model", f"diorama/{player}", "--logs", f"logs-{name}")
            assert asked.returncode == 0 and right in asked.stdout, asked.stderr
        verified = run(tmp_path, "verify", name)
        assert f"{count} not verified: it has no world" in verified.stdout and verified.returncode == 0
        assert run(tmp_path, "audit", name).returncode == 0
        assert run(tmp_path, "show", name, "--out", f"{name}.png").returncode == 0
        assert run(tmp_path, "report", f"logs-{name}", "--out", f"{name}.html").returncode == 0
        assert (tmp_path / f"{name}.html").stat().st_size > 10_000


@pytest.mark.slow
def test_results_of_the_official_script_are_printed_as_other_results(tmp_path: Path) -> None:
    causalspatial(tmp_path / "release")
    run(tmp_path, "import", "causalspatial", "release", "--out", "data")
    rows = causal_rows()["physics"]
    write_lines(tmp_path / "gpt5.jsonl", [
        {"question_id": r["id"], "question": r["question"], "gt_answer": r["answer"], "not_sure": r["not_sure"],
         "model_answer": str({"Reasoning": "x", "Answer": "(C)"}), "type": "physics",
         "difficulty": f"L{r['id'].split('_')[2]}"} for r in rows
    ])  # fmt: skip
    done = run(tmp_path, "score", "causal", "--data", "data", "--predictions", "gpt5.jsonl")
    assert done.returncode == 0, done.stderr
    assert "4 asked, 4 answered, 2 correct, 1 incorrect, 1 not sure" in done.stdout
    assert "realworld: 2 questions are left out" in done.stderr
    assert json.loads((next((tmp_path / "logs").glob("gpt5-replies-*"))).read_text().splitlines()[0])
