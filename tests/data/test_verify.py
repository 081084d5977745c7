"""What `verify` catches: faults planted into real samples, each found by the check that it is for."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from diorama.data import BuildPlan, Sample, create_or_open, read_shard
from diorama.data.build import to_sample
from diorama.data.checks import CHECKS, Case
from diorama.data.drawing import draw_media
from diorama.data.verify import Finding, check_sample, verify
from diorama.errors import DioramaError
from diorama.kinds import Choice, ObjectSet
from diorama.sight import Arrow, DottedPath, Easel, Frame, Overlay
from diorama.suites import SUITES, TextPart, Words, draw_up, get_suite
from diorama.suites.causal.collision import Drive, DriveWithout, removal
from diorama.suites.causal.occlusion import Uncovering
from diorama.suites.structure.t1_single_removal import Removal
from diorama.suites.suite import LOOKED
from diorama.world import World, replace
from tests.data.test_shards import changed

CELLS = {
    "T1": ("structure", "T1", "", 1),
    "T2 of 2": ("structure", "T2", "", 0),
    "T2 of 3": ("structure", "T2", "", 1),
    "T2 of 4": ("structure", "T2", "", 4),
    "T3": ("structure", "T3", "", 0),
    "T4": ("structure", "T4", "", 0),
    "T5": ("structure", "T5", "", 0),
    "collision, which": ("causal", "collision", "L1", 1),
    "collision L2": ("causal", "collision", "L2", 2),
    "filled": ("causal", "compatibility", "L2", 0),
    "moves": ("causal", "occlusion", "L1", 0),
    "slides": ("causal", "occlusion", "L1", 1),
    "candles": ("causal", "occlusion", "L2", 0),
    "flight": ("causal", "trajectory", "L1", 0),
    "billiards": ("causal", "trajectory", "L2", 0),
}
"""Suite, task, level and turn of some samples: the turn decides the form of the question and the size of the answer."""
PLAN = BuildPlan(suites=("causal", "structure"), count=40, seed=3)

Samples = dict[str, Sample]
Fault = Callable[[Samples], Sample]


pytestmark = pytest.mark.slow  # a sample of every task is made first


@pytest.fixture(scope="module")
def clean() -> Samples:
    made = {}
    for index, (cell, (suite, name, level, turn)) in enumerate(CELLS.items()):
        task = get_suite(suite).get(name, level)
        draft, _ = draw_up(task, [PLAN.seed, index], turn=turn)
        made[cell] = to_sample(draft, task, PLAN, index)
    return made


# planting


def redrawn(sample: Sample, *overlays: Overlay) -> Sample:
    """Other marks in the shot, and the picture that it then draws."""
    shots = (replace(sample.shots[0], overlays=overlays), *sample.shots[1:])
    return replace(sample, shots=shots, media=draw_media(shots, Easel("draft"))[0])


def reworded(sample: Sample, **gaps: str) -> Sample:
    """Other words in some gaps, and the question that they give."""
    words = tuple(replace(w, gaps={gap: gaps.get(gap, said) for gap, said in w.gaps.items()}) for w in sample.words)
    return replace(sample, words=words, question=get_suite(sample.suite).text(*words))


def another(sample: Sample, *names: str) -> str:
    """The phrase of a body that is none of these."""
    return next(phrase for name, phrase in sample.phrases.items() if name not in names)


def unmuted_picture(samples: Samples) -> Sample:
    one = samples["T4"]
    shot = replace(one.shots[0], muted=())
    return replace(one, media=draw_media((shot,), Easel("draft"))[0])


def other_muted_image(samples: Samples) -> Sample:
    """Shot and picture mute one body less than the query."""
    one = samples["T4"]
    shots = (replace(one.shots[0], muted=one.shots[0].muted[:1]),)
    return replace(one, shots=shots, media=draw_media(shots, Easel("draft"))[0])


def picture_of_another_sample(samples: Samples) -> Sample:
    return replace(samples["T1"], media=samples["T3"].media)


def picture_of_another_size(samples: Samples) -> Sample:
    one = samples["T1"]
    return replace(one, media=draw_media((one.shots[0].resized(360, 240),), Easel("draft"))[0])


def no_picture(samples: Samples) -> Sample:
    media = samples["T1"].media[0]
    return replace(samples["T1"], media=(media.model_copy(update={"data": media.data[:3000]}),))


def wrong_noun_in_the_question(samples: Samples) -> Sample:
    one = samples["T1"]
    assert isinstance(one.query, Removal) and one.world is not None
    right, wrong = one.world[one.query.removed].phrase, another(one, one.query.removed)
    assert right in one.question
    return replace(one, question=one.question.replace(right, wrong))


def wrong_noun_in_the_words(samples: Samples) -> Sample:
    one = samples["T1"]
    assert isinstance(one.query, Removal)
    return reworded(one, x=another(one, one.query.removed))


def noun_of_nothing(samples: Samples) -> Sample:
    return reworded(samples["T3"], x="the unicorn")


def mirrored_body_named(samples: Samples) -> Sample:
    """A question about reflections that gives one of them away."""
    one = samples["T4"]
    return replace(one, question=f"{one.question} Leave out {next(iter(one.phrases.values()))}.")


def order_in_other_words(samples: Samples) -> Sample:
    one = samples["T5"]
    first, *rest = one.words[0].gaps["order"].replace(" and ", ", ").split(", ")
    return reworded(one, order=", ".join([*rest[:-1], first]) + f" and {rest[-1]}")


def body_left_out(samples: Samples) -> Sample:
    """Nothing says any more what the container holds."""
    one = samples["filled"]
    words = tuple(w for w in one.words if "contents" not in w.gaps)
    return replace(one, words=words, question=get_suite(one.suite).text(*words))


def two_candles_exchanged(samples: Samples) -> Sample:
    one = samples["candles"]
    gaps = {gap: said for words in one.words for gap, said in words.gaps.items()}
    return reworded(one, mover=gaps["other"], other=gaps["mover"])


def other_way_in_words(samples: Samples) -> Sample:
    said = {gap: text for words in samples["moves"].words for gap, text in words.gaps.items()}
    return reworded(samples["moves"], way="forward" if said["way"] != "forward" else "backward")


def other_side_of_the_arrow(samples: Samples) -> Sample:
    one = samples["slides"]
    assert isinstance(one.query, Uncovering)
    arrow = "the direction of the blue arrow"
    return reworded(one, way=f"in {arrow}" if one.query.against else f"against {arrow}")


def blue_arrow_reversed(samples: Samples) -> Sample:
    one = samples["slides"]
    blue, red = one.shots[0].overlays
    assert isinstance(blue, Arrow)
    return redrawn(one, replace(blue, start=blue.end, end=blue.start), red)


def colours_of_the_arrows_exchanged(samples: Samples) -> Sample:
    one = samples["candles"]
    blue, red = one.shots[0].overlays
    return redrawn(one, replace(blue, colour=red.colour), replace(red, colour=blue.colour))


def billiard_arrow_reversed(samples: Samples) -> Sample:
    one = samples["billiards"]
    (arrow,) = one.shots[0].overlays
    assert isinstance(arrow, Arrow)
    back = tuple(2 * a - b for a, b in zip(arrow.start, arrow.end, strict=True))
    return redrawn(one, replace(arrow, end=back))


def billiard_arrow_at_another_ball(samples: Samples) -> Sample:
    one = samples["billiards"]
    (arrow,) = one.shots[0].overlays
    assert isinstance(arrow, Arrow)
    aside = {k: (getattr(arrow, k)[0] + 0.2, *getattr(arrow, k)[1:]) for k in ("start", "end")}
    return redrawn(one, replace(arrow, **aside))


def arrow_missing(samples: Samples) -> Sample:
    return redrawn(samples["billiards"])


def arrow_too_many(samples: Samples) -> Sample:
    (arrow,) = samples["billiards"].shots[0].overlays
    return redrawn(samples["collision L2"], arrow)


def flight_reversed(samples: Samples) -> Sample:
    """The red box at the last dot, as if the ball had come from there."""
    one = samples["flight"]
    below, way, box = one.shots[0].overlays
    assert isinstance(below, DottedPath) and isinstance(way, DottedPath) and isinstance(box, Frame)
    turned = [replace(path, points=path.points[::-1]) for path in (below, way)]
    shift = [b - a for a, b in zip(way.points[0], way.points[-1], strict=True)]
    moved = tuple(tuple(v + s for v, s in zip(point, shift, strict=True)) for point in box.points)
    return redrawn(one, *turned, replace(box, points=moved))


def box_elsewhere(samples: Samples) -> Sample:
    one = samples["flight"]
    below, way, box = one.shots[0].overlays
    assert isinstance(box, Frame)
    return redrawn(one, below, way, replace(box, points=tuple((x, y, z + 0.5) for x, y, z in box.points)))


def answer_reversed(samples: Samples) -> Sample:
    one = samples["T2 of 3"]
    assert isinstance(one.answer, ObjectSet)
    return replace(one, answer=ObjectSet(names=one.answer.names[::-1], ordered=True))


def right_option_swapped(samples: Samples) -> Sample:
    """Another of the options is marked as right."""
    one = samples["collision, which"]
    assert isinstance(one.answer, Choice)
    wrong = next(o for o in one.options if o.startswith("Remove") and o != one.answer.option)
    return replace(one, answer=Choice(option=wrong))


def option_about_something_else(samples: Samples) -> Sample:
    one = samples["collision, which"]
    assert isinstance(one.answer, Choice)
    wrong = next(o for o in one.options if o.startswith("Remove") and o != one.answer.option)
    return replace(one, options=tuple("Remove the unicorn" if o == wrong else o for o in one.options))


def option_about_the_vehicle(samples: Samples) -> Sample:
    one = samples["collision, which"]
    assert isinstance(one.query, Drive) and isinstance(one.answer, Choice) and one.world is not None
    wrong = next(o for o in one.options if o.startswith("Remove") and o != one.answer.option)
    vehicle = removal(one.world, one.query.move.name)
    return replace(one, options=tuple(vehicle if o == wrong else o for o in one.options))


def another_removal_called_sufficient(samples: Samples) -> Sample:
    one = samples["collision L2"]
    assert isinstance(one.query, DriveWithout) and one.world is not None
    phrase = one.world[one.query.removed].phrase
    other = another(one, one.query.removed, one.query.move.name)
    assert "sufficient" not in one.answer_words()
    return replace(one, options=tuple(o.replace(phrase, other) if "sufficient" in o else o for o in one.options))


def doubled_option(samples: Samples) -> Sample:
    one = samples["flight"]
    return replace(one, options=(*one.options, f"{one.answer_words().lower()}."))


def not_sure_is_missing(samples: Samples) -> Sample:
    one = samples["flight"]
    return replace(one, options=tuple(o for o in one.options if o != "Not sure"))


def body_that_is_not_there(samples: Samples) -> Sample:
    return replace(samples["T1"], query=Removal(removed="unicorn"))


def words_between_the_pictures(samples: Samples) -> Sample:
    one = samples["T1"]
    return replace(one, parts=(TextPart(text="It is B."), *one.all_parts))


ANSWERS = {"answer", "second derivation"}
FAULTS: dict[Fault, set[str]] = {
    unmuted_picture: {"picture", "muted reflections"},
    other_muted_image: {"marks"},
    picture_of_another_sample: {"picture"},
    picture_of_another_size: {"picture"},
    no_picture: {"picture"},
    wrong_noun_in_the_question: {"wording", "bodies named"},
    wrong_noun_in_the_words: {"phrases", "bodies named"},
    noun_of_nothing: {"phrases", "bodies named"},
    mirrored_body_named: {"wording", "bodies named"},
    order_in_other_words: {"phrases"},
    body_left_out: {"phrases", "bodies named"},
    two_candles_exchanged: {"phrases"},
    other_way_in_words: {"phrases"},
    other_side_of_the_arrow: {"phrases"},
    blue_arrow_reversed: {"marks"},
    colours_of_the_arrows_exchanged: {"marks"},
    billiard_arrow_reversed: {"marks"},
    billiard_arrow_at_another_ball: {"marks"},
    arrow_missing: {"marks"},
    arrow_too_many: {"marks"},
    flight_reversed: {"marks"},
    box_elsewhere: {"marks"},
    answer_reversed: ANSWERS,
    right_option_swapped: ANSWERS,
    option_about_something_else: {"offered options"},
    option_about_the_vehicle: {"offered options"},
    another_removal_called_sufficient: {"offered options"},
    words_between_the_pictures: {"labels"},
    doubled_option: {"right option", "different options", "offered options"},
    not_sure_is_missing: {"offered options"},
    body_that_is_not_there: {"answer", "second derivation", "phrases", "bodies named"},
}
"""Each fault, and the checks that must see it; no other check may."""


def written(folder: Path, samples: list[Sample]) -> Path:
    """Samples as a dataset, each with an id of its own."""
    builder = create_or_open(folder, PLAN)
    for slot in builder.missing_shards():
        if mine := [s for s in samples if s.suite == slot.suite]:
            builder.add_shard(slot.name, mine, fewer=True)
    return folder


@pytest.fixture(scope="module")
def planted(clean: Samples, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Finding]:
    """What `verify` finds in a dataset in which every sample has one fault, by the fault's name."""
    faulty = [replace(fault(clean), id=fault.__name__.replace("_", "-")) for fault in FAULTS]
    folder = written(tmp_path_factory.mktemp("planted") / "d", faulty)
    return {finding.id.replace("-", "_"): finding for finding in verify(folder)}


