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

PLAIN = [
    (UNCOVER, "pear", "Only the pear: the box is the one thing that covers part of it."),
    (UNCOVER, "pear", "Just the pear, since the box is the sole object overlapping it."),
    (UNCOVER, "pear", "The pear, because the box alone stands before it."),
    (UNCOVER, "pear", "Only the pear. The box is the single thing that cuts into its outline."),
    (UNCOVER, "pear", "The pear – it is the box and nothing else that overlaps it."),
    (UNCOVER, "pear", "Pear: its lower half sits behind the box, and nothing else is near it."),
    (UNCOVER, "pear", "The pear alone: the rest of it was blocked by the box and by nothing else."),
    (UNCOVER, "pear", "It's the pear. The mug sits farther back but the tin also cuts across it."),
    (UNCOVER, "pear", "The pear, as the box is what keeps its left side from us."),
    (UNCOVER, "pear", "Only the pear; the box is the reason we can't see its stem."),
    (UNCOVER, "pear", "The box is the one thing covering part of the pear, so only the pear."),
    (UNCOVER, "pear", "Since the box is the sole occluder of the pear, the answer is the pear."),
    (UNCOVER, "pear", "The mug's handle is cut by the tin as well, so just the pear."),
    (UNCOVER, "pear,tin", "The pear and the tin, because both lose a corner to the box and to nothing else."),
    (UNCOVER, "pear,tin", "Just the pear and the tin: their outlines are broken by the box alone."),
    (UNCOVER, "pear,tin", "The pear and the tin would be fully visible; the mug would still be cut off by the lamp."),
    (UNCOVER, "pear,tin", "Taking the box away would expose the pear and the tin completely."),
    (UNCOVER, "pear", "With the box out of the picture, the pear would be the only object to come fully into view."),
    (UNCOVER, "pear", "Without the box you would be able to see the whole pear."),
    (UNCOVER, "pear", "Removing the box clears the view to the pear, which nothing else covers."),
    (UNCOVER, "pear,tin", "Two objects would be uncovered: the pear and the tin."),
    (UNCOVER, "pear,tin", "The pear and tin are each blocked solely by the box, so both would be fully revealed."),
    (UNCOVER, "pear", "The pear. The mug is also behind the box, but the tin still hides a part of it."),
    (UNCOVER, "pear", "It would be the pear, since the mug remains partly hidden behind the tin."),
    (UNCOVER, "", "Nothing would become fully visible, because everything behind the box is also covered by the tin."),
    (UNCOVER, "", "None of them: the pear behind the box is also blocked by the mug."),
    (UNCOVER, "pear", "I believe the pear would become fully visible once the box is gone."),
    (
        UNCOVER,
        "pear,mug",
        "Looking at the image, the box partially hides the pear and the mug, and no other object covers "
        "either of them. So the pear and the mug would become fully visible.",
    ),
    (UNCOVER, "pear", "If we remove the box, we see all of the pear. The tin stays partly behind the lamp."),
    (UNCOVER, "pear", "That would be the pear: everything else behind the box has something more in front of it."),
    (THROUGH, "pear,mug", "The pear and the mug: both stand right in the line of sight that the box blocks."),
    (THROUGH, "pear,mug", "You'd see the pear and the mug through it, since they stand directly behind."),
    (THROUGH, "pear", "Only the pear, because the rest of the scene is off to the sides."),
    (THROUGH, "pear", "Looking through the box, one would see the pear."),
    (THROUGH, "pear,mug", "Through the transparent box the pear and part of the mug would show up."),
    (THROUGH, "pear", "The pear would be seen through it; the van is too far to the right."),
    (THROUGH, "pear,mug", "Behind the box there are the pear and the mug, so those would be seen through it."),
    (THROUGH, "pear,mug", "The pear and then, farther back, the mug."),
    (THROUGH, "", "Nothing: behind the box there is only the wall."),
    (THROUGH, "pear", "The only thing behind the box is the pear."),
    (THROUGH, "pear,tin", "The pear, plus a bit of the tin on the right edge."),
    (REMOVE, "mug", "Only the mug: it is the one thing that stands in front of the box."),
    (REMOVE, "mug", "Just the mug, since nothing else overlaps the box."),
    (REMOVE, "mug,tin", "The mug and then the tin; the van is beside it and covers nothing."),
    (REMOVE, "mug,tin", "First the mug, which is nearest to the camera, then the tin."),
    (REMOVE, "mug,tin", "You would have to take away the mug and the tin."),
    (REMOVE, "mug,tin", "The mug and the tin both overlap the box, so they have to go, the mug being nearer."),
    (REMOVE, "mug", "The mug has to be removed, because it covers the lower left of the box."),
    (REMOVE, "mug,tin", "Mug first, then tin: these are the only two things between the camera and the box."),
    (REMOVE, "mug,tin", "To see all of the box, clear the mug and the tin out of the way."),
    (REMOVE, "mug", "Taking away the mug is enough: the tin stands next to the box without touching its outline."),
    (REMOVE, "mug,tin", "The box is hidden by the mug, which is closer, and by the tin."),
    (REMOVE, "mug", "The mug blocks the view of the box, so it must go. The tin can stay."),
    (MIRROR, "pear,mug", "The pear and the mug: their mirror images can be made out on the floor."),
    (MIRROR, "pear,mug", "I can see reflections of the pear and the mug in the floor."),
    (MIRROR, "pear", "Only the pear, because the other objects stand too far from the shiny part."),
    (MIRROR, "pear,mug", "The pear and the mug are reflected; the tin's reflection is hidden behind the mug."),
    (MIRROR, "pear,mug", "Both the pear and the mug show up upside down below themselves."),
    (MIRROR, "pear", "Just the pear has a visible reflection."),
    (MIRROR, "pear,mug", "Reflected in the floor are the pear and the mug."),
    (MIRROR, "", "None of the objects is reflected, as the floor is matte."),
    (MIRROR, "pear,mug", "The floor mirrors the pear and the mug, while the van and the lamp leave no reflection."),
    (MIRROR, "pear", "The pear. Its image is right under it, whereas nothing can be seen under the mug."),
    (
        UNCOVER,
        "pear,tin",
        "Taking the box away opens up the pear and the tin. The mug is also behind the box, but the lamp "
        "would still cover one of its ears.",
    ),
    (
        UNCOVER,
        "pear,tin",
        "The box overlaps two things from this angle: the pear and the tin. Neither of them has anything "
        "else in front, so both would be completely uncovered.",
    ),
    (UNCOVER, "pear", "The pear is the only one that would be left with nothing in front of it."),
    (THROUGH, "pear,mug", "If the box were see-through, you'd be looking at the pear and, partly, the mug behind it."),
    (
        REMOVE,
        "mug,tin,lamp,van",
        "The mug is the nearest, then come the tin and the lamp, and the van is the farthest of the four.",
    ),
]
"""Sentences as models write them, with the things that they mean; many give a reason before the answer or after it."""


