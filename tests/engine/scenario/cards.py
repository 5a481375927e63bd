"""A small catalogue of cards in our own words, for tests of scenarios."""

from corpus.records import CardText, CardType
from engine.catalogue import DictionaryCatalogue


def character(name: str, version: str | None = "Test", **printed: object) -> CardText:
    """Make a character: cost 2, 2 strength, 3 willpower, 1 lore unless told otherwise."""
    stats = {"cost": 2, "inkwell": True, "strength": 2, "willpower": 3, "lore": 1, **printed}
    return CardText(name=name, version=version, type=CardType.CHARACTER, **stats)  # type: ignore[arg-type]


CARDS = (
    character("Otter", "Small Swimmer"),
    character("Otter", "Big Swimmer", cost=5, strength=5, willpower=5, lore=2),
    character("Badger", "Night Watch", text="Evasive", strength=3, willpower=2),
    character("Heron", "Tall Scout", text="Challenger +2", willpower=4),
    CardText(name="Lantern", version=None, type=CardType.ITEM, cost=1, inkwell=True),
    CardText(name="Mill", version="Old Wheel", type=CardType.LOCATION, cost=1, inkwell=True, willpower=4, lore=1, move_cost=1),
    CardText(name="Élan Vital", version=None, type=CardType.ACTION, cost=1, inkwell=False, text="Draw a card."),
)
CATALOGUE = DictionaryCatalogue(CARDS)
