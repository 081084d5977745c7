"""Overlap: whether anything of a test set is in a training set, exactly or nearly: scenes, worlds, pictures, questions.

from diorama.exchange.overlap import compare
found = compare(Path("train"), Path("test"))
found.clean, found.counts
"""

from diorama.exchange.overlap.comparing import SORTS, Overlap, Pair, compare

__all__ = ["SORTS", "Overlap", "Pair", "compare"]
