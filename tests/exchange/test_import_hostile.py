"""Archives and pictures from strangers."""

from __future__ import annotations

import base64
import io
import struct
import tarfile
import zipfile
import zlib
from pathlib import Path

import pytest

from diorama.errors import DioramaError
from tests.exchange.releases import causalspatial, imported, mcq, png, write_tsv


def packed(folder: Path, path: Path, *more: tuple[str, bytes]) -> Path:
    """A zip or tar of a folder, and members of any name."""
    files = [(str(f.relative_to(folder)), f.read_bytes()) for f in sorted(folder.rglob("*")) if f.is_file()]
    if path.suffix == ".zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
            for name, data in (*files, *more):
                new.writestr(name, data)
        return path
    with tarfile.open(path, "w:gz") as tar:
        for name, data in (*files, *more):
            member = tarfile.TarInfo(name)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
        link = tarfile.TarInfo("link.png")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(link)
    return path


@pytest.mark.parametrize("name", ["release.zip", "release.tar.gz"])
def test_an_archive_is_read_and_nothing_of_it_lands_outside(tmp_path: Path, name: str) -> None:
    release = causalspatial(tmp_path / "release")
    bad = [("../escaped.png", png(1)), ("/tmp/escaped-diorama.png", png(1)), ("a/../../escaped.png", png(1))]
    archive = packed(release, tmp_path / name, *bad)
    data, made = imported("causalspatial", archive, tmp_path / "out")
    assert len(data) == 13
    assert sum("leads out of the folder" in f.reason for f in made.faults) == 3
    assert not list(tmp_path.rglob("escaped*")) and not Path("/tmp/escaped-diorama.png").exists()
    assert {p.name for p in tmp_path.iterdir()} == {"release", name, "out"}


def test_an_archive_that_unpacks_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("diorama.exchange.importers.archives.ANYWAY_BYTES", 1 << 20)
    (tmp_path / "release").mkdir()
    archive = packed(tmp_path / "release", tmp_path / "bomb.zip", ("zeros.tsv", bytes(8 << 20)))
    with pytest.raises(DioramaError, match="unpacks to more than 200 times its size"):
        imported("generic", archive, tmp_path / "out")
    assert {p.name for p in tmp_path.iterdir()} == {"release", "bomb.zip"}


def test_an_archive_that_was_cut_short_is_one_line(tmp_path: Path) -> None:
    for name in ("release.zip", "release.tar.gz"):
        archive = packed(causalspatial(tmp_path / f"of-{name}"), tmp_path / name)
        archive.write_bytes(archive.read_bytes()[:-2000])
        with pytest.raises(DioramaError, match="cannot be unpacked"):
            imported("causalspatial", archive, tmp_path / "out")


def bomb(side: int) -> bytes:
    """A PNG of very many pixels in a few hundred bytes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(5000))) + chunk(b"IEND", b"")
    )


def test_pictures_that_harm_are_named_with_their_row(tmp_path: Path) -> None:
    cut = base64.b64encode(png(3, size=(200, 200))[:-300]).decode()
    rows = [
        mcq(1), mcq(2, image=base64.b64encode(bomb(12_000)).decode()), mcq(3, image=cut),
        mcq(4, image=base64.b64encode(b"<svg xmlns='http://www.w3.org/2000/svg'/>" * 4).decode()),
        mcq(5, image=base64.b64encode(bomb(40_000)).decode()),
    ]  # fmt: skip
    data, made = imported("generic", write_tsv(tmp_path / "t.tsv", rows), tmp_path / "out")
    assert len(data) == 1
    assert [f.row for f in made.faults] == ["2 (2)", "3 (3)", "4 (4)", "5 (5)"]
    assert "12000×12000, more than 64 megapixels" in made.faults[0].reason
    assert "not one that can be read" in made.faults[1].reason


def test_pictures_of_rare_formats_become_png_and_common_ones_stay(tmp_path: Path) -> None:
    rows = [
        mcq(k, image=base64.b64encode(png(k, sort=sort)).decode()) for k, sort in enumerate(("BMP", "JPEG", "WEBP"))
    ]
    data, _ = imported("generic", write_tsv(tmp_path / "t.tsv", rows), tmp_path / "out")
    assert [s.media[0].name for s in data] == ["view.png", "view.jpg", "view.webp"]
    assert next(iter(data)).media[0].data.startswith(b"\x89PNG")


def test_what_a_table_says_cannot_command_a_terminal(tmp_path: Path) -> None:
    rows = [mcq(1), mcq(2, answer="\x1b[31m\x07<script>alert(1)</script>")]
    _, made = imported("generic", write_tsv(tmp_path / "t.tsv", rows), tmp_path / "out")
    assert "\x1b" not in str(made.faults[0]) and "\x07" not in str(made.faults[0])
