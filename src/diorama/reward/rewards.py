"""The one function: from a reply and its key to a number."""

from __future__ import annotations

import logging

from diorama.errors import DioramaError
from diorama.kinds import kind_of
from diorama.kinds.reading import after_thinking
from diorama.reward.keys import MARK, read_key

LONGEST = 32_000
"""Characters after the thinking: a longer reply is no answer, whatever stands in it …"""
LONGEST_WHOLE = 1_000_000
"""… and so is one that is longer than this with its thinking."""

log = logging.getLogger(__name__)


def reward(reply: str, key: str, *, exact: bool = False) -> float:
    """From 0 to 1, how right a reply is: 1 for what an evaluation calls correct, graded for plans, else 0.

    With `exact` plans are right or wrong as well. Pure: equal arguments give equal numbers. A broken key is an error;
    no reply is.
    """
    right = read_key(key)
    if not isinstance(reply, str) or len(reply) > LONGEST_WHOLE or MARK in reply:
        return 0.0
    try:
        if len(after_thinking(reply)) > LONGEST:
            return 0.0
        credit = kind_of(right.answer).credit(right, reply)
    except DioramaError:
        raise
    except Exception as error:
        log.warning("a reply to %s could not be scored (%s: %s) and earns nothing", right.sample_id,
                    type(error).__name__, error)  # fmt: skip
        return 0.0
    return float(credit == 1.0) if exact else credit
