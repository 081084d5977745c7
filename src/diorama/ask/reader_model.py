"""What a judge model is asked: which answer a reply means. It never sees the right answer, so it cannot favour one."""

from __future__ import annotations

from string import ascii_uppercase

from diorama.ask.keys import Key
from diorama.ask.question import Request
from diorama.suites.answers import Choice, Swaps

LONGEST = 20_000
TASK = (
    "Someone was asked a question and replied. Say which final answer the reply gives. Do not answer the question "
    "yourself and do not correct the reply."
)


def judge_request(key: Key, reply: str) -> Request:
    """The question, the reply between marks, and the form in which to restate it."""
    options = "\n".join(f"{letter}. {text}" for letter, text in zip(ascii_uppercase, key.options, strict=False))
    match key.answer:
        case Choice():
            form = "Write the letter of the option that the reply means, or 'no answer' if it means none or several."
        case Swaps():
            form = "Write each swap as 'swap A with B', separated by semicolons; or 'infeasible'; or 'no answer'."
        case _:
            form = "Write the objects that the reply answers with, separated by commas; or 'none'; or 'no answer'."
    shown = reply if len(reply) <= LONGEST else reply[: LONGEST // 2] + "\n…\n" + reply[-LONGEST // 2 :]
    return Request((f"{TASK}\n\nQuestion: {key.question}\n{options}\n\n<reply>\n{shown}\n</reply>\n\n{form}",))
