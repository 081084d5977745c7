"""Providers: a file each. They look at pixels, and know nothing of worlds, samples or questions; only `oracle` and
`noisy` read the world of a picture (`truth.py`), so that all that follows can be measured without weights.

Heavy libraries (torch, transformers, OpenCV) are imported when a provider looks at its first picture. Weights come from
a folder, or from the hub's folder on this machine; nothing is fetched unless its user writes `download=True`.

>>> import numpy as np
>>> from diorama.perceive.kept import provider_of
>>> from diorama.perceive.registry import read_provider
>>> fill = provider_of(read_provider("inpaint", "shift_fill"))
>>> fill(np.full((20, 20, 3), 90, np.uint8), np.eye(20, dtype=bool)).shape
(20, 20, 3)
"""
