"""Pictures of a description: colours, and on request exact indices and depths."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

from .lighting import exposure
from .nodes import Graph
from .presets import PRESETS, Preset
from .scene import Stage
from .tone import develop

Pictures = dict[str, NDArray[Any]]


class Session:
    """A scene that is loaded once and rendered many times, as its bodies and camera move."""

    def __init__(self, preset: str | Mapping[str, Any] = "standard") -> None:
        """A preset by its name, or settings of your own (for comparisons)."""
        if isinstance(preset, str) and preset not in PRESETS:
            raise ValueError(f"there is no preset '{preset}'; there are {', '.join(PRESETS)}")
        self.preset = PRESETS[preset] if isinstance(preset, str) else Preset(**preset)
        self._stage: Stage | None = None
        self._stops = 0.0

    def load(self, description: Mapping[str, Any]) -> None:
        """Discard the scene before and build this one."""
        self._stage = Stage(description)
        self._stops = exposure(description)
        _settle_in(self._stage.scene)

    def frame(
        self,
        poses: Mapping[str, Any] | None = None,
        camera: Mapping[str, Any] | None = None,
        *,
        indices: bool = False,
        until: Mapping[str, Any] | None = None,
    ) -> Pictures:
        """The picture with bodies at `poses` (name → 4×4) through `camera`; what is not given stays.

        With `until` the shutter is open while the bodies move there.
        """
        if self._stage is None:
            raise RuntimeError("load a description first")
        if poses is not None:
            self._stage.pose(poses)
        if camera is not None:
            self._stage.aim(camera)
        with self._stage.moving(until):
            pictures: Pictures = {"rgb": develop(_light(self._stage.scene, self.preset), self._stops)}
        if indices:
            pictures |= _indices(self._stage.scene)
        return pictures


def render(description: Mapping[str, Any], preset: str = "standard", *, indices: bool = False) -> Pictures:
    """One picture: `rgb` (H, W, 3) bytes; with `indices` also `index` (0 for no body) and `depth` (metres, ∞)."""
    session = Session(preset)
    session.load(description)
    return session.frame(indices=indices)


def _settle_in(scene: Any) -> None:
    """Apply the settings that are the same for every picture."""
    scene.render.engine = "CYCLES"
    scene.render.use_persistent_data = True
    scene.render.use_compositing = scene.render.use_sequencer = False
    scene.render.film_transparent = False
    scene.render.dither_intensity = 0.0
    scene.cycles.device = "CPU"
    scene.cycles.seed = 0
    scene.cycles.use_animated_seed = False
    scene.cycles.use_adaptive_sampling = False
    scene.cycles.caustics_reflective = scene.cycles.caustics_refractive = False


def _light(scene: Any, preset: Preset) -> NDArray[np.float32]:
    """What reaches the camera: linear, denoised."""
    cycles = scene.cycles
    cycles.samples = preset.samples
    cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
    cycles.denoising_quality, cycles.denoising_prefilter = preset.denoising_quality, preset.prefilter
    cycles.denoising_input_passes = "RGB_ALBEDO_NORMAL"
    cycles.max_bounces = preset.traced_bounces + preset.glossy_bounces
    cycles.diffuse_bounces, cycles.glossy_bounces, cycles.transmission_bounces = 4, preset.glossy_bounces, 0
    cycles.use_fast_gi, cycles.fast_gi_method = preset.fast_gi, "REPLACE"
    cycles.ao_bounces = cycles.ao_bounces_render = preset.traced_bounces
    cycles.pixel_filter_type, cycles.filter_width = "BLACKMAN_HARRIS", 1.5
    cycles.sample_clamp_indirect = 4.0
    return _rendered(scene)[..., :3]


def _indices(scene: Any) -> Pictures:
    """Indices and depths through the middle of each pixel: one flat sample of a shader that emits them."""
    kept = scene.world, scene.view_layers[0].material_override
    scene.world = bpy.data.worlds.get("nothing") or bpy.data.worlds.new("nothing")
    Graph(scene.world.node_tree)
    scene.view_layers[0].material_override = _measuring()
    cycles = scene.cycles
    cycles.samples, cycles.use_denoising = 1, False
    cycles.max_bounces = 0
    cycles.pixel_filter_type, cycles.filter_width = "BOX", 0.01
    try:
        picture = _rendered(scene)
    finally:
        scene.world, scene.view_layers[0].material_override = kept
    index = np.round(picture[..., 0]).astype(np.int32)
    return {"index": index, "depth": np.where(picture[..., 1] > 0, picture[..., 1], np.inf).astype(np.float32)}


def _measuring() -> Any:
    found = bpy.data.materials.get("measuring")
    if found is not None:
        return found
    made = bpy.data.materials.new("measuring")
    graph = Graph(made.node_tree)
    index = graph.add("ObjectInfo").outputs["Object Index"]
    depth = graph.add("CameraData").outputs["View Z Depth"]
    graph.surface(graph.add("Emission", Color=graph.join(index, depth, 0.0), Strength=1.0).outputs[0])
    return made


def _rendered(scene: Any) -> NDArray[np.float32]:
    """Render to a file and read it back: headless Blender offers no other way to get at its result."""
    settings = scene.render.image_settings
    settings.file_format, settings.color_mode = "OPEN_EXR", "RGB"
    settings.color_depth, settings.exr_codec = "32", "NONE"
    handle, name = tempfile.mkstemp(suffix=".exr")
    os.close(handle)
    try:
        scene.render.filepath = name
        bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(name, check_existing=False)
        try:
            image.colorspace_settings.name = "Non-Color"
            width, height = image.size
            pixels = np.empty(width * height * image.channels, np.float32)
            image.pixels.foreach_get(pixels)
            return pixels.reshape(height, width, image.channels)[::-1]
        finally:
            bpy.data.images.remove(image)
    finally:
        Path(name).unlink(missing_ok=True)
