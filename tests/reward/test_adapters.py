"""Each trainer's signature gives the rewards of the one function."""

from __future__ import annotations

import subprocess
import sys

import pytest

from diorama.errors import DioramaError
from diorama.reward import easyr1, key_text, ms_swift, trl, verl
from diorama.reward.replies import after_prompt, reply_text
from tests.ask.keys import choice_key
from tests.reward.keys import pile_key

KEY = key_text(choice_key("No"))
PARTLY = "1. Remove the mug from the book\n2. Remove the book from the suitcase (after 1)"


def test_trl_hands_over_messages_and_columns_as_lists() -> None:
    completions = [[{"role": "assistant", "content": "B"}], [{"role": "assistant", "content": "A"}], "B"]
    found = trl.diorama_reward(
        prompts=[[], [], []], completions=completions, completion_ids=[[1], [2], [3]], key=[KEY] * 3, id=["a"] * 3,
        trainer_state=None,
    )  # fmt: skip
    assert found == [1.0, 0.0, 1.0]


def test_verl_hands_over_one_reply() -> None:
    assert verl.compute_score("diorama/causal", "Answer: B", KEY, {"index": 3}) == 1.0
    plan = key_text(pile_key())
    assert 0 < verl.compute_score(data_source="d", solution_str=PARTLY, ground_truth=plan, extra_info=None) < 1
    assert verl.compute_score("d", PARTLY, plan, None, exact=True) == 0.0


def test_easyr1_hands_over_a_batch_of_dicts() -> None:
    given = [{"response": text, "response_length": 1, "ground_truth": KEY} for text in ("B", "A")]
    assert [made["overall"] for made in easyr1.compute_score(given)] == [1.0, 0.0]
    assert easyr1.REWARD_TYPE == "batch"


def test_ms_swift_hands_over_texts_and_the_column_solution() -> None:
    assert ms_swift.rewards_of(["B", "C"], solution=[KEY, KEY], images=[None, None]) == [1.0, 0.0]


def test_openrlhf_hands_over_prompt_and_reply_in_one() -> None:
    torch = pytest.importorskip("torch")
    from diorama.reward.openrlhf import reward_func

    found = reward_func(["<s>Hit? A B<|im_end|>B<|im_end|>"], ["<s>Hit? A B<|im_end|>"], [KEY])
    assert torch.equal(found["rewards"], torch.tensor([1.0]))


def test_a_reply_begins_where_the_prompt_ends_even_if_pictures_took_more_room() -> None:
    prompt = (
        "<|vision_start|><|image_pad|><|vision_end|>\nWill the car hit the box? A. Yes B. No<|im_start|>assistant\n"
    )
    query = prompt.replace("<|image_pad|>", "<|image_pad|>" * 40)
    assert after_prompt(query + "It is B.", prompt) == "It is B."


def test_a_reply_that_repeats_the_prompt_does_not_hide_what_it_said_before() -> None:
    prompt = "<|image_pad|>Will the car hit the box? A. Yes B. No\nassistant\n"
    query = prompt.replace("<|image_pad|>", "<|image_pad|>" * 9) + "A\n" + prompt + "B"
    assert after_prompt(query, prompt).startswith("A\n")


def test_a_reply_without_its_prompt_is_an_error() -> None:
    with pytest.raises(DioramaError, match="no beginning"):
        after_prompt("B", "quite another prompt, which is not there")


@pytest.mark.parametrize(
    ("completion", "said"),
    [
        ("B", "B"),
        ([{"role": "assistant", "content": "B"}], "B"),
        ([{"role": "assistant", "content": [{"type": "text", "text": "B"}]}], "B"),
        ([{"role": "user", "content": "A"}, {"role": "assistant", "content": "B"}], "B"),
        ([{"role": "user", "content": "B"}], ""),
        ([], ""),
        (None, ""),
        ([{"role": "assistant", "content": None}], ""),
    ],
)
def test_what_a_completion_says(completion: object, said: str) -> None:
    assert reply_text(completion) == said


def test_rewards_bring_no_trainer_and_no_engine_with_them() -> None:
    """Every worker of a trainer imports them."""
    code = (
        "import sys, diorama.reward.trl, diorama.reward.verl, diorama.reward.easyr1, diorama.reward.openrlhf, "
        "diorama.reward.ms_swift; "
        "print([m for m in ('torch', 'inspect_ai', 'trl', 'datasets', 'pyarrow') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
