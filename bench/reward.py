"""Rewards of many replies by keys that stand alone, on one core, beside what judging them with their worlds takes.

A trainer sees groups of replies to one question, and every question once an epoch: both are timed, a key that is read
anew for every reply and one that is read once for a group of eight.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np

from diorama.kinds import Choice, Key, Rearrangement, Swaps, get_kind, score_alone
from diorama.reward import key_text, reward
from diorama.reward.keys import key_of_text
from diorama.suites import get_suite
from reading import objects_key, objects_reply, swap_key

GOALS = {"choices": 5000, "object lists": 1000, "swap plans": 200}
"""Replies a second, at the least."""
SWAP_SECONDS = 0.010
"""For a swap plan, at the most, with a key that was not seen before."""
GROUP = 8
COUNT, BESIDE = 2000, 60
SCENES = 20
SHORT = 120
"""Characters of a short reply."""
OPTIONS = ("Yes", "No", "Not sure")
FORMS = (
    "{letter}", "({letter}) {option}", "<think>{reasons}</think>\n\n**Answer:** {option}", "Answer: {letter}",
    '{{"Reasoning": "{reasons}", "Answer": "{letter}"}}', "{reasons} \\boxed{{{letter}}}",
)  # fmt: skip
THOUGHTS = (
    "The vehicle stands near the middle of the floor and faces the wall with the window.",
    "Its way leads past the things that stand on both sides.",
    "Seen from the camera, the nearest thing is well beside that way.",
    "Measured against its own width, the gap is more than half of that.",
    "Farther back there is more room, since nothing else stands there.",
    "The shadow on the ground shows how far that is from the path.",
    "From where it stands it would have to turn to touch anything there.",
)
CORPUS = Path(__file__).parents[1] / "tests" / "kinds" / "corpus" / "open.jsonl"
Reply = tuple[Key, str]


def main() -> None:
    rng = np.random.default_rng(8)
    report("choices", choices(rng))
    hard = [(key_text(key), reply) for key, reply in hard_choices(rng)]
    seconds = each(lambda: [reward(reply, text) for text, reply in hard])
    print(f"hard choices: {len(hard) / seconds:,.0f} rewards a second, each reply and each key once, by all the rules")
    report("object lists", lists(rng))
    report("swap plans", swaps(rng))


def choices(rng: np.random.Generator) -> list[Reply]:
    """Groups of replies to one question: in the usual short forms, and reasoned as the question asks, all different."""
    found: list[Reply] = []
    for k in range(COUNT):
        if k % GROUP == 0:
            question = f"Does vehicle number {k} hit anything if it goes straight ahead to the end of the floor?"
            key = Key(str(k), "", "", "", "", Choice(option=OPTIONS[k % 2]), question=question, options=OPTIONS)
        which = int(rng.integers(3))
        reasons = " ".join(str(THOUGHTS[int(n)]) for n in rng.integers(len(THOUGHTS), size=int(rng.integers(4, 9))))
        form = FORMS[k % len(FORMS)] if k % 2 else "{reasons}\n\nAnswer: {letter}"
        found.append((key, form.format(letter="ABC"[which], option=OPTIONS[which], reasons=reasons)))
    return found


def hard_choices(rng: np.random.Generator) -> list[Reply]:
    """Short replies of the corpus, which were written to be hard to read, each once."""
    entries = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]
    asked = [e for e in entries if e["kind"] == "choice" and len(e["reply"]) < SHORT]
    return [
        (
            Key(str(k), "", "", "", "", Choice(option=e["truth"]), question=e["question"], options=tuple(e["options"])),
            e["reply"],
        )
        for k, e in enumerate(asked)
    ]


def lists(rng: np.random.Generator) -> list[Reply]:
    """Lists of objects in several forms, in scenes of the corpus."""
    entries = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]
    keys = [objects_key(e) for e in entries if e["kind"] == "objects" and len(e["scene"]) > 6][:SCENES]
    return [objects_reply(keys[int(rng.integers(len(keys)))], rng) for _ in range(COUNT)]


def swaps(rng: np.random.Generator) -> list[Reply]:
    """Swaps in freshly drawn questions: half of them right, the others any of the listed objects."""
    tasks = [task for task in get_suite("structure").tasks() if task.name in ("T5", "T6")]
    keys = [swap_key(tasks[k % 2], k) for k in range(6)]
    found = []
    for _ in range(COUNT):
        key = keys[int(rng.integers(len(keys)))]
        query, answer = key.query, key.answer
        assert isinstance(query, Rearrangement)
        pairs = list(combinations(query.order, 2))
        some = Swaps(pairs=tuple(pairs[int(k)] for k in rng.integers(len(pairs), size=int(rng.integers(1, 4)))))
        found.append((key, (answer if rng.random() < 0.5 else some).words(key.phrases)))
    return found


def report(what: str, replies: Sequence[Reply]) -> None:
    kind = get_kind(replies[0][0].answer.kind)
    texts = {id(key): key_text(key) for key, _ in replies}
    given = [(texts[id(key)], reply) for key, reply in replies]
    grouped = sorted(given, key=lambda pair: pair[0])
    key_of_text.cache_clear()
    for text in texts.values():
        reward("", text)
    known = each(lambda: [reward(reply, text) for text, reply in grouped])

    def anew() -> None:
        for k, (text, reply) in enumerate(given[: COUNT // 4]):
            if k % GROUP == 0:
                key_of_text.cache_clear()
            reward(reply, text)

    def alone() -> None:
        for text, reply in given[: COUNT // 4]:
            key_of_text.cache_clear()
            reward(reply, text)

    groups, single = each(anew) / (COUNT // 4), each(alone) / (COUNT // 4)
    beside = each(lambda: [score_alone(kind, replace(key), reply) for key, reply in replies[:BESIDE]]) / BESIDE
    rate, sizes = COUNT / known, [len(text) for text in texts.values()]
    limit = f", limit {1000 * SWAP_SECONDS:.0f} ms" if what == "swap plans" else ""
    print(
        f"{what}: {rate:,.0f} rewards a second with keys at hand, {rate / GOALS[what]:.1f}× the goal of "
        f"{GOALS[what]:,}; keys read anew for each group {1 / groups:,.0f}, for each reply {1 / single:,.0f} "
        f"({1000 * single:.2f} ms{limit}); judged with the whole key {1 / beside:,.0f}, so {beside / single:.1f}× as "
        f"fast; keys of {min(sizes)} to {max(sizes)} bytes"
    )


def each(work: Callable[[], object]) -> float:
    """Seconds of CPU time."""
    start = time.process_time()
    work()
    return time.process_time() - start


if __name__ == "__main__":
    main()
