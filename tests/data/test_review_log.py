"""The log of a review: what follows from what people said, and what is wrong with a log that was changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diorama.data import load
from diorama.data.review_log import (
    REVIEW,
    Ballot,
    Issue,
    Review,
    ReviewedSample,
    ReviewLog,
    ReviewRound,
    State,
    check_review,
    count_issues,
    outcome,
    read_review,
    write_review,
)
from diorama.errors import DioramaError
from tests.data.samples import build

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def review(layer: Any, person: int, *issues: Issue) -> Review:
    return Review(layer=layer, person=person, at=NOON, issues=issues)


def ballots(*votes: tuple[int, bool]) -> list[Ballot]:
    return [Ballot(person=person, at=NOON, keep=keep) for person, keep in votes]


def test_two_layers_that_agree_decide() -> None:
    good, bad = review(1, 1), review(1, 1, Issue.PICTURE)
    assert outcome([good, review(2, 2)]) is State.VERIFIED
    assert outcome([bad, review(2, 2, Issue.WORDING)]) is State.FLAGGED, "of whatever issue"
    assert outcome([good]) is outcome([bad]) is State.ANNOTATED and outcome([]) is State.PENDING


@given(
    st.booleans(),
    st.lists(st.tuples(st.integers(1, 6), st.booleans()), max_size=6, unique_by=lambda vote: vote[0]),
)
def test_a_dispute_ends_as_votes_say(first_flags: bool, votes: list[tuple[int, bool]]) -> None:
    """Persons 1 and 2 differ. Told another way: it is open unless both of them changed to one side, or enough voted."""
    flagging, verifying = (1, 2) if first_flags else (2, 1)
    reviews = sorted([review(flagging, flagging, Issue.OTHER), review(verifying, verifying)], key=lambda r: r.layer)
    found, cast = outcome(reviews, ballots(*votes)), dict(votes)
    for_it, against = [sum(keep is side for keep in cast.values()) for side in (True, False)]
    if 1 in cast and 2 in cast and cast[1] == cast[2]:
        assert found is (State.VERIFIED if cast[1] else State.FLAGGED)
    elif for_it + against >= 3 and for_it != against:
        assert found is (State.VERIFIED if for_it > against else State.FLAGGED)
    else:
        assert found is State.DISPUTED


def signed(folder: Path) -> ReviewLog:
    """A log of three samples: one verified at once, one after a vote, one replaced by another."""
    data = load(folder)
    ids = data.ids()
    both = (review(1, 1), review(2, 2))
    samples = (
        ReviewedSample(id=ids[0], suite="causal", task="collision", round=1, state=State.VERIFIED, reviews=both),
        ReviewedSample(
            id=ids[1], suite="causal", task="occlusion", round=1, state=State.VERIFIED,
            reviews=(review(1, 1), review(2, 2, Issue.DEPTH_ORDER)), ballots=tuple(ballots((1, True), (2, True))),
        ),
        ReviewedSample(
            id="gone", suite="causal", task="collision", round=1, state=State.REPLACED,
            reviews=(review(1, 1, Issue.PICTURE), review(2, 2, Issue.PICTURE)),
        ),
        ReviewedSample(
            id=ids[2], suite="causal", task="collision", round=2, state=State.VERIFIED, reviews=both, replaces="gone"
        ),
    )  # fmt: skip
    rounds = tuple(
        ReviewRound(number=number, dataset=data.fingerprint, began=NOON, new=new, flagged=flagged)
        for number, new, flagged in ((1, 3, 1), (2, 1, 0))
    )
    return ReviewLog(
        sort="pilot", name="Pilot", dataset=data.fingerprint, pipeline=("1.0",), seed=1, rounds=rounds,
        shards={name: data.manifest.shards[name].sha256 for name in data.shards[:1]},
        samples=samples, issues=count_issues(samples), signed_by=2, signed_at=NOON,
    )  # fmt: skip


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reviewed") / "small"
    build(folder)
    write_review(folder, signed(folder))
    return folder


def test_a_log_that_nobody_changed_is_sound(reviewed: Path) -> None:
    assert check_review(reviewed) == []
    log = read_review(reviewed)
    assert log.iterations == 2 and [sample.id for sample in log.standing] == list(load(reviewed).ids()[:3])
    assert log.found() == {"verified": 3, "replaced": 1, "raised: depth order": 1, "raised: picture": 1}


def changed(folder: Path, how: Callable[[dict[str, Any]], None], *, sealed: bool = False) -> list[str]:
    """What is found after somebody changed the log; `sealed`: and made its checksum fit."""
    path = folder / REVIEW
    before = path.read_bytes()
    plain = json.loads(before)
    how(plain)
    try:
        path.write_text(json.dumps(plain))
        if sealed:
            write_review(folder, read_review(folder))
        return check_review(folder)
    finally:
        path.write_bytes(before)


def test_a_change_of_anything_breaks_the_checksum(reviewed: Path) -> None:
    def seed(log: dict[str, Any]) -> None:
        log["seed"] = 2

    def verdict(log: dict[str, Any]) -> None:
        log["samples"][0]["reviews"][0]["note"] = "never seen"

    for how in (seed, verdict):
        assert "it was changed after signing" in changed(reviewed, how)[0]


def test_rules_that_a_log_breaks_are_named_even_if_its_checksum_fits(reviewed: Path) -> None:
    def own_work(log: dict[str, Any]) -> None:
        log["samples"][0]["reviews"][1]["person"] = 1

    def one_layer(log: dict[str, Any]) -> None:
        log["samples"][0]["reviews"].pop()

    def outvoted(log: dict[str, Any]) -> None:
        log["samples"][1]["ballots"] = []

    def no_other(log: dict[str, Any]) -> None:
        log["samples"][3]["replaces"] = ""

    def other_file(log: dict[str, Any]) -> None:
        log["shards"] = {name: "0" * 64 for name in log["shards"]}

    def counts(log: dict[str, Any]) -> None:
        log["issues"] = {}

    def elsewhere(log: dict[str, Any]) -> None:
        log["samples"][0]["id"] = "nowhere"

    said = {
        "reviewed their own work": own_work, "its reviews say annotated": one_layer,
        "its reviews say disputed": outvoted, "nothing stands in its place": no_other,
        "not the file that was reviewed": other_file,
        "counts of issues": counts, "not in a file that was": elsewhere,
    }  # fmt: skip
    for words, how in said.items():
        faults = changed(reviewed, how, sealed=True)
        assert any(words in fault for fault in faults), (words, faults)


def test_a_file_that_was_changed_is_found(reviewed: Path, tmp_path: Path) -> None:
    import shutil

    copy = tmp_path / "copy"
    shutil.copytree(reviewed, copy)
    shard = next((copy / "data").glob("causal-00000*"))
    shard.write_bytes(shard.read_bytes() + b"x")
    assert any("damaged" in fault for fault in check_review(copy))


def test_what_is_no_log_is_said_in_a_line(tmp_path: Path) -> None:
    build(tmp_path / "small")
    with pytest.raises(DioramaError, match="no review of it was signed off"):
        check_review(tmp_path / "small")
    for text in ("", "{}", "[1]", '{"format": 2}', "\x00"):
        (tmp_path / "small" / REVIEW).write_text(text)
        with pytest.raises(DioramaError, match="is not the log of a review"):
            read_review(tmp_path / "small")
