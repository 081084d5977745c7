"""The `photo` renderer: pictures that look real, from Blender Cycles in processes of its own.

Only the folder `blender` imports bpy, and only in those processes; needs the extra ``diorama[photo]``.
"""

from __future__ import annotations

from diorama.sight.photo.renderer import PHOTO, Photo, PhotoRenderer, Still, take

__all__ = ["PHOTO", "Photo", "PhotoRenderer", "Still", "take"]
