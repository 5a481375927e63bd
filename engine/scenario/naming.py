"""Name abilities as a document does: by story name, else by keyword, else ``text 1``, ``text 2`` … in printed order."""

from collections.abc import Iterable

from corpus.names import name_key
from engine.abilities.vocabulary import Keyword
from engine.state.objects import Held, Sheet


def usable_names(sheet: Sheet) -> dict[str, str]:
    """Give the names of the abilities that a turn remembers the use of, Boost among them, by their keys."""
    boost = {Keyword.BOOST.value: Keyword.BOOST.value} if sheet.has(Keyword.BOOST) else {}
    return ability_names(sheet.abilities) | boost


def ability_names(held: Iterable[Held]) -> dict[str, str]:
    """Give the name of each ability of a card by its key."""
    names: dict[str, str] = {}
    unnamed = 0
    for entry in held:
        name = entry.ability.name
        if not name:
            unnamed += 1
            name = f"text {unnamed}"
        names[entry.key] = name
    return names


def keys_named(held: Iterable[Held], name: str) -> tuple[str, ...]:
    """List the keys of the abilities of that name, else of those gained from what has that name.

    Case and punctuation do not count.
    """
    asked, entries = name_key(name), tuple(held)
    own = tuple(key for key, known in ability_names(entries).items() if name_key(known) == asked)
    return own or tuple(entry.key for entry in entries if entry.granted_by and name_key(entry.granted_by) == asked)
