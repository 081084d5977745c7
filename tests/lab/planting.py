"""Models with a planted mind: a head that looks at one token, an answer that hangs on one token."""

from __future__ import annotations

import copy
from importlib import import_module
from typing import Any

import numpy as np

from diorama.lab.passes import run_pass
from diorama.lab.prompt import Prompt
from diorama.lab.sites import sites_of
from diorama.lab.subject import Subject
from tests.lab.tiny import tiny

SHARP = 30.0


def fresh(name: str = "qwen3_vl") -> Subject:
    """A tiny model that may be changed."""
    whole = tiny(name)
    return Subject(whole.name, copy.deepcopy(whole.model), whole.processor, whole.family)


def plant_look(subject: Subject, prompt: Prompt, token: int, layer: int, head: int) -> None:
    """Make one head of one layer look from the last place at one token of the picture, and nowhere else.

    The key of that token points along the slowest of the rotated directions, and so does the query of the last place;
    the keys of the others point against it.
    """
    torch: Any = import_module("torch")
    attention = subject.model.model.language_model.layers[layer].self_attn
    normed = _given_to(subject, prompt, layer)
    size = attention.head_dim
    slow, group = size // 2 - 1, head // attention.num_key_value_groups
    wanted = torch.full((len(prompt.grid.positions),), -1.0)
    wanted[token] = 1.0
    places = torch.as_tensor(prompt.grid.positions)
    along = torch.linalg.lstsq(normed[places], wanted[:, None], driver="gelsd").solution[:, 0]
    last = normed[-1] / normed[-1].norm() ** 2
    with torch.no_grad():
        for weights, number, row in ((attention.k_proj.weight, group, along), (attention.q_proj.weight, head, last)):
            weights[number * size : (number + 1) * size] = 0.0
            weights[number * size + slow] = row
        attention.q_norm.weight[slow] = SHARP


def plant_dependence(subject: Subject, prompt: Prompt, token: int) -> None:
    """Let the answer hang on one token: the last layer's heads look at it, and nothing else passes anything on."""
    torch: Any = import_module("torch")
    model = subject.model.model
    with torch.no_grad():
        for block in model.visual.blocks:  # patches hear nothing of each other
            block.attn.proj.weight.zero_()
            block.attn.proj.bias.zero_()
        for layer in model.language_model.layers[:-1]:
            layer.self_attn.o_proj.weight.zero_()
    last = len(model.language_model.layers) - 1
    for head in range(model.language_model.layers[last].self_attn.config.num_attention_heads):
        plant_look(subject, prompt, token, last, head)
    with torch.no_grad():
        model.language_model.layers[last].self_attn.o_proj.weight.mul_(40.0)
        model.language_model.layers[last].self_attn.v_proj.weight.mul_(40.0)


def _given_to(subject: Subject, prompt: Prompt, layer: int) -> Any:
    """What the attention of a layer is given: places × features."""
    held: list[Any] = []
    attention = subject.model.model.language_model.layers[layer].self_attn
    handle = attention.register_forward_pre_hook(
        lambda module, args, kwargs: held.append((args[0] if args else kwargs["hidden_states"]).detach()[0].clone()),
        with_kwargs=True,
    )
    try:
        run_pass(subject, prompt, keep=sites_of(subject)[:1])
    finally:
        handle.remove()
    return held[0]


def only(shape: tuple[int, int], *cells: tuple[int, int]) -> Any:
    """A raster in which these cells are on."""
    raster = np.zeros(shape, bool)
    for cell in cells:
        raster[cell] = True
    return raster
