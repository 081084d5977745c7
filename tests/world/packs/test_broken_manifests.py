"""Whatever is wrong in a manifest is said in one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from diorama.world.assets import registry
from tests.world.packs.making import complaint, write

CORNER = [[-0.05, 0.0], [0.05, 0.0], [0.05, 0.01]]
ONE_FIELD: list[tuple[dict[str, Any], str]] = [
    ({"noun": None}, "asset #1: noun: is missing"),
    ({"noun": "Wrench\nof doom"}, "asset 'Wrench of doom': noun: write it in small letters"),
    ({"file": None}, "asset 'wrench': file: is missing"),
    ({"file": "hammer.glb"}, "asset 'wrench': file: hammer.glb does not exist"),
    ({"file": "wrench.blend"}, "asset 'wrench': file: 'wrench.blend' is not a mesh"),
    ({"file": "../garage/wrench.glb"}, "asset 'wrench': file: '../garage/wrench.glb' leaves the folder"),
    ({"file": "/etc/wrench.glb"}, "asset 'wrench': file: '/etc/wrench.glb' leaves the folder"),
    ({"file": "..\\wrench.glb"}, "file: '..\\\\wrench.glb' leaves the folder"),
    ({"units": "km"}, "asset 'wrench': units: should be 'm', 'cm', 'mm' or 'in', not 'km'"),
    ({"unit": "mm"}, "asset 'wrench': unit: no field named 'unit': did you mean 'units'?"),
    ({"up": "w"}, "asset 'wrench': up: should be 'x'"),
    ({"front": "-z"}, "asset 'wrench': front: '-z' is parallel to up = 'z'"),
    ({"density": None}, "asset 'wrench': density: is missing"),
    ({"density": "heavy"}, "asset 'wrench': density: should be a valid number, not 'heavy'"),
    ({"density": -1}, "asset 'wrench': density: should be greater than or equal to 1"),
    ({"round": 1}, "asset 'wrench': round: should be a valid boolean"),
    ({"material": []}, "asset 'wrench': material:"),
    ({"material": ["silver metl"]}, "'wrench': material: no kind of material named 'metl': did you mean 'metal'?"),
    ({"size": [0.3]}, "asset 'wrench': size:"),
    ({"size": [0.5, 0.4]}, "asset 'wrench': size: write the least and the greatest"),
    ({"size": [0.5, 0.6]}, "asset 'wrench': size: the longest side is 0.3 m, outside 0.5 to 0.6 m"),
    ({"units": "mm"}, "asset 'wrench': units: absurd size: with 'mm' the longest side of wrench.glb is 0.0003 m"),
    ({"cavity": {"opening": 0.01, "radius": 0.01}}, "asset 'wrench': cavity.floor: is missing"),
    ({"cavity": {"floor": 0.01, "opening": 0.01, "radius": 0.01}}, "cavity.opening: must be above the floor"),
    ({"cavity": {"floor": 0, "opening": 0.01}}, "asset 'wrench': cavity: give either radius or outline"),
    ({"cavity": {"floor": 0, "opening": 0.02, "radius": 0.01}}, "cavity: its middle (0, 0, 0.01) is solid"),
    ({"cavity": {"floor": 0, "opening": 0.5, "radius": 0.01}}, "cavity.opening: 0.5 m is above the mesh"),
    ({"cavity": {"floor": 0, "opening": 0.01, "radius": 0.1}}, "cavity: its outline leaves the mesh"),
    ({"top": {"height": 0.5, "radius": 0.01}}, "asset 'wrench': top.height: 0.5 m is above the mesh"),
    ({"top": {"height": 0.02, "radius": 0.01, "outline": CORNER}}, "top: give either radius or outline"),
    ({"top": {"height": 0.02, "outline": CORNER[:2]}}, "asset 'wrench': top.outline:"),
    ({"top": {"height": 0.02, "outline": [[0, 0], [0.01, 0.01], [0.01, 0], [0, 0.01]]}}, "top.outline: crosses itself"),
    ({"top": {"height": 0.02, "outline": [[0, 0], [0.01, "a"], [0.01, 0]]}}, "asset 'wrench': top.outline[1][1]:"),
    ({"top": {"height": 0.02, "radious": 0.01}}, "top.radious: no field named 'radious': did you mean 'radius'?"),
]


@pytest.mark.parametrize(("entry", "expected"), ONE_FIELD, ids=[text[:60] for _, text in ONE_FIELD])
def test_a_broken_field_is_named_in_one_line(folder: Path, entry: dict[str, Any], expected: str) -> None:
    line = complaint(write(folder, entry))
    assert line.startswith("garage/pack.toml: ") and expected in line
    assert registry.assets() == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[pack", "is not valid TOML"),
        ("\udcff", "is not valid TOML"),
        ("a = " + "[" * 5000, "is not valid TOML"),
        ('[pack]\nname = "x"', "asset: is missing"),
        ('asset = []\n[pack]\nname = "x"', "asset:"),
        ('asset = [1]\n[pack]\nname = "x"', "asset #1:"),
        ('asset = 1\n[pack]\nname = "x"', "asset: should be a valid list"),
        ('pack = "x"', "pack: should be"),
        ("[[asset]]", "pack: is missing"),
        (
            'asset = [{}]\n[pack]\nlicence = "CC0"\nname = "x"',
            "licence: no field named 'licence': did you mean 'license'?",
        ),
        ('[pack]\nname = "x"\n[[asset]]\nnoun = "w"\ndensity = nan', "asset 'w': "),
        ('[pack]\nname = "x"\n[[asset]]\ndensity = 0x' + "f" * 9000, "asset #1: "),
        ("#" * 1_000_001, "is larger than 1000 kB"),
    ],
)
def test_a_broken_manifest_is_named_in_one_line(folder: Path, text: str, expected: str) -> None:
    (folder / "pack.toml").write_bytes(text.encode(errors="surrogateescape"))
    line = complaint(folder)
    assert line.startswith("garage/pack.toml: ") and expected in line


def test_a_folder_without_a_manifest(tmp_path: Path) -> None:
    assert complaint(tmp_path / "nowhere").startswith("nowhere/pack.toml: does not exist")
