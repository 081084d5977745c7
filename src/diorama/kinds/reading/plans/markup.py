"""Markup of plans turned into lines: HTML and LaTeX lists and tables, XML steps, and what is marked as the answer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from diorama.kinds.reading.cleaning import plain
from diorama.kinds.reading.plans import words
from diorama.kinds.reading.plans.references import flat

_CELL = re.compile(r"</\s*t[dh]\s*>\s*<\s*t[dh]\b[^<>]{0,80}>", re.I)
_ROW = re.compile(r"<\s*tr\b[^<>]{0,80}>", re.I)
_LIST = re.compile(r"<\s*(/?)\s*(ol|ul|li)\b[^<>]{0,80}>", re.I)
_STEP = re.compile(r"<\s*(/?)\s*step[_-]?(\d{0,3})\b([^<>]{0,300})>", re.I)
_ATTRIBUTE = re.compile(r"([\w-]{1,30})\s*=\s*[\"']([^\"']{0,200})[\"']")
_FIELD = re.compile(r"<\s*([A-Za-z_][\w-]{1,30})\s*>([^<>]{0,500})<\s*/\s*\1\s*>")
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\s*\{(\w{1,20}\*?)\}(?:\[[^\]\n]{0,40}\])?(?:\{[^}\n]{0,40}\})?")
_RULES = re.compile(r"\\(?:hline|toprule|midrule|bottomrule|centering|noindent|quad|qquad)\b")
_ANSWER = re.compile(
    r"<\s*(answer|final_answer|final-answer|final_plan|plan|final)\s*>|<\|begin_of_box\|>|\\boxed\s*\{", re.I
)


def marked_parts(raw: str) -> Iterator[str]:
    """What the reply marks as its answer by tags or a box; the last mark first."""
    for mark in reversed(list(_ANSWER.finditer(raw))[-5:]):
        rest = raw[mark.end() :]
        if mark[1]:
            end = re.search(rf"<\s*/\s*{re.escape(mark[1])}\s*>", rest, re.I)
            yield rest[: end.start()] if end else rest
        elif mark[0].startswith("<"):
            yield rest.split("<|end_of_box|>")[0]
        else:
            yield rest[: _closing(rest)]


def text_of(raw: str) -> str:
    """A reply as plain lines; the items of its lists are numbered if its markup numbers them."""
    text = raw
    if "<" in text:
        text = _xml(_lists(_ROW.sub("\n", _CELL.sub(" | ", text.replace("</tr>", "")))))
    if "\\" in text:
        text = _latex(text)
    return flat(plain(text))


def _closing(rest: str) -> int:
    """Where a brace that was opened before closes."""
    depth = 1
    for k, sign in enumerate(rest):
        depth += (sign == "{") - (sign == "}")
        if not depth:
            return k
    return len(rest)


def _lists(text: str) -> str:
    """HTML lists as lines."""
    stack: list[list[int]] = []

    def line(tag: re.Match[str]) -> str:
        kind = tag[2].casefold()
        if kind != "li":
            if not tag[1]:
                stack.append([0, int(kind == "ol")])
            elif stack:
                stack.pop()
            return "\n"
        if tag[1] or not stack:
            return "\n" if tag[1] else "\n- "
        stack[-1][0] += 1
        return "\n" + "   " * min(len(stack) - 1, 8) + (f"{stack[-1][0]}. " if stack[-1][1] else "- ")

    return _LIST.sub(line, text)


def _xml(text: str) -> str:
    """``<step id="2" needs="1">…</step>`` as lines of fields."""
    count = 0

    def line(tag: re.Match[str]) -> str:
        nonlocal count
        if tag[1]:
            return "\n"
        count += 1
        fields = {k.casefold(): v for k, v in _ATTRIBUTE.findall(tag[3])}
        label = tag[2] or next((v for k, v in fields.items() if words.NUMBER_KEY.fullmatch(k)), str(count))
        needs = [f"\n   needs: {v or 'none'}" for k, v in fields.items() if words.NEED_KEY.search(k)]
        content = [f"\n   action: {v}" for k, v in fields.items() if words.CONTENT_KEY.fullmatch(k) and k != "step"]
        return f"\nStep {label}:{''.join(content)}{''.join(needs)}\n   "

    if not re.search(r"<\s*step", text, re.I):
        return text
    text = _FIELD.sub(_field, text)
    inner = any(words.NUMBER_KEY.fullmatch(m[1]) for m in re.finditer(r"^\s*(\w{1,12}): ", text, re.M))
    return re.sub(r"<\s*/?\s*steps?\b[^<>]{0,80}>", "\n", text) if inner else _STEP.sub(line, text)


def _field(tag: re.Match[str]) -> str:
    """``<needs>1</needs>`` as a line; other tags stay."""
    key = tag[1].replace("_", " ").replace("-", " ")
    if words.NUMBER_KEY.fullmatch(key) and re.fullmatch(r"\s*(?:step\s*)?\d{1,3}\s*", tag[2], re.I):
        return f"\nid: {tag[2].strip()}\n"
    if words.NEED_KEY.search(key):
        return f"\n   needs: {tag[2].strip() or 'none'}\n"
    if words.CONTENT_KEY.fullmatch(key) and key.casefold() != "step":
        return f"\n   action: {tag[2].strip()}\n"
    return tag[0]


def _latex(text: str) -> str:
    """LaTeX lists and tables as lines."""
    count = 0
    kinds: list[str] = []

    def line(mark: re.Match[str]) -> str:
        nonlocal count
        if mark[1]:
            if mark[0].startswith("\\begin"):
                kinds.append(mark[1])
                count = 0
            return "\n"
        count += 1
        return f"\n{count}. " if "enumerate" in kinds else "\n- "

    if "\\begin" in text:
        if re.search(r"\\begin\s*\{(?:tabular|array|longtable|tabularx)", text):
            text = re.sub(r"\\\\|\\tabularnewline", "\n", text).replace(" & ", " | ").replace("&", " | ")
        text = re.sub(_ENVIRONMENT.pattern + r"|\\item\b(?:\[[^\]\n]{0,40}\])?\s*", line, text)
    text = _RULES.sub(" ", text)
    return (
        re.sub(r"\\(?:leftarrow|gets)\b", "←", re.sub(r"\\emptyset|\\varnothing", "none", text))
        .replace("\\#", "#")
        .replace("\\{", "{")
        .replace("\\}", "}")
    )
