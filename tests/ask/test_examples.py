"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize("name", ["", ".players", ".scoring", ".source", ".statistics", ".strategies"])
def test_examples(name: str) -> None:
    results = doctest.testmod(import_module(f"diorama.ask{name}"))
    assert results.attempted and not results.failed
