"""From a question to what a model is fed: its picture, its words, and the reply as far as the answer begins.

The moment of answering is the last place of the prompt: the model is about to write the first token of its answer,
after all its thoughts. Thoughts and reply come from the model itself or from a run's records.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from PIL import Image

from diorama.ask.question import Picture, Request, question_of
from diorama.data import Sample
from diorama.errors import DioramaError, short
from diorama.lab.grid import Grid
from diorama.lab.subject import Subject

MOST_NEW = 4096
"""Tokens that a model may write before it answers."""
TAIL = 12
"""Tokens at the end of a chat template that may open the model's thoughts."""


@dataclass(frozen=True, eq=False)
class Prompt:
    """What a model is fed up to the moment of answering, and how the picture lies in it."""

    inputs: Mapping[str, Any]
    grid: Grid
    reply: str = ""
    """What the model has written by then: thoughts, and nothing of the answer."""

    @property
    def length(self) -> int:
        """Tokens."""
        return int(self.inputs["input_ids"].shape[1])


def prepare(
    subject: Subject, request: Request, *, reply: str | None = None, thoughts: str = "", thought: str | None = None,
    most: int = MOST_NEW,
) -> Prompt:  # fmt: skip
    """A question up to where its answer begins.

    Without a `reply`, the model writes its own, greedily. `thoughts` stand before a reply if they were kept apart from
    it. `thought` is all that stands before an answer, taken as it is. Raises `DioramaError` for questions with no
    picture, or several.
    """
    inputs, size = encoded(subject, request)
    if thought is not None:
        tokens = _as_text(subject, thought) if thought else []
        fed = extended(inputs, tokens)
        return Prompt(fed, subject.family.grid(subject.model, fed, size), thought)
    if reply is None:
        written = _generated(subject, inputs, most)
    else:
        written = _as_text(subject, _with_thoughts(subject, inputs, thoughts, reply))
    start = answer_start(subject, written, thinking=_opened(subject, inputs))
    if start is None:
        raise DioramaError("the reply holds no answer: it ends before its thoughts do")
    fed = extended(inputs, written[:start])
    words = subject.processor.tokenizer.decode(written[:start])
    return Prompt(fed, subject.family.grid(subject.model, fed, size), words)


def _as_text(subject: Subject, text: str) -> list[int]:
    """The tokens of what somebody wrote: a reply that spells the name of a special token brings none into the prompt.

    The marks of thoughts are meant, and stay what they are.
    """
    tokenizer = subject.processor.tokenizer
    marks = re.escape(subject.family.thought_begins), re.escape(subject.family.thought_ends)
    tokens: list[int] = []
    for piece in re.split(f"({'|'.join(marks)})", text):
        if piece:
            is_mark = piece in (subject.family.thought_begins, subject.family.thought_ends)
            tokens += tokenizer(piece, add_special_tokens=False, split_special_tokens=not is_mark)["input_ids"]
    return tokens


def _with_thoughts(subject: Subject, inputs: Mapping[str, Any], thoughts: str, reply: str) -> str:
    """A reply with the thoughts before it that were kept apart from it, as the model wrote both."""
    if not thoughts:
        return reply
    family = subject.family
    begins = "" if _opened(subject, inputs) else f"{family.thought_begins}\n"
    return f"{begins}{thoughts}\n{family.thought_ends}\n\n{reply}"


def request_of(sample: Sample) -> Request:
    """A sample's question, asked for the answer alone."""
    question = question_of(sample)
    return question.request(question.alone())


