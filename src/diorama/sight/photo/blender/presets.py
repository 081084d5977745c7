"""How much work goes into a picture."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Preset:
    """Cycles settings that trade time for quality."""

    samples: int
    """Paths a pixel before denoising."""
    denoising_quality: str
    """OpenImageDenoise: `FAST`, `BALANCED` or `HIGH`."""
    prefilter: str
    """How the denoiser's guides are cleaned first: `NONE`, `FAST` or `ACCURATE`."""
    traced_bounces: int
    """Diffuse bounces that are followed; light beyond is estimated from the fill (and how enclosed a place is)."""
    glossy_bounces: int
    fast_gi: bool = True
    """Whether light beyond the traced bounces is estimated."""


PRESETS: dict[str, Preset] = {
    "fast": Preset(4, "BALANCED", "FAST", traced_bounces=1, glossy_bounces=2),
    "standard": Preset(8, "BALANCED", "FAST", traced_bounces=2, glossy_bounces=2),
    "best": Preset(32, "HIGH", "ACCURATE", traced_bounces=3, glossy_bounces=4),
}
