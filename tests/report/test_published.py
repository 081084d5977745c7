"""The papers' numbers: counted, added up again as the papers say they add up, and within bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest

from diorama.ask.protocols import PROTOCOLS
from diorama.ask.strategies import STRATEGIES
from diorama.errors import DioramaError
from diorama.report.published import BY_SUITE, PAPERS, PublishedNumber, published
from diorama.report.published.names import same_model
from diorama.report.published.papers import GUESSING, PEOPLE
from diorama.suites import get_suite

EVERY = published()
ROUNDING = 0.005
"""Of a number with two decimals."""

COUNTS = {
    # 17 lines: 11 rates each; Table 2 also 15 × 2 rates of "not sure" and 15 ranks
    "causalspatial": {"2": 17 * 11 + 15 * 2 + 15, "4": 17 * 11, "figure 3": 5, "figure 6": 2},
    "structure": {"1": 6 + 1, "2": 6 * 6, "3": 6 * 2, "4": 5 * 2, "figure 1": 4 + 3 + 3, "figure 3": 1 + 4},
    # 42 lines of six scores, 29 with a size; one score is a dash
    "spatialqa": {
        "1": 16, "2": 42 * 6 + 29 - 1, "3": 4 * 4, "4a": 7 * 2, "4b": 7 * 4, "5a": 4 * 2, "5b": 4 * 2, "A1": 8 * 3,
        "text 3.2": 4, "text 3.4": 2,
    },
    # lines of nine rates; where a line says how far it is from the base, ten
    "scp": {
        "1": 24 * 9, "2": 3 * 3 + 2 * 3, "3": 3 * 4 + 2 * 4, "4": 22 * 2, "5": 9 * 10, "6": 4 * 10, "7": 4 * 10,
        "8": 4 * 9 + 8 * 10, "9": 8 * 10, "10": 14 * 9, "11": 4 * 10, "12": 3 * 10, "13": 8 * 10, "14": 12 * 10,
        "15": 13, "16": 4 * 9, "17": 8 * 9, "text 1": 2, "figure 5": 1,
    },
}  # fmt: skip


@pytest.mark.parametrize("paper", PAPERS)
def test_every_table_has_all_of_its_numbers(paper: str) -> None:
    assert Counter(number.table for number in published(paper)) == COUNTS[paper]
    assert {number.paper for number in published(paper)} == {paper}


def test_nothing_is_there_twice() -> None:
    keys = Counter((x.paper, x.table, x.model, x.setting, x.task, x.level, x.metric) for x in EVERY)
    assert [key for key, n in keys.items() if n > 1] == []


def test_values_are_within_bounds_and_named_as_ours_are() -> None:
    bounds = {
        "%": (0, 100), "coefficient": (-1, 1), "share": (0, 1), "points": (-100, 100), "count": (0, 10**7),
        "hours": (0, 1000), "billions": (0, 1000), "place": (1, 15),
    }  # fmt: skip
    for number in EVERY:
        low, high = bounds[number.unit]
        assert low <= number.value <= high, number
        assert number.spread is None or 0 <= number.spread < 50, number
        assert number.n is None or number.n > 0, number
    for suite, paper in BY_SUITE.items():
        tasks = get_suite(suite).tasks()
        levels = {""} | {task.level for task in tasks} | {f"{steps} steps" for steps in (*range(2, 8), "8-10")}
        assert {x.task for x in published(paper.name)} <= {""} | {task.name for task in tasks}
        assert {x.level for x in published(paper.name)} <= levels


def test_every_setting_that_is_ours_too_is_in_the_tables_and_is_a_strategy() -> None:
    for paper in BY_SUITE.values():
        told = {x.setting for x in published(paper.name)}
        assert set(paper.settings) <= told
        assert set(paper.settings.values()) - {"thinking"} <= set(STRATEGIES.names())
        assert paper.name in PROTOCOLS.names()
        tables = {x.table for x in published(paper.name)}
        for comparison in paper.comparisons:
            assert set(comparison.tables) <= tables
            assert all(published(paper.name, table=t, metric=tuple(comparison.metrics)) for t in comparison.tables)


def rates(
    paper: str, table: str, metric: str = "correct"
) -> dict[tuple[str, str], dict[tuple[str, str], PublishedNumber]]:
    """The rates of a table by model and setting, and by task and level."""
    found: dict[tuple[str, str], dict[tuple[str, str], PublishedNumber]] = {}
    for x in published(paper, table=table, metric=metric):
        found.setdefault((x.model, x.setting), {})[x.task, x.level] = x
    return found


def over_samples(cells: Mapping[tuple[str, str], PublishedNumber], weights: Mapping[tuple[str, str], int]) -> float:
    return sum(n * cells[cell].value for cell, n in weights.items()) / sum(weights.values())


CAUSAL = {
    ("collision", "L1"): 286, ("compatibility", "L1"): 63, ("occlusion", "L1"): 135, ("trajectory", "L1"): 192,
    ("collision", "L2"): 127, ("compatibility", "L2"): 36, ("occlusion", "L2"): 54, ("trajectory", "L2"): 137,
}  # fmt: skip
"""Questions of each task: not printed as text, but models' rates are whole numbers of these (40.94 % is 52 of 127)."""
CAUSAL_DOES_NOT_FIT = {
    ("Spatial-MLLM", "L2"): 0.30, ("Human", "L1"): 0.66, ("Human", "L2"): -6.40, ("Human", ""): -1.47,
    ("Random", "L2"): -2.50, ("Random", ""): -1.12,
}  # fmt: skip
"""Averages of the paper that its own tasks do not give, and by how much; people were asked fewer questions."""


