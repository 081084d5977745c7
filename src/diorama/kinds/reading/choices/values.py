"""Marked answers of a choice: what stands in answer tags, in a box, or in JSON of any shape."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from diorama.kinds.reading.cleaning import json_values, plain, tidy

_TAGS = re.compile(
    r"<\s*(?:answer|final_answer|finalanswer|ans|final|choice)\s*>(.*?)(?:<\s*/\s*(?:answer|final_answer|"
    r"finalanswer|ans|final|choice)\s*>|\Z)|<\|begin_of_box\|>(.*?)(?:<\|end_of_box\|>|\Z)|\\(?:boxed|"
    r"fbox)\s*\{((?:[^{}]|\{[^{}]*\})*)\}|\[\[([^\[\]]{1,80})\]\]",
    re.I | re.S,
)
_KEYS = (
    "final answer", "finalanswer", "answer", "correct answer", "correctanswer", "selected answer", "choice",
    "final choice", "selected option", "selectedoption", "option", "selected", "selection", "letter", "answer letter",
    "predicted answer", "prediction", "correct option", "verdict", "decision", "conclusion", "label", "response",
    "result", "output", "value", "ans", "respuesta", "réponse", "antwort", "答案", "最终答案", "選擇", "选择", "选项",
    "答え", "回答",
)  # fmt: skip
_TALK = re.compile(
    r"reason|explan|thought|think|analys|rationale|step|descri|confiden|question|options|choices|observ|justif|note|"
    r"comment|evidence|context|probab|score|why|cot|summary|解释|理由|分析|推理",
    re.I,
)
_PAIRED = re.compile(r"text|words|label|content|meaning|option|value|answer|letter|choice", re.I)
_LOOSE = re.compile(
    r"[\"'“]?\b(?:final[ _]?answer|answer|choice|selected[ _]?option|option|letter|prediction|result|"
    r"答案)\b[\"'”]?\s*[:=]\s*(?:\"([^\"\n]{0,400})|'([^'\n]{0,400})|([^\s\"'{}\[\],]{1,40}))",
    re.I,
)
_LOOKS_LIKE_JSON = re.compile(r"[{\[]\s*[\"'“\w]")
_TURNED = {"yes": "no", "no": "yes", "true": "no", "false": "yes"}
DEPTH = 5


def answers_in(raw: str) -> Iterator[list[Any]]:
    """Answers that a reply marks, sort by sort, the clearest first; those of one sort must agree."""
    if "<" in raw or "\\" in raw or "[[" in raw:
        tagged = [next((g for g in m.groups() if g is not None), "") for m in _TAGS.finditer(raw)][-5:]
        yield [_unwrapped(inside) for inside in tagged if inside.strip()]
    if "{" in raw or raw.lstrip("` \njson").startswith("["):
        values = [tidy(v) for v in json_values(raw)]
        yield [a for v in values if (a := answer_of(v)) is not None][-3:]
        if not values and _LOOKS_LIKE_JSON.search(raw):
            loose = [next(g for g in m.groups() if g is not None) for m in _LOOSE.finditer(raw)]
            yield [text for text in loose if text.strip()][-1:]


def _unwrapped(inside: str) -> Any:
    for value in json_values(inside)[-1:] if "{" in inside or inside.strip().startswith("[") else ():
        if (answer := answer_of(tidy(value))) is not None:
            return answer
    return plain(inside)


def answer_of(value: Any, depth: int = DEPTH) -> Any:
    """The part of a JSON value that answers; None without any."""
    if isinstance(value, list) and depth:
        parts = [a for v in value[:20] if (a := answer_of(v, depth - 1)) is not None]
        return parts[0] if len(parts) == 1 else parts or None
    if not isinstance(value, dict) or not depth:
        return value if isinstance(value, str | bool) else None
    fields = {_key(k): v for k, v in value.items() if v is not None and v != ""}
    for key in _KEYS:
        if isinstance(fields.get(key), str | bool | list | dict):
            return _with_its_words(fields, key, depth)
    rest = {k: v for k, v in fields.items() if not _TALK.search(k)}
    if len(rest) == 1 and isinstance(inner := next(iter(rest.values())), dict | list):
        return answer_of(inner, depth - 1)
    return rest or None


def _with_its_words(fields: dict[str, Any], key: str, depth: int) -> Any:
    """An answer together with the words that another field gives for it."""
    inner = answer_of(fields[key], depth - 1)
    others = [
        v for k, v in fields.items() if k != key and _PAIRED.search(k) and not _TALK.search(k) and isinstance(v, str)
    ]
    return f"{inner}\n{others[0]}" if isinstance(inner, str) and len(inner) <= 3 and others else inner


def text_of(value: dict[Any, Any], is_opposite: Callable[[str], bool]) -> str:
    """An object without an answer field, as text; a field that asks the opposite (``path_clear``) is turned around."""
    said = []
    for key, inner in value.items():
        text = {True: "yes", False: "no"}[inner] if isinstance(inner, bool) else inner
        if isinstance(text, str):
            turned = _TURNED.get(text.strip(" .").casefold()) if is_opposite(str(key)) else None
            said.append(turned or text)
    return " ".join(said)


def _key(key: Any) -> str:
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", str(key))
    return re.sub(r"[\s_-]+", " ", spaced).strip().casefold()
