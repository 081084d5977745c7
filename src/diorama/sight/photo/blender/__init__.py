"""The Blender side of the `photo` renderer, and the only code here that imports `bpy` (which is GPL).

It imports nothing else of the package: it works from the plain data that `photo.description` makes, so it
runs in a process of its own that holds nothing but bpy and numpy. Importing this package loads nothing.

    from .render import render
    pixels = render(description, "standard")["rgb"]
"""
