"""Video services over HTTP: `/v1/videos` as vLLM-Omni, SGLang and others serve it, and ComfyUI.

    generator = ComfyService("http://127.0.0.1:8188")
    clip = generator.imagine(picture, tracks, "The toy car drives forward.", frames=16, seed=1)
    notes_of(clip)   # what is not as it was asked for, in sentences

Each keeps limits on time and on size, repeats what may be repeated, and begins a job only once (`connection.py`). What
comes back is decoded, checked, and encoded anew in the picture's size (`received.py`).
"""

from __future__ import annotations

from diorama.imagine.generators.http.comfy import ComfyService
from diorama.imagine.generators.http.connection import Limits
from diorama.imagine.generators.http.graph import ati_graph, read_graph
from diorama.imagine.generators.http.videos import VideosService

__all__ = ["ComfyService", "Limits", "VideosService", "ati_graph", "read_graph"]
