"""Come to rest: game state checks and the bag, until nothing is left to happen."""
