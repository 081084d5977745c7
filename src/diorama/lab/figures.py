"""Figures of the laboratory as SVG and PNG: after the paper's Figures 1 to 3 and its grid of examples."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from diorama.errors import DioramaError
from diorama.lab.dgar import MODES
from diorama.lab.examples import Example
from diorama.lab.probes import PLACE
from diorama.lab.summaries import EVERY, Row, Table, mean_heat, whole
from diorama.lab.trace import CORRUPTIONS, MERGERS
from diorama.lab.tracing import Groundedness

Plot = Any
COLOURS = {"target": "#c0392b", "correct": "#1e8449", "irrelevant": "#7f8c8d", "answer": "#2471a3"}
KINDS = {"grounded": "#1e8449", "marginal": "#d4ac0d", "ungrounded": "#c0392b"}
NAMES = {"target": "A: target", "correct": "B: depth-correct", "answer": "the answer's own things"}
AREAS = {"images": "mirror images", "missing": "missing images", "things": "objects", "rest": "the rest"}


def figures_of(instrument: str, examples: Mapping[str, Example], tables: Sequence[Table]) -> Iterator[tuple[str, Plot]]:
    """The figures of an instrument, by name; close each when it is written."""
    held = {table.name: table.rows for table in tables}
    yield from _MAKERS[instrument](whole(examples), held)


def drawn(figure: Plot) -> dict[str, bytes]:
    """A figure as the bytes of its files, by their ending; it is closed."""
    found = {}
    for ending, more in (("svg", {"metadata": {"Date": None}}), ("png", {"dpi": 110, "metadata": {"Software": None}})):
        stream = io.BytesIO()
        with _plots().rc_context({"svg.hashsalt": "diorama"}):
            figure.savefig(stream, format=ending, bbox_inches="tight", **more)
        found[ending] = stream.getvalue()
    _plots().close(figure)
    return found


def _plots() -> Plot:
    try:
        matplotlib: Any = import_module("matplotlib")
    except ImportError:
        raise DioramaError("figures need matplotlib: pip install 'diorama[lab]'") from None
    matplotlib.use("Agg")
    matplotlib.rcParams["text.parse_math"] = False  # names of tasks are no formulas
    return import_module("matplotlib.pyplot")


Held = Mapping[str, Sequence[Row]]


def _dgar(examples: Mapping[str, Example], held: Held) -> Iterator[tuple[str, Plot]]:
    rows = [row for row in held["dgar_by_task"] if row["answer"] == EVERY]
    if not rows:
        return
    yield "dgar_regions", _regions(rows)
    yield "dgar_layers", _layers(rows, held["dgar_by_layer"], mean_heat(examples.values()))


def _regions(rows: Sequence[Row]) -> Plot:
    """Attention on each region by task, and the modes."""
    figure, (left, right) = _plots().subplots(1, 2, figsize=(9, 3.2), layout="constrained")
    at = np.arange(len(rows))
    for k, (short, part) in enumerate((("TF", "target"), ("DGAR", "correct"), ("IRR", "irrelevant"))):
        means = np.array([row[short] for row in rows])
        error = np.abs(np.array([[row[f"{short} {end}"] for row in rows] for end in ("low", "high")]) - means)
        left.bar(
            at + 0.26 * (k - 1), means, 0.25, yerr=error, color=COLOURS[part], label=f"{short} ({part})", capsize=2
        )
    left.plot(at, [row["chance"] for row in rows], "k_", markersize=22, label="chance of DGAR: its area")
    left.axhline(1 / 3, color="black", linewidth=0.7, linestyle="--", label="the paper's line of chance")
    left.set(ylabel="share of the attention to the picture", ylim=(0, 1), title="Where attention falls")
    bottom = np.zeros(len(rows))
    for mode, part in zip(MODES.values(), MODES, strict=True):
        shares = np.array([row[mode.value] / row["examples"] for row in rows])
        right.bar(at, shares, 0.6, bottom=bottom, color=COLOURS[part], label=mode.value)
        bottom += shares
    right.set(ylim=(0, 1), title="Modes")
    for axes in (left, right):
        axes.legend(fontsize=7, loc="upper center", bbox_to_anchor=(0.5, -0.17), ncols=3)
        axes.set_xticks(at, [f"{row['task']}\nn = {row['examples']}" for row in rows])
    return figure


def _layers(tasks: Sequence[Row], rows: Sequence[Row], heat: Any) -> Plot:
    """DGAR by layer, the share on the answer's own things, and DGAR by layer and head; chance is dotted."""
    figure, (left, middle, right) = _plots().subplots(1, 3, figsize=(12, 3.2), layout="constrained")
    for k, task in enumerate(tasks):
        of, colour = [row for row in rows if row["task"] == task["task"]], f"C{k}"
        layers = [row["layer"] for row in of]
        left.plot(layers, [row["DGAR"] for row in of], marker=".", color=colour, label=task["task"])
        left.fill_between(layers, [row["low"] for row in of], [row["high"] for row in of], alpha=0.15, color=colour)
        left.axhline(task["chance"], color=colour, linestyle=":", linewidth=1)
        if task["on the answer"] is not None:
            middle.plot(layers, [row["on the answer"] for row in of], marker=".", color=colour, label=task["task"])
            middle.axhline(task["area of the answer"], color=colour, linestyle=":", linewidth=1)
            middle.legend(fontsize=7)
    left.set(xlabel="layer", ylabel="DGAR", title="DGAR by layer; dotted: chance")
    middle.set(xlabel="layer", ylabel="share", title="On the answer's own things; dotted: their area")
    left.legend(fontsize=7)
    image = right.imshow(heat, aspect="auto", cmap="viridis")
    right.set(xlabel="head", ylabel="layer", title="DGAR by layer and head")
    figure.colorbar(image, ax=right)
    for axes in (left, middle, right):
        axes.title.set_fontsize(10)
    for axes in (left, middle):
        axes.set_ylim(bottom=0)
        axes.xaxis.get_major_locator().set_params(integer=True)
    for axis in (right.xaxis, right.yaxis):
        axis.get_major_locator().set_params(integer=True)
    return figure