# what is found


def test_nothing_is_found_in_clean_samples(clean: Samples, tmp_path: Path) -> None:
    folder = written(tmp_path / "d", list(clean.values()))
    findings = list(verify(folder))
    assert len(findings) == len(CELLS)
    assert [str(d) for f in findings for d in f.disagreements] == []
    assert not any(f.unchecked or f.skipped for f in findings)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_fault_is_found_by_the_checks_that_are_for_it(planted: dict[str, Finding], fault: Fault) -> None:
    finding = planted[fault.__name__]
    assert {d.check for d in finding.disagreements} == FAULTS[fault], finding.problem


def test_every_check_is_tried_by_some_fault() -> None:
    """But for the look at pictures, which drafts pass (`tests/suites/test_looking.py`), and clips, of which there are
    none here (`tests/data/test_picture_checks.py`).
    """
    assert set().union(*FAULTS.values()) == set(CHECKS) - {LOOKED, "clip"}


def test_a_disagreement_says_what_was_expected_and_what_was_found(planted: dict[str, Finding]) -> None:
    (arrow,) = planted["billiard_arrow_reversed"].disagreements
    assert arrow.expected.startswith("a red arrow along (") and arrow.found.endswith("180° aside")
    (size,) = planted["picture_of_another_size"].disagreements
    assert str(size) == "picture: expected a picture of 720×480 pixels; found 360×240"
    options = [d for d in planted["doubled_option"].disagreements if d.check == "right option"]
    assert "once among the options" in options[0].expected and options[0].found.startswith("2 times in ")


