"""Reading and scoring a hundred thousand choice answers, beside one regular expression that only looks for a letter."""

from __future__ import annotations

import re
import time

from diorama.ask import make_record, score_reply
from diorama.ask.tables import table
from diorama.kinds import Choice, Key

COUNT = 100_000
OPTIONS = ("Yes", "No", "Not sure")
FORMS = (
    "{letter}",
    "({letter}) {option}",
    "{option}, because the car stops before it reaches the box.",
    "The car drives straight ahead and the box stands beside its way. The answer is {letter}.",
    '{{"Reasoning": "The car drives straight ahead; the box is beside its way.", "Answer": "{letter}"}}',
    "<think>It could be A or B. The box is beside its way.</think>\n\n**Answer:** {option}",
)


def main() -> None:
    keys = [
        Key(
            f"s-{k}",
            f"scene-{k % 500}",
            "causal",
            "collision",
            f"L{k % 2 + 1}",
            Choice(option=OPTIONS[k % 2]),
            options=OPTIONS,
        )
        for k in range(COUNT)
    ]
    replies = [FORMS[k % len(FORMS)].format(letter="ABC"[k % 3], option=OPTIONS[k % 3]) for k in range(COUNT)]
    letter = re.compile(r"\b([ABC])\b")
    start = time.process_time()
    scored = [make_record(k, r, score_reply(k, r), model="m") for k, r in zip(keys, replies, strict=True)]
    ours = time.process_time() - start
    assert sum(r.correct for r in scored) == sum(k % 2 == k % 3 for k in range(COUNT))
    start = time.process_time()
    assert all(letter.findall(reply)[-1:] or OPTIONS for reply in replies)
    plain = time.process_time() - start
    start = time.process_time()
    table(scored)
    counted = time.process_time() - start
    times = f"{ours:.1f} s CPU, {ours / plain:.0f}× one regular expression"
    print(f"{COUNT} choice answers read and scored: {times} (limit 20 s)")
    print(f"and put into a table with intervals: {counted:.1f} s CPU (limit 10 s)")


if __name__ == "__main__":
    main()
