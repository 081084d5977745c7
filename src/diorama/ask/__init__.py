"""Ask: put a dataset's questions to models and players, read what they say, score it, and count honestly.

This room imports all rooms above it. Records, reading, scoring, players and statistics need no evaluation engine.

>>> from diorama.ask import Key, judge
>>> from diorama.suites import Choice
>>> key = Key("s1", "scene", "causal", "collision", "L1", Choice(option="No"), options=("Yes", "No", "Not sure"))
>>> judge(key, "I would say (C).").verdict.value
'not_sure'
"""

from __future__ import annotations

from diorama.ask.keys import Key, key_of, read_keys
from diorama.ask.records import ANSWERED, Failure, Record, Verdict, scene_of, size_of
from diorama.ask.scoring import Judgement, judge, make_record

__all__ = [
    "ANSWERED", "Failure", "Judgement", "Key", "Record", "Verdict", "judge", "key_of", "make_record", "read_keys",
    "scene_of", "size_of",
]  # fmt: skip
