"""Finding things by name: our own, and those that installed packages bring through entry points.

A package adds a suite, a kind of answer, a strategy, a protocol, a renderer, a generator, a property of samples, a
release to import or a format to export by an entry point in its `pyproject.toml` (`diorama.suites`, `.kinds`,
`.strategies`, `.protocols`, `.renderers`, `.generators`, `.properties`, `.importers`, `.exporters`; providers of
perception by `diorama.perceive.ROLE`, tasks of construction by `diorama.construct`):

    [project.entry-points."diorama.suites"]
    mine = "my_package:suite"

Nothing is imported before it is asked for by name. A plug-in that cannot be loaded, or whose name is already
taken, is an error only for those who ask for that name; everything else works.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, distributions, entry_points
from typing import Any, Generic, TypeVar

from diorama.errors import DioramaError, UnknownName

T = TypeVar("T")
log = logging.getLogger(__name__)
OURS = "diorama"


@dataclass(frozen=True)
class _Source:
    """Where a thing comes from: a package, and the ``module:attribute`` to import."""

    package: str
    target: str

    def load(self) -> Any:
        module, _, attribute = self.target.partition(":")
        found = import_module(module)
        for part in filter(None, attribute.split(".")):
            found = getattr(found, part)
        return found


class Registry(Generic[T]):
    """All things of one sort by name.

    >>> sorts = Registry("diorama.example", "example", {"pi": "math:pi"}, float)
    >>> sorts.names(), round(sorts.get("pi"), 2)
    (('pi',), 3.14)
    """

    def __init__(self, group: str, what: str, own: Mapping[str, str], sort: type[T]) -> None:
        """`own` maps our names to ``module:attribute``; all others come from the entry points of `group`."""
        self._group, self._what, self._own, self._sort = group, what, dict(own), sort
        self._loaded: dict[str, T] = {}

    def names(self) -> tuple[str, ...]:
        """Every name, sorted; nothing is imported."""
        return tuple(sorted(self._sources))

    def get(self, name: str) -> T:
        """The thing of that name; an unknown one suggests the nearest, a broken one says why."""
        if name not in self._loaded:
            self._loaded[name] = self._load(name)
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in self._sources

    def working(self) -> Iterator[tuple[str, T]]:
        """Every thing that can be loaded, by name; a broken plug-in is a warning."""
        for name in self.names():
            try:
                yield name, self.get(name)
            except DioramaError as error:
                log.warning("%s", error)

    def _load(self, name: str) -> T:
        sources = self._sources.get(name)
        if sources is None:
            raise UnknownName(self._what, name, self._sources)
        if len(sources) > 1:
            packages = " and ".join(sorted({s.package for s in sources}))
            raise DioramaError(f"the {self._what} '{name}' is registered twice, by {packages}: uninstall or rename one")
        (source,) = sources
        try:
            found = source.load()
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a package may do anything when it is imported, such as call sys.exit()
            if source.package == OURS:
                raise
            why = _words(error)
            raise DioramaError(
                f"the {self._what} '{name}' of the package '{source.package}' cannot be loaded ({why}): "
                "repair or uninstall that package"
            ) from None
        called = getattr(found, "name", name)
        if isinstance(called, str) and called != name:
            raise DioramaError(
                f"the {self._what} '{name}' of the package '{source.package}' calls itself '{called}': "
                "use one name in that package"
            )
        if isinstance(found, type) or not isinstance(found, self._sort):
            raise DioramaError(
                f"the {self._what} '{name}' of the package '{source.package}' is a {type(found).__name__}, "
                f"not a {self._sort.__name__}: repair or uninstall that package"
            )
        return found

    @cached_property
    def _sources(self) -> dict[str, list[_Source]]:
        found = {name: [_Source(OURS, target)] for name, target in self._own.items()}
        for point in _points(self._group):
            source = _Source(_package(point), point.value)
            same = found.setdefault(point.name, [])
            if source not in same:  # a package that is installed and on the path too is found twice
                same.append(source)
        return found


def _points(group: str) -> Iterator[EntryPoint]:
    """The entry points of a group; a package whose list of them cannot be read is a warning."""
    try:
        yield from entry_points(group=group)
    except Exception:
        for package in distributions():
            try:
                yield from (point for point in package.entry_points if point.group == group)
            except Exception as error:
                where = package.locate_file("")
                log.warning("the entry points of a package in %s cannot be read (%s)", where, _words(error))


def _words(error: BaseException) -> str:
    """What an error says, in one line, even if it cannot be printed."""
    try:
        text = " ".join(f"{type(error).__name__}: {error}".split())
    except Exception:
        text = type(error).__name__
    return "".join(c for c in text if c.isprintable())[:200]


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.module
