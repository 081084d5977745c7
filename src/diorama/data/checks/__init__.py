"""What `verify` checks of a sample: small functions, each in a module of its subject, found by the name in its report.

Each takes a `Case` and gives what it finds amiss. Together they say that words, options, marks, pictures and answer all
mean what the query means.

>>> from diorama.data.checks import CHECKS
>>> list(CHECKS)[:3]
['answer', 'second derivation', 'wording']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from diorama.data.checks.answers import answer_of_query, second_derivation
from diorama.data.checks.case import Case, NotChecked
from diorama.data.checks.clips import clips_of_shots
from diorama.data.checks.looks import shows_what_is_asked
from diorama.data.checks.marks import marks_of_query
from diorama.data.checks.options import differing_options, offered_options, one_right_option
from diorama.data.checks.pictures import pictures_of_shots
from diorama.data.checks.reflections import muted_reflections
from diorama.data.checks.words import bodies_named, labels_alone, phrases_of_query, wording_of_words
from diorama.suites.meaning import Mismatch
from diorama.suites.suite import LOOKED

__all__ = ["CHECKS", "PICTURE_CHECKS", "Case", "Check", "Mismatch", "NotChecked"]

Check = Callable[[Case], Iterable[Mismatch]]

CHECKS: Mapping[str, Check] = {
    "answer": answer_of_query,
    "second derivation": second_derivation,
    "wording": wording_of_words,
    "labels": labels_alone,
    "phrases": phrases_of_query,
    "bodies named": bodies_named,
    "right option": one_right_option,
    "different options": differing_options,
    "offered options": offered_options,
    "marks": marks_of_query,
    "picture": pictures_of_shots,
    "clip": clips_of_shots,
    "muted reflections": muted_reflections,
    LOOKED: shows_what_is_asked,
}
"""Every check by the name that a disagreement gives."""
PICTURE_CHECKS = frozenset({"picture", "clip", "muted reflections", LOOKED})
"""Those that draw."""
