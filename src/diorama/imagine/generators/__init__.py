"""Generators: a picture, tracks and words → a clip. One file or folder each, all behind one protocol."""

from __future__ import annotations

from diorama.imagine.generators.notes import NotedClip, noted, notes_of
from diorama.imagine.generators.protocol import FPS, CannotImagine, Generator, Pixels

__all__ = ["FPS", "CannotImagine", "Generator", "NotedClip", "Pixels", "noted", "notes_of"]
