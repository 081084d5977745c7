"""The structure suite: drafts keep their promises, and wrong answers are found out by the second look."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from diorama.errors import DioramaError, UnknownName
from diorama.kinds import Answer, ObjectSet, Rearrangement, Swaps, listing
from diorama.sight import see
from diorama.suites import Draft, Rejected, Suite, Words, draw_up, get_suite
from diorama.suites.structure import t1_single_removal
from diorama.suites.structure.clearances import Clearances
from diorama.suites.structure.occlusion import reject_hopeless
from diorama.suites.structure.rearranged import Room
from diorama.suites.structure.t1_single_removal import Removal
from diorama.suites.structure.t2_minimum_removals import plainly_behind
from diorama.suites.structure.t3_transparency import is_sliver, might_not_show, might_show
from diorama.suites.structure.t5_one_swap import decisive_clearance, solutions
from diorama.whatif import Remove, Visibility, recognisable, seen_through, visibility
from diorama.world import Camera, build_shape, replace
from tests.worlds import block, floor_with, level_camera

STRUCTURE = get_suite("structure")
TASKS = [t.name for t in STRUCTURE.tasks()]


@cache
def draft_of(name: str) -> Draft:
    return draw_up(STRUCTURE.get(name), [11], tries=60)[0]


def text_of(draft: Draft) -> str:
    return STRUCTURE.text(*draft.words)


def order_of(draft: Draft) -> tuple[str, ...]:
    assert isinstance(draft.query, Rearrangement)
    return draft.query.order


def disagrees(name: str, answer: Answer) -> str | None:
    """What the second look has to say against an answer to the draft of a task."""
    draft, checker = draft_of(name), STRUCTURE.get(name).checker
    assert checker is not None
    return checker(draft.query, answer, draft.world, draft.camera)


@pytest.mark.parametrize("name", TASKS)
def test_a_draft_is_sound(name: str) -> None:
    draft, text = draft_of(name), text_of(draft_of(name))
    assert STRUCTURE.get(name).find_problem(draft.query, draft.answer, draft.world, draft.camera) is None
    assert text[0].isupper()
    assert text[-1] in ".?"
    assert "{" not in text
    assert draft.gates
    assert draft.margin is None or draft.margin >= 0
    nouns = [b.noun for b in draft.world.bodies]
    assert len(set(nouns)) == len(nouns)


@pytest.mark.parametrize("name", TASKS)
def test_the_second_look_agrees(name: str) -> None:
    assert disagrees(name, draft_of(name).answer) is None


@pytest.mark.parametrize("name", ["T1", "T2", "T3", "T4"])
def test_the_second_look_finds_a_wrong_object(name: str) -> None:
    """With one name left out, or another put in, it disagrees."""
    draft = draft_of(name)
    assert isinstance(draft.answer, ObjectSet)
    stranger = next(n for n in draft.world.inventory if n not in draft.answer.names and n not in draft.query.bodies())
    less = ObjectSet(names=draft.answer.names[1:], ordered=draft.answer.ordered)
    more = ObjectSet(names=(*draft.answer.names, stranger), ordered=draft.answer.ordered)
    assert disagrees(name, less) is not None
    assert disagrees(name, more) is not None


@pytest.mark.parametrize("name", ["T5", "T6"])
def test_the_second_look_finds_a_wrong_swap(name: str) -> None:
    draft = draft_of(name)
    order = order_of(draft)
    right = {tuple(sorted(p)) for p in draft.answer.pairs} if isinstance(draft.answer, Swaps) else set()
    wrong = next((a, b) for a in order for b in order if a < b and (a, b) not in right)
    assert disagrees(name, Swaps(pairs=(wrong,))) is not None


def test_the_second_look_finds_out_what_was_called_infeasible() -> None:
    draft = draft_of("T6")
    assert isinstance(draft.answer, Swaps) and draft.answer.feasible
    never = Swaps(pairs=(), feasible=False)
    assert disagrees("T6", never) == f"{len(draft.answer.pairs)} swaps give the order"


@pytest.mark.parametrize(("name", "sizes"), [("T1", (1, 2)), ("T2", (2, 3))])
def test_answer_sizes_are_dealt_out_by_the_turn(name: str, sizes: tuple[int, ...]) -> None:
    for turn, size in enumerate(sizes):
        draft = draft_of(name) if turn == 0 else draw_up(STRUCTURE.get(name), [12], turn=turn)[0]
        assert isinstance(draft.answer, ObjectSet)
        assert len(draft.answer.names) == size


def test_solids_that_touch_may_stay_and_those_in_each_other_may_not() -> None:
    """The wide one fits where the narrow one stands only if its neighbour is far enough."""
    side = build_shape("building block", 0).size[0]
    wide, narrow = block("wide", (1.0, 0.0, 0.0), scale=2.0), block("narrow", (0.0, 0.0, 0.0))
    near = floor_with(wide, narrow, block("neighbour", (1.4 * side, 0.0, 0.0)))
    far = floor_with(wide, narrow, block("neighbour", (1.6 * side, 0.0, 0.0)))
    swap = {"wide": "narrow", "narrow": "wide"}
    assert not Room(near).allows(swap)
    assert Room(far).allows(swap)
    assert Room(far).order(swap, level_camera(), ("wide", "neighbour", "narrow")) == ("wide", "neighbour", "narrow")


def test_answers_can_be_named_and_the_asked_about_seen() -> None:
    for name in ("T1", "T2", "T3"):
        draft = draft_of(name)
        assert isinstance(draft.answer, ObjectSet)
        sight = see(draft.world, draft.camera)
        assert all(recognisable(sight, n) for n in draft.answer.names)
    t1 = draft_of("T1")
    assert isinstance(t1.answer, ObjectSet)
    sight = see(t1.world, t1.camera)
    assert all(visibility(sight, n) is Visibility.PARTIAL for n in t1.answer.names)


def test_reflections_are_five_of_seven() -> None:
    draft = draft_of("T4")
    assert isinstance(draft.answer, ObjectSet)
    assert len(draft.world.inventory) == 7
    assert len(draft.answer.names) == 5
    assert set(draft.answer.names) | set(draft.shots[0].muted) == set(draft.world.inventory)


def test_the_question_names_what_it_is_about() -> None:
    t1 = draft_of("T1")
    assert isinstance(t1.query, Removal) and t1.query.intervention() == Remove(name=t1.query.removed)
    assert t1.world[t1.query.removed].phrase.removeprefix("the ") in text_of(t1)
    t5 = draft_of("T5")
    for name in order_of(t5):
        assert t5.world[name].phrase in text_of(t5)


def test_the_pair_graph_shortcut_would_be_wrong_here() -> None:
    """Two things in front on the same ray: taking the nearer one away frees nothing, and T1 says so."""
    world = floor_with(
        block("box", (0.0, 0.0, 0.0)), block("vase", (0.06, 0.25, 0.0), 1.2), block("lamp", (0.02, 0.5, 0.0), 2.2)
    )
    camera: Camera = replace(level_camera(), width=720, height=480)
    assert t1_single_removal.answer(Removal(removed="box"), world, camera) == ObjectSet(names=("vase",))


def test_who_hides_something_must_be_seen_to_do_so() -> None:
    """A lamp peeps out above two cubes. The farther cube hides it as well, but only where the nearer one does."""
    camera: Camera = replace(level_camera(), width=720, height=480)
    lamp = block("lamp", (0.0, 1.0, 0.0), 3.0)
    both_seen = floor_with(block("near", (-0.1, 0.0, 0.0)), block("far", (0.12, 0.5, 0.0)), lamp)
    one_seen = floor_with(block("near", (0.0, 0.0, 0.0)), block("far", (0.0, 0.5, 0.0), 0.6), lamp)
    for world, plain in ((both_seen, True), (one_seen, False)):
        sight = see(world, camera)
        assert set(sight.occluders("lamp")) == {"near", "far"}
        assert plainly_behind(sight, "lamp") is plain


@pytest.mark.parametrize("name", TASKS)
def test_there_are_several_wordings_of_each_question(name: str) -> None:
    assert len(STRUCTURE.wordings[name]) >= 4


def test_every_sentence_begins_with_a_large_letter() -> None:
    causal, gaps = get_suite("causal"), {"mover": "the mug", "other": "the vase"}
    texts = [
        causal.text(causal.draw_words(np.random.default_rng(seed), "occlusion.pattern", **gaps)) for seed in range(60)
    ]
    assert any(". The vase" in text for text in texts)
    assert not any(". the" in text for text in texts)


def test_words_must_fit_their_gaps() -> None:
    rng = np.random.default_rng(0)
    with pytest.raises(DioramaError, match="gaps"):
        STRUCTURE.draw_words(rng, "T1", y="the mug")
    with pytest.raises(UnknownName, match="no wording of structure"):
        STRUCTURE.draw_words(rng, "T9")
    with pytest.raises(UnknownName, match="no wording named 'T9'"):
        STRUCTURE.text(Words(wording="T9", choice=0))
    assert listing(["the a", "the b", "the c"]) == "the a, the b and the c"
    assert listing(["the a"]) == "the a"


def test_a_task_that_never_succeeds_says_which_gate_it_is() -> None:
    def never(turn: int, rng: np.random.Generator) -> Draft:
        raise Rejected("the moon is not full")

    stubborn = Suite("tiny", title="A tiny suite", wordings={}).task("T0", kind="objects", query=Removal)(never)
    with pytest.raises(DioramaError, match=r"no sample in 5 tries; most were rejected for: the moon is not full \(5\)"):
        draw_up(stubborn, [1], tries=5)


def test_a_hand_that_cannot_be_played_is_laid_down_in_the_end() -> None:
    """The first two hundred attempts keep to what was dealt; then each plays another hand."""
    hands: list[int] = []

    def only_the_third(turn: int, rng: np.random.Generator) -> Draft:
        hands.append(turn)
        raise DioramaError("played") if turn == 3 else Rejected("it cannot be had")

    picky = Suite("tiny", title="A tiny suite", wordings={}).task("T0", kind="objects", query=Removal)(only_the_third)
    with pytest.raises(DioramaError, match="played"):
        draw_up(picky, [1], turn=1)
    assert hands == [1] * 200 + [2, 3]



def test_unknown_suites_and_tasks_suggest_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean 'structure'"):
        get_suite("structur")
    with pytest.raises(UnknownName, match="T1"):
        STRUCTURE.get("T11")


@pytest.mark.parametrize(("beside", "rival"), [(0.205, True), (-1.4, False)])
def test_a_swap_is_not_the_only_one_where_another_leaves_two_side_by_side(beside: float, rival: bool) -> None:
    """Swapping c and d gives a b d c; so would swapping d and e, if d then stood plainly to the left of c."""
    camera = Camera(position=(0.0, -4.0, 1.0), target=(0.0, 0.0, 0.0))
    row = [block(n, (0.4 * i - 0.6, 0.0, 0.0)) for i, n in enumerate("abcd")]
    world = floor_with(*row, block("e", (beside, 1.0, 0.0)))
    goal = ("a", "b", "d", "c")
    assert solutions(world, camera, goal)[0] == ("c", "d")
    clearances = Clearances(world, camera)
    if rival:
        with pytest.raises(Rejected, match="another swap"):
            decisive_clearance(clearances, goal, ("c", "d"))
    else:
        assert decisive_clearance(clearances, goal, ("c", "d")).fits


def test_a_coarse_look_finds_what_one_body_alone_hides() -> None:
    """Before the box stands nothing, behind it a vase and a lamp that show on either side: an answer of two."""
    camera: Camera = replace(level_camera(), width=720, height=480)
    box = block("box", (0.0, 0.0, 0.0), 2.0)
    behind = [block("vase", (-0.13, 0.5, 0.0)), block("lamp", (0.13, 0.5, 0.0))]
    reject_hopeless(floor_with(box, *behind), camera, 2, t1_single_removal._at_first_sight)
    for world, size in ((floor_with(box, *behind), 1), (floor_with(*behind), 1), (floor_with(box, behind[0]), 2)):
        with pytest.raises(Rejected, match="at first sight"):
            reject_hopeless(world, camera, size, t1_single_removal._at_first_sight)


@pytest.mark.parametrize(("aside", "shows", "may", "may_not"), [
    (0.08, 1, True, False),  # half of it is behind the box
    (0.134, 1, True, True),  # only its edge is
    (0.145, 0, True, True),  # just beside
    (0.25, 0, False, True),
])  # fmt: skip
def test_what_shows_through_must_not_hang_on_an_edge_that_nobody_sees(
    aside: float, shows: int, may: bool, may_not: bool
) -> None:
    """Behind the box stands a vase, farther and farther to the side."""
    camera: Camera = replace(level_camera(), width=720, height=480)
    sight = see(floor_with(block("box", (0.0, 0.0, 0.0)), block("vase", (aside, 0.5, 0.0))), camera)
    assert len(seen_through(sight, ["box"], "box")) == shows
    assert might_show(sight, "box", (), "vase") is may
    assert might_not_show(sight, "box", (), "vase") is may_not


@pytest.mark.parametrize(("aside", "sliver"), [(0.08, False), (0.134, True)])
def test_an_edge_of_a_thing_is_a_sliver(aside: float, sliver: bool) -> None:
    """Behind the box stands a vase: half of it, or only its edge."""
    camera: Camera = replace(level_camera(), width=720, height=480)
    sight = see(floor_with(block("box", (0.0, 0.0, 0.0)), block("vase", (aside, 0.5, 0.0))), camera)
    assert is_sliver(sight, "box", (), "vase") is sliver
