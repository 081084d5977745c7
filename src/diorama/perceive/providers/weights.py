"""Weights of the transformers library: looked for before anything runs, and loaded once for the whole process.

Only safetensors are read, no code that comes with weights is run, and nothing is fetched unless that is asked for.
"""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from diorama.errors import DioramaError, short
from diorama.perceive.providers.wishes import require

ON_THE_HUB = re.compile(r"[A-Za-z0-9][\w.-]*(/[\w.-]+)?")
"""What may be a name on the hub; everything else is a folder."""
DEVICES = re.compile(r"auto|cpu|mps|cuda(:\d{1,2})?")
MOST_LOADED = 6
"""Models that one process holds at a time."""
_LOADING = threading.RLock()


@dataclass(frozen=True, eq=False)
class Loaded:
    """A model with what feeds it."""

    torch: Any
    model: Any
    pictures: Any
    """Its processor of pictures; None for a model that is fed by hand."""
    words: Any
    """Its tokenizer; None for a model that reads none."""
    device: Any

    def run(self, call: Any = None, **inputs: Any) -> Any:
        """What the model, or another call of it, makes of the inputs; out of memory is one line."""
        there = {
            name: value.to(self.device) if isinstance(value, self.torch.Tensor) else value
            for name, value in inputs.items()
        }
        with self.torch.inference_mode(), one_line("looking at the picture"):
            return (call or self.model)(**there)


def check_weights(provider: str, *, model: str, device: str, download: bool) -> None:
    """Refuse, in one line, weights that are not there; nothing is loaded and nobody is contacted."""
    require(provider, "torch", "transformers", "safetensors")
    if not DEVICES.fullmatch(device):
        raise DioramaError(f"no device '{short(device, 40)}': use auto, cpu, cuda, cuda:1 … or mps")
    check_folder(provider, model, download=download, index="config.json")


def check_folder(provider: str, model: str, *, download: bool, index: str) -> None:
    """Refuse a model that is neither a folder with safetensors nor on this machine, unless it may be fetched."""
    wanted = f"{provider}(model='FOLDER')"
    if not model:
        raise DioramaError(f"{provider} needs weights: {wanted}, or a name on the hub with download=True")
    folder = Path(model).expanduser()
    if folder.is_dir():
        if not (folder / index).is_file():
            raise DioramaError(f"there is no {index} in {short(folder, 80)}: {provider} takes a whole model folder")
        if not any(folder.rglob("*.safetensors")):
            raise DioramaError(f"there are no .safetensors in {short(folder, 80)}: pickled weights are not read")
        return
    if folder.exists() or not ON_THE_HUB.fullmatch(model):
        raise DioramaError(f"there is no folder '{short(model, 80)}': {wanted} takes a folder or a name on the hub")
    if download:
        return
    hub: Any = import_module("huggingface_hub")
    try:
        there = hub.try_to_load_from_cache(model, index)
    except Exception:  # it looks at names more closely than we do
        there = None
    if not isinstance(there, str):
        raise DioramaError(
            f"the weights '{model}' are not on this machine: write {wanted}, or {provider}(download=True) to fetch them"
        )


def load(kind: str, model: str, *, device: str, download: bool, pictures: bool = True, words: bool = False) -> Loaded:
    """The model of a class of the transformers library, once for each folder or name."""
    with _LOADING:
        return _load(kind, model, device, download, pictures, words)


@contextmanager
def one_line(doing: str) -> Iterator[None]:
    """Whatever libraries and files of others raise, as one line."""
    try:
        yield
    except DioramaError:
        raise
    except Exception as error:
        if isinstance(error, MemoryError) or "out of memory" in str(error) or "allocate memory" in str(error):
            raise DioramaError(f"out of memory {doing}: take smaller weights, or device='cpu'") from None
        raise DioramaError(f"{doing} failed: {short(error) or type(error).__name__}") from None


def device_of(torch: Any, device: str) -> Any:
    """The device that a user asked for, if torch can use it here."""
    if device == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    kind, _, number = device.partition(":")
    there = {"cpu": True, "cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available()}
    if not there.get(kind) or (number and int(number) >= torch.cuda.device_count()):
        raise DioramaError(f"there is no device '{device}' that torch can use on this machine: leave it out")
    return torch.device(device)


def torch_and(library: str) -> tuple[Any, Any]:
    """torch and another library, imported when they are first needed."""
    try:
        return import_module("torch"), import_module(library)
    except ImportError as error:
        raise DioramaError(f"this needs: pip install 'diorama[perceive]' ({short(error)})") from None


def size_of(value: Any, usual: int) -> int:
    """The side of the square that a model looks at, from what its configuration calls a size."""
    if isinstance(value, Mapping):
        value = value.get("height", usual)
    if isinstance(value, Sequence):
        value = value[0]
    return int(value) if isinstance(value, int | float) and 8 <= value <= 8192 else usual


@lru_cache(MOST_LOADED)
def _load(kind: str, model: str, device: str, download: bool, pictures: bool, words: bool) -> Loaded:
    torch, library = torch_and("transformers")
    where = device_of(torch, device)
    if not sys.stderr.isatty():
        library.utils.logging.disable_progress_bar()
    folder = Path(model).expanduser()
    name = str(folder) if folder.is_dir() else model
    shared = {"local_files_only": not download, "trust_remote_code": False}
    with one_line(f"loading the weights '{short(model, 80)}'"):
        made, told = getattr(library, kind).from_pretrained(
            name, dtype=torch.float32, use_safetensors=True, output_loading_info=True, **shared
        )
        _require_whole(model, told)
        # the same pixels on every machine, whether torchvision is there or not
        processor = library.AutoImageProcessor.from_pretrained(name, backend="pil", **shared) if pictures else None
        tokenizer = library.AutoTokenizer.from_pretrained(name, **shared) if words else None
        return Loaded(torch, made.to(where).eval(), processor, tokenizer, where)


def _require_whole(model: str, told: Mapping[str, Any]) -> None:
    """Refuse a model some of whose weights were not there: the library fills these with random numbers."""
    lost = sorted(str(key) for kind in ("missing_keys", "mismatched_keys") for key in told.get(kind, ()))
    if lost:
        raise DioramaError(
            f"the weights '{short(model, 80)}' are not whole: {len(lost)} are missing or of another shape, such as "
            f"{lost[0]}"
        )
