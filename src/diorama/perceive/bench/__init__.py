"""Bench: how often construction from pictures gives the exact answer, on worlds of which everything is known.

Perception is exact, or exact with stated errors. Each part of it, and each module of construction, can be replaced by
the exact one, to see which of them is to blame.

>>> from diorama.perceive.bench.conditions import CONDITIONS
>>> CONDITIONS[0].providers
()
"""
