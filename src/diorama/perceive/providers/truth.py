"""What one of our own pictures truly shows: who is where, what is mirrored, and what would be seen behind things.

The oracle reads it out. A picture may be of another size than its shot (the same view, drawn larger or smaller), and
may have been changed since: what is said is of the shot.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diorama.errors import DioramaError
from diorama.perceive.percepts import Box, DepthMap, Mask, Pixels
from diorama.perceive.providers.wishes import CannotPerceive, box_of, plain_name
from diorama.sight import Easel, Mirror, Shot, Sight, reflect, see
from diorama.world import Block, ray_directions, replace, rotation
from diorama.world.materials import material

GLOSSY = "glossy surface"
"""The material of whatever mirrors things."""
LATEST = 4
"""Truths that are kept: all roles ask about the same few pictures."""
IN_IT = 1e-3
"""Metres: what a ray meets so close to a block is of that block."""

_LATEST: deque[Truth] = deque(maxlen=LATEST)
_LOCK = threading.Lock()


class Truth:
    """Everything about one shot in one size; found when it is first asked for."""

    def __init__(self, shot: Shot) -> None:
        self.shot = shot
        self._easels: dict[tuple[str, str], Easel] = {}

    @cached_property
    def sight(self) -> Sight:
        return see(self.shot.world, self.shot.camera)

    @cached_property
    def mirrors(self) -> tuple[Mirror, ...]:
        """What all glossy surfaces show, without what is muted."""
        glossy = (s for s in self.shot.world.surfaces if s.glossy)
        return tuple(reflect(self.shot.world, self.sight, s).muted(self.shot.muted) for s in glossy)

    @cached_property
    def glass(self) -> Mapping[str, Mask]:
        """Where each glossy surface is seen, by its name."""
        return {mirror.surface: mirror.glass for mirror in self.mirrors}

    @cached_property
    def blocks(self) -> NDArray[np.int32]:
        """For each pixel the number of the block of a fixture that is seen there, −1 for none."""
        camera = self.shot.camera
        clear = (self.sight.ids < 0) & np.isfinite(self.sight.backdrop)
        rays = ray_directions(camera)[clear].astype(np.float64)
        hits = np.asarray(camera.position) + rays * self.sight.backdrop[clear][:, None]
        found = np.full(len(hits), -1, np.int32)
        for number, block in enumerate(self._blocks):
            found[(found < 0) & _in_block(block, hits)] = number
        numbers = np.full(clear.shape, -1, np.int32)
        numbers[clear] = found
        return numbers

    @cached_property
    def things(self) -> tuple[tuple[tuple[str, ...], Mask], ...]:
        """Everything that can be looked for, by all that it is called: bodies first, then fixtures."""
        bodies = [(_called(b.phrase, b.noun), self.sight.visible(b.name)) for b in self.shot.world.bodies]
        owners = [fixture.name for fixture in self.shot.world.fixtures for _ in fixture.blocks]
        fixtures = [
            ((plain_name(name),), np.isin(self.blocks, [k for k, owner in enumerate(owners) if owner == name]))
            for name in dict.fromkeys(owners)
        ]
        return (*bodies, *fixtures)

    @cached_property
    def boxes(self) -> Mapping[int, Box]:
        """The boxes around the masks of all things and glossy surfaces that are seen, by the masks' ids."""
        masks = (*(mask for _, mask in self.things), *self.glass.values())
        return {id(mask): box for mask in masks if (box := box_of(mask)) is not None}

    def at(self, row: int, column: int) -> Mask:
        """The body at a pixel, or the glossy surface, or the block of a fixture; nothing in the open sky."""
        number = int(self.sight.ids[row, column])
        if number >= 0:
            return np.asarray(self.sight.ids == number)
        for mask in self.glass.values():
            if mask[row, column]:
                return mask.copy()
        block = int(self.blocks[row, column])
        matt = ~np.logical_or.reduce([*self.glass.values(), np.zeros(self.blocks.shape, bool)])
        return np.asarray((self.blocks == block) & matt) if block >= 0 else np.zeros(self.blocks.shape, bool)

    def made_of(self, mask: Mask) -> Mapping[str, float]:
        """The shares of a mask's pixels that show each material; of a body's materials all alike."""
        shares: dict[str, float] = {}
        left = mask.copy()
        for glass in self.glass.values():
            shares[GLOSSY] = shares.get(GLOSSY, 0.0) + float((left & glass).sum())
            left &= ~glass
        for number, body in enumerate(self.shot.world.bodies):
            pixels = float((self.sight.ids[left] == number).sum())
            kinds = [material(each).kind for each in body.finish.values()]
            for kind in kinds if pixels else ():
                shares[kind] = shares.get(kind, 0.0) + pixels / len(kinds)
        for number, block in enumerate(self._blocks):
            if pixels := float((self.blocks[left] == number).sum()):
                kind = material(block.material).kind
                shares[kind] = shares.get(kind, 0.0) + pixels
        total = sum(shares.values())
        return {name: pixels / total for name, pixels in shares.items() if pixels} if total else {}

    def gone_with(self, hole: Mask, share: float) -> tuple[frozenset[str], frozenset[str]]:
        """Bodies that lie in a hole, and those whose mirror images do: by more than a share of what is seen of them."""
        names = self.shot.world.names
        bodies = frozenset(n for n in names if _mostly(self.sight.visible(n), hole, share))
        mirrored = [n for n in names if self.mirrors and n not in bodies and n not in self.shot.muted]
        images = {n: np.logical_or.reduce([m.visible(n) for m in self.mirrors]) for n in mirrored}
        return bodies, frozenset(n for n, mask in images.items() if _mostly(mask, hole, share))

    def drawn(self, renderer: str, preset: str, gone: Collection[str] = (), muted: Collection[str] = ()) -> Pixels:
        """The picture, without some bodies and without the mirror images of others."""
        easel = self._easels.setdefault((renderer, preset), Easel(renderer, preset or None))
        if not gone and not muted:
            return easel.draw(self.shot)
        silent = tuple(n for n in self.shot.world.names if n in {*self.shot.muted, *muted} and n not in gone)
        return easel.draw(replace(self.shot, world=self.shot.world.without(gone), muted=silent))

    @cached_property
    def _blocks(self) -> tuple[Block, ...]:
        return tuple(block for fixture in self.shot.world.fixtures for block in fixture.blocks)


