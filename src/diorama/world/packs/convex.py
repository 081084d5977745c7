"""Convex decomposition of meshes from outside, remembered on disk.

Physics collides convex parts only, so a hollow mesh has to be cut into several. That takes `coacd` seconds
to minutes for each mesh; the answer depends on nothing but the mesh and the settings, so it is computed
once and kept under their checksum.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import logging
import os
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from scipy.spatial import ConvexHull, QhullError

from diorama.errors import DioramaError
from diorama.shelf import cache_folder
from diorama.world.shape import Array, Faces

log = logging.getLogger(__name__)

ALREADY_CONVEX = 0.98
"""A mesh that fills this much of its hull is taken as its hull: cutting it would gain nothing."""
SETTINGS = {"threshold": 0.05, "seed": 0}
"""What `coacd` is run with: parts deviate from the mesh by about 2.5 % of its longest side at most."""
FORMAT = 1
"""Of the files in the cache; part of their names, so that another format never meets an old file."""


def convex_parts(vertices: Array, faces: Faces, *, volume: float, cache: Path | None = None) -> tuple[Array, ...]:
    """The corners of convex parts that together make up a watertight mesh, in an order that is always the same.

    `volume` is that of the mesh. The arrays are read-only, since every body of an asset shares them.
    """
    corners, hull_volume = _hull(vertices)
    if volume > ALREADY_CONVEX * hull_volume:
        return _frozen([corners])
    folder = cache or cache_folder()
    file = None if folder is None else folder / "convex" / f"{_key(vertices, faces)}.npz"
    parts = None if file is None else _load(file)
    if parts is None:
        parts = _in_order(_decompose(vertices, faces)) or [corners]
        if file is not None:
            _save(file, parts)
    return _frozen(parts)


def inside_any(points: Array, parts: Iterable[Array]) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """For each point, whether it lies in the hull of one of the parts."""
    inside = np.zeros(len(points), bool)
    for part in parts:
        planes = ConvexHull(part).equations
        inside |= (points @ planes[:, :3].T + planes[:, 3] <= 0.0).all(axis=1)
    return inside


def _decompose(vertices: Array, faces: Faces) -> list[Array]:
    try:
        import coacd  # here, because it loads a large native library that most worlds never need
    except ImportError as error:
        raise DioramaError("hollow meshes need coacd for physics: pip install 'diorama[packs]'") from error
    log.info("cutting a mesh of %d triangles into convex parts; this is done once", len(faces))
    coacd.set_log_level("error")
    return [np.asarray(points, float) for points, _ in coacd.run_coacd(coacd.Mesh(vertices, faces), **SETTINGS)]


def _in_order(parts: Iterable[Array]) -> list[Array]:
    """Parts reduced to their corners, without flat ones (physics refuses those), sorted by their middles."""
    solid: list[Array] = []
    for points in parts:
        try:
            corners, volume = _hull(points)
        except (QhullError, ValueError):
            continue
        if volume > 0.0:
            solid.append(corners)
    return sorted(solid, key=lambda corners: (*corners.mean(axis=0).tolist(), corners.tobytes()))


def _hull(points: Array) -> tuple[Array, float]:
    hull = ConvexHull(points)
    return points[np.sort(hull.vertices)], float(hull.volume)


def _frozen(parts: Sequence[Array]) -> tuple[Array, ...]:
    for part in parts:
        part.flags.writeable = False
    return tuple(parts)


def _key(vertices: Array, faces: Faces) -> str:
    """A checksum of all that the decomposition depends on."""
    try:
        version = importlib.metadata.version("coacd")
    except importlib.metadata.PackageNotFoundError:
        version = "none"
    settings = {"format": FORMAT, "coacd": version, **SETTINGS, "vertices": len(vertices), "faces": len(faces)}
    digest = hashlib.sha256(json.dumps(settings, sort_keys=True).encode())
    digest.update(np.ascontiguousarray(vertices, "<f8").tobytes())
    digest.update(np.ascontiguousarray(faces, "<i4").tobytes())
    return digest.hexdigest()


def _load(file: Path) -> list[Array] | None:
    """What was kept, or None if there is nothing or nothing usable: then it is computed again."""
    if not file.is_file():
        return None
    try:
        with np.load(file, allow_pickle=False) as kept:
            points, counts = np.asarray(kept["points"], float), np.asarray(kept["counts"], int)
        if points.shape != (counts.sum(), 3) or counts.min() < 4 or not np.isfinite(points).all():
            raise ValueError("its arrays do not fit each other")
        return [part.copy() for part in np.split(points, np.cumsum(counts)[:-1])]
    except Exception as error:  # a damaged zip can fail in a dozen ways, and all have the same remedy
        log.warning("%s is damaged (%s); computing it again", file, error)
        return None


def _save(file: Path, parts: Sequence[Array]) -> None:
    """Write under a temporary name first, so that nobody ever reads half a file; a full disk is no reason to fail."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=file.parent, suffix=".tmp")
        try:
            with os.fdopen(handle, "wb") as out:
                np.savez(out, points=np.concatenate(parts), counts=np.array([len(p) for p in parts]))
            os.replace(temporary, file)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        log.warning("cannot keep convex parts in %s (%s); they will be computed again next time", file.parent, error)
