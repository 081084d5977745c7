"""Shards: what is written is what is read, byte for byte, here and in other people's tools."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image
from pydantic import ValidationError

from diorama.data import Media, Sample, read_shard, write_shard
from diorama.errors import DioramaError
from diorama.kinds import Answer, Choice, ObjectSet, kind_of
from diorama.sight import Shot
from diorama.suites import MediaPart, QuestionPart, TextPart
from diorama.suites.causal.collision import Drive
from diorama.whatif import Move
from tests.data.samples import build, png, sample, small_world
from tests.kinds.test_answers import answers
from tests.worlds import level_camera, row

numbers = st.floats(allow_nan=False, allow_infinity=False)
plain: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | numbers | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(answer=answers, trace=st.dictionaries(st.text(max_size=5), plain, max_size=3), margin=st.none() | numbers)
def test_a_sample_comes_back_equal(tmp_path: Path, answer: Answer, trace: dict[str, Any], margin: float | None) -> None:
    options = (answer.option + "!", answer.option) if isinstance(answer, Choice) else ()
    named = kind_of(answer).bodies(answer)  # names of no body of the small world: the sample lists them itself
    elsewhere: dict[str, Any] = {"shots": (), "query": None, "objects": {n: n for n in named}} if named else {}
    made = sample(answer=answer, options=options, trace=trace, margin=margin, **elsewhere)
    write_shard(tmp_path / "s.parquet", [made])
    (read,) = read_shard(tmp_path / "s.parquet")
    assert read == made
    assert named or (read.world is not None and read.world.to_json() == small_world().to_json())


def test_media_keep_their_order_roles_and_bytes(tmp_path: Path) -> None:
    media = (
        Media(role="clip", kind="video", data=b"\x00 not really a film", name="clip.mp4"),
        Media(role="reference", kind="image", data=png(1), name="reference.png"),
        Media(role="gold", kind="video", data=b"\xff another", name="gold.mp4"),
        Media(role="view", kind="image", data=png(2), name="view.png"),
    )
    made = [sample(0, media=media), sample(1, media=()), sample(2, shots=(), query=None, margin=None)]
    shard = write_shard(tmp_path / "s.parquet", made)
    assert list(read_shard(tmp_path / "s.parquet")) == made
    assert shard.samples == 3 and shard.tasks == {"collision": 2, "occlusion": 1}


def test_several_media_and_what_is_said_between_them_come_back(tmp_path: Path) -> None:
    """A clip, the question, and only then a picture: the order is the sample's own, and so are the labels."""
    media = (
        Media(role="clip", kind="video", data=b"film one", name="clip-a.mp4", label="the first clip"),
        Media(role="clip", kind="video", data=b"film two", name="clip-b.mp4", label="the second clip"),
        Media(role="reference", kind="image", data=png(1), name="reference.png"),
    )
    parts = (
        TextPart(text="Look at this first."),
        MediaPart(media="clip-b"),
        QuestionPart(),
        MediaPart(media="reference"),
        TextPart(text="Now look at this."),
        MediaPart(media="clip-a"),
    )
    made = sample(0, media=media, parts=parts)
    write_shard(tmp_path / "s.parquet", [made, sample(1, media=media)])
    read, usual = read_shard(tmp_path / "s.parquet")
    assert read == made and read.all_parts == parts
    assert [m.label for m in read.media] == ["the first clip", "the second clip", ""]
    assert [m.stem for m in read.media] == ["clip-a", "clip-b", "reference"]
    assert usual.parts == ()
    assert usual.all_parts == (
        TextPart(text="The first clip:"),
        MediaPart(media="clip-a"),
        TextPart(text="The second clip:"),
        MediaPart(media="clip-b"),
        MediaPart(media="reference"),
        QuestionPart(),
    )


