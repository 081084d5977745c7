"""The words around a question: its options in letters, and the form in which the answer is wanted."""

from __future__ import annotations

from string import ascii_uppercase

from diorama.ask.question import Form, Question

BARE: dict[Form, str] = {
    "choice": "Reply with the letter of one option and nothing else.",
    "objects": "Reply with the names of the objects, separated by commas, or with 'none'.",
    "ordered objects": "Reply with the names of the objects in order, separated by commas, or with 'none'.",
    "swaps": "Write each swap as 'swap A with B', in order, separated by semicolons; or write 'infeasible'.",
    "plan": "Write one numbered step a line, with the numbers of the steps it directly needs in brackets.",
}
LAST: dict[Form, str] = {
    "choice": "'Answer: ' and the letter of one option",
    "objects": "'Answer: ' and the names of the objects, separated by commas, or 'none'",
    "ordered objects": "'Answer: ' and the names of the objects in order, separated by commas, or 'none'",
    "swaps": "'Answer: ' and each swap as 'swap A with B', in order, separated by semicolons, or 'infeasible'",
    "plan": "'Answer:' and then one numbered step a line, with the steps it directly needs in brackets",
}


def asked(question: Question) -> str:
    """The question and its options."""
    letters = [f"{letter}. {text}" for letter, text in zip(ascii_uppercase, question.options, strict=False)]
    return "\n".join([question.text, *letters])


def bare(question: Question) -> str:
    """Question, options, and the wish for the answer alone."""
    return f"{asked(question)}\n\n{BARE[question.form]}"


def reasoned(question: Question, how: str) -> str:
    """Question, options, and the wish for thoughts first and the answer in the last line."""
    return (
        f"{asked(question)}\n\n{how} Write your thoughts down before you answer, even where the question asks for the "
        f"answer alone. End with one line that holds {LAST[question.form]}."
    )
