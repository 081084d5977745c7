"""Rows of different protocols: never side by side without a word."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from diorama.report import summary
from diorama.report.making import as_csv, as_latex, as_markdown
from diorama.report.page import write_page
from diorama.report.rows import protocol_warning, rows_of
from tests.report.runs import ends, run

T = "causal/collision/L1"
BAD, GOOD = ends(T, "incorrect correct"), ends(T, "correct correct")
STRICT = {"protocol": "causalspatial"}
CHANGED = {"protocol": "causalspatial", "deviations": ("temperature 1.0",)}
WARNING = "asked under different protocols"


def test_a_row_says_its_protocol_and_what_is_different() -> None:
    runs = [
        run("lab/a", [GOOD] * 5, "reasoned_json", info=STRICT),
        run("lab/b", [GOOD] * 5, "reasoned_json", info=CHANGED),
        run("lab/c", [GOOD] * 2, "reasoned_json", info=STRICT),
        run("diorama/oracle", GOOD, "reasoned_json", info=STRICT),
    ]
    rows = {row.label: row.terms for row in rows_of(runs)}
    assert rows == {
        "a · causalspatial": "causalspatial",
        "b · causalspatial*": "causalspatial (but temperature 1.0)",
        "c · causalspatial*": "causalspatial (but 2 of 5 repeats)",
        "oracle": "causalspatial (but 1 of 5 repeats)",
    }
    caption = summary.results(rows_of(runs), "causal").caption
    assert "* b · causalspatial differs from its protocol in: temperature 1.0." in caption


def test_one_model_under_two_protocols_is_two_rows_and_a_word_in_every_place(tmp_path: Path) -> None:
    rows = rows_of([run("lab/m", [GOOD] * 5, "reasoned_json", info=STRICT), run("lab/m", BAD)])
    assert [row.label for row in rows] == ["m", "m · causalspatial"]
    assert [row.group for row in rows] == ["Models", "Models, protocol causalspatial"]
    comparison = summary.comparison(rows)
    assert comparison is not None
    for said in (summary.results(rows, "causal").caption, comparison.caption, as_markdown(rows), as_latex(rows)):
        assert WARNING in said
    write_page(rows, tmp_path / "r.html", title="t")
    page = (tmp_path / "r.html").read_text()
    assert WARNING in page.split("<main>")[0], "at the top of the page"
    assert "How each model was asked" in page and "Models, protocol causalspatial" in page


def test_the_best_is_the_best_of_its_protocol() -> None:
    runs = [
        run("lab/a", [GOOD] * 5, "reasoned_json", info=STRICT),
        run("lab/b", [BAD] * 5, "reasoned_json", info=STRICT),
        run("lab/c", BAD),
    ]
    grid = summary.results(rows_of(runs), "causal")
    assert {line.label: line.cells[-2].rank for line in grid.lines if line.row is not None} == {
        "a · causalspatial": 1, "b · causalspatial": 2, "c": 0,
    }  # fmt: skip
    assert {line.label: line.cells[-1].text for line in grid.lines if line.row is not None} == {
        "a · causalspatial": "1", "b · causalspatial": "2", "c": "",
    }  # fmt: skip


def test_rows_of_one_protocol_and_players_of_none_stand_together_without_a_warning() -> None:
    same = [run(f"lab/{name}", [GOOD] * 5, "reasoned_json", info=STRICT) for name in "ab"]
    assert not protocol_warning(rows_of([*same, run("diorama/random", BAD)]))
    assert summary.settings(rows_of([run("lab/a", GOOD), run("lab/b", BAD)])) is None, "nothing was set"


def test_a_player_with_two_rows_says_which_is_which() -> None:
    rows = rows_of([run("diorama/oracle", [GOOD] * 5, "reasoned_json", info=STRICT), run("diorama/oracle", GOOD)])
    assert sorted(row.label for row in rows) == ["oracle", "oracle · causalspatial"]


def test_a_protocol_that_is_no_longer_installed_is_still_named() -> None:
    (row,) = rows_of([run("lab/m", GOOD, "cot", info={"protocol": "theirs", "deviations": ("strategy cot",)})])
    assert (row.label, row.terms) == ("m · theirs*", "theirs (but strategy cot)")


def test_tables_for_machines_have_it_too() -> None:
    rows = rows_of([run("lab/m", [GOOD] * 5, "reasoned_json", info=CHANGED, config={"temperature": 1.0})])
    (line, *_) = csv.DictReader(io.StringIO(as_csv(rows)))
    assert (line["protocol"], line["deviations"]) == ("causalspatial", "temperature 1.0")
    asked = summary.settings(rows)
    assert asked is not None
    assert [cell.text for cell in asked.lines[0].cells] == [
        "causalspatial", "temperature 1.0", "reasoned_json", "varied", "1.0", "", "", "", "5",
    ]  # fmt: skip
