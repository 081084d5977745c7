"""Choice: one option of several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from string import ascii_uppercase
from typing import Any, ClassVar, Literal, Self

from diorama.kinds.answer import Answer, Phrases, Text
from diorama.kinds.blind import Arrangements
from diorama.kinds.counts import ENOUGH, ERRORS, Counts, Share, add_shares
from diorama.kinds.key import Key
from diorama.kinds.kind import Form, Grader, Kind, Rng
from diorama.kinds.marks import MOST_MARKED, Mark
from diorama.kinds.query import Query
from diorama.kinds.reading import NotRead, option_mentions, read_choice
from diorama.kinds.reading.manners import abstains
from diorama.kinds.table_values import told_option
from diorama.kinds.verdicts import Judgement, Verdict


class Choice(Answer):
    """One option of several; its text, not its letter, so that shuffling the options changes nothing."""

    kind: Literal["choice"] = "choice"
    option: Text

    def words(self, phrases: Phrases) -> str:
        return self.option


@dataclass
class ChoiceCounts(Counts):
    """Whether the right option favours a place or a text, against what chance would give."""

    places: dict[str, Share] = field(default_factory=dict)
    """By place among the options, such as ``2 of 3``."""
    texts: dict[str, Share] = field(default_factory=dict)
    """By option, with the names of objects left out; the option not to answer is never right and does not count."""
    arrangements: Arrangements = field(default_factory=Arrangements)
    """What was right in each form, with the options in each order."""

    def count(self, key: Key) -> None:
        super().count(key)
        assert isinstance(key.answer, Choice)
        for place, option in enumerate(key.options):
            at = self.places.setdefault(f"{place + 1} of {len(key.options)}", Share())
            at.count(option == key.answer.option, 1 / len(key.options))
        right, due = without_names(key.answer.option, key), self.due(key)
        alike = Counter(without_names(o, key) for o in key.options if not abstains(o))
        for text, count in alike.items():
            self.texts.setdefault(text, Share()).count((text == right) / count, due)
        order = " | ".join(without_names(o, key) for o in key.options)
        self.arrangements.count(key.query.form_name() if key.query is not None else "", order, right)

    def add(self, other: Self) -> None:
        super().add(other)
        add_shares(self.places, other.places)
        add_shares(self.texts, other.texts)
        self.arrangements.add(other.arrangements)

    def due(self, key: Key) -> float:
        """What picking any option but that not to answer would give."""
        return 1 / max(1, sum(not abstains(o) for o in key.options))

    @property
    def blind(self) -> float:
        return max((s.right for s in self.texts.values()), default=0.0) / max(1, self.samples)

    def lines(self) -> list[str]:
        found = [
            "right option at " + "; ".join(f"{place}: {share}" for place, share in sorted(self.places.items())),
            "right answer " + "; ".join(f"{text}: {share}" for text, share in sorted(self.texts.items())),
        ]
        return [*found, f"form and order of the options give {self.arrangements.guessed()}"]

    def warnings(self, errors: float = ERRORS) -> list[str]:
        def too_often(shares: dict[str, Share]) -> list[tuple[str, Share]]:
            return [(n, s) for n, s in sorted(shares.items()) if s.offered >= ENOUGH and s.excess > errors]

        found = [f"place {place} is right in {s}" for place, s in too_often(self.places)]
        found += [f"'{text}' is right in {s}" for text, s in too_often(self.texts)]
        learned = self.arrangements.guessed()
        if self.samples >= ENOUGH and learned.excess > errors:
            found.append(f"form and order of the options give {learned}")
        return found + self.guess_warnings(errors)


def without_names(option: str, key: Key) -> str:
    """An option with its objects left out: ``Remove the red mug`` → ``Remove …``."""
    for phrase in sorted(key.phrases.values(), key=len, reverse=True):
        option = option.replace(phrase, "…")
    return option


def lettered_options(options: tuple[str, ...]) -> list[tuple[str, str]]:
    """Each option with its letter."""
    return list(zip(ascii_uppercase, options, strict=False))


def lettered(options: tuple[str, ...], index: int) -> str:
    """An option as a reply that leaves no doubt: ``(B) No``."""
    return f"({ascii_uppercase[index]}) {options[index]}"


class ChoiceKind(Kind[Choice]):
    """Multiple choice: the letter or the words of one option."""

    name = "choice"
    rules: ClassVar[int] = 4
    answer = Choice
    names_objects: ClassVar[bool] = False
    offers_options: ClassVar[bool] = True

    def form(self, answer: Choice, query: Query | None = None) -> Form:
        return self.forms()[0]

    def forms(self) -> tuple[Form, ...]:
        letter = "the letter of one option"
        return (Form(f"Reply with {letter} and nothing else.", f"'Answer: ' and {letter}"),)

    def check(self, answer: Choice, options: tuple[str, ...]) -> None:
        if answer.option not in options:
            raise ValueError(f"the right option '{answer.option}' is not among the options")
        if len(options) > len(ascii_uppercase):
            raise ValueError(f"{len(options)} options are more than there are letters")

    def from_table(self, value: Any, options: tuple[str, ...] = (), names: Mapping[str, str] | None = None) -> Choice:
        """The text of an option, or its letter, as ``B`` or ``(B)``; or an object with `option`, its text for sure."""
        if isinstance(value, Mapping):
            return Choice(option=value.get("option", ""))
        return Choice(option=told_option(value, options))

    def size(self, answer: Choice) -> int:
        return 1

    def marks(self, key: Key, text: str) -> tuple[Mark, ...]:
        found = option_mentions(text[:MOST_MARKED], key.options)
        return tuple(Mark(start, end, option) for start, end, option in found)

    async def score(self, key: Key, reply: str, grader: Grader | None = None) -> Judgement:
        reading = read_choice(reply, key.options, key.question)
        if isinstance(reading, NotRead):
            return Judgement(reading.verdict, note=reading.note)
        assert isinstance(key.answer, Choice)
        if reading.option == key.answer.option:
            return Judgement(Verdict.CORRECT, reading.option)
        return Judgement(Verdict.NOT_SURE if abstains(reading.option) else Verdict.INCORRECT, reading.option)

    def restated(self, key: Key) -> str:
        return "Write the letter of the option that the reply means, or 'no answer' if it means none or several."

    def in_words(self, key: Key, answer: Choice) -> str:
        return lettered(key.options, key.options.index(answer.option))

    def as_asked(self, key: Key, answer: Choice) -> str:
        return ascii_uppercase[key.options.index(answer.option)]

    def wrong(self, key: Key, rng: Rng) -> str:
        assert isinstance(key.answer, Choice)
        others = [k for k, option in enumerate(key.options) if option != key.answer.option]
        return lettered(key.options, int(rng.choice(others)))

    def guess(self, key: Key, rng: Rng) -> str:
        """Any option with equal probability, including the one not to answer."""
        return lettered(key.options, int(rng.integers(len(key.options))))

    def chance(self, key: Key) -> float:
        return 1 / len(key.options)

    def counts(self) -> ChoiceCounts:
        return ChoiceCounts()


CHOICE = ChoiceKind()
