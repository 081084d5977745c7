"""Scoring by people: two look at each reply of a model and do not see each other; where they differ, a third decides.

What they settled is a file of scores, which `diorama rescore --people` sets beside our own verdicts.
"""
