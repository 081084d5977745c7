"""What the papers report, as data: shown beside our results, never mixed with them.

A CSV file a paper holds every number that is printed as text in its tables. `numbers.py` reads them, `papers.py` says
what they are of, `tables.py` and `differences.py` make the tables of `diorama report --with-published`.

>>> from diorama.report.published import published
>>> [x.value for x in published("causalspatial", table="4", model="GPT5", task="", level="")]
[54.17]
"""

from __future__ import annotations

from diorama.report.published.differences import Origin, origin_of
from diorama.report.published.flat import flat_published
from diorama.report.published.numbers import PAPERS, PublishedNumber, published
from diorama.report.published.papers import BY_SUITE, Paper
from diorama.report.published.tables import beside, paper_table

__all__ = [
    "BY_SUITE", "PAPERS", "Origin", "Paper", "PublishedNumber", "beside", "flat_published", "origin_of", "paper_table",
    "published",
]  # fmt: skip
