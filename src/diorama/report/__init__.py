"""Report: pages and figures for people to look at.

This room imports `world` and `sight`.
"""

from __future__ import annotations

from diorama.report.gallery import write_gallery

__all__ = ["write_gallery"]
