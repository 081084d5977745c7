"""The `photo` renderer."""
