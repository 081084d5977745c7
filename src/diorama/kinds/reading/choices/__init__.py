"""Reading a choice."""

from diorama.kinds.reading.choices.mentions import option_mentions
from diorama.kinds.reading.choices.reader import choice_in

__all__ = ["choice_in", "option_mentions"]
