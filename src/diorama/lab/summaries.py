"""From examples to numbers: tidy tables of every instrument, one row a thing, one column a number.

Intervals are bootstrapped over scenes, with a seed of their own: the same examples give the same intervals.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diorama.lab.dgar import MODES, PARTS
from diorama.lab.examples import Example
from diorama.lab.probes import QUESTIONS, Probed, probe_all
from diorama.lab.trace import CORRUPTIONS, MERGERS, corruption_of
from diorama.lab.tracing import Groundedness

Row = Mapping[str, Any]
Examples = Mapping[str, Example]
DRAWS = 1000
EVERY = "all"
"""The row over all tasks together."""
RIGHT, WRONG, UNKNOWN = "right", "wrong", "unknown"


@dataclass(frozen=True)
class Table:
    """A tidy table."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def tables_of(instrument: str, examples: Examples) -> tuple[Table, ...]:
    """The tables of an instrument; the first one says how many samples there were and why some were left out."""
    return (counts(examples), *_MAKERS[instrument](whole(examples)))


def whole(examples: Examples) -> dict[str, Example]:
    """The examples that there is something to count of."""
    return {name: example for name, example in examples.items() if example.whole}


def counts(examples: Examples) -> Table:
    """How many samples were looked at, and why some were not, by task."""
    found = Counter(
        (str(e.facts.get("task", "")), e.left_out or (f"failed: {e.failed}" if e.failed else "looked at"))
        for e in examples.values()
    )
    rows = tuple({"task": task, "ended": ended, "samples": count} for (task, ended), count in sorted(found.items()))
    return Table("samples", ("task", "ended", "samples"), rows)


def answered(example: Example) -> str:
    """Whether the run's answer was right, where one was taken."""
    verdict = example.facts.get("verdict")
    return UNKNOWN if verdict is None else RIGHT if verdict == "correct" else WRONG


def by_task(examples: Examples) -> dict[str, list[Example]]:
    """Examples by task, and all of them together if there are several tasks."""
    groups: dict[str, list[Example]] = defaultdict(list)
    for example in examples.values():
        groups[str(example.facts["task"])].append(example)
    found = dict(sorted(groups.items()))
    return found | ({EVERY: list(examples.values())} if len(found) > 1 else {})


