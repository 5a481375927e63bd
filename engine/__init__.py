"""What happens: card text compiler, game state, rules, scenario replay, justification."""
