"""Opening a built-in player by name: a function from a sample and a repeat number to a reply."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from diorama.ask.players import PLAYERS, play_oracle
from diorama.ask.replies import read_replies
from diorama.data import Sample
from diorama.errors import DioramaError, UnknownName

Player = Callable[[Sample, int], str]
NAMES = (*PLAYERS, "replay")


def rng_for(seed: int, sample_id: str, repeat: int) -> np.random.Generator:
    """A generator of its own for each question, so that the order of asking changes nothing."""
    digest = sha256(f"{seed}/{sample_id}/{repeat}".encode()).digest()
    return np.random.default_rng(int.from_bytes(digest[:8], "big"))


def open_player(name: str, args: Mapping[str, Any]) -> Player:
    """A player by name; `seed` is for all, `accuracy` for the oracle, `file` for replay."""
    if name not in NAMES:
        raise UnknownName("player", f"diorama/{name}", [f"diorama/{n}" for n in NAMES])
    takes = {"seed", *{"oracle": ["accuracy"], "replay": ["file"]}.get(name, [])}
    for given in args:
        if given not in takes:
            raise DioramaError(f"diorama/{name} takes no '{given}': it takes {', '.join(sorted(takes))}")
    seed = _whole(args.get("seed", 0))
    if name == "replay":
        if "file" not in args:
            raise DioramaError("diorama/replay needs a file of replies: give --model-arg file=REPLIES.jsonl")
        return replay(Path(str(args["file"])))
    play = PLAYERS[name]
    if name == "oracle":
        play = partial(play_oracle, accuracy=_share(args.get("accuracy", 1.0)))
    return lambda sample, repeat: play(sample, rng_for(seed, sample.id, repeat))


def _share(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise DioramaError(f"the oracle's accuracy is a share between 0 and 1, not {value}")
    return float(value)


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise DioramaError(f"a seed is a whole number, not {value}")
    return value


def replay(path: Path) -> Player:
    """Replies from a file; a sample without one has no reply."""
    replies = read_replies(path)

    def play(sample: Sample, repeat: int) -> str:
        for key in ((sample.id, repeat), (sample.id, None)):
            if key in replies:
                return replies[key]
        raise LookupError(f"{path.name} has no reply for {sample.id}")

    return play
