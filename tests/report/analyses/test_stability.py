"""Rank stability: orders of models that a reader can check."""

from __future__ import annotations

import pytest

from diorama.report.analyses.stability import stability
from tests.report.analyses.materials import found, line, material, reasons, structure, texts
from tests.report.runs import run

STRICT = {"protocol": "structure"}


def test_the_same_order_in_every_task_is_one() -> None:
    runs = [run(name, structure(T1=marks, T2=marks)) for name, marks in zip("abc", ("+++", "++-", "+--"), strict=True)]
    one = found(list(stability(material(*runs))))
    assert texts(one.grids[0], "all tasks") == {"mean τ": "1.00", "lowest τ": "1.00", "pairs": "1"}


def test_one_exchange_of_two_neighbours_among_three_is_a_third() -> None:
    """T1: a b c. T2: a c b. T5: a b c. τ is ⅓, 1 and ⅓: 5/9 on average."""
    runs = [
        run("a", structure(T1="+++", T2="+++", T5="+++")),
        run("b", structure(T1="++-", T2="+--", T5="++-")),
        run("c", structure(T1="+--", T2="++-", T5="+--")),
    ]
    one = found(list(stability(material(*runs))))
    every = line(one.grids[0], "all tasks")["mean τ"].number
    within = line(one.grids[0], "within Depth-ordered occlusion")["mean τ"].number
    assert every is not None and within is not None
    assert every.value == pytest.approx(5 / 9) and within.value == pytest.approx(1 / 3)
    assert texts(one.grids[0], "all tasks")["lowest τ"] == "0.33"
    ranks, pairs = one.details
    assert list(texts(ranks, "b").values()) == ["2", "3", "2", "2"]
    assert texts(pairs, "T1 remove one") == {"T1": "", "T2": "0.33", "T5": "1.00"}


def test_repeats_are_compared_as_tasks_are() -> None:
    """In the second repeat b and c change places."""
    runs = [
        run("a", [structure(T1="+++"), structure(T1="+++")]),
        run("b", [structure(T1="++-"), structure(T1="+--")]),
        run("c", [structure(T1="+--"), structure(T1="++-")]),
    ]
    one = found(list(stability(material(*runs))))
    assert texts(one.grids[0], "repeats")["mean τ"] == "0.33"


def test_many_samples_make_an_order_certain_and_few_do_not() -> None:
    def width(times: int) -> float:
        ends = ("+++-", "++--", "+---")
        runs = [run(n, structure(T1=e * times, T2=e * times)) for n, e in zip("abc", ends, strict=True)]
        number = line(found(list(stability(material(*runs)))).grids[0], "all tasks")["mean τ"].number
        assert number is not None and number.low is not None and number.high is not None
        assert number.low <= number.value <= number.high
        return number.high - number.low

    assert width(100) == 0 < width(4)


def test_an_order_from_few_scenes_has_no_interval() -> None:
    runs = [run(n, structure(T1=e * 3, T2=e * 3)) for n, e in zip("abc", ("+++", "++-", "+--"), strict=True)]
    one = found(list(stability(material(*runs))))
    assert line(one.grids[0], "all tasks")["mean τ"].side == "" and "fewer than 10 scenes" in one.grids[0].caption


def test_only_samples_that_all_were_asked_count() -> None:
    """c was asked the first sample of each task only, where a, b and c are equal in T2: no order."""
    runs = [
        run("a", structure(T1="+++", T2="+++")),
        run("b", structure(T1="-++", T2="+--")),
        run("c", structure(T1="-", T2="+")),
    ]
    one = found(list(stability(material(*runs))))
    assert "the 2 samples that all were asked" in one.grids[0].caption
    assert texts(one.grids[0], "all tasks")["mean τ"] == ""


def test_two_models_or_one_have_no_order_and_players_do_not_count() -> None:
    everything = structure(T1="+-", T2="+-")
    runs = [run("a", everything), run("b", everything), run("diorama/oracle", everything)]
    assert reasons(list(stability(material(*runs)))) == {
        "Rank stability: structure": "an order needs at least 3 comparable models; there are 2"
    }


def test_repeats_count_on_the_questions_that_all_were_asked_in_them() -> None:
    """c's second repeat asked the first sample only, on which all are equal: there is no second order."""
    runs = [
        run("a", [structure(T1="+++"), structure(T1="+++")]),
        run("b", [structure(T1="++-"), structure(T1="++-")]),
        run("c", [structure(T1="+--"), structure(T1="+")]),
    ]
    assert texts(found(list(stability(material(*runs)))).grids[0], "repeats")["mean τ"] == ""


def test_ways_of_asking_and_people_make_no_order() -> None:
    everything = structure(T1="+-", T2="+-")
    runs = [run("a", everything), run("b", everything), run("b", everything, "cot"), run("anna", everything, "quiz")]
    assert "there are 2" in reasons(list(stability(material(*runs))))["Rank stability: structure"]


def test_models_of_different_protocols_have_no_order() -> None:
    runs = [run(n, structure(T1="+-", T2="+-"), info=STRICT if n == "c" else None) for n in "abc"]
    assert "there are 2" in reasons(list(stability(material(*runs))))["Rank stability: structure"]
