"""Writing a dataset in a format of somebody else: what is ordered, which formats there are, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path
from threading import Thread

from diorama.ask.source import Selection, Source
from diorama.data import Sample
from diorama.data.dataset import require_whole
from diorama.data.gathering import new_folder
from diorama.errors import DioramaError
from diorama.plugins import Registry

Progress = Callable[[int, int], Callable[[], None]]
"""Called with the number done and the total; returns a callable that advances the bar by one."""


@dataclass(frozen=True)
class ExportSettings:
    """What only some formats understand: each format names the settings that it takes, and others are refused."""

    form: str = ""
    """Of a training set: sft (question and answer) or rl (question and key)."""
    explained: bool = False
    """Whether answers of a training set come with a worked explanation."""
    hold_out: tuple[str, ...] = ()
    """What a training set must not hold, as ``layout=desk``: samples with any of it become its test split."""
    licence: str = ""
    """Under which the data may be used, as the Hugging Face hub spells it."""


@dataclass(frozen=True)
class ExportOrder:
    """What is to be written, and where to."""

    folder: Path
    out: Path
    select: Selection = field(default_factory=Selection)
    settings: ExportSettings = field(default_factory=ExportSettings)


@dataclass(frozen=True)
class Exported:
    """What was written."""

    files: tuple[Path, ...]
    """Those that a user wants to know of, the most important first."""
    samples: int
    left_out: Counter[str] = field(default_factory=Counter)
    """How many samples were not written, by reason."""
    hint: str = ""
    """What to do with it next, in a line: a command, mostly."""


@dataclass(frozen=True)
class Exporter:
    """A format that datasets can be written in."""

    name: str
    title: str
    write: Callable[[ExportOrder, Path, Progress], Exported]
    """Fills an empty folder, which takes the name that was ordered when all of it is there."""
    takes: frozenset[str] = frozenset()
    """The settings that mean something to it."""


EXPORTERS: Registry[Exporter] = Registry(
    "diorama.exporters",
    "format",
    {
        "easyr1": "diorama.exchange.training.easyr1:EASYR1",
        "evalscope": "diorama.exchange.exporters.evalscope:EVALSCOPE",
        "hf": "diorama.exchange.exporters.hf:HF",
        "jsonl": "diorama.exchange.exporters.jsonl:JSONL",
        "llamafactory": "diorama.exchange.training.llamafactory:LLAMAFACTORY",
        "lmms-eval": "diorama.exchange.exporters.lmms_eval:LMMS_EVAL",
        "ms-swift": "diorama.exchange.training.ms_swift:MS_SWIFT",
        "openrlhf": "diorama.exchange.training.openrlhf:OPENRLHF",
        "trl": "diorama.exchange.training.trl:TRL",
        "verl": "diorama.exchange.training.verl:VERL",
        "vlmevalkit": "diorama.exchange.exporters.vlmevalkit:VLMEVALKIT",
        "webdataset": "diorama.exchange.exporters.webdataset:WEBDATASET",
    },
    Exporter,
)
"""Every format by name; packages add theirs by the entry point `diorama.exporters`."""


def export(order: ExportOrder, to: str | Exporter, progress: Progress = lambda done, total: lambda: None) -> Exported:
    """Write a dataset in a format; the output appears when all of it is there."""
    exporter = to if isinstance(to, Exporter) else EXPORTERS.get(to)
    for setting in fields(ExportSettings):
        given = getattr(order.settings, setting.name) != setting.default
        if given and setting.name not in exporter.takes:
            option = setting.name.replace("_", "-")
            raise DioramaError(f"--{option} means nothing to the format {exporter.name}: leave it out")
    if order.folder.resolve() in (order.out.resolve(), *order.out.resolve().parents):
        raise DioramaError(f"--out {order.out} lies in the dataset: choose a folder beside it")
    with new_folder(order.out) as folder, _checked_meanwhile(order.folder):
        return exporter.write(order, folder, progress)


@contextmanager
def _checked_meanwhile(folder: Path) -> Iterator[None]:
    """Compare the checksums of a dataset while it is read: damage is an error at the end, before anything appears."""
    found: list[Exception] = []

    def check() -> None:
        try:
            require_whole(folder)
        except DioramaError as error:
            found.append(error)

    checking = Thread(target=check, daemon=True)  # one that is interrupted need not be waited for
    checking.start()
    try:
        yield
    except Exception as error:  # what is damaged may fail in any way
        checking.join()
        raise (found or [error])[0] from None
    checking.join()
    if found:
        raise found[0]


def samples_of(order: ExportOrder) -> tuple[int, Iterator[Sample]]:
    """How many samples are to be written, and each of them, one row group in memory at a time."""
    source = Source(order.folder)
    wanted = {entry.id for entry in source.choose(order.select)}

    def samples() -> Iterator[Sample]:
        for shard in dict.fromkeys(entry.shard for entry in source.entries.values() if entry.id in wanted):
            for sample in source.data.shard(shard):
                if sample.id in wanted:
                    yield sample

    return len(wanted), samples()
