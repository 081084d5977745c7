"""What sentences come to that answer a choice: a reason and an option, in either order."""

from __future__ import annotations

import pytest

from diorama.kinds.reading import Chosen, read_choice

Asked = tuple[str, tuple[str, ...]]
SEEN: Asked = (
    "The watermelon moves left by its own width. Will the pillow then be revealed or occluded?",
    ("Revealed", "Occluded", "Not sure"),
)
FITS: Asked = (
    "Does the lamp fit into the bin?",
    ("Yes", "No", "Not sure"),
)
HITS: Asked = (
    "If the car drives straight ahead, would it run into an object?",
    ("Yes", "No", "Not sure"),
)
CLEARS: Asked = (
    "The car drives straight ahead. Which object has to be removed so that there is no collision?",
    ("Remove the mug", "Remove the pear", "Remove the tin", "There is no collision", "Not sure"),
)


def read(asked: Asked, reply: str) -> str | None:
    """The option that a reply answers with; None if it is unread."""
    question, options = asked
    found = read_choice(reply, options, question)
    return found.option if isinstance(found, Chosen) else None


PLAIN = [
    (FITS, "No", "no too big"),
    (HITS, "No", "no goes past all of them"),
    (FITS, "No", "Without the ball the answer would be yes.\n\nBut it is there, and too high.\n\nAnswer: B. No"),
    (
        CLEARS,
        "There is no collision",
        "Nothing needs to be cleared. The mug looks as though it were ahead, but it is behind.",
    ),
    (
        SEEN,
        "Revealed",
        "After the watermelon moves left by its own width it no longer covers the pillow, so the pillow is "
        "revealed.",
    ),
    (
        SEEN,
        "Revealed",
        "When the watermelon shifts by its own width, it does not cover the pillow any more, so the pillow "
        "is revealed.",
    ),
    (
        SEEN,
        "Revealed",
        "Once the watermelon is moved to the left it is no longer in front of the pillow, and the pillow is "
        "revealed.",
    ),
    (SEEN, "Revealed", "After the move nothing covers the pillow, so it is revealed."),
    (
        SEEN,
        "Revealed",
        "After the watermelon slides left, its right edge ends before the pillow, so the pillow is revealed.",
    ),
    (SEEN, "Revealed", "The watermelon is cleared out of the line of sight, which leaves the pillow revealed."),
    (
        SEEN,
        "Occluded",
        "After the watermelon moves left it still covers a corner of the pillow, so the pillow is occluded.",
    ),
    (
        SEEN,
        "Occluded",
        "When the watermelon moves by its own width the pillow stays partly behind it, so it remains "
        "occluded.",
    ),
    (
        SEEN,
        "Occluded",
        "Once the watermelon has moved, the mug still stands in front of the pillow, so the pillow is "
        "occluded.",
    ),
    (
        SEEN,
        "Occluded",
        "After moving left by its own width, the watermelon still overlaps the pillow, therefore the pillow "
        "is occluded.",
    ),
    (
        SEEN,
        "Revealed",
        "After that move the pillow would be completely revealed, since nothing else stands in front of it.",
    ),
    (
        SEEN,
        "Revealed",
        "Revealed: the watermelon used to hide the left half of the pillow, and after moving it does not.",
    ),
    (
        SEEN,
        "Revealed",
        "Revealed, because the watermelon only just covered the edge of the pillow and the shift is larger "
        "than that.",
    ),
    (SEEN, "Occluded", "Occluded, since the shift is smaller than the overlap."),
    (SEEN, "Occluded", "Occluded: the watermelon is so wide that the pillow would have to be much further right."),
    (SEEN, "Revealed", "The overlap is smaller than the shift, so the pillow is revealed."),
    (SEEN, "Revealed", "It would be revealed, because the watermelon moves away from in front of it."),
    (SEEN, "Occluded", "The pillow remains occluded, because the watermelon does not move far enough."),
    (SEEN, "Revealed", "As the watermelon moves left, it uncovers the pillow completely."),
    (SEEN, "Occluded", "Even after it moves left, the watermelon keeps blocking part of the pillow."),
    (SEEN, "Revealed", "If the watermelon moves left by its own width, the pillow is revealed."),
    (SEEN, "Occluded", "If the watermelon moves left by its own width, the pillow is still occluded."),
    (SEEN, "Revealed", "Before the move the pillow is occluded by the watermelon; afterwards it is revealed."),
    (
        SEEN,
        "Revealed",
        "Moving the watermelon to the left by its own width takes it off the pillow, which is then revealed.",
    ),
    (
        SEEN,
        "Occluded",
        "Moving the watermelon to the left puts it right in front of the pillow, so the pillow is occluded.",
    ),
    (FITS, "Yes", "After turning it on its side it is shorter than the bin is deep, so yes, it fits."),
    (FITS, "Yes", "Yes, the bin is wider and deeper than the lamp."),
    (FITS, "No", "No: the lamp is taller than the bin."),
    (FITS, "No", "The lamp's shade is wider than the rim of the bin, so it does not fit."),
    (FITS, "Yes", "When lowered straight down, the lamp clears the rim, so yes."),
    (FITS, "No", "Once it is lowered, the shade catches on the rim, so no."),
    (FITS, "Yes", "The lamp is narrow, so it fits."),
    (FITS, "No", "It wouldn't fit because the bin is too shallow."),
    (FITS, "Yes", "The bin is big enough for the lamp, so the answer is yes."),
    (FITS, "No", "Comparing their sizes, the lamp is about twice as wide as the opening, which means no."),
    (FITS, "Yes", "Yes – there is room left on all sides."),
    (FITS, "No", "No, it would stick out at the top."),
    (HITS, "Yes", "Yes, it would run into the mug after about half the way."),
    (HITS, "No", "No: the lane in front of the car is empty up to the wall."),
    (HITS, "Yes", "Driving straight on, the car hits the mug, so yes."),
    (HITS, "No", "The mug stands left of the lane and the tin right of it, so the car passes between them: no."),
    (HITS, "Yes", "The mug is standing right in front of the car, so it would hit it."),
    (HITS, "No", "As it drives straight ahead, nothing stands in its path, so no collision happens."),
    (HITS, "Yes", "After a short distance it bumps into the mug, so the answer is yes."),
    (HITS, "No", "It would not hit anything, because all the objects are to its sides."),
    (HITS, "Yes", "Yes. The van is in its path."),
    (HITS, "No", "I'd say no, since the van is well outside of the lane."),
    (HITS, "Yes", "If it keeps going forward it will collide with the van."),
    (HITS, "No", "If it keeps going forward it will pass the van without touching it."),
    (
        CLEARS,
        "Remove the mug",
        "The car heads straight towards the mug, so that has to be cleared away. The pear and the tin are "
        "out of its way.",
    ),
    (CLEARS, "Remove the mug", "The mug is the one thing in its way, so remove the mug."),
    (CLEARS, "Remove the mug", "Removing the mug would be enough: the others are off to the side."),
    (CLEARS, "Remove the mug", "It would hit the mug, so the mug has to be taken away."),
    (CLEARS, "There is no collision", "There is no collision, because all three stand beside the lane."),
    (CLEARS, "There is no collision", "None needs to be removed: the car has a free run."),
    (CLEARS, "Remove the mug", "Only the mug blocks the car; take it away."),
    (CLEARS, "Remove the pear", "The pear must go, since it sits right in the lane."),
    (CLEARS, "Remove the pear", "Remove the pear: it is what the car would hit first and only."),
    (CLEARS, "Remove the tin", "I would take away the tin because the car's front wheel would strike it."),
    (CLEARS, "There is no collision", "The car does not hit anything on its way, so no object has to be removed."),
    (CLEARS, "Remove the tin", "The tin. It stands in the middle of the road."),
    (
        CLEARS,
        "Remove the mug",
        "Not quite. After the pear comes the mug, and the car would crash into that, so it needs to be "
        "removed as well.",
    ),
]
"""Sentences as models write them, with the option that they mean."""


