"""Read printed card text into abilities, and print it back (text -> tokens -> syntax -> abilities)."""
