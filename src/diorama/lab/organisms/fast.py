"""The model's own computation, quicker for a batch of pictures of one size and questions of one length.

The library embeds patches by a convolution and lets each picture attend by itself, which is what pictures of all sizes
need and takes most of the time of a tiny model. What follows gives the same numbers. Several questions about a picture
share what the vision part makes of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray


@contextmanager
def batched_vision(visual: Any) -> Iterator[None]:
    """While it lasts, the vision part takes pictures of one size as one batch."""
    torch: Any = import_module("torch")
    library: Any = import_module("transformers.models.qwen3_vl.modeling_qwen3_vl")
    functional = torch.nn.functional
    embed, attentions = visual.patch_embed, [block.attn for block in visual.blocks]

    def embedded(patches: Any) -> Any:
        return functional.linear(patches, embed.proj.weight.flatten(1), embed.proj.bias)

    def attending(attention: Any) -> Any:
        def attended(states: Any, *, cu_seqlens: Any, position_embeddings: Any, **_: Any) -> Any:
            pictures = len(cu_seqlens) - 1
            query, key, value = attention.qkv(states).reshape(len(states), 3, attention.num_heads, -1).unbind(1)
            query, key = library.apply_rotary_pos_emb_vision(query, key, *position_embeddings)
            split = [x.reshape(pictures, -1, *x.shape[1:]).transpose(1, 2) for x in (query, key, value)]
            out = functional.scaled_dot_product_attention(*split, scale=attention.scaling)
            return attention.proj(out.transpose(1, 2).reshape(len(states), -1))

        return attended

    embed.forward = embedded
    for attention in attentions:
        attention.forward = attending(attention)
    try:
        yield
    finally:
        for module in (embed, *attentions):
            del module.forward


class Forward:
    """From pictures and the tokens of questions to logits, with what is the same for all of them made once."""

    def __init__(self, model: Any, prompt: NDArray[np.int64], grid: tuple[int, int, int]) -> None:
        torch: Any = import_module("torch")
        self._torch, self._model, self._grid = torch, model, grid
        ids = torch.as_tensor(prompt)[None]
        self._of_picture = ids[0] == model.config.image_token_id
        places, _ = model.model.get_rope_index(
            ids, mm_token_type_ids=self._of_picture[None].int(), image_grid_thw=torch.tensor([grid])
        )
        self._places = places

    def logits(self, patches: Any, scene: Any, ids: Any, last: int) -> Any:
        """Logits at the `last` places of each question; `scene` says which picture a question is about.

        `ids` are prompts, maybe with a reply at their end.
        """
        torch, model = self._torch, self._model.model
        questions, length = ids.shape
        grids = torch.tensor([self._grid]).expand(len(patches), -1)
        seen = model.visual(patches.flatten(0, 1), grid_thw=grids, return_dict=True)
        features, *deep = (
            x.reshape(len(patches), -1, x.shape[-1])[scene].flatten(0, 1)
            for x in (seen.pooler_output, *seen.deepstack_features)
        )
        more = length - self._places.shape[-1]
        after = self._places[..., -1:] + torch.arange(1, more + 1)
        places = torch.cat([self._places, after], dim=-1).expand(-1, questions, -1)
        shown = torch.nn.functional.pad(self._of_picture, (0, more)).expand(questions, -1)
        embeds = model.language_model.embed_tokens(ids).clone()
        embeds[shown] = features
        states = model.language_model(
            inputs_embeds=embeds, position_ids=places, visual_pos_masks=shown, deepstack_visual_embeds=deep,
            use_cache=False,
        ).last_hidden_state  # fmt: skip
        return self._model.lm_head(states[:, -last:])
