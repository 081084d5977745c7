"""The model organism: exact answers, questions that depth alone answers, training that goes on, folders that open."""

from __future__ import annotations

import asyncio
import csv
import inspect
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

pytest.importorskip("torch")

from diorama.cli.laboratory import run_organism
from diorama.data import key_of, load
from diorama.data.drawing import png
from diorama.errors import DioramaError
from diorama.kinds import ObjectSet, Verdict
from diorama.lab.organisms import CHANCE, OrganismOrder, Scene, drawn_scene, make_organism
from diorama.lab.organisms.fast import Forward, batched_vision
from diorama.lab.organisms.making import held_out_samples
from diorama.lab.organisms.model import SMALL, grid_of, load_organism, patches_of, save_untrained, words_of
from diorama.lab.organisms.pictures import Painter, Pictures, drawn_chunk, pictures_of, read_chunk
from diorama.lab.organisms.training import Course, train
from diorama.lab.organisms.worlds import COLOURS, HEIGHT, WIDTH, asked, body_of, flat_chance
from diorama.lab.prompt import encoded, prepare, request_of
from diorama.lab.regions import NoRegion, regions_of, rule_of, scene_of
from diorama.sight import DraftRenderer, Shot, draw, see
from diorama.suites.structure.t1_single_removal import Removal, answer
from diorama.world import Camera
from tests.worlds import floor_with

torch: Any = import_module("torch")


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@cache
def few(count: int = 87) -> tuple[Scene, ...]:
    """Scenes without their pictures."""
    return tuple(drawn_scene(turn, np.random.default_rng([5, turn])) for turn in range(count))


@cache
def drawn(count: int = 12) -> Pictures:
    painter = Painter()
    try:
        return pictures_of(few()[:count], [painter.picture(scene) for scene in few()[:count]])
    finally:
        painter.close()


# worlds


def test_the_front_body_frees_the_one_behind_it() -> None:
    """A blue block before a red ball, which is before a green tin: each frees the next, the last one nothing."""
    world = floor_with(
        body_of("block", "blue", position=(-0.08, -0.2, 0.0)),
        body_of("ball", "red", position=(0.0, 0.0, 0.0)),
        body_of("tin", "green", position=(0.09, 0.2, 0.0)),
    )
    camera = Camera(position=(0.0, -1.1, 0.4), target=(0, 0, 0.05), fovy_deg=17, width=WIDTH, height=HEIGHT)
    questions = asked(see(world, camera), (0, 1, 2))
    assert questions is not None
    assert [(q.removed, q.reply) for q in questions] == [
        ("blue block", "red ball"), ("red ball", "green tin"), ("green tin", "none"),
    ]  # fmt: skip


def test_every_answer_is_that_of_the_task_t1() -> None:
    for scene in few(30):
        for question in scene.questions:
            true = answer(Removal(removed=question.removed), scene.world, scene.camera)
            assert true.names == (() if question.freed is None else (question.freed,))


def test_nothing_but_depth_gives_the_answer_away() -> None:
    """Over 200 questions: what is guessed from what overlaps what is right in three of seven, and from colours less."""
    questions = [question for scene in few() for question in scene.questions]
    assert len(questions) >= 200
    assert flat_chance(questions) == pytest.approx(CHANCE)
    replies = Counter(q.reply.split()[0] for q in questions)
    assert replies["none"] / len(questions) == pytest.approx(CHANCE)
    assert max(replies[colour] for colour in COLOURS) / len(questions) < 0.18
    by_removed: dict[str, Counter[str]] = {}
    for q in questions:
        by_removed.setdefault(q.removed.split()[0], Counter())[q.reply.split()[0]] += 1
    best = sum(max(counts.values()) for counts in by_removed.values()) / len(questions)
    assert best < CHANCE + 0.06, "the colour of what is removed says little"


def test_of_two_neighbours_the_left_one_is_freed_as_often_as_the_right_one() -> None:
    sides: Counter[str] = Counter()
    for scene in few():
        for q in scene.questions:
            if q.middle and q.freed is not None:
                sides["left" if scene.world.inventory[0] == q.freed else "right"] += 1
    assert sides["left"] == sides["right"] == 29


