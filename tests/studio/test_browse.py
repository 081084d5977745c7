"""The library and its lists: what is in the folder, found by what one asks for."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from diorama.data import load
from diorama.data.keys import scene_of
from diorama.studio.browse.filters import Filters
from diorama.studio.browse.view import in_words
from diorama.studio.library.finding import find
from diorama.studio.library.indexing import look_again
from diorama.studio.library.shelf import set_status
from diorama.studio.library.tables import DatasetRow, SampleRow
from diorama.studio.people.roles import Role
from tests.data.samples import PLAN, build, sample
from tests.report.conftest import write_run
from tests.studio.running import Running, Visitor


def listed(visitor: Visitor, query: str = "") -> list[str]:
    """Ids of the samples on a page."""
    page = visitor.get(f"/browse/1{query}")
    assert page.status_code == 200
    return re.findall(r'<img src="/browse/1/([a-z0-9-]+)/small"', page.text)


def test_the_index_says_what_the_samples_say(studio: Running) -> None:
    found = list(load(studio.studio.settings.folder / "small"))
    with studio.studio.storage.reading() as db:
        rows = db.scalars(select(SampleRow).order_by(SampleRow.position)).all()
    assert [(r.id, r.suite, r.task, r.level, r.kind, r.margin, r.scene) for r in rows] == [
        (s.id, s.suite, s.task, s.level, s.kind.name, s.margin, scene_of(s)) for s in found
    ]
    assert rows[0].gates == "|recognisable|survives-nudges|"


def test_a_row_leads_to_its_sample(studio: Running) -> None:
    with studio.studio.storage.reading() as db:
        dataset = db.get_one(DatasetRow, 1)
        rows = db.scalars(select(SampleRow)).all()
    for row in rows:
        assert studio.studio.shelf.sample(dataset, row).id == row.id


def test_filters_find_what_they_say(studio: Running) -> None:
    ada = studio.signed_in("Ada", Role.ANNOTATOR)
    every = {s.id: s for s in load(studio.studio.settings.folder / "small")}
    assert listed(ada) == list(every)
    assert listed(ada, "?suite=causal&task=occlusion") == [
        k for k, s in every.items() if (s.suite, s.task) == ("causal", "occlusion")
    ]
    assert listed(ada, "?level=L2") == [k for k, s in every.items() if s.level == "L2"]
    assert listed(ada, "?least=0.5&most=0.75") == [k for k, s in every.items() if 0.5 <= (s.margin or 0) <= 0.75]
    assert listed(ada, "?gate=recognisable") == list(every) and listed(ada, "?gate=recog") == []
    assert listed(ada, "?words=number+7") == [k for k, s in every.items() if "number 7" in s.question]
    assert listed(ada, "?words=causal-000003") == ["causal-000003"] and listed(ada, "?words=%25") == []


def test_filters_know_what_models_said(studio: Running) -> None:
    """`lab/steady` is wrong at every third sample, in turn for each reason."""
    ada = studio.signed_in("Ada", Role.ANNOTATOR)
    page = ada.get("/browse/1").text
    run = re.search(r'<option value="(\d+)">lab/steady', page)[1]  # type: ignore[index]
    every = list(load(studio.studio.settings.folder / "small").ids())
    wrong = every[::3]
    assert listed(ada, f"?run={run}&verdict=correct") == [k for k in every if k not in wrong]
    assert listed(ada, f"?run={run}&verdict=incorrect") == wrong[::4]
    assert "v-incorrect" in ada.get(f"/browse/1?run={run}").text
    assert listed(ada, f"?run={run}&verdict=nonsense") == []


def test_the_next_sample_is_the_next_that_passes_the_filters(studio: Running) -> None:
    ada = studio.signed_in("Ada", Role.ANNOTATOR)
    chosen = listed(ada, "?suite=causal&task=occlusion")
    page = ada.get(f"/browse/1/{chosen[1]}?suite=causal&task=occlusion").text
    links = re.findall(r'<a href="([^"]+)" rel="(prev|next)"', page)
    assert links == [
        (f"/browse/1/{chosen[0]}?suite=causal&amp;task=occlusion", "prev"),
        (f"/browse/1/{chosen[2]}?suite=causal&amp;task=occlusion", "next"),
    ]


def test_a_sample_shows_its_truth_its_reasons_and_what_models_said(studio: Running) -> None:
    page = studio.signed_in("Ada", Role.ANNOTATOR).get("/browse/1/causal-000002").text
    assert "Will the far block, number 2, be hit?" in page and "<b>Answer:</b> Yes" in page
    assert "hidden px" in page and "survives-nudges" in page
    assert "lab/steady" in page and "lab/hostile" in page and "Let me see." in page


def test_a_status_is_shown_and_found_and_outlives_another_look(studio: Running) -> None:
    ada = studio.signed_in("Ada", Role.ADMIN)
    with studio.studio.storage.writing() as db:
        set_status(db, 1, "causal-000004", "flagged")
    assert listed(ada, "?status=flagged") == ["causal-000004"] and len(listed(ada, "?status=none")) == 19
    manifest = studio.studio.settings.folder / "small" / "dataset.json"
    manifest.touch()
    assert ada.fill("/library", "/library/look").status_code == 303
    assert listed(ada, "?status=flagged") == ["causal-000004"]


def test_a_dataset_that_was_built_again_is_noticed(studio: Running) -> None:
    """Pages refuse to mix old and new; after another look only the status of what is the same stays."""
    ada = studio.signed_in("Ada", Role.ADMIN)
    folder = studio.studio.settings.folder
    with studio.studio.storage.writing() as db:
        for sample_id in ("causal-000000", "causal-000001"):
            set_status(db, 1, sample_id, "verified")
    shutil.rmtree(folder / "small")
    rebuild(folder / "small", changed=1)
    assert ada.get("/browse/1/causal-000000").status_code == 409
    look_again(studio.studio)
    assert ada.get("/browse/1/causal-000001").status_code == 200
    assert listed(ada, "?status=verified") == ["causal-000000"]


def rebuild(folder: Path, changed: int) -> None:
    """The same dataset, but one sample asks something else."""
    from diorama.data import create_or_open
    from tests.data.samples import for_slot

    builder = create_or_open(folder, PLAN, name="small")
    for slot in builder.missing_shards():
        samples = list(for_slot(slot))
        if slot.start <= changed < slot.start + slot.count:
            one = samples[changed - slot.start]
            samples[changed - slot.start] = sample(changed, id=one.id, suite=one.suite, question="Something else?")
        builder.add_shard(slot.name, samples)


def test_what_is_gone_is_gone_and_comes_back_with_its_number(studio: Running) -> None:
    ada, folder = studio.signed_in("Ada", Role.ADMIN), studio.studio.settings.folder
    (folder / "small").rename(folder.parent / "elsewhere")
    assert ada.get("/browse/1/causal-000000").status_code == 404
    look_again(studio.studio)
    assert ada.get("/browse/1").status_code == 404 and "No dataset was found" in ada.get("/library").text
    (folder.parent / "elsewhere").rename(folder / "small")
    look_again(studio.studio)
    assert ada.get("/browse/1/causal-000000").status_code == 200


def test_a_damaged_dataset_is_named_and_the_rest_works(studio: Running) -> None:
    folder = studio.studio.settings.folder
    (folder / "broken").mkdir()
    (folder / "broken" / "dataset.json").write_text("{}")
    (folder / "logs" / "bad.answers.jsonl").write_text("not json\n")
    found = look_again(studio.studio)
    assert found.datasets == 2 and found.samples == 20 and len(found.faults) == 2
    page = studio.signed_in("Ada", Role.ANNOTATOR).get("/library").text
    assert "Cannot be read" in page and "bad.answers.jsonl" in page and "/browse/1" in page


def test_answers_that_grow_are_indexed_again(studio: Running) -> None:
    folder = studio.studio.settings.folder
    write_run(folder / "small", folder / "logs", "lab/new", 0)
    look_again(studio.studio)
    assert "lab/new" in studio.signed_in("Ada", Role.ANNOTATOR).get("/browse/1/causal-000002").text


def test_finding_follows_no_links_and_skips_hidden_folders(tmp_path: Path) -> None:
    build(tmp_path / "outside")
    bench = tmp_path / "bench"
    (bench / "deep" / "er").mkdir(parents=True)
    shutil.copytree(tmp_path / "outside", bench / "deep" / "er" / "inner")
    shutil.copytree(tmp_path / "outside", bench / ".hidden")
    (bench / "link").symlink_to(tmp_path / "outside")
    assert find(bench) == (["deep/er/inner"], [])


def test_small_pictures_and_drawings_are_kept(studio: Running) -> None:
    ada = studio.signed_in("Ada", Role.ANNOTATOR)
    one = ada.get("/browse/1/causal-000000/small")
    assert one.headers["content-type"] == "image/webp" and one.content[8:12] == b"WEBP"
    kept = list((studio.studio.settings.own_folder / "drawings").iterdir())
    assert [path.read_bytes() for path in kept] == [one.content]


texts = st.text(max_size=30)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.builds(Filters, texts, texts, texts, texts, texts, texts, texts, texts, texts, texts))
def test_filters_survive_the_address(filters: Filters) -> None:
    """An address made from filters gives the same filters; zero bytes, which no database takes, are dropped."""
    from urllib.parse import parse_qsl

    again = Filters.of(dict(parse_qsl(filters.query.removeprefix("?"), keep_blank_values=True, errors="surrogatepass")))
    assert again == Filters(*(getattr(filters, f).replace("\0", "") for f in Filters.__dataclass_fields__))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"hidden_px": {"mug": 40}}, "hidden px: the mug 40"),
        ({"mug": {"hidden_px": 4, "seen_px": 9}, "jug": {}}, "the mug: hidden px 4, seen px 9\njug: none"),
        ({"hidden_px": 4, "way": "forward"}, "hidden px 4, way forward"),
        ([[0.1, 2], ["mug"]], "(0.1, 2), the mug"),
        (["mug", "x"], "the mug, x"),
        (0.123456, "0.1235"),
        (True, "yes"),
        (None, "–"),
        ({}, "none"),
        ({"a": [{"b": 1, "c": 2}]}, "a: (b 1, c 2)"),
    ],
)
def test_reasons_in_words(value: object, words: str) -> None:
    assert in_words(value, {"mug": "the mug"}) == words