def mean_with_interval(values: Sequence[float], scenes: Sequence[str]) -> tuple[float, float, float]:
    """A mean with its 95 % interval: scenes are drawn again, for questions about one are alike."""
    drawn = np.asarray(values, float)
    places = {name: k for k, name in enumerate(dict.fromkeys(scenes))}
    of = np.array([places[name] for name in scenes])
    sums, sizes = np.bincount(of, drawn), np.bincount(of)
    picks = np.random.default_rng([len(drawn), 7]).integers(len(sums), size=(DRAWS, len(sums)))
    means = sums[picks].sum(axis=1) / sizes[picks].sum(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    return float(drawn.mean()), float(low), float(high)


def scene_names(group: Sequence[Example]) -> list[str]:
    """Which scene each example is of; one without is a scene of its own."""
    return [str(example.facts.get("scene", k)) for k, example in enumerate(group)]


def _dgar(examples: Examples) -> Iterable[Table]:
    rows: list[Row] = []
    for name, example in examples.items():
        shares = {part: float(example.arrays[part].mean()) for part in PARTS}
        rows.append(
            {
                "sample": name, "task": example.facts["task"], "answer": answered(example), "DGAR": shares["correct"],
                "TF": shares["target"], "IRR": shares["irrelevant"], "chance": example.facts["chance"],
                "target area": _area(example, "target"), "irrelevant area": _area(example, "irrelevant"),
                "margin": example.facts.get("margin"), "fell back": int(example.facts.get("fell back", False)),
                "mode": example.facts["mode"], "on the picture": example.facts["on the picture"],
                "best head": float(example.arrays["correct"].max()),
                "on the answer": float(example.arrays["answer"].mean()) if "answer" in example.arrays else None,
                "area of the answer": example.facts.get("answer area"),
            }
        )  # fmt: skip
    yield Table("dgar", tuple(rows[0]) if rows else ("sample",), tuple(rows))
    yield Table("dgar_by_task", *_dgar_by_task(examples))
    yield Table("dgar_by_layer", *_dgar_by_layer(examples))


def _area(example: Example, part: str) -> float | None:
    """The share of the cells that count."""
    areas = example.facts.get("area")
    return areas[part] / sum(areas.values()) if areas else None


def _dgar_by_task(examples: Examples) -> tuple[tuple[str, ...], tuple[Row, ...]]:
    rows = []
    for (task, answer), group in _task_and_answer(examples).items():
        row: dict[str, Any] = {"task": task, "answer": answer, "examples": len(group)}
        for short, part in (("DGAR", "correct"), ("TF", "target"), ("IRR", "irrelevant")):
            mean, low, high = mean_with_interval([float(e.arrays[part].mean()) for e in group], scene_names(group))
            row |= {short: mean, f"{short} low": low, f"{short} high": high}
        row["chance"] = float(np.mean([e.facts["chance"] for e in group]))
        known = [e for e in group if "answer" in e.arrays]
        if known:
            row["on the answer"] = float(np.mean([e.arrays["answer"].mean() for e in known]))
            row["area of the answer"] = float(np.mean([e.facts["answer area"] for e in known]))
        told = Counter(e.facts["mode"] for e in group)
        rows.append(row | {mode.value: told[mode.value] for mode in MODES.values()})
    columns = (
        "task", "answer", "examples", "DGAR", "DGAR low", "DGAR high", "chance", "TF", "TF low", "TF high", "IRR",
        "IRR low", "IRR high", "on the answer", "area of the answer", *(mode.value for mode in MODES.values()),
    )  # fmt: skip
    return columns, tuple({column: row.get(column) for column in columns} for row in rows)


def _task_and_answer(examples: Examples) -> dict[tuple[str, str], list[Example]]:
    """By task, and within that by whether the answer was right, where that is known of any."""
    groups: dict[tuple[str, str], list[Example]] = {}
    for task, group in by_task(examples).items():
        groups[task, EVERY] = group
        for answer in (RIGHT, WRONG):
            part = [e for e in group if answered(e) == answer]
            if part and len(part) < len(group):
                groups[task, answer] = part
    return groups


def _dgar_by_layer(examples: Examples) -> tuple[tuple[str, ...], tuple[Row, ...]]:
    rows = []
    for task, group in by_task(examples).items():
        layers = np.stack([e.arrays["correct"].mean(axis=1) for e in group])
        on_answer = [e.arrays["answer"].mean(axis=1) for e in group if "answer" in e.arrays]
        for layer in range(layers.shape[1]):
            mean, low, high = mean_with_interval(layers[:, layer].tolist(), scene_names(group))
            told = float(np.mean([each[layer] for each in on_answer])) if on_answer else None
            rows.append({"task": task, "layer": layer, "DGAR": mean, "low": low, "high": high, "on the answer": told})
    return ("task", "layer", "DGAR", "low", "high", "on the answer"), tuple(rows)


def _trace(examples: Examples) -> Iterable[Table]:
    rows: list[Row] = []
    for name, example in examples.items():
        for corruption in CORRUPTIONS:
            if found := corruption_of(example.facts, corruption):
                rows.append(
                    {
                        "sample": name, "task": example.facts["task"], "answer": answered(example),
                        "corrupted": corruption, "probability": example.facts["probability"],
                        "token": example.facts["token"], "groundedness": found.get("groundedness", ""),
                        "drop": found.get("drop"), "flips": found.get("flips"), "patches": found.get("patches"),
                        "left out": found.get("left out", ""),
                    }
                )  # fmt: skip
    columns = ("sample", "task", "answer", "corrupted", "probability", "token", "groundedness", "drop", "flips",
               "patches", "left out")  # fmt: skip
    yield Table("trace", columns, tuple(rows))
    yield Table("groundedness", *_groundedness(examples))
    yield Table("recovery", *_recovery(examples))


def _groundedness(examples: Examples) -> tuple[tuple[str, ...], tuple[Row, ...]]:
    rows = []
    for task, group in by_task(examples).items():
        for corruption in CORRUPTIONS:
            told = [f["groundedness"] for e in group if "groundedness" in (f := corruption_of(e.facts, corruption))]
            if told:
                shares = {kind.value: told.count(kind.value) / len(told) for kind in Groundedness}
                rows.append({"task": task, "corrupted": corruption, "examples": len(told), **shares})
        both = [e for e in group if _ungrounded_under_both(e) is not None]
        if both:
            share = float(np.mean([bool(_ungrounded_under_both(e)) for e in both]))
            rows.append({"task": task, "corrupted": "target and correct", "examples": len(both), "ungrounded": share})
    columns = ("task", "corrupted", "examples", *(kind.value for kind in Groundedness))
    return columns, tuple({column: row.get(column) for column in columns} for row in rows)


def _ungrounded_under_both(example: Example) -> bool | None:
    """Whether an answer depends on neither region; None where one of them was not corrupted."""
    told = [corruption_of(example.facts, name).get("groundedness") for name in ("target", "correct")]
    return None if None in told else all(kind == Groundedness.UNGROUNDED for kind in told)


def _recovery(examples: Examples) -> tuple[tuple[str, ...], tuple[Row, ...]]:
    rows: list[Row] = []
    names = [*next(iter(examples.values())).facts["sites"], MERGERS] if examples else []
    for task, group in by_task(examples).items():
        for corruption in CORRUPTIONS:
            of = [e for e in group if "recovery" in corruption_of(e.facts, corruption)]
            found = [corruption_of(e.facts, corruption) for e in of]
            for name in names:
                known = [e for e, f in zip(of, found, strict=True) if f["recovery"].get(name) is not None]
                told = [f["recovery"][name] for f in found if f["recovery"].get(name) is not None]
                if not told:
                    continue
                mean, low, high = mean_with_interval(told, scene_names(known))
                floor, ceiling = _bounds([f["structure"].get(name, (None, None)) for f in found])
                rows.append(
                    {
                        "task": task, "corrupted": corruption, "site": name, "examples": len(told), "mean": mean,
                        "low": low, "high": high, "median": float(np.median(told)), "floor": floor, "ceiling": ceiling,
                    }
                )  # fmt: skip
    columns = ("task", "corrupted", "site", "examples", "mean", "low", "high", "median", "floor", "ceiling")
    return columns, tuple(rows)


def _bounds(told: Sequence[Sequence[float | None]]) -> tuple[float | None, float | None]:
    """What the architecture fixes: only where it does so in every example."""
    first = told[0]
    same = all(list(each) == list(first) for each in told)
    return (first[0], first[1]) if same else (None, None)


def structure_words(rows: Sequence[Row]) -> list[str]:
    """What a reader must know of a curve of recoveries: which of its points are the architecture's own."""
    sites = [row for row in rows if row["site"] != MERGERS]
    fixed = {bound: [r["site"] for r in sites if r["floor"] == r["ceiling"] == bound] for bound in (0.0, 1.0)}
    free = [r["site"] for r in sites if r["floor"] is None]
    words = []
    if fixed[1.0]:
        words.append(
            f"At {listed(fixed[1.0])}, restoring makes everything that flows on clean: the recovery is 1 whatever the "
            "weights, and says nothing about this model."
        )
    if fixed[0.0]:
        words.append(
            f"At {listed(fixed[0.0])}, nothing of what is restored reaches the next token: the recovery is 0 whatever "
            "the weights."
        )
    words.append(
        f"Only at {listed(free)} do the weights decide."
        if free
        else "The architecture fixes every point of this curve."
    )
    return words


def listed(names: Sequence[str]) -> str:
    """Names in a sentence.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else list(names))


def _reflect(examples: Examples) -> Iterable[Table]:
    rows = []
    for name, example in examples.items():
        for block in example.facts["blocks"]:
            where = f"vit.{block['block']}"
            rows.append({"sample": name, "where": where, **_shares(block), "entropy": block["entropy"]})
        for prompt in ("factual", "counterfactual"):
            found = example.facts[prompt]
            where = f"lm.{example.facts['bridge']}, {prompt}"
            rows.append({"sample": name, "where": where, **_shares(found), "clusters": found["clusters"]})
        rows.append({"sample": name, "where": "area", **_shares(example.facts["areas"])})
    columns = ("sample", "where", *_AREAS, "entropy", "clusters")
    tidy = tuple({column: row.get(column) for column in columns} for row in rows)
    yield Table("reflect", columns, tidy)
    places: dict[str, list[Row]] = defaultdict(list)
    for row in tidy:
        places[str(row["where"])].append(row)
    means = [
        {"where": where, "examples": len(group), **{c: _mean(group, c) for c in (*_AREAS, "entropy", "clusters")}}
        for where, group in places.items()
    ]
    yield Table("reflect_means", ("where", "examples", *_AREAS, "entropy", "clusters"), tuple(means))


_AREAS = ("images", "missing", "things", "rest")


def _shares(found: Mapping[str, Any]) -> dict[str, float]:
    return {name: float(found[name]) for name in _AREAS}


def _mean(rows: Sequence[Row], column: str) -> float | None:
    values = [row[column] for row in rows if row[column] is not None]
    return float(np.mean(values)) if values else None


def _probe(examples: Examples) -> Iterable[Table]:
    columns = ("question", "means", "site", "score", "low", "high", "shuffled", "cases", "worlds")
    yield Table("probes", columns, tuple(_probed_row(each) for each in probe_all(examples)))


def _probed_row(found: Probed) -> Row:
    return {
        "question": found.question, "means": QUESTIONS[found.question], "site": found.site, "score": found.score,
        "low": found.low, "high": found.high, "shuffled": found.shuffled, "cases": found.cases, "worlds": found.worlds,
    }  # fmt: skip


_MAKERS: dict[str, Callable[[Examples], Iterable[Table]]] = {
    "dgar": _dgar, "trace": _trace, "reflect": _reflect, "probe": _probe,
}  # fmt: skip


def mean_heat(examples: Iterable[Example]) -> NDArray[np.float64]:
    """DGAR by layer and head, mean over examples."""
    mean: NDArray[np.float64] = np.mean([e.arrays["correct"] for e in examples], axis=0)
    return mean