def _trace(examples: Mapping[str, Example], held: Held) -> Iterator[tuple[str, Plot]]:
    tasks = list(dict.fromkeys(row["task"] for row in held["recovery"]))
    for corruption in CORRUPTIONS:
        rows = [r for r in held["recovery"] if r["corrupted"] == corruption and r["task"] == (tasks or [""])[-1]]
        if rows:
            yield f"recovery_{corruption}", _recovery(rows, corruption)
    if held["groundedness"]:
        yield "groundedness", _groundedness(held["groundedness"])


def _recovery(rows: Sequence[Row], corruption: str) -> Plot:
    """The recovery at each site, with what the architecture fixes behind it."""
    sites = [row for row in rows if row["site"] != MERGERS]
    figure, axes = _plots().subplots(figsize=(9, 3.2), layout="constrained")
    at = np.arange(len(sites))
    for k, row in enumerate(sites):
        low, high = (0.0, 1.0) if row["floor"] is None else (row["floor"] - 0.02, row["ceiling"] + 0.02)
        colour = "#d5f5e3" if row["floor"] is None else "#e59866"
        axes.fill_between([k - 0.5, k + 0.5], low, high, color=colour, linewidth=0)
    _curve(axes, sites, "mean", COLOURS[corruption], "mean, 95 %")
    axes.plot(at, [row["median"] for row in sites], "kx", label="median")
    together = [row for row in rows if row["site"] == MERGERS]
    if together:
        axes.axhline(together[0]["mean"], color="black", linestyle=":", linewidth=1, label="all mergers together")
    axes.set_xticks(at, [row["site"] for row in sites], rotation=60, ha="right", fontsize=7)
    axes.set(ylabel="recovery", title=f"Corrupted: {NAMES[corruption]} (n = {max(r['examples'] for r in sites)})")
    axes.plot([], [], color="#e59866", linewidth=6, label="fixed by the architecture")
    axes.plot([], [], color="#d5f5e3", linewidth=6, label="the weights decide")
    _legend(axes)
    return figure


def _curve(axes: Plot, rows: Sequence[Row], column: str, colour: str, label: str) -> None:
    """A number at each site with its interval; the line follows the main stream, side streams stand by themselves."""
    means = np.array([row[column] for row in rows])
    error = np.abs(np.array([[row["low"] for row in rows], [row["high"] for row in rows]]) - means)
    side = np.array([row["site"].startswith("deepstack") for row in rows])
    for of, style, words in ((~side, "o-", label), (side, "s", "a deep-stack merger, beside the stream")):
        if of.any():
            axes.errorbar(np.flatnonzero(of), means[of], error[:, of], fmt=style, color=colour, capsize=3, label=words,
                          markerfacecolor="white" if style == "s" else colour)  # fmt: skip


def _legend(axes: Plot) -> None:
    """Beside the axes, where it hides nothing."""
    axes.legend(fontsize=7, loc="center left", bbox_to_anchor=(1.01, 0.5))


