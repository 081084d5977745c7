"""The objects that a reply can name, where a table has only what they are called."""

from __future__ import annotations

from diorama.exchange.importers.making import slug
from diorama.kinds.table_values import folded

LONGEST = 200


class Objects:
    """Objects by what they are called; one that is called so already is the same."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        """Name by what it is called (`folded`)."""
        self.phrases: dict[str, str] = {}
        """What it is called in a sentence, by name."""

    def __bool__(self) -> bool:
        return bool(self.names)

    def add(self, text: str) -> None:
        """Take an object in."""
        if (key := folded(text)) and key not in self.names and len(key) <= LONGEST:
            name = slug(key).replace("-", "_") or "object"
            while name in self.phrases:
                name += "_2"
            self.names[key], self.phrases[name] = name, f"the {key}"
