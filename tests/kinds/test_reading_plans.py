"""Reading plans: numbered lines and JSON, with what each step needs; and no plan where there is none."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diorama.kinds import Plan, Step, Verdict
from diorama.kinds.reading import NotRead, Planned, PlannedStep, read_steps

TWO = Planned((PlannedStep(1, "Pick up the mug"), PlannedStep(2, "Put it on the shelf", (1,))))


@pytest.mark.parametrize(
    "reply",
    [
        "1. Pick up the mug\n2. Put it on the shelf [1]",
        "1. Pick up the mug []\n2. Put it on the shelf [1]",
        "1. Pick up the mug (none)\n2. Put it on the shelf (1)",
        "1) Pick up the mug.\n2) Put it on the shelf (after 1).",
        "(1) Pick up the mug;\n(2) Put it on the shelf (needs: 1)",
        "Step 1: Pick up the mug\nStep 2: Put it on the shelf (requires step 1)",
        "1 - Pick up the mug\n2 - Put it on the shelf [precondition: 1]",
        "- 1. Pick up the mug [-]\n- 2. Put it on the shelf [depends on 1]",
        "**1.** Pick up the mug\n**2.** Put it on the shelf **[1]**",
        "Sure, here is my plan:\n\n1. Pick up the mug\n2. Put it on the shelf [1]\n\nThat is all.",
        "1. Pick up the mug\n   It stands on the left.\n2. Put it on the shelf [1]",
        "Answer:\n1. Pick up the mug\n2. Put it on the shelf [1, 1]",
        "<think>1. Run away</think>\n1. Pick up the mug\n2. Put it on the shelf [1]",
        "<answer>1. Pick up the mug\n2. Put it on the shelf [1]</answer>",
        "First idea:\n1. Open the door\n2. Leave\n\nBetter:\n1. Pick up the mug\n2. Put it on the shelf [1]",
    ],
)
def test_two_steps_in_numbered_lines(reply: str) -> None:
    assert read_steps(reply) == TWO


@pytest.mark.parametrize(
    "reply",
    [
        '["Pick up the mug", "Put it on the shelf (after 1)"]',
        '["1. Pick up the mug", "2. Put it on the shelf [1]"]',
        '{"steps": ["Pick up the mug", "Put it on the shelf [1]"]}',
        '{"reasoning": "It is easy.", "plan": ["Pick up the mug", "Put it on the shelf [1]"]}',
        '{"answer": {"steps": ["Pick up the mug", "Put it on the shelf [1]"]}}',
        '{"answer": "1. Pick up the mug\\n2. Put it on the shelf [1]"}',
        '{"1": "Pick up the mug", "2": "Put it on the shelf [1]"}',
        '{"Step 1": {"action": "Pick up the mug"}, "Step 2": {"action": "Put it on the shelf", "after": 1}}',
        '[{"id": 1, "content": "Pick up the mug", "needs": []},\n'
        ' {"id": 2, "content": "Put it on the shelf", "needs": [1]}]',
        '[{"text": "Pick up the mug"}, {"text": "Put it on the shelf", "preconditions": ["step 1"]}]',
        '```json\n[{"step": "Pick up the mug"}, {"step": "Put it on the shelf", "requires": "1"}]\n```',
    ],
)
def test_two_steps_in_json_of_several_shapes(reply: str) -> None:
    assert read_steps(reply) == TWO


@pytest.mark.parametrize(
    ("bracket", "needs"),
    [
        ("[1, 2]", (1, 2)),
        ("[1 and 2]", (1, 2)),
        ("[1; 2]", (1, 2)),
        ("(after steps 2 and 1)", (2, 1)),
        ("(needs step 1, step 2)", (1, 2)),
        ("[none]", ()),
        ("(after nothing)", ()),
        ("[]", ()),
    ],
)
def test_needs_stand_in_brackets_at_the_end(bracket: str, needs: tuple[int, ...]) -> None:
    found = read_steps(f"1. Open the box\n2. Pick up the mug\n3. Put it into the box {bracket}")
    assert isinstance(found, Planned)
    assert found.steps[2] == PlannedStep(3, "Put it into the box", needs)


def test_other_words_in_brackets_belong_to_the_step() -> None:
    found = read_steps("1. Pick up the mug (the red one)\n2. Move it [slowly, 2 cm] to the shelf")
    assert found == Planned(
        (PlannedStep(1, "Pick up the mug (the red one)"), PlannedStep(2, "Move it [slowly, 2 cm] to the shelf"))
    )


def test_steps_keep_their_own_numbers() -> None:
    """Some count from nought, and JSON may name its steps as it likes: needs speak of these numbers."""
    assert read_steps("0. Open the box\n1. Look into it [0]") == Planned(
        (PlannedStep(0, "Open the box"), PlannedStep(1, "Look into it", (0,)))
    )
    named = '[{"id": 7, "action": "Open the box"}, {"id": 9, "action": "Look into it", "needs": [7]}]'
    assert read_steps(named) == Planned((PlannedStep(7, "Open the box"), PlannedStep(9, "Look into it", (7,))))


@pytest.mark.parametrize(
    "reply",
    [
        "nothing to do",
        "Nothing needs to be done.",
        "No steps are needed: the box is open.",
        "[]",
        '{"steps": []}',
        '{"answer": []}',
        "Answer: nothing to do",
    ],
)
def test_that_there_is_nothing_to_do_is_a_plan(reply: str) -> None:
    assert read_steps(reply) == Planned(())


@pytest.mark.parametrize(
    "reply",
    [
        "I would pick up the mug and put it on the shelf.",
        "- Pick up the mug\n- Put it on the shelf",
        "The mug is on the table. There are 2 of them.",
        '{"mug": 1, "vase": 2}',
        "[1, 2]",
        '[["mug", "vase"]]',
        '["Pick up the mug", 3]',
        "42",
        "no answer",
    ],
)
def test_what_is_no_plan_is_unread(reply: str) -> None:
    found = read_steps(reply)
    assert isinstance(found, NotRead) and found.verdict is Verdict.UNREAD and found.note


@pytest.mark.parametrize(
    "reply",
    [
        "Step 1 is to pick up the mug; it needs nothing. Step 2 is to put it on the shelf, which needs step 1.",
        "The first step is to pick up the mug. The second step is to put it on the shelf, which needs the first.",
        "One, pick up the mug, that needs nothing. Two, put it on the shelf, that needs one.",
        "#1 Pick up the mug | needs: none\n#2 Put it on the shelf | needs: #1",
        "ID  ACTION               NEEDS\n1   Pick up the mug      -\n2   Put it on the shelf  1",
        "No  Action               After\n1   Pick up the mug\n2   Put it on the shelf  1",
        "1. Pick up the mug. Needs: none, it is on top.\n2. Put it on the shelf. Needs: 1, since it must be held.",
        "They do not touch each other, so the plan is:\n1. Pick up the mug\n2. Put it on the shelf (1)",
    ],
)
def test_two_steps_as_people_speak_and_type(reply: str) -> None:
    found = read_steps(reply)
    assert isinstance(found, Planned)
    assert [(s.number, s.content.casefold(), s.needs) for s in found.steps] == [
        (s.number, s.content.casefold(), s.needs) for s in TWO.steps
    ]


@pytest.mark.parametrize(
    "heading",
    [
        "Do not do this:",
        "This plan would be wrong.",
        "I would not do it like this.",
        "Some do this. It is not correct.",
    ],
)
def test_a_plan_that_the_reply_denies_is_unread(heading: str) -> None:
    assert isinstance(read_steps(f"{heading}\n1. Pick up the mug\n2. Put it on the shelf [1]"), NotRead)


@pytest.mark.parametrize(
    "more",
    [
        "1, since it is high, and step 2",
        "1, because 2 is done; also needs 2",
        "1, maybe",
        "2 and 1 indirectly",
        "two steps",
        "1+",
    ],
)
def test_a_need_that_is_not_plain_is_never_guessed(more: str) -> None:
    reply = f"1. Pick up the mug\n2. Open the box\n3. Put it on the shelf (needs {more})"
    assert isinstance(read_steps(reply), NotRead)


@pytest.mark.parametrize(
    "after",
    [
        "Then remove the globe.",
        "2b. Open the box [1]",
        "Or: leave the mug and take the cup.",
        "You also need to move the vase.",
        "This won't work because of the vase.",
    ],
)
def test_what_goes_on_after_the_plan_leaves_it_unread(after: str) -> None:
    assert isinstance(read_steps(f"1. Pick up the mug\n2. Put it on the shelf [1]\n\n{after}"), NotRead)


@pytest.mark.parametrize(
    "after", ["Or do them in any order.", "Then you are done.", "Step 2 is the hardest.", "I hope this helps!"]
)
def test_other_words_after_the_plan_change_nothing(after: str) -> None:
    assert read_steps(f"1. Pick up the mug\n2. Put it on the shelf [1]\n\n{after}") == TWO


def test_only_direct_needs_count() -> None:
    found = read_steps(
        "1. Pick up the mug\n2. Turn it (needs 1)\n3. Put it down, needs 2 directly, and 1 only indirectly."
    )
    assert isinstance(found, Planned) and found.steps[2].needs == (2,)


def test_a_step_that_was_not_read_leaves_the_plan_unread() -> None:
    """The words behind "Step 3" are no deed that we know: a plan of two steps would be another one."""
    reply = "Step 1 is to pick up the mug. Step 2 is to open the box, needs 1.\nStep 3 is blocked by the vase."
    assert isinstance(read_steps(reply), NotRead)


words = st.text("abcdefgh ", min_size=1, max_size=20).map(lambda text: " ".join(text.split())).filter(bool)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Plans whose ids go up, as a plan for people has them."""
    ids = sorted(draw(st.sets(st.integers(0, 999), max_size=6)))
    needs = [draw(st.lists(st.sampled_from(ids[:k]), unique=True)) if k else [] for k in range(len(ids))]
    return Plan(
        steps=tuple(Step(id=n, content=draw(words), needs=tuple(need)) for n, need in zip(ids, needs, strict=True))
    )