def test_every_wrong_order_is_found_by_the_second_derivation(clean: Samples) -> None:
    """All swapped neighbours and the reversed answer, of two, three and four removals; the right order passes."""
    check, tried = get_suite("structure").get("T2").checker, 0
    assert check is not None
    for cell in ("T2 of 2", "T2 of 3", "T2 of 4"):
        one = clean[cell]
        assert isinstance(one.answer, ObjectSet) and one.world is not None and one.camera is not None
        names = one.answer.names
        assert check(one.query, one.answer, one.world, one.camera) is None
        swapped = [(*names[:k], names[k + 1], names[k], *names[k + 2 :]) for k in range(len(names) - 1)]
        for wrong in {*swapped, names[::-1]}:
            tried += 1
            problem = check(one.query, ObjectSet(names=wrong, ordered=True), one.world, one.camera)
            assert problem is not None and problem.startswith("not from the nearest to the farthest")
    assert tried == 8


def test_a_phrase_that_fits_two_bodies_is_found(clean: Samples) -> None:
    """A second body has the same phrase: nobody could tell which one is meant."""
    one = clean["T1"]
    assert isinstance(one.query, Removal) and one.world is not None
    removed = one.world[one.query.removed]
    world = replace(one.world, bodies=(*one.world.bodies, replace(removed, name="twin")))
    (found,) = CHECKS["phrases"](case(one, world))
    assert found.expected == f"a phrase that only '{removed.name}' fits" and "twin" in found.found


