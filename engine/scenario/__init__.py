"""Scenarios: read a board and its steps, replay them, judge the facts, and tell what happened."""
