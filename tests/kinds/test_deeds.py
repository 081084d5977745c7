"""Two steps are compared by what they do and to what: other words for it change nothing, another object does."""

from __future__ import annotations

import pytest

from diorama.kinds.deeds import deed, may_be_same, same
from diorama.kinds.lexicon import spaced
from diorama.kinds.names import Names

SAME = {
    "Remove the {}": [
        "Take away the {}", "Take the {} away", "Put aside the {}", "Set the {} aside", "The {} is removed",
        "Move the {} out of the way", "Carefully remove the {}.", "Removing the {}", "Remove the {} from the table",
        "Lift the {} and set it aside", "Pick up and remove the {}", "Entferne {}", "Enlever {}",
        "{} off", "{} away", "The {}", "Once it is free, remove the {}", "The {} is free now: remove it",
    ],
    "Pick up the {}": ["Lift the {}", "Pick the {} up", "Grab the {}", "Take the {}", "Now you can pick up the {}"],
    "Pull out the {}": ["Pull the {} out", "Take the {} out", "Extract the {}", "Take the {}"],
}  # fmt: skip
NOUNS = sorted(noun for sense in spaced().values() for noun in sense.exact)
NAMES = Names(
    {
        "mug": ("the mug", "mug"), "book": ("the book", "book"), "box": ("the box", "box"),
        "vase 1": ("the red vase", "vase"), "vase 2": ("the blue vase", "vase"),
    },
    ("table",),
)  # fmt: skip


@pytest.mark.parametrize("step", SAME)
def test_other_words_for_a_deed_are_the_same_with_every_noun(step: str) -> None:
    """Nouns are words of all sorts: a car is no reason in French, and a die no article in German."""
    nouns = sorted(set(NOUNS))
    for k, noun in enumerate(nouns):
        other = nouns[(k + 7) % len(nouns)]
        names = Names({noun: (f"the {noun}", noun), other: (f"the {other}", other)}, ("table",))
        wanted = deed(step.format(noun), names)
        for way in SAME[step]:
            assert same(wanted, deed(way.format(noun), names)), way.format(noun)
            assert not same(wanted, deed(way.format(other), names)), way.format(other)


@pytest.mark.parametrize(
    "other",
    [
        "Open the book", "Read the book", "Do not remove the book", "Keep the book", "Remove the mug",
        "Remove the book and the mug", "Remove the book or the mug", "Put the book on the mug",
        "Place the book in the box", "Remove the teapot from the book", "Remove the unicorn", "Remove it",
        "Remove the",
    ],
)  # fmt: skip
def test_another_deed_or_another_object_is_not_the_same(other: str) -> None:
    assert not same(deed("Remove the book", NAMES), deed(other, NAMES))


def test_where_a_thing_was_may_be_said_by_one_alone_but_not_in_two_ways() -> None:
    plain, off, out = (
        deed(t, NAMES) for t in ("Take the book away", "Remove the book from the mug", "Remove the book from the box")
    )
    assert same(plain, off) and same(plain, out) and not same(off, out)


def test_roles_count_where_a_thing_is_put() -> None:
    assert same(deed("Put the mug into the box", NAMES), deed("Place the mug in the box", NAMES))
    assert not same(deed("Put the mug into the box", NAMES), deed("Put the box into the mug", NAMES))


def test_one_of_several_may_be_meant() -> None:
    red, any_of_them = deed("Remove the red vase", NAMES), deed("Remove the vase", NAMES)
    assert not any_of_them.clear and not same(red, any_of_them) and may_be_same(red, any_of_them)
    assert not may_be_same(deed("Remove the mug", NAMES), any_of_them)


@pytest.mark.parametrize(
    "step",
    ["移开书", "把书拿走", "本をどかす", "本を取り除く", "Das Buch wegnehmen", "Quita el libro", "Enlève le livre"],
)
def test_other_languages_say_it_too(step: str) -> None:
    assert same(deed("Remove the book", NAMES), deed(step, NAMES))
    assert not same(deed("Remove the mug", NAMES), deed(step, NAMES))
    assert not same(deed("Open the book", NAMES), deed(step, NAMES))


@pytest.mark.parametrize(
    "step",
    [
        "Remove the spoon from the box", "Take the giraffe out of the box", "Remove the contents of the box",
        "Pick up the box's lid", "Pick up the picture of the box", "Remove everything from the box",
    ],
)  # fmt: skip
def test_what_is_done_to_a_thing_that_is_not_there_is_not_done_to_the_place_it_is_said_to_be(step: str) -> None:
    assert not same(deed(step, NAMES), deed("Pick up the box", NAMES))
    assert not same(deed(step, NAMES), deed("Remove the box", NAMES))


