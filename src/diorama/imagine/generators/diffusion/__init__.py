"""Diffusion: Wan image-to-video of the `diffusers` library, told by ATI's trajectories what moves where.

ATI (Any Trajectory Instruction) changes only what the network is shown besides noise: the latent of the picture, whose
later frames are empty, carries along each track what stands at its start (`injection`). With ATI's own transformer,
which was trained so, the clip follows the tracks; how well plain Wan weights follow them is not known.

The network wants certain sizes and frame counts (`fitting`). It is loaded once, from safetensors only (`weights`). It
needs `pip install 'diorama[diffusion]'`, about 90 GB of weights, and a card with 35 GB or more:

    generator = Diffusion("Wan-AI/Wan2.1-I2V-14B-480P-Diffusers", transformer="ATI")  # a folder with ATI's release
    clip = generator.imagine(picture, tracks, "The red car drives forward.", frames=81, seed=0)
"""

from __future__ import annotations

from diorama.imagine.generators.diffusion.generator import NEGATIVE, Diffusion
from diorama.imagine.generators.diffusion.weights import Offload, Precision

__all__ = ["NEGATIVE", "Diffusion", "Offload", "Precision"]