@pytest.mark.parametrize("table", ["2", "4"])
def test_averages_of_causalspatial_are_over_samples(table: str) -> None:
    odd = {}
    for (model, _), cells in rates("causalspatial", table).items():
        for level in ("L1", "L2", ""):
            weights = {cell: n for cell, n in CAUSAL.items() if level in ("", cell[1])}
            away = over_samples(cells, weights) - cells["", level].value
            if abs(away) > 0.02:
                odd[model, level] = round(away, 2)
                assert f"give {over_samples(cells, weights):.2f}" in cells["", level].note
            else:
                assert not cells["", level].note
    assert odd == CAUSAL_DOES_NOT_FIT


def test_both_tables_of_causalspatial_agree_and_ranks_are_by_the_average() -> None:
    assert {k: {c: x.value for c, x in v.items()} for k, v in rates("causalspatial", "2").items()} == {
        k: {c: x.value for c, x in v.items()} for k, v in rates("causalspatial", "4").items()
    }
    averages = {m: c["", ""].value for (m, _), c in rates("causalspatial", "2").items() if m not in (PEOPLE, GUESSING)}
    order = sorted(averages, key=lambda model: -averages[model])
    assert {x.model: int(x.value) for x in published(metric="rank")} == {m: k for k, m in enumerate(order, start=1)}


SCP = {
    ("appearance-order", ""): 167, ("counting", ""): 117, ("planning", ""): 491, ("relation", ""): 874,
    ("relative-distance", ""): 376, ("relative-size", ""): 42, ("relative-speed", ""): 155, ("spatial-state", ""): 278,
}  # fmt: skip
SCP_SUBSET = {
    ("appearance-order", ""): 98, ("counting", ""): 90, ("planning", ""): 430, ("relation", ""): 569,
    ("relative-distance", ""): 284, ("relative-size", ""): 37, ("relative-speed", ""): 128, ("spatial-state", ""): 208,
}  # fmt: skip
"""Of Table 14, single view and forward: not printed, but its rates are whole numbers of these (three more of planning
with pictures and clips)."""
SCP_DOES_NOT_FIT = {
    ("1", "Human", ""): -1.49, ("6", "Spatial-MLLM", "cutpoint image"): 0.16, ("8", "Spatial-MLLM", ""): 0.08,
    ("8", "Spatial-MLLM", "gold video"): -4.96, ("8", "Spatial-MLLM", "full video"): 0.11,
}  # fmt: skip


def test_averages_of_scp_are_over_samples_and_those_of_people_over_types() -> None:
    assert {x.task: int(x.value) for x in published("scp", table="4", metric="questions") if x.task} == {
        task: n for (task, _), n in SCP.items()
    }
    odd, checked = {}, 0
    for table in ("1", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "16", "17"):
        metric = "least_plausible" if table == "16" else "correct"
        for (model, setting), cells in rates("scp", table, metric).items():
            weights = SCP
            if table == "14":
                weights = SCP_SUBSET if setting == "text scaffold" else {**SCP_SUBSET, ("planning", ""): 433}
            away = over_samples(cells, weights) - cells["", ""].value
            checked += 1
            if abs(away) > 0.02:
                odd[table, model, setting] = round(away, 2)
                assert f"give {over_samples(cells, weights):.2f}" in cells["", ""].note
    assert odd == SCP_DOES_NOT_FIT and checked == 24 + 9 + 4 + 4 + 12 + 8 + 14 + 4 + 3 + 8 + 12 + 4 + 8
    people = rates("scp", "1")[PEOPLE, ""]
    assert sum(people[cell].value for cell in SCP) / 8 == pytest.approx(people["", ""].value, abs=2 * ROUNDING)


