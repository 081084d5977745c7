"""Plans as JSON: each step with its content and its preconditions."""

from __future__ import annotations

import json

from diorama.ask.question import Question
from diorama.ask.strategies.registry import strategy
from diorama.ask.tools import Tools

EXAMPLE = {
    "step1": {"content": "Remove the spoon from the bowl", "precondition": []},
    "step2": {"content": "Remove the candle from the tray", "precondition": []},
    "step3": {"content": "Remove the bowl from the tray", "precondition": ["step1"]},
    "step4": {"content": "Pick up the tray", "precondition": ["step2", "step3"]},
}
"""For “Pick up the tray” in a scene of its own."""
WANTED = (
    "List the steps that carry this out in the scene that is shown, in an order in which they can be done, and no more "
    "than it takes. A step does one thing to one object. Everything is within reach, so nobody has to walk. What is in "
    "the way is removed in one step that begins with 'Remove'. The 'precondition' of a step names the steps that must "
    "be done directly before it can be.\n\n"
    "Write the steps as JSON between <ans> and </ans>, and nothing else. This shows the form, for 'Pick up the tray' "
    f"in another scene:\n<ans>{json.dumps(EXAMPLE)}</ans>"
)


@strategy("plan_json")
async def plan_json(question: Question, tools: Tools) -> str:
    """For plans: steps as JSON with content and preconditions, after an example from another scene."""
    return await tools.ask(question.request(f"{question.text}\n\n{WANTED}"))
