"""A folder of footage for tests: films whose pictures bear their numbers, clips, and questions about them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from diorama.footage import Candidate, Clip
from tests.footage.films import HEIGHT, WIDTH, even_times, scene, write_film

UNEVEN = [0.0, 0.02, 0.1, 0.14, 0.3, 0.5, 0.52, 0.8, 1.0, 1.3, 1.36, 1.6, 2.0, 2.1, 2.4, 2.8, 3.0]
"""Times of a film with a variable frame rate."""


def write_project(folder: Path) -> Path:
    """Two clips, one with even and one with uneven frames; three questions about the first, one about the second."""
    folder.mkdir(parents=True)
    write_film(folder / "even.mp4", even_times(4))
    write_film(folder / "side.mp4", even_times(4), lambda n, s: scene(n, seed=5, x=s / 4))
    write_film(folder / "uneven.mp4", UNEVEN)
    clips = [
        clip(folder, "even", 4.0, views=("side.mp4",)),
        clip(folder, "uneven", 3.2, variable_rate=True, fps=5.3),
    ]
    records = [
        question("q-1", "even"),
        question("q-2", "even", direction="backward", cut=2.0, asks_from=0.5, asks_to=1.5, status="kept"),
        question("q-3", "even", status="kept"),
        question("q-4", "uneven", end=3.2, cut=1.0, asks_from=1.3, asks_to=2.0),
    ]
    write_lines(folder / "clips.jsonl", clips)
    write_lines(folder / "candidates.jsonl", records)
    return folder


def clip(folder: Path, name: str, end: float, **fields: Any) -> Clip:
    video = folder / f"{name}.mp4"
    usual: dict[str, Any] = {
        "id": name, "video": video.name, "video_bytes": video.stat().st_size, "start": 0.0, "end": end, "fps": 25.0,
        "width": WIDTH, "height": HEIGHT, "camera": "exo",
    }  # fmt: skip
    return Clip.model_validate({**usual, **fields})


def question(name: str, of: str, **fields: Any) -> Candidate:
    usual: dict[str, Any] = {
        "id": name, "clip": of, "question": f"Where is the white square in {name}?", "type": "relation",
        "direction": "forward", "viewpoint": "exo", "start": 0.0, "end": 4.0, "cut": 2.0, "asks_from": 2.5,
        "asks_to": 3.5, "options": ["on the left", "on the right", "in the middle", "nowhere"],
        "answer": "on the left", "why": "It moves to the left.", "made_by": "lab/writer",
    }  # fmt: skip
    return Candidate.model_validate({**usual, **fields})


def write_lines(path: Path, records: Iterable[Clip | Candidate]) -> None:
    path.write_text("".join(f"{r.model_dump_json()}\n" for r in records), "utf-8")


def lines(path: Path) -> dict[str, dict[str, Any]]:
    """The records of a file by id, without what is empty."""
    found = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return {r["id"]: {k: v for k, v in r.items() if v is not None} for r in found}
