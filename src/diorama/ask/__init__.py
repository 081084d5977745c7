"""Ask: put a dataset's questions to models and players, read what they say, score it, and count honestly.

This room imports all rooms above it. Records, reading, scoring, players and statistics need no evaluation engine.

>>> from diorama.ask import Verdict
>>> Verdict.NOT_SURE.value
'not_sure'
"""

from __future__ import annotations

from diorama.ask.records import ANSWERED, Failure, Record, Verdict, scene_of, size_of

__all__ = ["ANSWERED", "Failure", "Record", "Verdict", "scene_of", "size_of"]
