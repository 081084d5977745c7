"""What can be wrong with a database, in words for whoever is at a page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from diorama.errors import DioramaError

_WORDS = (
    (("disk is full", "no space left", "could not extend file", "disk i/o"), "the disk of the database is full"),
    (("readonly", "read-only", "read only"), "the database can only be read"),
    (("is locked", "deadlock", "lock timeout"), "the database is busy"),
    (("unable to open", "connection", "server closed", "terminating"), "the database cannot be reached"),
    (("malformed", "not a database", "corrupt"), "the database is damaged"),
)


class StorageTrouble(DioramaError):
    """The database refused; nothing of the transaction was kept."""


@contextmanager
def trouble_named() -> Iterator[None]:
    """Turn what a database says of its disk, its locks or its connection into one line; other errors are bugs."""
    try:
        yield
    except DBAPIError as error:
        said = str(error.orig).lower()
        for signs, words in _WORDS:
            if any(sign in said for sign in signs):
                raise StorageTrouble(words) from error
        if isinstance(error, OperationalError | InterfaceError):
            raise StorageTrouble("the database does not work") from error
        raise