@given(plans())
def test_a_plan_in_our_own_words_is_read_back(plan: Plan) -> None:
    assert read_steps(plan.words({})) == Planned(tuple(PlannedStep(s.id, s.content, s.needs) for s in plan.steps))


@pytest.mark.parametrize(
    "reply",
    [
        "1. Pick up the mug\n" * 200_000,
        "".join(f"{k}. Pick up the mug [{k}]\n" for k in range(1, 200_000)),
        "1. Pick up the mug (" + "1" * 900 + "x",
        "1. Pick up the mug (" + "step 1 and " * 85 + "x",
        "\n".join(f"{k}. Go (" + "(1" * 450 for k in range(1, 200)),
        '["Go (after' + "\\t" * 900 + 'x"]',
        '["' + "\\t" * 900 + '1"]',
        "[" + "[1], " * 100_000,
        "[[]" * 100_000,
    ],
    ids=["same", "many", "digits", "steps", "brackets", "tabs", "lead", "lists", "empty"],
)
def test_hostile_plans_take_no_time(reply: str) -> None:
    """A long number in brackets once took minutes: every way to split its digits was tried."""
    start = time.process_time()
    read_steps(reply)
    assert time.process_time() - start < 3


@pytest.mark.parametrize(
    "lead",
    ["Certainly! 1. ", "Sure, here is the plan: 1. ", "**Plan:** 1. ", "My steps are 1. ", "Okay – 1. ", "First, 1. "],
)
def test_the_first_step_may_stand_behind_other_words(lead: str) -> None:
    found = read_steps(f"{lead}Remove the cup\n2. Remove the book\n   Needs: 1\n3. Pick up the box (2)")
    assert isinstance(found, Planned)
    assert [(s.content, s.needs) for s in found.steps] == [
        ("Remove the cup", ()), ("Remove the book", (1,)), ("Pick up the box", (2,))
    ]  # fmt: skip


