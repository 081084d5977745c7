"""What a model thought before its replies, where that is kept apart from them: only the engine's logs have it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from diorama.ask.records import Record

Place = tuple[str, int]
"""A sample and a repeat."""


def thoughts_beside(answers: Path, records: Iterable[Record]) -> dict[Place, str]:
    """By place, for those of these replies that the logs beside a file of answers know."""
    if not any(answers.parent.glob("*.eval")):
        return {}
    from diorama.ask.engine import require

    require()
    from diorama.ask.engine.reasoning import reasoning_beside

    found = reasoning_beside(answers)
    replies = {(record.sample_id, record.repeat): record.reply for record in records}
    return {place: found[place][1] for place, reply in replies.items() if place in found and found[place][0] == reply}
