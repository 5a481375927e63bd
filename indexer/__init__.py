"""Read the sources, build the index from them, and answer look-ups from it."""
