"""Measured rows beside published ones: who stands beside whom, by which metric, and what is said of the differences."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path

import pytest

from diorama.ask.run_files import Run
from diorama.ask.source import Source
from diorama.report import make_report, results_text
from diorama.report.grid import Grid, to_html, to_latex, to_markdown, to_text
from diorama.report.making import as_cells, as_csv
from diorama.report.published import Origin, beside, origin_of
from diorama.report.rows import rows_of
from tests.data.samples import PLAN, build
from tests.report.conftest import write_run
from tests.report.runs import ends, run

BUILT = Origin("", "built here from seed 7 and drawn by draft")
TASKS = ("collision", "compatibility", "occlusion", "trajectory")


def causal(verdicts: str, levels: tuple[str, ...] = ("L1", "L2")) -> dict[str, str]:
    """All tasks of `causal`, each ended in this way."""
    asked: dict[str, str] = {}
    for task in TASKS:
        for level in levels:
            asked |= ends(f"causal/{task}/{level}", verdicts)
    return asked


def tables(*runs: Run, suite: str = "causal", origin: Origin | None = BUILT) -> tuple[Grid, ...]:
    return beside(rows_of(runs), suite, origin)


def labels(grid: Grid, group: str) -> list[str]:
    """The lines of a group, each with where it is from."""
    return [f"{line.label} ({line.cells[0].text})" for line in grid.lines if line.group == group]


def cells(grid: Grid, label: str, source: str = "measured") -> dict[str, str]:
    (line,) = (x for x in grid.lines if x.label == label and x.cells[0].text == source)
    titles = [f"{c.group} {c.title}".strip() for c in grid.columns]
    return {title: f"{c.text} {c.side}".strip() for title, c in zip(titles, line.cells, strict=True)}


def beginning(grid: Grid, words: str) -> list[str]:
    return [note for note in grid.notes if note.startswith(words)]


def test_a_model_stands_above_what_was_published_of_it_and_the_rest_is_listed() -> None:
    asked = causal("correct incorrect")
    grid, _ = tables(run("openai/gpt-5", asked), run("lab/mine", asked), run("diorama/random", asked))
    assert labels(grid, "Measured and published") == ["gpt-5 (measured)", "GPT5 (published)"]
    assert labels(grid, "Measured") == ["mine (measured)"]
    assert len(labels(grid, "Published")) == 15 - 1 and "GPT5 (published)" not in labels(grid, "Published")
    assert labels(grid, "People") == ["Human (published)"]
    assert labels(grid, "Players and guessing") == ["random (measured)", "Random (published)"]
    assert all((line.source == "published") == (line.cells[0].text == "published") for line in grid.lines)


def test_ours_has_an_interval_and_theirs_its_spread() -> None:
    """Of 8 answers in L1 and 8 in L2 half are right; GPT5 has 49.65 ± 2.08 and 54.17 ± 2.40 in Table 4."""
    grid, _ = tables(run("openai/gpt-5", causal("correct incorrect")))
    assert cells(grid, "gpt-5")["Avg."] == "50.0 28–72" and cells(grid, "gpt-5")["Level 1 Avg."] == "50.0 22–78"
    theirs = cells(grid, "GPT5", "published")
    assert theirs["Level 1 Collision"] == "49.7 ± 2.1" and theirs["Avg."] == "54.2 ± 2.4"
    assert cells(grid, "Human", "published")["Avg."] == "84.5 †"
    assert beginning(grid, "†") and "the tasks give 83.02 over samples" in "".join(beginning(grid, "†"))


def test_not_sure_stands_beside_not_sure() -> None:
    """One of four is not sure, as a share of all: 25 %. Table 2 has 5.04 and 17.29 % for Sonnet 3.7."""
    _, grid = tables(run("anthropic/claude-3-7-sonnet-20250219", causal("not_sure correct correct incorrect")))
    assert grid.title == "Measured and published: causal, not sure"
    assert cells(grid, "claude-3-7-sonnet-20250219")["Level 2 Avg."].split()[0] == "25.0"
    assert cells(grid, "Sonnet 3.7", "published") == {
        "from": "published",
        "Level 1 Avg.": "5.0",
        "Level 2 Avg.": "17.3",
    }


def test_averages_over_tasks_that_were_not_asked_are_left_out() -> None:
    asked = causal("correct incorrect", ("L1",)) | ends("causal/collision/L2", "correct")
    (grid, _) = tables(run("openai/gpt-5", asked))
    titles = [f"{c.group} {c.title}".strip() for c in grid.columns]
    assert "Level 1 Avg." in titles and "Level 2 Collision" in titles
    assert "Level 2 Avg." not in titles and "Avg." not in titles and "Level 2 Occlusion" not in titles
    (note,) = beginning(grid, "Fewer tasks")
    assert "Compatibility L2, Occlusion L2, Trajectory L2." in note


def test_differences_are_named_one_a_line() -> None:
    asked = causal("correct incorrect")
    as_paper: Mapping[str, object] = {"protocol": "causalspatial"}
    followed = run("a/followed", [asked] * 5, "reasoned_json", info=as_paper)
    once = run("a/once", asked, "reasoned_json", info=as_paper)
    free = run("a/free", asked, config={"temperature": 0.5})
    grid, other = tables(followed, once, free)
    (data,) = beginning(grid, "Other data")
    assert "built here from seed 7" in data and "Blender" in data
    (protocol,) = beginning(grid, "Other protocol")
    assert "free: no protocol (strategy direct, asked once, temperature 0.5)" in protocol
    assert "causalspatial (but 1 of 5 repeats)" in protocol and "followed" not in protocol
    assert "Theirs: strategy reasoned_json, asked 5 times" in protocol
    (scorer,) = beginning(grid, "Other scorer")
    assert "JSON" in scorer
    assert len(beginning(grid, "Other shares")) == 1 and not beginning(other, "Other"), "once for each suite"


def test_only_what_differs_is_named() -> None:
    """Their own questions, asked as they asked: what is left is who reads the replies, and that not all were asked."""
    asked = causal("correct incorrect")
    followed = run("a/m", [asked] * 5, "reasoned_json", info={"protocol": "causalspatial"})
    grid, _ = tables(followed, origin=Origin("causalspatial", "imported as causalspatial"))
    assert [note.split(".")[0] for note in grid.notes if not note.startswith("†")] == ["Other scorer"]
    theirs = ends("structure/T1/", "correct correct")
    (grid,) = tables(run("m", theirs), suite="structure", origin=Origin("structure", "imported as structure"))
    assert beginning(grid, "Fewer questions: 2 of their 3,034") and not beginning(grid, "Other data")
    other = tables(run("m", theirs), suite="structure", origin=Origin("generic", "imported as generic"))
    assert "imported as generic" in beginning(other[0], "Other data")[0]


def test_a_lost_dataset_leaves_open_whose_questions_they_are() -> None:
    (grid, _) = tables(run("m", causal("correct")), origin=None)
    assert "--data" in beginning(grid, "Other data, perhaps")[0]


def test_where_a_dataset_comes_from_is_read_from_its_plan(tmp_path: Path) -> None:
    build(tmp_path / "ours")
    build(tmp_path / "theirs", PLAN.model_copy(update={"imported_from": "causalspatial"}))
    assert origin_of(Source(tmp_path / "ours")) == BUILT
    found = origin_of(Source(tmp_path / "theirs"))
    assert found is not None and found.imported_from == "causalspatial"
    assert origin_of(None) is None


def test_swaps_that_overlap_have_a_table_of_their_own() -> None:
    swaps = run("qwen/qwen3-vl-8b-thinking", ends("structure/T5/", "correct incorrect"), answer_kind="swaps")
    noted = tuple(r.model_copy(update={"flags": {"overlaps": not r.correct}}) for r in swaps.records)
    main, overlaps = tables(swaps.model_copy(update={"records": noted}), suite="structure")
    assert [c.title for c in main.columns] == ["from", "T5 one swap"]
    assert cells(overlaps, "qwen3-vl-8b-thinking")["Volumetric planning T5 one swap"].startswith("50.0")
    assert cells(overlaps, "Qwen3-VL-8B-Thinking", "published")["Volumetric planning T5 one swap"] == "2.0"


def test_plans_are_compared_as_the_released_scorer_counts_them() -> None:
    """2 of 3 given steps match by its count: 67 %. Strictly it would be 1 of 3."""
    counts = {"steps_matched": 1.0, "steps_given": 3.0, "steps_wanted": 4.0}
    counts |= {"published_steps_matched": 2.0, "published_steps_given": 3.0, "published_steps_wanted": 4.0}
    plans = run("openai/gpt-4o", ends("logic/pick-up/", "incorrect"), answer_kind="plan", numbers=counts)
    (grid,) = tables(plans, suite="logic")
    ours, theirs = cells(grid, "gpt-4o"), cells(grid, "GPT-4o", "published")
    assert (ours["content precision"].split()[0], ours["content recall"].split()[0]) == ("66.7", "50.0")
    assert ours["precondition F1"] == "" and theirs["precondition F1"] == "25.1"
    assert "GPT-4o · CoT" not in {line.label for line in grid.lines}
    cot = run("openai/gpt-4o", ends("logic/pick-up/", "incorrect"), "cot", answer_kind="plan", numbers=counts)
    (grid,) = tables(plans, cot, suite="logic")
    both = labels(grid, "Measured and published")
    assert both == [
        "gpt-4o (measured)", "GPT-4o (published)", "gpt-4o · cot (measured)", "GPT-4o · CoT (published)",
    ]  # fmt: skip
    assert cells(grid, "GPT-4o · CoT", "published")["content F1"] == "67.6"


def test_a_judge_is_named_with_the_scorer() -> None:
    counts = {f"published_steps_{part}": 1.0 for part in ("matched", "given", "wanted")}
    asked = ends("logic/pick-up/", "incorrect")
    plans = run("m", asked, answer_kind="plan", info={"grader": "openai/gpt-4o"}, numbers=counts)
    (grid,) = tables(plans, suite="logic")
    assert "openai/gpt-4o as the judge" in beginning(grid, "Other scorer")[0]


def clips(verdicts: str) -> dict[str, str]:
    return ends("video/counting/forward", verdicts) | ends("video/counting/backward", verdicts)


def test_a_setting_stands_beside_the_same_setting() -> None:
    """The paper's Qwen3-VL-8B has 51.28 % in counting, and 58.12 % when it sees the unseen part (Table 5)."""
    base, gold = run("qwen/qwen3-vl-8b-instruct", clips("correct")), run("x/qwen3-vl-8b", clips("correct"), "gold")
    (grid,) = tables(base, gold, suite="video")
    assert labels(grid, "Measured and published") == [
        "qwen3-vl-8b-instruct (measured)", "Qwen3-VL-8B (published)", "qwen3-vl-8b · gold (measured)",
        "Qwen3-VL-8B · gold video (published)",
    ]  # fmt: skip
    assert cells(grid, "Qwen3-VL-8B · gold video", "published")["Counting"] == "58.1"
    assert not [line for line in grid.lines if "caption" in line.label], "nobody was asked in that setting"
    assert cells(grid, "qwen3-vl-8b-instruct")["Counting"].startswith("100.0"), "forward and backward together"


