"""How much work goes into a picture."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Preset:
    """Cycles settings that trade time for finish."""

    samples: int
    """Paths a pixel before denoising."""
    denoising_quality: str
    """OpenImageDenoise: `FAST`, `BALANCED` or `HIGH`."""
    prefilter: str
    """How the denoiser's guides are cleaned first: `NONE`, `FAST` or `ACCURATE`."""
    diffuse_bounces: int
    glossy_bounces: int
    total_bounces: int


PRESETS: dict[str, Preset] = {
    "fast": Preset(4, "FAST", "FAST", diffuse_bounces=1, glossy_bounces=2, total_bounces=3),
    "standard": Preset(10, "BALANCED", "FAST", diffuse_bounces=2, glossy_bounces=3, total_bounces=4),
    "best": Preset(64, "HIGH", "ACCURATE", diffuse_bounces=3, glossy_bounces=4, total_bounces=6),
}
