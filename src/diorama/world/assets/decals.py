"""Decals: stripes and spots that some variants of plain things wear, as geometry.

They are cut out of the main piece and put back in a slot of their own, so every renderer and file format shows
them alike, and people have one more word for the thing: the *red striped* mug.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import manifold3d
import numpy as np
from scipy.spatial import ConvexHull

from diorama.world.materials import Palette, palette
from diorama.world.modelling import Solid, bands, sphere, union
from diorama.world.shape import Piece, Shape, piece_of

Rng = np.random.Generator
Decal = Literal["striped", "spotted"]

SLOT = "decal"
COLOURS: Palette = palette("paint", "white black yellow red blue")
STRIPED, SPOTTED = 0.22, 0.16
"""Shares of the variants that wear them."""


def draw_decal(rng: Rng) -> Decal | None:
    """Which decal a variant wears, if any."""
    luck = rng.random()
    return "striped" if luck < STRIPED else "spotted" if luck < STRIPED + SPOTTED else None


def decorated(shape: Shape, slot: str, decal: Decal, rng: Rng) -> Shape:
    """The shape with a decal on its pieces of a slot; its volume stays what it was."""
    pieces: list[Piece] = []
    for piece in shape.pieces:
        if piece.slot != slot:
            pieces.append(piece)
            continue
        solid = Solid(manifold3d.Mesh64(piece.vertices, piece.faces.astype(np.uint64)))
        plain, marked = _stripes(solid, piece, rng) if decal == "striped" else _spots(solid, piece, rng)
        pieces += [piece_of(slot, plain), piece_of(SLOT, marked)]
    return replace(shape, pieces=tuple(pieces))


def _stripes(solid: Solid, piece: Piece, rng: Rng) -> tuple[Solid, Solid]:
    """Level bands of even width."""
    low, high = float(piece.vertices[:, 2].min()), float(piece.vertices[:, 2].max())
    count = int(rng.integers(2, 5))
    edges = np.linspace(low + 0.18 * (high - low), low + 0.82 * (high - low), 2 * count)
    return bands(solid, edges.tolist())


def _spots(solid: Solid, piece: Piece, rng: Rng) -> tuple[Solid, Solid]:
    """Round patches here and there on the outside."""
    hull = ConvexHull(piece.vertices)
    corners = piece.vertices[hull.simplices]
    areas = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    radius = 0.085 * float(np.ptp(piece.vertices, axis=0).max())
    chosen: list[np.ndarray[tuple[int], np.dtype[np.float64]]] = []
    for k in rng.choice(len(corners), size=60, p=areas / areas.sum()):
        spot = (corners[k] * rng.dirichlet(np.ones(3))[:, None]).sum(axis=0)
        if all(np.linalg.norm(spot - other) > 2.6 * radius for other in chosen):
            chosen.append(spot)
    balls = union(*(sphere(radius, (float(x), float(y), float(z)), segments=20) for x, y, z in chosen[:14]))
    inside, outside = solid.split(balls)
    return outside, inside
