"""Long lists, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.datastructures import URL


@dataclass(frozen=True)
class Paging:
    """Which page of a list is shown."""

    asked: int
    total: int
    size: int
    url: URL

    @property
    def pages(self) -> int:
        return max(1, -(-self.total // self.size))

    @property
    def page(self) -> int:
        return min(max(self.asked, 1), self.pages)

    @property
    def start(self) -> int:
        """How many come before this page."""
        return (self.page - 1) * self.size

    def link(self, page: int) -> str:
        """The same list, another page."""
        url = self.url.include_query_params(page=page)
        return f"{url.path}?{url.query}"
