"""Tiny models of every family, with random weights, saved as users have them: a folder with safetensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

WORDS = (
    "a",
    "photo",
    "of",
    "the",
    "red",
    "blue",
    "cup",
    "ball",
    "box",
    "surface",
    "made",
    "mirror",
    "glass",
    "wood",
    "fabric",
    "metal",
    "polished",
    "glossy",
    "matte",
    ".",
    ",",
    "empty",
    "background",
)
SIDE = 64
"""The side of the square that the models look at; masks are a quarter of it."""


def transformers() -> Any:
    return import_module("transformers")


def tokenizer(longest: int, *, bert: bool = False) -> Any:
    """A tokenizer of whole words."""
    tokenizers: Any = import_module("tokenizers")
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    vocabulary = {word: k for k, word in enumerate([*special, *WORDS])}
    made = tokenizers.Tokenizer(tokenizers.models.WordLevel(vocabulary, unk_token="[UNK]"))
    made.normalizer = tokenizers.normalizers.Lowercase()
    made.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    made.post_processor = tokenizers.processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    return transformers().PreTrainedTokenizerFast(
        tokenizer_object=made,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        mask_token="[MASK]",
        model_max_length=longest,
    )


VOCABULARY = 5 + len(WORDS)


def _text(**more: Any) -> dict[str, Any]:
    return {
        "vocab_size": VOCABULARY,
        "hidden_size": 16,
        "intermediate_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "max_position_embeddings": 16,
        "pad_token_id": 0,
        "bos_token_id": 2,
        "eos_token_id": 3,
        **more,
    }


def _vision(**more: Any) -> dict[str, Any]:
    return {
        "hidden_size": 16,
        "intermediate_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "image_size": SIDE,
        "patch_size": 16,
        **more,
    }


def owlv2() -> Sequence[Any]:
    t = transformers()
    config = t.Owlv2Config(text_config=_text(), vision_config=_vision(), projection_dim=16)
    pictures = t.Owlv2ImageProcessorPil(size={"height": SIDE, "width": SIDE})
    return t.Owlv2ForObjectDetection(config), pictures, tokenizer(16)


def owlvit() -> Sequence[Any]:
    t = transformers()
    config = t.OwlViTConfig(text_config=_text(), vision_config=_vision(), projection_dim=16)
    pictures = t.OwlViTImageProcessorPil(size={"height": SIDE, "width": SIDE}, do_center_crop=False)
    return t.OwlViTForObjectDetection(config), pictures, tokenizer(16)


def grounding_dino() -> Sequence[Any]:
    t = transformers()
    text = {k: v for k, v in _text(max_position_embeddings=256).items() if not k.startswith(("bos", "eos"))}
    backbone = t.SwinConfig(
        image_size=SIDE,
        patch_size=4,
        embed_dim=8,
        depths=[1, 1, 1, 1],
        num_heads=[1, 1, 2, 2],
        window_size=4,
        out_features=["stage2", "stage3", "stage4"],
    )
    config = t.GroundingDinoConfig(
        backbone_config=backbone,
        text_config=t.BertConfig(**text),
        d_model=32,
        encoder_layers=1,
        decoder_layers=2,
        encoder_attention_heads=2,
        decoder_attention_heads=2,
        encoder_ffn_dim=16,
        decoder_ffn_dim=16,
        num_queries=10,
        max_text_len=32,
        encoder_n_points=1,
        decoder_n_points=1,
        num_feature_levels=3,
    )
    pictures = t.GroundingDinoImageProcessorPil(size={"shortest_edge": SIDE, "longest_edge": 2 * SIDE})
    return t.GroundingDinoForObjectDetection(config), pictures, tokenizer(256)


def sam() -> Sequence[Any]:
    t = transformers()
    config = t.SamConfig(
        vision_config=_vision(output_channels=16, num_pos_feats=8, mlp_dim=16, window_size=2, global_attn_indexes=[0]),
        prompt_encoder_config={"hidden_size": 16, "image_size": SIDE, "patch_size": 16, "mask_input_channels": 4},
        mask_decoder_config={
            "hidden_size": 16,
            "mlp_dim": 16,
            "num_attention_heads": 2,
            "num_hidden_layers": 1,
            "iou_head_hidden_dim": 16,
        },
    )
    pictures = t.SamImageProcessorPil(size={"longest_edge": SIDE}, pad_size={"height": SIDE, "width": SIDE})
    return t.SamModel(config), pictures


def sam2() -> Sequence[Any]:
    t = transformers()
    hiera = t.Sam2HieraDetConfig(
        hidden_size=8,
        num_attention_heads=1,
        image_size=[SIDE, SIDE],
        window_positional_embedding_background_size=[4, 4],
        blocks_per_stage=[1, 1, 1, 1],
        embed_dim_per_stage=[8, 16, 32, 64],
        num_attention_heads_per_stage=[1, 1, 1, 1],
        window_size_per_stage=[4, 4, 4, 4],
        global_attention_blocks=[],
    )
    vision = t.Sam2VisionConfig(
        backbone_config=hiera,
        backbone_channel_list=[64, 32, 16, 8],
        fpn_hidden_size=16,
        backbone_feature_sizes=[[SIDE // 4] * 2, [SIDE // 8] * 2, [SIDE // 16] * 2],
    )
    config = t.Sam2Config(
        vision_config=vision,
        prompt_encoder_config={"hidden_size": 16, "image_size": SIDE, "patch_size": 16, "mask_input_channels": 4},
        mask_decoder_config={
            "hidden_size": 16,
            "mlp_dim": 16,
            "num_attention_heads": 2,
            "num_hidden_layers": 1,
            "iou_head_hidden_dim": 16,
        },
    )
    return (t.Sam2Model(config),)


def sam3() -> Sequence[Any]:
    t = transformers()
    vit = {
        "hidden_size": 16,
        "intermediate_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "image_size": SIDE,
        "pretrain_image_size": SIDE,
        "patch_size": 8,
        "window_size": 4,
        "global_attn_indexes": [0],
    }
    small = {"hidden_size": 16, "intermediate_size": 16, "num_layers": 1, "num_attention_heads": 2}
    config = t.Sam3Config(
        vision_config={
            "backbone_config": {"model_type": "sam3_vit_model", **vit},
            "fpn_hidden_size": 16,
            "backbone_feature_sizes": [[32, 32], [16, 16], [8, 8]],
        },
        text_config=_text(projection_dim=16, max_position_embeddings=32),
        geometry_encoder_config=small,
        detr_encoder_config=small,
        detr_decoder_config={**small, "num_queries": 6},
        mask_decoder_config={"hidden_size": 16, "num_attention_heads": 2},
    )
    return t.Sam3Model(config), tokenizer(32)


def depth_anything(*, metric: bool = False) -> Sequence[Any]:
    t = transformers()
    backbone = t.Dinov2Config(
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=16,
        image_size=56,
        patch_size=14,
        out_indices=[1, 2],
        reshape_hidden_states=False,
        apply_layernorm=True,
    )
    config = t.DepthAnythingConfig(
        backbone_config=backbone,
        reassemble_hidden_size=16,
        patch_size=14,
        reassemble_factors=[4, 2],
        neck_hidden_sizes=[16, 16],
        fusion_hidden_size=16,
        head_in_index=-1,
        head_hidden_size=8,
        depth_estimation_type="metric" if metric else "relative",
        max_depth=20,
    )
    pictures = t.DPTImageProcessorPil(
        size={"height": 112, "width": 112}, keep_aspect_ratio=True, ensure_multiple_of=14, do_pad=False
    )
    return t.DepthAnythingForDepthEstimation(config), pictures


def glpn() -> Sequence[Any]:
    t = transformers()
    config = t.GLPNConfig(
        num_encoder_blocks=4,
        depths=[1] * 4,
        sr_ratios=[8, 4, 2, 1],
        hidden_sizes=[8, 8, 8, 8],
        num_attention_heads=[1, 1, 1, 1],
        mlp_ratios=[2] * 4,
        decoder_hidden_size=8,
        max_depth=10,
    )
    return t.GLPNForDepthEstimation(config), t.GLPNImageProcessorPil()


def zoedepth() -> Sequence[Any]:
    t = transformers()
    backbone = t.BeitConfig(
        hidden_size=16,
        num_hidden_layers=4,
        num_attention_heads=2,
        intermediate_size=16,
        image_size=64,
        patch_size=16,
        out_indices=[1, 2, 3, 4],
        reshape_hidden_states=False,
        use_relative_position_bias=True,
    )
    config = t.ZoeDepthConfig(
        backbone_config=backbone,
        neck_hidden_sizes=[16] * 4,
        fusion_hidden_size=16,
        bottleneck_features=16,
        num_relative_features=8,
        bin_configurations=[{"n_bins": 8, "min_depth": 0.001, "max_depth": 10.0, "name": "nyu"}],
        num_attractors=[1, 1, 1, 1],
        bin_embedding_dim=8,
        reassemble_factors=[4, 2, 1, 0.5],
    )
    return t.ZoeDepthForDepthEstimation(config), t.ZoeDepthImageProcessorPil(size={"height": 64, "width": 64})


def clip() -> Sequence[Any]:
    t = transformers()
    config = t.CLIPConfig(text_config=_text(), vision_config=_vision(), projection_dim=16)
    pictures = t.CLIPImageProcessorPil(size={"shortest_edge": SIDE}, crop_size={"height": SIDE, "width": SIDE})
    return t.CLIPModel(config), pictures, tokenizer(16)


def siglip() -> Sequence[Any]:
    t = transformers()
    config = t.SiglipConfig(text_config=_text(), vision_config=_vision())
    return t.SiglipModel(config), t.SiglipImageProcessorPil(size={"height": SIDE, "width": SIDE}), tokenizer(16)


def saved(make: Callable[[], Sequence[Any]], folder: Path) -> Path:
    """A tiny model with what feeds it, in a folder."""
    torch: Any = import_module("torch")
    torch.manual_seed(0)
    for part in make():
        part.save_pretrained(folder)
    return folder
