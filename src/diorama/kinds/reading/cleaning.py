"""From a reply to the words that hold the answer: without thinking aloud, wrappers and markup.

Replies are not to be trusted: they may be ten megabytes long, nested a thousand deep or cut in the middle. Everything
here takes time linear in the length, and only the two ends of a very long text are looked at; of a plan, whose steps
may stand anywhere, only what is whole (`readable_end`).
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

LONGEST = 40_000
"""Characters: of a longer text (thinking left out) the first and the last half of this are read."""
SHORTEST_REPEATED = 25
"""Characters of a sentence that can only be a repeated question."""
_SENTENCE_END = re.compile(r"(?<=[.?!])\s+")
MOST_OBJECTS = 50
"""Places at which a JSON object is looked for, from the end."""

_OPEN = re.compile(
    r"<\s*(?:seed:)?(?:think|thinking|thought|reasoning|reflection)\s*>|◁think▷|\[THINK\]|<\|begin_of_thought\|>", re.I
)
_CLOSE = re.compile(
    r"<\s*/\s*(?:seed:)?(?:think|thinking|thought|reasoning|reflection)\s*>|◁/think▷|\[/THINK\]|<\|end_of_thought\|>",
    re.I,
)
_MAY_THINK = re.compile(r"[<◁]|\[/?THINK", re.I)
_FINAL_CHANNEL = re.compile(r"<\|channel\|>\s*final\s*<\|message\|>", re.I)
_TOKENS = re.compile(r"<\|(?!begin_of_|end_of_(?:box|thought))[a-z_]{2,20}\|>|</s>|<end_of_turn>|<eos>", re.I)
TAGGED = re.compile(
    r"<answer>(.*?)(?:</answer>|\Z)|<\|begin_of_box\|>(.*?)(?:<\|end_of_box\|>|\Z)|\\boxed\s*\{((?:[^{}]|"
    r"\{[^{}]*\})*)\}",
    re.I | re.S,
)
_ANSWER_OPENS = re.compile(r"<\s*(ans|answer|final_answer|final-answer|final_plan|plan|final)\s*>", re.I)
_ANSWER_CLOSES = re.compile(r"<\s*/\s*(ans|answer|final_answer|final-answer|final_plan|plan|final)\s*>", re.I)
_TEXT_MACRO = re.compile(r"\\(?:text|mathrm|mathbf|textbf|textit|emph|mathit|textsf)\s*\{([^{}]*)\}")
_BREAK = re.compile(r"<\s*(?:br|/p|/li|/tr|/div|/h\d|/output|/response|/result|/ans|/final)\b[^<>]{0,80}>", re.I)
_ITEM = re.compile(r"<\s*li\b[^<>]{0,80}>", re.I)
_TAG = re.compile(
    r"<\s*/?\s*(?:b|i|em|strong|u|p|ul|ol|li|span|div|code|td|tr|th|table|tbody|thead|mark|h\d|sub|sup|ans|final|"
    r"response|"
    r"output|result)\b[^<>]{0,80}>",
    re.I,
)
_ARROW = re.compile(r"\\(?:long)?(?:right|Right)arrow\b|\\to\b")
_CONTROL = re.compile(
    r"\x1b\[[0-9;?]*[A-Za-z]|[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\x00-\x08\x0b\x0c\x0e-\x1f]"
)
"""Colours of a terminal, and signs that are not seen."""
_SAYS = re.compile(
    r"\b(?:answer|(?:correct|right|best) (?:option|choice))\b(?:\s+(?:here|then|therefore))?\s*"
    r"(?:\s(?:is|are|would be|should be|must be|will be)\b(?!\s+not\b)\s*:?|[:=]|\s*(?:>+|->|→|⇒))|"
    r"\bI(?: would|['’]d)? (?:choose|pick|select|go with)\b",
    re.I,
)
_KEYS = ("final_answer", "final answer", "answer", "choice", "option", "objects", "swaps", "pairs", "pair", "result")
_ONE_OF_SEVERAL = re.compile(
    r"\b(?:possible|alternative|plausible|other|first|initial|tempting|naive|obvious)\s*$", re.I
)
"""Before "answer": it is not the only one, or not the last."""
_HEADED = re.compile(
    r"^[ \t]*(?:#{1,6}|\*\*)[ \t]*(?:(?:final|my|the)[ \t]+)*(?:answer|result|solution)s?[ \t]*:?"
    r"[ \t]*(?:\*\*)?[ \t]*:?\n+"
    r"((?:(?![ \t]*(?:#{1,6}[ \t]|\*\*[^*\n]{1,60}\*\*[ \t]*$))[^\n]*(?:\n|\Z))+)",
    re.M | re.I,
)
"""A heading that says that the answer follows, and all that stands under it."""
_STRUCK = re.compile(r"~~[^~\n]{1,200}~~")
_OTHER_TAG = re.compile(r"<\s*/?\s*[A-Za-z][\w-]{0,20}\s*/?>")
_HASHES = re.compile(r"^[ \t]*####[ \t]*(\S[^\n]*)$", re.M)
"""How answers to sums are marked in training data, and so elsewhere too."""
_QUOTES = re.compile(r"(?<![^\W_])'|'(?![^\W_])")
"""Single quotes that are no apostrophes."""
_CUT_JSON = re.compile(r'"(?:final[ _]?)?answer"\s*:\s*"?([^"}\n]*)', re.I)
_ANY_MARKUP = re.compile(r"[<\\~*_`#$]")
_MARKUP = re.compile(r"\*\*|__|`+|^#+\s*|\$", re.M)
_SPACES = re.compile(r"(?<=\S)[^\S\n]{2,}|[^\S\n]{17,}|\n{3,}")
WIDEST_INDENT = 16
"""Spaces before a line that still say how deep it stands in a list."""
_FENCE = re.compile(r"^```\w*\s*|```\s*$", re.M)


@dataclass(frozen=True)
class Final:
    """Where to look for the answer."""

    marked: tuple[Any, ...]
    """What the reply itself marks as its answer, the clearest mark first: text, or the value of a JSON field."""
    text: str
    """All of it, without thinking and markup."""
    note: str = ""
    """Why there is nothing to read, where that is known."""
    raw: str = ""
    """All of it with its markup, without thinking."""


def final_words(reply: str) -> Final:
    """Find the parts of a reply that may hold its answer."""
    final = whole_reply(reply)
    return replace(final, marked=tuple(_marked(final.raw, final.text))) if final.raw else final


_ROLE = re.compile(r"^\s*(?:#{1,4}\s*)?(?:assistant|model|response|bot|ai)[ \t]*(?::|\n)\s*", re.I)
_END = re.compile(r"(?:#{1,4}\s*(?:end|done|instruction)\b[^\n]{0,40}|\[/?(?:INST|END)\])\s*$", re.I)
"""What templates of chats leave before and after a reply."""


def whole_reply(reply: str) -> Final:
    """A reply without thinking; what it marks as its answer is not looked for."""
    said, note = _without_thinking(reply)
    if len(said) > LONGEST:
        said = said[: LONGEST // 2] + "\n\n" + said[-LONGEST // 2 :]
    said = _TOKENS.sub(" ", said) if "<" in said else said
    said = tidy(unicodedata.normalize("NFC", _CONTROL.sub("", said))).strip()
    said = _END.sub("", _ROLE.sub("", said)).strip()
    if not said:
        return Final((), "", note or "an empty reply")
    text = plain(said)
    return Final((), text, note, said)


def readable_end(reply: str) -> str | None:
    """A reply that can be read as a whole: all of it, or, if it is too long, all from its last answer in tags on.

    None if that is too long as well, or if there is none. What was cut out of the middle would join two halves.
    """
    said, _ = _without_thinking(reply)
    if len(said) <= LONGEST:
        return reply
    closed = [(m.start(), m[1].casefold()) for m in _ANSWER_CLOSES.finditer(said)]
    if not closed:
        return None
    end, name = closed[-1]
    opened = [m.start() for m in _ANSWER_OPENS.finditer(said, 0, end) if m[1].casefold() == name]
    return said[opened[-1] :] if opened and len(said) - opened[-1] <= LONGEST else None


def after_thinking(reply: str) -> str:
    """What a reply says after its last thought."""
    return _without_thinking(reply)[0]


def without_question(reply: str, question: str) -> str:
    """A reply without the sentences of the question that it repeats word for word."""
    for sentence in _SENTENCE_END.split(question):
        if len(sentence) >= SHORTEST_REPEATED:
            reply = reply.replace(sentence, " ")
    return reply


def tidy(value: Any, depth: int = 4) -> Any:
    """The same text, or the same JSON, without long runs of white space (over which patterns would be slow)."""
    if isinstance(value, str):
        return _SPACES.sub(_shortened, value)
    if isinstance(value, list) and depth:
        return [tidy(v, depth - 1) for v in value]
    if isinstance(value, dict) and depth:
        return {str(k): tidy(v, depth - 1) for k, v in value.items()}
    return None if isinstance(value, list | dict) else value


def _shortened(run: re.Match[str]) -> str:
    """A long run of white space without what says nothing."""
    return run[0][: 2 if len(run[0]) <= WIDEST_INDENT or run[0][0] == "\n" else WIDEST_INDENT]


def plain(text: str) -> str:
    """Text without markup."""
    if not _ANY_MARKUP.search(text):
        return text.strip()
    text = _ARROW.sub(" → ", _TAG.sub("", _ITEM.sub("\n- ", _BREAK.sub("\n", _STRUCK.sub(" ", text)))))
    text = _OTHER_TAG.sub("\n", text)
    for _ in range(2):
        text = _TEXT_MACRO.sub(r"\1", text)
    return _MARKUP.sub("", _FENCE.sub("", text)).strip()


def _without_thinking(said: str) -> tuple[str, str]:
    """What comes after the last thought; nothing if the last thought has no end."""
    if not _MAY_THINK.search(said):
        return said, ""
    if channels := [m.end() for m in _FINAL_CHANNEL.finditer(said)]:
        return said[channels[-1] :], ""
    closed = [m.end() for m in _CLOSE.finditer(said)]
    after = said[closed[-1] :] if closed else said
    if opened := _OPEN.search(after):
        return after[: opened.start()], "it stopped while thinking"
    return after, "nothing comes after its thinking" if closed else ""


def _marked(said: str, text: str) -> Iterator[Any]:
    """What is clearly marked as the answer; within each sort of mark, the last one comes first."""
    tags = list(TAGGED.finditer(said))
    for tag in reversed(tags[-3:]):
        inside = next((g for g in tag.groups() if g is not None), "")
        yield _unwrapped(_TEXT_MACRO.sub(r"\1", inside))
    if headed := list(_HEADED.finditer(said)):
        yield plain(headed[-1][1])
    if hashes := _HASHES.findall(said):
        yield plain(hashes[-1])
    if (value := json_answer(said)) is not None:
        yield tidy(value)
    says = list(_SAYS.finditer(text))
    says = [mark for mark in says if not _ONE_OF_SEVERAL.search(text[max(0, mark.start() - 30) : mark.start()])]
    for mark in reversed(says[-2:]):
        rest = text[mark.end() : mark.end() + LONGEST // 4].lstrip(" \t*:")
        yield rest.strip()


def _unwrapped(inside: str) -> Any:
    value = json_answer(inside)
    return plain(inside) if value is None else tidy(value)


def json_of(said: str) -> Any:
    """A text that is one JSON value and nothing else, perhaps in a code fence; None if it is not."""
    return _loads(_FENCE.sub("", said).strip())


def json_answer(said: str) -> Any:
    """The answer field of the last JSON object, a bare JSON list, or what a cut-off object says; None without any."""
    body = _FENCE.sub("", said).strip()
    if body.startswith("[") and isinstance(found := _loads(body), list):
        return found
    starts = [m.start() for m in re.finditer(r"\{", body)][-MOST_OBJECTS:]
    for start in reversed(starts):
        found = _decoded(body, start)
        if isinstance(found, dict):
            fields = {str(k).strip().casefold(): v for k, v in found.items()}
            for key in _KEYS:
                if key in fields and fields[key] is not None:
                    return fields[key]
    cut = _CUT_JSON.findall(body) if starts else []
    return cut[-1].strip() if cut and cut[-1].strip() else None


def json_values(text: str) -> list[Any]:
    """The JSON objects and lists in a text, one after the other; what lies inside another is not counted again."""
    body = _FENCE.sub("", text).strip()
    values = _json_in(body)
    return values if values or "'" not in body else _json_in(_as_json(body))


def _as_json(text: str) -> str:
    """What Python would print, as JSON would write it."""
    for name, ours in (("True", "true"), ("False", "false"), ("None", "null")):
        text = re.sub(rf"\b{name}\b", ours, text)
    return _QUOTES.sub('"', text)


def _json_in(body: str) -> list[Any]:
    values: list[Any] = []
    end = tried = 0
    for start in (m.start() for m in re.finditer(r"[\[{]", body)):
        if start < end:
            continue
        try:
            value, end = json.JSONDecoder(strict=False).raw_decode(body, start)
            values.append(value)
        except (ValueError, RecursionError):
            tried += 1
        if len(values) + tried >= MOST_OBJECTS:
            break
    return values


def _loads(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _decoded(text: str, start: int) -> Any:
    try:
        return json.JSONDecoder(strict=False).raw_decode(text, start)[0]
    except (ValueError, RecursionError):
        return None
