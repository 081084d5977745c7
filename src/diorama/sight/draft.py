"""The `draft` renderer: MuJoCo's own OpenGL, without a screen, about a second per picture."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import mujoco
import numpy as np
from numpy.typing import NDArray

from diorama.errors import DioramaError
from diorama.sight._gl import current_context
from diorama.sight.passes import moved_lamp, spread_passes
from diorama.world import Camera, Motion, World
from diorama.world.cameras import basis
from diorama.world.mjcf import to_spec

Pixels = NDArray[np.uint8]

NEAR, FAR = 0.02, 120.0
"""Metres between which things are drawn; both grow where something lies farther from the camera …"""
MOST_BEYOND = 1000.0
"""… but so many times at most: a file that was tampered with may put things anywhere."""
SHADOW_REACH = 0.95
"""The part of a lamp's cone that casts shadows: at the edge of a narrower one walls are covered with dots."""
LAMP_WIDTH = 0.01
"""How far a lamp moves aside between passes, as a share of its distance: more would show one shadow for each pass."""
HIDDEN_GROUP = 5
"""A group of geoms that MuJoCo does not draw."""


@dataclass(frozen=True)
class Care:
    """How carefully a picture is drawn."""

    passes: int
    smoothing: int
    """Samples per pixel in each pass, for smooth edges."""
    shadow_side: int
    """Pixels along a side of the shadow map."""


STILL = Care(passes=8, smoothing=0, shadow_side=3072)
FILM = Care(passes=1, smoothing=4, shadow_side=1024)
ROUGH = Care(passes=1, smoothing=0, shadow_side=1024)


