"""What all tables share: the types of their columns."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from sqlalchemy import JSON, DateTime, Dialect, MetaData
from sqlalchemy.orm import DeclarativeBase, mapped_column
from sqlalchemy.types import TypeDecorator

ONE_OF = "one of"
"""In the `info` of a column of texts: all that it may hold. Copies that come in are checked against it."""


def is_text(value: str) -> bool:
    """Whether a database can keep it: no zero byte, and no half of a character."""
    return "\0" not in value and not any("\ud800" <= c <= "\udfff" for c in value)


def utc_now() -> datetime:
    return datetime.now(UTC)


class Moment(TypeDecorator[datetime]):
    """A moment in UTC; both databases keep it without a zone, so that they compare alike."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC)


JsonData = Annotated[dict[str, Any], mapped_column(JSON)]
"""A column of plain data."""
JsonList = Annotated[list[Any], mapped_column(JSON)]


class Base(DeclarativeBase):
    """The base of every table; constraints have names, so that both databases speak of them alike."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {datetime: Moment}  # noqa: RUF012
