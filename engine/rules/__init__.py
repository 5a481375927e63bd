"""How the game works: what words refer to, what applies, what may be chosen, how events come about."""
