"""Loading a vision-language model of the transformers library with the processor that feeds it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

from diorama.errors import DioramaError, short

DTYPES = ("auto", "float32", "bfloat16", "float16")
ON_THE_HUB = re.compile(r"[A-Za-z0-9][\w.-]*(/[\w.-]+)?")
"""What may be a name on the hub; everything else is a folder."""
PIECES, PIECE = 256, 4096
"""How many pieces of a file of weights are looked at, and how many bytes each: all of it would take minutes."""


def load_vlm(name: str, *, device: str | None = None, dtype: str = "auto", **model_args: Any) -> tuple[Any, Any]:
    """Processor and model, from a folder or by a hub's name; code that comes with a model is not run."""
    torch, library = _libraries()
    _check(torch, name, device, dtype)
    if not sys.stderr.isatty():
        library.utils.logging.disable_progress_bar()
    with _loading(name):
        processor = _processor(library, name)
        model, told = library.AutoModelForImageTextToText.from_pretrained(
            name, dtype=dtype, trust_remote_code=False, output_loading_info=True, **model_args
        )
        if "device_map" not in model_args:
            model = model.to(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    _require_whole(name, told)
    return processor, model.eval()


def load_outline(name: str) -> Any:
    """A model without its weights, from its configuration alone: its parts have names and shapes, and no numbers."""
    torch, library = _libraries()
    _check(torch, name, None, "auto")
    with _loading(name), torch.device("meta"):
        config = library.AutoConfig.from_pretrained(name, trust_remote_code=False)
        return library.AutoModelForImageTextToText.from_config(config, trust_remote_code=False)


def model_type(name: str) -> str:
    """What a model's configuration calls its kind."""
    torch, library = _libraries()
    _check(torch, name, None, "auto")
    with _loading(name):
        return str(library.AutoConfig.from_pretrained(name, trust_remote_code=False).model_type)


def weights_checksum(name: str, model: Any) -> str:
    """What tells a model's weights from others: the commit on the hub, or a checksum of parts of a folder's files."""
    folder = Path(name)
    if not folder.is_dir():
        return str(getattr(model.config, "_commit_hash", None) or name)
    told = sha256()
    for path in sorted(folder.glob("*.json")):
        told.update(path.name.encode() + path.read_bytes())
    for path in sorted([*folder.glob("*.safetensors"), *folder.glob("*.bin")]):
        size = path.stat().st_size
        told.update(f"{path.name} {size}".encode())
        with path.open("rb") as file:
            for k in range(PIECES):
                file.seek(size * k // PIECES)
                told.update(file.read(PIECE))
    return told.hexdigest()[:16]


def _libraries() -> tuple[Any, Any]:
    try:
        return import_module("torch"), import_module("transformers")
    except ImportError:
        raise DioramaError("local models need torch and transformers: pip install 'diorama[lab]'") from None


def _check(torch: Any, name: str, device: str | None, dtype: str) -> None:
    """Refuse what cannot work before the hub is asked and weights are read."""
    path = Path(name).expanduser()
    if not path.is_dir() and (path.exists() or not ON_THE_HUB.fullmatch(name)):
        raise DioramaError(f"cannot load the model '{short(name, 80)}': there is no such folder")
    if dtype not in DTYPES:
        raise DioramaError(f"no numbers of the kind '{dtype}': use {', '.join(DTYPES)}")
    kind = (device or "cpu").split(":")[0]
    there = {"cpu": True, "cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available()}
    if kind not in there:
        raise DioramaError(f"no device '{device}': use {', '.join(there)}, or leave it out")
    if not there[kind]:
        raise DioramaError(f"there is no device '{device}' that torch can use on this machine")


def _require_whole(name: str, told: Mapping[str, Any]) -> None:
    """Refuse a model some of whose weights were not there: the library fills these with random numbers."""
    lost = sorted(str(key) for kind in ("missing_keys", "mismatched_keys") for key in told.get(kind, ()))
    if lost:
        raise DioramaError(
            f"cannot load the model '{name}': {len(lost)} of its weights are missing or of another shape, such as "
            f"{lost[0]}: its files or its config.json are damaged"
        )


@contextmanager
def _loading(name: str) -> Iterator[None]:
    """Whatever goes wrong in files of others is told in one line."""
    try:
        yield
    except Exception as error:
        raise DioramaError(f"cannot load the model '{name}': {short(error) or type(error).__name__}") from None


def _processor(library: Any, name: str) -> Any:
    """The model's own processor; where its video part needs a library which is not there, the same without it.

    Videos are sent as frames, so nothing is missed.
    """
    try:
        return library.AutoProcessor.from_pretrained(name, trust_remote_code=False)
    except (ImportError, ValueError) as error:
        if "torchvision" not in str(error).lower():
            raise
        kind = library.AutoConfig.from_pretrained(name).model_type
        known: Any = import_module("transformers.models.auto.processing_auto")
        whole = known.processor_class_from_name(known.PROCESSOR_MAPPING_NAMES.get(kind, ""))
        if whole is None:
            raise
    return _pictures_only(whole).from_pretrained(name)


def _pictures_only(whole: Any) -> Any:
    def get_attributes(cls: Any) -> list[str]:
        return [each for each in whole.get_attributes() if each != "video_processor"]

    return type(whole.__name__, (whole,), {"get_attributes": classmethod(get_attributes)})
