"""Construct: questions with answers from what providers see in a picture, as the structure paper plans it.

A picture becomes `Seen` (`inventory`), a task of `tasks` derives questions from an `Asking` about it, and `samples`
makes samples of those that all gates accept. What modules measure goes into the trace, and their doubts become gates.

>>> from diorama.perceive.construct.tasks import TASKS
>>> TASKS.names()
('T1', 'T2', 'T3', 'T4', 'T5', 'T6')
"""
