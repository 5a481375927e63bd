"""Read one source each and give records of it."""