def test_numbers_in_other_words_are_no_first_step() -> None:
    found = read_steps("There is 1 cup in version 1.\n1. Remove the cup\n2. Pick up the box")
    assert isinstance(found, Planned) and [s.content for s in found.steps] == ["Remove the cup", "Pick up the box"]


ONE = '{"content": "Remove the cup", "precondition": []}'
OTHER = '{"content": "Remove the book", "precondition": []}'
LAST = '"step2": {"content": "Pick up the box", "precondition": ["step1"]}'


@pytest.mark.parametrize(
    "reply",
    [
        f'<ans>{{"step1": {ONE}, "step1": {OTHER}, {LAST}}}</ans>',
        f'{{"plan": {{"step1": {ONE}, "step1": {OTHER}, {LAST}}}}}',
        f'{{"step1": {ONE}, "step1": {OTHER}, {LAST},}}',
        f"{{'step1': {ONE}, 'step1': {OTHER}, {LAST}}}".replace('"', "'"),
        '{"step1": {"content": "Remove the cup", "content": "Remove the book", "precondition": []}}',
    ],
)
def test_a_step_that_stands_twice_in_json_leaves_the_plan_unread(reply: str) -> None:
    """Which of both is step 1 that step 2 needs?"""
    found = read_steps(reply)
    assert isinstance(found, NotRead) and "stands twice" in found.note


def test_what_stands_twice_in_the_same_words_or_elsewhere_does_not_matter() -> None:
    for reply in (
        f'{{"step1": {ONE}, "step1": {ONE}, {LAST}}}',
        f'{{"seen": 1, "seen": 2}}\n<ans>{{"step1": {ONE}, {LAST}}}</ans>',
    ):
        found = read_steps(reply)
        assert isinstance(found, Planned) and [s.needs for s in found.steps] == [(), (1,)]


def test_a_plan_is_never_made_of_the_two_ends_of_a_long_reply() -> None:
    """Steps 3 to 9 stand in the middle, which nobody reads: what is left is not the plan."""
    steps = [f"{k}. Remove the cup number {k}" for k in range(1, 10)]
    long = "\n".join([*steps[:2], "so " * 15_000, *steps[2:]])
    found = read_steps(long)
    assert isinstance(found, NotRead) and "longer than 40,000 characters" in found.note
    answer = f'<ans>{{"step1": {ONE}, {LAST}}}</ans>'
    for reply in (f"{long}\n{answer}", f"<ans>{long}</ans>\n{answer}\nThat is all."):
        whole = read_steps(reply)
        assert isinstance(whole, Planned) and len(whole.steps) == 2
    assert isinstance(read_steps(f"{answer}\n{long}"), NotRead), "what comes after it might take it back"
    assert isinstance(read_steps("<ans>" * 100_000 + "</ans>" * 100_000), NotRead)
    thought = read_steps(f"<think>{long}</think>\n{answer}")
    assert isinstance(thought, Planned), "thinking does not count"
