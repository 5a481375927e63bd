"""The turn actions (4): each is verified with every reason against it, and then done."""
