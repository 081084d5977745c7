"""Asking a part of a dataset: by file, by how another run ended, or a fair share of everything at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from diorama.ask import Failure, Record, Verdict
from diorama.ask.run_files import RunFile, RunInfo
from diorama.ask.source import Entry, Selection, Source, even_shares
from diorama.ask.subsets import ids_from_run, read_ids
from diorama.cli import app
from diorama.errors import DioramaError, UnknownName
from tests.ask.datasets import choices
from tests.ask.keys import record

DATASET = "small@0123456789ab"
ENDS = {
    "right": Verdict.CORRECT,
    "wrong": Verdict.INCORRECT,
    "unicorn": Verdict.HALLUCINATED,
    "doubt": Verdict.NOT_SURE,
    "mumble": Verdict.UNREAD,
    "no": Verdict.REFUSED,
    "dead": Verdict.FAILED,
    "blind": Verdict.TOOL_FAILED,
    "later": Verdict.UNSCORED,
}
"""One sample for every way a question can end."""


def answer(name: str, verdict: Verdict, repeat: int = 0) -> Record:
    failure = Failure.TIMEOUT if verdict is Verdict.FAILED else None
    return record(0, verdict, sample_id=name, repeat=repeat, failure=failure)


def written(folder: Path, records: Sequence[Record], dataset: str = DATASET) -> Path:
    with RunFile(folder, RunInfo(dataset=dataset, model="m")) as file:
        for each in records:
            file.add(each)
    return file.path


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return written(tmp_path, [answer(name, verdict) for name, verdict in ENDS.items()])


@pytest.mark.parametrize(
    ("end", "chosen"),
    [
        ("wrong", ["wrong", "unicorn", "doubt", "mumble", "no"]),
        ("right", ["right"]),
        ("correct", ["right"]),
        ("incorrect", ["wrong"]),
        ("hallucinated", ["unicorn"]),
        ("not_sure", ["doubt"]),
        ("unread", ["mumble"]),
        ("refused", ["no"]),
        ("failed", ["dead"]),
        ("tool_failed", ["blind"]),
        ("unscored", ["later"]),
    ],
)
def test_samples_that_ended_so_in_another_run(run: Path, end: str, chosen: list[str]) -> None:
    """Wrong is whatever was answered and is not correct; what got no answer is neither right nor wrong."""
    assert ids_from_run(f"{end}:{run}", DATASET) == chosen


def test_with_repeats_most_of_them_must_have_ended_so(tmp_path: Path) -> None:
    told = {"always": "---", "mostly": "-+-", "seldom": "+-+", "half": "+-"}
    verdicts = {"+": Verdict.CORRECT, "-": Verdict.INCORRECT}
    run = written(tmp_path, [answer(n, verdicts[m], k) for n, marks in told.items() for k, m in enumerate(marks)])
    assert ids_from_run(f"wrong:{run}", DATASET) == ["always", "mostly"]
    assert ids_from_run(f"right:{run}", DATASET) == ["seldom"]


def test_the_latest_answer_counts(tmp_path: Path) -> None:
    run = written(tmp_path, [answer("a", Verdict.FAILED), answer("a", Verdict.INCORRECT), answer("b", Verdict.CORRECT)])
    assert ids_from_run(f"wrong:{run}", DATASET) == ["a"]
    with pytest.raises(DioramaError, match="ended failed"):
        ids_from_run(f"failed:{run}", DATASET)


def test_a_run_of_another_dataset_is_refused(run: Path) -> None:
    with pytest.raises(DioramaError, match="is a run of small@0123456789ab, not of other@1"):
        ids_from_run(f"wrong:{run}", "other@1")


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("wrong", "write wrong:FILE"),
        ("wrong:", "write wrong:FILE"),
        ("worng:{run}", "did you mean 'wrong'"),
        ("wrong:nowhere.answers.jsonl", "cannot read nowhere"),
    ],
)
def test_mistakes_are_one_line(run: Path, spec: str, says: str) -> None:
    with pytest.raises(DioramaError, match=says) as caught:
        ids_from_run(spec.format(run=run), DATASET)
    assert "\n" not in str(caught.value)


def test_nothing_that_ended_so_is_said(tmp_path: Path) -> None:
    run = written(tmp_path, [answer("a", Verdict.CORRECT)])
    with pytest.raises(DioramaError, match="ended wrong"):
        ids_from_run(f"wrong:{run}", DATASET)


def test_ids_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "ids.txt"
    file.write_text("# the hard ones\n\n  causal-000003 \ncausal-000001\n causal-000003\n# end\n")
    assert read_ids(file) == ["causal-000003", "causal-000001"]


@pytest.mark.parametrize(
    ("content", "says"), [(b"", "lists no samples"), (b"# nothing\n", "lists no samples"), (b"\xff\xfe", "UTF-8")]
)
def test_a_file_without_ids_is_one_line(content: bytes, says: str, tmp_path: Path) -> None:
    (tmp_path / "ids.txt").write_bytes(content)
    with pytest.raises(DioramaError, match=says):
        read_ids(tmp_path / "ids.txt")
    with pytest.raises(DioramaError, match="cannot read"):
        read_ids(tmp_path / "gone.txt")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Source:
    """Forty questions, ten of each task at each level."""
    return Source(choices(tmp_path_factory.mktemp("subsets") / "data", 40))


def cells(entries: Sequence[Entry]) -> Counter[tuple[str, str]]:
    return Counter((e.task, e.level) for e in entries)


def ids(entries: Sequence[Entry]) -> list[str]:
    return [e.id for e in entries]


def test_a_sample_is_spread_evenly_over_tasks_and_levels(source: Source) -> None:
    every = cells(source.choose())
    assert set(every.values()) == {10} and len(every) == 4
    assert cells(source.choose(Selection(sample=8))) == dict.fromkeys(every, 2)
    assert sorted(cells(source.choose(Selection(sample=10))).values()) == [2, 2, 3, 3]
    assert len(source.choose(Selection(sample=1000))) == 40


def test_a_sample_is_the_same_for_the_same_seed_and_in_the_order_of_the_dataset(source: Source) -> None:
    first = ids(source.choose(Selection(sample=12, seed=5)))
    assert first == ids(Source(source.folder).choose(Selection(sample=12, seed=5)))
    assert first == sorted(first) and len(set(first)) == 12
    assert len({tuple(ids(source.choose(Selection(sample=12, seed=k)))) for k in range(10)}) == 10


def test_a_larger_sample_holds_the_smaller_one(source: Source) -> None:
    """So that a small run is a beginning of the large one."""
    small, large = (set(ids(source.choose(Selection(sample=n, seed=3)))) for n in (8, 20))
    assert small < large


def test_what_is_drawn_from_a_task_does_not_depend_on_the_others(source: Source) -> None:
    whole = [e for e in source.choose(Selection(sample=16, seed=2)) if e.task == "occlusion"]
    alone = source.choose(Selection(tasks=["occlusion"], sample=8, seed=2))
    assert alone == whole


def test_filters_come_first_and_the_limit_last(source: Source) -> None:
    some = [e.id for e in source.choose(Selection(levels=["L2"]))]
    drawn = ids(source.choose(Selection(ids=some, sample=6, seed=1)))
    assert len(drawn) == 6 and set(drawn) <= set(some)
    assert ids(source.choose(Selection(ids=some, sample=6, seed=1, limit=2))) == drawn[:2]


def test_every_sample_is_drawn_as_often_as_any_other(source: Source) -> None:
    """Eight of forty, four hundred times: eighty each, and never far from it (five standard deviations)."""
    drawn = Counter(name for k in range(400) for name in ids(source.choose(Selection(sample=8, seed=k))))
    assert len(drawn) == 40 and all(40 <= n <= 120 for n in drawn.values())


def test_ids_are_checked_and_keep_the_order_of_the_dataset(source: Source) -> None:
    wanted = ["causal-000007", "causal-000002"]
    assert ids(source.choose(Selection(ids=wanted))) == sorted(wanted)
    with pytest.raises(UnknownName, match="no sample named"):
        source.choose(Selection(ids=["causal-000777"]))
    with pytest.raises(DioramaError, match="passes all of these filters"):
        source.choose(Selection(ids=[]))
    with pytest.raises(DioramaError, match="at least 1"):
        source.choose(Selection(sample=0))


@pytest.mark.parametrize(
    ("sizes", "most", "shares"),
    [([5, 1, 5], 7, [3, 1, 3]), ([2, 2], 10, [2, 2]), ([3, 3], 3, [2, 1]), ([0, 4], 2, [0, 2]), ([], 5, [])],
)
def test_shares_are_as_even_as_the_numbers_allow(sizes: list[int], most: int, shares: list[int]) -> None:
    assert even_shares(sizes, most) == shares


def test_the_command_asks_what_another_run_got_wrong_and_a_file_lists(tmp_path: Path) -> None:
    """The oracle is asked what a run had wrong, first as far as a file lists it and then all of it."""
    pytest.importorskip("inspect_ai")
    folder = choices(tmp_path / "data", 8)
    wrong = [f"causal-{k:06d}" for k in (1, 2, 5)]
    every = ids(Source(folder).choose())
    told = [answer(e, Verdict.INCORRECT if e in wrong else Verdict.CORRECT) for e in every]
    run = written(tmp_path / "before", told, Source(folder).fingerprint)
    (tmp_path / "ids.txt").write_text("causal-000005\ncausal-000002\ncausal-000000\n")
    words = ["eval", str(folder), "--model", "diorama/oracle", "--only", f"wrong:{run}", "--logs", str(tmp_path / "l")]
    done = CliRunner().invoke(app, [*words, "--ids", str(tmp_path / "ids.txt")])
    assert done.exit_code == 0, done.output
    assert "2 asked, 2 answered, 2 correct" in done.stdout
    again = CliRunner().invoke(app, words)
    assert "3 asked, 3 answered, 3 correct" in again.stdout
