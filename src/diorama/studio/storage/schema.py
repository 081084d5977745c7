"""The tables of each part of the studio: made when they are missing, refused when another version made them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, Table, inspect, select, text
from sqlalchemy.orm import Mapped, Session, mapped_column

from diorama.errors import DioramaError
from diorama.studio.storage.base import Base


@dataclass(frozen=True)
class Part:
    """The tables of one screen or service, and the version that changes whenever their columns do."""

    name: str
    tables: tuple[type[Base], ...]
    version: int = 1
    after: Callable[[Connection], None] | None = None
    """What is done once, right after its tables were made: triggers."""


class MadeBy(Base):
    """Which version of each part made its tables."""

    __tablename__ = "studio_parts"
    name: Mapped[str] = mapped_column(primary_key=True)
    version: Mapped[int]


def make_tables(db: Session, parts: Iterable[Part]) -> None:
    """Make the tables that are missing; tables of another version are left alone, and an error."""
    connection = db.connection()
    if not inspect(connection).has_table(MadeBy.__tablename__):
        _check_empty(connection)
        _create(connection, (MadeBy,))
    made = {row.name: row.version for row in db.scalars(select(MadeBy))}
    for part in parts:
        found = made.get(part.name)
        if found is None:
            _create(connection, part.tables)
            if part.after is not None:
                part.after(connection)
            db.add(MadeBy(name=part.name, version=part.version))
        elif found != part.version:
            newer = "a newer" if found > part.version else "an older"
            raise DioramaError(
                f"the database was made by {newer} Diorama ('{part.name}' has version {found}, not {part.version}): "
                "use that version, or another --db"
            )
    db.flush()


def _check_empty(connection: Connection) -> None:
    others = inspect(connection).get_table_names()
    if others:
        raise DioramaError(f"the database holds other tables ({', '.join(sorted(others)[:3])}): name an empty one")


def _create(connection: Connection, tables: Iterable[type[Base]]) -> None:
    own = [table.__table__ for table in tables]
    Base.metadata.create_all(connection, tables=[t for t in own if isinstance(t, Table)], checkfirst=False)


def never_changed(*tables: type[Base]) -> Callable[[Connection], None]:
    """Triggers that refuse to change or delete rows of these tables, whoever asks."""

    def install(connection: Connection) -> None:
        for table in tables:
            name = table.__tablename__
            if connection.dialect.name == "sqlite":
                for deed in ("UPDATE", "DELETE"):
                    connection.execute(
                        text(
                            f"CREATE TRIGGER {name}_no_{deed.lower()} BEFORE {deed} ON {name} "
                            f"BEGIN SELECT RAISE(ABORT, '{name} only grows'); END"
                        )
                    )
            else:
                connection.execute(
                    text(
                        f"CREATE FUNCTION {name}_grows() RETURNS trigger LANGUAGE plpgsql AS "
                        f"$$ BEGIN RAISE EXCEPTION '{name} only grows'; END $$"
                    )
                )
                connection.execute(
                    text(
                        f"CREATE TRIGGER {name}_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON {name} "
                        f"FOR EACH STATEMENT EXECUTE FUNCTION {name}_grows()"
                    )
                )

    return install
