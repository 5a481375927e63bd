"""Read the publisher's own documents from files that the user has, and keep them in the user's data directory."""
