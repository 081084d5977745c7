"""Tiny models with random weights, of every family that the laboratory knows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from diorama.lab.subject import Subject, load_subject

PLAIN = ("<|endoftext|>", "<|im_start|>", "<|im_end|>", "<think>", "</think>")
OF_QWEN = ("<|vision_start|>", "<|vision_end|>", "<|image_pad|>", "<|video_pad|>")
OF_INTERNVL = ("<img>", "</img>", "<IMG_CONTEXT>", "<video>")
_SAID = "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{% for c in m['content'] %}"
_ENDS = (
    "{% else %}{{ c['text'] }}{% endif %}{% endfor %}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
PICTURE = {"qwen": "<|vision_start|><|image_pad|><|vision_end|>", "internvl": "<IMG_CONTEXT>"}
TEXT = {
    "hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 4, "num_attention_heads": 2,
    "num_key_value_heads": 2, "head_dim": 16, "max_position_embeddings": 4096,
}  # fmt: skip
NAMES = ("qwen3_vl", "qwen3_vl_moe", "qwen2_5_vl", "internvl")


@cache
def tiny(name: str, seed: int = 0) -> Subject:
    """A tiny model of a family, read from a folder as a user's would be."""
    folder = Path(mkdtemp(prefix=f"tiny-{name}-"))
    save_tiny(name, folder, seed)
    return load_subject(str(folder), device="cpu", dtype="float32")


def save_tiny(
    name: str, folder: Path, seed: int = 0, *, vision: dict[str, Any] | None = None,
    mrope_section: Sequence[int] = (4, 2, 2), **text: Any,
) -> Path:  # fmt: skip
    """Write a tiny model with its processor to a folder; `text` and `vision` change its sizes."""
    torch: Any = import_module("torch")
    library: Any = import_module("transformers")
    kind = "internvl" if name == "internvl" else "qwen"
    tokenizer = _tokenizer(library, kind)
    tokenizer.save_pretrained(folder)
    config = (
        _internvl(library, tokenizer, text) if kind == "internvl"
        else _qwen(library, tokenizer, name, text, vision or {}, list(mrope_section))
    )  # fmt: skip
    torch.manual_seed(seed)
    model = library.AutoModelForImageTextToText.from_config(config).eval()
    model.generation_config.eos_token_id = tokenizer.convert_tokens_to_ids("<|im_end|>")
    model.generation_config.pad_token_id = tokenizer.convert_tokens_to_ids("<|endoftext|>")
    # it says letters only, so that it says something
    model.generation_config.suppress_tokens = [k for k in range(len(tokenizer)) if not _letter(tokenizer, k)]
    model.save_pretrained(folder)
    _processing(library, tokenizer, name, folder)
    return folder


def _letter(tokenizer: Any, token: int) -> bool:
    said = tokenizer.decode([token])
    return len(said) == 1 and said.isascii() and said.isalpha()


def _qwen(
    library: Any, tokenizer: Any, name: str, text: dict[str, Any], seen: dict[str, Any], sections: list[int]
) -> Any:
    image, video, start, end = tokenizer.convert_tokens_to_ids(
        ["<|image_pad|>", "<|video_pad|>", "<|vision_start|>", "<|vision_end|>"]
    )
    whole: dict[str, Any] = {
        **TEXT, "vocab_size": len(tokenizer), "rope_parameters": {
            "rope_type": "default", "rope_theta": 1e4, "mrope_section": sections, "mrope_interleaved": True,
        }, **text,
    }  # fmt: skip
    vision: dict[str, Any] = {
        "depth": 6, "hidden_size": 32, "intermediate_size": 64, "num_heads": 2, "out_hidden_size": whole["hidden_size"],
        "patch_size": 16, "spatial_merge_size": 2, "temporal_patch_size": 2,
    }  # fmt: skip
    shared = {
        "image_token_id": image, "video_token_id": video, "vision_start_token_id": start, "vision_end_token_id": end,
        "tie_word_embeddings": True,
    }  # fmt: skip
    if name == "qwen2_5_vl":
        whole["rope_parameters"] = {"rope_type": "default", "rope_theta": 1e4, "mrope_section": sections}
        vision |= {"patch_size": 14, "window_size": 56, "fullatt_block_indexes": [2, 5], **seen}
        return library.Qwen2_5_VLConfig(text_config=whole, vision_config=vision, **shared)
    vision |= {"deepstack_visual_indexes": [1, 2, 4], "num_position_embeddings": 64, **seen}
    if name == "qwen3_vl_moe":
        whole |= {"num_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 32, "decoder_sparse_step": 1}
        return library.Qwen3VLMoeConfig(text_config=whole, vision_config=vision, **shared)
    return library.Qwen3VLConfig(text_config=whole, vision_config=vision, **shared)


def _internvl(library: Any, tokenizer: Any, text: dict[str, Any]) -> Any:
    vision = {
        "hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 4, "num_attention_heads": 2,
        "image_size": [128, 128], "patch_size": [16, 16], "use_absolute_position_embeddings": True,
    }  # fmt: skip
    whole = {**TEXT, "model_type": "qwen2", "vocab_size": len(tokenizer), **text}
    return library.InternVLConfig(
        text_config=whole, vision_config=vision, image_token_id=tokenizer.convert_tokens_to_ids("<IMG_CONTEXT>"),
        downsample_ratio=0.5, tie_word_embeddings=True,
    )  # fmt: skip


def _processing(library: Any, tokenizer: Any, name: str, folder: Path) -> None:
    mean = {"image_mean": [0.5] * 3, "image_std": [0.5] * 3}
    if name == "internvl":
        size = {"height": 128, "width": 128}
        library.GotOcr2ImageProcessor(size=size, crop_to_patches=False, **mean).save_pretrained(folder)
        told = {"processor_class": "InternVLProcessor", "image_seq_length": 16}
        (folder / "processor_config.json").write_text(json.dumps(told))
        return
    patch = 14 if name == "qwen2_5_vl" else 16
    library.Qwen2VLImageProcessor(
        patch_size=patch, merge_size=2, temporal_patch_size=2, size={"shortest_edge": 1024, "longest_edge": 720 * 512},
        **mean,
    ).save_pretrained(folder)  # fmt: skip


def _tokenizer(library: Any, kind: str) -> Any:
    """Bytes as tokens: it can say anything."""
    tokenizers: Any = import_module("tokenizers")
    special = (*PLAIN, *(OF_INTERNVL if kind == "internvl" else OF_QWEN))
    alphabet = sorted(tokenizers.pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {token: k for k, token in enumerate([*special, *alphabet])}
    bytewise = tokenizers.Tokenizer(tokenizers.models.BPE(vocab=vocabulary, merges=[]))
    bytewise.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    bytewise.decoder = tokenizers.decoders.ByteLevel()
    names = ("start_image_token", "end_image_token", "context_image_token", "video_token")
    named = {"model_specific_special_tokens": dict(zip(names, OF_INTERNVL, strict=True))} if kind == "internvl" else {}
    made = library.PreTrainedTokenizerFast(
        tokenizer_object=bytewise, eos_token="<|im_end|>", pad_token="<|endoftext|>",
        additional_special_tokens=list(special[1:]), **named,
    )  # fmt: skip
    made.chat_template = f"{_SAID}{{% if c['type'] == 'image' %}}{PICTURE[kind]}{_ENDS}"
    return made
