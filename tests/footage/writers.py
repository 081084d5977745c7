"""A scripted model on loopback that describes clips, proposes questions and writes wrong options."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from diorama.footage import ModelUse
from diorama.footage.clips import make_clips
from tests.ask.server import Answer, Server, text_of
from tests.footage.films import even_times, write_film

DESCRIPTION: dict[str, Any] = {
    "captions": [
        {"from": 0.0, "to": 2.0, "text": "A white square slides from right to left."},
        {"from": 2.0, "to": 4.0, "text": "It comes back to the right."},
    ],
    "camera": "exo", "scene": "machines", "usable": True, "why": "One thing moves clearly.",
}  # fmt: skip


def proposal(**changes: Any) -> dict[str, Any]:
    plain = {
        "question": "From the camera's view, where is the white square right after it turns back?",
        "answer": "At the left edge", "type": "relation", "direction": "forward", "viewpoint": "exo",
        "cut": 1.6, "from": 2.0, "to": 2.5, "why": "It moves steadily to the left.",
    }  # fmt: skip
    return {**plain, **changes}


TWO = {
    "questions": [
        proposal(),
        proposal(question="How was it moving before?", type="Relative Speed", direction="Backward", cut="0:02.4",
                 **{"from": 0.5, "to": "2 s"}, answer="Faster"),
    ]
}  # fmt: skip
WRONG = {"wrong": ["At the right edge", "In the middle", "Above the wall"]}


class Writer:
    """A server whose replies can be replaced, step by step; it counts what it was asked for."""

    def __init__(self, **replies: Any) -> None:
        self.replies: dict[str, Any] = {"captions": DESCRIPTION, "candidates": TWO, "distractors": WRONG, **replies}
        self.asked: Counter[str] = Counter()
        self.wait = 0.0
        self.server = Server(self._answer)
        self.server.keep_requests = True

    def _answer(self, number: str, attempt: int) -> Answer:
        step = step_of(self.server.requests[-1])
        self.asked[step] += 1
        reply = self.replies[step]
        reply = reply(self.asked[step]) if callable(reply) else reply
        if isinstance(reply, Answer):
            return reply
        return Answer(reply if isinstance(reply, str) else json.dumps(reply), wait=self.wait)

    def use(self, **changes: Any) -> ModelUse:
        usual = {"base_url": self.server.url, "retries": 0, "first_wait_seconds": 0.01, "long_side": 128}
        return ModelUse("diorama-api/m", **{**usual, **changes})


def step_of(request: dict[str, Any]) -> str:
    text = text_of(request)
    marks = {"stretch by stretch": "captions", "foresight and hindsight": "candidates", "wrong answers": "distractors"}
    return next(step for mark, step in marks.items() if mark in text)


@contextmanager
def writer(**replies: Any) -> Iterator[Writer]:
    made = Writer(**replies)
    with made.server:
        yield made


def clips_folder(folder: Path, videos: int = 1, seconds: float = 5.0) -> Path:
    """A folder with one clip of each of some videos."""
    folder.mkdir()
    paths = [write_film(folder / f"film{k}.mp4", even_times(seconds + k / 25)) for k in range(videos)]
    assert make_clips(paths, folder / "work").clips == videos
    return folder / "work"


def edit(path: Path, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Edit records as a person or another program would."""
    lines = [json.dumps(change(json.loads(line))) for line in path.read_text().splitlines()]
    path.write_text("".join(f"{line}\n" for line in lines))


def keep_all(folder: Path) -> None:
    edit(folder / "candidates.jsonl", lambda record: {**record, "status": "kept"})
