"""Laws of reading lists of objects: what may be added to a reply without changing its verdict, and what may not."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diorama.kinds import Key, ObjectSet, Thing, Verdict, get_kind, kind_of, score_alone
from diorama.kinds.reading import read_choice, read_objects, read_steps, read_swaps

NOUNS = ("mug", "pear", "van", "candle", "soap dispenser", "chess pawn", "book", "teapot", "basket", "helicopter")
SYNONYMS = {"mug": "coffee mug", "pear": "pear fruit", "teapot": "tea pot"}
QUESTION = (
    "Suppose the lamp were taken away and nothing else moved. Which objects that are partly hidden now would come "
    "fully into view? Answer with the objects and nothing else."
)
WRAPPINGS = (
    "{}",
    "Sure! {}",
    "{}\n\nLet me know if you need anything else.",
    "**{}**",
    "Answer: {}",
    "The answer is: {}.",
    "I think it is {}, but I am not 100% sure.",
    "```\n{}\n```",
    "<think>Something hides the lamp.</think>{}",
    QUESTION + "\n\n{}",
    "\\boxed{{\\text{{{}}}}}",
    "Great question.\n\n{}",
)
answers = st.lists(st.sampled_from(NOUNS), min_size=1, max_size=5, unique=True)
wrappings = st.sampled_from(WRAPPINGS)
joints = st.sampled_from([", ", "; ", " and ", "\n", "\n- ", " / ", ", and "])
articles = st.sampled_from(["", "the ", "The "])


def verdict(right: list[str], reply: str, *, ordered: bool = False) -> Verdict:
    key = Key(
        "s", "scene", "structure", "T1", "", ObjectSet(names=tuple(right), ordered=ordered), question=QUESTION,
        things={noun: Thing(f"the {noun}", noun) for noun in (*NOUNS, "lamp")}, scenery=("table",),
    )  # fmt: skip
    return score_alone(kind_of(key.answer), key, reply).verdict


def listed(names: list[str], joint: str, article: str) -> str:
    return ("- " if joint == "\n- " else "") + joint.join(article + name for name in names)


@settings(max_examples=300, deadline=None)
@given(answers, joints, articles, wrappings, st.randoms(use_true_random=False))
def test_manners_markup_order_and_synonyms_change_nothing(
    right: list[str], joint: str, article: str, wrapping: str, rng: random.Random
) -> None:
    said = [SYNONYMS.get(name, name) if rng.random() < 0.3 else name for name in rng.sample(right, len(right))]
    assert verdict(right, wrapping.format(listed(said, joint, article))) is Verdict.CORRECT


@settings(max_examples=300, deadline=None)
@given(answers, st.sampled_from(NOUNS), joints, articles, wrappings)
def test_one_more_or_one_fewer_is_never_right(
    right: list[str], other: str, joint: str, article: str, wrapping: str
) -> None:
    changed = [name for name in right if name != other] if other in right else [*right, other]
    if changed:
        assert verdict(right, wrapping.format(listed(changed, joint, article))) is not Verdict.CORRECT


@settings(max_examples=150, deadline=None)
@given(answers, joints, st.sampled_from(["not {}", "It is not {}.", "{} would stay hidden.", "Neither {}."]))
def test_what_is_denied_is_never_right(right: list[str], joint: str, denial: str) -> None:
    assert verdict(right, denial.format(listed(right, joint, "the "))) is not Verdict.CORRECT


@settings(max_examples=100, deadline=None)
@given(st.permutations(NOUNS).map(lambda names: names[:3]), st.sampled_from([", ", " → ", "\n", ", then "]))
def test_order_counts_where_it_is_asked_for(right: list[str], joint: str) -> None:
    assert verdict(right, joint.join(right), ordered=True) is Verdict.CORRECT
    assert verdict(right, joint.join(reversed(right)), ordered=True) is Verdict.INCORRECT


@pytest.mark.slow
def test_a_hundred_thousand_texts_are_read_as_something() -> None:
    """Pieces of replies, control characters, ANSI colours and bidirectional marks in any order: never an exception."""
    rng = random.Random(7)
    pieces = [
        *NOUNS, ", ", "; ", "\n", "\n\n", "- ", "1. ", "(", ")", "[", "]", "{", "}", '"', ":", "|", "**", "##", "####",
        "$", "\\boxed{", "<think>", "</think>", "<answer>", "swap ", " with ", "then ", "not ", "no ", "yes ", "if ",
        "which ", "would ", "visible ", "hidden ", "so ", "wait, ", "A", "B.", "(C)", "Step 1", "needs ", "\x1b[31m",
        "\u202e", "\u200b", "\x00", "é", "梨", "、", "📷", "~~", "'", "…", "...", "```json\n", "the ", "red ", " one ",
    ]  # fmt: skip
    names = Key("s", "", "", "", "", ObjectSet(names=()), things={n: Thing(f"the {n}", n) for n in NOUNS}).names()
    options = ("Yes", "No", "Remove the mug", "Not sure")
    for number in range(100_000):
        text = "".join(rng.choice(pieces) for _ in range(rng.randint(0, 25)))
        match number % 4:
            case 0:
                read_objects(text, names, QUESTION)
            case 1:
                read_choice(text, options, QUESTION)
            case 2:
                read_swaps(text, names)
            case _:
                read_steps(text)
    assert get_kind("objects").rules >= 2
