"""Are the options what the query asks for, all different, with the right one among them once?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from diorama.data.checks.case import Case
from diorama.suites.meaning import Mismatch

_NOT_A_WORD = re.compile(r"[\W_]+")


def one_right_option(case: Case) -> Iterator[Mismatch]:
    """The right answer is an option, exactly once."""
    if not case.sample.options:
        return
    right = case.sample.answer_words()
    times = [_as_read(option) for option in case.sample.options].count(_as_read(right))
    if times != 1:
        yield Mismatch(f"'{right}' once among the options", f"{times} times in {_quoted(case.sample.options)}")


def differing_options(case: Case) -> Iterator[Mismatch]:
    """No two options say the same: case, spaces and punctuation make no difference."""
    times = Counter(_as_read(option) for option in case.sample.options)
    for option in times:
        if times[option] > 1:
            alike = tuple(o for o in case.sample.options if _as_read(o) == option)
            yield Mismatch("options that are all different", _quoted(alike))


def offered_options(case: Case) -> Iterator[Mismatch]:
    """Every option is one that the query can have, and those that it must have are there."""
    if case.task.offered is None:
        return
    offer, options = case.task.offered(case.query, case.world), case.sample.options
    if missing := sorted(offer.always - set(options)):
        yield Mismatch(f"the options {_quoted(tuple(missing))}", _quoted(options))
    for option in options:
        if option not in offer.always | offer.some_of:
            yield Mismatch(f"one of {_quoted(tuple(sorted(offer.always | offer.some_of)))}", f"'{option}'")
    others = len(offer.some_of & set(options))
    if others < offer.least:
        yield Mismatch(f"at least {offer.least} of {_quoted(tuple(sorted(offer.some_of)))}", _quoted(options))


def _as_read(option: str) -> str:
    return _NOT_A_WORD.sub(" ", option).strip().casefold()


def _quoted(options: tuple[str, ...]) -> str:
    return ", ".join(f"'{option}'" for option in options) or "none"
