"""Specs: ``name(key=value, …)`` as users write it, for whatever has a name and arguments: strategies, generators.

The arguments are those of a function's signature: its keyword-only ones, with their types and defaults. Values are
Python literals; nothing is evaluated.

>>> from diorama.specs import read_spec
>>> read_spec("cot(how='Think aloud.')", "strategy")
('cot', {'how': 'Think aloud.'})
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin, get_type_hints

from diorama.errors import DioramaError, UnknownName

_SPEC = re.compile(r"^\s*([A-Za-z_][\w-]*)\s*(?:\((.*)\))?\s*$", re.S)
_PLAIN = (bool, int, float, str)


@dataclass(frozen=True)
class Argument:
    """An argument that something with a name takes."""

    name: str
    sort: Any
    usual: Any
    bounds: tuple[int, int] | None = None
    """The least and the most that a number may be."""

    def __str__(self) -> str:
        words = " | ".join(map(repr, get_args(self.sort))) if get_origin(self.sort) is Literal else self.sort.__name__
        return f"{self.name}: {words} = {self.usual!r}"

    def checked(self, value: Any) -> Any:
        """The value if its type fits, else an error; an int is accepted for a float."""
        if get_origin(self.sort) is Literal:
            fits = any(value == word and type(value) is type(word) for word in get_args(self.sort))
        elif self.sort is float:
            fits = isinstance(value, int | float) and not isinstance(value, bool)
        else:
            fits = type(value) is self.sort
        if not fits:
            raise DioramaError(f"{self}: got {value!r}")
        if self.bounds is not None and not self.bounds[0] <= value <= self.bounds[1]:
            raise DioramaError(f"{self.name} is between {self.bounds[0]} and {self.bounds[1]}; got {value!r}")
        return float(value) if self.sort is float else value


def read_spec(text: str, what: str) -> tuple[str, dict[str, Any]]:
    """``name`` or ``name(key=value, …)`` as a name and values; `what` is what messages call it."""
    match = _SPEC.match(text)
    if match is None:
        raise DioramaError(f"a {what} is written as name or name(key=value, …); got '{text[:80]}'")
    return match[1], _literals(text, match[2] or "")


def arguments_of(
    owner: str, function: Callable[..., Any], bounds: Mapping[str, tuple[int, int]] | None = None
) -> tuple[Argument, ...]:
    """The arguments of a function; `owner` is what messages call it, `bounds` what its numbers may be."""
    hints = get_type_hints(function)
    arguments = []
    for key, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is not inspect.Parameter.KEYWORD_ONLY:
            continue
        sort = hints.get(key, str)
        if parameter.default is inspect.Parameter.empty or (sort not in _PLAIN and get_origin(sort) is not Literal):
            raise DioramaError(
                f"{owner}: its argument '{key}' needs a usual value, and one of the types bool, int, float, str or "
                "Literal"
            )
        arguments.append(Argument(key, sort, parameter.default, (bounds or {}).get(key)))
    return tuple(arguments)


def filled(owner: str, arguments: Sequence[Argument], given: Mapping[str, Any]) -> dict[str, Any]:
    """All arguments, those that were given checked and the others with their usual values."""
    known = {argument.name: argument for argument in arguments}
    for name in given:
        if not known:
            raise DioramaError(f"the {owner} takes no arguments; got '{name}'")
        if name not in known:
            raise UnknownName(f"argument of {owner}", name, known)
    try:
        return {name: a.checked(given[name]) if name in given else a.usual for name, a in known.items()}
    except DioramaError as error:
        raise DioramaError(f"{owner}: {error}") from None


def _literals(whole: str, inside: str) -> dict[str, Any]:
    """``key=value, …`` as data; nothing is evaluated."""
    if not inside.strip():
        return {}
    try:
        call = ast.parse(f"f({inside})", mode="eval").body
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            raise ValueError  # a bracket was closed too early
        if call.args or any(k.arg is None for k in call.keywords):
            raise ValueError
        names = [k.arg or "" for k in call.keywords]
        if len(set(names)) < len(names):
            raise ValueError
        return {k.arg or "": ast.literal_eval(k.value) for k in call.keywords}
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        raise DioramaError(
            f"'{whole[:80]}': write arguments as key=value, separated by commas, texts in quotes"
        ) from None
