"""Every option by itself: plausible or not, how surely, and why; then the answer.

The answer is read in what follows the last judgement: before it every option is named. What was said of each option is
kept, with the whole reply, and scored as a stage: whether the right option got the highest plausibility, how far the
plausibilities are from the truth (Brier score), and whether the answer agrees with them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from diorama.ask.question import Question
from diorama.ask.strategies.registry import strategy
from diorama.ask.tools import Tools
from diorama.data import Sample, key_of
from diorama.kinds import lettered_options, score_alone

KEPT = "options.json"
HOW = (
    "Judge each option by itself, against what is shown and how things move. For each write one line of JSON: "
    '{"option": "A", "plausible": true or false, "confidence": 0 to 100, "evidence": "…"}. The confidence says how '
    "sure you are of that judgement."
)
_LINE = re.compile(r"\{[^{}]*\}")
LONGEST = 400
"""Characters that are kept of the evidence for an option."""


@strategy("consistency")
async def consistency(question: Question, tools: Tools) -> str:
    """Plausibility, confidence and evidence for each option, then the answer; other questions are asked as by cot."""
    if not question.options:
        return await tools.ask(question.request(question.reasoned("Think step by step.")))
    reply = await tools.ask(question.request(question.reasoned(HOW)))
    answer = reply[max((match.end() for match in _LINE.finditer(reply)), default=0) :].strip("`],\n ") or reply
    tools.keep(KEPT, {"options": judged_options(reply, question.options), "answer": answer, "reply": reply})
    return answer


def judged_options(reply: str, options: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """What a reply says of each option, by letter; the last word on an option counts."""
    letters = [letter for letter, _ in lettered_options(options)]
    texts = {text.casefold(): letter for letter, text in lettered_options(options)}
    found: dict[str, dict[str, Any]] = {}
    for match in _LINE.finditer(reply):
        try:
            said = json.loads(match[0])
        except ValueError:
            continue
        name = str(said.get("option", "")).strip()
        letter = texts.get(name.casefold()) or name[:1].upper()
        surely, plausible = said.get("confidence"), said.get("plausible")
        number = surely.strip().removesuffix("%") if isinstance(surely, str) else surely
        if letter not in letters or not isinstance(plausible, bool) or not _is_share(number):
            continue
        share = float(number) / 100
        evidence = str(said.get("evidence", ""))[:LONGEST]
        found[letter] = {"plausible": plausible, "confidence": share, "evidence": evidence}
    return {letter: found[letter] for letter in letters if letter in found}


def plausibility(said: Mapping[str, Any]) -> float:
    """How plausible an option was called, from 0 to 1: 80 % sure that it is not plausible is 0.2."""
    surely = float(said["confidence"])
    return surely if said["plausible"] else 1 - surely


@consistency.worldless_stages
def beliefs(sample: Sample, kept: Mapping[str, bytes]) -> dict[str, float]:
    """How what was said of each option compares with the right one; only where every option was judged."""
    if KEPT not in kept:
        return {}
    saved = json.loads(kept[KEPT])
    letters = {text: letter for letter, text in lettered_options(sample.options)}
    right = letters.get(sample.answer_words())
    said = {letter: plausibility(each) for letter, each in saved["options"].items()}
    whole = right is not None and len(said) == len(letters)
    found = {"options/all judged": float(whole)}
    if right is None or not whole:
        return found
    best = [letter for letter, value in said.items() if value == max(said.values())]
    squares = [(value - (letter == right)) ** 2 for letter, value in said.items()]
    wrong = [saved["options"][letter]["plausible"] for letter in said if letter != right]
    judgement = score_alone(sample.kind, key_of(sample), saved["answer"])
    agrees = {"options/answer is the most plausible": float(letters.get(judgement.read_as) in best)}
    return {
        **found,
        "options/right one most plausible": (right in best) / len(best),
        "options/right one plausible": float(saved["options"][right]["plausible"]),
        "options/wrong ones plausible": sum(wrong) / max(1, len(wrong)),
        "options/Brier score": sum(squares) / len(squares),
        **(agrees if judgement.read_as else {}),
    }


def _is_share(number: Any) -> bool:
    try:
        return not isinstance(number, bool) and 0 <= float(number) <= 100
    except (TypeError, ValueError):
        return False
