"""A tiny Qwen3-VL with random weights, saved as a folder that a user's model could be."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

SPECIAL = (
    "<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|vision_start|>", "<|vision_end|>", "<|image_pad|>",
    "<|video_pad|>",
)  # fmt: skip
TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{% for c in m['content'] %}"
    "{% if c['type'] == 'image' %}<|vision_start|><|image_pad|><|vision_end|>{% else %}{{ c['text'] }}{% endif %}"
    "{% endfor %}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def save_tiny_vlm(folder: Path) -> Path:
    torch: Any = import_module("torch")
    library: Any = import_module("transformers")
    tokenizer = _tokenizer(library)
    tokenizer.save_pretrained(folder)
    ids = dict(zip(SPECIAL, tokenizer.convert_tokens_to_ids(list(SPECIAL)), strict=True))
    text = {
        "vocab_size": len(tokenizer), "hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 3,
        "num_attention_heads": 2, "num_key_value_heads": 2, "head_dim": 16, "max_position_embeddings": 8192,
        "rope_parameters": {
            "rope_type": "default", "rope_theta": 1e4, "mrope_section": [4, 2, 2], "mrope_interleaved": True,
        },
    }  # fmt: skip
    vision = {
        "depth": 3, "hidden_size": 32, "intermediate_size": 64, "num_heads": 2, "out_hidden_size": 32, "patch_size": 16,
        "spatial_merge_size": 2, "temporal_patch_size": 2, "deepstack_visual_indexes": [0, 1, 2],
        "num_position_embeddings": 64,
    }  # fmt: skip
    config = library.Qwen3VLConfig(
        text_config=text, vision_config=vision,
        image_token_id=ids["<|image_pad|>"], video_token_id=ids["<|video_pad|>"],
        vision_start_token_id=ids["<|vision_start|>"], vision_end_token_id=ids["<|vision_end|>"],
        tie_word_embeddings=True,
    )  # fmt: skip
    torch.manual_seed(0)
    model = library.Qwen3VLForConditionalGeneration._from_config(config).eval()
    model.generation_config.eos_token_id = ids["<|im_end|>"]
    model.generation_config.pad_token_id = ids["<|endoftext|>"]
    # it says letters only, so that it says something
    model.generation_config.suppress_tokens = [k for k in range(len(tokenizer)) if not _letter(tokenizer, k)]
    model.save_pretrained(folder)
    library.Qwen2VLImageProcessor(
        patch_size=16, merge_size=2, temporal_patch_size=2, size={"shortest_edge": 1024, "longest_edge": 4096},
        image_mean=[0.5] * 3, image_std=[0.5] * 3,
    ).save_pretrained(folder)  # fmt: skip
    return folder


def _letter(tokenizer: Any, token: int) -> bool:
    said = tokenizer.decode([token])
    return len(said) == 1 and said.isascii() and said.isalpha()


def _tokenizer(library: Any) -> Any:
    """Bytes as tokens: it can say anything."""
    tokenizers: Any = import_module("tokenizers")
    alphabet = sorted(tokenizers.pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {token: k for k, token in enumerate([*SPECIAL, *alphabet])}
    bytewise = tokenizers.Tokenizer(tokenizers.models.BPE(vocab=vocabulary, merges=[]))
    bytewise.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    bytewise.decoder = tokenizers.decoders.ByteLevel()
    made = library.PreTrainedTokenizerFast(
        tokenizer_object=bytewise, eos_token=SPECIAL[2], pad_token=SPECIAL[0],
        additional_special_tokens=list(SPECIAL[1:]),
    )  # fmt: skip
    made.chat_template = TEMPLATE
    return made
