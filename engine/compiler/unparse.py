"""Print syntax trees as card text, with the spaces and capitals of print."""

from collections.abc import Iterable

from engine.compiler.syntax import Syntax, capitalised, words_of

_NO_SPACE_BEFORE = frozenset({".", ",", ":", ";", "!", "?", "”", ")", "..."})
_NO_SPACE_AFTER = frozenset({"“", "(", "+"})


def printed(node: Syntax) -> str:
    """Print a tree as normalised card text."""
    return spaced(capitalised(words_of(node)))


def spaced(words: Iterable[str]) -> str:
    """Put words and marks together."""
    text: list[str] = []
    glued = True
    for word in words:
        if not glued and word not in _NO_SPACE_BEFORE:
            text.append(" ")
        text.append(word)
        glued = word in _NO_SPACE_AFTER
    return "".join(text)
