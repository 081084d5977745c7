"""Reading and scoring many replies to a few samples, beside what scoring takes if nothing is remembered between them.

`python bench/reading.py [SAMPLES]`. Every kind of answer has a function of its own; the baseline is run beside it, on a
part of the same replies.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from diorama.ask import score_reply
from diorama.data.sample import named_things
from diorama.kinds import Key, ObjectSet, Rearrangement, Swaps, Thing, Verdict, get_kind, listing, score_alone
from diorama.kinds.reading import read_choice
from diorama.kinds.reading.choices.fast import at_once
from diorama.kinds.reading.choices.reader import by_rules
from diorama.kinds.reading.cleaning import whole_reply
from diorama.kinds.reading.objects.goals import Goal, goal_of
from diorama.suites import Task, draw_up, get_suite

SAMPLES = 50
REPLIES = 20_000
BESIDE = 200
"""Replies of the baseline."""
LEAST = 500
"""Replies a second, at the least."""
FORMS = (
    "{answer}",
    "Answer: {answer}",
    "Sure! Here are the swaps:\n\n{lines}\n\nLet me know if you would like me to explain.",
    "From left to right the order should be {order}, and it is not. {answer}. The order is then: {order}.",
    "<think>The goal is {order}. What if nothing fits?</think>{answer}",
    "I looked at the picture and compared it with the goal, {order}. Others would collide.\n\nFinal answer:\n{lines}",
)
LISTS = (
    "{plain}",
    "{lines}",
    "{said}.",
    "The answer is {said}.",
    "If it were gone, {said} would become fully visible. Nothing else changes.",
)
SCENES = 100
LEAST_LISTS = 1667
"""Lists a second, at the least: a hundred thousand in a minute."""
CHOICES = 100_000
BESIDE_CHOICES = 5000
CHOICES_LIMIT_SECONDS = 10
SHORT = 120
"""Characters: replies to choices are shorter."""
CORPUS = Path(__file__).parents[1] / "tests" / "kinds" / "corpus" / "open.jsonl"
Reply = tuple[Key, str]
Scorer = Callable[[Key, str], object]


def main() -> None:
    objects()
    choices()
    swaps(int(sys.argv[1]) if len(sys.argv) > 1 else SAMPLES)


def objects() -> None:
    """Lists of objects in several forms, in scenes of the corpus."""
    entries = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]
    asked = [e for e in entries if e["kind"] == "objects" and goal_of(e["question"]) is Goal.UNCOVER]
    keys = [objects_key(e) for e in asked][:SCENES]
    rng = np.random.default_rng(5)
    replies = [objects_reply(keys[int(rng.integers(len(keys)))], rng) for _ in range(REPLIES)]
    anew: Scorer = lambda key, reply: score_alone(get_kind("objects"), replace(key), reply).verdict  # noqa: E731
    report("objects", replies, anew, LEAST_LISTS)


def objects_key(entry: dict[str, Any]) -> Key:
    nouns = {name: name.rsplit(" ", 1)[0] if name[-1].isdigit() else name for name in entry["scene"]}
    things = {name: Thing(entry["scene"][name], noun) for name, noun in nouns.items()}
    return Key(entry["id"], "", "structure", "T1", "", ObjectSet(names=()), question=entry["question"], things=things)


def objects_reply(key: Key, rng: np.random.Generator) -> Reply:
    phrases = [phrase for phrase in key.phrases.values() if phrase not in key.question]
    some = [phrases[int(k)] for k in rng.permutation(len(phrases))[: int(rng.integers(1, 6))]]
    form = LISTS[int(rng.integers(len(LISTS)))]
    return key, form.format(plain=", ".join(some), lines="\n".join(f"- {name}" for name in some), said=listing(some))


def choices() -> None:
    """Short replies of the corpus, with their options in any order, with and without the memory of what was read."""
    entries = [json.loads(line) for line in CORPUS.read_text(encoding="utf-8").splitlines()]
    short = [e for e in entries if e["kind"] == "choice" and len(e["reply"]) < SHORT]
    asked = [(e["reply"], turned(e["options"], k), e["question"]) for e in short for k in range(len(e["options"]))]
    calls = [asked[k * 7919 % len(asked)] for k in range(CHOICES)]
    start = time.process_time()
    for reply, options, question in calls:
        read_choice(reply, options, question)
    remembered = time.process_time() - start
    start = time.process_time()
    for reply, options, question in calls:
        final = whole_reply(reply)
        if at_once(final.raw, options) is None:
            by_rules(final, options, question)
    ours = time.process_time() - start
    start = time.process_time()
    for reply, options, question in calls[:BESIDE_CHOICES]:
        by_rules(whole_reply(reply), options, question)
    beside = (time.process_time() - start) * len(calls) / BESIDE_CHOICES
    print(
        f"choices: {len(calls)} short replies ({len(asked)} different) read in {remembered:.1f} s CPU; "
        f"{ours:.1f} s if nothing is remembered (limit {CHOICES_LIMIT_SECONDS}), "
        f"{beside / ours:.1f}× as fast as by all rules ({beside:.1f} s); "
        f"{len({o for _, o, _ in asked})} tuples of options"
    )


def turned(options: Sequence[str], by: int) -> tuple[str, ...]:
    return (*options[by:], *options[:by])


def swaps(samples: int) -> None:
    """Replies about swaps: half of them right, the others any two or four of the objects, in several forms."""
    tasks = [task for task in get_suite("structure").tasks() if task.name in ("T5", "T6")]
    keys = [swap_key(tasks[k % 2], k) for k in range(samples)]
    rng = np.random.default_rng(5)
    replies = [swap_reply(keys[int(rng.integers(samples))], rng) for _ in range(REPLIES)]
    report("swaps", replies, lambda key, reply: score_alone(get_kind("swaps"), replace(key), reply).verdict)


def swap_key(task: Task, number: int) -> Key:
    draft = draw_up(task, [7, number], turn=number)[0]
    world, camera = draft.shots[0].world, draft.shots[0].camera
    things, scenery = named_things(
        [(b.name, b.phrase, b.noun, b.inventory, tuple(b.finish.values())) for b in world.bodies],
        [f.name for f in world.fixtures],
    )
    return Key(
        f"s-{number}", f"scene-{number}", "structure", task.name, "", draft.answer, things=things, scenery=scenery,
        query=draft.query, world=world, camera=camera,
    )  # fmt: skip


def swap_reply(key: Key, rng: np.random.Generator) -> Reply:
    """A reply that everybody can read, right or wrong."""
    assert isinstance(key.answer, Swaps) and isinstance(key.query, Rearrangement)
    listed = list(combinations(key.query.order, 2))
    drawn = tuple(listed[int(k)] for k in rng.integers(len(listed), size=int(rng.integers(1, 4))))
    answer = key.answer if rng.random() < 0.5 else Swaps(pairs=drawn)
    steps = answer.words(key.phrases).split(", then ")
    lines = "\n".join(f"{k}. {step}" for k, step in enumerate(steps, start=1))
    order = listing([key.phrases[name] for name in key.query.order])
    form = FORMS[int(rng.integers(len(FORMS)))]
    return key, form.format(answer="; ".join(steps), lines=lines, order=order)


def report(kind: str, replies: Sequence[Reply], plainly: Scorer, least: int = LEAST) -> None:
    """Print how many replies a second are scored, and how many times as fast that is as scoring each of them anew."""
    start = time.process_time()
    verdicts = [score_reply(key, reply).verdict for key, reply in replies]
    ours = len(replies) / (time.process_time() - start)
    start = time.process_time()
    same = [plainly(key, reply) for key, reply in replies[:BESIDE]]
    beside = BESIDE / (time.process_time() - start)
    assert same == verdicts[:BESIDE]
    assert not {Verdict.UNREAD, Verdict.UNSCORED} & set(verdicts), "what is left unread costs nothing"
    print(
        f"{kind}: {ours:.0f} replies a second (at least {least}), {ours / beside:.0f}× as many as if each were read "
        f"and scored anew ({beside:.0f}); {len(replies)} replies, {len(set(map(id, (k for k, _ in replies))))} samples"
    )


if __name__ == "__main__":
    main()