def test_a_thinking_variant_is_the_setting_self_thinking_where_that_is_one() -> None:
    (grid,) = tables(run("qwen/qwen3-vl-8b-thinking", clips("correct")), suite="video")
    assert labels(grid, "Measured and published") == [
        "qwen3-vl-8b-thinking (measured)", "Qwen3-VL-8B · self-thinking (published)",
    ]  # fmt: skip


def test_clips_of_one_direction_are_fewer_questions_than_theirs() -> None:
    (grid,) = tables(run("m", ends("video/counting/forward", "correct")), suite="video")
    assert beginning(grid, "Fewer questions: theirs are backward and forward together, and none here is backward")


def test_how_often_the_right_option_is_least_plausible_has_a_table_of_its_own() -> None:
    stage = {"least plausible/is the right option": 1.0}
    asked = run("openbmb/MiniCPM-V-4_5", clips("correct incorrect"), "least_plausible", stages=stage)
    _, grid = tables(asked, suite="video")
    assert cells(grid, "MiniCPM-V-4_5 · least plausible")["Counting"].split()[0] == "100.0"
    assert cells(grid, "MiniCPM-V-4.5 · least plausible", "published")["Counting"] == "15.4"


def test_a_suite_without_a_paper_has_no_comparison() -> None:
    assert tables(run("m", ends("mine/task/", "correct")), suite="mine") == ()


