"""What models thought before they replied, where a provider gives that apart from the reply: only logs have it."""

from __future__ import annotations

import logging
from pathlib import Path

from inspect_ai.log import EvalSample, read_eval_log, read_eval_log_samples
from inspect_ai.model import ContentReasoning

from diorama.ask.engine.logs import ANSWERS
from diorama.errors import short

log = logging.getLogger(__name__)
Thought = tuple[str, str]
"""A reply, and the reasoning before it."""


def reasoning_beside(answers: Path) -> dict[tuple[str, int], Thought]:
    """By sample and repeat, from the engine's logs beside a file of answers; empty where there is none."""
    found: dict[tuple[str, int], Thought] = {}
    for path in sorted(answers.parent.glob("*.eval")):
        try:
            facts = read_eval_log(str(path), header_only=True).eval.metadata or {}
            if facts.get(ANSWERS) != answers.name:
                continue
            for sample in read_eval_log_samples(str(path), all_samples_required=False):
                if thought := _thought(sample):
                    name, repeat = sample.metadata.get("sample_id", sample.id), sample.metadata.get("repeat", 0)
                    found[str(name), int(repeat)] = (sample.output.completion, thought)
        except Exception as error:  # of a log that was cut short, or is none
            log.warning("no reasoning is taken from %s: %s", path, short(error))
    return found


def _thought(sample: EvalSample) -> str:
    """The reasoning in the last reply: the text, or a summary where the provider keeps the text to itself."""
    content = sample.output.choices[0].message.content if sample.output.choices else ""
    if isinstance(content, str):
        return ""
    parts = [part for part in content if isinstance(part, ContentReasoning)]
    return "\n\n".join(text for part in parts if (text := part.summary or ("" if part.redacted else part.reasoning)))
