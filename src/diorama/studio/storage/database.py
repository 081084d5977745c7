"""The connection to the database, and its two ways in: `reading` and `writing`."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.orm import Session

from diorama.errors import DioramaError, short
from diorama.studio.storage.schema import Part, make_tables
from diorama.studio.storage.trouble import StorageTrouble, trouble_named

BUSY_SECONDS = 10
"""How long a writer waits for another process, such as a backup."""
CONNECTIONS = 48
"""More than the threads that serve requests, so that none of them waits for a connection."""
_WRITERS_TURN = 0x64696F72616D61
"""The advisory lock of PostgreSQL that writers hold: “diorama”."""


class Storage:
    """An open database."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.sqlite = engine.dialect.name == "sqlite"
        self._turn: AbstractContextManager[Any] = threading.Lock() if self.sqlite else nullcontext()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A view of the database at one moment; what is changed in it is refused."""
        with trouble_named(), Session(self._for(writes=False), expire_on_commit=False) as db:
            yield db

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A transaction: when it ends without an error, everything in it is on the disk, and otherwise nothing.

        One writer at a time: nothing that was read in it can be changed by somebody else before it ends.
        """
        with trouble_named(), self._turn, Session(self._for(writes=True), expire_on_commit=False) as db:
            if not self.sqlite:
                db.execute(text("SELECT pg_advisory_xact_lock(:turn)"), {"turn": _WRITERS_TURN})
            yield db
            db.commit()

    def _for(self, *, writes: bool) -> Engine:
        options: dict[str, Any] = {"writes": writes}
        if not self.sqlite:
            options["isolation_level"] = "READ COMMITTED" if writes else "REPEATABLE READ"
            options["postgresql_readonly"] = not writes
        return self.engine.execution_options(**options)

    def prepare(self, parts: Iterable[Part]) -> None:
        """Make the tables that are missing."""
        with self.writing() as db:
            make_tables(db, parts)

    def close(self) -> None:
        self.engine.dispose()


def open_storage(address: str | Path, parts: Iterable[Part]) -> Storage:
    """Open a database, a file of SQLite or by its URL, and make the tables that are missing."""
    url = url_of(address)
    pool = {"pool_size": CONNECTIONS, "max_overflow": 0, "pool_timeout": BUSY_SECONDS}
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False}, **pool)
        _as_sqlite(engine)
    else:
        engine = create_engine(url, pool_pre_ping=True, **pool)
    storage = Storage(engine)
    try:
        storage.prepare(parts)
    except StorageTrouble as trouble:
        storage.close()
        cause = trouble.__cause__
        raise DioramaError(f"{url.render_as_string()}: {trouble} ({short(getattr(cause, 'orig', cause))})") from None
    except DioramaError:
        storage.close()
        raise
    return storage


def url_of(address: str | Path) -> URL:
    """The database that is meant: a file of SQLite, or what a URL says."""
    if isinstance(address, Path):
        return URL.create("sqlite", database=str(address))
    if not address.isprintable():
        raise DioramaError("--db: it holds a character that cannot be seen")
    try:
        url = make_url(address)
        backend = url.get_backend_name()
        if backend == "postgresql":
            url = url.set(drivername="postgresql+psycopg")
        elif backend != "sqlite":
            raise DioramaError(f"--db {url.render_as_string()}: only sqlite and postgresql are known")
        elif url.database in (None, "", ":memory:"):
            raise DioramaError("--db sqlite: name a file, as in sqlite:///studio.db")
        else:
            url = url.set(drivername="sqlite")
        url.get_dialect()
    except (ArgumentError, NoSuchModuleError, ValueError) as error:
        raise DioramaError(
            f"--db {short(address, 60)}: should be like postgresql://user@host/name or sqlite:///file.db"
        ) from error
    return url


def _as_sqlite(engine: Engine) -> None:
    """Transactions that begin when we say so, and writes that survive a power cut."""

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # the driver would begin transactions by itself, and too late
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_SECONDS}000"):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def begun(connection: Any) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql(f"PRAGMA query_only={'OFF' if writes else 'ON'}")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
