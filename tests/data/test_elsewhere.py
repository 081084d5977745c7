"""Samples that others made: of suites that are not installed, or without a world that could prove anything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from diorama.ask import score_reply
from diorama.ask.players import PLAYERS
from diorama.data import BuildPlan, Media, Sample, create_or_open, key_of, load, read_keys, read_shard, write_shard
from diorama.data.audit import audit
from diorama.data.show import sample_sheet
from diorama.data.verify import verify
from diorama.errors import DioramaError
from diorama.kinds import Choice, ForeignQuery, ObjectSet, Verdict
from diorama.suites import MediaPart, QuestionPart, TextPart
from diorama.suites.structure.t1_single_removal import Removal
from tests.data.samples import png, sample, small_world
from tests.data.test_shards import changed

TEXT = '{ "drops": ["near"],\n "grams": 1.50 }'
"""A query of nobody knows what, in somebody's own spacing."""


def imported(number: int = 0) -> Sample:
    """All that a foreign benchmark gives: pictures, a question, an answer, and what things are called."""
    media = tuple(
        Media(role="view", kind="image", data=png(k), name=f"view-{k}.png", label=f"view {k}") for k in (1, 2)
    )
    return Sample(
        id=f"elsewhere-{number:06d}",
        suite="elsewhere",
        task="hidden",
        question="What is hidden in both views?",
        answer=ObjectSet(names=("mug", "vase")),
        objects={"mug": "the red mug", "vase": "the tall vase", "box": "the box"},
        media=media,
        parts=(MediaPart(media="view-1"), QuestionPart(), TextPart(text="And:"), MediaPart(media="view-2")),
        seed=0,
        version="theirs",
    )


def dataset(folder: Path, *samples: Sample) -> Path:
    builder = create_or_open(folder, BuildPlan(suites=(samples[0].suite,), count=len(samples), seed=0))
    (slot,) = builder.missing_shards()
    builder.add_shard(slot.name, samples)
    return folder


def test_a_query_of_a_suite_that_is_not_installed_keeps_its_text(tmp_path: Path) -> None:
    made = sample(0, suite="stranger", task="weights", query=ForeignQuery(text=TEXT))
    first, second = tmp_path / "a-00000.parquet", tmp_path / "b-00000.parquet"
    write_shard(first, [made])
    (read,) = read_shard(first)
    assert read == made and isinstance(read.query, ForeignQuery)
    assert read.query.text == TEXT and read.query.bodies() == () and read.query.intervention() is None
    write_shard(second, [read])
    assert first.read_bytes() == second.read_bytes()


def test_such_a_dataset_is_read_counted_asked_and_scored(tmp_path: Path) -> None:
    """Only what needs the suite itself is left out, and verify says why."""
    world = small_world().change("near", phrase="the red block").change("far", phrase="the blue block")
    made = sample(
        0, world=world, suite="stranger", task="weights", query=ForeignQuery(text=TEXT),
        answer=ObjectSet(names=("near",)), options=(),
    )  # fmt: skip
    folder = dataset(tmp_path / "d", made)
    (read,) = load(folder)
    assert list(read_keys(folder)) == [key_of(read)]
    (finding,) = verify(folder)
    assert finding.problem is None and finding.skipped == "the suite 'stranger' is not installed"
    (counts,) = audit(folder).values()
    assert counts.whole.samples == 1 and not counts.whole.guesses
    assert score_reply(key_of(read), "the red block").verdict is Verdict.CORRECT


def test_a_query_that_does_not_belong_to_its_task_is_one_line_that_names_the_sample(tmp_path: Path) -> None:
    """Removing one is T1 of the other suite; a drive needs a form and a move."""
    folder = tmp_path / "d"
    dataset(folder, sample(0, query=Removal(removed="near")))
    for use in (lambda: list(load(folder)), lambda: load(folder).get("causal-000000")):
        with pytest.raises(DioramaError) as caught:
            use()
        assert str(caught.value) == (
            "causal-00000.parquet: sample 'causal-000000' is damaged: "
            "its query does not belong to causal collision L1: form: Field required"
        )
    with pytest.raises(DioramaError, match=r"^sample 'causal-000000' is damaged: its query does not belong to causal"):
        list(read_keys(folder))
    (found,) = verify(folder)
    assert found.id == "causal-000000" and "its query does not belong to causal" in (found.problem or "")


