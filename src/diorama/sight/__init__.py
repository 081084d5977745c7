"""Sight: what a camera sees of a world, exactly, and pictures of it.

This room imports `world`. Pictures never decide an answer; exact geometry does.

>>> from diorama.sight import look
>>> from diorama.world.layouts import kitchen_counter
>>> sorted(look(kitchen_counter(seed=7, objects=3)).sight().inventory) != []
True
"""

from __future__ import annotations

from diorama.sight.draft import DraftRenderer, draw
from diorama.sight.easel import Easel
from diorama.sight.exact import Crop, Layers, Sight, see
from diorama.sight.files import colours_of_depth, colours_of_labels, depth_colours, label_colours, write_view
from diorama.sight.mirror import Mirror, reflect
from diorama.sight.mounted import camera_at, mounted
from diorama.sight.overlays import BLUE, RED, Arrow, DottedPath, Frame, Overlay, draw_overlays
from diorama.sight.renderers import RENDERERS, Renderer, get_renderer
from diorama.sight.shots import Shot, draw_shot, film_shot
from diorama.sight.video import FPS, film, first_frame, frame_times, read_video, write_video
from diorama.sight.view import Rectangle, View, look

__all__ = [
    "BLUE", "FPS", "RED", "RENDERERS", "Arrow", "Crop", "DottedPath", "DraftRenderer", "Easel", "Frame", "Layers",
    "Mirror", "Overlay", "Rectangle", "Renderer", "Shot", "Sight", "View", "camera_at", "colours_of_depth",
    "colours_of_labels", "depth_colours", "draw",
    "draw_overlays", "draw_shot", "film", "film_shot", "first_frame", "frame_times", "get_renderer", "label_colours",
    "look", "mounted", "read_video", "reflect", "see", "write_video", "write_view",
]  # fmt: skip
