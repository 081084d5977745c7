"""Scoring plans, beside a plain loop that assigns with scipy and counts with sets of texts.

`python bench/plans.py`. As many predictions as the paper of `logic` has questions, with matrices as judges give them:
most steps match one other, some match several.
"""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from clock import medians
from diorama.ask.plan_scores import score_plans
from diorama.ask.resampling import ratios
from diorama.kinds.deeds import Deeds
from diorama.kinds.names import Names
from diorama.kinds.plan_by_words import matrix_by_deeds
from diorama.kinds.plan_counts import count
from diorama.kinds.plan_measures import plan_measures
from diorama.kinds.plan_outline import Outline

PLANS, SCENES = 9605, 241
LEAST_PAIRS = 2000
"""Plan pairs a second that are matched by their words, at the least."""
DOUBLE = 0.05
"""The share of steps that a judge takes for a second one, too."""
THINGS = (
    "mug", "book", "laptop", "stapler", "towel", "vase", "lamp", "plate", "bottle", "keyboard", "bowl", "candle",
    "basket", "tray", "scarf", "remote",
)  # fmt: skip
Steps = dict[str, dict[str, Any]]


def main() -> None:
    rng = np.random.default_rng(3)
    right = [stack(rng) for _ in range(PLANS)]
    given = [changed(plan, rng) for plan in right]
    matrices = [judged(a, b, rng) for a, b in zip(right, given, strict=True)]
    with_matrices(right, given, matrices)
    by_words(right, given)
    from_files(right, given, matrices)


def with_matrices(right: list[Steps], given: list[Steps], matrices: list[list[list[int]]]) -> None:
    """Both aggregations of ours, beside the published one by a plain loop."""
    ours, plain = medians(lambda: counted(right, given, matrices), lambda: plainly(right, given, matrices), runs=5)
    found = counted(right, given, matrices)
    sums = [sum(c[f"published_{what}_{part}"] for c in found)
            for what in ("steps", "needs") for part in ("matched", "given", "wanted")]  # fmt: skip
    assert sums == plainly(right, given, matrices)
    print(
        f"{PLANS} plans with matrices: {ours:.2f} s for strict and published counts, {ours / plain:.2f}× a plain loop "
        f"of published counts ({plain:.2f} s; at most 1)"
    )
    start = time.perf_counter()
    ratios(((f"scene {k % SCENES}", c) for k, c in enumerate(found)), plan_measures()).intervals()
    clustered = time.perf_counter() - start
    start = time.perf_counter()
    ratios(((f"scene {k}", c) for k, c in enumerate(found)), plan_measures()).intervals()
    print(f"1000 resamples of {SCENES} scenes: {clustered:.2f} s; of {PLANS}: {time.perf_counter() - start:.2f} s")


def counted(right: list[Steps], given: list[Steps], matrices: list[list[list[int]]]) -> list[dict[str, int]]:
    return [count(outline(a), outline(b), m) for a, b, m in zip(right, given, matrices, strict=True)]


def plainly(right: list[Steps], given: list[Steps], matrices: list[list[list[int]]]) -> list[int]:
    """Steps matched, given and wanted, then preconditions, as anybody would write it."""
    sums = [0] * 6
    for ours, theirs, matrix in zip(right, given, matrices, strict=True):
        ones = np.array(matrix)
        if not ones.any():
            continue
        rows, columns = linear_sum_assignment(1 - ones)
        pairs = [(r, c) for r, c in zip(rows, columns, strict=True) if ones[r][c] == 1]
        name = {f"step{c + 1}": f"step{r + 1}" for r, c in pairs}
        wanted = {f"{step}-{need}" for step in ours for need in ours[step]["precondition"]}
        found = {
            f"{name.get(step, 'x')}-{name.get(need, 'x')}" for step in theirs for need in theirs[step]["precondition"]
        }
        new = (len(pairs), len(theirs), len(ours), len(wanted & found), len(found), len(wanted))
        sums = [a + b for a, b in zip(sums, new, strict=True)]
    return sums