def test_no_two_scenes_count_as_one() -> None:
    """Probes keep whole scenes apart: those that were taken for one would leave them nothing to test on."""
    assert len({(scene.world.layout, scene.world.seed) for scene in few()}) == len(few())


def test_a_scene_does_not_depend_on_those_before_it() -> None:
    again = drawn_scene(4, np.random.default_rng([5, 4]))
    assert again == few()[4]


# pictures


def test_shared_renderers_draw_what_a_renderer_of_its_own_draws() -> None:
    """Training pictures are films of all bodies with most left out; they differ from stills at edges and shadows."""
    lights = {scene.light for scene in few()[:12]}
    assert len(lights) > 1, "the renderers take turns"
    for scene, pixels in zip(few()[:12:3], drawn().pixels[::3], strict=True):
        with DraftRenderer(scene.world, width=WIDTH, height=HEIGHT, film=True) as own:
            assert (own.picture(scene.camera) == pixels).all()
    still = draw(few()[0].world, few()[0].camera).astype(float)
    apart = np.abs(drawn().pixels[0].astype(float) - still).max(axis=2)
    assert np.median(apart) <= 2 and (apart > 40).mean() < 0.03


def test_kept_pictures_come_back(tmp_path: Path) -> None:
    path = drawn_chunk(0, 3, tmp_path, size=3)
    kept = read_chunk(path)
    assert kept.pixels.shape == (3, HEIGHT, WIDTH, 3) and len(kept.scene) == 7
    before = path.stat().st_mtime_ns
    assert drawn_chunk(0, 3, tmp_path, size=3).stat().st_mtime_ns == before
    path.write_bytes(b"")
    with pytest.raises(DioramaError, match="delete it"):
        read_chunk(path)


# the model


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_untrained(tmp_path_factory.mktemp("organism") / "model", 0, SMALL)


def test_the_fast_way_gives_what_the_library_gives(model: Path) -> None:
    """From patches and tokens as the processor makes them, to logits."""
    subject = load_organism(model)
    sample = next(held_out_samples(3, 1))
    inputs, _ = encoded(subject, request_of(sample))
    words = words_of(subject, sample.media[0].data)
    pixels = drawn_again(sample.shots[0])
    assert np.allclose(patches_of(pixels)[0], inputs["pixel_values"].numpy(), atol=1e-5)
    assert any((prompt == inputs["input_ids"][0].numpy()).all() for prompt in words.prompts)
    with torch.inference_mode():
        usual = subject.model(**inputs).logits[0, -1]
        forward = Forward(subject.model, words.prompts[0], grid_of(pixels))
        with batched_vision(subject.model.model.visual):
            patches = torch.as_tensor(patches_of(np.concatenate([drawn().pixels[:1], pixels])))
            fast = forward.logits(patches, torch.tensor([0, 1]), inputs["input_ids"].expand(2, -1), 1)[1, 0]
        after = subject.model(**inputs).logits[0, -1]
    assert torch.allclose(usual, fast, atol=1e-5)
    assert torch.equal(usual, after), "the model is as it was"


def drawn_again(shot: Shot) -> Any:
    return draw(shot.world, shot.camera)[None]


def test_the_usual_size_is_about_two_million_parameters(tmp_path: Path) -> None:
    subject = load_organism(save_untrained(tmp_path / "model", 0))
    assert 1.5e6 < sum(p.numel() for p in subject.model.parameters()) < 2.5e6
    assert len(subject.model.model.visual.deepstack_merger_list) == 3


def test_a_checkpoint_goes_on_as_if_never_stopped(model: Path, tmp_path: Path) -> None:
    blank = png(Image.fromarray(drawn().pixels[0]))

    def trained(path: Path, *stops: int) -> tuple[Any, int]:
        for stop in stops:
            subject = load_organism(model)
            course = Course(samples=10_000, seed=1, every=2, batch=4, stop=stop)
            rows = train(subject.model, words_of(subject, blank), drawn(), drawn(), course, path)
        return subject.model.lm_head.weight, len(rows)

    whole, rows = trained(tmp_path / "whole.pt", 4)
    parts, more = trained(tmp_path / "parts.pt", 2, 4)
    assert torch.equal(whole, parts) and rows == more == 2


