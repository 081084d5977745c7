"""Head nouns: what somebody who looks at a picture would call a thing at first, whatever exact noun we have for it.

A soccer ball, a tennis ball and a golf ball are all "the ball". Scenes draw at most one thing of a head noun, so that a
short name in an answer still says which one is meant.
"""

from __future__ import annotations

_LOOK_ALIKE = {
    "mug": "cup", "tumbler": "cup", "carton": "box", "toolbox": "box", "basketball": "ball", "baseball": "ball",
    "bucket": "bin",
}  # fmt: skip


def head_noun(noun: str) -> str:
    """The word under which a thing may be confused with others.

    >>> head_noun("tissue box"), head_noun("mug"), head_noun("egg cup"), head_noun("sofa")
    ('box', 'cup', 'cup', 'sofa')
    """
    return _LOOK_ALIKE.get(noun, noun.split()[-1])
