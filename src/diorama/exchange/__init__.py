"""Exchange: what comes in from other people's benchmarks, and what goes out to their harnesses and trainers.

`importers/` has a file a release, `exporters/` a file a format. Imports from every room above it.

    from diorama.exchange import ExportOrder, export
    export(ExportOrder(Path("mybench"), Path("for-trl")), "trl")
    import_release(ImportOrder("MyBench.tsv", Path("mybench")), "generic")
"""

from diorama.exchange.exporting import EXPORTERS, Exported, Exporter, ExportOrder, ExportSettings, export
from diorama.exchange.importing import IMPORTERS, Imported, Importer, ImportOrder, RowFault, import_release

__all__ = [
    "EXPORTERS", "IMPORTERS", "ExportOrder", "ExportSettings", "Exported", "Exporter", "ImportOrder", "Imported",
    "Importer", "RowFault", "export", "import_release",
]  # fmt: skip
