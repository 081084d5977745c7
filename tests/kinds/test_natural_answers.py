"""Right answers in natural words are scored right, wrong ones never: replies that were once scored wrongly."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diorama.kinds import Key, ObjectSet, Thing, Verdict, get_kind, score_alone

NOUNS = (
    "pear", "soap dispenser", "mug", "chess pawn", "van", "candle", "alarm clock", "soccer ball", "bin", "apple", "tin",
    "backpack", "orange",
)  # fmt: skip


def verdict(reply: str, *right: str, ordered: bool = False, nouns: tuple[str, ...] = NOUNS) -> Verdict:
    """How a reply is scored where these objects are right."""
    key = Key(
        "s", "scene", "structure", "T1", "", ObjectSet(names=right, ordered=ordered),
        question="If the lamp were taken away, which objects would come fully into view?",
        things={noun: Thing(f"the {noun}", noun) for noun in nouns}, scenery=("table",),
    )  # fmt: skip
    return score_alone(get_kind("objects"), key, reply).verdict


@pytest.mark.parametrize("reply", ["mug/chess pawn", "mug | chess pawn", "mug (chess pawn)", "mug chess pawn"])
def test_another_object_is_never_swallowed_as_an_adjective(reply: str) -> None:
    assert verdict(reply, "chess pawn") is not Verdict.CORRECT
    assert verdict(reply, "mug") is not Verdict.CORRECT


@pytest.mark.parametrize(
    ("reply", "right"),
    [
        ("van→candle→alarm clock", ("van", "candle", "alarm clock")),
        ("pear | soap dispenser", ("pear", "soap dispenser")),
        ("The soccer ball (black and white)", ("soccer ball",)),
        ("trash can, apple", ("bin", "apple")),
        ("tin can", ("tin",)),
        ("- can", ("tin",)),
        ("metal can", ("tin",)),
        (
            "Would become visible:\n- Pear\n- Soap dispenser\n\nWould remain hidden:\n- Mug",
            ("pear", "soap dispenser"),
        ),
        ("- Bin: yes\n- Backpack: no\n- Mug: no", ("bin",)),
        ("pear and soap dispenser only", ("pear", "soap dispenser")),
        ("the pear and the soap dispenser; nothing else", ("pear", "soap dispenser")),
        ("pear\n\nsoap dispenser\n\nLet me know if you need anything else!", ("pear", "soap dispenser")),
        ("tangerine", ("orange",)),
        ("梨和皂液器", ("pear", "soap dispenser")),
        ("la poire et le distributeur de savon", ("pear", "soap dispenser")),
        ("die Birne und der Seifenspender", ("pear", "soap dispenser")),
        ("la pera y el dispensador de jabón", ("pear", "soap dispenser")),
        ("梨とソープディスペンサー", ("pear", "soap dispenser")),
        ("All that is behind the lamp is hidden by it alone: the pear. So: pear.", ("pear",)),
        ("The pear, the van… no wait, not the van. Pear.", ("pear",)),
        ("~~van~~ pear", ("pear",)),
        ("{'answer': ['pear']}", ("pear",)),
        ("First the van, then the candle, last the pear.", ("van", "candle", "pear")),
    ],
)
def test_a_right_answer_in_natural_words_is_right(reply: str, right: tuple[str, ...]) -> None:
    assert verdict(reply, *right) is Verdict.CORRECT
    assert verdict(reply, *right[1:], "backpack") is not Verdict.CORRECT


def test_a_broader_word_is_settled_by_what_else_is_named() -> None:
    """An egg cup and a tumbler are named too, so the cup is the mug; alone it could be any of the three."""
    nouns = ("mug", "egg cup", "tumbler", "pear")
    assert verdict("egg cup, tumbler, cup", "mug", "egg cup", "tumbler", nouns=nouns) is Verdict.CORRECT
    assert verdict("cup", "mug", nouns=nouns) is Verdict.UNREAD


@pytest.mark.parametrize(
    "reply", ["pear or van", "Either the pear or the mug.", "One possible answer is the pear. Another is the van."]
)
def test_alternatives_are_unread(reply: str) -> None:
    assert verdict(reply, "pear") is Verdict.UNREAD


@pytest.mark.parametrize("reply", ["not the pear", "The pear stays hidden.", "I would not say the pear."])
def test_what_is_denied_is_never_right(reply: str) -> None:
    assert verdict(reply, "pear") is not Verdict.CORRECT


def test_a_plainly_wrong_colour_is_a_hallucination() -> None:
    """The only mug is blue with a white handle: a red one is not there, and near colours are fair."""
    key = Key(
        "s", "scene", "structure", "T1", "", ObjectSet(names=("mug",)),
        things={"mug": Thing("the mug", "mug", frozenset({"blue", "white"})), "pear": Thing("the pear", "pear")},
    )  # fmt: skip
    said = {"red mug": Verdict.HALLUCINATED, "the mug (red)": Verdict.HALLUCINATED, "teal mug": Verdict.CORRECT,
            "white mug": Verdict.CORRECT, "navy cup": Verdict.CORRECT, "rote Tasse": Verdict.HALLUCINATED,
            "green pear, mug": Verdict.INCORRECT}  # fmt: skip
    assert {reply: score_alone(get_kind("objects"), key, reply).verdict for reply in said} == said
    assert score_alone(get_kind("objects"), key, "red mug").note == "'mug' is not red in the scene"
    assert score_alone(get_kind("objects"), replace(key, lenient=True), "red mug").verdict is Verdict.CORRECT


@pytest.mark.parametrize(
    "reply",
    [
        'Visible objects: ["pear", "mug", "van"]. <answer>the pear</answer>',
        'I see ["mug", "pear"].\nAnswer: pear',
        '[{"object": "pear", "occluded": false}, {"object": "mug", "occluded": true}]',
        '[{"object": "pear", "hidden_after": false, "visible_after": true}]',
        "| object | hidden |\n|---|---|\n| pear | no |\n| mug | yes |",
        "pear, mug (still hidden)",
        "The mug (no), the pear",
        '{"1": "pear"}',
    ],
)
def test_marks_come_before_json_and_names_of_fields_count(reply: str) -> None:
    assert verdict(reply, "pear") is Verdict.CORRECT


@pytest.mark.parametrize("reply", ["Internal server error", "Loading...", "Same as above", '{"objects": ["pear", "mu'])
def test_junk_is_unread_and_no_hallucination(reply: str) -> None:
    assert verdict(reply, "pear") is Verdict.UNREAD