def by_words(right: list[Steps], given: list[Steps]) -> None:
    """Steps compared by what they do, among the things of a scene and without knowing any."""
    plans = [(outline(a), outline(b)) for a, b in zip(right, given, strict=True)][:3000]
    for what, names in (
        ("things of a scene", Names({thing: (f"the {thing}", thing) for thing in THINGS})),
        ("words alone", Names({})),
    ):
        start = time.process_time()
        for a, b in plans:
            matrix = matrix_by_deeds(a, b, Deeds(names))
            assert matrix is not None
            count(a, b, matrix)
        alone = len(plans) / (time.process_time() - start)
        deeds = Deeds(names)
        start = time.process_time()
        for a, b in plans:
            matrix_by_deeds(a, b, deeds)
        shared = len(plans) / (time.process_time() - start)
        print(
            f"by {what}: {alone:.0f} plan pairs a second if no step was met before (at least {LEAST_PAIRS}), "
            f"{shared:.0f} if they repeat"
        )


def from_files(right: list[Steps], given: list[Steps], matrices: list[list[list[int]]]) -> None:
    """The whole command: files, counts, intervals of all slices."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{name}.json" for name in ("right", "given", "matrices")]
        kinds = ("kitchen", "study", "bathroom", "meeting room", "lounge")
        truths = [
            {"id": str(k), "question": "?", "image": f"{k % SCENES}-{kinds[k % SCENES % 5]}-1/x.jpg", "answer": plan,
             "source": ("original", "subgraph", "expansion")[k % 3]}
            for k, plan in enumerate(right)
        ]  # fmt: skip
        answers = [{"id": str(k), "answer": plan} for k, plan in enumerate(given)]
        for path, content in zip(paths, (truths, answers, dict(zip(map(str, range(PLANS)), matrices, strict=True))),
                                 strict=True):  # fmt: skip
            path.write_text(json.dumps(content), "utf-8")
        start = time.perf_counter()
        scores = score_plans(paths[0], paths[1], paths[2])
        whole = time.perf_counter() - start
        assert scores.scored == PLANS and not scores.faults
        start = time.perf_counter()
        score_plans(paths[0], paths[1])
        print(f"from files, with all slices: {whole:.1f} s by matrices, {time.perf_counter() - start:.1f} s by words")


def outline(plan: Steps) -> Outline:
    needs = frozenset([(name, need) for name, step in plan.items() for need in step["precondition"]])
    return Outline(tuple(plan), tuple([step["content"] for step in plan.values()]), needs)


def stack(rng: np.random.Generator) -> Steps:
    """A plan of two to ten steps, 4.2 on average: take away what is on top, then pick up what is below."""
    order = [THINGS[k] for k in rng.permutation(len(THINGS))[: min(10, 2 + int(rng.geometric(1 / 3.3)) - 1)]]
    steps: Steps = {}
    for k, thing in enumerate(order, start=1):
        last = k == len(order)
        content = f"Pick up the {thing}" if last else f"Remove the {thing} from the top of the {order[k]}"
        needs = [f"step{j}" for j in range(1, k) if j == k - 1 or rng.random() < 0.1]
        steps[f"step{k}"] = {"content": content, "precondition": needs}
    return steps


def changed(plan: Steps, rng: np.random.Generator) -> Steps:
    """What a model makes of it: some steps are left out, some are about something else."""
    kept = [step for step in plan.values() if rng.random() < 0.8] or list(plan.values())[:1]
    steps: Steps = {}
    for k, step in enumerate(kept, start=1):
        other = f"Take away the {THINGS[int(rng.integers(len(THINGS)))]}"
        content = step["content"] if rng.random() < 0.7 else other
        needs = [f"step{k - 1}"] if k > 1 and rng.random() < 0.7 else []
        steps[f"step{k}"] = {"content": content, "precondition": needs}
    return steps


def judged(right: Steps, given: Steps, rng: np.random.Generator) -> list[list[int]]:
    """What a judge says: equal steps are the same, and now and then another one."""
    return [
        [int(a["content"] == b["content"] or rng.random() < DOUBLE / len(given)) for b in given.values()]
        for a in right.values()
    ]


if __name__ == "__main__":
    main()
