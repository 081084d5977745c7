"""Looking at queries and keys while a model attends as usual.

The library finds attention functions by name. For the time of a run, a part of the model is given a name of ours; the
function behind it lets us look, and then calls the usual one, so that the run is the same bit for bit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

Peek = Callable[[Any, Any, Any, float | None], None]
"""The attention module, queries and keys (batch × heads × places × size), and what scores are scaled by."""


@contextmanager
def attention_replaced(name: str, attention: Any, peek: Peek) -> Iterator[None]:
    """While it lasts, every attention that shares its configuration with this one is looked at."""
    library: Any = import_module("transformers.modeling_utils")
    masks: Any = import_module("transformers.masking_utils")
    config = attention.config
    usual = config._attn_implementation
    functions = library.ALL_ATTENTION_FUNCTIONS
    attend = (
        functions[usual] if usual in functions else import_module(type(attention).__module__).eager_attention_forward
    )

    def looked_at(module: Any, query: Any, key: Any, value: Any, attention_mask: Any = None, **kwargs: Any) -> Any:
        peek(module, query, key, kwargs.get("scaling"))
        return attend(module, query, key, value, attention_mask, **kwargs)

    functions.register(name, looked_at)
    masks.ALL_MASK_ATTENTION_FUNCTIONS.register(name, masks.ALL_MASK_ATTENTION_FUNCTIONS[usual])
    config._attn_implementation = name
    try:
        yield
    finally:
        config._attn_implementation = usual
