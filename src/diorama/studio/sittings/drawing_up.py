"""Making a test: its questions are drawn as `diorama eval --sample N --seed S` draws them, so models get the same."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from diorama.ask.protocols import PROTOCOLS
from diorama.ask.source import Entry, Selection, Source
from diorama.ask.terms import check_suites
from diorama.ask.wordings import Rewording, choose_wordings
from diorama.data.dataset import SHARDS, require_whole
from diorama.data.shards import read_columns
from diorama.errors import DioramaError
from diorama.studio.library.tables import DatasetRow, SampleRow
from diorama.studio.sittings.tables import Test, TestQuestion
from diorama.studio.web.refusals import Invalid

MOST_QUESTIONS = 5000


@dataclass(frozen=True)
class Wanted:
    """What an admin wants of a test."""

    name: str
    questions: int
    seed: int = 0
    suites: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    protocol: str = ""
    check_every: int = 0
    forgiven: int = 0

    @property
    def selection(self) -> Selection:
        return Selection(self.suites, self.tasks, self.levels, sample=self.questions, seed=self.seed)


def draw_up(db: Session, folder: Path, dataset: DatasetRow, wanted: Wanted, *, by: int, now: datetime) -> Test:
    """Make a test; a wish that cannot be met is an error, and nothing is made."""
    if db.scalar(select(Test.id).where(Test.name == wanted.name)) is not None:
        raise Invalid(f"There is a test called {wanted.name!r} already: choose another name.")
    try:
        require_whole(folder)
        source = Source(folder)
        chosen = source.choose(wanted.selection)
        rewording = _rewording(wanted.protocol, source, chosen)
    except DioramaError as error:
        raise Invalid(f"{error}.") from None
    if source.fingerprint != dataset.fingerprint:
        raise Invalid("The dataset has changed since it was indexed: look at the folder again in the library.")
    test = Test(
        name=wanted.name, dataset_id=dataset.id, fingerprint=dataset.fingerprint, seed=wanted.seed,
        questions=len(chosen), protocol=wanted.protocol, check_every=wanted.check_every, forgiven=wanted.forgiven,
        selection={
            "sample": wanted.questions, "seed": wanted.seed, "suites": wanted.suites, "tasks": wanted.tasks,
            "levels": wanted.levels,
        },
        wordings={} if rewording is None else rewording.model_dump(mode="json"), made=now, by_id=by, closed=None,
    )  # fmt: skip
    db.add(test)
    db.flush()
    scenes = dict(db.execute(select(SampleRow.id, SampleRow.scene).where(SampleRow.dataset_id == dataset.id)).all())
    options = _options(source, {e.id for e in chosen})
    db.execute(
        insert(TestQuestion),
        [
            {
                "test_id": test.id, "place": place, "sample_id": e.id, "options": options[e.id],
                "scene": scene_name(dataset, e.id, scenes[e.id]),
            }
            for place, e in enumerate(chosen)
        ],
    )  # fmt: skip
    return test


def _options(source: Source, ids: Collection[str]) -> dict[str, list[str]]:
    """The options of some samples; their pictures stay on the disk."""
    rows = (
        row for shard in source.data.shards for row in read_columns(source.folder / SHARDS / shard, ("id", "options"))
    )
    return {row["id"]: list(row["options"] or ()) for row in rows if row["id"] in ids}


def scene_name(dataset: DatasetRow, sample_id: str, scene: str) -> str:
    """A scene as it is compared: one that is named only by its sample is another in each dataset."""
    return scene if scene != sample_id else f"{dataset.name}: {sample_id}"


def _rewording(protocol: str, source: Source, chosen: list[Entry]) -> Rewording | None:
    if not protocol:
        return None
    found = PROTOCOLS.get(protocol)
    check_suites(found, chosen)
    return choose_wordings(found.wordings, source, chosen)
