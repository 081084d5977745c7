"""Imagine: imagined outcomes, from where a model says that a thing is to pictures of what would follow.

This room imports the rooms above it. So far it reads places in pictures.

>>> from diorama.imagine.spots import CONVENTIONS, read_spot
>>> read_spot('{"point_2d": [500, 250]}', (960, 640), CONVENTIONS["thousand"]).point
(480.0, 160.0)
"""