@pytest.mark.parametrize(
    ("column", "value", "words"),
    [
        ("answer", "{}", " is damaged: not an answer: it has no kind"),
        ("world", "{}", " is damaged: "),
        ("world", "3", " is damaged: "),
        ("query", "[]", " is damaged: its query does not belong to causal collision L1: "),
        ("objects", "[]", " is damaged: "),
        ("kind", "essay", ": no kind of answer named 'essay': there is choice, objects, plan, swaps; is a plug-in"),
    ],
)
def test_keys_of_bad_rows_are_one_line_that_names_the_sample(
    tmp_path: Path, column: str, value: str, words: str
) -> None:
    fields: dict[str, Any] = {}
    if column == "objects":
        fields = {"shots": ()}
    if column == "world":  # a choice needs nothing of it
        fields = {"answer": ObjectSet(names=("near",)), "options": (), "query": None}
    folder = dataset(tmp_path / "d", sample(0, **fields))
    shard = folder / "data" / "causal-00000.parquet"
    changed(shard, column, value)
    manifest = folder / "dataset.json"
    size = load(folder).manifest.shards[shard.name].bytes
    manifest.write_text(manifest.read_text().replace(f'"bytes": {size}', f'"bytes": {shard.stat().st_size}'))
    with pytest.raises(DioramaError) as caught:
        list(read_keys(folder))
    assert str(caught.value).startswith(f"sample 'causal-000000'{words}")
    assert "\n" not in str(caught.value)


def test_a_sample_without_a_world_comes_back_as_it_was(tmp_path: Path) -> None:
    write_shard(tmp_path / "s.parquet", [imported(0), imported(1)])
    read = list(read_shard(tmp_path / "s.parquet"))
    assert read == [imported(0), imported(1)]
    one = read[0]
    assert one.world is None and one.camera is None and one.shots == () and one.query is None and one.words == ()
    assert one.all_parts == imported().parts
    assert one.answer_words() == "the red mug and the tall vase"
    with pytest.raises(DioramaError, match="sample 'elsewhere-000000' has no world: drawing it needs one"):
        one.view("drawing it")


def test_it_gets_a_key_and_is_scored_by_its_list_of_objects(tmp_path: Path) -> None:
    folder = dataset(tmp_path / "d", imported())
    (key,) = read_keys(folder)
    assert key == key_of(imported()) and key.scene == "elsewhere-000000" and key.world is None
    assert score_reply(key, "The tall vase and the mug.").verdict is Verdict.CORRECT
    assert score_reply(key, "the box").verdict is Verdict.INCORRECT
    assert score_reply(key, "the unicorn").verdict is Verdict.HALLUCINATED


def test_verify_skips_it_with_a_reason_and_the_rest_goes_on(tmp_path: Path) -> None:
    (finding,) = verify(dataset(tmp_path / "d", imported()))
    assert (finding.id, finding.task, finding.problem) == ("elsewhere-000000", "hidden", None)
    assert finding.skipped == "it has no world to derive the answer from"
    (without_query,) = verify(dataset(tmp_path / "e", sample(0, query=None)))
    assert without_query.problem is None and without_query.skipped == "it has no query that says what is asked"


@pytest.mark.parametrize("player", sorted(PLAYERS))
def test_players_play_without_a_world(player: str) -> None:
    for one in (imported(), sample(0, shots=()), sample(0, query=None)):
        reply = PLAYERS[player](one, np.random.default_rng(0))
        judgement = score_reply(key_of(one), reply)
        assert judgement.verdict in (Verdict.CORRECT, Verdict.INCORRECT, Verdict.NOT_SURE)
        if player == "oracle":
            assert judgement.verdict is Verdict.CORRECT


def test_it_can_be_looked_at() -> None:
    assert sample_sheet(imported()).width == 720
    assert sample_sheet(sample(0, shots=(), media=(), answer=Choice(option="No"))).width == 720