def _groundedness(rows: Sequence[Row]) -> Plot:
    kept = [row for row in rows if row["grounded"] is not None]
    figure, axes = _plots().subplots(figsize=(9, 3.0), layout="constrained")
    bottom = np.zeros(len(kept))
    for kind in Groundedness:
        shares = np.array([row[kind.value] for row in kept])
        axes.bar(np.arange(len(kept)), shares, 0.7, bottom=bottom, color=KINDS[kind.value], label=kind.value)
        bottom += shares
    words = [f"{row['task']}\n{row['corrupted']}\nn = {row['examples']}" for row in kept]
    axes.set_xticks(np.arange(len(kept)), words, fontsize=7)
    axes.set(ylim=(0, 1), title="How much answers depend on each region")
    _legend(axes)
    return figure


def _reflect(examples: Mapping[str, Example], held: Held) -> Iterator[tuple[str, Plot]]:
    rows = held["reflect_means"]
    if not rows:
        return
    figure, axes = _plots().subplots(figsize=(9, 3.2), layout="constrained")
    bottom = np.zeros(len(rows))
    for (name, words), colour in zip(AREAS.items(), ("#2471a3", "#d4ac0d", "#c0392b", "#bdc3c7"), strict=True):
        shares = np.array([row[name] for row in rows])
        axes.bar(np.arange(len(rows)), shares, 0.7, bottom=bottom, color=colour, label=words)
        bottom += shares
    axes.set_xticks(np.arange(len(rows)), [row["where"] for row in rows], rotation=30, ha="right", fontsize=7)
    axes.set(ylim=(0, 1), title="What attention falls on; the last bar is the share of the picture", ylabel="share")
    _legend(axes)
    yield "reflect_areas", figure
    yield "reflect_first", _maps(*next(iter(examples.items())))


def _maps(name: str, example: Example) -> Plot:
    """The maps of one sample: late blocks, the bridge layer under both prompts, and the clusters there."""
    blocks = [block["block"] for block in example.facts["blocks"]]
    panels = [(f"vit.{k}: {b['entropy']:.3f}", example.arrays[f"block {k}"])
              for k, b in zip(blocks, example.facts["blocks"], strict=True)]  # fmt: skip
    for prompt in ("factual", "counterfactual"):
        panels += [(prompt, example.arrays[prompt]), (f"{example.facts[prompt]['clusters']} clusters",
                                                      example.arrays[f"{prompt} clusters"])]  # fmt: skip
    columns = 4
    figure, grid = _plots().subplots(-(-len(panels) // columns), columns, figsize=(10, 2.2 * -(-len(panels) //
    columns)),
                                     layout="constrained", squeeze=False)  # fmt: skip
    for axes in grid.flat:
        axes.axis("off")
    for axes, (words, panel) in zip(grid.flat, panels, strict=False):
        axes.imshow(panel, cmap="nipy_spectral" if "clusters" in words else "viridis")
        axes.set_title(words, fontsize=8)
    figure.suptitle(name, fontsize=9)
    return figure


def _probe(examples: Mapping[str, Example], held: Held) -> Iterator[tuple[str, Plot]]:
    rows = held["probes"]
    questions = list(dict.fromkeys(row["question"] for row in rows))
    if not questions:
        return
    figure, grid = _plots().subplots(len(questions), 1, figsize=(9, 2.6 * len(questions)), layout="constrained",
                                     squeeze=False)  # fmt: skip
    for axes, question in zip(grid[:, 0], questions, strict=True):
        of = [row for row in rows if row["question"] == question and row["site"] != PLACE]
        at = np.arange(len(of))
        _curve(axes, of, "score", "#1e8449", "worlds not trained on, 95 %")
        axes.plot(at, [row["shuffled"] for row in of], "x--", color="#7f8c8d", label="shuffled labels")
        for row in rows:
            if row["question"] == question and row["site"] == PLACE:
                axes.axhline(row["score"], color="#d35400", linestyle=":", label="from the place in the picture alone")
        axes.set_xticks(at, [row["site"] for row in of], rotation=60, ha="right", fontsize=7)
        axes.set(title=f"{of[0]['means']} (n = {of[0]['cases']})", ylabel="R²" if question == "depth" else "right")
        _legend(axes)
    yield "probes", figure


_MAKERS: dict[str, Callable[[Mapping[str, Example], Held], Iterator[tuple[str, Plot]]]] = {
    "dgar": _dgar, "trace": _trace, "reflect": _reflect, "probe": _probe,
}  # fmt: skip
