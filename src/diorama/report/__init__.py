"""Report: tables, figures and pages for people to look at.

This room imports all rooms above it. A report compares rows (models asked with a strategy, players) on one dataset.

    make_report(["logs"], out=Path("report.html"), csv=Path("report.csv"))
"""

from __future__ import annotations

from diorama.report.making import make_report, results_text
from diorama.report.rows import Row, rows_of

__all__ = ["Row", "make_report", "results_text", "rows_of"]
