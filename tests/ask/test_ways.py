"""Ways: a strategy with its arguments. How they are written, checked, named, and told apart by what they say."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diorama.ask.question import Question, Request
from diorama.ask.strategies import STRATEGIES, Strategy, Way, read_way, strategy
from diorama.ask.tools import Tools
from diorama.errors import DioramaError, UnknownName
from diorama.kinds import Form

FORMS = {"choice 0": Form("Reply with a letter.", "the letter"), "objects 0": Form("Name them.", "the names")}


@strategy("probe")
async def probe(
    question: Question,
    tools: Tools,
    *,
    how: str = "Look.",
    times: int = 1,
    warmth: float = 0.5,
    aloud: bool = False,
    sort: Literal["quick", "slow", 3] = "quick",
) -> str:
    """Look so many times."""
    for _ in range(times):
        await tools.ask(Request((how,)))
    return await tools.ask(question.request(question.alone()))


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STRATEGIES._loaded, "probe", probe)


def test_a_name_alone_is_a_way_with_the_usual_arguments() -> None:
    way = read_way("probe")
    assert way.strategy is probe and way.spec == "probe"
    assert way.arguments == {"how": "Look.", "times": 1, "warmth": 0.5, "aloud": False, "sort": "quick"}
    assert read_way("probe()").spec == read_way(" probe ( ) ").spec == "probe"


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("probe(times=3)", "probe(times=3)"),
        ('probe( times = 3, how="Look twice." )', "probe(how='Look twice.', times=3)"),
        ("probe(how='Look twice.', times=3,)", "probe(how='Look twice.', times=3)"),
        ("probe(times=1, how='Look.')", "probe"),
        ("probe(warmth=1)", "probe(warmth=1.0)"),
        ("probe(warmth=-0.25)", "probe(warmth=-0.25)"),
        ("probe(aloud=True, sort='slow')", "probe(aloud=True, sort='slow')"),
        ("probe(sort=3)", "probe(sort=3)"),
        ("probe(how='(a, b=1)')", "probe(how='(a, b=1)')"),
    ],
)
def test_a_spec_is_the_same_however_it_was_written(text: str, spec: str) -> None:
    """The usual is left out and names are sorted: equal words mean an equal way."""
    assert read_way(text).spec == spec
    assert read_way(spec) == read_way(text)


@given(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=30), st.integers(-(10**6), 10**6),
    st.floats(allow_nan=False, allow_infinity=False), st.booleans(),
)  # fmt: skip
def test_every_spec_is_read_as_what_it_names(how: str, times: int, warmth: float, aloud: bool) -> None:
    way = Way(probe, {"how": how, "times": times, "warmth": warmth, "aloud": aloud, "sort": "quick"})
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(STRATEGIES._loaded, "probe", probe)
        assert read_way(way.spec) == way


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("prob", "no strategy named 'prob'"),
        ("cott", "did you mean 'cot'"),
        ("probe(time=3)", "no argument of strategy 'probe' named 'time': did you mean 'times'"),
        ("direct(how='x')", "the strategy 'direct' takes no arguments; got 'how'"),
    ],
)
def test_unknown_names_suggest_what_there_is(text: str, says: str) -> None:
    with pytest.raises(DioramaError, match=says):
        read_way(text)


@pytest.mark.parametrize(
    "text",
    [
        "probe(times='3')", "probe(times=3.0)", "probe(times=True)", "probe(how=3)", "probe(how=None)",
        "probe(how=b'x')", "probe(warmth='hot')", "probe(warmth=True)", "probe(aloud=1)", "probe(sort='fast')",
        "probe(sort=3.0)", "probe(how=['a'])",
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_type_is_refused_and_the_right_one_named(text: str) -> None:
    name = text.partition("(")[2].partition("=")[0]
    usual = next(str(a) for a in probe.arguments if a.name == name)
    with pytest.raises(DioramaError) as caught:
        read_way(text)
    assert str(caught.value).startswith(f"strategy 'probe': {usual}: got ")


@pytest.mark.parametrize(
    "text",
    [
        "", "(", "probe(", "probe(times=3", "probe times=3)", "probe(times 3)", "probe(3)", "probe(times=)",
        "probe(how=Look)", "probe(times=3; how='x')", "probe(times=3, times=4)", "probe(**{'times': 3})",
        "probe(*[3])", "probe(times=3)(times=4)", "probe(nonsense)(times=4)", "probe(times=3) + probe(times=4)",
        "probe(how={[]: 1})", "probe(how='x", "pro be", "probe(times=3) # more", "probe(how=" + "(" * 5000 + ")",
        "probe(times=" + "-" * 50_000 + "1)",
    ],
)  # fmt: skip
def test_bad_syntax_is_one_line(text: str) -> None:
    with pytest.raises(DioramaError, match=r"name or name|write arguments as key=value") as caught:
        read_way(text)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "code",
    [
        "__import__('pathlib').Path('owned').touch()", "open('owned', 'w')", "[open('owned', 'w') for _ in 'x']",
        "(lambda: open('owned', 'w'))()", "f'{open(\"owned\", \"w\")}'", "(x := open('owned', 'w'))",
        "'a' if open('owned', 'w') else 'b'", "{**open('owned', 'w')}", "'a' * 10**9",
    ],
)  # fmt: skip
def test_no_code_is_run(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DioramaError, match="write arguments as key=value"):
        read_way(f"probe(how={code})")
    assert not list(tmp_path.iterdir())


def test_arguments_reach_the_strategy() -> None:
    sent: list[Request] = []

    class Ears:
        async def ask(self, request: Request) -> str:
            sent.append(request)
            return "B"

    question = Question("Which?", FORMS["choice 0"], ("Yes", "No"))
    tools: Any = Ears()

    async def whole() -> str:
        return await read_way("probe(how='Look hard.', times=2)").run(question, tools)

    assert asyncio.run(whole()) == "B"
    assert [request.parts[0] for request in sent[:2]] == ["Look hard.", "Look hard."] and len(sent) == 3


def test_a_strategy_says_what_it_can_be_told() -> None:
    assert probe.about == "Look so many times."
    assert [str(a) for a in probe.arguments] == [
        "how: str = 'Look.'", "times: int = 1", "warmth: float = 0.5", "aloud: bool = False",
        "sort: 'quick' | 'slow' | 3 = 'quick'",
    ]  # fmt: skip


def test_an_argument_needs_a_usual_value_and_a_plain_type() -> None:
    async def without(question: Question, tools: Tools, *, how: str) -> str:
        return how

    async def strange(question: Question, tools: Tools, *, how: list[str] = []) -> str:  # noqa: B006
        return how[0]

    for run in (without, strange):
        with pytest.raises(DioramaError, match="its argument 'how' needs a usual value, and one of the types"):
            strategy("mine")(run)


def says(words: str, name: str = "mine", **fields: Any) -> Way:
    """A way that says these words to the model, and has an argument that changes nothing of what is said."""

    async def run(question: Question, tools: Tools, *, threshold: float = 0.5) -> str:
        """Some docstring."""
        return await tools.ask(question.request(f"{words} {question.alone()}"))

    made: Strategy = strategy(name, **fields)(run)
    return Way(made, {"threshold": 0.5})


def test_a_fingerprint_changes_with_all_that_could_change_an_answer() -> None:
    base = says("Look.")
    others = {
        "words": says("Look!"),
        "name": says("Look.", "yours"),
        "version": says("Look.", version=2),
        "argument": Way(base.strategy, {"threshold": 0.7}),
    }
    prints = {name: way.fingerprint(FORMS) for name, way in others.items()} | {"base": base.fingerprint(FORMS)}
    prints["wording of the form"] = base.fingerprint({**FORMS, "choice 0": Form("Reply with one letter.", "it")})
    prints["another form"] = base.fingerprint({**FORMS, "plan 0": Form("Write steps.", "the steps")})
    assert len(set(prints.values())) == len(prints), prints


def test_a_fingerprint_changes_with_nothing_else() -> None:
    base = says("Look.")
    again, documented = says("Look."), says("Look.")
    documented.strategy.run.__doc__ = "Another docstring."
    assert base.fingerprint(FORMS) == again.fingerprint(FORMS) == documented.fingerprint(FORMS)
    assert base.fingerprint(dict(reversed(FORMS.items()))) == base.fingerprint(FORMS)
    assert read_way("probe(times=1)").fingerprint(FORMS) == read_way("probe").fingerprint(FORMS)
    described = Way(replace(base.strategy, uses=("depth",)), base.arguments)
    assert described.fingerprint(FORMS) == base.fingerprint(FORMS), "what is sent is the same"


def test_words_to_other_roles_and_later_words_count_too() -> None:
    def two(first: str, last: str, system: str = "") -> Way:
        async def run(question: Question, tools: Tools) -> str:
            caption = await tools.role("captioner", Request((*question.media, first), system))
            tools.keep("caption.txt", caption)
            return await tools.ask(question.request(question.alone(), last, await tools.depth()))

        return Way(strategy("two", needs=("captioner",))(run))

    ways = [
        two("Describe.", "So?"),
        two("Describe!", "So?"),
        two("Describe.", "So!"),
        two("Describe.", "So?", "Be terse."),
    ]
    assert len({way.fingerprint(FORMS) for way in ways}) == 4


def test_a_strategy_that_stumbles_over_dummies_still_has_a_fingerprint() -> None:
    """A dummy reply is no JSON: what was said before it counts, and the version has to do for the rest."""

    def parsing(first: str, version: int = 1) -> Way:
        async def run(question: Question, tools: Tools) -> str:
            number = int(await tools.ask(Request((first,))))
            return await tools.ask(Request((str(number),)))

        return Way(strategy("parsing", version=version)(run))

    ways = [parsing("How many?"), parsing("How much?"), parsing("How many?", 2)]
    assert len({way.fingerprint(FORMS) for way in ways}) == 3
    assert parsing("How many?").fingerprint(FORMS) == ways[0].fingerprint(FORMS)


def test_our_own_ways_have_fingerprints_of_their_own() -> None:
    prints = {name: read_way(name).fingerprint(FORMS) for name in STRATEGIES.names()}
    assert len(set(prints.values())) == len(prints)
    with pytest.raises(UnknownName):
        read_way("nobody")
