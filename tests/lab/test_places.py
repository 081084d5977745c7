"""Where things are: grids, the order of patches in each family, sites, and the moment of answering."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

from diorama.errors import DioramaError
from diorama.lab import Grid, family_of, run_pass, sites_of
from diorama.lab.family import part_of
from diorama.lab.grid import in_blocks
from diorama.lab.prompt import answer_start, encoded, prepare
from diorama.lab.sites import chosen_sites, frontier, untouched
from diorama.lab.subject import Subject
from tests.lab.scenes import HEIGHT, WIDTH, noise, prompt_of, request
from tests.lab.tiny import NAMES, tiny


def grid(rows: int = 4, columns: int = 8, merge: int = 2) -> Grid:
    count = rows * columns // merge**2
    order = in_blocks(rows, columns, merge)
    return Grid(16 * columns, 16 * rows, rows, columns, merge, order, np.arange(count), np.arange(count) + 5)


# grids


def test_a_cell_is_covered_by_its_share() -> None:
    """Tokens are 32 pixels wide; the left half of the first one and a quarter of its neighbour."""
    mask = np.zeros((64, 128), bool)
    mask[:32, :16] = True
    mask[:16, 32:48] = True
    assert grid().cover(mask, "tokens")[0].tolist() == [0.5, 0.25, 0, 0]
    assert grid().cover(mask, "patches")[0, :4].tolist() == [1, 0, 1, 0]


def test_cells_may_end_within_a_pixel() -> None:
    """Five pixels for two cells: the middle one belongs to both, in halves."""
    two = Grid(5, 1, 1, 2, 1, np.arange(2), np.arange(2), np.arange(2))
    assert two.mean(np.array([[0.0, 0.0, 1.0, 0.0, 0.0]]), "patches")[0].tolist() == pytest.approx([0.2, 0.2])
    assert two.mean(np.array([[1.0, 1.0, 1.0, 0.0, 0.0]]), "patches")[0].tolist() == pytest.approx([1.0, 0.2])


def test_patches_and_tokens_stand_for_each_other() -> None:
    patches = np.zeros((4, 8), bool)
    patches[1, 2] = True
    tokens = grid().tokens_of(patches)
    assert np.argwhere(tokens).tolist() == [[0, 1]]
    assert grid().patches_of(tokens).sum() == 4
    assert grid().sequence_places(tokens).tolist() == [6]
    assert grid().patch_places(patches).tolist() == [6], "the third of the second block"


# the order of patches: paint one, and find it where the grid says


@contextmanager
def blind_blocks(subject: Subject) -> Iterator[None]:
    """While it lasts, vision blocks give on what they get: no patch hears of another."""
    blocks = list(part_of(subject.model, subject.family.blocks))
    for block in blocks:
        block.forward = lambda hidden_states, *args, **kwargs: hidden_states
    try:
        yield
    finally:
        for block in blocks:
            del block.forward


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("row", "column"), [(0, 0), (1, 2), (3, 1), (2, 3)])
def test_a_painted_token_is_found_where_the_grid_says(name: str, row: int, column: int) -> None:
    subject = tiny(name)
    plain = prompt_of(subject, np.zeros((HEIGHT, WIDTH, 3), np.uint8))
    rows, columns = plain.grid.shape("tokens")
    cells = np.zeros((rows, columns), bool)
    cells[row % rows, column % columns] = True
    top, left = (round(HEIGHT / rows * (row % rows)), round(WIDTH / columns * (column % columns)))
    painted = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    painted[top : top + HEIGHT // rows, left : left + WIDTH // columns] = noise(1)[: HEIGHT // rows, : WIDTH // columns]
    other = prompt_of(subject, painted)
    with blind_blocks(subject):
        before, after = (run_pass(subject, p, keep=sites_of(subject)).states for p in (plain, other))
    places = {
        "patches": plain.grid.patch_places(plain.grid.patches_of(cells)),
        "merged": plain.grid.merged_places(cells),
        "sequence": plain.grid.sequence_places(cells),
    }
    for site in (s for s in sites_of(subject) if s.name in ("patches", "vit.1", "merger", "lm.input", "deepstack.0")):
        moved = (after[site.name] - before[site.name]).abs().reshape(-1, before[site.name].shape[-1]).sum(-1)
        found = moved.argsort(descending=True)[: len(places[site.space])]
        assert sorted(found.tolist()) == sorted(places[site.space].tolist()), site.name


def test_a_picture_fills_its_grid() -> None:
    for name in NAMES:
        found = prompt_of(tiny(name)).grid
        assert (found.width, found.height) == (WIDTH, HEIGHT)
        assert len(found.positions) == np.prod(found.shape("tokens")) == len(set(found.positions.tolist()))
        assert sorted(found.patch_order.tolist()) == list(range(found.rows * found.columns))


# sites


def test_sites_stand_in_the_order_in_which_they_are_computed() -> None:
    names = [site.name for site in sites_of(tiny("qwen3_vl"))]
    assert names[:7] == ["patches", "vit.0", "vit.1", "deepstack.0", "vit.2", "deepstack.1", "vit.3"]
    assert names[-6:] == ["merger", "lm.input", "lm.0", "lm.1", "lm.2", "lm.3"]
    assert not any("deepstack" in site.name for site in sites_of(tiny("internvl")))


def test_the_papers_sites_are_spread_over_any_depth() -> None:
    names = [site.name for site in chosen_sites(tiny("qwen3_vl"), "paper")]
    assert {"vit.0", "vit.5", "merger", "deepstack.0", "deepstack.2", "lm.0", "lm.3"} <= set(names)
    assert "patches" not in names
    assert [s.name for s in chosen_sites(tiny("qwen3_vl"), "lm.1, vit.2")] == ["vit.2", "lm.1"]
    with pytest.raises(DioramaError, match=r"no site named 'vit.77'"):
        chosen_sites(tiny("qwen3_vl"), "vit.77")


def test_what_flows_on_from_a_site() -> None:
    sites = sites_of(tiny("qwen3_vl"))
    flows = {site.name: [s.name for s in frontier(untouched([site], sites))] for site in sites}
    assert flows["vit.1"] == ["vit.1"], "the first deep-stack merger takes its features from here"
    assert flows["vit.2"] == ["deepstack.0", "vit.2"]
    assert flows["merger"] == ["deepstack.0", "deepstack.1", "deepstack.2", "merger"]
    assert flows["lm.1"] == ["deepstack.1", "deepstack.2", "lm.1"]
    assert flows["lm.3"] == ["lm.3"]
    assert flows["deepstack.1"] == flows["lm.1"], "it comes in after that layer, and changes nothing before"


def test_unknown_families_are_named() -> None:
    with pytest.raises(DioramaError, match=r"type 'llama'; it knows qwen3_vl"):
        family_of("llama")


# the moment of answering


@pytest.mark.parametrize(
    ("reply", "thoughts"),
    [
        ("The mug", ""),
        ("\n The mug", "\n "),
        ("<think>\nThe mug?</think>\n\nThe mug", "<think>\nThe mug?</think>\n\n"),
        ("<think>a</think>b<think>c</think> The mug", "<think>a</think>b<think>c</think> "),
    ],
)
def test_the_answer_begins_after_all_thoughts(reply: str, thoughts: str) -> None:
    subject = tiny("qwen3_vl")
    written = subject.processor.tokenizer(reply, add_special_tokens=False)["input_ids"]
    start = answer_start(subject, written)
    assert start is not None and subject.processor.tokenizer.decode(written[:start]) == thoughts


@pytest.mark.parametrize("name", ["<|image_pad|>", "<|vision_start|>", "<|im_end|>"])
def test_a_reply_that_names_a_special_token_brings_none(name: str) -> None:
    """Otherwise it could show the model a second picture, or end the conversation."""
    subject = tiny("qwen3_vl")
    special = subject.processor.tokenizer.convert_tokens_to_ids(name)
    plain, spelt = (
        prepare(subject, request(), reply=f"<think>\n{word}</think>\n\nThe mug").inputs["input_ids"][0].tolist()
        for word in ("hm", f"hm {name}")
    )
    assert spelt.count(special) == plain.count(special) and len(spelt) > len(plain)
    run_pass(subject, prepare(subject, request(), thoughts=f"hm {name}", reply=f"{name} red"))


@pytest.mark.parametrize("reply", ["", "  ", "<think>and so on", "<think>so</think>"])
def test_a_reply_without_an_answer_is_said_to_have_none(reply: str) -> None:
    with pytest.raises(DioramaError, match="holds no answer"):
        prompt_of(tiny("qwen3_vl"), reply=reply)


def test_a_template_that_opens_thoughts_leaves_them_open() -> None:
    subject = tiny("qwen3_vl")
    written = subject.processor.tokenizer("still thinking", add_special_tokens=False)["input_ids"]
    assert answer_start(subject, written, thinking=True) is None
    assert answer_start(subject, written) == 0


def test_a_model_stops_where_its_answer_begins() -> None:
    """A hundred tokens are allowed; one is written, and none of it is fed."""
    subject = tiny("qwen3_vl")
    asked, _ = encoded(subject, request())
    made = prepare(subject, request(), most=100)
    assert made.length == asked["input_ids"].shape[1] and made.reply == ""


def test_the_last_place_predicts_what_the_model_writes_first() -> None:
    """The logits of our run are those that the model's own generation draws from."""
    subject = tiny("qwen3_vl")
    asked, _ = encoded(subject, request())
    written = subject.model.generate(
        **asked, max_new_tokens=3, do_sample=False, return_dict_in_generate=True, output_logits=True
    )
    said = subject.processor.tokenizer.decode(written.sequences[0, -3:-1])
    fed = prepare(subject, request(), thought=said)
    assert run_pass(subject, fed).logits.tolist() == pytest.approx(written.logits[2][0].tolist(), abs=1e-4)


def test_questions_with_other_than_one_picture_are_refused() -> None:
    whole: Any = request()
    two = type(whole)((whole.parts[0], *whole.parts))
    for asked, count in ((two, 2), (type(whole)(("Nothing to see",)), 0)):
        with pytest.raises(DioramaError, match=f"one picture; this one shows {count}"):
            prepare(tiny("qwen3_vl"), asked, reply="A")


def test_thoughts_that_were_kept_apart_stand_before_the_reply() -> None:
    subject = tiny("qwen3_vl")
    made = prompt_of(subject, reply="The mug", thoughts="The cup?")
    assert made.reply == "<think>\nThe cup?\n</think>\n\n"
    assert prompt_of(subject, reply="The mug").reply == ""
