"""Reading swaps: what is proposed, in any words; never what is denied, supposed, offered as one of two, or cut off."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diorama.kinds import Verdict
from diorama.kinds.names import Names
from diorama.kinds.reading import Swapped, read_swaps

PHRASES = ("mug", "red vase", "blue vase", "lamp", "box", "book", "candle", "van", "chess pawn", "tent")
NAMES = Names({phrase: (f"the {phrase}", "vase" if "vase" in phrase else phrase) for phrase in PHRASES}, ("table",))
REPLIES: dict[str, list[str]] = json.loads(Path(__file__).with_name("swap_replies.json").read_text(encoding="utf-8"))
"""Replies by what they mean: swaps as "mug - red vase; lamp - box", or one of the words below."""

Pairs = list[frozenset[str]]


def reading(reply: str) -> Pairs | str:
    """The pairs that are read, or what else a reply is read as."""
    found = read_swaps(reply, NAMES)
    if not isinstance(found, Swapped):
        return found.verdict.value.replace("_", " ")
    if not found.feasible:
        return "infeasible"
    if any(match.unknown for pair in found.pairs for match in pair):
        return "unknown thing"
    return [frozenset(name for match in pair for name in match.names) for pair in found.pairs] or "no swap"


def meant(text: str) -> Pairs | str:
    return [frozenset(pair.split(" - ")) for pair in text.split("; ")] if " - " in text else text


@pytest.mark.parametrize("meaning", REPLIES)
def test_replies_are_read_as_they_are_meant(meaning: str) -> None:
    wrong = {reply: found for reply in REPLIES[meaning] if (found := reading(reply)) != meant(meaning)}
    assert not wrong


def test_infeasible_in_one_swap_is_no_answer_while_two_are_proposed() -> None:
    reply = "It is infeasible in one swap, so: swap the book with the box, then swap the mug with the red vase"
    assert reading(reply) == meant("book - box; mug - red vase")


@pytest.mark.parametrize(
    "reply",
    [
        "Do not swap the book and the box",
        "Never swap the book with the box.",
        "The book and the box must not be swapped.",
        "Swapping the book and the box would make them collide.",
        "If we swapped the book and the box, the lamp would be hit.",
        "One option is to swap the book and the box. Another option is to swap the mug and the lamp.",
        "Swap the book and the box or the mug and the lamp.",
        "The order is then: book, box.",
        "<think>Swap the book and the box",
        "Swap the book and the box, then swap the mug with",
        "不要交换书和盒子。",
        "Tausche nicht das Buch mit der Kiste.",
    ],
)
def test_what_is_not_proposed_is_never_read(reply: str) -> None:
    assert reading(reply) == "unread"


@pytest.mark.parametrize(
    "reply", ["van→candle", "van → candle", "van -> candle", "van/candle", "van – candle", "van&candle"]
)
def test_any_sign_joins_two_things(reply: str) -> None:
    assert reading(reply) == meant("van - candle")


@pytest.mark.parametrize("things", [("lamp", "mug"), ("lamp", "mug", "box"), ("lamp", "mug", "box", "book")])
@pytest.mark.parametrize(
    "listed",
    [
        lambda things: ", ".join(things),
        lambda things: ", ".join(f"the {t}" for t in things[:-1]) + f" and the {things[-1]}",
        lambda things: ", ".join(things[:-1]) + f", and {things[-1]}",
        lambda things: " → ".join(things),
        lambda things: " - ".join(things),
        lambda things: " | ".join(things),
        lambda things: f"[{', '.join(things)}]",
        lambda things: "\n" + "\n".join(f"{k}. {t}" for k, t in enumerate(things, start=1)),
    ],
    ids=["commas", "and", "oxford", "arrows", "dashes", "bars", "brackets", "lines"],
)
@pytest.mark.parametrize(
    "told",
    [
        "The order is then: {}",
        "The order is then {}.",
        "The resulting order is {}.",
        "Final order: {}",
        "After this the order is {}.",
        "After these swaps, the order from left to right is {}.",
        "This gives the order {}.",
        "Now the order is {}, as desired.",
        "The objects then stand in this order: {}",
        "So the new order from left to right becomes {}.",
    ],
)
@pytest.mark.parametrize(
    "proposed", ["Swap the mug with the lamp, then the box with the book. ", "1. mug ↔ lamp\n2. box ↔ book\n\n"]
)
def test_the_order_that_follows_is_no_swap(
    proposed: str, told: str, listed: Callable[[Sequence[str]], str], things: Sequence[str]
) -> None:  # fmt: skip
    """Of two things as of four, in whatever form they are listed."""
    assert reading(proposed + told.format(listed(things))) == meant("mug - lamp; box - book")


@pytest.mark.parametrize(
    "reply",
    [
        "Swap the mug with the lamp.",
        "交换马克杯和台灯。",
        "マグカップとランプを入れ替える。",
        "Tausche den Becher mit der Lampe.",
        "Échanger la tasse et la lampe.",
        "Intercambiar la taza y la lámpara.",
    ],
)
def test_six_languages(reply: str) -> None:
    assert reading(reply) == meant("mug - lamp")


def test_the_last_decision_and_the_marked_answer_win() -> None:
    assert reading("Swap the mug and the box. Wait, no: swap the mug and the lamp.") == meant("mug - lamp")
    assert reading("I would swap the mug and the box first.\n\nAnswer: mug and lamp") == meant("mug - lamp")
    assert reading("Swap the mug and the lamp.\n\nSo, to sum up: swap the mug and the lamp.") == meant("mug - lamp")


DISCUSSION = (
    "I see the lamp, the mug, the book and the box. Swapping the mug and the tent would collide. If I exchange the "
    "lamp with the box first, three swaps are needed. The lamp could go where the mug is, too."
)
EXPLANATION = "The lamp belongs on the left. Swapping the mug and the tent would collide, and the box is right already."


@pytest.mark.parametrize("form", ["(mug, lamp), (box, book)", "mug ↔ lamp\nbox ↔ book", "1. mug – lamp\n2. box – book"])
@pytest.mark.parametrize("lead", ["", "So: ", "Swaps:\n", "Final: "])
def test_what_stands_alone_at_the_end_decides_over_the_discussion(lead: str, form: str) -> None:
    assert reading(f"{DISCUSSION}\n\n{lead}{form}") == meant("mug - lamp; box - book")


@pytest.mark.parametrize("last", ["Infeasible.", "So the correct response is: infeasible.", "The task is infeasible."])
def test_infeasible_alone_at_the_end_decides_over_the_discussion(last: str) -> None:
    assert reading(f"{DISCUSSION} We would swap the mug with the lamp, but it overlaps.\n\n{last}") == "infeasible"


def test_what_stands_alone_at_the_beginning_is_the_answer_if_only_explanation_follows() -> None:
    assert reading(f"mug ↔ lamp\n\n{EXPLANATION}") == meant("mug - lamp")
    assert reading("mug ↔ lamp\n\nThat would collide with the tent.") == "unread"


def test_two_answers_at_the_two_ends_are_unread_unless_one_corrects_the_other() -> None:
    assert reading("mug ↔ lamp\n\nThe lamp belongs on the left.\n\nbox ↔ book") == "unread"
    assert reading("Answer: mug ↔ lamp\nFinal answer: infeasible") == "unread"
    assert reading("mug ↔ lamp\n\nWait, that overlaps the tent.\n\nbox ↔ book") == meant("box - book")


def test_the_last_of_several_steps_is_never_the_whole_answer() -> None:
    steps = meant("mug - lamp; box - book")
    assert reading("Swap the mug with the lamp, as it is too far left.\n\nThen: box ↔ book") == steps
    assert reading("1. Swap the mug with the lamp, as it is too far left.\n2. box ↔ book") == steps
    assert reading("- Swap the mug with the lamp, as it is too far left.\n- box ↔ book") == steps


@pytest.mark.parametrize(
    "heading",
    ["Ruled out:", "These stay where they are:", "The order is then:", "I thought about these:", "Objects on the left:",
     "The tent would collide with:"],
)  # fmt: skip
def test_pairs_under_a_heading_that_proposes_nothing_are_no_answer(heading: str) -> None:
    assert reading(f"{heading}\n\nmug and lamp") == "unread"


def test_the_two_vases_are_a_pair() -> None:
    assert reading("Swap the two vases, then the mug and the lamp.") == meant("red vase - blue vase; mug - lamp")
    assert reading("Swap the vases with the lamp.") == "unread"


@pytest.mark.parametrize(
    ("reply", "meaning"),
    [
        ("The lamp goes round: it swaps with the mug, then with the box.", "lamp - mug; lamp - box"),
        ("The lamp is at the left and the box sits third. Have them trade places.", "lamp - box"),
        ("The red vase is out of place. Let the vase and the lamp change places.", "red vase - lamp"),
        ("The red vase changes with the lamp and the blue one with the box.", "red vase - lamp; blue vase - box"),
        ("The lamp trades places with the vase. I mean the blue one.", "lamp - blue vase"),
        ("Swap the two of them, the lamp and the box.", "lamp - box"),
        ("The lamp is where the box should be. Trade the former for the latter and you're done.", "lamp - box"),
        ("Of the two vases only the red one fits, so exchange it with the lamp.", "red vase - lamp"),
        ("Swap both vases, then the red one with the lamp.", "red vase - blue vase; red vase - lamp"),
        ("The lamp swaps with the mug. The box and the book do the same.", "lamp - mug; box - book"),
        ("The red vase with the lamp, the vase verde with the box.", "unread"),
        ("Swap the vase with the lamp.", "unread"),
        ("Swap the red vase with the lamp and the vase with the box.", "unread"),
        ("The red vase is fine. Swap the vase and the lamp.", "unread"),
        ("Swap the red vase and the blue vase, then the vase and the lamp.", "unread"),
        ("Swap the lamp and the vase, the blue vase stays.", "unread"),
        ("The lamp, the mug and the box are wrong. Swap them.", "unread"),
    ],
)
def test_what_stands_for_something_named_before(reply: str, meaning: str) -> None:
    found = read_swaps(reply, NAMES)
    unclear = isinstance(found, Swapped) and any(match.ambiguous for pair in found.pairs for match in pair)
    assert ("unread" if unclear else reading(reply)) == meant(meaning)


@pytest.mark.parametrize(
    ("reply", "meaning"),
    [
        ("I'd exchange the lamp, which is behind the mug at the moment, with the box.", "lamp - box"),
        ("lamp with box, the mug stays in the middle", "lamp - box"),
        ("The order can be reached in a single swap: lamp and box.", "lamp - box"),
        ("The lamp goes to the box's place (and the box to the lamp's); then the box swaps with the mug.",
         "lamp - box; box - mug"),
        ("The lamp goes to the box's place; then the box swaps with the mug.", "unread"),
        ("I was about to say infeasible, but swapping the lamp with the box does it.", "lamp - box"),
        ("It looks infeasible, but swapping the lamp with the box does it.", "lamp - box"),
        ("It is infeasible, but swapping the lamp with the box works.", "unread"),
        ("Das geht leider nicht.", "infeasible"),
        ("The lamp does all the work. It changes places with the box, then the mug.", "lamp - box; lamp - mug"),
        ("Swap the lamp with the box, then the mug.", "unread"),
        ("The correct sequence is lamp with box, then lamp with mug.", "lamp - box; lamp - mug"),
        ("Interchange lamp and box and, having done that, mug and book.", "lamp - box; mug - book"),
        ("Putting the lamp first means swapping it with the box. Then the mug and the book have to trade.",
         "lamp - box; mug - book"),
        ("If you exchange the lamp and the box, you'll see mug, box, book from left to right.", "lamp - box"),
        ("- [x] lamp with box\n- [x] mug with book", "lamp - box; mug - book"),
        ("Lamp and box go first, mug and book go second.", "lamp - box; mug - book"),
        ("lamp and box\nand\nmug and book", "lamp - box; mug - book"),
        ("swpa the lamp wiht the box, tehn the mug wiht the book", "lamp - box; mug - book"),
        ("Swap #1 → lamp/box\nSwap #2 → mug/book", "lamp - box; mug - book"),
        ("Swap out the lamp for the box (and the box for the lamp).", "lamp - box"),
        ("It's gotta be the lamp and the box!", "lamp - box"),
        ("lamp n box :)", "lamp - box"),
        ("Swap: lamp, box", "lamp - box"),
        ("Swap the lamp and the box (then swap the mug and the book).", "lamp - box; mug - book"),
        ("no good, nothing works here", "infeasible"),
        ("Some would say infeasible. I say: lamp and box.", "lamp - box"),
        ("Nothing works except swapping the lamp and the box.", "unread"),
        ("Ignore the lamp and the box.", "unread"),
        ("The lamp and the box, no? Or the mug and the book?", "unread"),
        ("The pair you'd expect is the lamp and the box, but it's the mug and the book.", "unread"),
        ("I don't believe there's a series of swaps that would achieve this.", "infeasible"),
        ("I first suspected this to be infeasible. It isn't: swap the lamp and the box.", "lamp - box"),
        ("A reversal of the lamp and the box is all it takes.", "lamp - box"),
        ("One exchange is enough, namely that of the lamp and the box.", "lamp - box"),
        ("Lamp and box, no?", "lamp - box"),
        ("The lamp next to the mug and the box at the back should be swapped.", "lamp - box"),
        ("The pair you're looking for consists of the lamp and the box.", "lamp - box"),
        ("<|assistant|>lamp, box<|end|>", "lamp - box"),
        ("The lamp first swaps with the box and then with the mug.", "lamp - box; lamp - mug"),
        ("We start with the lamp and the box. Next up are the mug and the book.", "lamp - box; mug - book"),
        ("The lamp and the mug change places with the box and the book, respectively.", "lamp - box; mug - book"),
        ("The last thing is to swap the lamp with the box. Before that, swap the mug with the book.",
         "mug - book; lamp - box"),
        ("<swap><a>lamp</a><b>box</b></swap>\n<swap><a>mug</a><b>book</b></swap>", "lamp - box; mug - book"),
        ("1. lamp – box\n2. mug – book\n3. lamp –", "unread"),
        ("Swap the lamp and the box. Not the mug and the van: the mug and the book come second.", "unread"),
    ],
)  # fmt: skip
def test_what_stands_between_and_around(reply: str, meaning: str) -> None:
    assert reading(reply) == meant(meaning)


def test_a_thing_that_is_not_there_is_kept() -> None:
    found = read_swaps("Swap the mug with the unicorn.", NAMES)
    assert isinstance(found, Swapped) and found.pairs[0][1].unknown and found.pairs[0][1].said == "unicorn"


def test_why_nothing_is_read_is_said() -> None:
    found = read_swaps("Swap the mug and the lamp or the box and the book.", NAMES)
    assert not isinstance(found, Swapped) and found.verdict is Verdict.UNREAD and found.note


# what must not change a reading, and what must

Pair = tuple[str, str]
things = st.sampled_from(PHRASES)
pairs = st.tuples(things, things).filter(lambda pair: pair[0] != pair[1])
sequences = st.lists(pairs, min_size=1, max_size=4)
QUESTION = (
    "What is the shortest sequence of swaps after which the mug, the red vase and the lamp stand in this order from "
    "left to right? Give only the swaps in order, or 'infeasible'."
)
TABLE = "| Step | A | B |\n|---|---|---|\n"
Form = Callable[[Sequence[Pair]], str]
FORMS: list[Form] = [
    lambda told: "; ".join(f"swap the {a} with the {b}" for a, b in told),
    lambda told: ", then ".join(f"swap {a} and {b}" for a, b in told),
    lambda told: "\n".join(f"{k}. {a} ↔ {b}" for k, (a, b) in enumerate(told, start=1)),
    lambda told: ", ".join(f"({a}, {b})" for a, b in told),
    lambda told: ". Then ".join(f"the {a} trades places with the {b}" for a, b in told) + ".",
    lambda told: "\n".join(f"- **{a}** and **{b}**" for a, b in told),
    lambda told: json.dumps([[a, b] for a, b in told]),
    lambda told: json.dumps({"swaps": [{"a": a, "b": b} for a, b in told]}),
    lambda told: "、".join(f"{a} ↔ {b}" for a, b in told),
    lambda told: TABLE + "\n".join(f"| {k} | {a} | {b} |" for k, (a, b) in enumerate(told)),
]
forms = st.sampled_from(FORMS)
wrappings = st.sampled_from(
    [
        "Sure! {}",
        "Sure! Here you go:\n\n{}\n\nLet me know if I can help with anything else.",
        "{}\n\nI hope this helps!",
        "Answer: {}",
        "**Final answer:**\n\n{}",
        "```\n{}\n```",
        "<answer>{}</answer>",
        "<think>Perhaps the mug and the tent? No.</think>\n{}",
        QUESTION + "\n\n{}",
        "Q: " + QUESTION + "\nA: {}",
        "{}\n\nThis gives the order mug, red vase, lamp.",
    ]
)


def told(sequence: list[Pair]) -> Pairs:
    return [frozenset(pair) for pair in sequence]


@given(sequences, forms, wrappings)
def test_politeness_markup_and_a_repeated_question_change_nothing(
    sequence: list[Pair], form: Form, wrapping: str
) -> None:  # fmt: skip
    assert reading(wrapping.format(form(sequence))) == told(sequence)


@given(sequences, forms)
def test_which_of_two_is_named_first_does_not_matter(sequence: list[Pair], form: Form) -> None:
    assert reading(form([(b, a) for a, b in sequence])) == reading(form(sequence)) == told(sequence)


@given(sequences, pairs, forms, st.integers(0, 3))
def test_another_pair_or_one_fewer_is_another_answer(
    sequence: list[Pair], other: Pair, form: Form, at: int
) -> None:  # fmt: skip
    at %= len(sequence)
    changed = [*sequence[:at], other, *sequence[at + 1 :]]
    assert (reading(form(changed)) == reading(form(sequence))) == (set(other) == set(sequence[at]))
    if len(sequence) > 1:
        assert reading(form(sequence[:-1])) != reading(form(sequence))


@given(
    pairs,
    st.sampled_from(
        [
            "Do not swap the {} and the {}.",
            "You must not swap the {} with the {}.",
            "Swapping the {} and the {} does not work.",
            "The {} and the {} cannot be swapped.",
            "{} ↔ {} leads to a collision.",
            "If you swap the {} and the {}, something collides.",
            "Should we swap the {} and the {}?",
            "It would be wrong to swap the {} with the {}.",
            "Swap the {} and the {}? No.",
        ]
    ),
)
def test_what_is_denied_is_not_proposed(pair: Pair, form: str) -> None:
    assert reading(form.format(*pair)) == "unread"


# what stands around an answer, and what is no answer, in all combinations

BEFORE = (
    "",
    "Sure! ",
    "Looking at the picture, the order from left to right is {o}. ",
    "The target order is {o}.\n\n",
    "Goal: {o}\n",
    "Current order: {o2}\nTarget order: {o}\n\n",
    "I need {o} from left to right. At the moment it is {o2}. ",
    "To get {o}, I do the following. ",
    "It is infeasible in one swap. ",
    "This is not infeasible. ",
    "Swapping the {x} and the {y} would collide. ",
    "I considered swapping the {x} with the {y}, but that does not work. ",
    "Do not swap the {x} and the {y}. ",
    "If we swapped the {x} and the {y}, they would overlap. ",
    "The {x} and the {y} cannot change places. ",
    "The {x} stays where it is. ",
    "I am not entirely sure, but here goes. ",
    "My best guess: ",
    "Answer: ",
    "**Final answer:** ",
    "So the answer is: ",
    "Therefore: ",
    "Here are the swaps:\n\n",
    "What if I swap the {x} and the {y}? That fails. ",
    "One swap is not enough. ",
    "Two or more swaps may be needed. ",
    "Is it infeasible? No. ",
    "First I look at the {x}, which is next to the {y}. ",
    "The {x} is left of the {y}. ",
)
AFTER = (
    "",
    " The order is then: {o}.",
    " This gives {o}.",
    "\n\nFinal order: {o}",
    "\n\nThis results in the order {o}.",
    " After that, the order is {o}.",
    " The {x} stays where it is.",
    " Do not move the {x}.",
    " Do not swap the {x} with the {y}.",
    " Swapping the {x} and the {y} would cause a collision.",
    " No shorter sequence exists.",
    " It cannot be done with fewer swaps.",
    " No collision occurs.",
    " Nothing collides.",
    " Let me know if you need anything else!",
    " I hope this helps.",
    " That is all.",
    " Other swaps would collide.",
    " The {x} and the {y} are already in place.",
    " (The {x} need not be moved.)",
    "\n\nExplanation: the {x} is too big for the place of the {y}.",
    "\n\nNote that the {x} is not moved.",
    " I am fairly sure.",
    " Is that right?",
    " Neither swap causes a collision.",
    " The {x} is left of the {y}.",
)
NO_ANSWER = (
    "Do not swap {p}.",
    "You should not swap {p}.",
    "Never exchange {p}.",
    "Swapping {p} would cause a collision.",
    "Swapping {p} leads to an overlap.",
    "Swapping {p} is not possible.",
    "Swapping {p} does not give the order.",
    "It makes no sense to swap {p}.",
    "If you swap {p}, they collide.",
    "If we swapped {p}, the {x} would overlap the {y}.",
    "Should one swap {p}?",
    "What if we swap {p}?",
    "I considered swapping {p}.",
    "Let me try swapping {p}.",
    "I tried swapping {p}, but it fails.",
    "Swap {p} or {q}.",
    "Either swap {p} or swap {q}.",
    "Swap {p}, or alternatively swap {q}.",
    "One option is to swap {p}; another is to swap {q}.",
    "Option A: swap {p}. Option B: swap {q}.",
    "Swap {p}. No, that's wrong.",
    "Swap {p}. Wait, that does not work.",
    "First swap {p}, then swap the {x} with",
    "1. Swap {p}\n2. Swap the {x} and the",
    "1. Swap {p}\n2.",
    "Swap {p}, then",
    "Swap {p}, then swap it with something.",
    "Swap {p}, then the other two.",
    "Swap {p} and the {x}.",
    "The {a}, the {b} and the {x} change places.",
    "The order is {p}.",
    "The target order is {p}.",
    "The {a} is left of the {b}.",
    "Move the {a} to the left of the {b}.",
    "It is wrong to swap {p}.",
    "Swap everything except {p}.",
    "Swap {p}? Maybe.",
    "There is no need to swap {p}.",
    "Nobody should swap {p}.",
    "We can't swap {p}.",
    "Swapping {p}: collision.",
    "❌ swap {p}",
    "Rejected: {p}",
    "Not {p}.",
    "Avoid swapping {p}.",
    "Instead of swapping {p}, do something else.",
)


@st.composite
def surrounded(draw: st.DrawFn) -> tuple[str, list[Pair]]:
    """An answer with something before and after it that changes nothing, and the swaps that it proposes."""
    sequence = draw(st.lists(pairs, min_size=1, max_size=3))
    others = [phrase for phrase in PHRASES if not any(phrase in pair for pair in sequence)]
    x, y = draw(st.permutations(others))[:2]
    order = draw(st.permutations(PHRASES))[: draw(st.integers(3, 4))]
    listed = {
        "o": ", ".join(order), "o2": ", ".join(f"the {o}" for o in order[1:]) + f" and the {order[0]}", "x": x, "y": y
    }  # fmt: skip
    before, after = (draw(st.sampled_from(texts)).format(**listed) for texts in (BEFORE, AFTER))
    steps = draw(
        st.sampled_from(
            [
                "; ".join(f"swap the {a} with the {b}" for a, b in sequence) + ".",
                "Swap " + ", then ".join(f"the {a} and the {b}" for a, b in sequence) + ".",
                "\n" + "\n".join(f"{k}. {a} ↔ {b}" for k, (a, b) in enumerate(sequence, start=1)) + "\n",
                " Then ".join(f"the {a} and the {b} must be swapped." for a, b in sequence),
                "\n" + "\n".join(f"- {a} and {b}" for a, b in sequence) + "\n",
            ]
        )
    )
    return before + steps + after, sequence


@given(surrounded())
@settings(max_examples=400)
def test_reasons_orders_and_other_swaps_around_an_answer_change_nothing(case: tuple[str, list[Pair]]) -> None:
    reply, sequence = case
    assert reading(reply) == told(sequence)


@given(st.permutations(PHRASES), st.sampled_from(NO_ANSWER), st.sampled_from(["and", "with"]))
@settings(max_examples=400)
def test_no_answer_is_read_where_there_is_none(phrases: list[str], form: str, joint: str) -> None:
    a, b, c, d, x, y = phrases[:6]
    first, second = f"the {a} {joint} the {b}", f"the {c} {joint} the {d}"
    assert reading(form.format(a=a, b=b, p=first, q=second, x=x, y=y)) == "unread"


noise = st.sampled_from(
    ["swap ", "the mug", "lamp", " and ", " with ", "(", ")", "[", "]", "{", "}", ", ", "; ", ": ", ". ", "\n", "\n\n",
     "↔", "→", "/", "|", "1. ", "- ", "then ", "not ", "or ", "if ", "infeasible", "wait, ", "Answer: ", "in one swap",
     "交换", "と", "を", "\x1b[31m", "\u202e", "it", "where ", "vice versa", "first ", "second ", "after ", "swapping ",
     "swapped ", "?", "…", '"', "'s place"]
)  # fmt: skip


@given(st.lists(noise, max_size=40).map("".join) | st.text(max_size=200))
def test_whatever_comes_is_read_as_something(reply: str) -> None:
    assert reading(reply) is not None


@pytest.mark.parametrize(
    ("reply", "means"),
    [
        ("Swap mug and lamp. This doesn't lead to an overlap, so 'infeasible' would be wrong here.", "mug - lamp"),
        ("It looks infeasible at first glance, but it works with two swaps:\n- mug and lamp\n- box and lamp",
         "mug - lamp; box - lamp"),
        ("I first thought it was infeasible, but there is a way: the mug and the lamp change places.", "mug - lamp"),
        ("It seems infeasible, but this is what it takes:\n- mug and lamp", "unread"),
        ("It looked infeasible at first. It is infeasible.", "infeasible"),
        ("The mug and the lamp would have to change places. I tried the box too, without luck. Not feasible.",
         "infeasible"),
        ("The mug and the lamp must be swapped. Not feasible.", "unread"),
        ("Swap the mug and the lamp. The box does not fit. Not feasible.", "unread"),
        ("The obvious thing is to swap mug and lamp. They collide.\n\nSo there is no way: infeasible.", "infeasible"),
    ],
)  # fmt: skip
def test_infeasible_that_is_only_named_and_infeasible_that_is_meant(reply: str, means: str) -> None:
    assert reading(reply) == meant(means)


@pytest.mark.parametrize(
    ("reply", "means"),
    [
        ("Start with the mug and the lamp, and follow up by exchanging lamp and box.", "mug - lamp; lamp - box"),
        ("mug lamp, lamp box", "mug - lamp; lamp - box"),
        ("mug lamp, box", "unread"),
        ("mug lamp box", "unread"),
        ("Swap 1: mug and lamp -> lamp, mug, box.\nSwap 2: mug and box -> lamp, box, mug.", "mug - lamp; mug - box"),
        ("Swap 1: mug and red vase -> red, mug, blue.", "mug - red vase"),
        ("mug and lamp -> box and lamp", "unread"),
        ("To get the mug in front I'd swap the mug and the lamp.", "mug - lamp"),
        ("To get the mug in front we can't swap the mug and the lamp.", "unread"),
        ("Honestly I can't work out which pair it is.", "not sure"),
        ("I'm not able to view images, so I can't determine the swaps.", "refused"),
    ],
)  # fmt: skip
def test_sequences_in_few_words(reply: str, means: str) -> None:
    assert reading(reply) == meant(means)


def test_with_joins_two_things_even_if_the_second_is_a_material() -> None:
    names = Names({"sofa": ("the sofa", "sofa"), "carton": ("the carton", "carton")})
    found = read_swaps("Swap couch with carton.", names)
    assert isinstance(found, Swapped)
    assert [[match.names for match in pair] for pair in found.pairs] == [[("sofa",), ("carton",)]]
