"""What sentences about swaps come to: a reason, an order or a thought put aside may stand around the answer."""

from __future__ import annotations

import pytest

from tests.kinds.test_reading_swaps import meant, reading

PLAIN = [
    ("mug - lamp", "Swap A with B, where A = mug and B = lamp."),
    ("mug - lamp; mug - box", "1. swap A (mug) with B (lamp)\n2. swap A (mug) with B (box)"),
    ("mug - lamp; mug - box", "The mug has to move to the right. Swap it with the lamp, then swap it with the box."),
    ("mug - lamp; lamp - box", "The first one exchanges the mug and the lamp, the second one the lamp and the box."),
    ("mug - lamp; mug - box", "Swap the mug with the lamp, then with the box. So the fewest swaps is 2."),
    ("infeasible", "I tried every exchange. All of them end in a collision."),
    ("mug - lamp; box - book", "Swap the box with the book, but only after swapping the mug with the lamp."),
    ("mug - lamp; box - book", "Exchange the mug and the lamp. Then do the same with the box and the book."),
    ("mug - lamp; box - book", "1. mug and lamp\n2. box and book\n\nI don't see any collision in these steps."),
    (
        "mug - lamp",
        "My first thought was the box and the lamp, but that would leave the mug on the far left. It has to "
        "be the mug and the lamp that trade places.",
    ),
    (
        "mug - lamp",
        "At first I considered the box and the lamp, but then the mug would be in the wrong spot. It's the "
        "mug and the lamp that need to change places.",
    ),
    (
        "mug - lamp",
        "I first thought of swapping the box and the lamp, but that leaves the mug on the left. The mug and "
        "the lamp must trade places.",
    ),
    ("mug - lamp", "It is the mug and the lamp that have to be exchanged."),
    ("mug - lamp", "The two that have to change places are the mug and the lamp."),
    (
        "mug - lamp",
        "The pair to swap is the mug and the lamp, because the box and the book already stand where they "
        "should.",
    ),
    (
        "mug - lamp",
        "My initial guess was the box and the book, yet this would not put the mug first. So the mug and the "
        "lamp it is.",
    ),
    (
        "mug - lamp",
        "One might think of the box and the book, but the mug would still be last. The mug and the lamp "
        "should swap places.",
    ),
    ("mug - lamp", "It must be the mug and the lamp which switch positions."),
    ("mug - lamp", "Swap mug with lamp – the box and the book are already in between."),
    ("mug - lamp", "Swap the mug with the lamp; the box and the book already stand where they should."),
    ("mug - lamp", "It should be the lamp that trades places with the mug."),
    ("mug - lamp", "It's the mug that has to swap with the lamp."),
    ("mug - lamp", "The mug has to go where the lamp is, and the lamp where the mug is."),
    ("mug - lamp", "Only the mug and the lamp are out of place, so those two swap."),
    ("mug - lamp", "The mug and the lamp are in each other's place, so swap them."),
    ("mug - lamp", "The mug and the lamp, since everything else is already in place."),
    ("mug - lamp", "Swap the mug and the lamp: then the order is lamp, box, book, mug."),
    ("mug - lamp", "Swapping the mug with the lamp gives the order you want."),
    (
        "mug - lamp",
        "Currently the order is mug, box, book, lamp. To get lamp, box, book, mug, the mug and the lamp must "
        "be exchanged.",
    ),
    (
        "mug - lamp",
        "From left to right there are the mug, the box, the book and the lamp. Exchanging the mug and the "
        "lamp gives the wanted order.",
    ),
    ("mug - lamp", "The lamp and the mug trade places."),
    ("mug - lamp", "You'd swap the mug and the lamp."),
    ("mug - lamp", "I would exchange the mug with the lamp, as the other two are already right."),
    ("mug - lamp", "Mug and lamp: that moves the lamp to the front and the mug to the end."),
    ("mug - lamp", "Mug and lamp. That puts the lamp first and the mug last, with the box and the book unchanged."),
    ("mug - lamp", "Mug and lamp, because the lamp has to come first."),
    ("mug - lamp", "The lamp has to come first and the mug last, so the mug and the lamp."),
    ("mug - lamp", "The lamp belongs on the left where the mug is now, so swap the two."),
    ("mug - lamp", "One swap does it: the mug and the lamp."),
    ("mug - lamp", "A single exchange of the mug and the lamp is enough."),
    ("mug - lamp", "The answer is to swap the mug with the lamp, which leaves the box and the book where they are."),
    (
        "mug - lamp; box - lamp",
        "Currently: book, box, lamp, mug. Swap the mug and the lamp (book, box, mug, lamp), then swap the "
        "box and the lamp (book, lamp, mug, box). Done in two.",
    ),
    (
        "mug - lamp; box - lamp",
        "Right now: book, box, lamp, mug. First swap the mug and the lamp (book, box, mug, lamp). Then swap "
        "the box and the lamp (book, lamp, mug, box).",
    ),
    (
        "mug - lamp; box - lamp",
        "Start: book, box, lamp, mug. Swap mug and lamp → book, box, mug, lamp. Swap box and lamp → book, "
        "lamp, mug, box.",
    ),
    (
        "mug - lamp; box - lamp",
        "The order now is book, box, lamp, mug. After swapping the mug and the lamp it is book, box, mug, "
        "lamp; then swap the box and the lamp to get book, lamp, mug, box.",
    ),
    (
        "mug - lamp; box - lamp",
        "Swap the mug and the lamp (giving book, box, mug, lamp) and then the box and the lamp (giving book, "
        "lamp, mug, box).",
    ),
    (
        "mug - lamp; box - lamp",
        "First the mug and the lamp, which gives book, box, mug, lamp, then the box and the lamp, which "
        "gives book, lamp, mug, box.",
    ),
    (
        "mug - lamp; box - lamp",
        "Swap mug with lamp (now: book, box, mug, lamp); swap box with lamp (now: book, lamp, mug, box). Two "
        "swaps in all.",
    ),
    (
        "mug - lamp; box - lamp",
        "1. Swap the mug and the lamp (book, box, mug, lamp)\n2. Swap the box and the lamp (book, lamp, mug, "
        "box)",
    ),
    ("mug - lamp; box - lamp", "Two swaps: mug and lamp, then box and lamp."),
    (
        "mug - lamp; box - lamp",
        "I'd swap the mug and the lamp first and the box and the lamp after that. That's two swaps.",
    ),
    (
        "mug - lamp; box - lamp",
        "Exchange the mug and the lamp. Now exchange the box and the lamp. That gives book, lamp, mug, box.",
    ),
    (
        "mug - lamp; box - lamp",
        "Step one: the mug trades places with the lamp. Step two: the box trades places with the lamp.",
    ),
    (
        "mug - lamp; box - lamp",
        "The shortest way takes two swaps: the mug with the lamp, and then the box with the lamp.",
    ),
    ("mug - lamp; box - lamp", "Begin by swapping the mug and the lamp, and finish by swapping the box and the lamp."),
    ("mug - lamp; box - lamp", "Mug ↔ lamp (book, box, mug, lamp), then box ↔ lamp (book, lamp, mug, box)."),
    (
        "mug - lamp; box - lamp",
        "Swap the mug and the lamp so the row reads book, box, mug, lamp. Then swap the box and the lamp so "
        "it reads book, lamp, mug, box.",
    ),
    (
        "mug - lamp; box - lamp",
        "Currently we have book, box, lamp, mug; swap mug and lamp to get book, box, mug, lamp, then swap "
        "box and lamp to get book, lamp, mug, box.",
    ),
    (
        "infeasible",
        "It is infeasible: the van is too long for the place of the mug, so any sequence would make it stick "
        "out.",
    ),
    ("infeasible", "Infeasible, because the van would collide with the lamp wherever it is put."),
    ("infeasible", "No sequence of swaps works, since the van does not fit between the mug and the lamp."),
    ("infeasible", "The van is too wide for the spot of the mug, so it is infeasible."),
    ("infeasible", "This cannot be done: swapping the van with the mug would always push it off the surface."),
    (
        "infeasible",
        "Swapping the mug and the van would make the van overlap the box, and no other swap helps, so "
        "infeasible.",
    ),
    (
        "mug - lamp; box - lamp",
        "Swapping the box and the lamp right away would cause a collision, so first swap the mug and the "
        "lamp, then the box and the lamp.",
    ),
    ("mug - lamp", "It isn't the box and the lamp but the mug and the lamp that need to swap."),
    ("mug - lamp", "Not the box: the mug and the lamp have to trade places."),
    ("mug - lamp", "What has to happen is that the mug and the lamp trade places."),
    ("mug - lamp", "All that is needed is a swap of the mug and the lamp."),
    ("mug - lamp", "The mug needs to be last and the lamp first, so they should swap."),
    ("mug - lamp", "Everything is in place except the mug and the lamp, which need to be swapped."),
    (
        "mug - lamp; lamp - box; box - book",
        "Three swaps are enough: first the mug with the lamp, then the lamp with the box, and at the end the "
        "box with the book.",
    ),
    (
        "mug - lamp; candle - box; box - lamp",
        "Swap the mug with the lamp, then the candle with the box, and last the box with the lamp.",
    ),
]
"""Sentences as models write them, with the swaps that they mean."""