def encoded(subject: Subject, request: Request) -> tuple[dict[str, Any], tuple[int, int]]:
    """A request as tensors, and the width and height of its picture."""
    pictures = [part for part in request.parts if isinstance(part, Picture)]
    if len(pictures) != 1 or pictures[0].kind != "image":
        raise DioramaError(f"the laboratory looks at questions with one picture; this one shows {len(pictures)}")
    image = Image.open(io.BytesIO(pictures[0].data)).convert("RGB")
    content = [
        {"type": "text", "text": p} if isinstance(p, str) else {"type": "image", "image": image} for p in request.parts
    ]
    chat = [{"role": "user", "content": content}]
    if request.system:
        chat.insert(0, {"role": "system", "content": [{"type": "text", "text": request.system}]})
    try:
        made = subject.processor.apply_chat_template(
            chat, add_generation_prompt=True, tokenize=True, return_dict=True, return_tensors="pt",
            **({"processor_kwargs": dict(subject.family.processing)} if subject.family.processing else {}),
        )  # fmt: skip
    except Exception as error:  # of a template that came with the model
        raise RuntimeError(f"the model's own processor fails: {short(error)}") from error
    return {name: value.to(subject.device) for name, value in made.items()}, image.size


def answer_start(subject: Subject, written: Sequence[int], *, thinking: bool = False) -> int | None:
    """The number of the first token of the answer in a reply; None if there is none after the thoughts.

    A reply that opens its thoughts and never closes them has no answer; `thinking` says that the prompt has opened
    them.
    """
    tokenizer, begins, ends = subject.processor.tokenizer, subject.family.thought_begins, subject.family.thought_ends
    pieces = [tokenizer.decode([token]) for token in written]
    text = "".join(pieces)
    after = text.rfind(ends) + len(ends) if ends in text else 0
    if not after and (thinking or begins in text):
        return None
    special, place = set(tokenizer.all_special_ids), 0
    for k, piece in enumerate(pieces):
        place += len(piece)
        if place > after and piece.strip() and written[k] not in special:
            return k
    return None


def _opened(subject: Subject, inputs: Mapping[str, Any]) -> bool:
    """Whether the chat template has opened the model's thoughts already."""
    tail = subject.processor.tokenizer.decode(inputs["input_ids"][0, -TAIL:].tolist())
    family = subject.family
    return bool(tail.rfind(family.thought_begins) > tail.rfind(family.thought_ends))


def extended(inputs: Mapping[str, Any], more: Sequence[int]) -> dict[str, Any]:
    """Inputs with further tokens at their end."""
    torch: Any = import_module("torch")
    ids = inputs["input_ids"]
    tail = ids.new_tensor([list(more)])
    filled = {"input_ids": tail, "attention_mask": 1, "mm_token_type_ids": 0, "token_type_ids": 0}
    grown = dict(inputs)
    for name, value in filled.items():
        if name in inputs and len(more):
            added = tail if name == "input_ids" else inputs[name].new_full(tail.shape, value)
            grown[name] = torch.cat([inputs[name], added], dim=1)
    return grown


def _generated(subject: Subject, inputs: Mapping[str, Any], most: int) -> list[int]:
    torch: Any = import_module("torch")
    asked, opened = inputs["input_ids"].shape[1], _opened(subject, inputs)

    def answers(ids: Any, scores: Any, **kwargs: Any) -> Any:
        """Whether the answer has begun: what comes after its first token is not needed."""
        begun = _has_answer(subject, ids[0, asked:].tolist(), opened)
        return torch.full((ids.shape[0],), begun, dtype=torch.bool, device=ids.device)

    with torch.inference_mode():
        tokens = subject.model.generate(**inputs, max_new_tokens=most, do_sample=False, stopping_criteria=[answers])
    return [int(token) for token in tokens[0, asked:]]


def _has_answer(subject: Subject, written: Sequence[int], thinking: bool) -> bool:
    """Whether an answer has begun; while thoughts go on, only the end of what is written is looked at."""
    family, tokenizer = subject.family, subject.processor.tokenizer
    tail = tokenizer.decode(written[-TAIL:])
    if thinking and family.thought_ends not in tail:
        return False
    return answer_start(subject, written, thinking=thinking) is not None and not family.thought_begins.startswith(
        tail.strip() or " "
    )
