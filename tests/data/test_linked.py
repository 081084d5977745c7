"""Media that stay in files of their own: used as long as they are what was linked, and never otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from diorama.data import Media, read_shard, write_shard
from diorama.errors import DioramaError
from tests.data.samples import png, sample


def linked(path: Path) -> Media:
    path.write_bytes(png())
    return Media(role="view", kind="image", data=png(), name="view.png", linked_to=str(path))


def test_a_linked_picture_is_read_from_its_file_and_is_not_in_the_shard(tmp_path: Path) -> None:
    made = sample(media=(linked(tmp_path / "a.png"),))
    write_shard(tmp_path / "causal-00000.parquet", [made])
    assert list(read_shard(tmp_path / "causal-00000.parquet")) == [made]
    assert png() not in (tmp_path / "causal-00000.parquet").read_bytes()


def test_stored_and_linked_pictures_keep_their_order(tmp_path: Path) -> None:
    first, last = linked(tmp_path / "a.png"), linked(tmp_path / "b.png")
    stored = Media(role="view", kind="image", data=png(3), name="middle.png")
    media = (first, stored, last.model_copy(update={"name": "last.png"}))
    write_shard(tmp_path / "causal-00000.parquet", [made := sample(media=media)])
    assert list(read_shard(tmp_path / "causal-00000.parquet")) == [made]


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda path: path.unlink(), "is gone"),
        (lambda path: path.write_bytes(png()[:-1]), "is not what it was"),
        (lambda path: path.write_bytes(png()[:-1] + b"?"), "is not what it was"),
        (lambda path: (path.unlink(), path.mkdir()), "is gone"),
    ],
)
def test_a_file_that_was_changed_is_never_shown(tmp_path: Path, damage, complaint: str) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "a.png"
    write_shard(tmp_path / "causal-00000.parquet", [sample(media=(linked(path),))])
    damage(path)
    with pytest.raises(DioramaError, match=complaint) as caught:
        list(read_shard(tmp_path / "causal-00000.parquet"))
    assert "import again without --link" in str(caught.value) and "\n" not in str(caught.value)


def test_a_dataset_of_a_stranger_cannot_read_a_file_whose_checksum_it_does_not_know(tmp_path: Path) -> None:
    """A path to a secret with a wrong checksum gives nothing of it away."""
    secret = tmp_path / "secret"
    secret.write_bytes(b"x" * len(png()))
    write_shard(
        tmp_path / "causal-00000.parquet",
        [sample(media=(linked(tmp_path / "a.png").model_copy(update={"linked_to": str(secret)}),))],
    )
    with pytest.raises(DioramaError, match="is not what it was"):
        list(read_shard(tmp_path / "causal-00000.parquet"))