def test_rates_are_whole_numbers_of_questions_unless_noted() -> None:
    """66.24 % of 2,500 is 1,656; what is no whole number was misprinted, or over fewer questions than said."""
    checked = 0
    for x in published(("structure"), metric=("correct", "overlaps")) + published(
        "scp", metric=("correct", "least_plausible")
    ):
        if x.n is None:
            continue
        half = 0.05 if (x.paper, x.table) in (("structure", "3"), ("structure", "4")) else ROUNDING
        fits = abs(100 * round(x.value * x.n / 100) / x.n - x.value) <= half + 1e-9
        assert fits != ("no whole number of n" in x.note), x
        checked += 1
    assert checked > 900


def test_of_structure_t1_and_t3_are_parts_of_more_questions_than_the_paper_counts() -> None:
    counted = {x.task: int(x.value) for x in published("structure", table="1")}
    assert sum(n for task, n in counted.items() if task) == counted[""] == 3034
    assert (counted["T1"], counted["T3"]) == (602, 900)
    for task, n in (("T1", 604), ("T3", 901)):
        for x in published("structure", table="2", task=task):
            assert abs(100 * round(x.value * n / 100) / n - x.value) <= ROUNDING + 1e-9


def test_correct_answers_of_the_robotics_model_add_up() -> None:
    cells = rates("structure", "4")["Gemini Robotics-ER 1.6", "failures of Gemini 3.1"]
    counts = rates("structure", "4", "correct_answers")["Gemini Robotics-ER 1.6", "failures of Gemini 3.1"]
    assert sum(x.value for cell, x in counts.items() if cell[0]) == counts["", ""].value == 28
    for cell, x in cells.items():
        assert x.n is not None and x.value == pytest.approx(100 * counts[cell].value / x.n)


def test_f1_follows_from_recall_and_precision_but_for_three_cells() -> None:
    """All are rounded to one decimal, so F1 may be anything that recall and precision so rounded can give."""

    def f1(recall: float, precision: float) -> float:
        return 2 * recall * precision / (recall + precision) if recall + precision else 0.0

    odd = {}
    scores = {(x.model, x.metric): x for x in published("spatialqa", table="2", metric=METRICS)}
    for (model, metric), x in scores.items():
        aspect, _, score = metric.partition("_")
        if score == "f1":
            r, p = (scores[model, f"{aspect}_{part}"].value for part in ("recall", "precision"))
            low, high = f1(max(0, r - 0.05), max(0, p - 0.05)) - 0.05, f1(r + 0.05, p + 0.05) + 0.05
            if not low <= x.value <= high:
                odd[model, aspect] = round(f1(r, p) - x.value, 1)
                assert f"give {f1(r, p):.1f}" in x.note
    assert odd == {
        ("LLaVA1.5-13B", "content"): 1.2, ("Qwen3-VL-8B-Ins", "precondition"): 0.6, ("GPT-5-mini", "precondition"): 0.2,
    }  # fmt: skip


METRICS = [f"{aspect}_{score}" for aspect in ("content", "precondition") for score in ("recall", "precision", "f1")]


def test_gains_are_differences_to_the_base_but_for_two_cells() -> None:
    """Of one the arrow is turned, of the other two digits."""
    base = {x.model: x.value for x in published("scp", table="1", metric="correct", task="")}
    odd, checked = {}, 0
    for x in published("scp", metric="gain"):
        (cell,) = published("scp", table=x.table, model=x.model, setting=x.setting, task="", metric="correct")
        checked += 1
        if abs(cell.value - base[x.model] - x.value) > 2 * ROUNDING:
            odd[x.table, x.model] = (x.value, round(cell.value - base[x.model], 2))
            assert "the averages differ by" in x.note
    assert odd == {("7", "InternVL3.5-8B"): (1.96, -1.96), ("14", "LLaVA-OneVision-1.5-8B"): (14.52, 14.25)}
    assert checked == len(published("scp", metric="gain")) > 60


