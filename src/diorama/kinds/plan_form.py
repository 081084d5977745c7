"""How a plan is wanted: models write JSON as in the paper of `logic`, people write numbered lines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from diorama.kinds.kind import Form

EXAMPLE = {
    "step1": {"content": "Remove the spoon from the bowl", "precondition": []},
    "step2": {"content": "Remove the candle from the tray", "precondition": []},
    "step3": {"content": "Remove the bowl from the tray", "precondition": ["step1"]},
    "step4": {"content": "Pick up the tray", "precondition": ["step2", "step3"]},
}
"""For “Pick up the tray” in a scene of its own."""
_SHOWN = f"<ans>{json.dumps(EXAMPLE)}</ans>"
_RULES = (
    "List the steps that carry this out in the scene that is shown, in an order in which they can be done, and no more "
    "than it takes. A step does one thing to one object. Everything is within reach, so nobody has to walk. What is in "
    "the way is removed in one step that begins with 'Remove', unless the question says otherwise. The 'precondition' "
    "of a step names the steps that must be done directly before it can be; leave out those that follow from others."
)
PLAN_FORM = Form(
    alone=f"{_RULES}\n\nThis shows the form, for 'Pick up the tray' in another scene:\n{_SHOWN}\n"
    "Write your own steps in this form, as JSON between <ans> and </ans>, and nothing else.",
    last_line=f"'Answer:' and your steps, as JSON between <ans> and </ans>. {_RULES} This shows the form of that line, "
    f"for 'Pick up the tray' in another scene:\nAnswer: {_SHOWN}\nNothing comes after it",
    people="Write one numbered step a line, with the numbers of the steps it directly needs in brackets; leave out "
    "those that follow from others. A step does one thing to one object; everything is within reach; what is in the "
    "way is removed in one step.",
)


def plan_json(steps: Iterable[tuple[int, str, Sequence[int]]]) -> str:
    """Steps, each as its number, content and needs, in the form that is asked for."""
    made = {f"step{n}": {"content": said, "precondition": [f"step{k}" for k in needs]} for n, said, needs in steps}
    return f"<ans>{json.dumps(made, ensure_ascii=False)}</ans>"
