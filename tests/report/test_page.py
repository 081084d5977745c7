"""The page as text: whole, self-contained, escaped, the same every time."""

from __future__ import annotations

import io
import re
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest

from diorama.ask.records import Artefact
from diorama.data import Media, create_or_open
from diorama.errors import DioramaError
from diorama.kinds import ObjectSet
from diorama.report import make_report, results_text
from diorama.report.cards import REPLY_CHARS, Gallery, chosen
from diorama.report.page import write_page
from diorama.report.rows import rows_of
from diorama.sight import View
from diorama.suites.structure.t1_single_removal import Removal
from tests.data.samples import PLAN, build, sample, small_world
from tests.report.conftest import HOSTILE, write_run
from tests.report.runs import ends, run
from tests.worlds import level_camera


class Tags(HTMLParser):
    """Counts elements, and keeps every address that one of them would fetch."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.counts: dict[str, int] = {}
        self.fetched: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.counts[tag] = self.counts.get(tag, 0) + 1
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "data", "poster")]


def test_nothing_is_fetched_and_every_sample_has_its_picture(page: Path) -> None:
    tags = Tags(page.read_text("utf-8"))
    assert len(tags.fetched) == tags.counts["img"] == tags.counts["article"] == 20
    assert all(address.startswith("data:image/webp;base64,") for address in tags.fetched)
    assert "url(" not in page.read_text("utf-8") and "@import" not in page.read_text("utf-8")


def test_what_a_model_wrote_is_text(page: Path) -> None:
    text = page.read_text("utf-8")
    assert HOSTILE not in text
    assert "&lt;script&gt;document.title" in text
    assert Tags(text).counts["script"] == 1, "only our own"
    assert "\x1b" not in text, "no terminal obeys it either"


def test_a_card_has_question_options_truth_and_trace(page: Path) -> None:
    text = page.read_text("utf-8")
    card = text[text.index('id="causal-000001"') : text.index('id="causal-000003"')]
    wanted = ("number 1, be hit?", "<li class=right><b>B</b> No</li>", "Truth</span> No", "hidden px", "margin 0.125")
    assert [words for words in wanted if words not in card] == []


def test_the_same_logs_give_the_same_bytes(runs: Path, page: Path, tmp_path: Path) -> None:
    make_report([runs / "logs"], out=tmp_path / "again.html")
    assert (tmp_path / "again.html").read_bytes() == page.read_bytes()


def test_an_endless_reply_is_cut_and_the_card_says_so(runs: Path, tmp_path: Path) -> None:
    write_run(runs / "data", tmp_path / "logs", "lab/endless", 0, "word " * 2_000_000)
    make_report([tmp_path / "logs"], out=tmp_path / "r.html")
    text = (tmp_path / "r.html").read_text("utf-8")
    assert "[cut: 10,000,000 characters in all]" in text
    assert len(text) < 20 * (REPLY_CHARS + 5_000) + 60_000


def test_half_a_character_in_a_reply_breaks_nothing(runs: Path) -> None:
    rows = rows_of([run("m", ends("causal/collision/L1", "correct"), reply="half \ud83d of a pair \x00")])
    write_page(rows, runs / "half.html", title="half")
    assert "half ? of a pair" in (runs / "half.html").read_text("utf-8")


def test_without_its_dataset_a_report_says_where_the_pictures_are_missing(tmp_path: Path) -> None:
    build(tmp_path / "data")
    write_run(tmp_path / "data", tmp_path / "logs", "lab/m", 2)
    (tmp_path / "data").rename(tmp_path / "moved")
    make_report([tmp_path / "logs"], out=tmp_path / "r.html")
    text = (tmp_path / "r.html").read_text("utf-8")
    assert "name it with --data" in text and "<img" not in text
    make_report([tmp_path / "logs"], out=tmp_path / "r.html", data=tmp_path / "moved")
    assert "<img" in (tmp_path / "r.html").read_text("utf-8")


def test_a_dataset_with_other_samples_is_refused(runs: Path, tmp_path: Path) -> None:
    build(tmp_path / "other", PLAN.model_copy(update={"count": 8}))
    with pytest.raises(DioramaError, match="but the logs are of"):
        make_report([runs / "logs"], out=tmp_path / "r.html", data=tmp_path / "other")
    assert not (tmp_path / "r.html").exists()


def test_the_gallery_takes_evenly_from_every_task() -> None:
    asked = ends("causal/collision/L1", "correct " * 50) | ends("causal/occlusion/L1", "correct " * 3)
    ids = chosen(rows_of([run("m", asked)]), 10)
    assert len(ids) == len(set(ids)) == 10
    assert sum("occlusion" in name for name in ids) == 3
    assert len(chosen(rows_of([run("m", asked)]), 1000)) == 53


def test_a_small_gallery_says_what_it_leaves_out(runs: Path, tmp_path: Path) -> None:
    make_report([runs / "logs"], out=tmp_path / "r.html", gallery=5)
    text = (tmp_path / "r.html").read_text("utf-8")
    assert text.count("<article") == 5
    assert "5 of 20 samples, spread evenly" in text
    make_report([runs / "logs"], out=tmp_path / "none.html", gallery=0)
    assert "<article" not in (tmp_path / "none.html").read_text("utf-8")


def test_failures_are_announced_on_top(page: Path) -> None:
    text = page.read_text("utf-8")
    told = re.search(r"(\d+) of 60 questions failed", text)
    assert told is not None
    assert int(told[1]) == text.count('class="answer"') - len(re.findall(r"<pre>", text))


def test_who_was_asked_less_is_named(runs: Path, tmp_path: Path) -> None:
    task = "causal/collision/L1"
    rows = rows_of([run("whole", ends(task, "correct correct")), run("part", ends(task, "correct"))])
    write_page(rows, tmp_path / "r.html", title="t")
    assert "Not all were asked the same 2 questions: part (1)" in (tmp_path / "r.html").read_text("utf-8")


def test_proofs_draw_the_truth_and_what_would_follow(tmp_path: Path) -> None:
    """One sample with a real picture: its near block is taken away."""
    stream = io.BytesIO()
    View(small_world(), level_camera()).image().save(stream, "PNG")
    seen = Media(role="view", kind="image", data=stream.getvalue(), name="view.png")
    plan = PLAN.model_copy(update={"suites": ("structure",), "count": 1})
    removal = sample(
        0, id="structure-000000", suite="structure", task="T1", level="", options=(), media=(seen,),
        answer=ObjectSet(names=("far",)), query=Removal(removed="near"),
    )  # fmt: skip
    builder = create_or_open(tmp_path / "data", plan, name="one")
    builder.add_shard(builder.missing_shards()[0].name, [removal])
    write_run(tmp_path / "data", tmp_path / "logs", "lab/m", 0)
    make_report([tmp_path / "logs"], out=tmp_path / "plain.html")
    make_report([tmp_path / "logs"], out=tmp_path / "proofs.html", proofs=True)
    plain, proofs = ((tmp_path / name).read_text("utf-8") for name in ("plain.html", "proofs.html"))
    assert (plain.count("<img"), proofs.count("<img")) == (1, 3)
    assert "What would follow." in proofs and "<dt>what is asked</dt>" in proofs


def kept(folder: Path, path: str = "a/0/note.txt", content: bytes = b"seen <b>first</b>", **fields: str) -> str:
    """A page over one answer with an artefact, and what lies where the artefact should."""
    given = {"name": "note.txt", "kind": "text", "path": path, "sha256": sha256(b"seen <b>first</b>").hexdigest()}
    artefact = Artefact.model_validate({**given, **fields})
    (folder / "kept" / "a" / "0").mkdir(parents=True)
    (folder / "kept" / "a" / "0" / "note.txt").write_bytes(content)
    (folder / "secret.txt").write_bytes(content)
    rows = rows_of([run("m", ends("causal/collision/L1", "correct"), artefacts=(artefact,))])
    write_page(rows, folder / "r.html", title="t", gallery=Gallery(artefacts={rows[0].key: folder / "kept"}))
    return (folder / "r.html").read_text("utf-8")


def test_what_a_strategy_made_on_the_way_is_shown_as_text(tmp_path: Path) -> None:
    page = kept(tmp_path)
    assert "<p class=facts>note.txt</p><pre>seen &lt;b&gt;first&lt;/b&gt;</pre>" in page


def test_what_was_changed_since_or_lies_elsewhere_is_not_shown(tmp_path: Path) -> None:
    changed = kept(tmp_path / "changed", content=b"forged")
    assert "note.txt was changed since and is not shown" in changed and "forged" not in changed
    for k, path in enumerate(("../secret.txt", str(tmp_path / "1" / "secret.txt"), "a/0/gone.txt", "a/0")):
        assert "class=artefacts" not in kept(tmp_path / str(k), path)


def test_a_picture_that_is_none_is_named_and_the_page_goes_on(tmp_path: Path) -> None:
    assert "map.png cannot be read as a picture" in kept(tmp_path, name="map.png", kind="image")


def test_answers_that_were_scored_in_two_ways_are_announced(tmp_path: Path) -> None:
    task = "logic/pack/"
    alone = run("a", ends(task, "correct"), answer_kind="plan", scoring="plan rules 1")
    helped = run("b", ends(task, "correct"), answer_kind="plan", scoring="plan rules 1 grader=g")
    write_page(rows_of([alone]), tmp_path / "one.html", title="t")
    write_page(rows_of([alone, helped]), tmp_path / "two.html", title="t")
    one, two = ((tmp_path / name).read_text("utf-8") for name in ("one.html", "two.html"))
    assert "scored in different ways" in two and "scored in different ways" not in one
    assert "plan rules 1; plan rules 1 grader=g" in two


def test_grades_are_on_the_card_and_in_a_table(tmp_path: Path) -> None:
    counts = {"steps_matched": 5.0, "steps_given": 7.0, "steps_wanted": 9.0}
    told = run("a", ends("logic/pack/", "incorrect correct"), answer_kind="plan", numbers=counts)
    write_page(rows_of([told]), tmp_path / "r.html", title="t")
    page = (tmp_path / "r.html").read_text("utf-8")
    assert "content f1 0.625" in page and "Beyond right and wrong" in page and "content F1" in page


def test_the_terminal_gets_results_and_accounting(runs: Path) -> None:
    text = results_text([runs / "logs"])
    assert text.index("Results: causal") < text.index("Results: structure") < text.index("Accounting")
    assert "oracle" in text