@pytest.mark.parametrize(("swaps", "reply"), PLAIN)
def test_plain_sentences_are_read(swaps: str, reply: str) -> None:
    assert reading(reply) == meant(swaps)


@pytest.mark.parametrize(
    ("swaps", "reply"),
    [
        ("mug - lamp", "Not the mug and the lamp: the box and the lamp have to trade places."),
        ("mug - lamp", "The mug and the lamp, which must not be swapped."),
        ("mug - lamp", "After swapping the mug and the lamp the order is book, box, mug, lamp, which is wrong."),
        (
            "mug - lamp",
            "After swapping the mug and the lamp the order would be book, box, mug, lamp. That is not what we "
            "want.",
        ),
        ("mug - lamp", "Swap the mug and the lamp (book, box)."),
        ("mug - lamp", "The two that have to change places are not the mug and the lamp."),
        ("mug - lamp", "Everything is in place except the mug, the lamp and the box."),
        ("mug - lamp", "My first thought was the mug and the lamp that trade places."),
        ("mug - lamp", "It cannot be the mug and the lamp that trade places."),
        (
            "lamp - box",
            "The mug is the leftmost of them, followed by the lamp and the box. The required order starts with "
            "the mug.",
        ),
        (
            "lamp - box",
            "The mug is the leftmost, followed by the lamp and the box. The order starts with the mug, which "
            "means that",
        ),
    ],
)
def test_what_is_denied_or_only_told_is_no_answer(swaps: str, reply: str) -> None:
    assert reading(reply) != meant(swaps)
