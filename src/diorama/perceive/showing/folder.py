"""Writing what is seen in pictures into a folder: for each a page, two maps and a JSON file."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from diorama.data import whole_file
from diorama.errors import DioramaError
from diorama.perceive.construct.inventory import Inventory
from diorama.perceive.construct.perception import Perception, printable_name
from diorama.perceive.construct.question import Asking
from diorama.perceive.construct.scene_gates import picture_gates
from diorama.perceive.construct.seen import Gate, Seen
from diorama.perceive.construct.tasks import TASKS
from diorama.perceive.construct.telling import finite, told_gate
from diorama.perceive.showing.drawings import depth_map, mask_map
from diorama.perceive.showing.page import html_page

LONGEST_STEM = 180
"""Bytes of a picture's name in the names of what is written: file systems allow 255."""
ASKED = ("T1", "T2", "T3")
"""Tasks whose questions a page lists: those of the graph."""


@dataclass(frozen=True)
class Shown:
    """What was written about a picture."""

    page: Path
    things: int
    edges: int
    accepted: int
    rejected: int


def show_picture(path: Path, name: str, out: Path, perception: Perception) -> Shown:
    """Perceive the picture of a file, and write all about it under a name."""
    inventory = perception.look(path)
    asking = Asking(inventory.seen, perception.providers, perception.limits)
    gates = picture_gates(asking)
    questions = [each for task in ASKED for each in TASKS.get(task).ask(asking, np.random.default_rng(0))]
    masks, (depths, scale) = mask_map(inventory.seen), depth_map(inventory.seen.depth)
    _write(out / f"{name}.masks.png", _png(masks))
    _write(out / f"{name}.depth.png", _png(depths))
    told = _told(path, asking, inventory, gates, scale)
    _write(out / f"{name}.json", (json.dumps(told, indent=1, ensure_ascii=False) + "\n").encode())
    page = out / f"{name}.html"
    _write(page, html_page(printable_name(path), asking, gates, questions).encode())
    accepted = sum(question.answered.accepted for question in questions)
    edges = asking.graph.number_of_edges()
    return Shown(page, len(inventory.seen.things), edges, accepted, len(questions) - accepted)


def names_for(paths: Iterable[Path]) -> list[tuple[Path, str]]:
    """A name for what is written about each picture: that of its file, numbered if another file has it too."""
    taken: set[str] = set()
    named = []
    for path in paths:
        stem = _shortened(path.stem or "picture")
        name, number = stem, 2
        while name.casefold() in taken:
            name, number = f"{stem}-{number}", number + 1
        taken.add(name.casefold())
        named.append((path, name))
    return named


def _shortened(stem: str) -> str:
    """A name that is still one of a file when endings follow it."""
    name = os.fsencode(stem)
    return stem if len(name) <= LONGEST_STEM else name[:LONGEST_STEM].decode("utf-8", "ignore")


def make_folder(out: Path, read_from: Collection[Path] = ()) -> None:
    """The folder to write into: none that is read from, where what is written could replace what users have there."""
    if out.resolve() in read_from:
        raise DioramaError(f"--out {out} holds pictures, boxes or maps that are read: choose another folder")
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DioramaError(f"cannot make the folder {out}: {error.strerror or error}") from None


def _told(path: Path, asking: Asking, inventory: Inventory, gates: Iterable[Gate], scale: float) -> dict[str, Any]:
    seen: Seen = inventory.seen
    width, height = seen.size
    return {
        "picture": printable_name(path),
        "size": [width, height],
        "depth": {"metres": seen.depth.metric, "scale": scale},
        "things": [
            {
                "number": number, "name": thing.name, "phrase": thing.phrase or None,
                "confidence": round(thing.confidence, 4), "box": [int(side) for side in thing.box],
                "pixels": int(thing.mask.sum()), "depth": finite(thing.depth),
            }
            for number, thing in enumerate(seen.things, 1)
        ],
        "left out": list(inventory.left_out),
        "hides": [
            {"front": front, "back": back, "overlap": finite(data.get("overlap", float("nan")))}
            for front, back, data in asking.graph.edges(data=True)
        ],
        "gates": [told_gate(gate) for gate in gates],
    }  # fmt: skip


def _png(picture: Image.Image) -> bytes:
    data = io.BytesIO()
    picture.save(data, "PNG", compress_level=6)
    return data.getvalue()


def _write(path: Path, data: bytes) -> None:
    with whole_file(path) as file:
        file.write(data)
