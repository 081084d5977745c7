"""What is known of the errors of one run after judging, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from diorama.ask.causes.cause import Cause, Ending
from diorama.ask.causes.files import CauseRecord


@dataclass
class CauseTally:
    """How the judging of each error ended; what is missing is counted, too."""

    path: Path
    errors: int
    asked: int = 0
    """How many the judge was asked about this time."""
    endings: Counter[Ending] = field(default_factory=Counter)
    causes: Counter[Cause] = field(default_factory=Counter)
    without_caption: int = 0
    """Errors about events that were not simulated: there is nothing to hold the reply against."""
    why: str = ""
    """Why the last that failed did."""

    def count(self, said: Iterable[CauseRecord]) -> None:
        for one in said:
            self.endings[one.ending] += 1
            if one.cause is not None:
                self.causes[one.cause] += 1

    @property
    def left(self) -> int:
        """Errors that the same command takes up again."""
        ended = sum(self.endings.values()) - self.endings[Ending.FAILED]
        return self.errors - ended - self.without_caption

    def line(self) -> str:
        """What there is, for people."""
        causes = ", ".join(f"{self.causes[cause]} {cause.words}" for cause in Cause if self.causes[cause])
        apart = {
            "no reasoning": self.endings[Ending.NO_REASONING],
            "judge's reply unread": self.endings[Ending.UNREAD],
            "judge failed": self.endings[Ending.FAILED],
            "without an exact caption": self.without_caption,
            "not asked": self.left - self.endings[Ending.FAILED],
        }
        rest = "".join(f"; {count} {words}" for words, count in apart.items() if count)
        again = f" (the last failure: {self.why}); the same command takes up what is missing" if self.left else ""
        judged = f"{self.endings[Ending.JUDGED]} of {self.errors} errors judged ({self.asked} asked about now)"
        return f"{self.path}: {judged}{f': {causes}' if causes else ''}{rest}{again}"