def case(sample: Sample, world: World | None = None) -> Case:
    assert sample.query is not None and sample.world is not None and sample.camera is not None
    task = get_suite(sample.suite).get(sample.task, sample.level)
    return Case(sample, task, sample.query, world or sample.world, sample.camera)


def test_words_of_the_wording_are_no_body(clean: Samples) -> None:
    """Wordings speak of "the camera"; a toy camera in the scene is not thereby named."""
    one = clean["T1"]
    assert isinstance(one.query, Removal) and one.world is not None
    wordings = get_suite("structure").wordings["T1"]
    choice = next(k for k, text in enumerate(wordings) if "the camera" in text.lower())
    words = (Words(wording="T1", choice=choice, gaps={"x": one.world[one.query.removed].phrase}),)
    asked = replace(one, words=words, question=get_suite("structure").text(*words))
    toy = replace(one.world.bodies[0], name="toy camera", phrase="the camera")
    world = replace(one.world, bodies=(*one.world.bodies, toy))
    assert list(CHECKS["bodies named"](case(asked, world))) == []
    named = replace(asked, question=f"{asked.question} Mind the camera.")
    (found,) = CHECKS["bodies named"](case(named, world))
    assert found.found == "the camera"


def test_an_option_that_is_there_twice_is_one_line_that_names_the_sample(clean: Samples, tmp_path: Path) -> None:
    """Such a sample cannot be made; in a file that somebody edited it is refused when it is read."""
    folder = written(tmp_path / "d", [clean["flight"]])
    shard = folder / "data" / "causal-00000.parquet"
    changed(shard, "options", ["Yes", "No", "Yes"])
    with pytest.raises(
        DioramaError, match=rf"^{shard.name}: sample '{clean['flight'].id}' is damaged: .*same text twice"
    ):
        list(read_shard(shard))
    bare = Sample.model_construct(**{**dict(clean["flight"]), "options": ("Yes", "No", "Yes")})
    assert [f.expected for f in CHECKS["different options"](case(bare))] == ["options that are all different"]


