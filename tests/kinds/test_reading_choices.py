"""Reading choices: a right answer in any natural words, never a wrong one, and nothing where two are possible."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diorama.kinds import Verdict
from diorama.kinds.reading import Chosen, NotRead, option_mentions, read_choice
from diorama.kinds.reading.choices import cues
from diorama.kinds.reading.choices.fast import at_once
from diorama.kinds.reading.choices.reader import by_rules
from diorama.kinds.reading.cleaning import whole_reply

YES_NO = ("Yes", "No", "Not sure")
STATES = ("Revealed", "Occluded", "Not sure")
REMOVALS = ("Remove the bucket", "Remove the crate", "Remove the teddy bear", "Remove the toolbox", "Not sure")
FURTHER = (
    "Remove the red mug", "Remove the lamp", "There is no collision", "Removing the aubergine is sufficient",
    "Remove the white mug", "Not sure",
)  # fmt: skip
COURSES = (
    "Both are in view, then one hides the other, then both are in view again",
    "The two candles never hide each other",
    "Both are in view at first, and in the end one hides the other",
    "At first one candle hides the other, then both are in view",
    "Not sure",
)
ANY = ("Alpha", "Beta", "Gamma", "Delta", "Epsilon")
HITS = "Would it hit one of the objects if it kept going straight forward?"
FITS = "Imagine letting go of the teddy bear. Can the basket hold the whole of it?"
INVENTED = Path(__file__).parent / "corpus" / "invented_choices.jsonl"


places = st.integers(0, len(ANY) - 1)


def said(form: str, place: int) -> str:
    return form.format(L="ABCDE"[place], own=ANY[place])


def reading(reply: str, options: tuple[str, ...] = YES_NO, question: str = "") -> str:
    """The option that is read, or the verdict."""
    found = read_choice(reply, options, question)
    return found.option if isinstance(found, Chosen) else found.verdict.value


def test_every_invented_reply_is_read_as_it_is_meant() -> None:
    """Written along with the reader: they show what must stay, not how well it reads."""
    cases = [json.loads(line) for line in INVENTED.read_text(encoding="utf-8").splitlines()]
    assert len(cases) == 250
    for case in cases:
        found = reading(case["reply"], tuple(case["options"]), case["question"])
        assert found == case["means"], case["reply"]


@pytest.mark.parametrize(
    ("reply", "options", "means"),
    [
        ("Yes - no, sorry: No.", YES_NO, "No"),
        ("Choosing between Yes, No and Not sure: No.", YES_NO, "No"),
        ("It's out in the open.", STATES, "Revealed"),
        ("The lamp is next in line, so it has to go", FURTHER, "Remove the lamp"),
        ("The white mug is behind the aubergine and would be hit.", FURTHER, "Remove the white mug"),
        ("B might be what others say.", YES_NO, "unread"),
    ],
)
def test_asides_pronouns_and_what_others_say(reply: str, options: tuple[str, ...], means: str) -> None:
    assert reading(reply, options) == means


@pytest.mark.parametrize(
    ("reply", "place"),
    [
        ("A – no, at the end they are apart.\nC – no, they cross.\nD – no.\nE – I am sure enough.\nThat leaves B.", 1),
        ("A: no. B: no. C: yes. D: no.", 2),
        ("A ✗, B ✗, D ✗ → C", 2),
        ("Ruling out A, C and D, we are left with B.", 1),
        ("A, C and D are all wrong.", 1),
    ],
)
def test_what_is_left_after_elimination(reply: str, place: int) -> None:
    assert reading(reply, COURSES) == COURSES[place]


def test_a_letter_alone_on_the_last_line_decides_over_the_discussion_before_it() -> None:
    talk = "Could it be C? The teddy bear is close, but the wheels pass it. D is tempting as well."
    assert reading(f"{talk}\n\n**B**", REMOVALS) == "Remove the crate"
    assert reading(f"{talk}\n\nThe answer is A.\n\nB", REMOVALS) == "unread"
    assert reading("A\n\nB") == "unread"


@pytest.mark.parametrize(
    ("reply", "options", "means"),
    [
        ("Reveiled", STATES, "Revealed"),
        ("ocluded", STATES, "Occluded"),
        ("unocluded", STATES, "Revealed"),
        ("there is no colision", FURTHER, "There is no collision"),
        ("Remvoe the lamp", FURTHER, "Remove the lamp"),
        ("not shure", YES_NO, "Not sure"),
        ("excluded", STATES, "unread"),
        ("concealed or so", ("Revealed", "Not sure"), "unread"),
    ],
)
def test_slips_of_the_keyboard(reply: str, options: tuple[str, ...], means: str) -> None:
    assert reading(reply, options) == means


@pytest.mark.parametrize(
    ("reply", "options", "means"),
    [
        ("A: 10%\nB: 85%\nC: 5%", YES_NO, "No"),
        ("P(Yes)=0.9, P(No)=0.1", YES_NO, "Yes"),
        ("70% B, 30% A", YES_NO, "No"),
        ("| option | confidence |\n|---|---|\n| Occluded | 0.12 |\n| Revealed | 0.83 |", STATES, "Revealed"),
        ("Yes 45%, No 45%, Not sure 10%", YES_NO, "unread"),
        ("Yes: 30%\nNo: 70%\n\nAnswer: Yes", YES_NO, "unread"),
        ("80% revealed, 20% occluded", STATES, "unread"),
    ],
)
def test_the_clearly_heaviest_option_is_chosen(reply: str, options: tuple[str, ...], means: str) -> None:
    assert reading(reply, options) == means


@pytest.mark.parametrize(
    ("reply", "options", "means"),
    [
        ("Nothing needs to be cleared away, the path is already empty.", FURTHER, "There is no collision"),
        ("You don't have to remove anything, not even the aubergine.", FURTHER, "There is no collision"),
        ("Nothing else has to be removed.", FURTHER, "Removing the aubergine is sufficient"),
        ("Nothing has to be removed.", FURTHER, "unread"),
        ("Nothing has to be removed except the lamp.", FURTHER, "unread"),
        ("You'd have to get rid of the lamp first.", FURTHER, "Remove the lamp"),
        ("The white one of the two mugs must go as well.", FURTHER, "Remove the white mug"),
        ("It wouldn't hit the lamp.", FURTHER, "unread"),
        ("The car stands on the floor with a lamp and a red mug around it.", FURTHER, "unread"),
        ("The room has a table with a lamp in front of the window.", FURTHER, "unread"),
    ],
)
def test_what_has_to_go_and_what_only_stands_there(reply: str, options: tuple[str, ...], means: str) -> None:
    assert reading(reply, options) == means


@pytest.mark.parametrize(
    ("reply", "means"),
    [
        ("B. No (A. Yes would require a lower rim)", "No"),
        ("A seems right, but B is better.", "No"),
        ("It is free, o sea, la opción B.", "No"),
        ("Its front points this way, i.e. to the left of the picture, e.g. at the wall.", "unread"),
        ("Thanks! After a close look we can confirm that yes, it would indeed bump into something.", "Yes"),
        ("Nothing speaks for A.", "unread"),
        ("Sì", "Yes"),
        ("Нет.", "No"),
    ],
)
def test_asides_concessions_and_abbreviations_choose_nothing(reply: str, means: str) -> None:
    assert reading(reply) == means


def replies() -> Iterator[dict[str, Any]]:
    """All replies to choices that we have."""
    for path in (INVENTED, INVENTED.with_name("open.jsonl")):
        cases = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
        yield from (case for case in cases if case.get("kind", "choice") == "choice")


def test_common_forms_are_read_as_by_the_rules() -> None:
    common = 0
    for case in replies():
        final, options = whole_reply(case["reply"]), tuple(case["options"])
        if (found := at_once(final.raw, options)) is not None:
            common += 1
            assert by_rules(final, options, case["question"]) == Chosen(found), case["reply"]
    assert common > 150


@given(places, st.sampled_from(("{L}", "({L}) {own}", "{own}", "The answer is {L}.", "I'd say {L}", "{L} is correct")))
def test_common_forms_of_any_options_are_read_as_by_the_rules(place: int, form: str) -> None:
    final = whole_reply(said(form, place))
    assert at_once(final.raw, ANY) == ANY[place] and by_rules(final, ANY) == Chosen(ANY[place])


def test_a_gate_never_hides_a_match() -> None:
    """Gated patterns are skipped on texts without certain parts; no such text may match."""
    gated = [cue for cue in vars(cues).values() if isinstance(cue, cues.Gated)]
    assert gated
    for case in replies():
        text = case["reply"].lower()
        assert all(cue.may_match(text) for cue in gated if cue.pattern.search(text)), case["reply"]


@pytest.mark.parametrize(
    ("reply", "option"),
    [
        ("I'm not sure, but I think A.", "Yes"),
        ("I cannot be certain, but Yes.", "Yes"),
        ("Hard to tell, but my answer is B.", "No"),
        ("Can't say for sure, my best guess is B", "No"),
        ("If I had to guess, B.", "No"),
        ("B, but I'm not sure.", "No"),
        ("Maybe B?", "No"),
    ],
)
def test_a_hedge_is_not_the_option_not_sure(reply: str, option: str) -> None:
    assert reading(reply) == option


@pytest.mark.parametrize(
    "reply",
    [
        "Not sure", "C", "C. Not sure", "I don't know.", "idk", "It's hard to say.", "Answer: not sure", "看不出来",
        "Keine Ahnung.", "Je ne sais pas.", "No estoy segura.", "わかりません。",
        "I'm not sure whether it hits the crate.",
    ],
)  # fmt: skip
def test_not_knowing_is_the_option_not_sure(reply: str) -> None:
    assert reading(reply) == "Not sure"


@pytest.mark.parametrize(
    "reply",
    [
        "Yes/No", "A or B", "A, B or C", "Yes and no.", "A is the wrong answer", "I don't think it's A.", "Not A.",
        "I would rule out A.", "Anything but A", "Option C: Yes\nOption A: No", "A. No", "B (Yes)", "No (A)",
        "A. Not sure", "Answer: A\nAnswer: B", "<answer>A</answer><answer>B</answer>", "B. Wait, that's wrong.",
        "A. Yes\nB. No\nC. Not sure", "If it turned, the answer would be A.", "Yes if it turns, no otherwise.",
        "A crate is on the floor.", "N/A", "CA", "G", "7", "The answer is", "<think>The answer is A", "\\boxed{}",
        '{"answer": ["A", "B"]}', '{"answer": "B", "text": "Yes"}', "The bus would",
    ],
)  # fmt: skip
def test_what_is_denied_open_or_contradictory_is_unread(reply: str) -> None:
    assert reading(reply) == "unread"


@pytest.mark.parametrize(
    ("reply", "option"),
    [
        ("C\n\nNo wait, B", "No"),
        ("A... no wait, B.", "No"),
        ("B — sorry, I meant A.", "Yes"),
        ("Answer: A. Hmm, actually no: B.", "No"),
        ("Yes... actually no, the head sticks out.", "No"),
        ("I was going to say A. Actually, the answer is B.", "No"),
        ("At first I thought A, but it is B.", "No"),
        ("C? No. B.", "No"),
        ("Is it B? Yes.", "No"),
        ("A is wrong, so it must be the other one.", "No"),
    ],
)
def test_the_last_decision_counts(reply: str, option: str) -> None:
    assert reading(reply) == option


@pytest.mark.parametrize(
    ("reply", "option"),
    [
        ("A crate stands directly in its way, so yes.", "Yes"),
        ("A bus that drives straight on would crash. No.", "No"),
        ("I think a crate is in the way, so B.", "No"),
        ("A because a crate is ahead.", "Yes"),
        ("I choose A since a crate blocks it.", "Yes"),
        ("There is no way around it: the bus would hit the crate. Yes.", "Yes"),
        ("No doubt, yes.", "Yes"),
    ],
)
def test_articles_pronouns_and_determiners_are_no_options(reply: str, option: str) -> None:
    assert reading(reply) == option


@pytest.mark.parametrize(
    ("reply", "option"),
    [
        ("A. Yes\nB. No\nC. Not sure\n\nB", "No"),
        ("- [ ] A. Yes\n- [x] B. No\n- [ ] C. Not sure", "No"),
        ("A. Yes ❌\nB. No ✅\nC. Not sure ❌", "No"),
        ("A. Yes\n**B. No**\nC. Not sure", "No"),
        ("~~A. Yes~~\nB. No\n~~C. Not sure~~", "No"),
        ("Yes ☐ No ☑", "No"),
        ("| Option | Right? |\n|---|---|\n| A. Yes | ❌ |\n| B. No | ✅ |\n| C. Not sure | ❌ |", "No"),
        ("Options: A. Yes, B. No, C. Not sure. Answer: B", "No"),
        ("A. Yes: this would need a crate.\nB. No: nothing is ahead.\n\nTherefore, the answer is B.", "No"),
        ("Q: Will it hit?\nA: No", "No"),
    ],
)
def test_repeated_options_choose_nothing_unless_one_is_ticked(reply: str, option: str) -> None:
    assert reading(reply) == option


@pytest.mark.parametrize(
    ("question", "yes", "no"),
    [
        (HITS, "It would hit the crate.", "It won't hit anything."),
        (HITS, "The path is blocked.", "The way is free."),
        (FITS, "It fits easily.", "It does not fit."),
        (FITS, "Nothing sticks out.", "The bear is too big, its head would stick out."),
        ("Will the ball go into the goal?", "It goes into the goal.", "It misses the goal."),
        ("Does some ball drop into a pocket?", "The ball falls into a pocket.", "No ball is pocketed."),
        ("Can it be pulled out of the cupboard without hitting the jug?", "The way is free.", "It would hit the jug."),
    ],
)
def test_a_sentence_answers_what_is_asked(question: str, yes: str, no: str) -> None:
    """Only the question tells what a sentence without a yes or a no means; without it, it means nothing."""
    assert reading(yes, YES_NO, question) == "Yes" and reading(no, YES_NO, question) == "No"
    assert reading(yes) == reading(no) == "unread"


def test_one_object_that_is_not_hit_leaves_the_others() -> None:
    assert reading("It would not hit the lamp.", YES_NO, HITS) == "unread"


@pytest.mark.parametrize(
    ("reply", "option"),
    [
        ("It is no longer occluded.", "Revealed"),
        ("It's occluded now but will be revealed.", "Revealed"),
        ("not fully visible", "Occluded"),
        ("The fan still hides part of it.", "Occluded"),
        ("Not occluded, but revealed.", "Revealed"),
        ("It will not be revealed", "unread"),
        ("Partly revealed, partly occluded", "unread"),
    ],
)
def test_states_are_known_by_other_words(reply: str, option: str) -> None:
    assert reading(reply, STATES) == option


@pytest.mark.parametrize(
    ("reply", "options", "option"),
    [
        ("Take the stuffed bear away.", REMOVALS, "Remove the teddy bear"),
        ("The teddy bear, not the crate.", REMOVALS, "Remove the teddy bear"),
        ("The crate blocks it.", REMOVALS, "Remove the crate"),
        ("Hay que quitar la caja de herramientas.", REMOVALS, "Remove the toolbox"),
        ("Remove the bucket or the crate", REMOVALS, "unread"),
        ("Remove the bucket and the chair", REMOVALS, "unread"),
        ("Don't remove the bucket.", REMOVALS, "unread"),
        ("I don't think removing the aubergine is sufficient.", FURTHER, "unread"),
        ("Removing the aubergine is not sufficient, so remove the lamp.", FURTHER, "Remove the lamp"),
        ("If the aubergine is removed, it would still hit the lamp.", FURTHER, "Remove the lamp"),
        ("If the aubergine is removed, it hits nothing.", FURTHER, "Removing the aubergine is sufficient"),
        ("Yes, that is enough.", FURTHER, "Removing the aubergine is sufficient"),
        ("It wouldn't hit anything anyway.", FURTHER, "There is no collision"),
        ("Remove the mug", FURTHER, "unread"),
        ("Remove the blue mug", FURTHER, "unread"),
        ("la tasse blanche", FURTHER, "Remove the white mug"),
        ("Remove the lamp so that there is no collision.", FURTHER, "Remove the lamp"),
    ],
)
def test_things_are_known_by_their_names(reply: str, options: tuple[str, ...], option: str) -> None:
    assert reading(reply, options) == option


@pytest.mark.parametrize(
    ("reply", "place"),
    [
        ("First you see both, then the red one hides the blue one, and after that both are in view again.", 0),
        ("They don't hide each other at any time.", 1),
        ("in the end one hides the other, at first both are in view", 2),
        ("In the beginning the red candle covers the blue one, then both are visible.", 3),
    ],
)
def test_courses_of_events_in_any_words(reply: str, place: int) -> None:
    assert reading(reply, COURSES) == COURSES[place]


def test_every_mention_has_its_place() -> None:
    text = "Not A, I'd say (B): no."
    found = [(text[start:end], option) for start, end, option in option_mentions(text, YES_NO)]
    assert found == [("A", "Yes"), ("(B)", "No"), ("no", "No")]
    text = "The stuffed bear or the crate?"
    found = [(text[start:end], option) for start, end, option in option_mentions(text, REMOVALS)]
    assert found == [("The stuffed bear", "Remove the teddy bear"), ("the crate", "Remove the crate")]


FORMS = (
    "{L}", "({L})", "{L}.", "{L}) {own}", "{own}", "**{L}. {own}**", "Option {L}", "The answer is {L}.",
    "I think it's {L}.", "So the answer is {L}, {own}.", "{L} is correct.", "答案是{L}。", "Die Antwort ist {L}.",
    "La respuesta es {L}.", "La réponse est {L}.", "答えは{L}です。", "\\boxed{{{L}}}", '{{"answer": "{L}"}}',
    "<answer>{own}</answer>", "Probably {L}", "{L} because it is closest.", "My answer: {own}",
)  # fmt: skip
AROUND = (
    "{}", "Sure! {}", "Thanks for asking.\n\n{}", "{}\n\nLet me know if you need anything else!", "Great question! {}",
    "```\n{}\n```", "> {}", "- {}", "### Answer\n{}", "{}\n\n---\n*I hope this helps.*", "<think>A or B?</think>\n{}",
    "Which one is it?\nA. Alpha\nB. Beta\nC. Gamma\nD. Delta\nE. Epsilon\n\n{}", "Which one is it? {}", "  {}  \n",
    "Let me look at the picture.\n\n{}",
)  # fmt: skip
DENIALS = (
    "Not {L}.", "It is not {L}", "{L} is wrong.", "{own} is the wrong answer.", "I don't think it's {L}.",
    "I'd rule out {L}.", "The answer is not {own}.", "Definitely not {L}", "{L} can't be right.", "不是{L}",
    "Nicht {L}.", "Ce n'est pas {L}.", "No es {L}.", "{L}ではない", "Anything but {L}.", "{L}: incorrect",
)  # fmt: skip


@given(places, st.sampled_from(FORMS), st.sampled_from(AROUND))
def test_politeness_markup_and_a_repeated_question_change_nothing(place: int, form: str, around: str) -> None:
    assert reading(around.replace("{}", said(form, place)), ANY) == ANY[place]


@given(places, st.sampled_from(DENIALS), st.sampled_from(AROUND))
def test_what_is_denied_is_never_read(place: int, denial: str, around: str) -> None:
    assert reading(around.replace("{}", said(denial, place)), ANY) == "unread"


@given(places, places, st.sampled_from(DENIALS), st.sampled_from(FORMS))
def test_a_denial_of_another_option_leaves_the_answer(place: int, other: int, denial: str, form: str) -> None:
    found = reading(f"{said(denial, other)}\n{said(form, place)}", ANY)
    assert found == ANY[place] if place != other else found in (ANY[place], "unread")


@given(places, places, st.sampled_from(("{} or {}", "{}/{}", "{}, {}", "{} and {}", "Either {} or {}.", "{} oder {}")))
def test_two_options_are_none(first: int, second: int, pair: str) -> None:
    found = {reading(pair.format(*two), ANY) for two in (("ABCDE"[first], "ABCDE"[second]), (ANY[first], ANY[second]))}
    assert found == ({"unread"} if first != second else {ANY[first]}) or first == second


@given(places, places, st.sampled_from(("{L}. {own}", "({L}) {own}", "{L}: {own}", "{own} ({L})", "{L} - {own}")))
def test_a_letter_with_words_of_another_option_is_none(place: int, other: int, form: str) -> None:
    found = reading(form.format(L="ABCDE"[place], own=ANY[other]), ANY)
    assert found == (ANY[place] if place == other else "unread")


@given(st.text(max_size=300), st.sampled_from((YES_NO, STATES, REMOVALS, FURTHER, COURSES, ("1", "-1"), ("", "?"))))
def test_any_text_is_read_without_an_error(reply: str, options: tuple[str, ...]) -> None:
    assert isinstance(read_choice(reply, options, HITS), Chosen | NotRead)
    for start, end, option in option_mentions(reply, options):
        assert 0 <= start < end <= len(reply) and option in options


@pytest.mark.parametrize("options", [YES_NO, STATES, FURTHER, COURSES], ids=["yes", "states", "things", "courses"])
@pytest.mark.parametrize(
    "unit",
    ["A or B ", "no wait ", "[x] B\n", "remove the mug ", "hides then ", "**B** ", "not ", "\\boxed{", "[[", "B? No. "],
)
def test_hostile_replies_take_no_time(unit: str, options: tuple[str, ...]) -> None:
    start = time.process_time()
    read_choice(unit * (1_000_000 // len(unit)), options, HITS)
    assert time.process_time() - start < 3


def test_refusals_are_told_from_doubts() -> None:
    assert reading("My guidelines do not allow me to answer this.") == Verdict.REFUSED
    assert reading("I'm sorry, but I can't tell which way it faces.") == "Not sure"
    assert reading("I can't tell.", ("Left", "Right")) == Verdict.NOT_SURE


TEAPOT = "Would the teapot fit into the box?"
SEEN_WHOLE = "Will the vase be revealed or occluded? Anything less than completely visible is occluded."
TWO_DENIALS = (
    "There is no reason it would not fit.", "Nothing stops it from fitting.", "It can't not fit.",
    "No way it doesn't fit", "I don't see why it wouldn't fit.", "It won't fail to fit.", "I doubt it would not fit.",
    "It is impossible for it not to fit", "No chance it fails to fit", "The lid doesn't stop it from fitting.",
    "It's not as if it doesn't fit.", "Far from not fitting", "It's false that it doesn't fit.",
    "It would be wrong to say it doesn't fit.", "Not fitting is impossible.", "Is it too wide? No.",
    "There is no reason to think that the teapot is too big.",
)  # fmt: skip
PARTS = (
    "Barely visible.", "50% visible", "Only the top is visible", "The left part would be visible.",
    "A small part is revealed.", "Half of it is visible", "Most of it is visible", "Visible, but only the top",
    "The bottom would be visible", "Just the handle is visible", "Revealed (mostly)", "80 % sichtbar",
    "teilweise sichtbar", "只有一部分可见",
)  # fmt: skip


@pytest.mark.parametrize("reply", TWO_DENIALS)
def test_two_denials_are_no_no(reply: str) -> None:
    assert reading(reply, YES_NO, TEAPOT) in ("unread", "Yes")


@pytest.mark.parametrize(
    ("reply", "means"),
    [
        ("The teapot is too big? No, it fits.", "Yes"),
        ("Does it not fit? No, it does.", "Yes"),
        ("Not too big to fit.", "Yes"),
        ("It is neither too wide nor too tall.", "Yes"),
        ("Would the teapot fit? No.", "No"),
        ("No way it fits.", "No"),
        ("There is no way it would fit.", "No"),
        ("No, it does not fit.", "No"),
        ("It doesn't fit, not even sideways.", "No"),
        ("The handle keeps it from fitting.", "No"),
        ("It is impossible to fit it in.", "No"),
        ("I doubt it fits.", "No"),
        ("Without doubt it won't fit.", "No"),
        ("Il ne rentre pas.", "No"),
    ],
)
def test_one_denial_is_one(reply: str, means: str) -> None:
    assert reading(reply, YES_NO, TEAPOT) == means


@pytest.mark.parametrize(
    ("reply", "question", "means"),
    [
        ("No way it misses.", "Will the ball go into the goal?", "unread"),
        ("Does it miss? No.", "Will the ball go into the goal?", "unread"),
        ("It never misses.", "Will the ball go into the goal?", "Yes"),
        ("The path is not free.", HITS, "unread"),
        ("Nothing keeps it from hitting the crate.", HITS, "unread"),
        ("Nothing in its way.", HITS, "No"),
    ],
)
def test_two_denials_of_other_things_that_are_asked(reply: str, question: str, means: str) -> None:
    assert reading(reply, YES_NO, question) == means


@pytest.mark.parametrize("reply", PARTS)
@pytest.mark.parametrize("question", ["", SEEN_WHOLE])
def test_a_part_that_is_visible_is_not_the_whole(reply: str, question: str) -> None:
    assert reading(reply, STATES, question) == "unread"


@pytest.mark.parametrize(
    "reply",
    ["100% visible", "Every part is visible.", "Most likely revealed", "I'm 90 % sure that it is revealed.",
     "It's the only object, and it's revealed.", "The bottom line: revealed"],
)  # fmt: skip
def test_words_for_parts_that_leave_the_whole(reply: str) -> None:
    assert reading(reply, STATES, SEEN_WHOLE) == "Revealed"


@pytest.mark.parametrize(
    ("reply", "options", "means"),
    [
        ("Removing the lamp changes nothing.", FURTHER, "unread"),
        ("Removing the lamp makes no difference.", FURTHER, "unread"),
        ("If you remove the lamp, nothing changes.", FURTHER, "unread"),
        ("Removing the lamp is pointless", FURTHER, "unread"),
        ("Removing the lamp solves it.", FURTHER, "Remove the lamp"),
        ("Removing the red mug changes nothing, so remove the lamp.", FURTHER, "Remove the lamp"),
        ("I'd say the opposite of yes.", YES_NO, "unread"),
        ("The opposite of no.", YES_NO, "unread"),
    ],
)
def test_what_does_not_help_and_opposites(reply: str, options: tuple[str, ...], means: str) -> None:
    assert reading(reply, options) == means


@pytest.mark.parametrize(
    ("reply", "means"),
    [
        ("入れることはできません。", "No"),
        ("お答えできません。", "refused"),
        ("回答することはできません。", "refused"),
        ("No puedo ver la imagen.", "refused"),
        ("No puedo meterla en la caja.", "unread"),
        ("Je ne peux pas répondre à cette question.", "refused"),
        ("Je ne peux pas la mettre dedans.", "unread"),
    ],
)
def test_what_cannot_be_done_is_no_refusal(reply: str, means: str) -> None:
    assert reading(reply, YES_NO, TEAPOT) == means


def test_not_clear_is_a_doubt_and_not_a_way_that_is_not_clear() -> None:
    question = "Can the roll leave the cupboard without bumping into the piggy bank?"
    reply = "It's not clear to me which way the piggy bank is facing. Not sure."
    assert reading(reply, ("Not sure", "Yes", "No"), question) == "Not sure"
    assert reading("The path is not clear.", YES_NO, question) == "No"


def test_a_condition_without_an_end_is_no_answer_and_no_fault() -> None:
    options = ("Yes", "No", "Remove the mug", "Not sure")
    assert isinstance(read_choice("📷{if basket,", options, "Does it fit?"), NotRead)


GOAL = "Will the ball go into the goal?"
POCKET = "Will any ball be pocketed?"
CUPBOARD = "Can the jug be pulled out of the cupboard without hitting the mug?"


@pytest.mark.parametrize(
    ("question", "reply", "means"),
    [
        (GOAL, "It hits the post and goes in.", "Yes"),
        (GOAL, "It goes in the direction of the goal but ends beside it.", "unread"),
        (GOAL, "It'll go through, just under the crossbar.", "Yes"),
        (GOAL, "It looks high at first. So it goes wide.", "No"),
        (GOAL, "It needs to be lower to go in.", "unread"),
        (GOAL, "It is too slow to reach the goal.", "No"),
        (GOAL, "Almost yes.", "unread"),
        (POCKET, "The white ball misses the pocket, but it catches the other one full, and that one drops.", "Yes"),
        (POCKET, "The white ball doesn't drop, but the red one it hits does.", "Yes"),
        (POCKET, "The ball goes past the pocket.", "No"),
        (CUPBOARD, "That helps, though not by enough. The jug would still knock into it.", "No"),
        (FITS, "It goes in. Its top sticks out.", "No"),
        (FITS, "It goes in only halfway.", "unread"),
        (FITS, "It fits except for its top.", "unread"),
        (FITS, "It is too dark inside to judge.", "unread"),
        (HITS, "The way is clear until it hits the crate.", "Yes"),
        (HITS, "It would hit the crate if it turned left, but it drives straight.", "unread"),
        (HITS, "Were it a bit wider, it would clip the box.", "unread"),
        (HITS, "It can't get through without clipping the suitcase.", "Yes"),
        (HITS, "A crash is avoided.", "No"),
        (HITS, "The bin looks like it's in the path, though it's beside it.", "unread"),
        (HITS, "The crate blocks the view of the lamp.", "unread"),
        (HITS, "The path is anything but clear.", "unread"),
    ],
)
def test_what_settles_a_topic(question: str, reply: str, means: str) -> None:
    """Events follow each other, one hit is a hit, one end that sticks out is no fit; a part is not the whole."""
    assert reading(reply, YES_NO, question) == means


STOOLS = ("Remove the black stool", "Removing the white stool is sufficient", "There is no collision",
          "Remove the purple building block", "Not sure")  # fmt: skip


@pytest.mark.parametrize(
    ("reply", "means"),
    [
        ("The white stool is the only thing that needs to go.", STOOLS[1]),
        ("Yes, taking the white stool away prevents all crashes.", STOOLS[1]),
        ("Yes, that alone would do.", STOOLS[1]),
        ("The white stool is not the only thing in the way.", "unread"),
        ("Both stools are in its way, so removing only the white one doesn't suffice.", STOOLS[0]),
        ("White stool out, black stool out.", STOOLS[0]),
        ("After the white one there's the black one.", STOOLS[0]),
        ("The black stool's gotta go.", STOOLS[0]),
        ("The black stool stays.", "unread"),
        ("The black stool, isn't it?", STOOLS[0]),
        ("The white stool isn't even in the way. Nothing is.", STOOLS[2]),
        ("It's the block that's in the truck's lane.", STOOLS[3]),
        ("The black stool looks as if it might be in the way, but it's not.", "unread"),
    ],
)
def test_what_is_enough_and_what_goes_too(reply: str, means: str) -> None:
    assert reading(reply, STOOLS) == means


@pytest.mark.parametrize(
    ("reply", "means"),
    [
        ("None of the mug would be behind the bowl any more.", "Revealed"),
        ("Nothing of the table is covered after that.", "Revealed"),
        ("The whole ball can be seen.", "Revealed"),
        ("The rim comes into view, but the base remains behind it, so it isn't completely revealed.", "Occluded"),
        ("A strip of it is tucked behind the bowl.", "Occluded"),
        ("More of it is visible than before.", "unread"),
    ],
)
def test_what_is_seen_of_something(reply: str, means: str) -> None:
    assert reading(reply, ("Revealed", "Occluded", "Not sure"), "Is it revealed or occluded?") == means


def test_a_remembered_reading_is_that_of_the_same_topic() -> None:
    """The same words answer another question otherwise, and the question may be repeated in the reply."""
    assert reading("It would hit the jug.", YES_NO, CUPBOARD) == "No"
    assert reading("It would hit the jug.", YES_NO, HITS) == "Yes"
    assert reading("It would hit the jug.", YES_NO, CUPBOARD) == "No"


VEHICLE = ("Remove the mug", "Remove the lamp", "There is no collision", "Remove the drum", "Not sure")


@pytest.mark.parametrize(
    ("reply", "means"),
    [
        ("Two things are in the way, the mug and the lamp. Removing the former isn't needed; the latter must go.", 1),
        ("The mug and the lamp stand near the path; the former is in its way.", 0),
        ("The mug, the lamp and the drum are near; the latter must go.", None),
        ("- Mug: left of the path ✗\n- Lamp: in the path\n\nThe lamp has to be removed.", 1),
        ("Mug: left of the path. Lamp: in the path.", 1),
        ("Mug: no\nLamp: yes\nDrum: no", None),
        ("Mug: not in the path. Lamp: not in the path.", None),
        ("The mug: it stands in the way.", 0),
        ("| | in the way? |\n|---|---|\n| mug | no |\n| lamp | no |\n| drum | yes |\n\n**Remove the drum**", 3),
        ("To avoid hitting the mug, remove the lamp.", 1),
        ("To ensure that the tractor, when driving, hits nothing, the mug has to be taken away.", 0),
        ("To avoid a collision, nothing has to be removed.", 2),
        ("The drum can stay; it's the mug that it would bump into.", 0),
        ("It's not the mug that it would bump into.", None),
    ],
)
def test_things_that_are_judged_before_one_is_chosen(reply: str, means: int | None) -> None:
    assert reading(reply, VEHICLE) == ("unread" if means is None else VEHICLE[means])


TENT = "The ball is in the air. If nobody touches it, will it go into the tent?"


@pytest.mark.parametrize(
    ("question", "reply", "means"),
    [
        (TENT, "So the ball ends up inside.", "Yes"),
        (TENT, "Goal! It sails right into the tent.", "Yes"),
        (TENT, "It reaches the tent but does not go in.", "No"),
        (TENT, "It misses the tent and goes into the wall.", "No"),
        (TENT, "It lands inside the box next to the tent.", "unread"),
        (TENT, "所以选“是”。", "Yes"),
        (HITS, "It doesn't run into anything.", "No"),
        (HITS, "Yes, I think it will, thanks for asking!", "Yes"),
        (HITS, "Yes, happy to help!", "unread"),
        (HITS, "Yes. Hmm, but the lamp is off the path. So my final answer is No.", "No"),
        (HITS, "At first I'd say yes. Answer: no.", "No"),
        (HITS, "At first I'd say yes.", "unread"),
    ],
)
def test_flights_thanks_and_second_thoughts(question: str, reply: str, means: str) -> None:
    assert reading(reply, YES_NO, question) == means


@pytest.mark.parametrize(
    ("reply", "place"),
    [
        ("At no point do the red and the blue candle overlap.", 1),
        ("To begin with they overlap; then you end up seeing the two of them separately.", 3),
        ("Al principio se ven las dos, luego una tapa a la otra y al final se vuelven a ver las dos.", 0),
        ("D'abord on voit les deux, puis l'une cache l'autre.", 2),
        ("Zuerst sieht man beide, dann verdeckt die eine die andere.", 2),
    ],
)
def test_courses_of_events_in_other_languages(reply: str, place: int) -> None:
    assert reading(reply, COURSES) == COURSES[place]
