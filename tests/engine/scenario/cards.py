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
    character("Fox", "Quick Wit", text="SHARP EYES Whenever this character quests, you may draw a card."),
    character(
        "Crow",
        "Two Minds",
        text="FIRST THOUGHT Whenever this character quests, gain 1 lore.\n"
        "SECOND THOUGHT Whenever this character quests, draw a card.",
    ),
    character("Wren", "Hard Choices", text="PECK When you play this character, deal 1 damage to chosen character.", cost=1),
    character("Newt", "Odd Riddle", text="RIDDLE Whenever the moon hums, this character ponders."),
    CardText(name="Bramble", version=None, type=CardType.ACTION, cost=1, inkwell=True, text="Deal 2 damage to chosen character."),
    CardText(
        name="Salve",
        version=None,
        type=CardType.ACTION,
        cost=1,
        inkwell=True,
        text="Remove up to 3 damage from chosen character.",
    ),
    CardText(name="Élan Vital", version=None, type=CardType.ACTION, cost=1, inkwell=False, text="Draw a card."),
)
CATALOGUE = DictionaryCatalogue(CARDS)
