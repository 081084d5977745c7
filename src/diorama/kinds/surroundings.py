"""Words for the room around the objects: its walls, its windows, its light.

Where a question asks what is seen of some objects, these may be seen too, and a reply may say so without being wrong.

>>> [is_surroundings(said) for said in ("the window frame", "a ceiling light", "the picture frame", "the wall clock")]
[True, True, False, False]
"""

from __future__ import annotations

from functools import cache

from diorama.kinds.lexicon import WORD, lemma, word_set

_ROOM = word_set(
    "window windowpane windowsill wall ceiling floor room sky daylight sunlight light highlight glare curtain blind "
    "background backdrop baseboard backsplash sill pane "
    "fenster wand zimmerdecke himmel licht fenetre fenêtre mur plafond ciel lumiere lumière "
    "ventana pared techo cielo luz"
)
"""What is such a word by itself, whatever stands before it."""
_SIDES = word_set("window wall ceiling sky room")
_PARTS = word_set("frame light lamp panel edge trim board reflection bar cross fixture")
"""What is a part of the room only after one of its sides: a window frame, but no picture frame."""


@cache
def is_surroundings(said: str) -> bool:
    """Whether some words name a part of the room, and no thing in it."""
    words = ["", *(lemma(m.group()) for m in WORD.finditer(said.casefold()))]
    return words[-1] in _ROOM or (words[-1] in _PARTS and words[-2] in _SIDES)
