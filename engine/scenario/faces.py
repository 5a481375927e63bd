"""Turn cards of a document into compiled cards: looked up, made up, or a text alone."""

from functools import lru_cache

from corpus.records import CardText, CardType
from engine.abilities.kinds import CompiledCard
from engine.catalogue import CardCatalogue, CompiledCatalogue
from engine.scenario.fields import CardChoice


@lru_cache(maxsize=8_000)
def _compiled(printed: CardText) -> CompiledCard:
    from engine.compiler.compile import compile_card  # imported late: cards that are compiled already need no grammar

    return compile_card(printed)


class Faces:
    """The compiled cards of one catalogue."""

    def __init__(self, catalogue: CardCatalogue) -> None:
        """Look cards up in *catalogue*."""
        self.catalogue = catalogue
        self._named: dict[str, CompiledCard | None] = {}

    def named(self, full_name: str) -> CompiledCard | None:
        """Give the card of that full name, or None where the catalogue has none."""
        if full_name not in self._named:
            self._named[full_name] = self._look_up(full_name)
        return self._named[full_name]

    def find(self, full_name: str) -> CardText | None:
        """Give what is printed on the card of that name, as a catalogue does."""
        found = self.named(full_name)
        return None if found is None else found.printed

    def near(self, full_name: str, limit: int = 5) -> list[str]:
        """Give the nearest names of the catalogue."""
        return self.catalogue.near(full_name, limit)

    def of(self, card: CardChoice | str) -> CompiledCard | None:
        """Give the card that an entry of a document is."""
        if isinstance(card, CardChoice):
            return _compiled(card.custom.printed) if card.custom is not None else self.named(card.full_name)
        return self.named(card)

    def _look_up(self, full_name: str) -> CompiledCard | None:
        if isinstance(self.catalogue, CompiledCatalogue):
            found = self.catalogue.compiled(full_name)
            if found is not None:
                return found
        printed = self.catalogue.find(full_name)
        return None if printed is None else _compiled(printed)


def text_as_card(text: str, kind: CardType, name: str) -> CompiledCard:
    """Compile a text in the game's wording as the whole text of a card of that kind."""
    return _compiled(CardText(name=name, version=None, type=kind, cost=0, inkwell=True, text=text))
