"""A tiny Wan image-to-video pipeline with random weights, saved as a folder that a user's weights could be."""

from __future__ import annotations

import string
from importlib import import_module
from pathlib import Path
from typing import Any

ORIGINAL = {
    "condition_embedder.image_embedder.norm1": "img_emb.proj.0",
    "condition_embedder.image_embedder.ff.net.0.proj": "img_emb.proj.1",
    "condition_embedder.image_embedder.ff.net.2": "img_emb.proj.3",
    "condition_embedder.image_embedder.norm2": "img_emb.proj.4",
    "condition_embedder.time_embedder.linear_1": "time_embedding.0",
    "condition_embedder.time_embedder.linear_2": "time_embedding.2",
    "condition_embedder.text_embedder.linear_1": "text_embedding.0",
    "condition_embedder.text_embedder.linear_2": "text_embedding.2",
    "condition_embedder.time_proj": "time_projection.1",
    "attn1": "self_attn",
    "attn2": "cross_attn",
    ".to_out.0.": ".o.",
    ".to_q.": ".q.",
    ".to_k.": ".k.",
    ".to_v.": ".v.",
    ".add_k_proj.": ".k_img.",
    ".add_v_proj.": ".v_img.",
    ".norm_added_k.": ".norm_k_img.",
    "ffn.net.0.proj": "ffn.0",
    "ffn.net.2": "ffn.2",
    "proj_out": "head.head",
}
"""Names of weights in `diffusers`, and in Wan's own layout."""


def save_tiny_wan(folder: Path, **changed: Any) -> Path:
    """The whole pipeline in the layout of `diffusers`; `changed` goes to the pipeline."""
    torch: Any = import_module("torch")
    diffusers: Any = import_module("diffusers")
    library: Any = import_module("transformers")
    tokenizer = _tokenizer(library)
    torch.manual_seed(0)
    pipe = diffusers.WanImageToVideoPipeline(
        tokenizer=tokenizer,
        text_encoder=library.UMT5EncoderModel(
            library.UMT5Config(
                vocab_size=len(tokenizer) + 4, d_model=32, d_kv=8, d_ff=37, num_layers=2, num_heads=4,
                relative_attention_num_buckets=8, pad_token_id=0, eos_token_id=1, decoder_start_token_id=0,
            )
        ),
        vae=diffusers.AutoencoderKLWan(
            base_dim=3, z_dim=16, dim_mult=[1, 1, 1, 1], num_res_blocks=1, temperal_downsample=[False, True, True]
        ),
        image_processor=library.CLIPImageProcessor(crop_size=32, size={"shortest_edge": 32}),
        image_encoder=library.CLIPVisionModel(
            library.CLIPVisionConfig(
                hidden_size=4, projection_dim=4, num_hidden_layers=2, num_attention_heads=2, image_size=32,
                intermediate_size=16, patch_size=16,
            )
        ),
        transformer=tiny_transformer(),
        scheduler=diffusers.UniPCMultistepScheduler(
            prediction_type="flow_prediction", use_flow_sigmas=True, num_train_timesteps=1000, flow_shift=3.0
        ),
        **changed,
    )  # fmt: skip
    pipe.save_pretrained(folder)
    return folder


def tiny_transformer() -> Any:
    diffusers: Any = import_module("diffusers")
    return diffusers.WanTransformer3DModel(
        patch_size=(1, 2, 2), num_attention_heads=2, attention_head_dim=12, in_channels=36, out_channels=16,
        text_dim=32, freq_dim=256, ffn_dim=32, num_layers=2, cross_attn_norm=True, qk_norm="rms_norm_across_heads",
        rope_max_seq_len=32, image_dim=4, added_kv_proj_dim=24,
    )  # fmt: skip


def original_layout(transformer: Any) -> dict[str, Any]:
    """The weights of a transformer under the names of Wan's own releases, such as ATI's."""
    named = {}
    for name, value in transformer.state_dict().items():
        for here, there in ORIGINAL.items():
            name = name.replace(here, there)
        if name.startswith("blocks."):
            swapped = {"norm2": "norm3", "norm3": "norm2"}
            name = ".".join(swapped.get(part, part) for part in name.split("."))
            name = name.replace("scale_shift_table", "modulation")
        named[name.replace("scale_shift_table", "head.modulation")] = value.contiguous()
    return named


def _tokenizer(library: Any) -> Any:
    """Letters and digits as tokens."""
    tokenizers: Any = import_module("tokenizers")
    pieces = ["<pad>", "</s>", "<unk>", "▁", *string.ascii_letters, *string.digits]
    letters = tokenizers.Tokenizer(tokenizers.models.Unigram([(piece, -1.0) for piece in pieces], unk_id=2))
    letters.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace()
    letters.post_processor = tokenizers.processors.TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 1)])
    return library.PreTrainedTokenizerFast(
        tokenizer_object=letters, pad_token="<pad>", eos_token="</s>", unk_token="<unk>"
    )
