"""What a copy holds: the rows of all tables but those that end by themselves, without passwords unless it is a backup.

The index of datasets and runs can be made again and is left out, except where samples stand in review and the numbers
of datasets and runs, which other tables mention.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from math import isfinite
from pathlib import PurePath
from typing import Any

from sqlalchemy import JSON, Boolean, Column, Float, Integer, String, Table, select
from sqlalchemy.orm import Session

from diorama.errors import DioramaError, short
from diorama.studio.app import all_parts
from diorama.studio.library.tables import SampleRow
from diorama.studio.storage import Base
from diorama.studio.storage.base import ONE_OF, Moment, is_text

NEVER = frozenset({"people_sessions", "people_attempts", "work_leases", "work_answered", "library_answers"})
"""Tables that end by themselves or can be made again."""
SECRET = frozenset({"people_invites"})
"""Tables that only backups hold."""
SECRET_COLUMNS = frozenset({("people", "password")})
MADE_AGAIN = frozenset({("library_datasets", "state"), ("library_runs", "state")})
"""Columns that stay empty, so that the folder is indexed anew."""
AT_ONCE = 500
"""Rows that are read or written together."""
Row = dict[str, Any]


@dataclass(frozen=True)
class Content:
    """What belongs to a copy."""

    whole: bool
    """A backup, with what proves passwords."""

    @property
    def versions(self) -> dict[str, int]:
        """The version of each part whose tables are in it."""
        return {part.name: part.version for part in all_parts()}

    def tables(self) -> list[Table]:
        """Its tables, each after those that it refers to."""
        own = {name for part in all_parts() for name in (t.__tablename__ for t in part.tables)}
        out = NEVER if self.whole else NEVER | SECRET
        return [t for t in Base.metadata.sorted_tables if t.name in own - out]

    def columns(self, table: Table) -> list[Column[Any]]:
        """The columns of a table that it holds."""
        out = MADE_AGAIN if self.whole else MADE_AGAIN | SECRET_COLUMNS
        return [column for column in table.columns if (table.name, column.name) not in out]

    def rows(self, db: Session, table: Table) -> Iterator[Row]:
        """The rows of a table as plain data, in the order of their keys, a few in memory at a time."""
        columns = self.columns(table)
        query = select(*columns).order_by(*table.primary_key.columns)
        if table.name == SampleRow.__tablename__:
            query = query.where(SampleRow.status != "")
        found = db.execute(query, execution_options={"yield_per": AT_ONCE})
        for row in found:
            yield {column.name: _plain(value) for column, value in zip(columns, row, strict=True)}

    def stored(self, table: Table, row: Mapping[str, Any]) -> Row:
        """A row to insert; a DioramaError says what is wrong with it. What a copy does not hold is left empty."""
        columns = self.columns(table)
        if row.keys() != {column.name for column in columns}:
            raise DioramaError(f"table '{table.name}': a row has other columns than this Diorama's")
        return {
            **{column.name: "" for column in table.columns if column not in columns},
            **{column.name: _stored(column, row[column.name]) for column in columns},
        }


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value


def _fits(column: Column[Any], text: str) -> bool:
    """Whether a text is one that the column knows; a path must stay inside the folder of the studio."""
    if column.name == "path":
        return not PurePath(text).is_absolute() and ".." not in PurePath(text).parts
    known = column.info.get(ONE_OF)
    return known is None or text in list(known)


def _stored(column: Column[Any], value: Any) -> Any:
    if value is None and column.nullable:
        return None
    kind = column.type
    if isinstance(kind, Moment) and isinstance(value, str):
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            moment = None
        if moment is not None and moment.tzinfo is not None and 1 < moment.year < 9999:
            return moment
    elif isinstance(kind, Boolean):
        if isinstance(value, bool):
            return value
    elif isinstance(kind, Integer):
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63:
            return value
    elif isinstance(kind, Float):
        if isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value):
            return float(value)
    elif isinstance(kind, JSON):
        if isinstance(value, dict | list):
            return value
    elif isinstance(kind, String) and isinstance(value, str) and is_text(value) and _fits(column, value):
        return value
    where = f"table '{column.table.name}', column '{column.name}'"
    raise DioramaError(f"{where}: '{short(repr(value), 60)}' does not belong there")
