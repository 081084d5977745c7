"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize("name", ["", ".answer", ".names", ".reading"])
def test_examples(name: str) -> None:
    results = doctest.testmod(import_module(f"diorama.kinds{name}"))
    assert results.attempted and not results.failed