def test_repeated_numbers_are_the_same_in_every_table_but_for_two_cells() -> None:
    values: dict[tuple[str, ...], set[float]] = {}
    for x in EVERY:
        if x.metric != "gain":
            values.setdefault((x.paper, x.model, x.setting, x.task, x.level, x.metric), set()).add(x.value)
    odd = {(key[1], key[3]) for key, several in values.items() if len(several) > 1}
    assert odd == {("Spatial-MLLM", "relation"), ("Spatial-MLLM", "relative-distance")}


def value(paper: str, table: str, **where: str) -> float:
    (found,) = published(paper, table=table, **where)
    return found.value


def scp(model: str, table: str = "1", **where: str) -> float:
    return value("scp", table, model=model, task="", metric="correct", **where)


def mean(*values: float) -> float:
    return sum(values) / len(values)


SMALL = ("Qwen3-VL-8B", "InternVL3.5-8B", "MiniCPM-V-4.5")


@pytest.mark.parametrize(
    ("computed", "said", "off"),
    [
        pytest.param(mean(*(scp(m, "2", setting="gold video") for m in SMALL)), 52.44, 0, id="scp 6: gold video"),
        pytest.param(mean(*(scp(m, "2", setting="dense caption only") for m in SMALL)), 44.59, 0, id="scp 6: captions"),
        pytest.param(scp("Qwen3-VL-4B", "10") - scp("Qwen3-VL-8B", "10"), 2.72, 0, id="scp D.4.1: 8B behind 4B"),
        pytest.param(scp("Qwen3-VL-235B-A22B") - scp("Qwen3-VL-2B"), 18, 0, id="scp D.4.1: largest before smallest"),
        pytest.param(
            scp("InternVL3.5-241B-A28B", "10") - scp("InternVL3.5-1B", "10"), 21.81, -0.01, id="scp D.4.1: InternVL"
        ),
        pytest.param(scp("Human") - scp("GPT-5"), 22.37, 1.0, id="scp 1: people before the best model"),
        pytest.param(
            value("causalspatial", "4", model="GPT5", task="", level="")
            - value("causalspatial", "4", model="GPT5-mini", task="", level=""),
            9, -0.27, id="causalspatial E.1: nearly 9 points",
        ),
        pytest.param(
            value("causalspatial", "4", model="Qwen3-VL-30B-A3B-T.", task="", level="L2"), 50.50, -5.71,
            id="causalspatial 2.4.2: the average of both levels is given as that of level 2",
        ),
        pytest.param(sum(x.value for x in published("spatialqa", table="text 3.2") if x.setting), 9605, 0,
                     id="spatialqa 3.2: sources"),
        pytest.param(len(rates("spatialqa", "2", "content_f1")) - 1, 41, 0, id="spatialqa 3.4: models"),
        pytest.param(max(x.value for x in published("structure", table="3")), 6.70, 0, id="structure 5: overlaps"),
        pytest.param(min(x.value for x in published("structure", table="2", task=("T5", "T6"))), 53, 0.33,
                     id="structure 5: planning from 53"),
        pytest.param(sum(x.value < 3 for x in published("structure", table="2", task="T4")), 3, 1,
                     id="structure 5: models below 3 % in T4"),
        pytest.param(sum(x.value > 70 for x in published("structure", table="2", task="T6")), 3, 1,
                     id="structure 5: models above 70 % in T6"),
        pytest.param(sum(x.value > 67 for x in published("structure", table="2", task="T5")), 5, 1,
                     id="structure 5: models above 67 % in T5"),
    ],
)  # fmt: skip
def test_what_the_texts_say_of_the_tables(computed: float, said: float, off: float) -> None:
    """`off` is by how much a text differs from the tables that it speaks of."""
    assert computed - said == pytest.approx(off, abs=2 * ROUNDING)


def test_the_text_of_causalspatial_has_other_rates_of_not_sure_than_its_table() -> None:
    noted = {x.model: bool(x.note) for x in published("causalspatial", table="figure 3")}
    for model, odd in noted.items():
        (said,) = published("causalspatial", table="figure 3", model=model)
        levels = [x.value for x in published("causalspatial", table="2", model=model, metric="not_sure")]
        assert (not min(levels) <= said.value <= max(levels)) == odd
    assert sum(noted.values()) == 4


