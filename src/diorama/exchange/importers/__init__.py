"""Releases that can be read, one file each, and what they share: sources, tables, pictures, options.

An importer goes through the rows of a source, makes the samples of each, and says of a wrong row what is wrong
(`examples/my_importer.py`).

    yield from samples_of(source.rows(source.some((".tsv",))), make, on_fault)
"""

from diorama.exchange.importers.faults import BadRow, OnFault, RowFault
from diorama.exchange.importers.making import Ids, samples_of
from diorama.exchange.importers.sources import Source
from diorama.exchange.importers.tables import Row

__all__ = ["BadRow", "Ids", "OnFault", "Row", "RowFault", "Source", "samples_of"]
