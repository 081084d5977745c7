"""Finding what is equal or nearly equal to something, among very many, without comparing all with all."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

Owners = NDArray[np.uint32]
N = TypeVar("N", bound=np.generic)
Bands = Callable[[Any], NDArray[Any]]


class Equal:
    """Numbers and whose they are: twelve bytes each."""

    def __init__(self) -> None:
        self._numbers, self._owners = array("Q"), array("I")
        self._sorted: tuple[NDArray[np.uint64], NDArray[Any]] | None = None

    def add(self, number: int, owner: int) -> None:
        self._numbers.append(number)
        self._owners.append(owner)

    def owners_of(self, number: int) -> list[int]:
        """Who has this number."""
        if self._sorted is None:
            numbers = np.frombuffer(self._numbers, dtype=np.uint64) if self._numbers else np.zeros(0, np.uint64)
            order = np.argsort(numbers, kind="stable")
            self._sorted = numbers[order], np.array(self._owners, dtype=np.uint32)[order]
        numbers, owners = self._sorted
        low, high = (int(np.searchsorted(numbers, np.uint64(number), side=side)) for side in ("left", "right"))
        return [int(owner) for owner in owners[low:high]]


class Near(Generic[N]):
    """Prints and whose they are: candidates share a band, and only these are compared."""

    def __init__(self, width: int, kind: type[N], bands: Bands) -> None:
        self._width, self._kind, self._bands = width, kind, bands
        self._prints, self._owners = bytearray(), array("I")
        self._tables: list[tuple[NDArray[Any], NDArray[Any]]] | None = None
        self._all: NDArray[Any] = np.zeros((0, width), kind)

    def add(self, made: NDArray[N], owner: int) -> None:
        self._prints += np.ascontiguousarray(made, dtype=self._kind).tobytes()
        self._owners.append(owner)

    def candidates(self, made: NDArray[N]) -> tuple[NDArray[Any], list[int]]:
        """The prints that share a band with one, and whose they are."""
        rows: set[int] = set()
        for band, (values, order) in zip(self._bands(made)[0], self._ready(), strict=True):
            low, high = (int(np.searchsorted(values, band, side=side)) for side in ("left", "right"))
            rows.update(order[low:high].tolist())
        found = sorted(rows)
        return self._all[found], [self._owners[row] for row in found]

    def _ready(self) -> list[tuple[NDArray[Any], NDArray[Any]]]:
        if self._tables is None:
            self._all = np.frombuffer(bytes(self._prints), dtype=self._kind).reshape(-1, self._width)
            bands = self._bands(self._all)
            orders = [np.argsort(column, kind="stable").astype(np.uint32) for column in bands.T]
            self._tables = [(column[order], order) for column, order in zip(bands.T, orders, strict=True)]
        return self._tables
