"""Write numbers of things, and lists of words, as a sentence has them."""

from collections.abc import Sequence


def counted(number: int, thing: str, things: str = "") -> str:
    """Write a number of things: ``1 card``, ``2 cards``; *things* where the plural is not *thing* with an s."""
    return f"{number} {thing if number == 1 else things or f'{thing}s'}"


def listed(words: Sequence[str]) -> str:
    """Write a list: ``a, b and c``."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