@pytest.mark.parametrize(("question", "meant", "reply"), PLAIN)
def test_plain_sentences_are_read(question: str, meant: str, reply: str) -> None:
    found, things = read(question, reply), meant.split(",") if meant else []
    assert found is not None
    assert (found if question is REMOVE else set(found)) == (things if question is REMOVE else set(things))


@pytest.mark.parametrize(
    ("question", "thing", "reply"),
    [
        (UNCOVER, "pear", "The pear: the mug cuts across its stem."),
        (UNCOVER, "pear", "The pear: the mug is in front of it too."),
        (UNCOVER, "pear", "Pear – the tin overlaps it as well."),
        (UNCOVER, "pear", "The pear is hidden by the box, and the mug covers it too, so the tin."),
        (UNCOVER, "pear", "The pear: no. The tin: yes."),
        (UNCOVER, "pear", "The pear: still cut off by the mug. The tin: only the box is before it."),
        (UNCOVER, "pear", "The pear, or the tin, since both are close to the box."),
        (UNCOVER, "pear", "The pear; the tin would be revealed too."),
        (UNCOVER, "pear", "The pear. And the tin as well."),
        (UNCOVER, "pear", "The pear, since the mug is in front of it."),
        (UNCOVER, "pear", "The pear: half of it remains behind the mug."),
        (UNCOVER, "pear", "The pear: and the mug behind it."),
        (UNCOVER, "pear", "Pear: the lamp's shade reaches over it."),
        (UNCOVER, "pear", "The pear is not covered by the box, so the tin."),
        (UNCOVER, "pear", "Not the pear: the box does not touch it."),
        (REMOVE, "mug", "The mug: it stands beside the box and covers nothing."),
        (REMOVE, "mug", "The mug, since it covers the box; the tin covers it too."),
        (REMOVE, "mug", "Mug – can stay."),
        (MIRROR, "pear", "The pear: the mug hides its mirror image."),
        (MIRROR, "pear", "The pear: its reflection falls outside of the floor."),
        (THROUGH, "pear", "The pear: it is off to the left."),
        (THROUGH, "pear", "The pear: it stands before the box."),
    ],
)
def test_a_reason_that_speaks_against_it_leaves_no_answer(question: str, thing: str, reply: str) -> None:
    assert read(question, reply) != [thing]


