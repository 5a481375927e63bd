"""Work out how much damage is dealt (1.9.4)."""

from corpus.refs import RuleRef
from engine.abilities.statics import DealsDamageWith
from engine.abilities.vocabulary import Keyword, Stat
from engine.cite import refs, rule
from engine.events import DamagePlaced
from engine.state.objects import CardId
from engine.state.view import View


@rule("1.9.4.1", "base damage")
@rule("1.9.4.2", "damage modifiers")
@rule("8.8.1", "Resist")
@rule("8.8.2", "damage reduced to 0")
def total_damage(card: CardId, base: int, view: View, *, unreduced: bool = False) -> int:
    """Give the total of damage dealt to a card, after Resist; never below 0."""
    resist = 0 if unreduced else view.sheet(card).keywords.get(Keyword.RESIST, 0)
    return max(0, base - resist)


@rule("8.8.1", "Resist")
@rule("8.8.2", "damage reduced to 0")
def rules_of_reduction(event: DamagePlaced, view: View) -> tuple[RuleRef, ...]:
    """Point at the rules by which a card is dealt less than the base damage, where it is."""
    if event.base is None or event.amount >= event.base or not view.sheet(event.card).has(Keyword.RESIST):
        return ()
    return refs("8.8.1", "8.8.2") if event.amount == 0 else refs("8.8.1")


@rule("4.6.6.1", "damage in a challenge")
@rule("5.3.6.2", "no damage with 0 or less Strength")
@rule("4.6.8.3", "locations deal no damage")
def challenge_damage(card: CardId, view: View) -> int:
    """Give the base damage that a character deals in a challenge: its Strength, unless a text names another number."""
    for change, _ in view.on_card(card, DealsDamageWith):
        return view.sheet(card).counted(change.stat)
    return view.sheet(card).counted(Stat.STRENGTH)