def test_every_form_of_a_table_says_what_is_published_and_what_differs() -> None:
    grid, _ = tables(run("openai/gpt-5", causal("correct incorrect")))
    assert "| GPT5 | published | 49.7 ± 2.1 |" in to_markdown(grid)
    assert "\n- Other scorer. Ours: by a letter" in to_markdown(grid)
    assert r"GPT5 & published & 49.7 {\scriptsize $\pm$ 2.1} &" in to_latex(grid)
    assert r"\parbox{\linewidth}{\footnotesize Other data. Ours:" in to_latex(grid) and r"\dag{}" in to_latex(grid)
    assert '<tr class="aside"><th class="name"' in to_html(grid) and "<li>Other scorer. Ours:" in to_html(grid)
    assert "- Other scorer. Ours:" in to_text(grid)
    lines = list(csv.DictReader(io.StringIO(as_cells([grid]))))
    kept = {(line["row"], line["column_group"], line["column"]): line for line in lines}
    theirs, ours = kept["GPT5", "Level 1", "Collision"], kept["gpt-5", "Level 1", "Collision"]
    assert (theirs["source"], theirs["value"], theirs["low"]) == ("published", "0.4965", "")
    assert ours["source"] == "measured" and float(ours["low"]) < float(ours["value"]) == 0.5