@pytest.mark.parametrize(
    ("question", "meant", "reply"),
    [
        (UNCOVER, "pear,tin", "The box overlaps the pear and the tin. None of these is blocked by any other object."),
        (UNCOVER, "pear,tin", "The pear and the tin. Both are covered only by the box at the moment."),
        (UNCOVER, "pear", "The pear is hidden by the box, the tin by the box and the mug."),
        (UNCOVER, "pear,tin", "It's the tin that would, and it's the pear. The mug wouldn't."),
        (UNCOVER, "pear,tin", "If the box weren't there, nothing would hide the pear any more, nor the tin."),
        (UNCOVER, "pear", "pear (not the tin: that one is behind the mug as well)"),
        (UNCOVER, "pear", "The box is a large orange object and it is blocking the view of the pear."),
        (REMOVE, "tin,pear,mug", "The tin, the pear and the mug all stand in front of the box."),
        (REMOVE, "mug", "The box is hidden only by the mug."),
        (REMOVE, "tin,pear,lamp", "Nearest: tin. Middle: pear. Farthest: lamp."),
        (REMOVE, "tin,pear,lamp", "Lamp, pear and tin, with the tin being the closest and the lamp the farthest."),
        (REMOVE, "tin,pear,lamp", "Tin stands foremost, the lamp hindmost, and in the middle the pear; all must go."),
        (REMOVE, "tin,pear,mug", "Closest is the tin, then the pear, and the last one touching the box is the mug"),
        (THROUGH, "pear,mug", "A pear can be made out there, and a mug too."),
        (THROUGH, "pear,tin", "Behind the box there is the pear. To its left, within the box's outline, sits the tin."),
        (THROUGH, "pear", "Just the pear, apart from the wall and a bit of the table."),
        (THROUGH, "pear,mug", "the pear and the mug (and some of the curtain, obviously)"),
        (MIRROR, "pear,tin,mug,lamp", "Pear and tin show strong reflections, the mug and the lamp weaker ones."),
        (MIRROR, "pear,mug", "The pear has a clear reflection, the mug a faint one."),
        (MIRROR, "pear,tin", "I see reflections under the pear and the tin. The others lie flat, so they have none."),
        (MIRROR, "pear,tin,mug", "Those with mirror images are the pear, which is at the front, the tin and the mug."),
        (MIRROR, "pear,tin", "two of the three things (the pear and the tin)"),
        (
            MIRROR, "lamp,tin",
            "The lamp and the tin show reflections. The pear stands on a rug and so has none, like the van.",
        ),
        (MIRROR, "box,mug,tin,lamp,van", "All of the objects have a mirror image, with the exception of the pear."),
        (MIRROR, "pear,lamp", "Je vois le reflet de la poire et de la lampe. La tasse, elle, n'en a pas."),
        (
            MIRROR, "pear,mug",
            "Pear, mug. I looked for the van's reflection, but the mug is in front of it so it can't be seen.",
        ),
        (MIRROR, "pear,tin,mug", "The pear, the tin and, very faintly, the mug."),
        (MIRROR, "lamp,tin", "Everything on the left is reflected: lamp, tin. Nothing on the rug is."),
        (
            UNCOVER, "pear",
            "The box covers the pear and the van. The van is covered by the lamp, so of the two only the pear.",
        ),
        (UNCOVER, "pear,van", "Pear: free once the box is gone. Tin: the mug is still in front. Van: free."),
        (
            UNCOVER, "tin",
            "Behind it are pear and tin; the former is also cut off by the mug, so only the latter is freed.",
        ),
        (
            UNCOVER, "pear,van",
            "It does not free the tin, since the mug hides its base, but it does free the pear and the van.",
        ),
        (UNCOVER, "pear", "Without the box, the pear is whole. The van was whole before."),
        (UNCOVER, "pear", "Pear: nothing else covers it. Tin: the lamp covers it too."),
        (
            UNCOVER, "pear",
            "The pear would be visible. As for the van, part of it is behind the mug, so it would be hidden.",
        ),
        (
            UNCOVER, "pear,tin",
            "Now partly covered: pear, tin, van. Of these, the pear and the tin are covered by the box alone.",
        ),
        (UNCOVER, "pear,tin", "Taking the box away leaves the pear and the tin without anything in front of them."),
        (
            REMOVE, "tin",
            "The mug seems to be in the way, but on closer inspection it stands behind the box. The tin must go.",
        ),
        (REMOVE, "tin", "You might say the mug, as it is the largest, but that isn't what blocks the box. The tin is."),
        (REMOVE, "tin,mug", "the mug and the tin, tin is closer"),
        (THROUGH, "pear,tin", "The pear would take up most of the area, and the tin would be visible on the right."),
        (
            THROUGH, "pear,tin",
            "The pear, because it stands right behind the box, and the tin, because it lies next to the pear.",
        ),
        (
            THROUGH, "pear,tin",
            "Behind the box I can identify the pear (its upper part shows) and the tin (its lid sticks out).",
        ),
        (THROUGH, "pear,mug", "The pear would show up, and with it the mug next to it."),
    ],
)  # fmt: skip
def test_more_sentences_are_read(question: str, meant: str, reply: str) -> None:
    found, things = read(question, reply), meant.split(",")
    assert found is not None
    assert (found if question is REMOVE else set(found)) == (things if question is REMOVE else set(things))


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        (UNCOVER, "The pear is hidden only by the mug."),
        (UNCOVER, "The pear is blocked by the box and the mug."),
        (UNCOVER, "The pear and the green one would be visible."),
        (UNCOVER, "the pear and the red one"),
        (UNCOVER, "- pear: hidden only by the mug\n- tin: hidden by the mug"),
        (MIRROR, "The pear, oh, and one of the lamps or so"),
        (UNCOVER, "The pear would be visible, the tin would fall over."),
    ],
)
def test_what_is_half_understood_is_no_answer(question: str, reply: str) -> None:
    assert read(question, reply) != ["pear"]


