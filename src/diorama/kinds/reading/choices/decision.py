"""What the claims of a text come to: the plainest, if nothing contradicts it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from diorama.kinds.reading.choices.clauses import Rank
from diorama.kinds.reading.choices.words import OptionWords
from diorama.kinds.reading.readings import Chosen, NotRead
from diorama.kinds.verdicts import Verdict

SEVERAL = NotRead(Verdict.UNREAD, "it points at more than one option")
DOUBT = NotRead(Verdict.NOT_SURE, "it says that it does not know")

Found = Chosen | NotRead | None


class Claim(NamedTuple):
    """Options that a clause affirms; more than one, or none that exists, if it is not clear."""

    options: frozenset[str]
    rank: Rank
    place: int
    """The number of its statement."""


@dataclass
class Claims:
    """All that a text claims."""

    affirmed: list[Claim] = field(default_factory=list)
    denied: list[tuple[str, int]] = field(default_factory=list)
    """Options with the number of the statement."""
    doubts: list[int] = field(default_factory=list)
    """Statements that say that the answer is not known."""
    abstains: int = -1
    """The last statement that is nothing but the option not to answer."""
    depends: bool = False
    """Whether it says that the answer depends on what is not known."""
    other: bool = False
    """Whether it says that the answer is the other one of two."""

    def affirm(self, options: frozenset[str], rank: Rank, place: int) -> None:
        self.affirmed.append(Claim(options, rank, place))

    def deny(self, options: frozenset[str], place: int) -> None:
        self.denied += [(option, place) for option in options]


def decided(claims: Claims, words: OptionWords) -> Found:
    """What claims come to: the plainest, if nothing contradicts it."""
    unsure = words.get("not sure")
    singles = [c for c in claims.affirmed if len(c.options) == 1]
    if not claims.affirmed:
        if claims.doubts:
            return Chosen(unsure) if unsure is not None else DOUBT
        return _the_other(claims, words)
    first = min((c.place for c in singles), default=-1)
    relevant = [c for c in claims.affirmed if len(c.options) == 1 or c.place >= first]
    top = max(c.rank for c in relevant)
    lead = [c for c in relevant if c.rank == top]
    chosen = lead[-1].options
    if len(chosen) != 1 or any(c.options != chosen for c in lead):
        return SEVERAL
    last = max(c.place for c in lead)
    against = [c for c in relevant if c.options != chosen and not (top >= Rank.MARKED and _ruled_out(c, claims))]
    if any(c.rank >= Rank.PLAIN and (c.place > last or (c.place == 0 and not c.options > chosen)) for c in against):
        return SEVERAL
    if top <= Rank.PLAIN and any(c.place == last and c.rank >= Rank.TOLD for c in against):
        return SEVERAL
    (option,) = chosen
    if top is Rank.HINT and claims.abstains > last and unsure is not None:
        return Chosen(unsure)
    if any(o == option and (place >= last or top < Rank.MARKED) for o, place in claims.denied):
        return NotRead(Verdict.UNREAD, "it contradicts itself")
    if top < Rank.PLAIN and claims.depends:
        return NotRead(Verdict.UNREAD, "it says that it depends")
    if top < Rank.PLAIN and any(place < lead[0].place for place in claims.doubts):
        return NotRead(Verdict.UNREAD, "it doubts and says no more than a hint")
    return Chosen(option)


def _ruled_out(claim: Claim, claims: Claims) -> bool:
    """Whether a text rules out later what it seems to name first: "The cabinet is furniture, so D is out"."""
    return all(any(o == option and place >= claim.place for o, place in claims.denied) for option in claim.options)


def _the_other(claims: Claims, words: OptionWords) -> Found:
    """The only option that is not denied, if it is pointed at ("so it must be the other one") or several others are."""
    denied = {option for option, _ in claims.denied}
    left = [o for o in words.real if o not in denied]
    sure = claims.other or len(words.real) > 2  # "not A" alone leaves B only where somebody says so
    return Chosen(left[0]) if sure and len(left) == 1 else None
