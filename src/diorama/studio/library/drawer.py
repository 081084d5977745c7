"""Drawings of a sample: made in a process of their own when they are asked for, and kept.

Drawing takes a second and belongs to one thread of one process (OpenGL): pages must not wait for it.
"""

from __future__ import annotations

import io
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path

from diorama.data import Sample
from diorama.data.show import picture_of
from diorama.studio.library.drawings import BODY, DRAWINGS, Place, drawing
from diorama.studio.library.tables import DatasetRow, SampleRow
from diorama.studio.settings import Settings
from diorama.studio.web.refusals import NotFound, Refusal

PATIENCE = 60
"""Seconds that a page waits for a drawing."""
MOST_WAITING = 6
"""Pages that wait for drawings at the same time: the other threads are for those who do not draw."""
SMALL_PX = 400
VERSION = 1
"""Goes up when drawings change, so that kept ones are made again."""


class Drawer:
    """Makes drawings in another process, one after the other, and keeps them in a folder."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._waiting = threading.BoundedSemaphore(MOST_WAITING)
        self._pool: ProcessPoolExecutor | None = None

    def made(self, dataset: DatasetRow, row: SampleRow, what: str) -> bytes:
        """A drawing of a sample: a PNG of ``boxes``, ``masks``, ``depth``, ``answer``, ``after``, ``body-NAME``; or
        the page ``world``.
        """
        if what not in DRAWINGS and not what.startswith(BODY):
            raise NotFound
        kept = self._place(dataset, row, what)
        try:
            return kept.read_bytes()
        except OSError:
            data = self._made(
                Place(str(self._settings.folder / dataset.path), row.shard, row.row_group, row.row, row.id), what
            )
        _keep(kept, data)
        return data

    def small(self, dataset: DatasetRow, row: SampleRow, read: Callable[[], Sample]) -> bytes:
        """A small picture of a sample, for lists."""
        kept = self._place(dataset, row, "small")
        try:
            return kept.read_bytes()
        except OSError:
            picture = picture_of(read())
        picture.thumbnail((SMALL_PX, SMALL_PX))
        stream = io.BytesIO()
        picture.save(stream, "WEBP", quality=75)
        _keep(kept, stream.getvalue())
        return stream.getvalue()

    def _place(self, dataset: DatasetRow, row: SampleRow, what: str) -> Path:
        place = f"{VERSION} {dataset.fingerprint} {row.content} {row.id} {what}"
        return self._settings.own_folder / "drawings" / f"{sha256(place.encode()).hexdigest()[:40]}"

    def _made(self, place: Place, what: str) -> bytes:
        if not self._waiting.acquire(blocking=False):
            raise Refusal(503, "Too much is being drawn", "Try again in a few seconds.", retry_after=5)
        try:
            return self._drawn(place, what)
        finally:
            self._waiting.release()

    def _drawn(self, place: Place, what: str) -> bytes:
        with self._lock:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn"))
            pool = self._pool
        try:
            return pool.submit(drawing, place, what).result(PATIENCE)
        except BrokenProcessPool:
            with self._lock:
                self._pool = None
            raise Refusal(503, "This cannot be drawn", "The drawing process ended; try again.") from None
        except TimeoutError:
            raise Refusal(503, "This takes too long to draw", "Try again in a minute.", retry_after=60) from None
        except LookupError:
            raise NotFound from None

    def close(self) -> None:
        with self._lock:
            if self._pool is not None:
                self._pool.shutdown(wait=False, cancel_futures=True)
                self._pool = None


def _keep(path: Path, data: bytes) -> None:
    """Keep a drawing; a disk that is full or read-only is no reason not to show it."""
    part = path.with_name(f"{path.name}.{threading.get_ident()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        os.replace(part, path)
    except OSError:
        with suppress(OSError):
            part.unlink()