def test_a_checkpoint_of_something_else_is_refused(model: Path, tmp_path: Path) -> None:
    subject = load_organism(model)
    words = words_of(subject, png(Image.fromarray(drawn().pixels[0])))
    (tmp_path / "c.pt").write_bytes(b"nothing")
    with pytest.raises(DioramaError, match="cannot be continued"):
        train(subject.model, words, drawn(), drawn(), Course(100, batch=4), tmp_path / "c.pt")


# the whole


ORDER = OrganismOrder(Path(), samples=100, seed=2, pictures=36, held_out=9, workers=1, size=SMALL, every=2, chunk=36)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch.set_num_threads(1)
    out = tmp_path_factory.mktemp("made") / "organism"
    make_organism(replace(ORDER, out=out))
    return out


def test_the_folder_holds_models_data_and_a_table(made: Path) -> None:
    data = load(made / "data")
    assert len(data) == 9 and {sample.task for sample in data} == {"T1"}
    with (made / "training.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["step", "samples", "seconds", "loss", "held_out", "chance"]
    assert int(rows[-1]["samples"]) >= 100 and float(rows[-1]["loss"]) < 5


def test_the_trained_model_loads_and_answers_as_it_was_tested(made: Path) -> None:
    """Read from its folder and asked as the laboratory asks, it is right as often as its table says."""
    subject = load_organism(made / "model-trained")
    untrained = load_organism(made / "model-untrained")
    assert not torch.equal(subject.model.lm_head.weight, untrained.model.lm_head.weight)
    right = 0
    for sample in load(made / "data"):
        inputs, _ = encoded(subject, request_of(sample))
        with torch.inference_mode():
            reply = subject.model.generate(**inputs, max_new_tokens=4, do_sample=False)[
                0, inputs["input_ids"].shape[1] :
            ]
        said = subject.processor.tokenizer.decode(reply, skip_special_tokens=True)
        right += asyncio.run(sample.kind.score(key_of(sample), said)).verdict is Verdict.CORRECT
    with (made / "training.csv").open() as file:
        assert right / 9 == pytest.approx(float(list(csv.DictReader(file))[-1]["held_out"]), abs=1e-3)


def test_right_replies_are_read_as_right() -> None:
    for sample in held_out_samples(8, 4):
        assert isinstance(sample.answer, ObjectSet)
        names = sample.answer.names
        reply = names[0] if names else "none"
        judged = asyncio.run(sample.kind.score(key_of(sample), reply))
        assert judged.verdict is Verdict.CORRECT, (reply, judged)


def test_made_again_nothing_is_done_twice(made: Path) -> None:
    steps: list[tuple[str, int]] = []

    def note(what: str, done: int, total: int) -> Callable[[], None]:
        steps.append((what, done))
        return lambda: None

    again = make_organism(replace(ORDER, out=made), note)
    assert [what for what, _ in steps] == ["drawing", "training"] and steps[-1][1] >= 100
    assert again.rows[-1].samples >= 100


def test_another_folder_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "letters.txt").write_text("dear …")
    with pytest.raises(DioramaError, match="other files"):
        make_organism(replace(ORDER, out=tmp_path))


def test_the_laboratory_finds_regions_in_held_out_pictures(made: Path) -> None:
    """Whole tokens can be told apart: without that, neither DGAR nor traces say anything of the organism."""
    subject, found = load_organism(made / "model-untrained"), 0
    for sample in load(made / "data"):
        grid = prepare(subject, request_of(sample), thought="").grid
        try:
            regions_of(scene_of(sample, grid.width, grid.height), rule_of("T1"), grid, "tokens")
            found += 1
        except NoRegion:
            pass
    assert found >= 6


def test_the_command_has_the_defaults_of_an_order() -> None:
    given = inspect.signature(run_organism).parameters
    usual = OrganismOrder(Path())
    for name in ("samples", "minutes", "seed", "pictures", "held_out", "workers"):
        assert given[name].default == getattr(usual, name)


@pytest.mark.slow
def test_a_shorter_course_teaches_what_is_in_front(tmp_path: Path) -> None:
    """After some minutes it is right clearly more often than anybody who does not see depth."""
    order = OrganismOrder(tmp_path / "organism", samples=18_000, minutes=12, pictures=2400, held_out=100, workers=2)
    assert make_organism(order).rows[-1].held_out > CHANCE + 0.2
