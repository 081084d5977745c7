"""Causes of errors, by a judge: why an answer about a clip is wrong, as another model sees it (`video`, F.3).

A judge is given the question, the right answer, exact captions of both parts of the event and the reply, and names one
of four causes, or that the reply holds no reasoning. What it says is kept beside the answers, which never change.

>>> from diorama.ask.causes import Cause, read_verdict
>>> read_verdict('{"why": "It looks at the last frame only.", "cause": "dynamic integration failure"}').cause
<Cause.DYNAMIC: 'dynamic_integration_failure'>
"""

from __future__ import annotations

from diorama.ask.causes.cause import DEFINITIONS, Cause, Ending
from diorama.ask.causes.errors import SUITE, runs_with_errors
from diorama.ask.causes.files import CAUSES, CauseRecord, cause_files, causes_path, fitting, latest_causes, read_causes
from diorama.ask.causes.judge import Judge
from diorama.ask.causes.judging import judge_run
from diorama.ask.causes.reading import read_verdict
from diorama.ask.causes.tally import CauseTally

__all__ = [
    "CAUSES", "DEFINITIONS", "SUITE", "Cause", "CauseRecord", "CauseTally", "Ending", "Judge", "cause_files",
    "causes_path", "fitting", "judge_run", "latest_causes", "read_causes", "read_verdict", "runs_with_errors",
]  # fmt: skip
