"""Properties of samples: numbers and words that may say how hard a question is, computed from the stored sample.

A property is a function of a sample (its query, answer, world and camera) and never of its trace or its pictures, which
it does not get. Reports show how often each model is right where a property is low and where it is high, and how well
it does where it is one word or another. Packages add theirs by the entry point `diorama.properties`:

    [project.entry-points."diorama.properties"]
    clutter = "my_package:clutter"          # clutter = Property("clutter", title="clutter", about="…", value=…)
"""

from __future__ import annotations

from diorama.data.properties.property import Property
from diorama.plugins import Registry

__all__ = ["PROPERTIES", "Property"]

PROPERTIES: Registry[Property] = Registry(
    "diorama.properties",
    "property of samples",
    {
        name: f"diorama.data.properties.ours:{name.upper()}"
        for name in (
            "answer_size", "objects", "margin", "depth_gradient", "occluders", "source", "scene_category", "viewpoint",
            "horizon",
        )
    },
    Property,
)
