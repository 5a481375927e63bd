"""What is known: the rules restated, glossary, policy and sources, with their loaders."""
