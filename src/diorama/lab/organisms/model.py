"""The organism: a tiny Qwen3-VL with a vocabulary of words, saved so that everything that reads models reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diorama.errors import DioramaError
from diorama.kinds.objects import OBJECTS
from diorama.lab.organisms.pictures import ASKED, REPLIES, Pixels
from diorama.lab.organisms.worlds import Question
from diorama.lab.prompt import encoded
from diorama.lab.subject import Subject, load_subject

SPECIAL = (
    "<|endoftext|>", "<|im_start|>", "<|im_end|>", "<think>", "</think>", "<|vision_start|>", "<|vision_end|>",
    "<|image_pad|>", "<|video_pad|>", "<|unknown|>",
)  # fmt: skip
TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{% for c in m['content'] %}{% if c['type'] == 'image' %}"
    "<|vision_start|><|image_pad|><|vision_end|>{% else %}{{ c['text'] }}{% endif %}{% endfor %}<|im_end|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
NOT_SAID = -100
"""What the loss leaves out."""
PATCH, MERGE = 8, 2
"""Pixels along a patch, and patches along a token: a body of 36 pixels is two to four tokens wide, so that the
regions of the laboratory, which are made of whole tokens, can be told apart."""


@dataclass(frozen=True)
class Size:
    """How large an organism is; the usual one has about 2 million parameters."""

    vision: int = 96
    language: int = 96
    """As wide as the vision part, so that one probe fits all sites."""
    layers: int = 6
    blocks: int = 6
    taps: tuple[int, ...] = (1, 2, 4)
    """Vision blocks from which the deep-stack mergers take features."""


USUAL = Size()
SMALL = Size(vision=48, language=48, layers=4)
"""For tests."""


def save_untrained(folder: Path, seed: int, size: Size = USUAL) -> Path:
    """Write an organism with random weights, with its processor."""
    torch, library = _libraries()
    tokenizer = _tokenizer(library)
    tokenizer.save_pretrained(folder)
    torch.manual_seed(seed)
    model = library.Qwen3VLForConditionalGeneration._from_config(_config(library, tokenizer, size))
    own = model.generation_config
    own.eos_token_id = tokenizer.convert_tokens_to_ids("<|im_end|>")
    own.pad_token_id = tokenizer.convert_tokens_to_ids("<|endoftext|>")
    # a reply begins with a word, even the untrained model's: otherwise there would be no answer to look at
    own.begin_suppress_tokens = tokenizer.convert_tokens_to_ids(list(SPECIAL))
    model.save_pretrained(folder)
    library.Qwen2VLImageProcessor(
        patch_size=PATCH, merge_size=MERGE, temporal_patch_size=2, size={"shortest_edge": 1024, "longest_edge": 2**18},
        image_mean=[0.5] * 3, image_std=[0.5] * 3,
    ).save_pretrained(folder)  # fmt: skip
    return folder


def load_organism(folder: Path) -> Subject:
    """An organism, read as any model is."""
    return load_subject(str(folder), device="cpu", dtype="float32")


@dataclass(frozen=True, eq=False)
class Words:
    """Every question as tokens: they are equally long, so that a batch needs no padding."""

    prompts: NDArray[np.int64]
    """By the code of what is asked."""
    replies: NDArray[np.int64]
    """The tokens of each reply and its end, by its code; `NOT_SAID` after the end of a short one."""

    def fed(self, asked: NDArray[np.int64], reply: NDArray[np.int64]) -> NDArray[np.int64]:
        """Questions with their right replies, as far as something follows: what is learned from."""
        said = self.replies[reply][:, :-1]
        return np.concatenate([self.prompts[asked], np.where(said == NOT_SAID, 0, said)], axis=1)


def words_of(subject: Subject, blank: bytes) -> Words:
    """The tokens of all questions about a picture of the size of `blank` (PNG)."""
    from diorama.ask.question import Picture, Request

    prompts = []
    for name in ASKED:
        asked = f"{Question(name, None, False).text}\n\n{_form()}"
        inputs, _ = encoded(subject, Request((Picture(blank), asked)))
        prompts.append(inputs["input_ids"][0].numpy())
    tokenizer = subject.processor.tokenizer
    replies = [tokenizer(f"{reply}<|im_end|>", add_special_tokens=False)["input_ids"] for reply in REPLIES]
    longest = max(map(len, replies))
    padded = [reply + [NOT_SAID] * (longest - len(reply)) for reply in replies]
    return Words(np.stack(prompts), np.array(padded, np.int64))


def patches_of(pixels: Pixels) -> NDArray[np.float32]:
    """Pictures as the processor would give them: pictures × patches × numbers, in blocks that are merged."""
    count, height, width, _ = pixels.shape
    rows, columns = height // PATCH, width // PATCH
    scaled = pixels.astype(np.float32) / 127.5 - 1
    cut = scaled.reshape(count, rows // MERGE, MERGE, PATCH, columns // MERGE, MERGE, PATCH, 3)
    patches = cut.transpose(0, 1, 4, 2, 5, 7, 3, 6).reshape(count, rows * columns, 3, 1, PATCH * PATCH)
    return np.repeat(patches, 2, axis=3).reshape(count, rows * columns, -1)


def grid_of(pixels: Pixels) -> tuple[int, int, int]:
    """What the model calls the grid of a picture: frames, rows and columns of patches."""
    return (1, pixels.shape[1] // PATCH, pixels.shape[2] // PATCH)


def _form() -> str:
    """How the answer is asked for."""
    return OBJECTS.forms()[0].alone


def _libraries() -> tuple[Any, Any]:
    try:
        return import_module("torch"), import_module("transformers")
    except ImportError:
        raise DioramaError("an organism needs torch and transformers: pip install 'diorama[lab]'") from None


def _tokenizer(library: Any) -> Any:
    """Words as tokens: those of the questions and replies, and nothing else."""
    tokenizers: Any = import_module("tokenizers")
    split = tokenizers.pre_tokenizers.Whitespace()
    said = [Question(name, None, False).text for name in ASKED]
    texts = ["user assistant", _form(), *said, *REPLIES]
    known = {piece for text in texts for piece, _ in split.pre_tokenize_str(text)}
    vocabulary = {token: k for k, token in enumerate([*SPECIAL, *sorted(known)])}
    words = tokenizers.Tokenizer(tokenizers.models.WordLevel(vocab=vocabulary, unk_token="<|unknown|>"))
    words.pre_tokenizer = split
    made = library.PreTrainedTokenizerFast(
        tokenizer_object=words, eos_token="<|im_end|>", pad_token="<|endoftext|>", unk_token="<|unknown|>",
        additional_special_tokens=[token for token in SPECIAL[1:-1] if "think" not in token],
    )  # fmt: skip
    made.chat_template = TEMPLATE
    return made


def _config(library: Any, tokenizer: Any, size: Size) -> Any:
    image, video, start, end = tokenizer.convert_tokens_to_ids(
        ["<|image_pad|>", "<|video_pad|>", "<|vision_start|>", "<|vision_end|>"]
    )
    heads, head = 4, size.language // 4
    third = head // 6
    text: Mapping[str, Any] = {
        "hidden_size": size.language, "intermediate_size": 3 * size.language, "num_hidden_layers": size.layers,
        "num_attention_heads": heads, "num_key_value_heads": heads, "head_dim": head, "max_position_embeddings": 1024,
        "vocab_size": len(tokenizer), "rope_parameters": {
            "rope_type": "default", "rope_theta": 1e4, "mrope_interleaved": True,
            "mrope_section": [head // 2 - 2 * third, third, third],
        },
    }  # fmt: skip
    vision: Mapping[str, Any] = {
        "depth": size.blocks, "hidden_size": size.vision, "intermediate_size": 4 * size.vision, "num_heads": 4,
        "out_hidden_size": size.language, "patch_size": PATCH, "spatial_merge_size": MERGE, "temporal_patch_size": 2,
        "deepstack_visual_indexes": list(size.taps), "num_position_embeddings": 256,
    }  # fmt: skip
    return library.Qwen3VLConfig(
        text_config=dict(text), vision_config=dict(vision), image_token_id=image, video_token_id=video,
        vision_start_token_id=start, vision_end_token_id=end, tie_word_embeddings=True,
    )  # fmt: skip
