"""The `video` suite: what happened before a clip begins, what happens after it ends."""

from diorama.suites.video import expectations, second_look, second_look_question
from diorama.suites.video.query import VIEWPOINTS, Eye, Prediction
from diorama.suites.video.questions import FORMS, TYPES
from diorama.suites.video.suite import video
from diorama.suites.video.tasks import TASKS

_REGISTERED = (expectations, second_look, second_look_question)  # imported, so that they add to the tasks
__all__ = ["FORMS", "TASKS", "TYPES", "VIEWPOINTS", "Eye", "Prediction", "video"]
