"""Meshes from strangers' files: read with care, closed, turned upright.

A mesh file is hostile until shown otherwise: nothing outside it is read, and its sizes are checked before it is
trusted with memory.
"""

from __future__ import annotations

import json
import math
from io import BytesIO
from pathlib import Path
from typing import Literal

import numpy as np
import trimesh

from diorama.world.assets.registry import Range
from diorama.world.shape import Array

MAX_FILE_BYTES = 64_000_000
MAX_TRIANGLES = 200_000
MAX_NODES = 10_000
SIZES = Range(0.005, 20.0)
"""Longest sides, in metres, that a body may have: anything else is a mistake in its units."""
SLACK = 1e-3
"""How far, in metres, heights and outlines may leave the box: people round what they write."""

Axis = Literal["x", "y", "z", "-x", "-y", "-z"]


class MeshError(Exception):
    """What is wrong with a mesh file, in words for its user."""


def read_bodies(path: Path) -> list[trimesh.Trimesh]:
    """The meshes in a file, each where its scene puts it. The file is all that is read: it gets no resolver."""
    kind = path.suffix.lower()[1:]
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_FILE_BYTES)
        if kind == "glb":
            _check_glb(data)
        if kind == "obj":  # names in it may be in any old encoding, and do not matter
            data = data.decode(errors="replace").encode()
        scene = trimesh.load_scene(BytesIO(data), file_type=kind, resolver=None, process=False, skip_materials=True)
        used = [scene.geometry[scene.graph[node][1]] for node in scene.graph.nodes_geometry]
        triangles = sum(len(g.faces) for g in used if isinstance(g, trimesh.Trimesh))
        if triangles > MAX_TRIANGLES:
            raise MeshError(f"has {triangles} triangles, more than {MAX_TRIANGLES}; simplify the mesh")
        bodies = [b for b in scene.dump() if isinstance(b, trimesh.Trimesh) and len(b.faces)]
        sound = all(
            np.isfinite(b.vertices).all() and 0 <= b.faces.min() <= b.faces.max() < len(b.vertices) for b in bodies
        )
    except MeshError:
        raise
    except Exception as error:  # parsers fail on damaged files in every way there is
        raise MeshError(f"is damaged or no {kind.upper()} file; export it again") from error
    if not bodies:
        raise MeshError("holds no triangles; export a mesh")
    if not sound:
        raise MeshError("is damaged: triangles without corners, or corners that are no numbers; export it again")
    return bodies


def _check_glb(data: bytes) -> None:
    """Look at a GLB's header before trusting it with memory; and say what would else fail obscurely."""
    header = json.loads(data[20 : 20 + int.from_bytes(data[12:16], "little")])
    for buffer in header.get("buffers", []):
        if not buffer.get("uri", "data:").startswith("data:"):
            raise MeshError(f"needs another file ({buffer['uri']!r:.60}); export it with all data inside")
    for extension in header.get("extensionsRequired", []):
        if any(word in extension for word in ("draco", "meshopt", "quantization")):
            raise MeshError(f"is compressed ({extension}); export it without compression")
    if len(header.get("nodes", [])) > MAX_NODES:
        raise MeshError(f"has more than {MAX_NODES} nodes; join its meshes")
    if sum(accessor["count"] for accessor in header.get("accessors", [])) > 30 * MAX_TRIANGLES:
        raise MeshError(f"holds far more data than {MAX_TRIANGLES} triangles need; simplify the mesh")


def closed(bodies: list[trimesh.Trimesh]) -> trimesh.Trimesh:
    """All bodies as one watertight mesh.

    Exporters cut a mesh where its material changes, so seams are closed across bodies first; closed bodies
    that touch must not be sewn together, so otherwise each is closed by itself.
    """
    together = _merged(_joined(bodies))
    if not len(together.faces):
        raise MeshError("encloses no volume; all its triangles are points or lines")
    if together.is_watertight:
        return together
    apart = _joined([_merged(body) for body in bodies])
    if apart.is_watertight:
        return apart
    _, uses = np.unique(together.edges_sorted, axis=0, return_counts=True)
    raise MeshError(
        f"is not watertight: {int((uses != 2).sum())} edges are not shared by exactly two triangles; "
        "close its holes and remove inner faces"
    )


def _joined(bodies: list[trimesh.Trimesh]) -> trimesh.Trimesh:
    starts = np.cumsum([0] + [len(body.vertices) for body in bodies[:-1]])
    faces = np.concatenate([body.faces + start for body, start in zip(bodies, starts, strict=True)])
    return trimesh.Trimesh(np.concatenate([body.vertices for body in bodies]), faces, process=False)


def _merged(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    """The same surface with corners shared that are a millionth of its size apart, and no stray corners."""
    longest = max(float(np.ptp(mesh.vertices, axis=0).max()), 1e-30)
    mesh.merge_vertices(merge_tex=True, merge_norm=True, digits_vertex=6 - math.floor(math.log10(longest)))
    a, b, c = mesh.faces.T
    mesh.update_faces((a != b) & (b != c) & (c != a))
    mesh.remove_unreferenced_vertices()
    return mesh


def standing(mesh: trimesh.Trimesh, up: Axis, front: Axis | None, metres: float) -> trimesh.Trimesh:
    """In metres, turned upright, on z = 0 with the middle of its box over the origin."""
    vertices = mesh.vertices @ _rotation(up, front).T * metres
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    middle = (low + high) / 2
    return trimesh.Trimesh(vertices - [middle[0], middle[1], low[2]], mesh.faces, process=False)


def right_side_out(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    if not mesh.is_winding_consistent:
        raise MeshError("has triangles that face in and others that face out; recalculate its normals")
    if abs(mesh.volume) < 1e-9 * float(np.ptp(mesh.vertices, axis=0).max()) ** 3:
        raise MeshError("encloses no volume; give the mesh some thickness")
    if abs(mesh.volume) > 1.001 * mesh.convex_hull.volume:
        raise MeshError("overlaps itself, as with two copies in one place; keep one")
    return mesh if mesh.volume > 0 else trimesh.Trimesh(mesh.vertices, mesh.faces[:, ::-1], process=False)


def _rotation(up: Axis, front: Axis | None) -> Array:
    """The rotation that takes `up` to +z and `front` to +x; without a front, x stays x where it can."""
    z = _vector(up)
    x = _vector(front or ("y" if up[-1] == "x" else "x"))
    return np.stack([x, np.cross(z, x), z])


def _vector(axis: Axis) -> Array:
    vector = np.zeros(3)
    vector["xyz".index(axis[-1])] = -1.0 if axis[0] == "-" else 1.0
    return vector