@pytest.mark.parametrize(("asked", "meant", "reply"), PLAIN)
def test_plain_sentences_are_read(asked: Asked, meant: str, reply: str) -> None:
    assert read(asked, reply) == meant


@pytest.mark.parametrize(
    ("asked", "option", "reply"),
    [
        (
            SEEN,
            "Occluded",
            "If the watermelon were larger it would still cover the pillow, so the pillow would be occluded.",
        ),
        (SEEN, "Occluded", "When the watermelon had not moved yet it covered the pillow, so it was occluded."),
        (
            SEEN,
            "Revealed",
            "After the watermelon moves left it no longer covers the pillow, so the pillow would be revealed if "
            "the mug were not there.",
        ),
        (
            SEEN,
            "Revealed",
            "After the watermelon moves left the pillow is revealed on one side only, since the mug still covers "
            "it.",
        ),
        (
            SEEN,
            "Revealed",
            "If it moved twice as far it would no longer cover the pillow, so the pillow would be revealed.",
        ),
        (FITS, "Yes", "If it were turned it would fit, so it would be inside."),
        (CLEARS, "There is no collision", "Once the mug is gone there is no collision, since the others stand aside."),
        (CLEARS, "There is no collision", "When the mug is removed nothing is hit, so there is no collision."),
    ],
)
def test_what_would_follow_from_something_else_is_no_answer(asked: Asked, option: str, reply: str) -> None:
    assert read(asked, reply) != option


def test_an_answer_that_depends_is_none() -> None:
    reply = "If it keeps straight it could miss them, but if it turns it will hit the mug. It depends on the speed."
    assert read(HITS, reply) is None
