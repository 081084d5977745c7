"""`Diffusion`: a network in memory that makes clips of what tracks and words say."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from diorama.imagine.generators.diffusion.libraries import libraries, one_line
from diorama.imagine.generators.diffusion.weights import Offload, Precision, load_pipeline
from diorama.imagine.generators.fitting import Size, fitted_frames, fitted_paths, fitted_size
from diorama.imagine.generators.protocol import FPS, CannotImagine, Pixels
from diorama.imagine.tracks import Tracks
from diorama.sight.clips import Frame, make_clip

LONGEST = 2000
"""Characters of a description that are read; the text encoder takes 512 tokens."""
DARK = 2 / 255
"""What every pixel of a black clip is below."""
NEGATIVE = (
    "镜头晃动，色调艳丽，过曝，静态，细节模糊不清，字幕，风格，作品，画作，画面，静止，整体发灰，最差质量，低质量，JPEG压缩残留，"
    "丑陋的，残缺的，多余的手指，画得不好的手部，画得不好的脸部，畸形的，毁容的，形态畸形的肢体，手指融合，静止不动的画面，"
    "杂乱的背景，三条腿，背景人很多，倒着走"
)
"""What a clip should not be: the words that Wan's image-to-video weights are used with (a shaking camera, overexposure,
stills, subtitles, low quality, deformed limbs, a cluttered background)."""


class Diffusion:
    """Wan image-to-video with ATI's trajectories. It is loaded with the first clip and kept; one clip at a time.

    `weights` is a folder or hub id in the layout of `diffusers`; `transformer` a file or folder in Wan's own layout,
    such as ATI's release. `size` limits the area: the picture's shape is kept. ATI was trained on 81 frames.
    """

    def __init__(
        self,
        weights: str | Path,
        *,
        device: str = "auto",
        dtype: Precision = "auto",
        steps: int = 40,
        guidance: float = 5.0,
        shift: float = 5.0,
        size: Size = (832, 480),
        transformer: str | Path | None = None,
        offload: Offload = "model",
        negative: str = NEGATIVE,
    ) -> None:
        self.steps, self.guidance, self.size, self.negative = steps, guidance, size, negative
        self._wishes: dict[str, Any] = {
            "weights": str(weights),
            "transformer": None if transformer is None else str(transformer),
            "device": device,
            "dtype": dtype,
            "shift": shift,
            "offload": offload,
        }
        self._loaded: Any = None
        self._lock = threading.Lock()

    def imagine(self, picture: Pixels, tracks: Tracks, description: str, frames: int, seed: int) -> bytes:
        """A clip in the picture's own size; the same seed gives the same clip on the same machine, but for rounding."""
        if picture.dtype != np.uint8 or picture.ndim != 3 or picture.shape[2] != 3 or min(picture.shape) < 2:
            raise CannotImagine("a picture is rows × columns × 3 bytes, with two of each or more")
        if frames < 1:
            raise CannotImagine(f"a clip of {frames} frames")
        own = (picture.shape[1], picture.shape[0])
        size = fitted_size(own, self.size)
        paths = fitted_paths(tracks, own, size, frames)
        resized = Image.fromarray(picture).resize(size, Image.Resampling.LANCZOS)
        with self._lock:
            pipe = self._ready()
            pipe.paths = paths
            video = self._run(pipe, resized, description, fitted_frames(frames), seed)
        _check(video, picture)
        return make_clip(_frames(video[:frames], own), fps=FPS)

    def _ready(self) -> Any:
        if self._loaded is None:
            self._loaded = load_pipeline(**self._wishes)
        return self._loaded

    def _run(self, pipe: Any, picture: Image.Image, description: str, frames: int, seed: int) -> NDArray[np.float32]:
        """Frames × rows × columns × colours, from 0 to 1."""
        torch, _ = libraries()
        width, height = picture.size
        remedy = "a smaller size, fewer frames, or offload='sequential'"
        try:
            with one_line(f"making a clip of {frames} frames of {width}×{height}", remedy):
                video = pipe(
                    image=picture,
                    prompt=description[:LONGEST],
                    negative_prompt=self.negative,
                    width=width,
                    height=height,
                    num_frames=frames,
                    num_inference_steps=self.steps,
                    guidance_scale=self.guidance,
                    generator=torch.Generator("cpu").manual_seed(seed % 2**63),
                    output_type="np",
                ).frames[0]
        except CannotImagine:
            pipe.maybe_free_model_hooks()  # else what was on the card when it failed stays there
            raise
        return np.asarray(video, np.float32)


def _check(video: NDArray[np.float32], picture: Pixels) -> None:
    """A network that overflows gives no numbers, or a black clip, rather than an error."""
    broken = not np.isfinite(video).all()
    if broken or (video.max() < DARK <= picture.max() / 255):
        what = "pixels that are not numbers" if broken else "a black clip"
        raise CannotImagine(f"the generator made {what}: try dtype='bfloat16' or 'float32', and check the weights")


def _frames(video: NDArray[np.float32], size: Size) -> Iterator[Frame]:
    for k, pixels in enumerate(video):
        image = Image.fromarray(np.rint(pixels * 255).astype(np.uint8))
        yield Frame(k / FPS, np.asarray(image.resize(size, Image.Resampling.LANCZOS), np.uint8))