def test_shots_come_back_with_their_worlds_which_are_stored_once_if_they_are_the_same(tmp_path: Path) -> None:
    near = Shot(world=small_world(), camera=level_camera())
    far = Shot(role="reference", name="from-afar", label="the second view", world=small_world(), camera=level_camera(3))
    other = Shot(role="reference", name="another", world=row("vase"), camera=level_camera(), muted=("vase",))
    made = sample(0, shots=(near, far, other))
    write_shard(tmp_path / "s.parquet", [made])
    (read,) = read_shard(tmp_path / "s.parquet")
    assert read == made and read.shots == (near, far, other)
    assert read.world == small_world() and read.camera == near.camera
    (stored,) = pq.read_table(tmp_path / "s.parquet")["shots"].to_pylist()
    assert stored.count('"bodies"') == 1


def test_a_typed_query_comes_back_as_what_it_was(tmp_path: Path) -> None:
    asked = Drive(form="which", move=Move(name="near", way=(0.0, 1.0, 0.0), distance=0.25))
    write_shard(tmp_path / "s.parquet", [sample(0, query=asked), sample(4, query=None)])
    first, second = read_shard(tmp_path / "s.parquet")
    assert first.query == asked and isinstance(first.query, Drive)
    assert second.query is None


def test_tuples_in_a_trace_are_lists_before_they_are_stored() -> None:
    assert sample(trace={"path": ((0, 1), (2, 3))}).trace == {"path": [[0, 1], [2, 3]]}


def test_the_same_samples_give_the_same_bytes(tmp_path: Path) -> None:
    """Also with a trace filled in another order."""
    for name in ("a", "b"):
        write_shard(tmp_path / name, (sample(k) for k in range(40)))
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    backwards = dict(reversed(sample(0).trace.items()))
    write_shard(tmp_path / "b", (sample(k, trace=backwards) if k == 0 else sample(k) for k in range(40)))
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_failure_half_way_leaves_nothing(tmp_path: Path) -> None:
    def broken() -> Iterator[Sample]:
        yield from (sample(k) for k in range(50))
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        write_shard(tmp_path / "s.parquet", broken())
    assert list(tmp_path.iterdir()) == []


