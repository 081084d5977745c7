"""Storage: one database for all that people decide, in SQLite or PostgreSQL.

Writers take turns, one transaction at a time, so code that reads and then writes needs no locks of its own. Whatever
`writing` has left without an error is on the disk.

    with storage.writing() as db: db.add(Person(name="Ada", …))
    with storage.reading() as db: db.scalars(select(Person)).all()
"""

from __future__ import annotations

from diorama.studio.storage.base import Base, JsonData, JsonList, utc_now
from diorama.studio.storage.database import Storage, open_storage
from diorama.studio.storage.schema import Part
from diorama.studio.storage.trouble import StorageTrouble

__all__ = ["Base", "JsonData", "JsonList", "Part", "Storage", "StorageTrouble", "open_storage", "utc_now"]
