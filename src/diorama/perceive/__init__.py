"""Perceive: what models see in pictures that we did not make, and questions made from that.

Six roles (detect, segment, depth, materials, inpaint, quality), each played by providers that are found by name;
`construct` makes questions from what they see. Imports from `data` and the rooms above it; torch only where a provider
needs it.

    from diorama.perceive import read_picture, read_provider
    depth = read_provider("depth", "depth_anything(model='FOLDER')").make(None)
    depth(read_picture("kitchen.jpg")).values
"""

from diorama.perceive.percepts import Box, DepthMap, Found, Mask, Pixels, Prompt
from diorama.perceive.pictures import read_picture
from diorama.perceive.registry import PROVIDERS, ROLES, ProviderMaker, ProviderSpec, provider, read_provider

__all__ = [
    "PROVIDERS", "ROLES", "Box", "DepthMap", "Found", "Mask", "Pixels", "Prompt", "ProviderMaker", "ProviderSpec",
    "provider", "read_picture", "read_provider",
]  # fmt: skip
