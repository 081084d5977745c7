"""Every asset's noun can be an answer: alone, in a list, first and then, and in a swap."""

from __future__ import annotations

import pytest

from diorama.kinds.names import Names
from diorama.kinds.reading import Named, Swapped, read_objects, read_swaps
from diorama.world import assets

NOUNS = sorted(assets())


@pytest.mark.parametrize("noun", NOUNS)
def test_an_answer_with_this_noun_is_read(noun: str) -> None:
    other = "vase" if noun != "vase" else "mug"
    names = Names({n: (f"the {n}", n) for n in (noun, other)}, ())
    for reply in (f"the {noun} and the {other}", f"first the {noun}, then the {other}"):
        found = read_objects(reply, names)
        assert isinstance(found, Named), reply
        assert [match.names for match in found.items] == [(noun,), (other,)], reply
    swap = read_swaps(f"swap the {noun} with the {other}", names)
    assert isinstance(swap, Swapped), noun
    assert [tuple(match.names for match in pair) for pair in swap.pairs] == [((noun,), (other,))]
