"""What the last place attends to: equal to the library's own attention, and found where it was planted."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

from diorama.lab import run_pass
from diorama.lab.attention import last_attention
from diorama.lab.dgar import Mode, heat_of, mode_of, shares_of
from diorama.lab.regions import Regions
from diorama.lab.self_attention import received_attention
from tests.lab.planting import fresh, only, plant_look
from tests.lab.scenes import prompt_of
from tests.lab.tiny import NAMES, tiny

torch: Any = import_module("torch")


@pytest.mark.parametrize("name", NAMES)
def test_it_is_the_attention_of_the_library(name: str) -> None:
    subject = tiny(name)
    prompt = prompt_of(subject)
    found = last_attention(subject, prompt)
    subject.model.set_attn_implementation("eager")
    try:
        with torch.inference_mode():
            whole = subject.model(**prompt.inputs, use_cache=False, output_attentions=True).attentions
    finally:
        subject.model.set_attn_implementation("sdpa")
    rows = np.stack([layer[0, :, -1].numpy() for layer in whole])[:, :, prompt.grid.positions]
    assert found.share == pytest.approx(rows.sum(-1), abs=1e-5)
    assert found.weights == pytest.approx(rows / rows.sum(-1, keepdims=True), abs=1e-5)


@pytest.mark.parametrize("name", NAMES)
def test_looking_changes_nothing(name: str) -> None:
    subject = tiny(name)
    prompt = prompt_of(subject)
    watched = last_attention(subject, prompt).run.logits
    assert torch.equal(watched, run_pass(subject, prompt).logits)
    assert torch.equal(watched, last_attention(subject, prompt).run.logits), "and the model is as before"


@pytest.mark.parametrize(("token", "layer", "head"), [(0, 0, 0), (13, 2, 1), (23, 3, 0)])
def test_a_planted_head_is_found(token: int, layer: int, head: int) -> None:
    """DGAR finds the layer, the head and the region that were planted."""
    subject = fresh()
    prompt = prompt_of(subject)
    plant_look(subject, prompt, token, layer, head)
    weights = last_attention(subject, prompt).weights
    assert weights[layer, head, token] > 0.99
    shares = shares_of(weights, regions(correct=token))["correct"]
    assert divmod(int(shares.argmax()), shares.shape[1]) == (layer, head)
    assert int(heat_of(weights, shares).argmax()) == token


SHAPE = (4, 6)


def regions(target: int = 1, correct: int = 2) -> Regions:
    """Two tokens, and all others: those of a picture of 4 × 6."""
    one, other = (only(SHAPE, (k // SHAPE[1], k % SHAPE[1])) for k in (target, correct))
    one &= ~other
    return Regions(one, other, ~one & ~other, None, 0.1, False)


@pytest.mark.parametrize(
    ("looks_at", "mode"), [(7, Mode.FIXATION), (16, Mode.AWARE), (20, Mode.DISPERSED), (None, Mode.DISPERSED)]
)
def test_planted_minds_land_in_their_modes(looks_at: int | None, mode: Mode) -> None:
    """Every head looks at the target, at what lies where the answer is, at something else, or nowhere special."""
    subject = fresh()
    prompt = prompt_of(subject)
    for layer in range(4 if looks_at is not None else 0):
        for head in range(2):
            assert looks_at is not None
            plant_look(subject, prompt, looks_at, layer, head)
    shares = shares_of(last_attention(subject, prompt).weights, regions(target=7, correct=16))
    assert mode_of(shares) is mode
    assert sum(float(share.mean()) for share in shares.values()) == pytest.approx(1)


def test_cells_that_cannot_be_trusted_count_nowhere() -> None:
    weights = np.full((1, 1, 24), 1 / 24, np.float32)
    some = Regions(only(SHAPE, (0, 0)), only(SHAPE, (0, 1)), only(SHAPE, (0, 2), (0, 3)), None, 0.1, False)
    assert {part: float(share[0, 0]) for part, share in shares_of(weights, some).items()} == pytest.approx(
        {"target": 0.25, "correct": 0.25, "irrelevant": 0.5}
    )
    assert some.chance == 0.25


# self-attention of vision blocks


@pytest.mark.parametrize("name", NAMES)
def test_received_attention_is_that_of_the_library(name: str) -> None:
    """The mean over queries and heads of the whole matrix, which eager attention gives."""
    subject = tiny(name)
    prompt = prompt_of(subject)
    held: list[Any] = []
    library: Any = import_module("transformers.modeling_utils")
    (last,) = received_attention(subject, prompt, 1)

    def whole(module: Any, query: Any, key: Any, value: Any, mask: Any = None, **kwargs: Any) -> Any:
        weights = (query @ key.transpose(2, 3) * kwargs["scaling"]).softmax(-1)
        held.append(weights[0].mean(0))
        return (weights @ value).transpose(1, 2).contiguous(), weights

    blocks = subject.model.model.visual.blocks if "qwen" in name else subject.model.model.vision_tower.encoder.layer
    attention = getattr(blocks[-1], subject.family.vision_attention)
    usual = attention.config._attn_implementation
    library.ALL_ATTENTION_FUNCTIONS.register("test_whole", whole)
    attention.config._attn_implementation = "test_whole"
    try:
        run_pass(subject, prompt)
    finally:
        attention.config._attn_implementation = usual
    pieces: list[Any] = []
    received = np.zeros(0)
    for matrix in reversed(held):  # the last block's calls are the last ones: one, or one for each window
        pieces.insert(0, matrix.sum(0).numpy())
        received = np.concatenate(pieces)[prompt.grid.before :]
        if len(np.concatenate(pieces)) == prompt.grid.rows * prompt.grid.columns + prompt.grid.before:
            break
    assert last.map.reshape(-1)[prompt.grid.patch_order] == pytest.approx(received / received.sum(), abs=1e-6)
    assert last.block == len(blocks) - 1 and 0.9 < last.entropy <= 1.0001, "random weights attend evenly"
