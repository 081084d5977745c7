"""A report over a small dataset with pictures, made once for all tests that only look at it."""

from __future__ import annotations

from pathlib import Path

import pytest

from diorama.ask import Failure, Record, Verdict
from diorama.ask.run_files import RunFile, RunInfo
from diorama.ask.source import Source
from diorama.data import load
from diorama.data.keys import scene_of
from diorama.report import make_report
from tests.data.samples import build

HOSTILE = '\x1b[31m<script>document.title = "owned"</script><img src=x onerror="document.title=\'owned\'"></pre></p>'


def write_run(folder: Path, logs: Path, model: str, wrong: int, reply: str = "Let me see.\n\nYes.") -> None:
    """A file of answers in which every `wrong`-th sample is not correct (0: all are), in turn for every reason."""
    info = RunInfo(dataset=Source(folder).fingerprint, folder=str(folder.resolve()), model=model)
    reasons = (Verdict.INCORRECT, Verdict.NOT_SURE, Verdict.UNREAD, Verdict.FAILED)
    with RunFile(logs, info) as file:
        for number, sample in enumerate(load(folder)):
            verdict = reasons[number // wrong % len(reasons)] if wrong and number % wrong == 0 else Verdict.CORRECT
            failed = verdict is Verdict.FAILED
            file.add(
                Record(
                    dataset=info.dataset, sample_id=sample.id, scene=scene_of(sample), suite=sample.suite,
                    task=sample.task, level=sample.level, answer_kind="choice", model=model, verdict=verdict,
                    failure=Failure.SERVER if failed else None, reply="" if failed else reply,
                    read_as="" if failed else "Yes", truth=sample.answer_words(),
                    answer_size=sample.kind.size(sample.answer), options=3, chance=1 / 3, margin=sample.margin,
                    seconds=1.5, input_tokens=700, output_tokens=20 + 7 * number,
                )
            )  # fmt: skip


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a dataset in `data` and three runs in `logs`: one of them says hostile things."""
    folder = tmp_path_factory.mktemp("report")
    build(folder / "data")
    write_run(folder / "data", folder / "logs", "lab/steady", 3)
    write_run(folder / "data", folder / "logs", "lab/hostile", 2, HOSTILE)
    write_run(folder / "data", folder / "logs", "diorama/oracle", 0)
    return folder


@pytest.fixture(scope="session")
def page(runs: Path) -> Path:
    (path,) = make_report([runs / "logs"], out=runs / "report.html")
    return path
