"""Sittings: people take a test of a dataset's questions, and their answers become a run like any model's.

`drawing_up.py` chooses the questions, `taking.py` has the rules of a sitting, `results.py` writes the run.
"""
