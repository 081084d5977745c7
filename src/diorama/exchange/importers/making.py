"""From rows to samples: faults are noted and the rest goes on; ids are safe in file names and there once."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256

from pydantic import ValidationError

from diorama.data import Sample
from diorama.data.gathering import FULL
from diorama.errors import DioramaError, first_fault, short
from diorama.exchange.importers.faults import BadRow, OnFault, RowFault
from diorama.exchange.importers.tables import Row

LONGEST_ID = 80
Make = Callable[[Row], Iterator[Sample]]


def samples_of(rows: Iterable[Row], make: Make, on_fault: OnFault) -> Iterator[Sample]:
    """The samples of all rows that are right."""
    for row in rows:
        try:
            if row.fault:
                raise BadRow(row.fault)
            made = list(make(row))
        except ValidationError as error:
            on_fault(RowFault(row.file, row.label, first_fault(error)))
        except (ValueError, DioramaError) as error:
            on_fault(RowFault(row.file, row.label, str(error)))
        except OSError as error:
            if error.errno in FULL:  # no fault of the row
                raise
            on_fault(RowFault(row.file, row.label, f"{short(error.filename, 80)}: {error.strerror or error}"))
        else:
            yield from made


def slug(text: str) -> str:
    """A text as part of an id.

    >>> slug("Collision_Level 1/É")
    'collision-level-1-e'
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:LONGEST_ID].strip("-")


class Ids:
    """Ids of samples from those of a release: each may be there once, and different ones stay different."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._taken: dict[str, bytes] = {}

    def take(self, said: str) -> str:
        """The id for what the release calls a question; one that came before is refused."""
        digest = sha256(said.encode("utf-8", "replace")).digest()[:8]
        name = f"{self._prefix}-{slug(said)}".rstrip("-")
        if self._taken.get(name, digest) != digest:
            name = f"{name[:80]}-{digest.hex()}"
        if name in self._taken:
            raise BadRow(f"a second row with the id '{short(said, 60)}'; the first one counts")
        self._taken[name] = digest
        return name