def test_what_cannot_be_checked_is_said(clean: Samples) -> None:
    elsewhere = replace(PLAN, renderer="nowhere")
    finding = check_sample(clean["T4"], elsewhere)
    assert finding.problem is None
    assert [(u.check, "nowhere" in u.reason) for u in finding.unchecked] == [
        ("picture", True), ("muted reflections", True), (LOOKED, True),
    ]  # fmt: skip
    assert not check_sample(clean["T4"], elsewhere, pictures=False).unchecked
    old = check_sample(replace(clean["T1"], version="0.0.1"), PLAN, pictures=False)
    assert old.problem is None and [u.check for u in old.unchecked] == ["wording"]


def test_the_command_prints_each_disagreement_and_exits_1(clean: Samples, tmp_path: Path) -> None:
    good, bad = clean["T1"], replace(wrong_noun_in_the_words(clean), id="wrong-noun")
    folder = written(tmp_path / "d", [good, bad])
    done = subprocess.run(
        [sys.executable, "-m", "diorama.cli", "verify", str(folder), "--no-pictures"],
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    lines = done.stdout.splitlines()
    said = [line.split(": expected ")[0] for line in lines[:-1]]
    assert said[0] == "wrong-noun: phrases" and set(said[1:]) == {"wrong-noun: bodies named"}
    assert lines[-1] == "1 disagreements of 2: 2 T1"


def test_every_task_of_ours_says_what_its_words_options_and_marks_mean() -> None:
    for name in ("causal", "structure"):
        for task in SUITES.get(name).tasks():
            assert task.said is not None and task.drawn is not None, task.label
            assert (task.offered is not None) == (task.kind.name == "choice"), task.label