class DraftRenderer:
    """Draws the bodies of one world, wherever they have moved to; holds GL memory until closed.

    Shadows of a `film` have jagged edges, for it is about three times as fast as a still. In a `rough` picture all
    edges are jagged and each pixel shows one thing only: it is measured and not looked at, and over ten times as fast.
    """

    def __init__(self, world: World, *, width: int, height: int, rough: bool = False, film: bool = False) -> None:
        self._care = ROUGH if rough else FILM if film else STILL
        spec = to_spec(world, physics=False, textures=True)
        spec.visual.global_.offwidth, spec.visual.global_.offheight = width, height
        spec.visual.quality.offsamples = self._care.smoothing
        spec.visual.quality.shadowsize = self._care.shadow_side
        spec.visual.map.shadowscale = SHADOW_REACH
        spec.visual.quality.numslices = 40
        self._world = world
        self._model = spec.compile()
        self._model.stat.extent = max(1.0, 2 * world.stage.radius)
        self._model.stat.center[:] = world.stage.centre
        self._floor = {g for g in range(self._model.ngeom) if self._model.geom(g).name.startswith("floor/")}
        self._data = mujoco.MjData(self._model)
        self._scene = mujoco.MjvScene(self._model, self._model.ngeom + 16)
        self._rectangle = mujoco.MjrRect(0, 0, width, height)
        current_context()
        self._graphics = mujoco.MjrContext(self._model, mujoco.mjtFontScale.mjFONTSCALE_50)
        mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN, self._graphics)

    def picture(
        self, camera: Camera, world: World | None = None, *, without: Collection[str] = (), dull: bool = False
    ) -> Pixels:
        """Draw: (height, width, 3) bytes. `world` gives the poses, if the bodies have moved.

        Bodies may be left out, and surfaces be dull: nothing is mirrored in them.
        """
        shine = self._model.mat_reflectance.copy()
        if dull:
            self._model.mat_reflectance[:] = 0
        self._aim(camera, world, [n for n in self._world.names if n not in without] if without else None)
        self._model.mat_reflectance[:] = shine
        return self._mean_of_passes()

    def segmentation(
        self, camera: Camera, world: World | None = None, *, only: str | None = None, without: Collection[str] = ()
    ) -> NDArray[np.int32]:
        """The index of the body at each pixel, −1 for all else: sight by another method than rays.

        With `only`, everything but that body is left out; `without` leaves out some bodies.
        """
        shown = [only] if only is not None else [n for n in self._world.names if n not in without] if without else None
        self._aim(camera, world, shown, fixtures=only is None)
        flags = self._scene.flags
        flags[mujoco.mjtRndFlag.mjRND_SEGMENT] = flags[mujoco.mjtRndFlag.mjRND_IDCOLOR] = True
        try:
            colours = self._render().astype(np.int32)
        finally:
            flags[mujoco.mjtRndFlag.mjRND_SEGMENT] = flags[mujoco.mjtRndFlag.mjRND_IDCOLOR] = False
        segment = colours[..., 0] + colours[..., 1] * 256 + colours[..., 2] * 65536 - 1
        body_of_segment = np.full(self._scene.ngeom + 1, -1, np.int32)
        order = {name: i for i, name in enumerate(self._world.names)}
        for geom in self._scene.geoms[: self._scene.ngeom]:
            if geom.objtype == mujoco.mjtObj.mjOBJ_GEOM and geom.segid >= 0:
                name = self._model.body(self._model.geom_bodyid[geom.objid]).name
                body_of_segment[geom.segid] = order.get(name, -1)
        ids: NDArray[np.int32] = body_of_segment[segment]
        return ids

    def close(self) -> None:
        current_context()
        self._graphics.free()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _aim(
        self, camera: Camera, world: World | None, shown: Collection[str] | None = None, *, fixtures: bool = True
    ) -> None:
        size = self._rectangle.width, self._rectangle.height
        if (camera.width, camera.height) != size:
            raise DioramaError(f"this renderer draws {size[0]}×{size[1]} pictures")
        for body in (world or self._world).bodies:
            slot = self._model.body(body.name).mocapid[0]
            self._data.mocap_pos[slot] = body.position
            self._data.mocap_quat[slot] = body.quaternion
        mujoco.mj_forward(self._model, self._data)
        groups = self._model.geom_group.copy()
        if shown is not None:
            ids = {self._model.body(n).id for n in self._world.names}
            gone = ids - {self._model.body(n).id for n in shown}
            left_out = np.isin(self._model.geom_bodyid, list(gone))
            if not fixtures:
                left_out |= ~np.isin(self._model.geom_bodyid, list(ids))
            self._model.geom_group[left_out] = HIDDEN_GROUP
        mujoco.mjv_updateScene(
            self._model,
            self._data,
            mujoco.MjvOption(),
            None,
            mujoco.MjvCamera(),
            mujoco.mjtCatBit.mjCAT_ALL,
            self._scene,
        )
        self._model.geom_group[:] = groups
        self._floor_casts_no_shadow()
        _, down, forward = basis(camera)
        near, far = self._reach(camera)
        half = near * math.tan(math.radians(camera.fovy_deg) / 2)
        for eye in self._scene.camera:
            eye.pos, eye.forward, eye.up = camera.position, forward, -down
            eye.frustum_center, eye.frustum_width = 0, 0
            eye.frustum_bottom, eye.frustum_top, eye.frustum_near, eye.frustum_far = -half, half, near, far

    def _reach(self, camera: Camera) -> tuple[float, float]:
        """The nearest and the farthest that is drawn: all there is."""
        away = np.linalg.norm(self._data.geom_xpos - np.asarray(camera.position), axis=1) + self._model.geom_rbound
        beyond = float(np.clip(np.nanmax(away) / FAR, 1.0, MOST_BEYOND))
        return NEAR * beyond, FAR * beyond

    def _floor_casts_no_shadow(self) -> None:
        """Nothing lies below a floor, and at the edge of the shadow map it would be covered with dots.

        What MuJoCo takes for decoration is left out of the map.
        """
        for geom in self._scene.geoms[: self._scene.ngeom]:
            if geom.objtype == mujoco.mjtObj.mjOBJ_GEOM and geom.objid in self._floor:
                geom.category = mujoco.mjtCatBit.mjCAT_DECOR

    def _mean_of_passes(self) -> Pixels:
        """Draw what the camera is aimed at once for each pass; the mean is the picture."""
        lights = [light for light in self._scene.lights[: self._scene.nlight] if light.castshadow]
        lamps = [(np.array(light.pos, float), np.array(light.dir, float)) for light in lights]
        eyes = [(eye.frustum_bottom, eye.frustum_top) for eye in self._scene.camera]
        total = np.zeros((self._rectangle.height, self._rectangle.width, 3), np.uint32)
        for moved in spread_passes(self._care.passes):
            for eye, (bottom, top) in zip(self._scene.camera, eyes, strict=True):
                across, up = np.multiply(moved.camera, (top - bottom) / self._rectangle.height)
                eye.frustum_center, eye.frustum_bottom, eye.frustum_top = across, bottom + up, top + up
            for light, (place, way) in zip(lights, lamps, strict=True):
                far = float(np.linalg.norm(place - self._model.stat.center))
                texel = self._shadow_metres(light, far) / self._care.shadow_side
                light.pos, light.dir = moved_lamp(
                    place, way, self._model.stat.center, moved, LAMP_WIDTH * far, texel
                )  # fmt: skip
            total += self._render()
        return ((total + self._care.passes // 2) // self._care.passes).astype(np.uint8)

    def _shadow_metres(self, light: mujoco.MjvLight, far: float) -> float:
        """How wide the shadow map of a light is at that distance."""
        if light.type == mujoco.mjtLightType.mjLIGHT_DIRECTIONAL:
            return 2 * float(self._model.stat.extent * self._model.vis.map.shadowclip)
        return 2 * far * math.tan(math.radians(light.cutoff * SHADOW_REACH))

    def _render(self) -> Pixels:
        current_context()
        pixels = np.empty((self._rectangle.height, self._rectangle.width, 3), np.uint8)
        # all renderers share one OpenGL context, and another one may have drawn since
        mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN, self._graphics)
        mujoco.mjr_render(self._rectangle, self._scene, self._graphics)
        mujoco.mjr_readPixels(pixels, None, self._rectangle, self._graphics)
        return np.ascontiguousarray(pixels[::-1])


def draw(world: World, camera: Camera) -> Pixels:
    """One draft picture of a world."""
    with DraftRenderer(world, width=camera.width, height=camera.height) as renderer:
        return renderer.picture(camera)


class DraftByName:
    """The `draft` renderer by name."""

    presets: tuple[str, ...] = ()

    def picture(self, world: World, camera: Camera, *, muted: Sequence[str] = (), preset: str = "") -> Pixels:
        from diorama.sight.muting import draw_muted

        return draw_muted(world, camera, muted) if muted else draw(world, camera)

    def film(self, motion: Motion, camera: Camera, *, fps: int, preset: str = "", rides: str = "") -> Iterator[Pixels]:
        from diorama.sight.video import film

        return film(motion, camera, fps=fps, rides=rides)


DRAFT = DraftByName()
