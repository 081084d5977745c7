"""The library: which datasets and runs are in the folder, indexed so that ten thousand samples are a query.

`tables.py` holds the index, `indexing.py` fills it, `shelf.py` reads samples and records themselves.
"""
