"""A reward is 1 exactly where an evaluation says that a reply is correct, by a key that stands alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
import pytest

from diorama.errors import DioramaError
from diorama.kinds import Key, Plan, Step, Swaps, Verdict, get_kind, kind_of, score_alone
from diorama.kinds.plan_form import plan_json
from diorama.reward import key_text, read_key, reward
from tests.ask.keys import choice_key, plan_key, set_key
from tests.kinds.test_corpus import FRESH, OPEN, entries, key_of
from tests.reward.keys import every_kind, pile_key, world_swaps

KEYS = every_kind()
EVERY = 10
"""Of the replies of the corpora, one in so many is scored here."""


def right(key: Key, reply: str) -> bool:
    """Whether an evaluation, which has the world, calls a reply correct."""
    return score_alone(kind_of(key.answer), key, reply).verdict is Verdict.CORRECT


@pytest.mark.parametrize("name", KEYS)
def test_right_words_earn_all_and_wrong_ones_not(name: str) -> None:
    key = KEYS[name]
    kind, text = kind_of(key.answer), key_text(key)
    assert reward(kind.in_words(key, key.answer), text) == 1.0
    assert reward(kind.as_asked(key, key.answer), text) == 1.0
    assert reward("Let me see.\n\nAnswer: " + kind.as_asked(key, key.answer), text) == 1.0
    rng = np.random.default_rng(3)
    for _ in range(10):
        assert reward(kind.wrong(key, rng), text) < 1.0
        guess = kind.guess(key, rng)
        assert (reward(guess, text) == 1.0) == right(key, guess)


@pytest.mark.parametrize("name", [OPEN, FRESH])
@pytest.mark.parametrize("kind", ["choice", "objects", "plan", "swaps"])
def test_rewards_agree_with_verdicts_on_the_corpora(name: str, kind: str) -> None:
    found = [(key_of(entry), entry["reply"]) for entry in list(entries(name, kind))[::EVERY]]
    differing = [reply for key, reply in found if (reward(reply, key_text(key)) == 1.0) != right(key, reply)]
    assert len(found) >= 10 and not differing


@pytest.mark.parametrize("order", list(permutations(("mug", "vase", "box"))), ids=" ".join)
def test_swaps_are_rewarded_as_if_they_were_carried_out(order: tuple[str, ...]) -> None:
    """Every sequence of one or two swaps of any two of the four blocks, and the word that there is none."""
    key = world_swaps(*order)
    text, seen = key_text(key), set()
    pairs = list(combinations(("mug", "vase", "lamp", "box"), 2))
    for sequence in (*product(pairs), *product(pairs, pairs)):
        reply = Swaps(pairs=sequence).words(key.phrases)
        seen.add(right(key, reply))
        assert (reward(reply, text) == 1.0) == right(key, reply), reply
    assert (reward("infeasible", text) == 1.0) == right(key, "infeasible")


def test_swaps_that_do_not_fit_are_never_right() -> None:
    """The big lamp fits nowhere else: the order with it at the left cannot be reached."""
    key = world_swaps("lamp", "mug", "vase")
    assert reward("infeasible", key_text(key)) == 1.0
    assert reward("swap the lamp with the mug", key_text(key)) == 0.0


def plans(steps: tuple[Step, ...]) -> Iterator[str]:
    """The same steps with the same needs, written in every order."""
    for order in permutations(steps):
        number = {step.id: k for k, step in enumerate(order, start=1)}
        yield plan_json((number[s.id], s.content, [number[need] for need in s.needs]) for s in order)


def test_steps_in_an_order_that_would_fail_are_not_right() -> None:
    key = pile_key()
    assert isinstance(key.answer, Plan)
    text = key_text(key)
    found = [(reward(reply, text) == 1.0, right(key, reply)) for reply in plans(key.answer.steps)]
    assert found.count((True, True)) == 1 and found.count((False, False)) == 5


def test_without_a_world_the_order_in_which_steps_are_written_does_not_count() -> None:
    """As in the published scorer."""
    key = plan_key()
    assert isinstance(key.answer, Plan)
    assert [reward(reply, key_text(key)) for reply in plans(key.answer.steps)] == [1.0, 1.0]


def test_plans_are_graded() -> None:
    """Three steps, each of which needs the one before."""
    text = key_text(pile_key())
    most = reward("1. Remove the mug from the book\n2. Remove the book from the suitcase (after 1)", text)
    without_needs = "1. Remove the mug from the book\n2. Remove the book from the suitcase\n3. Pick up the suitcase"
    one_more = (
        "1. Remove the mug from the book\n2. Remove the book from the suitcase (after 1)\n3. Remove the radio\n"
        "4. Pick up the suitcase (after 2)"
    )
    steps, needs = 2 * 2 / (2 + 3), 2 * 1 / (1 + 2)
    assert most == pytest.approx(2 * steps * needs / (steps + needs))
    assert most < reward(one_more, text) < 1
    assert reward(without_needs, text) == 0.0
    assert reward(one_more, text, exact=True) == 0.0


def test_blind_guesses_earn_what_chance_gives() -> None:
    rng = np.random.default_rng(11)
    for key in (choice_key(), set_key("mug", others=("box", "lamp")), world_swaps("vase", "mug", "box")):
        kind, text = kind_of(key.answer), key_text(key)
        due = kind.chance(key)
        assert due is not None
        earned = np.mean([reward(kind.guess(key, rng), text) for _ in range(600)])
        assert earned == pytest.approx(due, abs=4 * (due * (1 - due) / 600) ** 0.5)


@pytest.mark.parametrize("name", KEYS)
def test_a_key_holds_only_what_scoring_needs(name: str) -> None:
    key = KEYS[name]
    text = key_text(key)
    plain = json.loads(text)
    assert len(text) < 1500
    assert not {"world", "camera", "shots", "trace", "query"} & set(plain)
    assert ("things" in plain) == kind_of(key.answer).names_objects
    assert key_text(read_key(text)) == text


def test_equal_samples_have_equal_keys_and_rewards_are_pure() -> None:
    text = key_text(every_kind()["swaps"])
    assert text == key_text(every_kind()["swaps"])
    reply = kind_of(KEYS["swaps"].answer).in_words(KEYS["swaps"], KEYS["swaps"].answer)
    assert [reward(reply, text) for _ in range(3)] == [1.0] * 3


def test_windows_in_a_mirror_may_be_named_besides_where_the_question_allows_it() -> None:
    """The surface shows windows too: to name them as well is not wrong for T4, and is for T1."""
    from dataclasses import replace

    from diorama.suites.structure.t4_reflection import Reflections

    key = set_key("mug", "vase")
    mirrors = replace(key, query=Reflections(muted=("box",)))
    reply = "the mug, the vase, the window"
    assert (reward(reply, key_text(key)), reward(reply, key_text(mirrors))) == (0.0, 1.0)
    assert right(mirrors, reply) and not right(key, reply)


@pytest.mark.parametrize(
    "text",
    ["", "B", "{}", "[]", "null", '{"diorama_key":2}', '{"diorama_key":1}', '{"diorama_key":1,"id":"a","solution":7}',
     '{"diorama_key":1,"id":"a","solution":{"kind":"choice","option":"No"},"options":["Yes"]}',
     '{"diorama_key":1,"id":"a","solution":{"kind":"nothing"}}',
     '{"diorama_key":1,"id":"a","solution":{"kind":"plan","steps":[]},"things":[["x"]]}'],
)  # fmt: skip
def test_a_broken_key_is_an_error_in_one_line(text: str) -> None:
    with pytest.raises(DioramaError) as problem:
        reward("B", text)
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize("key", [None, 1, b"{}", [], {"diorama_key": 1}])
def test_a_key_that_is_no_text_is_an_error_in_one_line(key: Any) -> None:
    with pytest.raises(DioramaError, match="a key of a reward is a text"):
        reward("B", key)


@pytest.mark.parametrize("things", [[], "", {}])
def test_a_key_that_lost_its_things_is_an_error_and_no_reward_of_zero(things: Any) -> None:
    plain = json.loads(key_text(KEYS["objects"]))
    with pytest.raises(DioramaError, match="not a key of a reward"):
        reward("the mug and the vase", json.dumps({**plain, "things": things}))


def test_every_kind_has_a_key_here() -> None:
    assert {key.answer.kind for key in KEYS.values()} == {
        get_kind(n).name for n in ("choice", "objects", "plan", "swaps")
    }


@pytest.mark.slow
@pytest.mark.parametrize("turn", range(10))
def test_swaps_of_real_questions_are_rewarded_as_if_they_were_carried_out(turn: int) -> None:
    """T5: all pairs of the listed objects, and each with any other; T6: all sequences of the right length."""
    from diorama.kinds import Rearrangement
    from diorama.suites import draw_up, get_suite
    from tests.reward.drawn import drawn_key

    task = get_suite("structure").get(("T5", "T6")[turn % 2], "")
    key = drawn_key("structure", task, draw_up(task, [29, turn], turn=turn)[0])
    query, answer = key.query, key.answer
    assert isinstance(query, Rearrangement) and isinstance(answer, Swaps)
    text = key_text(key)
    pairs = list(combinations(query.order, 2))
    if task.name == "T5":
        pairs = [(a, b) for a in query.order for b in key.things if a != b]
    tried = list(product(pairs, repeat=min(len(answer.pairs), 3) or 1))
    agreed = [(reward(w, text) == 1.0) == right(key, w) for s in tried for w in (Swaps(pairs=s).words(key.phrases),)]
    assert len(agreed) >= 6 and all(agreed)


@pytest.mark.slow
@pytest.mark.parametrize("turn", range(9))
def test_plans_of_real_questions_are_right_in_the_orders_that_work(turn: int) -> None:
    from diorama.suites import draw_up, get_suite
    from tests.reward.drawn import drawn_key

    task = get_suite("logic").tasks()[turn % 3]
    key = drawn_key("logic", task, draw_up(task, [31, turn], turn=turn)[0])
    assert isinstance(key.answer, Plan)
    rng, text, steps = np.random.default_rng(turn), key_text(key), key.answer.steps
    for _ in range(30):
        order = [steps[int(k)] for k in rng.permutation(len(steps))]
        number = {step.id: k for k, step in enumerate(order, start=1)}
        reply = plan_json((number[s.id], s.content, [number[need] for need in s.needs]) for s in order)
        assert (reward(reply, text) == 1.0) == right(key, reply), reply
    assert reward(kind_of(key.answer).as_asked(key, key.answer), text) == 1.0
