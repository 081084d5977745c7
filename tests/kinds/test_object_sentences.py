"""What sentences about objects come to, family by family: exceptions, nothing, orders, topics, ordinary words."""

from __future__ import annotations

import pytest

from diorama.kinds.names import Names
from diorama.kinds.reading.cleaning import final_words
from diorama.kinds.reading.objects.reader import objects_in
from diorama.kinds.reading.readings import NotRead

THINGS = ("box", "pear", "mug", "tin", "lamp", "van")
NAMES = Names({thing: (f"the {thing}", thing) for thing in THINGS}, ("table", "wall", "floor"))
UNCOVER = "If the box were removed, which partly hidden objects would become fully visible?"
THROUGH = "If the box were transparent, which objects would be seen through it?"
REMOVE = "Which objects must be removed, at the least, so that the box is fully visible? Nearest first."
MIRROR = "Which objects are reflected in the floor?"


def read(question: str, reply: str) -> list[str] | None:
    """The objects that a reply answers with; None if it is unread."""
    found = objects_in(final_words(reply), NAMES, question)
    return None if isinstance(found, NotRead) else [match.names[0] for match in found.items]


@pytest.mark.parametrize(
    ("question", "reply", "meant"),
    [
        (UNCOVER, "Nothing except the pear is behind the box.", ["pear"]),
        (UNCOVER, "Nothing hides the pear but the box.", ["pear"]),
        (UNCOVER, "The box does not hide anything but the pear.", ["pear"]),
        (UNCOVER, "Nothing changes for the mug but the pear is freed.", ["pear"]),
        (REMOVE, "No object hides the box except the mug and the tin.", ["mug", "tin"]),
        (MIRROR, "None of them is mirrored except the pear.", ["pear"]),
        (MIRROR, "All of them are mirrored in the floor but the pear.", ["box", "mug", "tin", "lamp", "van"]),
        (MIRROR, "All are reflected, but not the mug.", ["box", "pear", "tin", "lamp", "van"]),
        (UNCOVER, "The box hides nothing at all.", []),
        (THROUGH, "There is nothing behind the box.", []),
        (REMOVE, "Nothing is in front of the box.", []),
        (REMOVE, "The mug and the tin must go; the tin is the nearer of the two.", ["tin", "mug"]),
        (REMOVE, "One of the two has to go: the mug.", ["mug"]),
        (UNCOVER, "Pear: behind the mug too, so no. Tin: only the box, yes.", ["tin"]),
        (UNCOVER, "The pear is what the box hides, and nothing else is in front of it.", ["pear"]),
        (UNCOVER, "The pear, oh and the tin too tho only just", ["pear", "tin"]),
    ],
)
def test_a_sentence_is_read_as_it_is_meant(question: str, reply: str, meant: list[str]) -> None:
    assert read(question, reply) == meant


@pytest.mark.parametrize(
    "reply",
    [
        "Nothing but the mug hides the pear.",
        "The pear is behind the box, but the mug covers part of it.",
        "The pear is what the box hides, and the mug is in front of it.",
        "The pear is not what the box hides.",
    ],
)
def test_what_another_thing_hides_too_is_no_answer(reply: str) -> None:
    assert "pear" not in (read(UNCOVER, reply) or [])


@pytest.mark.parametrize(
    ("noun", "text"),
    [
        ("teddy bear", "a bit of bare wall"), ("teddy bear", "seen from our place"), ("tin", "a thin one"),
        ("rocket", "solid as a rock"), ("lantern", "it comes later"), ("building block", "the only blocker"),
        ("cake stand", "both stand behind it"), ("cake stand", "the mug stands where the floor is dull"),
    ],
)  # fmt: skip
def test_ordinary_words_name_nothing(noun: str, text: str) -> None:
    names = Names({noun: (f"the {noun}", noun), "mug": ("the mug", "mug")})
    assert not [match for _, _, match in names.mentions(text) if noun in match.names]


@pytest.mark.parametrize(
    ("noun", "text"),
    [("jar", "the jarr"), ("box", "the two boxes have reflections"), ("fan", "that small fan at the side"),
     ("guitar", "the gitar"), ("teddy bear", "red_teddy_bear")],
)  # fmt: skip
def test_slips_and_words_that_may_be_verbs_are_names_where_a_thing_stands(noun: str, text: str) -> None:
    names = Names({noun: (f"the {noun}", noun), "mug": ("the mug", "mug")})
    assert [match.names for _, _, match in names.mentions(text)] == [(noun,)]
