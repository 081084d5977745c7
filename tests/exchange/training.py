"""Small datasets and exports for tests of training sets."""

from __future__ import annotations

from pathlib import Path

from diorama.ask.source import Selection
from diorama.data.build import BuildWishes, build, plan_build
from diorama.exchange import Exported, ExportOrder, ExportSettings, export
from diorama.exchange.training.conversations import Form


def built(folder: Path, suite: str, count: int, seed: int = 11, task: str | None = None) -> Path:
    """A dataset; with the usual seed, the first eight questions of `causal` take no long search."""
    for _ in build(folder, plan_build([suite], count, seed, BuildWishes(task=task))):
        pass
    return folder


def exported(
    data: Path, out: Path, to: str, *, form: Form | str = "", explained: bool = False, hold_out: tuple[str, ...] = ()
) -> Path:  # fmt: skip
    export_it(data, out, to, form=form, explained=explained, hold_out=hold_out)
    return out


def export_it(
    data: Path, out: Path, to: str, *, form: str = "", explained: bool = False, hold_out: tuple[str, ...] = ()
) -> Exported:  # fmt: skip
    order = ExportOrder(data, out, Selection(), ExportSettings(form, explained, hold_out))
    return export(order, to, lambda done, total: lambda: None)