@pytest.mark.parametrize("step", ["Take hold of the box", "Get rid of the box", "Grab the handle of the box"])
def test_words_that_name_no_other_thing_leave_the_object(step: str) -> None:
    assert same(deed(step, NAMES), deed("Pick up the box", NAMES))


def test_a_place_that_is_said_more_exactly_is_the_same_place() -> None:
    assert same(deed("Remove the mug from the book in the box", NAMES), deed("Remove the mug from the book", NAMES))
    assert not same(deed("Remove the mug from the box", NAMES), deed("Remove the mug from the book", NAMES))


def test_to_put_a_thing_on_the_table_is_to_put_it_down() -> None:
    assert same(deed("Place the mug on the table", NAMES), deed("Put down the mug", NAMES))
    assert not same(deed("Place the mug beside the book", NAMES), deed("Place the mug on the book", NAMES))


@pytest.mark.parametrize(
    "step",
    [
        "Remove the mug; then remove the book", "Remove the mug. Remove the book.", "Remove the mug\nRemove the book",
        "Remove the mug (and remove the book)", "Remove the mug (then the book)", "Remove the mug; the book",
        "Remove the mug (together with the book)", "Remove the mug – pick up the book", "Remove the mug: open the book",
        "Remove the mug because it is in the way, then remove the book", "Remove the mug; next, you must take the book",
        "Remove the mug. Then put it on the book.", "Remove the mug and place it on the book",
        "Remove the mug, place it on the book", "Remove the mug from the box and pick up the book",
        "Remove the mug; the book is removed next", "Remove the mug [remove the book first]",
        "Remove the mug and open it",
    ],
)  # fmt: skip
def test_a_step_with_two_deeds_is_like_no_other(step: str) -> None:
    for other in ("Remove the mug", "Remove the mug from the box", "Remove the book"):
        assert not same(deed(other, NAMES), deed(step, NAMES)), other
        assert not may_be_same(deed(other, NAMES), deed(step, NAMES)), other
    assert same(deed(step, NAMES), deed(f" {step} .", NAMES)), "the same words"


@pytest.mark.parametrize(
    "step",
    [
        "Remove the mug (it is on the book).", "Remove the mug. It rests on the book.",
        "Remove the mug; it hides the book",
        "Remove the mug (placed on the book)", "Remove the mug (set on the book)",
        "Remove the mug. It is put on the book.",
        "Remove the mug so that the book can be removed", "Remove the mug (to get the book)",
        "Remove the mug; then you can remove the book", "Remove the mug. Then the book can be picked up.",
        "Remove the mug. Now the book is free.", "Remove the mug (clears the book)",
        "Remove the mug. This clears the book.",
        "Remove the mug. Lift it off the book.", "Remove the mug: take it away", "Remove the mug. Put it on the table.",
        "Remove the mug (put it aside, away from the book)", "Remove the mug, lifting it off the book",
        "Remove the mug. Do not touch the book.", "Remove the mug. Take care not to move the book.",
        "Remove the mug (before picking up the book)", "Remove the mug (the one beside the box)",
        "Remove the mug. Be gentle.",
    ],
)  # fmt: skip
def test_remarks_after_a_deed_change_nothing(step: str) -> None:
    assert same(deed("Remove the mug", NAMES), deed(step, NAMES))
    assert not same(deed("Remove the book", NAMES), deed(step, NAMES))


@pytest.mark.parametrize("step", ["Remove the stapler; then remove the ledger", "Remove the stapler (then the ledger)"])
def test_two_deeds_are_told_without_a_scene_too(step: str) -> None:
    unknown = Names({})
    assert not same(deed("Remove the stapler", unknown), deed(step, unknown))
    assert same(deed("Remove the stapler", unknown), deed("Remove the stapler (it is on the ledger).", unknown))
    assert same(deed("Remove the stapler", unknown), deed("Remove the stapler. It rests on the ledger.", unknown))


def test_to_pick_up_and_put_down_is_not_to_pick_up() -> None:
    for rest in (". Put down the mug", ". Put it down.", " and put it down"):
        step = f"Pick up the mug{rest}"
        assert not same(deed("Pick up the mug", NAMES), deed(step, NAMES)), step
    assert same(deed("Pick up the mug", NAMES), deed("Grab the mug and lift it", NAMES))


def test_on_itself_is_no_place_to_put_a_thing_down() -> None:
    assert deed("Place the mug on itself", NAMES) == deed("Place the mug on the mug", NAMES)
    assert not same(deed("Put down the mug", NAMES), deed("Place the mug on itself", NAMES))


def test_a_step_that_goes_on_and_on_is_like_no_other() -> None:
    """What is not looked at may hold another deed."""
    long = "Remove the mug. " + "It rests on the book. " * 100
    assert not same(deed("Remove the mug", NAMES), deed(long, NAMES))
