"""Loading a vision-language model of the transformers library with the processor that feeds it."""

from __future__ import annotations

from typing import Any

from diorama.data.sample import short
from diorama.errors import DioramaError


def load_vlm(name: str, *, device: str | None = None, dtype: str = "auto", **model_args: Any) -> tuple[Any, Any]:
    """Processor and model, from a folder or a hub's name; code that comes with a model is not run."""
    try:
        import torch
        import transformers
    except ImportError:
        raise DioramaError("local models need torch and transformers: pip install 'diorama[lab]'") from None
    place = device or ("cuda" if torch.cuda.is_available() else "cpu")
    try:
        processor = _processor(name)
        model = transformers.AutoModelForImageTextToText.from_pretrained(
            name, dtype=dtype, trust_remote_code=False, **model_args
        )
    except (OSError, ValueError, KeyError, ImportError) as error:
        raise DioramaError(f"cannot load the model '{name}': {short(error)}") from None
    return processor, model.to(place).eval()


def _processor(name: str) -> Any:
    """The model's own processor, or one without its video part where that needs a library which is not there."""
    from transformers import AutoImageProcessor, AutoProcessor, AutoTokenizer

    try:
        return AutoProcessor.from_pretrained(name, trust_remote_code=False)
    except ImportError:
        pictures, tokenizer = AutoImageProcessor.from_pretrained(name), AutoTokenizer.from_pretrained(name)
    return _pictures_only(name)(image_processor=pictures, tokenizer=tokenizer, chat_template=tokenizer.chat_template)


def _pictures_only(name: str) -> type[Any]:
    """The model's class of processor, minus the video processor (whose frames we send as pictures anyway)."""
    from transformers import AutoConfig, ProcessorMixin
    from transformers.models.auto.processing_auto import processor_class_from_name, PROCESSOR_MAPPING_NAMES

    kind = AutoConfig.from_pretrained(name).model_type
    whole = processor_class_from_name(PROCESSOR_MAPPING_NAMES.get(kind, ""))
    if whole is None:
        raise DioramaError(f"models of the kind '{kind}' have no processor that works here")

    class PicturesOnly(whole):  # type: ignore[valid-type, misc]
        ...

    return PicturesOnly
