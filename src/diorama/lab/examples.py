"""Examples on disk: what an instrument found for one sample, as one file that is complete or not there.

A file holds arrays and a few facts. Facts are JSON; nothing is pickled, and files that were tampered with are refused.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diorama.data import whole_file
from diorama.errors import DioramaError, short

FOLDER = "examples"
ENDING = ".npz"
FACTS = "facts"
"""The array that holds the facts as text."""
LEFT_OUT, FAILED = "left out", "failed"
"""Facts that say why there is nothing: because of the sample, for good; or because something went wrong."""
AGAIN = "again"
"""A fact beside the reason: it may pass, so the next command looks at the sample again."""
MOST_BYTES = 2**30
"""An example that is larger when it is unpacked is none of ours."""
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,150}")


@dataclass(frozen=True, eq=False)
class Example:
    """What was found for one sample."""

    facts: Mapping[str, Any]
    arrays: Mapping[str, NDArray[Any]] = field(default_factory=dict)

    @property
    def left_out(self) -> str:
        """Why there is nothing, if it is the sample's own doing; otherwise empty."""
        return str(self.facts.get(LEFT_OUT, ""))

    @property
    def failed(self) -> str:
        """What went wrong; empty if nothing did."""
        return str(self.facts.get(FAILED, ""))

    @property
    def whole(self) -> bool:
        """Whether there is something to count."""
        return not self.left_out and not self.failed


def example_file(folder: Path, sample_id: str) -> Path:
    """Where the example of a sample is kept."""
    if not _PLAIN.fullmatch(sample_id):
        raise DioramaError(f"the id '{short(sample_id, 60)}' is no name of a file: use letters, digits and ._-")
    return folder / FOLDER / f"{sample_id}{ENDING}"


def write_example(path: Path, example: Example) -> None:
    """Write an example, completely or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(dict(example.facts), ensure_ascii=False, allow_nan=False)
    data = io.BytesIO()
    plain = {name: np.asarray(array) for name, array in example.arrays.items()}
    assert not any(array.dtype.hasobject for array in plain.values()), "arrays of numbers only: nothing is pickled"
    np.savez_compressed(data, **{FACTS: np.array(text)}, **plain)
    with whole_file(path) as file:
        file.write(data.getvalue())


def read_example(path: Path) -> Example:
    """Read an example back; `DioramaError` if it is not as it was written."""
    try:
        if not path.is_file():
            raise ValueError("it is no file")
        with zipfile.ZipFile(path) as parts:
            if sum(part.file_size for part in parts.infolist()) > MOST_BYTES:
                raise ValueError(f"it is larger than {MOST_BYTES >> 20} MB")
        with np.load(path, allow_pickle=False) as held:
            arrays = {name: held[name] for name in held.files}
        facts = json.loads(str(arrays.pop(FACTS)), parse_constant=_refused)
        if not all(np.isfinite(a).all() for a in arrays.values() if a.dtype.kind == "f"):
            raise ValueError("it holds numbers that are not finite")
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error, RecursionError, MemoryError,
            NotImplementedError) as error:  # fmt: skip
        raise DioramaError(f"{path} cannot be read: {short(error, 80)}; delete it, and it will be made again") from None
    if not isinstance(facts, dict):
        raise DioramaError(f"{path} is no example; delete it, and it will be made again")
    return Example(facts, arrays)


def _refused(constant: str) -> None:
    raise ValueError(f"it holds the number {constant}")


def read_examples(folder: Path) -> dict[str, Example]:
    """All examples of a folder by the sample's id, in the order of ids."""
    files = sorted((folder / FOLDER).glob(f"*{ENDING}"))
    return {path.name.removesuffix(ENDING): read_example(path) for path in files}
