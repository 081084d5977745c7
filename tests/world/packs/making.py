"""Mesh files and manifests for tests of packs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh

from diorama.errors import DioramaError
from diorama.world.assets import registry
from diorama.world.modelling import Solid, box, cylinder
from diorama.world.packs import load_pack
from diorama.world.shape import Shape


def mesh_of(solid: Solid) -> trimesh.Trimesh:
    made = solid.to_mesh64()
    return trimesh.Trimesh(np.asarray(made.vert_properties)[:, :3], np.asarray(made.tri_verts), process=False)


def export(thing: Solid | trimesh.Trimesh | trimesh.Scene, file: Path) -> None:
    (thing if isinstance(thing, trimesh.Trimesh | trimesh.Scene) else mesh_of(thing)).export(file)


def write(folder: Path, *entries: dict[str, Any], head: str = 'name = "garage"\nlicense = "CC0-1.0"') -> Path:
    """A manifest; an entry says only how it differs from a plain wrench (None leaves a field out)."""
    lines = ["[pack]", head]
    for entry in entries:
        full = {"noun": "wrench", "file": "wrench.glb", "material": ["silver metal"], "density": 7800, **entry}
        tables = {key: value for key, value in full.items() if isinstance(value, dict)}
        lines += ["[[asset]]"]
        lines += [f"{k} = {json.dumps(v)}" for k, v in full.items() if v is not None and k not in tables]
        for name, table in tables.items():
            lines += [f"[asset.{name}]", *(f"{k} = {json.dumps(v)}" for k, v in table.items())]
    (folder / "pack.toml").write_text("\n".join(lines) + "\n")
    return folder


def only_shape(folder: Path, **entry: Any) -> Shape:
    (loaded,) = load_pack(write(folder, entry))
    return registry.build_shape(loaded.noun, 0)


def complaint(folder: Path) -> str:
    with pytest.raises(DioramaError) as caught:
        load_pack(folder)
    line = str(caught.value)
    assert "\n" not in line and len(line) <= 400
    return line


def beaker() -> Solid:
    return cylinder(0.04, 0.1, segments=24) - cylinder(0.036, 0.1, at=(0, 0, 0.005), segments=24)


def open_box() -> trimesh.Trimesh:
    made = mesh_of(box(0.1, 0.1, 0.1))
    made.update_faces(np.arange(len(made.faces)) > 0)
    return made
