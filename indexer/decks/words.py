"""The words that lists have beside cards: headings, parts, finishes, columns of tables."""

import re
from enum import StrEnum
from typing import Final

from indexer.decks.records import Part

__all__ = [
    "COLUMNS",
    "FINISHES",
    "HEADING_WORDS",
    "METADATA",
    "PARTS",
    "Column",
]

HEADING_WORDS: Final = frozenset(
    [
        "deck",
        "decks",
        "decklist",
        "list",
        "main",
        "maindeck",
        "mainboard",
        "board",
        "card",
        "cards",
        "total",
        "count",
        "size",
        "character",
        "characters",
        "action",
        "actions",
        "song",
        "songs",
        "item",
        "items",
        "location",
        "locations",
        "amber",
        "amethyst",
        "emerald",
        "ruby",
        "sapphire",
        "steel",
        "ink",
        "inks",
        "inkable",
        "uninkable",
        "non",
        "and",
        "other",
        "others",
        "dual",
        "charakter",
        "charaktere",
        "aktion",
        "aktionen",
        "lied",
        "lieder",
        "gegenstand",
        "gegenstande",
        "ort",
        "orte",
        "karte",
        "karten",
        "gesamt",
        "anzahl",
        "tinte",
    ]
)
"""A line of these words and numbers alone is a heading, where no card has that name."""

PARTS: Final = {
    **dict.fromkeys(("deck", "main", "main deck", "maindeck", "mainboard", "main board", "decklist", "deck list"), Part.DECK),
    **dict.fromkeys(("sideboard", "side board", "side deck", "sidedeck", "side", "sb"), Part.SIDEBOARD),
    **dict.fromkeys(("maybeboard", "maybe board", "maybe", "considering", "consideration", "wishlist", "tokens"), Part.MAYBE),
}
"""Headings with which another part of the list begins."""

METADATA: Final = re.compile(
    r"(?:deck ?name|deck|name|title|author|creator|by|player|event|format|date|url|link|source|notes?|description"
    r"|inks?|colou?rs?|created|updated|exported|export|version|last name|first name)\s*[:=]\s*\S.*",
    re.I,
)
"""Lines that tell about a list and name no card, such as ``Format: Core``."""

FINISHES: Final = frozenset(
    [
        "f",
        "e",
        "foil",
        "foils",
        "holo",
        "cold",
        "normal",
        "nonfoil",
        "regular",
        "enchanted",
        "epic",
        "iconic",
        "promo",
        "etched",
        "common",
        "uncommon",
        "rare",
        "super",
        "legendary",
        "special",
        "en",
        "de",
        "fr",
        "it",
        "ja",
        "zh",
        "nm",
        "mint",
    ]
)
"""Words in brackets that tell printings apart and mean nothing to a deck check."""


class Column(StrEnum):
    """What a column of a table holds."""

    COUNT = "count"
    NAME = "name"
    VERSION = "version"
    SET = "set"
    NUMBER = "number"
    IDENTIFIER = "identifier"
    PART = "part"


COLUMNS: Final = {
    **dict.fromkeys(
        [
            "count",
            "quantity",
            "qty",
            "amount",
            "copies",
            "anzahl",
            "menge",
            "normal",
            "regular",
            "foil",
            "foils",
            "cold foil",
            "non foil",
            "number of copies",
            "normal count",
            "foil count",
            "deck count",
            "total count",
        ],
        Column.COUNT,
    ),
    **dict.fromkeys(["name", "card", "card name", "cardname", "full name", "full card name", "kartenname", "karte"], Column.NAME),
    **dict.fromkeys(["version", "subtitle", "subname", "card version", "card subtitle", "title", "untertitel"], Column.VERSION),
    **dict.fromkeys(["set", "set code", "setcode", "set number", "set id", "set name", "expansion", "edition"], Column.SET),
    **dict.fromkeys(
        ["number", "card number", "cardnumber", "collector number", "collectors number", "collector", "cn", "no", "nr", "nummer"],
        Column.NUMBER,
    ),
    **dict.fromkeys(["identifier", "full identifier", "code", "card code", "card id"], Column.IDENTIFIER),
    **dict.fromkeys(["section", "board", "part", "zone", "category"], Column.PART),
}
"""Headings of columns, as ``name_key`` gives them."""