def exact_depth(sight: Sight) -> DepthMap:
    """How far everything is, in metres; not known where there is nothing."""
    return DepthMap(np.where(np.isfinite(sight.depth), sight.depth, np.float32(np.nan)), metric=True)


def known_shot(shot: Shot | None, name: str) -> Shot:
    """The shot, if there is one that can be read out."""
    if shot is None:
        raise DioramaError(f"{name} knows our own worlds alone: take another provider for other pictures")
    if shot.recording is not None:
        raise DioramaError(f"{name} knows still pictures: '{shot.stem}' is a clip")
    return shot


def truth_of(shot: Shot, picture: Pixels) -> Truth:
    """The truth of a picture of a shot; the latest few are kept."""
    height, width = picture.shape[:2]
    camera = shot.camera
    if abs(width * camera.height - height * camera.width) > max(camera.height, camera.width):
        raise CannotPerceive(
            f"the picture of {width} x {height} pixels is not of its shot, which is {camera.width} x {camera.height}"
        )
    wanted = shot if (width, height) == (camera.width, camera.height) else shot.resized(width, height)
    with _LOCK:
        for truth in _LATEST:
            if truth.shot == wanted:
                return truth
        _LATEST.append(Truth(wanted))
        return _LATEST[-1]


def _called(*names: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(plain_name(name) for name in names if name))


def _mostly(mask: Mask, hole: Mask, share: float) -> bool:
    area = int(mask.sum())
    return area > 0 and int((mask & hole).sum()) > share * area


def _in_block(block: Block, points: NDArray[np.float64]) -> Mask:
    """Which points lie in a block, or as good as on it."""
    local = (points - np.asarray(block.position)) @ rotation(block.quaternion)
    if block.kind == "box":
        return np.asarray((np.abs(local) <= np.asarray(block.size) + IN_IT).all(axis=1))
    level = np.abs(local[:, 2]) <= block.size[-1] + IN_IT
    if block.kind == "cylinder":
        return np.asarray(level & (np.hypot(local[:, 0], local[:, 1]) <= block.size[0] + IN_IT))
    return np.asarray(level & _in_outline(block.outline, local))


def _in_outline(outline: Iterable[tuple[float, float]], local: NDArray[np.float64]) -> Mask:
    """Which points lie in a convex outline, whichever way round its corners run."""
    corners = np.asarray(list(outline))
    ahead = np.roll(corners, -1, axis=0) - corners
    beside = [
        (dx * (local[:, 1] - y) - dy * (local[:, 0] - x)) / np.hypot(dx, dy)
        for (x, y), (dx, dy) in zip(corners, ahead, strict=True)
    ]
    sides = np.stack(beside)
    return np.asarray((sides >= -IN_IT).all(axis=0) | (sides <= IN_IT).all(axis=0))
