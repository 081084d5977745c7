"""The eight types of questions, each with its forms."""

from diorama.suites.video.questions import counting, distance, order, planning, relation, size, speed, state
from diorama.suites.video.questions.form import Ask, Form, Happening, Outcome

TYPES: dict[str, tuple[Form, ...]] = {
    "relation": relation.FORMS,
    "planning": planning.FORMS,
    "relative-distance": distance.FORMS,
    "relative-speed": speed.FORMS,
    "relative-size": size.FORMS,
    "spatial-state": state.FORMS,
    "appearance-order": order.FORMS,
    "counting": counting.FORMS,
}
"""Every type by its name."""
FORMS: dict[str, Form] = {form.name: form for forms in TYPES.values() for form in forms}

__all__ = ["FORMS", "TYPES", "Ask", "Form", "Happening", "Outcome"]