def test_a_shard_that_cannot_be_written_says_why(tmp_path: Path) -> None:
    with pytest.raises(DioramaError, match=r"cannot write .*No such file or directory"):
        write_shard(tmp_path / "nowhere" / "s.parquet", [sample()])
    with pytest.raises(DioramaError, match="two samples have the id 'causal-000001'"):
        write_shard(tmp_path / "s.parquet", [sample(1), sample(1)])
    with pytest.raises(DioramaError, match="at least one sample"):
        write_shard(tmp_path / "s.parquet", [])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_line(tmp_path: Path) -> None:
    (tmp_path / f".s.parquet.{os.getpid()}.part").symlink_to("/dev/full")
    with pytest.raises(DioramaError, match=r"cannot write .*s\.parquet: No space left on device"):
        write_shard(tmp_path / "s.parquet", (sample(k) for k in range(64)))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"id": "Causal 1"}, "pattern"),
        ({"id": "../x"}, "pattern"),
        ({"options": ("No", "Not sure")}, "not among the options"),
        ({"options": ("Yes", "Yes")}, "twice"),
        ({"answer": ObjectSet(names=())}, "multiple choice only"),
        ({"trace": {"area": float("nan")}}, "plain JSON"),
        ({"trace": {"bodies": {"a", "b"}}}, "plain JSON"),
        ({"trace": [1]}, "a mapping"),
        ({"trace": {"half": "\ud800"}}, "plain JSON"),
        ({"margin": float("inf")}, "finite"),
        ({"seed": -1}, "greater than or equal"),
        ({"extra": 1}, "Extra inputs"),
        ({"media": (Media(role="a", kind="image", data=b"x", name="x.png"),) * 2}, "same name"),
        ({"parts": (MediaPart(media="clip"), QuestionPart())}, "shows 'clip', which is not among the media"),
        ({"parts": (MediaPart(media="view"),)}, "the question exactly once"),
        ({"parts": (QuestionPart(), QuestionPart())}, "the question exactly once"),
        ({"world": small_world().to_json()}, "world"),
    ],
)
def test_what_is_no_sample_is_refused(fields: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        sample(**fields)


@pytest.mark.parametrize("name", ["../x.png", "/etc/x", "", ".hidden", "a/b.png"])
def test_media_names_are_plain_file_names(name: str) -> None:
    with pytest.raises(ValidationError):
        Media(role="view", kind="image", data=b"x", name=name)


def changed(path: Path, column: str, value: Any) -> None:
    """Replace one column of a shard by one value."""
    table = pq.read_table(path)
    index = table.schema.get_field_index(column)
    field = table.schema.field(index)
    pq.write_table(table.set_column(index, field, pa.array([value] * table.num_rows, field.type)), path)


@pytest.mark.parametrize(
    ("column", "value", "complaint"),
    [
        ("answer", '{"kind": "essay"}', "no kind of answer named 'essay'"),
        ("answer", "{", "not an answer: "),
        ("answer", None, "not an answer: "),
        ("answer", "{}", "not an answer: it has no kind"),
        ("answer", "[]", "not an answer: it has no kind"),
        ("answer", '{"kind": "choice"}', "not an answer: option: Field required"),
        ("kind", "objects", "its column kind says objects, its answer something else"),
        ("world", '{"bodies": 3}', "not a world: bodies"),
        ("world", None, "it has a world without shots, or shots without a world"),
        ("shots", "[{}]", "camera: Field required"),
        ("shots", "[3]", "not a mapping"),
        ("shots", "3", "no list"),
        ("shots", "{", "EOF"),
        ("parts", '[{"kind": "smell"}]', "tag"),
        ("parts", '[{"kind": "media", "media": "smell"}, {"kind": "question"}]', "not among the media"),
        ("words", '[{"wording": "x"}]', "choice: Field required"),
        ("objects", "[]", "objects: "),
        ("trace", "[" * 5000, "recursion"),
        ("trace", '"text"', "mapping"),
        ("trace", '{"a": NaN}', "plain JSON"),
        ("query", "nonsense", "its query does not belong to causal collision L1: "),
        ("query", '{"removed": "near"}', "its query does not belong to causal collision L1: form: Field required"),
        ("task", "flying", "no task of causal named 'flying'"),
        ("id", "no/slash", "id: String should match"),
        ("id", None, "id: "),
        ("seed", -5, "seed"),
        ("options", ["Perhaps"], "not among the options"),
        ("options", None, "options"),
        ("media_kinds", ["video"], "its video is missing"),
        ("media_kinds", ["smell"], "unknown kind"),
        ("media_kinds", None, "lists of media are missing"),
        ("media_kinds", [], "lists of media are missing or differ"),
        ("media_labels", None, "lists of media are missing"),
        ("image", [], "its image is missing"),
        ("image", [{"bytes": None, "path": "x.png"}], "neither stored nor linked"),
        ("image", [{"bytes": b"x", "path": "../x.png"}], "name"),
        ("image", [{"bytes": b"x", "path": "x.png"}] * 2, "not listed"),
    ],
)
def test_a_row_that_is_not_what_it_should_be_is_one_line(
    tmp_path: Path, column: str, value: Any, complaint: str
) -> None:
    path = tmp_path / "s-00000.parquet"
    write_shard(path, [sample()])
    changed(path, column, value)
    with pytest.raises(DioramaError, match=complaint) as caught:
        list(read_shard(path))
    assert str(caught.value).startswith("s-00000.parquet: sample '") and "\n" not in str(caught.value)


def test_a_file_that_is_no_shard_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "s-00000.parquet"
    with pytest.raises(DioramaError, match="is missing"):
        list(read_shard(path))
    path.write_bytes(b"")
    with pytest.raises(DioramaError, match="is damaged"):
        list(read_shard(path))
    path.write_bytes(b"PAR1 rubbish PAR1")
    with pytest.raises(DioramaError, match="is damaged"):
        list(read_shard(path))
    pq.write_table(pa.table({"id": ["a"]}), path)
    with pytest.raises(DioramaError, match="no column 'suite'"):
        list(read_shard(path))
    write_shard(path, [sample()])
    pq.write_table(pq.read_table(path).drop_columns("seed").append_column("seed", pa.array(["7"])), path)
    with pytest.raises(DioramaError, match="column 'seed' is string, not int64"):
        list(read_shard(path))


def test_any_damage_is_noticed_or_harmless(tmp_path: Path) -> None:
    """Flip bytes all over a shard, and cut it anywhere: one clear line, or the very same samples."""
    path = tmp_path / "s-00000.parquet"
    made = [sample(k) for k in range(3)]
    write_shard(path, made)
    whole = path.read_bytes()
    noticed: list[str] = []
    for at in range(0, len(whole), max(1, len(whole) // 150)):
        for damaged in (whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :], whole[:at]):
            path.write_bytes(damaged)
            try:
                read = list(read_shard(path))
            except DioramaError as error:
                noticed.append(str(error))
            else:
                assert read == made
    assert len(noticed) > 200 and not any("\n" in line for line in noticed)


def test_hugging_face_datasets_opens_the_folder_as_it_is(tmp_path: Path) -> None:
    """In a process of its own: the settings that keep it offline are read at import."""
    build(tmp_path / "small")
    code = """if True:
        import os, sys, datasets
        data = datasets.load_dataset(sys.argv[1])["train"]
        first = data[0]
        print(len(data), first["id"], first["image"][0].size, first["image"][0].convert("RGB").getpixel((0, 0)))
        print(first["video"], first["options"], first["margin"], type(data.features["video"].feature).__name__)
        streamed = next(iter(datasets.load_dataset(sys.argv[1], split="train", streaming=True)))
        print(streamed["image"][0].size, flush=True)
        os._exit(0)  # threads that still read ahead can abort an ordinary end
    """
    environment = {**os.environ, "HF_HOME": str(tmp_path / "hf"), "HF_DATASETS_OFFLINE": "1", "HF_HUB_OFFLINE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "small")], capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.strip().splitlines()[-3:]
    assert lines[0] == "20 causal-000000 (8, 8) (0, 10, 10)"
    assert lines[1] == "[] ['Yes', 'No', 'Not sure'] 0.0 Video"
    assert lines[2] == "(8, 8)"


def test_hugging_face_datasets_gives_clips_as_bytes_without_a_decoder(tmp_path: Path) -> None:
    """Filled columns of videos, and 16-bit depth, come out as they were stored."""
    depth = io.BytesIO()
    Image.fromarray(np.full((4, 4), 1234, np.uint16)).save(depth, "PNG")
    clip = Media(role="clip", kind="video", data=b"the bytes of a clip", name="clip.mp4")
    kept: dict[str, Any] = {
        "media": (clip,),
        "outcome": Media(role="outcome", kind="video", data=b"what follows", name="outcome.mp4"),
        "depth": Media(role="depth", kind="image", data=depth.getvalue(), name="depth.png"),
    }
    (tmp_path / "data").mkdir()
    write_shard(tmp_path / "data" / "causal-00000.parquet", [sample(**kept)])
    code = """if True:
        import os, sys, datasets
        row = datasets.load_dataset(sys.argv[1])["train"][0]
        print(row["video"][0]["bytes"].decode(), "|", row["outcome"][0]["bytes"].decode())
        print(row["depth"][0].mode, row["depth"][0].getpixel((0, 0)), flush=True)
        os._exit(0)
    """
    environment = {**os.environ, "HF_HOME": str(tmp_path / "hf"), "HF_DATASETS_OFFLINE": "1", "HF_HUB_OFFLINE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, env=environment
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().splitlines()[-2:] == ["the bytes of a clip | what follows", "I;16 1234"]


def test_duckdb_queries_the_shards_as_they_are(tmp_path: Path) -> None:
    import duckdb

    build(tmp_path / "small")
    shards = str(tmp_path / "small" / "data" / "*.parquet")
    rows = duckdb.execute(
        "select suite, task, count(*), max(margin), any_value(octet_length(image[1].bytes)) > 0, "
        "max(cast(json_extract(trace, '$.hidden_px.far') as integer)) "
        f"from '{shards}' where list_contains(options, 'Not sure') group by all order by all"
    ).fetchall()
    assert rows[0] == ("causal", "collision", 5, 1.0, True, 48)
    assert [r[2] for r in rows] == [5, 5, 5, 5]