@pytest.mark.parametrize(
    ("meant", "reply"),
    [
        ("tin", "- pear: hidden by the mug\n- tin: hidden by the box"),
        ("tin", "- Pear – partly hidden by the mug\n- Tin – partly hidden by the box"),
        ("pear,tin", "Blocked only by the box:\n- pear\n- tin\nBlocked by the box and something else:\n- van (mug)"),
        ("pear,tin", "Partly hidden by the box:\n- pear\n- tin\n- van\nAlso hidden by the mug:\n- van"),
        ("pear,tin", "Hidden by the box alone: pear, tin\nHidden by the box and others: van"),
        ("pear", "| Object | Now | Without the box |\n|---|---|---|\n| pear | partly hidden | whole |\n"
                 "| tin | partly hidden | partly hidden |\n| van | whole | whole |"),
        ("pear,tin", "These would become visible:\n1. **Pear** – its left side is behind the box.\n"
                     "2. **Tin** – only its lid is visible behind the box right now."),
        ("pear", "Pear – free\nTin – still occluded\nVan – fully visible already"),
        ("pear,van", "object,visible\npear,1\ntin,0\nlamp,0\nvan,1"),
    ],
)  # fmt: skip
def test_items_say_what_hides_a_thing(meant: str, reply: str) -> None:
    assert read(UNCOVER, reply) == meant.split(",")


def test_a_list_that_was_cut_off_is_unread() -> None:
    reply = (
        "Objects near the line of sight:\n1. Lamp – far left, not relevant.\n2. Mug – in front; it may overlap.\n"
        "3. Tin – in front, and it may overlap with the left part.\n4. Van – this one is in front of it, and its top"
    )
    assert read(REMOVE, reply) is None
