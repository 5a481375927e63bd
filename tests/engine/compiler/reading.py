"""Give the meaning of one text, for tests that state it by hand."""

from corpus.records import CardType
from engine.abilities.effects import Effect
from engine.abilities.filters import CardFilter, Criterion, IsType, OnSide
from engine.abilities.kinds import Ability, ActionEffect
from engine.abilities.vocabulary import Side
from engine.compiler.compile import compile_text

CHARACTER = IsType(types=(CardType.CHARACTER,))
YOURS = OnSide(side=Side.YOURS)
OPPOSING = OnSide(side=Side.OPPOSING)


def abilities(text: str, card_type: CardType = CardType.CHARACTER) -> tuple[Ability, ...]:
    """Give the abilities of a text, all of which has to be read."""
    compiled = compile_text(text, card_type)
    assert not compiled.unread, compiled.unread
    return compiled.abilities


def ability(text: str, card_type: CardType = CardType.CHARACTER) -> Ability:
    """Give the only ability of a text."""
    (only,) = abilities(text, card_type)
    return only


def effect(text: str) -> Effect:
    """Give what an action with this text does."""
    only = ability(text, CardType.ACTION)
    assert isinstance(only, ActionEffect)
    return only.effect


def characters(*criteria: Criterion) -> CardFilter:
    """Describe characters in play."""
    return CardFilter(criteria=(CHARACTER, *criteria))


def unread(text: str, card_type: CardType = CardType.CHARACTER) -> str:
    """Give the reason why a text is not read."""
    (only,) = compile_text(text, card_type).unread
    return only.reason
