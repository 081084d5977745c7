"""Models with a planted mind: a head that looks at one token, an answer that hangs on one token."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from diorama.lab.passes import Change, run_pass
from diorama.lab.prompt import Prompt
from diorama.lab.sites import Site, sites_of
from diorama.lab.subject import Subject
from diorama.lab.tracing import matched_noise
from tests.lab.tiny import tiny

SHARP = 30.0
SURE = 30.0
"""How much louder the last state speaks: untrained models are sure of nothing."""


def fresh(name: str = "qwen3_vl") -> Subject:
    """A tiny model that may be changed."""
    whole = tiny(name)
    return Subject(whole.name, copy.deepcopy(whole.model), whole.processor, whole.family)


def plant_look(
    subject: Subject, prompt: Prompt, token: int, layer: int, head: int, not_at: Sequence[Any] = ()
) -> None:
    """Make one head of one layer look from the last place at one token of the picture, and nowhere else.

    The key of that token points along the slowest of the rotated directions, and so does the query of the last place;
    the keys of the others point against it, and so do those of the states in `not_at`.
    """
    torch: Any = import_module("torch")
    attention = subject.model.model.language_model.layers[layer].self_attn
    normed = _given_to(subject, prompt, layer)
    size = attention.head_dim
    slow, group = size // 2 - 1, head // attention.num_key_value_groups
    states = torch.cat([normed[torch.as_tensor(prompt.grid.positions)], *(state[None] for state in not_at)])
    wanted = torch.full((len(states),), -1.0)
    wanted[token] = 1.0
    along = torch.linalg.lstsq(states, wanted[:, None], driver="gelsd").solution[:, 0]
    last = normed[-1] / normed[-1].norm() ** 2
    with torch.no_grad():
        for weights, number, row in ((attention.k_proj.weight, group, along), (attention.q_proj.weight, head, last)):
            weights[number * size : (number + 1) * size] = 0.0
            weights[number * size + slow] = row
        attention.q_norm.weight[slow] = SHARP


def plant_dependence(subject: Subject, prompt: Prompt, token: int, seeds: Sequence[int]) -> None:
    """Let the answer hang on one token: the last layer's heads look at it, and nothing else passes anything on.

    They do not look at tokens of noise either, drawn with these seeds, wherever these are.
    """
    torch: Any = import_module("torch")
    model = subject.model.model
    with torch.no_grad():
        for block in model.visual.blocks:  # patches hear nothing of each other
            block.attn.proj.weight.zero_()
            block.attn.proj.bias.zero_()
        for layer in model.language_model.layers[:-1]:
            layer.self_attn.o_proj.weight.zero_()
    last = len(model.language_model.layers) - 1
    elsewhere = 0 if token else 1
    shape = prompt.grid.shape("tokens")
    region = prompt.grid.patches_of(only(shape, divmod(elsewhere, shape[1])))
    first = sites_of(subject)[0]
    clean = run_pass(subject, prompt, keep=[first]).states[first.name]
    place = int(prompt.grid.positions[elsewhere])
    drawn = [matched_noise(clean, prompt.grid, region, seed) for seed in seeds]
    noises = [_given_to(subject, prompt, last, {first: noise})[place] for noise in drawn]
    for head in range(model.language_model.layers[last].self_attn.config.num_attention_heads):
        plant_look(subject, prompt, token, last, head, noises)
    with torch.no_grad():
        model.language_model.layers[last].self_attn.o_proj.weight.mul_(40.0)
        model.language_model.layers[last].self_attn.v_proj.weight.mul_(40.0)
        model.language_model.norm.weight.mul_(SURE)


def _given_to(subject: Subject, prompt: Prompt, layer: int, change: Mapping[Site, Change] | None = None) -> Any:
    """What the attention of a layer is given: places × features."""
    held: list[Any] = []
    attention = subject.model.model.language_model.layers[layer].self_attn
    handle = attention.register_forward_pre_hook(
        lambda module, args, kwargs: held.append((args[0] if args else kwargs["hidden_states"]).detach()[0].clone()),
        with_kwargs=True,
    )
    try:
        run_pass(subject, prompt, change=change)
    finally:
        handle.remove()
    return held[0]


def only(shape: tuple[int, int], *cells: tuple[int, int]) -> Any:
    """A raster in which these cells are on."""
    raster = np.zeros(shape, bool)
    for cell in cells:
        raster[cell] = True
    return raster