def test_selections_combine_and_an_unknown_paper_is_named() -> None:
    (one,) = published("structure", table="2", model="GPT-5.2", task=("T1",))
    assert (one.value, one.spread, one.unit, one.n) == (23.01, 3.48, "%", 602)
    assert published("structure", table="2", model="nobody") == ()
    with pytest.raises(DioramaError, match="did you mean 'structure'"):
        published("structures")


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("openai/gpt-5", "GPT5"), ("openai/gpt-5-2025-08-07", "GPT-5"), ("openai/gpt-5-mini", "GPT5-mini"),
        ("openrouter/openai/gpt-5.2", "GPT-5.2"), ("google/gemini-2.5-pro", "Gemini2.5 Pro"),
        ("openrouter/qwen/qwen3-vl-8b-instruct", "Qwen3-VL-8B-I."), ("hf/Qwen/Qwen3-VL-8B-Instruct", "Qwen3-VL-8B"),
        ("qwen/qwen3-vl-30b-a3b-thinking", "Qwen3-VL-30B-A3B-T."),
        ("anthropic/claude-3-7-sonnet-20250219", "Sonnet 3.7"),
        ("anthropic/claude-sonnet-4-5", "Claude Sonnet 4.5"), ("google/gemma-3-27b-it", "Gemma3-27B-Ins"),
        ("lmms-lab/LLaVA-OneVision-1.5-8B-Instruct", "LLaVAOneVision1.5-8B-I."),
        ("OpenGVLab/InternVL3_5-8B", "InternVL3.5-8B-Ins"), ("llava-hf/llava-v1.6-vicuna-7b", "LLaVA1.6-vicuna-7B"),
        ("z-ai/glm-4.6v", "GLM-4.6V"), ("openai/gpt-4o-mini-2024-07-18", "GPT-4o-mini"),
    ],
)  # fmt: skip
def test_names_of_one_model_match(ours: str, theirs: str) -> None:
    assert same_model(ours, theirs)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("openai/gpt-5", "GPT-5.2"), ("openai/gpt-5", "GPT5-mini"), ("openai/gpt-4o", "GPT-4o-mini"),
        ("qwen/qwen3-vl-8b-thinking", "Qwen3-VL-8B-I."), ("qwen/qwen3-vl-8b-thinking", "Qwen3-VL-8B"),
        ("qwen/qwen2.5-vl-7b-instruct", "Qwen3-VL-7B"), ("qwen/qwen3-vl-30b-a3b-instruct", "Qwen3-VL-32B"),
        ("anthropic/claude-opus-4-5", "Claude Sonnet 4.5"), ("google/gemini-2.5-pro", "Gemini 2.5 Flash"),
        ("diorama/random", "Human"),
    ],
)  # fmt: skip
def test_names_of_two_models_do_not(ours: str, theirs: str) -> None:
    assert not same_model(ours, theirs)


def test_no_two_models_of_a_table_are_taken_for_one() -> None:
    """But for the size that a name leaves out, tables would show two models as one."""
    for paper, table in (("causalspatial", "4"), ("structure", "2"), ("spatialqa", "2"), ("scp", "1"), ("scp", "10")):
        names = sorted({x.model for x in published(paper, table=table)})
        assert [(a, b) for a in names for b in names if a < b and same_model(a, b)] == []


@pytest.mark.parametrize(("metric", "total"), [("questions", 2500), ("clips", 1181)])
def test_statistics_of_scp_add_up_but_for_viewpoints_and_scenes(metric: str, total: int) -> None:
    """Each question has one scene, viewpoint, direction and type; a clip has one scene, and any of the others."""
    table = published("scp", table="4", metric=metric)
    scenes = [x for x in table if x.setting.startswith("scene ")]
    views = [x for x in table if x.setting.startswith("perspective ")]
    assert [len(scenes), len(views)] == [7, 5] and value("scp", "text 1", metric=metric) == total
    away = {name: sum(x.value for x in part) - total for name, part in (("scenes", scenes), ("views", views))}
    if metric == "clips":
        assert away["scenes"] == -20 and all("1161 of 1181" in x.note for x in scenes)
        return
    assert away == {"scenes": 0, "views": -216} and all("2284 of 2500" in x.note for x in views)
    assert sum(x.value for x in table if x.level) == sum(x.value for x in table if x.task) == total
