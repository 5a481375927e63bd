"""Where things are: cards, players, the turn, the bag, what is going on; all of it immutable."""
