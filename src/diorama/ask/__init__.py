"""Ask: put a dataset's questions to models and players, read what they say, score it, and count honestly.

This room imports all rooms above it. Records, scoring, players and statistics need no evaluation engine.

>>> from diorama.ask import score_reply
>>> from diorama.kinds import Choice, Key
>>> key = Key("s1", "scene", "causal", "collision", "L1", Choice(option="No"), options=("Yes", "No", "Not sure"))
>>> score_reply(key, "I would say (C).").verdict.value
'not_sure'
"""

from __future__ import annotations

from diorama.ask.records import Failure, Record, make_record
from diorama.ask.scoring import score_reply
from diorama.kinds import ANSWERED, Judgement, Key, Verdict

__all__ = ["ANSWERED", "Failure", "Judgement", "Key", "Record", "Verdict", "make_record", "score_reply"]
