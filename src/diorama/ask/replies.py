"""Replies that somebody collected: JSON lines in a file."""

from __future__ import annotations

import json
from pathlib import Path

from diorama.errors import DioramaError


def read_replies(path: Path) -> dict[tuple[str, int | None], str]:
    """JSON lines with `id`, `reply` and perhaps `repeat` → replies; without `repeat` a reply is for every repeat."""
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise DioramaError(f"cannot read {path}: {why}") from None
    replies: dict[tuple[str, int | None], str] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            sample_id, reply, repeat = row["id"], row["reply"], row.get("repeat")
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise DioramaError(
                f'{path}, line {number}: write each reply as {{"id": "…", "reply": "…"}}, one a line'
            ) from None
        if not isinstance(sample_id, str) or not isinstance(reply, str):
            raise DioramaError(f"{path}, line {number}: id and reply are texts")
        if repeat is not None and (isinstance(repeat, bool) or not isinstance(repeat, int) or not 0 <= repeat < 10_000):
            raise DioramaError(f"{path}, line {number}: repeat is a whole number from 0 to 9999")
        reply = reply.encode("utf-8", "replace").decode("utf-8")  # half of a pair of surrogates cannot be stored
        if (sample_id, repeat) in replies:
            raise DioramaError(f"{path}, line {number}: a second reply for {sample_id}")
        replies[sample_id, repeat] = reply
    if not replies:
        raise DioramaError(f"{path} has no replies")
    return replies
