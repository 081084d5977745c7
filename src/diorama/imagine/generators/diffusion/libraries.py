"""The libraries of the extra, which can be missing, and whose errors become one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from diorama.errors import DioramaError, short
from diorama.imagine.generators.protocol import CannotImagine

BESIDE = ("transformers", "accelerate", "ftfy", "safetensors")
"""What a pipeline imports later on."""


def check_installed() -> None:
    """Refuse to begin without the extra; nothing is imported."""
    for name in ("torch", "diffusers", *BESIDE):
        try:
            there = find_spec(name) is not None
        except ValueError:  # imported before, and broken
            there = False
        if not there:
            raise CannotImagine(f"this generator needs: pip install 'diorama[diffusion]' (there is no {name})")


def libraries() -> tuple[Any, Any]:
    """`torch` and `diffusers`, once all that the pipeline imports later on is there too."""
    try:
        for name in BESIDE:
            import_module(name)
        return import_module("torch"), import_module("diffusers")
    except ImportError as error:
        reason = short(error)
        raise CannotImagine(f"this generator needs: pip install 'diorama[diffusion]' ({reason})") from None


@contextmanager
def one_line(doing: str, remedy: str) -> Iterator[None]:
    """Whatever the libraries raise, as one line; `remedy` is what helps if memory runs out."""
    try:
        yield
    except DioramaError:
        raise
    except Exception as error:  # files and libraries can fail in any way
        if isinstance(error, MemoryError) or "allocate memory" in str(error) or "out of memory" in str(error):
            raise CannotImagine(f"out of memory {doing}: {remedy}") from None
        raise CannotImagine(f"{doing} failed: {short(error) or type(error).__name__}") from None
