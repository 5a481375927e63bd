"""What a compiled card is: pure, frozen, JSON-able data that says what its text means."""
