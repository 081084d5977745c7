"""Video: the three tools for questions about real footage: filter and cut, validate, repair.

`files.py` keeps a project and its files of records in step, `history.py` keeps every version of a question, `seen.py`
knows who has been shown what; `filtering.py`, `validating.py` and `repairing.py` are the tools.
"""
