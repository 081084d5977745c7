"""Work done by several processes: the same results in the same order, and one clear line if one dies."""

from __future__ import annotations

import os
import time

import pytest

from diorama.data._workers import each
from diorama.errors import DioramaError


def double_slowly(number: int) -> int:
    time.sleep(0.2 / (number + 1))
    return 2 * number


def die(number: int) -> int:
    os._exit(number)


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_the_order_of_the_jobs(workers: int) -> None:
    assert list(each(double_slowly, range(5), workers)) == [0, 2, 4, 6, 8]


def test_a_worker_that_dies_is_said_in_one_line() -> None:
    with pytest.raises(DioramaError, match="a worker process died; run the same command again"):
        list(each(die, [3, 4], 2))
