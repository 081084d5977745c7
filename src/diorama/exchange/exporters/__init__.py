"""One file a format: a function `export` from an order to what was written."""
