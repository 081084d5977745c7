"""Datasets on the hub, by name: only where a user writes the prefix, and streamed, so that nothing is kept of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from diorama.errors import DioramaError, short
from diorama.exchange.importers.tables import Row

PREFIX = "hub:"
_NAME = re.compile(r"hub:(?P<repo>[\w.-]+/[\w.-]+)(?::(?P<config>[\w.-]+))?(?:@(?P<revision>[\w.-]+))?")


@dataclass(frozen=True)
class HubName:
    """A dataset on the hub, perhaps one of its configurations, perhaps at a revision."""

    repo: str
    config: str = ""
    revision: str = ""


def hub_name(text: str) -> HubName:
    """``hub:owner/name``, ``hub:owner/name:config`` or ``…@revision``."""
    match = _NAME.fullmatch(text)
    if match is None:
        raise DioramaError(f"'{short(text, 80)}' is no name on the hub: write hub:owner/name or hub:owner/name:config")
    return HubName(match["repo"], match["config"] or "", match["revision"] or "")


def hub_rows(name: HubName, tell: Callable[[str], None]) -> Iterator[Row]:
    """The rows of every configuration and split, as they come over the network; pictures stay as they are stored."""
    try:
        import datasets
    except ImportError:
        raise DioramaError("reading from the hub needs the library 'datasets': pip install datasets") from None
    revision = name.revision or None
    try:
        configs = [name.config] if name.config else datasets.get_dataset_config_names(name.repo, revision=revision)
        size = datasets.load_dataset_builder(name.repo, configs[0], revision=revision).info.download_size
    except Exception as error:  # the library raises all sorts of things, mostly of the network
        raise DioramaError(f"the hub was not reached, or has no dataset {name.repo}: {short(error, 160)}") from None
    said = f", about {size / 1e6:.0f} MB each" if size else ""
    tell(f"downloading {name.repo} ({', '.join(configs)}{said}) from the Hugging Face hub; nothing else is fetched")
    for config in configs:
        yield from _of_config(datasets, name, config)


def _of_config(datasets: Any, name: HubName, config: str) -> Iterator[Row]:
    try:
        splits = datasets.load_dataset(name.repo, config, streaming=True, revision=name.revision or None)
        for split, rows in splits.items():
            undecoded = rows
            for column, feature in (rows.features or {}).items():
                if isinstance(feature, datasets.Image | datasets.Video):
                    undecoded = undecoded.cast_column(column, type(feature)(decode=False))
            for number, values in enumerate(undecoded, start=1):
                yield Row(f"{config}/{split}", number, values, Path())
    except DioramaError:
        raise
    except Exception as error:
        raise DioramaError(f"{name.repo} ({config}) cannot be read from the hub: {short(error, 160)}") from None
