"""Words in steps that are neither verbs nor names: where things are, what stands before a verb, where a step ends.

Patterns that are looked for in every step are in lower case, and so must be the text (`lowered`): that is three times
as fast as to ignore case.
"""

from __future__ import annotations

import re

from diorama.kinds.lexicon import word_set
from diorama.kinds.place_words import BESIDE, INSIDE, ON, UNDER, any_of


def lowered(text: str) -> str:
    """A text in lower case, each letter in its old place."""
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


ONTO = re.compile(
    any_of(*ON, *INSIDE, "to", "auf", "über", "sobre", "encima", "en", "sur", "dans") + "|[上到入进進里中に]"
)
BESIDE_IT = re.compile(
    any_of(
        *BESIDE, *UNDER, "away from", "against", "neben", "hinter", "unter", "junto", "al lado", "detrás", "debajo",
        "à côté", "derrière", "sous",
    )
)  # fmt: skip
"""Where a thing is put that is not on or in the other that is named."""
WHERE = re.compile(r"\b(?:from|off|out of|of|inside|in|on top of|on|at|beside|behind|under)\b")
"""What stands between a thing and where it is, or whose it is."""
_PLACES = (
    *ON, *INSIDE, *UNDER, *BESIDE, "from", "off", "out of", "on top of", "in front of", "above", "within", "at",
    "by", "against", "blocking", "covering", "hiding", "leaning", "resting", "sitting", "standing", "lying",
    "located", "placed", "stacked", "to the left of", "to the right of", "von", "vom", "auf", "vor", "hinter",
    "über", "unter", "neben", "aus", "de encima de", "encima de", "sobre", "delante de", "detrás de", "debajo de",
    "del", "desde", "sur", "devant", "derrière", "sous", "du dessus",
)  # fmt: skip
_GOALS = ("into", "onto", "to", "in den", "in die", "ins", "auf den", "auf die", "hacia", "dentro de", "dans", "vers")
_GOAL_SIGNS = "|[到入进進](?=.)|に(?=入|置|載)"
PLACE = re.compile(any_of(*_PLACES))
"""Where a thing is that is taken …"""
TOWARDS = re.compile(any_of(*_GOALS) + _GOAL_SIGNS)
"""… where it goes …"""
LINK = re.compile(any_of(*{*_PLACES, *_GOALS}) + _GOAL_SIGNS)
"""… and either."""
OWNED = re.compile(r"[\w ]{2,40}?['’]s\s+(?!(?:top|side|handle|edge|rim|place)\b)(\w+)", re.I)
"""A part of a thing, or what belongs to it."""
NO_OBJECT = word_set(
    "hold rid top care charge possession out front side sides control both each one thing object item it them this "
    "that these those next first second third last other hand hands position place spot location bottom middle left "
    "right lower upper handle handles edge edges rim weight whole"
)
"""Words between a verb and a name that name no other thing."""
BRACKETS = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]|（([^（）]*)）")
ENDS = re.compile(
    r"\s[–—]\s|\s-\s|[.;!?。；：]|:\s|\n|,?\s\b(?:because|since|as it|as they|so that|so|in order to|which|who|whose|"
    r"that (?:is|was|are|were|sits|stands|"
    r"lies|blocks|covers|hides|rests)|while|if|weil|da (?:er|sie|es)|damit|um|porque|para|ya que|parce que|"
    r"afin|pour|"
    r"to (?:reach|access|free|get|expose|reveal|uncover|clear|make|allow|see|create|gain|avoid|prevent|ensure|"
    r"enable|give|provide|open|unblock|complete|be able))\b"
    r"|，(?=因|以便|以)|以便|因为|ために|ので"
)
"""Where a step stops saying what is done."""
WOULD = re.compile(r"^(?:I|we|you)['’](?:d|ll)\s+(?:then\s+)?", re.I)
LABELLED = re.compile(r"[^:]{1,40}:\s*\w+\W*$")
"""The object first, then what is done to it: "Lamp: remove"."""
WHEN = re.compile(r"^(?:(?:only|right)\s)?(?:once|after|when|now that|as soon as)\b[^,:]{1,80}[,:]\s*(?=\w)", re.I)
"""When a step can be done, before it says what is done."""
DO_IT = re.compile(
    r"^(?P<what>[^,:;–—]{1,60})[,:;–—]\s*(?:(?:so|and|then|now)\s)*(?P<deed>[^,:;–—]{2,40}?)\sit\b", re.I
)
"""The thing first, and then what is done to it: "the globe is free: take it"."""
ITSELF = re.compile(r"\b(?:itself|themselves|sich selbst|sí mism[oa]|(?:lui|elle)-même)\b|自己|自身", re.I)
"""The thing that was named before, as a place."""
LEADS = word_set(
    "carefully gently slowly now just please then next first finally lastly you i we one should must can could "
    "will would need to needs have has the a an "
    "start begin by it is are be been being gets get also simply safely again directly physically manually "
    "completely fully immediately secondly "
    "thirdly firstly and ll let us robot person user go ahead reach "
    "free ready accessible reachable zur seite beiseite weg aus dem auf von vom unter hinter neben "
    "bitte dann zuerst zunächst nun jetzt vorsichtig danach anschließend schließlich der die das den dem ein eine "
    "einen du man wir ich sie es wird werden muss kann "
    "el la los las lo un una por favor luego después primero finalmente con cuidado se debe hay que "
    "le les l un une d puis ensuite enfin il faut on doit soigneusement délicatement doucement"
)
"""What may stand before the verb."""
ARTICLES = word_set("the a an der die das den dem ein eine einen el la los las un una le les l une")
AWAY = word_set("off out away aside")
SIDES = word_set("top side surface front back inside")
"""Words for parts of any thing: on the top of the book is on the book."""
PRONOUNS = word_set("i you we one it they he she that ich du man wir now then")
