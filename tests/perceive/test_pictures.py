"""Pictures that we did not make are read as their viewers see them."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from diorama.errors import DioramaError
from diorama.perceive import read_picture


def saved(picture: Image.Image, sort: str = "PNG", **more: object) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, sort, **more)
    return stream.getvalue()


def test_a_picture_that_lies_on_its_side_is_turned_upright() -> None:
    """A red left half, and EXIF that says: turn it by a quarter clockwise. Then the red is above."""
    pixels = np.zeros((4, 8, 3), np.uint8)
    pixels[:, :4, 0] = 255
    exif = Image.Exif()
    exif[0x0112] = 6
    read = read_picture(saved(Image.fromarray(pixels), exif=exif))
    assert read.shape == (8, 4, 3) and (read[:4, :, 0] == 255).all() and not read[4:].any()


def test_grey_and_transparent_pictures_get_colours_on_white() -> None:
    assert (read_picture(saved(Image.new("L", (3, 2), 77))) == 77).all()
    assert (read_picture(saved(Image.new("RGBA", (3, 2), (200, 0, 0, 0)))) == 255).all()
    palette = Image.new("P", (3, 2), 0)
    palette.putpalette([10, 20, 30])
    assert (read_picture(saved(palette)) == (10, 20, 30)).all()
    deep = Image.fromarray(np.full((2, 3), 65535, np.uint16))
    assert (read_picture(saved(deep)) == 255).all()


def test_a_huge_picture_is_refused_before_it_is_unpacked() -> None:
    huge = saved(Image.new("1", (20_000, 20_000)))
    assert len(huge) < 100_000
    for data in (huge, saved(Image.new("1", (8000, 8000)))):
        with pytest.raises(DioramaError, match=r"huge\.png has more than .* pixels: make it smaller"):
            read_picture(data, "huge.png")


NOISE = np.random.default_rng(0).integers(0, 255, (64, 64, 3), np.uint8)


@pytest.mark.parametrize("data", [b"", b"hello", b"\x89PNG\r\n\x1a\n", saved(Image.fromarray(NOISE))[:900]])
def test_what_is_no_picture_is_one_line(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.png").write_bytes(data)
    with pytest.raises(DioramaError, match=r"x\.png is no picture that can be read") as caught:
        read_picture(tmp_path / "x.png")
    assert "\n" not in str(caught.value)


def test_a_missing_picture_and_a_folder_are_named(tmp_path: Path) -> None:
    for path in (tmp_path / "none.png", tmp_path):
        with pytest.raises(DioramaError, match="cannot read"):
            read_picture(path)