def test_the_csv_has_published_lines_after_ours_under_the_same_columns() -> None:
    swaps = run("openai/gpt-5", causal("correct incorrect") | ends("structure/T5/", "correct"))
    rows = rows_of([swaps])
    alone, both = (list(csv.DictReader(io.StringIO(as_csv(rows, flag)))) for flag in (False, True))
    assert both[: len(alone)] == alone and {line["source"] for line in alone} == {"measured"}
    theirs = {(line["model"], line["task"], line["level"]): line for line in both[len(alone) :]}
    whole = theirs["GPT5", "all", "all"]
    assert (whole["rate"], whole["spread"], whole["source"]) == ("0.5417", "0.024", "published, table 4")
    t5 = theirs["GPT-5.2", "T5", ""]
    assert (t5["rate"], t5["asked"], t5["overlaps"]) == ("0.9252", "602", "0.002")
    assert whole["protocol"] == "causalspatial" and whole["answered"] == "", "what a paper does not say is empty"


@pytest.fixture(scope="module")
def files(runs: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A report with published numbers, as each kind of file."""
    folder = tmp_path_factory.mktemp("beside")
    wanted = {name: folder / f"r.{name}" for name in ("html", "csv", "markdown", "latex", "analyses")}
    make_report(
        [runs / "logs"], out=wanted["html"], csv=wanted["csv"], markdown=wanted["markdown"], latex=wanted["latex"],
        analyses=wanted["analyses"], with_published=True,
    )  # fmt: skip
    return {name: path.read_text("utf-8") for name, path in wanted.items()}


def test_every_file_of_a_report_has_the_comparison(files: dict[str, str], page: Path) -> None:
    assert all("Gemini2.5 Flash" in text for text in files.values())
    heading = "Measured and published: causal"
    assert all(heading in files[name] for name in ("html", "markdown", "analyses"))
    plain = page.read_text("utf-8")
    assert heading not in plain and "Gemini2.5 Flash" in plain
    folded = [text.count("What the paper reports") for text in (plain, files["html"])]
    assert folded == [2, 1], "causal stands beside ours instead; of structure nothing here has a task of the paper"


def test_the_terminal_has_it_too(runs: Path) -> None:
    assert "Measured and published" not in results_text([runs / "logs"])
    text = results_text([runs / "logs"], with_published=True)
    assert "GPT5" in text and "- Other data. Ours: built here from seed 7" in text


def test_a_hostile_name_is_text_in_the_comparison_too(runs: Path, tmp_path: Path) -> None:
    build(tmp_path / "data")
    write_run(tmp_path / "data", tmp_path / "logs", "x/<b>gpt-5|**", 2)
    make_report([tmp_path / "logs"], out=tmp_path / "r.html", markdown=tmp_path / "r.md", with_published=True)
    assert "<b>gpt-5" not in (tmp_path / "r.html").read_text("utf-8")
    assert "| &lt;b>gpt-5\\|\\*\\* | measured |" in (tmp_path / "r.md").read_text("utf-8")
