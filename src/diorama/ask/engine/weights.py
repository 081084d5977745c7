"""Loading a vision-language model of the transformers library with the processor that feeds it."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from diorama.errors import DioramaError, short


def load_vlm(name: str, *, device: str | None = None, dtype: str = "auto", **model_args: Any) -> tuple[Any, Any]:
    """Processor and model, from a folder or by a hub's name; code that comes with a model is not run."""
    try:
        torch: Any = import_module("torch")
        library: Any = import_module("transformers")
    except ImportError:
        raise DioramaError("local models need torch and transformers: pip install 'diorama[lab]'") from None
    if not sys.stderr.isatty():
        library.utils.logging.disable_progress_bar()
    try:
        processor = _processor(library, name)
        model = library.AutoModelForImageTextToText.from_pretrained(
            name, dtype=dtype, trust_remote_code=False, **model_args
        )
    except (OSError, ValueError, KeyError, ImportError) as error:
        raise DioramaError(f"cannot load the model '{name}': {short(error)}") from None
    if "device_map" not in model_args:
        model = model.to(device or ("cuda" if torch.cuda.is_available() else "cpu"))
    return processor, model.eval()


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
